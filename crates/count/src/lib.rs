//! How many knight's tours: exact counting, listing and fair sampling.
//!
//! A [`Puzzle`] says which tours; [`count`] says how many, as a [`TourCount`] that never forgets
//! its convention. The clever way decides square by square and remembers only the frontier; the
//! obvious way, [`plain`], walks every tour, and tests make the two agree.
//!
//! ```
//! use knights_tour::{Board, Puzzle, TourKind};
//! use knights_tour_count::{Watch, count};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let counted = count(&puzzle, &Watch::default())?;
//! assert_eq!(*counted.tours.undirected(), 9862u32.into());
//! assert_eq!(*counted.tours.directed(), 19724u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
#[cfg(feature = "cluster")]
pub mod cluster;
mod estimate;
mod halves;
mod layers;
mod list;
pub mod plain;
mod problem;
mod sample;
mod state;
mod tour_count;
mod watch;

use knights_tour::{Puzzle, Square, TourKind, notation};
use num_bigint::BigUint;
use thiserror::Error;

use crate::{
    halves::meeting::Meeting,
    layers::checkpoint::Checkpoint,
    layers::walk::{AnyLayer, walk},
    problem::{graph, plan},
};

pub use classes::Classes;
pub use estimate::{Estimate, estimate, estimate_list, estimate_sample};
pub use list::{Shard, each_order, each_tour, is_first_of_its_class, symmetries_of};
pub use sample::{each_sample, sample};
pub use tour_count::TourCount;
pub use watch::{Progress, Watch};

/// Why there is no count.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// Open and closed tours are counted apart.
    #[error("open and closed tours are counted apart: ask for one of them")]
    NoKind,
    /// More squares than counting makes sense for.
    #[error("{board} has too many squares to count its tours: the most are 65536")]
    TooLarge {
        /// The board's size.
        board: String,
    },
    /// The frontier does not fit a machine word.
    #[error(
        "the frontier has {places} places, and a machine word holds {most}: a knight's board may be 8 squares wide, for closed tours 9"
    )]
    TooWide {
        /// How many places it needs.
        places: usize,
        /// How many there are.
        most: usize,
    },
    /// The number of tours does not fit 1024 bits.
    #[error(
        "the number of tours has more than 1024 bits, which is the most that is counted: take a shorter board"
    )]
    TooMany,
    /// The tables outgrow the memory.
    #[error("the tables grow beyond {bytes} bytes, and {memory} bytes are allowed")]
    OutOfMemory {
        /// What the next layer takes.
        bytes: u128,
        /// What there is.
        memory: u128,
    },
    /// Classes are counted on some boards only.
    #[error(
        "classes are counted for knight's tours of full rectangles without given ends: closed ones where a side of 8 at most is even, open ones where both sides are even or there are 40 squares at most"
    )]
    NoClasses,
    /// A directory or a file in it cannot be written.
    #[error("{path} cannot be written: {error}")]
    Unwritable {
        /// Which.
        path: String,
        /// Why not.
        error: String,
    },
    /// Somebody else counts with this directory.
    #[error("{path} is in use, another ktour works here: wait until it ends, or name another directory")]
    InUse {
        /// The directory.
        path: String,
    },
    /// A table in a file cannot be written or read.
    #[error("the tables cannot be kept in files: {error}")]
    Disk {
        /// Why not.
        error: String,
    },
    /// The checkpoint answers another question.
    #[error("{path} is a checkpoint of {found}, not of {wanted}: name another directory, or delete it")]
    CheckpointOfAnother {
        /// The file.
        path: String,
        /// Its question.
        found: String,
        /// This one.
        wanted: String,
    },
    /// The checkpoint was written by another version.
    #[error("{path} says {found}, and this is {wanted}: name another directory, or delete it")]
    CheckpointVersion {
        /// The file.
        path: String,
        /// What it says.
        found: String,
        /// What it should say.
        wanted: &'static str,
    },
    /// The checkpoint is damaged.
    #[error("{path} cannot be resumed, {why}: name another directory, or delete it")]
    CheckpointBroken {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody said stop.
    #[error("stopped")]
    Stopped,
}

knights_tour::coded! {
    CountError {
        "count-no-kind": NoKind,
        "count-too-large": TooLarge { board },
        "count-too-wide": TooWide { places, most },
        "count-too-many": TooMany,
        "count-out-of-memory": OutOfMemory { bytes, memory },
        "count-no-classes": NoClasses,
        "count-in-use": InUse { path },
        "count-unwritable": Unwritable { path, error },
        "count-disk": Disk { error },
        "count-checkpoint-of-another": CheckpointOfAnother { path, found, wanted },
        "count-checkpoint-version": CheckpointVersion { path, found, wanted },
        "count-checkpoint-broken": CheckpointBroken { path, why },
        "count-stopped": Stopped,
    }
}

/// A count, and what it cost.
#[derive(Clone, Debug)]
pub struct Counted {
    /// How many tours.
    pub tours: TourCount,
    /// States of all layers together: the signature of the method.
    pub states: u64,
    /// About how much memory the tables took at most.
    pub peak_bytes: u64,
}

/// How many tours, exactly.
///
/// *Guarantee:* exact, or an error; numbers widen before they could overflow. *Cost:* grows about
/// twenty-fold with every square of the shorter side and linearly with the longer one.
pub fn count(puzzle: &Puzzle, watch: &Watch) -> Result<Counted, CountError> {
    if let Some(counted) = without_counting(puzzle)? {
        return Ok(counted);
    }
    let graph = graph::Graph::new(puzzle, watch)?;
    let mut checkpoint = match &watch.checkpoint {
        Some(directory) => Some(Checkpoint::new(directory, about(puzzle), watch.spill.is_some())?),
        None => None,
    };
    let meeting = Meeting::new(puzzle, &graph, watch)?;
    let counted =
        match meeting.filter(|meeting| checkpoint.as_ref().is_none_or(|left| left.is_for(meeting.glue))) {
            Some(meeting) => by_halves(puzzle, &meeting, watch, checkpoint.as_mut())?,
            None => None,
        };
    let counted = match counted {
        Some(counted) => counted,
        None => as_a_whole(puzzle, &graph, watch, checkpoint.as_mut())?,
    };
    if let Some(checkpoint) = checkpoint {
        checkpoint.remove();
    }
    Ok(counted)
}

/// The same number, from the whole board even where it has two equal halves: the second opinion.
///
/// *Guarantee:* that of [`count`]. *Cost:* about twice the layers of `count`, and no gluing; no
/// checkpoint is left.
pub fn count_as_a_whole(puzzle: &Puzzle, watch: &Watch) -> Result<Counted, CountError> {
    match without_counting(puzzle)? {
        Some(counted) => Ok(counted),
        None => as_a_whole(puzzle, &graph::Graph::new(puzzle, watch)?, watch, None),
    }
}

/// Boards so small that no frontier is needed.
fn without_counting(puzzle: &Puzzle) -> Result<Option<Counted>, CountError> {
    let kind = kind_of(puzzle)?;
    let squares = puzzle.board().square_count();
    let is_tiny = squares < 3 && kind == TourKind::Closed || squares == 1;
    if !is_tiny {
        return Ok(None);
    }
    let tours = TourCount::of(puzzle, BigUint::from(u8::from(kind == TourKind::Open)));
    Ok(Some(Counted { tours, states: 0, peak_bytes: 0 }))
}

/// Halves with counts beyond a machine word belong to boards too long for this: `None`.
fn by_halves(
    puzzle: &Puzzle,
    meeting: &Meeting,
    watch: &Watch,
    checkpoint: Option<&mut Checkpoint>,
) -> Result<Option<Counted>, CountError> {
    let walked = walk(&meeting.plan, meeting.glue, watch, checkpoint, None)?;
    let AnyLayer::Word(layer) = walked.layer else { return Ok(None) };
    let glued = meeting.glue(&layer, watch)?;
    let tours = TourCount::of(puzzle, glued.tours.into());
    let states = walked.states + glued.states;
    Ok(Some(Counted { tours, states, peak_bytes: walked.peak_bytes.max(glued.peak_bytes) }))
}

fn as_a_whole(
    puzzle: &Puzzle,
    graph: &graph::Graph,
    watch: &Watch,
    checkpoint: Option<&mut Checkpoint>,
) -> Result<Counted, CountError> {
    let plan = plan::Plan::whole(graph, watch)?.with_mirror(graph, watch)?;
    let walked = walk(&plan, plan.steps.len(), watch, checkpoint, None)?;
    let tours = TourCount::of(puzzle, walked.sum()?);
    Ok(Counted { tours, states: walked.states, peak_bytes: walked.peak_bytes })
}

/// The question in one line.
fn about(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let names = |squares: &[Square]| -> String {
        squares.iter().map(|&square| format!(" {}", notation::name(board, square))).collect()
    };
    let (r, s) = (puzzle.leaper().r(), puzzle.leaper().s());
    let mut about = format!("{board} {}", puzzle.kind().unwrap_or(TourKind::Open));
    if (r, s) != (1, 2) {
        about += &format!(", leaper {r},{s}");
    }
    for (word, squares) in [
        ("without", board.holes().to_vec()),
        ("from", puzzle.start().into_iter().collect()),
        ("to", puzzle.end().into_iter().collect()),
    ] {
        if !squares.is_empty() {
            about += &format!(", {word}{}", names(&squares));
        }
    }
    about
}

/// How many tours, and how many classes under the board's symmetries.
///
/// *Guarantee:* exact, by Burnside's lemma. *Cost:* that of [`count`], and half a board for every
/// symmetry that exchanges the halves.
///
/// ```
/// use knights_tour::{Board, Puzzle, TourKind};
/// use knights_tour_count::{Watch, count_classes};
///
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let counted = count_classes(&puzzle, &Watch::default())?;
/// let classes = counted.tours.up_to_symmetry().unwrap();
/// assert_eq!(classes.all, 1245u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count_classes(puzzle: &Puzzle, watch: &Watch) -> Result<Counted, CountError> {
    classes::check(puzzle)?;
    let counted = count(puzzle, watch)?;
    let classes = classes::classes(puzzle, counted.tours.undirected(), watch)?;
    Ok(Counted { tours: counted.tours.with_classes(classes), ..counted })
}

/// The kind a puzzle asks for, which counting must know.
pub(crate) fn kind_of(puzzle: &Puzzle) -> Result<TourKind, CountError> {
    puzzle.kind().ok_or(CountError::NoKind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line by line along the longer side, as a whole and by halves, against the shorter side.
    fn agrees_the_wide_way(board: &str, hole: Option<Square>, kind: TourKind) {
        let board: knights_tour::Board = board.parse().unwrap();
        let puzzle = Puzzle::new(board.with_holes(hole).unwrap()).with_kind(kind);
        let watch = Watch::default();
        let tours = count(&puzzle, &watch).unwrap().tours;
        assert_ne!(*tours.undirected(), BigUint::ZERO);
        let graph = graph::Graph::oriented(&puzzle, graph::Order::Ranks, &watch).unwrap();
        assert!(graph.reach() > graph::Graph::new(&puzzle, &watch).unwrap().reach());
        assert_eq!(as_a_whole(&puzzle, &graph, &watch, None).unwrap().tours, tours);
        if let Some(meeting) = Meeting::new(&puzzle, &graph, &watch).unwrap() {
            assert_eq!(by_halves(&puzzle, &meeting, &watch, None).unwrap().unwrap().tours, tours);
        }
    }

    #[test]
    fn wide_words_count_the_same() {
        // 16, 17 and 18 places, with the place beyond the board.
        agrees_the_wide_way("7x4", None, TourKind::Open);
        agrees_the_wide_way("7x5", None, TourKind::Open);
        agrees_the_wide_way("8x4", None, TourKind::Open);
        agrees_the_wide_way("8x5", None, TourKind::Closed);
        // 19 places.
        agrees_the_wide_way("9x5", Some(Square::new(0, 0)), TourKind::Closed);
    }
}
