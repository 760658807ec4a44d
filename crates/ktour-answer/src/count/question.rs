//! The parameters of the question `count`.

use std::time::Duration;

use ktour_core::{Control, Puzzle, TourKind};
use ktour_count::{CountError, Counted, Counter, Measure, Resources};
use ktour_search::{
    symmetric::WantedSymmetry,
    theory::{Verdict, exists},
};

use serde_json::{Value, json};

use super::documents::ColumnsDocument;
use crate::{
    Misread, Refused,
    parameters::{
        Parameter, Parameters, TourParameters, checked_symmetry, named_parameters, parameters, text,
    },
};

parameters! {
    /// Parameters of [`Count`].
    pub struct CountParameters: tours: TourParameters {
        /// Symmetry that the tours must have, such as half-turn; or true: count classes under the board's symmetries as well.
        symmetry: Option<WantedCount>,
        /// Count how many tours have each value of a measure.
        #[cli(value_name("M"))]
        by: Option<Measure>,
        /// Only tours of a board with four ranks whose columns all have the same sum.
        #[cli(value_name("LINES"))]
        magic: Option<Lines>,
        /// Stop after this long; no limit if not given.
        max_time: Option<Duration>,
    }
}

/// Symmetry of the tours that are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WantedCount {
    /// All tours, and their classes under the board's symmetries.
    Classes,
    /// Tours with a symmetry.
    Kept(WantedSymmetry),
}

impl Parameter for WantedCount {
    fn schema() -> Value {
        json!({"type": ["string", "boolean"]})
    }

    fn parse(name: &str, value: &Value) -> Result<WantedCount, Refused> {
        match value {
            Value::Bool(_) => Ok(WantedCount::Classes),
            value => text(name, value)?.parse().map(WantedCount::Kept).map_err(Refused::new),
        }
    }

    fn read(parameters: &Parameters, name: &str) -> Result<Option<WantedCount>, Refused> {
        match bool::read(parameters, name) {
            Ok(flag) => Ok(flag.unwrap_or(false).then_some(WantedCount::Classes)),
            Err(_) => parameters.value(name).map(|value| WantedCount::parse(name, value)).transpose(),
        }
    }
}

/// Lines with equal sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// Columns.
    Columns,
}

ktour_core::named! { Lines: "lines" { "columns" => Columns } }
named_parameters! { Lines }

/// Question for a number of tours.
#[derive(Clone, Debug)]
pub struct Count {
    /// Board, with first and last square if given.
    pub puzzle: Puzzle,
    /// Tours that are counted.
    pub which: CountedTours,
}

/// Subset or grouping of the tours to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedTours {
    /// All.
    All,
    /// All tours, and their classes under the board's symmetries.
    Classes,
    /// Tours with a symmetry.
    Kept(WantedSymmetry),
    /// All tours, by the values of a measure.
    By(Measure),
    /// Tours on four ranks whose columns have equal sums.
    EqualColumns,
}

impl Count {
    /// Checks the parameters, and refuses a board of more than `most` squares.
    pub fn new(parameters: &CountParameters, most: u128) -> Result<Count, Refused> {
        let puzzle = with_default_kind(parameters.tours.puzzle(most)?);
        let symmetry = match parameters.symmetry {
            Some(WantedCount::Kept(symmetry)) => {
                checked_symmetry(Some(symmetry), puzzle.board())?;
                Some(CountedTours::Kept(symmetry))
            }
            Some(WantedCount::Classes) => Some(CountedTours::Classes),
            None => None,
        };
        let by = parameters.by.map(CountedTours::By);
        let magic = parameters.magic.map(|Lines::Columns| CountedTours::EqualColumns);
        let asked = [("symmetry", symmetry), ("by", by), ("magic", magic)];
        let asked: Vec<_> = asked.into_iter().filter_map(|(word, which)| Some((word, which?))).collect();
        let which = match asked[..] {
            [] => CountedTours::All,
            [(_, which)] => which,
            [(one, _), (other, _), ..] => return Err(Misread::NotBoth { one, other }.into()),
        };
        if which == CountedTours::EqualColumns {
            ColumnsDocument::check(&puzzle)?;
        }
        Ok(Count { puzzle, which })
    }

    /// Counts the tours with a counter of its puzzle, and their classes if requested.
    pub fn answer(
        &self,
        counter: &Counter,
        resources: &Resources,
        control: &Control,
    ) -> Result<Counted, CountError> {
        match self.which {
            CountedTours::Classes => counter.classes(resources, control),
            _ => counter.count(resources, control),
        }
    }
}

/// Chooses the kind of tour if none is requested: closed, or open if closed tours are known not to exist.
/// The answer names the kind.
pub fn with_default_kind(puzzle: Puzzle) -> Puzzle {
    if puzzle.kind().is_some() {
        return puzzle;
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    match exists(&closed) {
        Verdict::No(_) => puzzle.with_kind(TourKind::Open),
        _ => closed,
    }
}
