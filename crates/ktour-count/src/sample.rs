//! Tours drawn exactly uniformly: random numbers, and the tours that have them.
//!
//! *Guarantee:* exactly uniform; the same seed gives the same tours on any number of threads. *Cost:* that of
//! [`rank`](crate::rank).

use std::ops::{ControlFlow, Range};

use ktour_core::{Puzzle, Tour, TourKind, random::Random};

use crate::{
    CountError,
    context::Context,
    frontier::mix,
    problem::{
        chosen_leaps::{self, verified},
        graph::OrderedGraph,
    },
    rank::Ranking,
};

/// Bytes that a leap of a tour takes while it is drawn.
const LEAP_BYTES: u128 = 160;
/// The share of the work after which tours are drawn, about.
pub(crate) const DRAWN: f64 = 0.9;
/// The most tours that are drawn at once.
const MAX_BLOCK: u128 = 1 << 16;

/// Calls `found` with a number of tours until it breaks.
pub(crate) fn draw(
    ranking: &Ranking,
    (puzzle, graph): (&Puzzle, &OrderedGraph),
    tours: usize,
    seed: u64,
    run: &Context<'_>,
    found: &mut dyn FnMut(Tour) -> ControlFlow<()>,
) -> Result<(), CountError> {
    let is_open = graph.ends.is_some();
    let is_two_way = is_open && puzzle.start().is_none() && puzzle.end().is_none();
    let squares = puzzle.board().square_count();
    let block = (run.memory() / 8 / (LEAP_BYTES * squares)).clamp(1, MAX_BLOCK) as usize;
    run.report.tell_part(DRAWN..1.0);
    for first in (0..tours).step_by(block) {
        run.report.tell_share(first as f64 / tours as f64);
        let mut chances = chances(first as u64..tours.min(first + block) as u64, seed);
        let numbers: Vec<u128> = chances.iter_mut().map(|chance| chance.below(ranking.tours())).collect();
        for (leaps, mut chance) in ranking.unrank(&numbers, run)?.into_iter().zip(chances) {
            let tour = verified(puzzle, chosen_leaps::squares(puzzle, graph, leaps));
            let tour = if is_two_way && chance.coin() { tour.reversed() } else { tour };
            let kind = puzzle.kind().unwrap_or(TourKind::Open);
            if found(if kind == TourKind::Open { tour.as_open() } else { tour }).is_break() {
                return Ok(());
            }
        }
    }
    run.end();
    Ok(())
}

fn chances(tours: Range<u64>, seed: u64) -> Vec<Chance> {
    tours.map(|tour| Chance::new(seed, tour)).collect()
}

/// Chances, the same for the same seed and number.
pub(crate) struct Chance(Random);

impl Chance {
    /// The stream of a tour. `Random::new` would mix as well; this older way stays, so that a seed keeps its
    /// tours.
    pub(crate) fn new(seed: u64, number: u64) -> Chance {
        let mixed = mix(seed ^ mix(number.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        Chance(Random::seeded(mixed))
    }

    /// A number below `end`, all equally likely.
    pub(crate) fn below(&mut self, end: u128) -> u128 {
        let whole = u128::MAX - u128::MAX % end;
        loop {
            let number = u128::from(self.0.next()) << 64 | u128::from(self.0.next());
            if number < whole {
                return number % end;
            }
        }
    }

    pub(crate) fn coin(&mut self) -> bool {
        self.0.coin()
    }
}
