//! Enums whose variants have names: methods, tie rules, formats, themes. One list defines the names, and how
//! they are parsed and displayed.

use thiserror::Error;

/// A text that is not one of these names.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{text}` is not a {what}: choose one of {}", names.join(", "))]
pub struct NameError {
    /// The kind of name expected, such as `method`.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// The valid names.
    pub names: Vec<String>,
}

crate::coded! { NameError: "name-unknown" { what, text, names } }

/// Gives the variants of an enum their names: `NAMES` and `NAMED` list them, `name` returns one, `FromStr`
/// and `Display` parse and write them.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident: $what:literal { $($name:literal => $variant:ident),* $(,)? }) => {
        impl $type {
            /// Their names, in order, as a command line or a schema lists them.
            pub const NAMES: [&'static str; [$($name),*].len()] = [$($name),*];

            /// All of them, with their names.
            pub const NAMED: [(&'static str, $type); Self::NAMES.len()] = [$(($name, $type::$variant)),*];

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
                        names: $type::NAMES.map(str::to_owned).to_vec(),
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
