//! Parameters of questions. Each is declared once, with its type, its default and its description.
//!
//! `parameters!` declares those of a question as a struct. From the declaration come the parser of a query, a
//! JSON document or a Python dictionary ([`ParameterGroup::read`]), the schemas of OpenAPI
//! ([`ParameterGroup::describe`]) and, with the feature `clap`, the flags of a command (`clap::Args`).
//!
//! A question can be a link, a document or a command line: `?board=8x8&start=a1`, `{"board": "8x8", "start":
//! "a1"}` and `8x8 --start a1` have the same parameters. Lists are arrays, or text as people write it.

mod tours;
mod values;

use ktour_core::Board;
use serde_json::{Map, Value};

use crate::{Misread, Refused};

pub(crate) use self::{
    tours::check_size,
    values::{at_most, named_parameters, no_choice, text},
};
pub use self::{
    tours::{BoardParameters, SearchOptions, SearchParameters, TourParameters, checked_symmetry},
    values::{List, Parameter, Squares},
};

/// Values of parameters by name, as an interface without types of its own receives them.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    values: Map<String, Value>,
    /// Board that the caller has already parsed, if any.
    board: Option<Board>,
}

impl From<Map<String, Value>> for Parameters {
    fn from(values: Map<String, Value>) -> Parameters {
        Parameters { values, board: None }
    }
}

impl FromIterator<(String, String)> for Parameters {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(words: I) -> Parameters {
        Parameters::from(words.into_iter().map(|(word, text)| (word, text.into())).collect::<Map<_, _>>())
    }
}

impl Parameters {
    /// Sets a board that the caller has already parsed.
    pub fn with_board(self, board: Board) -> Parameters {
        Parameters { board: Some(board), ..self }
    }

    /// Refuses a parameter that is not in the list.
    pub(crate) fn check_known(&self, known: &[ParameterInfo]) -> Result<(), Refused> {
        match self.values.keys().find(|name| !known.iter().any(|known| known.name == *name)) {
            Some(word) => {
                let (word, known) = (word.clone(), known.iter().map(|known| known.name.to_owned()).collect());
                Err(Misread::UnknownWord { word, known }.into())
            }
            None => Ok(()),
        }
    }

    /// Returns the value of a parameter; an empty text counts as no value.
    pub(crate) fn value(&self, name: &str) -> Option<&Value> {
        self.values.get(name).filter(|value| !value.is_null() && value.as_str() != Some(""))
    }
}

/// Parameters that are declared together: those of a question, or a part of them.
pub trait ParameterGroup: Clone + Default {
    /// Adds the declarations to a list.
    fn describe(list: &mut Vec<ParameterInfo>);

    /// Parses the values.
    fn read(parameters: &Parameters) -> Result<Self, Refused>;
}

/// Declaration of a parameter.
pub struct ParameterInfo {
    /// Name, the same in all interfaces.
    pub name: &'static str,
    /// Description in one sentence.
    pub about: &'static str,
    schema: fn() -> Value,
    default: fn() -> String,
}

impl ParameterInfo {
    /// Creates a declaration. A page without a server needs names only, so nothing else is linked there.
    pub(crate) const fn new(
        name: &'static str,
        about: &'static str,
        schema: fn() -> Value,
        default: fn() -> String,
    ) -> ParameterInfo {
        match cfg!(target_family = "wasm") {
            true => ParameterInfo { name, about: "", schema: || Value::Null, default: String::new },
            false => ParameterInfo { name, about, schema, default },
        }
    }

    /// Returns the description without its full stop.
    pub fn about(&self) -> &'static str {
        let about = self.about.trim();
        about.strip_suffix('.').unwrap_or(about)
    }

    /// Returns the default as text; empty if there is none.
    pub fn default(&self) -> String {
        (self.default)()
    }

    /// Returns the JSON schema, with the description and the default.
    pub fn schema(&self) -> Value {
        let mut schema = (self.schema)();
        if !self.default().is_empty() {
            let default = self.default();
            schema["default"] = default.parse::<u64>().map_or_else(|_| default.into(), Value::from);
        }
        schema["description"] = self.about().into();
        schema
    }
}

/// Declares parameters as a struct: `struct Name: group: Group, … { /// Description. field: Type = default, … }`.
///
/// A parameter with `#[cli(…)]` is also a flag of commands; between the parentheses are calls of `clap::Arg`, such
/// as `value_name("N")`. Without a default, it is that of the type.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident $(: $($group:ident: $Group:ty),+)? {
            $($(#[doc = $doc:literal])+ $(#[cli($($cli:tt)*)])? $field:ident: $type:ty $(= $default:expr)?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug)]
        $vis struct $name {
            $($(#[doc = concat!("The `", stringify!($group), "` parameters.")] pub $group: $Group,)+)?
            $($(#[doc = $doc])+ pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name {
                    $($($group: Default::default(),)+)?
                    $($field: $crate::parameters::parameters!(@default $($default)?),)*
                }
            }
        }

        impl $crate::parameters::ParameterGroup for $name {
            fn describe(list: &mut Vec<$crate::parameters::ParameterInfo>) {
                $($(<$Group as $crate::parameters::ParameterGroup>::describe(list);)+)?
                $({
                    let default = || {
                        let default: $type = $crate::parameters::parameters!(@default $($default)?);
                        $crate::parameters::Parameter::text(&default)
                    };
                    let schema = <$type as $crate::parameters::Parameter>::schema;
                    list.push($crate::parameters::ParameterInfo::new(
                        stringify!($field), concat!($($doc),+), schema, default,
                    ));
                })*
                let _ = list;
            }

            fn read(parameters: &$crate::parameters::Parameters) -> Result<$name, $crate::Refused> {
                Ok($name {
                    $($($group: $crate::parameters::ParameterGroup::read(parameters)?,)+)?
                    $($field: <$type as $crate::parameters::Parameter>::read(parameters, stringify!($field))?
                        .unwrap_or_else(|| $crate::parameters::parameters!(@default $($default)?)),)*
                })
            }
        }

        #[cfg(feature = "clap")]
        impl clap::FromArgMatches for $name {
            fn from_arg_matches(matches: &clap::ArgMatches) -> Result<$name, clap::Error> {
                <$name as clap::FromArgMatches>::from_arg_matches_mut(&mut matches.clone())
            }

            fn from_arg_matches_mut(matches: &mut clap::ArgMatches) -> Result<$name, clap::Error> {
                let _ = &matches;
                Ok($name {
                    $($($group: clap::FromArgMatches::from_arg_matches_mut(matches)?,)+)?
                    $($field: None::<$type>
                        $(.or_else(|| {
                            $crate::parameters::parameters!(@ignore $($cli)*);
                            <$type as $crate::parameters::Parameter>::take(matches, stringify!($field))
                        }))?
                        .unwrap_or_else(|| $crate::parameters::parameters!(@default $($default)?)),)*
                })
            }

            fn update_from_arg_matches(&mut self, matches: &clap::ArgMatches) -> Result<(), clap::Error> {
                *self = <$name as clap::FromArgMatches>::from_arg_matches(matches)?;
                Ok(())
            }
        }

        #[cfg(feature = "clap")]
        impl clap::Args for $name {
            fn augment_args(command: clap::Command) -> clap::Command {
                $($(let command = <$Group as clap::Args>::augment_args(command);)+)?
                $($(
                    let command = $crate::parameters::flag::<$name, $type>(command, stringify!($field), |arg| {
                        $crate::parameters::parameters!(@set arg $($cli)*)
                    });
                )?)*
                command
            }

            fn augment_args_for_update(command: clap::Command) -> clap::Command {
                <$name as clap::Args>::augment_args(command)
            }
        }
    };
    (@default) => { Default::default() };
    (@default $default:expr) => { $default };
    (@set $arg:ident) => { $arg };
    (@set $arg:ident $($call:tt)+) => { $arg.$($call)+ };
    (@ignore $($token:tt)*) => {};
}

pub(crate) use parameters;

/// Adds the flag of a parameter to a command.
#[cfg(feature = "clap")]
pub(crate) fn flag<G: ParameterGroup, P: Parameter>(
    command: clap::Command,
    name: &'static str,
    set: impl Fn(clap::Arg) -> clap::Arg,
) -> clap::Command {
    let mut list = Vec::new();
    G::describe(&mut list);
    let info = list.into_iter().find(|info| info.name == name).expect("the group declares it");
    let arg = clap::Arg::new(name).long(name.replace('_', "-")).help(info.about());
    let default = info.default();
    let arg = if default.is_empty() { arg } else { arg.default_value(default) };
    P::add_flags(command, set(P::flag(arg)))
}
