//! Errors as data: a stable code, with its numbers, names and squares.
//!
//! An error has an English sentence, and also a [code](Coded::code) and [facts](Coded::facts), from which a
//! program, a page in another language or a command line with its own flags makes its own sentence. Codes
//! never change their meaning; all of them are in [`CODES`](Coded::CODES), so that tests can iterate over
//! them.

use std::{fmt, time::Duration};

use thiserror::Error;

/// An error that every interface can report in its own words.
///
/// ```
/// use ktour::{Board, Coded, Fact};
/// let error = Board::new(0, 8).unwrap_err();
/// assert_eq!(error.code(), "board-empty");
/// assert_eq!(error.facts()[1], ("ranks", Fact::Number(8)));
/// ```
pub trait Coded: fmt::Display {
    /// All codes of this error, each with the names of its facts.
    const CODES: &'static [(&'static str, &'static [&'static str])];

    /// The code of this error.
    fn code(&self) -> &'static str;

    /// Its facts, by name.
    fn facts(&self) -> Vec<(&'static str, Fact)>;
}

/// One of the facts of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A number; a time is in milliseconds.
    Number(i128),
    /// A name of a square, a board or a method; or the text that was read.
    Text(String),
    /// Several names.
    List(Vec<String>),
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<&$number> for Fact {
            fn from(number: &$number) -> Fact {
                i128::try_from(*number).map_or_else(|_| Fact::Text(number.to_string()), Fact::Number)
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, u128, usize, i64);

/// Implements the conversion of a named value to a fact.
#[doc(hidden)]
#[macro_export]
macro_rules! fact_by_name {
    ($type:ty) => {
        impl From<&$type> for $crate::Fact {
            fn from(named: &$type) -> $crate::Fact {
                $crate::Fact::Text(named.to_string())
            }
        }
    };
}

fact_by_name!(String);
fact_by_name!(&'static str);

impl From<&Duration> for Fact {
    fn from(time: &Duration) -> Fact {
        Fact::Number(time.as_millis() as i128)
    }
}

impl From<&Vec<String>> for Fact {
    fn from(names: &Vec<String>) -> Fact {
        Fact::List(names.clone())
    }
}

/// Gives every variant of an error its code, and its fields as facts; a variant left out does not compile.
///
/// An error that is a struct has one code: `coded! { TimeError: "time-unreadable" { text } }`.
/// `coded! { BoardError { "board-empty": Empty { files, ranks }, "board-unreadable": Unreadable(text) } }`
#[doc(hidden)]
#[macro_export]
macro_rules! coded {
    ($error:ident: $code:literal { $($field:ident),* }) => {
        impl $crate::Coded for $error {
            const CODES: &'static [(&'static str, &'static [&'static str])] =
                &[($code, &[$(stringify!($field)),*])];

            fn code(&self) -> &'static str {
                $code
            }

            fn facts(&self) -> Vec<(&'static str, $crate::Fact)> {
                vec![$((stringify!($field), (&self.$field).into())),*]
            }
        }
    };
    ($error:ty { $($code:literal: $variant:ident $({ $($field:ident),* $(,)? })? $(($($part:ident),*))?),* $(,)? }) => {
        impl $crate::Coded for $error {
            const CODES: &'static [(&'static str, &'static [&'static str])] =
                &[$(($code, &[$($(stringify!($field)),*)? $($(stringify!($part)),*)?])),*];

            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                }
            }

            fn facts(&self) -> Vec<(&'static str, $crate::Fact)> {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($part),*))? => {
                        vec![$($((stringify!($field), $field.into()),)*)? $($((stringify!($part), $part.into()),)*)?]
                    })*
                }
            }
        }
    };
}

// Enums whose variants have names: methods, tie rules, formats, themes. One list defines the names, and how
// they are parsed and displayed.

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
