//! The parameters of the question `count`.

use ktour_core::{Control, Puzzle, TourKind};
use ktour_count::{CountError, Counted, Counter, Measure, Resources};
use ktour_search::{
    symmetric::WantedSymmetry,
    theory::{Verdict, exists},
};

use super::documents::ColumnsDocument;
use crate::{Misread, Parameters, Refused};

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
    /// Parses the parameters.
    pub fn parse(words: &Parameters, most: u128) -> Result<Count, Refused> {
        let puzzle = with_default_kind(words.puzzle(most)?);
        let symmetry = match words.flag("symmetry") {
            Ok(flag) => flag.then_some(CountedTours::Classes),
            Err(_) => words.wanted_symmetry(puzzle.board())?.map(CountedTours::Kept),
        };
        let by = words
            .text("by")?
            .map(|name| name.parse().map(CountedTours::By).map_err(Refused::new))
            .transpose()?;
        let magic = match words.text("magic")?.as_deref() {
            None => None,
            Some("columns") => Some(CountedTours::EqualColumns),
            Some(_) => return Err(words.unknown_choice("magic", &["columns"])),
        };
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
