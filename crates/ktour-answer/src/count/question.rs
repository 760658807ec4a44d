//! Which tours are to be counted.

use ktour_count::{CountError, Counted, Counter, Measure, Resources};
use ktour_tour::{
    Control, Puzzle, TourKind,
    symmetric::WantedSymmetry,
    theory::{Verdict, exists},
};

use super::documents::ColumnsDocument;
use crate::{Misread, Parameters, Refused};

/// A number of tours is asked for.
#[derive(Clone, Debug)]
pub struct Count {
    /// Of which board, from where to where.
    pub puzzle: Puzzle,
    /// Of which of its tours.
    pub which: CountedTours,
}

/// Which tours are counted, and what is told of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedTours {
    /// All.
    All,
    /// All, and their classes under the board's symmetries.
    Classes,
    /// Those that a symmetry keeps.
    Kept(WantedSymmetry),
    /// All, by the values of a measure.
    By(Measure),
    /// Those of four ranks whose columns have equal sums.
    EqualColumns,
}

impl Count {
    /// The question in these words.
    pub fn read(words: &Parameters, most: u128) -> Result<Count, Refused> {
        let puzzle = counted_kind(words.puzzle(most)?);
        let symmetry = match words.flag("symmetry") {
            Ok(flag) => flag.then_some(CountedTours::Classes),
            Err(_) => words.sought(puzzle.board())?.map(CountedTours::Kept),
        };
        let by = words
            .text("by")?
            .map(|name| name.parse().map(CountedTours::By).map_err(Refused::of))
            .transpose()?;
        let magic = match words.text("magic")?.as_deref() {
            None => None,
            Some("columns") => Some(CountedTours::EqualColumns),
            Some(_) => return Err(words.no_choice("magic", &["columns"])),
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

    /// The number, from a counter of its puzzle, and its classes where they are asked for.
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

/// Where neither kind is asked for: closed tours, or open ones where it is known that none is
/// closed. The answer says which were counted.
pub fn counted_kind(puzzle: Puzzle) -> Puzzle {
    if puzzle.kind().is_some() {
        return puzzle;
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    match exists(&closed) {
        Verdict::No(_) => puzzle.with_kind(TourKind::Open),
        _ => closed,
    }
}
