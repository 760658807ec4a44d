//! Exact counting, listing and fair sampling of knight's tours.
//!
//! A [`Puzzle`](ktour_core::Puzzle) says which tours; a [`Counter`] says how many there are, as a
//! [`TourCount`] that always states its convention, lists them, and draws some of them at random. The clever
//! way decides square by square and remembers only the frontier; the obvious way, [`plain`], walks every
//! tour, and tests check that the two agree.
//!
//! ```
//! use ktour::{Board, Control, Puzzle, TourKind};
//! use ktour::count::{Counter, Resources};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let counted = Counter::new(&puzzle)?.count(&Resources::default(), &Control::unlimited())?;
//! assert_eq!(*counted.tours.undirected(), 9862u32.into());
//! assert_eq!(*counted.tours.directed(), 19724u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod columns;
mod context;
mod counter;
mod distribution;
mod error;
mod estimate;
mod frontier;
mod list;
mod meet_in_middle;
pub mod plain;
mod problem;
mod rank;
mod report;
mod resources;
mod sample;
mod state;
mod state_class;
mod threads;
mod tour_count;

pub use classes::Classes;
pub use columns::{MOST_COLUMNS, equal_columns, equal_columns_bytes};
pub use counter::{Counter, Counting, LayerSum, Task};
pub use distribution::{Distribution, Measure, MeasurePart};
pub use error::{CheckpointFault, CountError};
pub use estimate::{CountForecast, Estimate, EstimateBasis, MachineForecast};
pub use list::{Shard, ShardError, is_first_of_its_class, symmetries_of};
pub use problem::graph::check_size;
pub use report::{CountProgress, Report};
pub use resources::Resources;
pub use tour_count::{Counted, TourCount};

/// Parts of a count, for `ktour-cluster`, which takes the same steps with a share of every layer. They are not a
/// stable interface.
#[doc(hidden)]
pub mod engine {
    pub use crate::{
        context::{Context, PROCESS_BYTES},
        counter::Prepared,
        frontier::{checkpoint, mix, multiplicity::word_at},
        meet_in_middle::split::{BoardSplit, HalfBoard},
        problem::plan::Plan,
        state::{matching_map::MatchingMaps, pairing::Pairings},
        state_class::{ClassBlock, ClassJoin, ClassLayer, ClassWalk, HalfViews, union},
    };
}
