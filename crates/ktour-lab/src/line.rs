//! What is said, as facts: a code that never changes its meaning, the figures that belong to it, and
//! plain English.
//!
//! A page in another language takes the code and the figures and makes its own sentence; a terminal, a
//! report or a reader of English takes [`Display`](std::fmt::Display). Every line that can be said is
//! in the one list of `phrases`, so that a test can walk them.

use std::fmt;

use ktour_tour::{Board, Method, Tie};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::units;

/// A sentence, a caption, a heading or a label.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Line {
    /// A stable name.
    pub code: &'static str,
    /// What belongs to it, by name.
    #[serde(serialize_with = "by_name")]
    #[schemars(with = "std::collections::BTreeMap<String, Figure>")]
    pub facts: Vec<(&'static str, Figure)>,
    #[serde(skip)]
    pub(crate) english: String,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

/// Pairs as an object that keeps their order.
pub(crate) fn by_name<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// A number with its unit, or a name: what lines and tables are filled with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// Nothing is known, or nothing is to be said.
    #[default]
    Nothing,
    /// A board, a square, a formula: written the same in every language.
    Name(String),
    /// A method, by its name.
    Method(String),
    /// A tie rule, by its name.
    Tie(String),
    /// Things, counted.
    Count(u64),
    /// A time that was measured.
    Seconds(f64),
    /// A time as it was given, in seconds.
    Limit(f64),
    /// A share of one, as a percentage with one digit after the point.
    Percent(f64),
    /// The same with three digits: no estimate.
    Exact(f64),
    /// How many times as much.
    Times(f64),
    /// A number with three digits that count.
    Number(f64),
    /// A number with so many digits after the point.
    Decimal {
        /// The number.
        value: f64,
        /// How many digits.
        digits: usize,
    },
    /// More than this.
    Over(Box<Figure>),
    /// All of these.
    List(Vec<Figure>),
    /// One of these.
    Either(Vec<Figure>),
    /// Said in words.
    Line(Line),
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined =
            |figures: &[Figure], by: &str| figures.iter().map(Figure::to_string).collect::<Vec<_>>().join(by);
        match self {
            Figure::Nothing => Ok(()),
            Figure::Name(name) | Figure::Method(name) | Figure::Tie(name) => f.write_str(name),
            Figure::Count(count) => f.write_str(&units::count(*count)),
            Figure::Seconds(time) => f.write_str(&units::seconds(*time)),
            Figure::Limit(time) => write!(f, "{time} s"),
            Figure::Percent(share) => f.write_str(&units::percent(*share)),
            Figure::Exact(share) => write!(f, "{:.3} %", share * 100.0),
            Figure::Times(ratio) => f.write_str(&units::times(*ratio)),
            Figure::Number(number) => f.write_str(&units::three_digits(*number)),
            Figure::Decimal { value, digits } => write!(f, "{value:.digits$}"),
            Figure::Over(figure) => write!(f, "> {figure}"),
            Figure::List(figures) => f.write_str(&joined(figures, ", ")),
            Figure::Either(figures) => f.write_str(&joined(figures, " or ")),
            Figure::Line(line) => line.fmt(f),
        }
    }
}

impl Figure {
    /// More than this, where the truth is not known.
    pub(crate) fn over_if(self, is_open: bool) -> Figure {
        if is_open { Figure::Over(Box::new(self)) } else { self }
    }

    /// A number with so many digits after the point.
    pub(crate) fn decimal(value: f64, digits: usize) -> Figure {
        Figure::Decimal { value, digits }
    }
}

macro_rules! figures_from {
    ($($type:ty: $from:expr;)*) => {
        $(impl From<$type> for Figure {
            fn from(it: $type) -> Figure {
                ($from)(it)
            }
        })*
    };
}

figures_from! {
    u64: Figure::Count;
    usize: |count| Figure::Count(count as u64);
    Line: Figure::Line;
    Method: |method: Method| Figure::Method(method.name().to_owned());
    Tie: |tie: Tie| Figure::Tie(tie.name().to_owned());
    &Board: |board: &Board| Figure::Name(board.to_string());
    &String: |name: &String| Figure::Name(name.clone());
    &str: |name: &str| Figure::Name(name.to_owned());
}

impl<T: Into<Figure>> From<Option<T>> for Figure {
    fn from(it: Option<T>) -> Figure {
        it.map_or(Figure::Nothing, Into::into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases;

    #[test]
    fn a_line_is_data_and_english() {
        let line = phrases::unknown_search(
            &Board::new(10, 10).unwrap(),
            Method::Backtrack,
            Figure::Limit(0.05),
            12_345u64,
        );
        assert_eq!(
            line.to_string(),
            "10x10 by backtrack is unknown after 0.05 s: 12\u{202f}345 trials found no tour and proved nothing."
        );
        let data = serde_json::to_string(&line).unwrap();
        assert_eq!(
            data,
            r#"{"code":"unknown-search","facts":{"board":{"name":"10x10"},"method":{"method":"backtrack"},"limit":{"limit":0.05},"trials":{"count":12345}}}"#
        );
    }

    #[test]
    fn what_is_not_known_is_more_than_what_was_seen() {
        assert_eq!(Figure::Count(7).over_if(true).to_string(), "> 7");
        assert_eq!(Figure::Count(7).over_if(false).to_string(), "7");
        assert_eq!(Figure::from(None::<u64>).to_string(), "");
    }
}
