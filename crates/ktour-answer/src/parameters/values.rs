//! Types of parameters: their schema, and their parsers from JSON and from a command line.

use std::{str::FromStr, time::Duration};

#[cfg(feature = "clap")]
use clap::{Arg, ArgAction, ArgMatches, Command};
use ktour_core::{
    Board, Coded, Leaper, TourKind,
    control::parse_time,
    notation::{parse_place, split_squares},
};
use ktour_puzzle::Difficulty;
use ktour_search::symmetric::WantedSymmetry;
use serde_json::{Value, json};

use super::Parameters;
use crate::{Misread, Refused, Wanted};

/// Type of a parameter.
pub trait Parameter: Clone + Send + Sync + 'static {
    /// Returns the JSON schema.
    fn schema() -> Value {
        json!({"type": ["string", "number"]})
    }

    /// Parses a value that is neither null nor empty; errors name the parameter.
    fn parse(name: &str, value: &Value) -> Result<Self, Refused>;

    /// Parses the value of a parameter, if it has one.
    fn read(parameters: &Parameters, name: &str) -> Result<Option<Self>, Refused> {
        parameters.value(name).map(|value| Self::parse(name, value)).transpose()
    }

    /// Returns the value as text, as a default is shown; empty if it means no value.
    fn text(&self) -> String {
        String::new()
    }

    /// Sets the parser of a flag.
    #[cfg(feature = "clap")]
    fn flag(arg: Arg) -> Arg {
        arg.value_parser(|text: &str| {
            Self::parse("", &text.into()).map_err(|refused| {
                let sentence = refused.to_string();
                sentence.strip_prefix(&format!("`` is {text}: ")).unwrap_or(&sentence).to_owned()
            })
        })
    }

    /// Adds the flag to a command.
    #[cfg(feature = "clap")]
    fn add_flags(command: Command, arg: Arg) -> Command {
        command.arg(arg)
    }

    /// Takes the value of the flag.
    #[cfg(feature = "clap")]
    fn take(matches: &mut ArgMatches, id: &str) -> Option<Self> {
        matches.remove_one(id)
    }
}

impl<T: Parameter> Parameter for Option<T> {
    fn schema() -> Value {
        T::schema()
    }

    fn parse(name: &str, value: &Value) -> Result<Option<T>, Refused> {
        T::parse(name, value).map(Some)
    }

    fn read(parameters: &Parameters, name: &str) -> Result<Option<Option<T>>, Refused> {
        Ok(T::read(parameters, name)?.map(Some))
    }

    #[cfg(feature = "clap")]
    fn flag(arg: Arg) -> Arg {
        T::flag(arg)
    }

    #[cfg(feature = "clap")]
    fn add_flags(command: Command, arg: Arg) -> Command {
        T::add_flags(command, arg)
    }

    #[cfg(feature = "clap")]
    fn take(matches: &mut ArgMatches, id: &str) -> Option<Option<T>> {
        T::take(matches, id).map(Some)
    }
}

/// Text, or a number as it is written.
impl Parameter for String {
    fn parse(name: &str, value: &Value) -> Result<String, Refused> {
        text(name, value)
    }

    fn text(&self) -> String {
        self.clone()
    }
}

/// Yes or no; a parameter without a value means yes.
impl Parameter for bool {
    fn schema() -> Value {
        json!({"type": "boolean"})
    }

    fn parse(name: &str, value: &Value) -> Result<bool, Refused> {
        match value {
            Value::Bool(flag) => Ok(*flag),
            Value::String(text) if ["", "true", "1", "yes"].contains(&text.as_str()) => Ok(true),
            Value::String(text) if ["false", "0", "no"].contains(&text.as_str()) => Ok(false),
            other => Err(wrong(name, Wanted::Flag, other)),
        }
    }

    fn read(parameters: &Parameters, name: &str) -> Result<Option<bool>, Refused> {
        let value = parameters.values.get(name).filter(|value| !value.is_null());
        value.map(|value| bool::parse(name, value)).transpose()
    }

    #[cfg(feature = "clap")]
    fn flag(arg: Arg) -> Arg {
        arg.action(ArgAction::SetTrue)
    }
}

impl Parameter for u64 {
    fn schema() -> Value {
        json!({"type": "integer", "minimum": 0})
    }

    fn parse(name: &str, value: &Value) -> Result<u64, Refused> {
        number(name, value)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    #[cfg(feature = "clap")]
    fn flag(arg: Arg) -> Arg {
        arg.value_parser(clap::value_parser!(u64))
    }
}

impl Parameter for u128 {
    fn parse(name: &str, value: &Value) -> Result<u128, Refused> {
        number(name, value)
    }

    #[cfg(feature = "clap")]
    fn flag(arg: Arg) -> Arg {
        arg.value_parser(|text: &str| text.parse::<u128>())
    }
}

fn number<T: FromStr>(name: &str, value: &Value) -> Result<T, Refused> {
    let text = text(name, value)?;
    let none = || Misread::NoNumber { word: name.to_owned(), text: text.clone(), most: u64::MAX };
    text.trim().parse().map_err(|_| none().into())
}

/// Refuses a number above the limit of an interface.
pub(crate) fn at_most(name: &str, number: u64, most: u64) -> Result<u64, Refused> {
    match number <= most {
        true => Ok(number),
        false => Err(Misread::NoNumber { word: name.to_owned(), text: number.to_string(), most }.into()),
    }
}

/// Time, such as 500ms.
impl Parameter for Duration {
    fn parse(name: &str, value: &Value) -> Result<Duration, Refused> {
        parse_time(&text(name, value)?).map_err(Refused::from)
    }

    fn text(&self) -> String {
        match self.as_millis() {
            whole if whole.is_multiple_of(1000) => format!("{}s", whole / 1000),
            milliseconds => format!("{milliseconds}ms"),
        }
    }
}

/// Names of squares: an array, or text as people write it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares(pub Vec<String>);

impl Parameter for Squares {
    fn schema() -> Value {
        json!({"type": ["array", "string"], "items": {"type": "string"}})
    }

    fn parse(name: &str, value: &Value) -> Result<Squares, Refused> {
        let text =
            |item: &Value| item.as_str().map(str::to_owned).ok_or_else(|| wrong(name, Wanted::Squares, item));
        match value {
            Value::String(text) => Ok(Squares(split_squares(text))),
            Value::Array(list) => Ok(Squares(list.iter().map(text).collect::<Result<_, _>>()?)),
            other => Err(wrong(name, Wanted::Squares, other)),
        }
    }
}

/// List of names or boards: an array, or text with commas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct List<T>(pub Vec<T>);

impl<T> Parameter for List<T>
where
    T: FromStr<Err: Coded> + ToString + Clone + Send + Sync + 'static,
{
    fn schema() -> Value {
        Squares::schema()
    }

    fn parse(name: &str, value: &Value) -> Result<List<T>, Refused> {
        let names = match value {
            Value::Array(names) => {
                let names = names.iter().map(|name| name.as_str().map_or(name.to_string(), str::to_owned));
                names.collect::<Vec<_>>().join(",")
            }
            one => text(name, one)?,
        };
        let items = names.split(',').map(|name| name.trim().parse().map_err(Refused::new));
        Ok(List(items.collect::<Result<_, _>>()?))
    }

    fn text(&self) -> String {
        self.0.iter().map(T::to_string).collect::<Vec<_>>().join(",")
    }
}

impl Parameter for Board {
    fn schema() -> Value {
        json!({"type": ["string", "integer", "object"], "minimum": 1, "minLength": 1})
    }

    fn parse(name: &str, value: &Value) -> Result<Board, Refused> {
        match value {
            Value::String(text) if text.contains(['.', '#', '\n']) => {
                ktour_render::read::picture(text.as_bytes()).map_err(Refused::new)
            }
            Value::String(text) => text.parse().map_err(Refused::new),
            Value::Number(side) => side.to_string().parse().map_err(Refused::new),
            Value::Object(board) => {
                let side = |side: &str| match board.get(side) {
                    Some(Value::Number(length)) => Ok(length.to_string()),
                    Some(Value::String(length)) => Ok(length.clone()),
                    Some(other) => Err(wrong(side, Wanted::Number, other)),
                    None => Err(Misread::NoSide { side: side.to_owned() }.into()),
                };
                let text = format!("{}x{}", side("files")?, side("ranks")?);
                let holes = board.get("holes").map(|holes| Squares::parse("holes", holes)).transpose()?;
                without(text.parse().map_err(Refused::new)?, &holes.unwrap_or_default())
            }
            other => Err(wrong(name, Wanted::Board, other)),
        }
    }

    fn read(parameters: &Parameters, name: &str) -> Result<Option<Board>, Refused> {
        match &parameters.board {
            Some(board) => Ok(Some(board.clone())),
            None => parameters.value(name).map(|value| Board::parse(name, value)).transpose(),
        }
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// Removes squares from a board.
pub(crate) fn without(board: Board, holes: &Squares) -> Result<Board, Refused> {
    let places: Result<Vec<_>, _> = holes.0.iter().map(|hole| parse_place(&board, hole)).collect();
    board.with_holes(places.map_err(Refused::new)?).map_err(Refused::new)
}

impl Parameter for Leaper {
    fn schema() -> Value {
        json!({"type": ["string", "array"], "items": {"type": "integer"}})
    }

    fn parse(name: &str, value: &Value) -> Result<Leaper, Refused> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Array(pair) => pair.iter().map(Value::to_string).collect::<Vec<_>>().join(","),
            other => return Err(wrong(name, Wanted::Leaper, other)),
        };
        text.parse().map_err(Refused::new)
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// Makes parameters of types that are enumerated by `named!`.
macro_rules! named_parameters {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::parameters::Parameter for $type {
            fn schema() -> serde_json::Value {
                serde_json::json!({"type": "string", "enum": <$type>::NAMES})
            }

            fn parse(name: &str, value: &serde_json::Value) -> Result<$type, $crate::Refused> {
                $crate::parameters::text(name, value)?.parse().map_err($crate::Refused::new)
            }

            fn text(&self) -> String {
                self.to_string()
            }

            #[cfg(feature = "clap")]
            fn flag(arg: clap::Arg) -> clap::Arg {
                use clap::builder::{PossibleValuesParser, TypedValueParser as _};
                arg.value_parser(PossibleValuesParser::new(<$type>::NAMES).try_map(|name| name.parse::<$type>()))
            }
        })*
    };
}

pub(crate) use named_parameters;

named_parameters! {
    ktour_search::Method, ktour_search::Tie, Difficulty, WantedSymmetry, ktour_count::Measure,
    ktour_lab::warnsdorff::StartRule, ktour_render::Fill, ktour_render::Format, ktour_render::PathStyle,
    ktour_render::Show, ktour_render::Theme,
}

/// Open or closed; on the command line two flags.
impl Parameter for TourKind {
    fn schema() -> Value {
        json!({"type": "string", "enum": TourKind::NAMES})
    }

    fn parse(name: &str, value: &Value) -> Result<TourKind, Refused> {
        let text = text(name, value)?;
        text.parse().map_err(|_| no_choice(name, text, &TourKind::NAMES))
    }

    #[cfg(feature = "clap")]
    fn add_flags(command: Command, _: Arg) -> Command {
        let flag = |name| Arg::new(name).long(name).action(ArgAction::SetTrue);
        let closed = "Closed tours only: the last square is one leap from the first";
        command
            .arg(flag("closed").help(closed).conflicts_with("open"))
            .arg(flag("open").help("The tour may end anywhere"))
    }

    #[cfg(feature = "clap")]
    fn take(matches: &mut ArgMatches, _: &str) -> Option<TourKind> {
        let kinds = [("closed", TourKind::Closed), ("open", TourKind::Open)];
        kinds.into_iter().find(|(flag, _)| matches.get_flag(flag)).map(|(_, kind)| kind)
    }
}

/// Refuses a text that is none of the choices.
pub(crate) fn no_choice(name: &str, text: String, choices: &[&str]) -> Refused {
    let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
    Misread::NoChoice { word: name.to_owned(), text, choices }.into()
}

/// Parses a text, or a number as it is written.
pub(crate) fn text(name: &str, value: &Value) -> Result<String, Refused> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        other => Err(wrong(name, Wanted::Text, other)),
    }
}

/// Refuses a value of another type.
pub(crate) fn wrong(name: &str, wanted: Wanted, got: &Value) -> Refused {
    let mut got = got.to_string();
    if got.chars().count() > 40 {
        got = got.chars().take(40).chain(['…']).collect();
    }
    Misread::WrongType { word: name.to_owned(), wanted, got }.into()
}
