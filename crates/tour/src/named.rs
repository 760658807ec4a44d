//! Things that are chosen by name: methods, tie rules, formats, themes. One list gives their names,
//! reads them and writes them.

use thiserror::Error;

/// A text that is none of the names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not a {what}: choose one of {}", names.join(", "))]
pub struct NameError {
    /// What was to be named.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The names there are.
    pub names: Vec<String>,
}

crate::coded! { NameError: "name-unknown" { what, text, names } }

/// Gives the variants of an enum their names: `NAMED` lists them, `name` tells one, `FromStr` and
/// `Display` read and write them.
#[macro_export]
macro_rules! named {
    ($type:ident: $what:literal { $($name:literal => $variant:ident),* $(,)? }) => {
        impl $type {
            /// All of them, with their names.
            pub const NAMED: [(&'static str, $type); [$($name),*].len()] = [$(($name, $type::$variant)),*];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::NameError;

            fn from_str(text: &str) -> Result<Self, $crate::NameError> {
                match text {
                    $($name => Ok($type::$variant),)*
                    _ => Err($crate::NameError {
                        what: $what,
                        text: text.to_owned(),
                        names: vec![$($name.to_owned()),*],
                    }),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}
