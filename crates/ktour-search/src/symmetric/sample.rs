//! Symmetric tours sampled exactly uniformly: all are listed twice, first to count them and then to pick the
//! sampled ones.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use super::{for_each_symmetric, wanted::WantedSymmetry};
use crate::Refusal;
use ktour_core::{Control, Puzzle, Tour, random::Random};

/// Samples `n` tours with a symmetry, each uniformly from all; an empty list if there are none, `None` if it
/// was stopped.
///
/// ```
/// use ktour::{Board, Control, Puzzle, TourKind, symmetric::{WantedSymmetry, sample_symmetric}};
/// let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
/// let drawn = sample_symmetric(&puzzle, WantedSymmetry::HalfTurn, 3, 7, &Control::unlimited())?;
/// assert_eq!(drawn.map(|tours| tours.len()), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sample_symmetric(
    puzzle: &Puzzle,
    wanted: WantedSymmetry,
    n: usize,
    seed: u64,
    control: &Control,
) -> Result<Option<Vec<Tour>>, Refusal> {
    let mut all = 0u64;
    let is_whole = for_each_symmetric(puzzle, wanted, control, &mut |_| {
        all += 1;
        ControlFlow::Continue(())
    })?;
    if !is_whole || all == 0 {
        return Ok(is_whole.then(Vec::new));
    }
    let mut random = Random::new(seed, 0);
    let drawn: Vec<u64> = (0..n).map(|_| below(&mut random, all)).collect();
    let last = drawn.iter().max().copied().unwrap_or(0);
    let numbers: HashSet<u64> = drawn.iter().copied().collect();
    let (mut number, mut sampled) = (0, HashMap::new());
    let is_whole = for_each_symmetric(puzzle, wanted, control, &mut |tour| {
        if numbers.contains(&number) {
            sampled.insert(number, tour);
        }
        number += 1;
        if number > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(is_whole.then(|| drawn.iter().filter_map(|number| sampled.get(number).cloned()).collect()))
}

/// A random number below `bound`, each with exactly equal probability.
fn below(random: &mut Random, bound: u64) -> u64 {
    let whole = u64::MAX - u64::MAX % bound;
    loop {
        let number = random.next();
        if number < whole {
            return number % bound;
        }
    }
}
