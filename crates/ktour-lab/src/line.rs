//! Text as data: a code that never changes its meaning, its figures, and plain English.
//!
//! A page in another language makes its own sentence from the code and the figures; a terminal or a report
//! writes the English one, [`Display`](std::fmt::Display). All lines are in the one list of `phrases`.

use std::fmt;

use ktour_core::Board;
use ktour_search::{Method, Tie};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::units;

/// A sentence, a caption, a heading or a label.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Line {
    /// A stable name.
    pub code: &'static str,
    /// The figures of the text, by name.
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

/// Serializes pairs as an object in their order.
pub(crate) fn by_name<K: Serialize, V: Serialize, S: Serializer>(
    pairs: &[(K, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// A number with its unit, or a name: a gap of a line or a cell of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Figure {
    /// An empty cell.
    #[default]
    Nothing,
    /// A board, a square or a formula, which is the same in every language.
    Name(String),
    /// A method, by its name.
    Method(String),
    /// A tie rule, by its name.
    Tie(String),
    /// A count.
    Count(u64),
    /// A measured time, in seconds.
    Seconds(f64),
    /// A time limit as it was given, in seconds.
    Limit(f64),
    /// A share of one, as a percentage with one digit after the point.
    Percent(f64),
    /// An exact share of one, as a percentage with three digits after the point.
    Exact(f64),
    /// A ratio: how many times as much.
    Times(f64),
    /// A number with three significant digits.
    Number(f64),
    /// A number with a given number of digits after the point.
    Decimal {
        /// The number.
        value: f64,
        /// Number of digits after the point.
        digits: usize,
    },
    /// More than this figure.
    Over(Box<Figure>),
    /// A list of figures, joined by commas.
    List(Vec<Figure>),
    /// Alternatives, joined by "or".
    Either(Vec<Figure>),
    /// A line of text.
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
    /// Marks the figure as a lower bound if `is_open`.
    pub(crate) fn over_if(self, is_open: bool) -> Figure {
        if is_open { Figure::Over(Box::new(self)) } else { self }
    }

    /// A number with `digits` digits after the point.
    pub(crate) fn decimal(value: f64, digits: usize) -> Figure {
        Figure::Decimal { value, digits }
    }
}

macro_rules! figures_from {
    ($($type:ty: $from:expr;)*) => {
        $(impl From<$type> for Figure {
            fn from(value: $type) -> Figure {
                ($from)(value)
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
    fn from(value: Option<T>) -> Figure {
        value.map_or(Figure::Nothing, Into::into)
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
    fn an_open_figure_is_written_as_a_lower_bound() {
        assert_eq!(Figure::Count(7).over_if(true).to_string(), "> 7");
        assert_eq!(Figure::Count(7).over_if(false).to_string(), "7");
        assert_eq!(Figure::from(None::<u64>).to_string(), "");
    }
}
