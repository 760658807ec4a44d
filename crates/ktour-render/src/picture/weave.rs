//! Crossings of a tour that is drawn as a woven band.
//!
//! Along the tour the band passes over one crossing, under the next, and so on. On a closed tour this is
//! always consistent, because no three leaps of a knight meet in a point: between two visits to a crossing
//! lies a loop, and every leap that enters the loop leaves it again, so the number of crossings between the
//! visits is even. An open tour may end inside a loop; then the first visit decides the second.
//!
//! Reference: D. E. Knuth, TAOCP 4, pre-fascicle 8A.

use std::collections::HashMap;

use ktour_core::{Leap, Square};

/// Crossing of a leap with another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BandCrossing {
    /// Position along the leap, from 0 to 1.
    pub(crate) at: f64,
    /// Index of the other leap.
    pub(crate) other: usize,
    /// Sine of the angle between the two leaps.
    pub(crate) sine: f64,
    /// Whether this leap passes over the other.
    pub(crate) is_over: bool,
}

/// Crossings of every leap of a tour, ordered along the leap.
pub(crate) fn weave(squares: &[Square], is_closed: bool) -> Vec<Vec<BandCrossing>> {
    let many = squares.len().saturating_sub(usize::from(!is_closed));
    let leap = |at: usize| {
        let (from, to) = (squares[at], squares[(at + 1) % squares.len()]);
        Leap::new(to.file as i64 - from.file as i64, to.rank as i64 - from.rank as i64)
    };
    let reach = 2 * (0..many).map(|at| leap(at).file.abs().max(leap(at).rank.abs())).max().unwrap_or(0);
    let begins: HashMap<Square, usize> = (0..many).map(|at| (squares[at], at)).collect();
    let mut passes: Vec<Vec<BandCrossing>> = (0..many)
        .map(|at| {
            let near =
                (-reach..=reach).flat_map(|file| (-reach..=reach).map(move |rank| Leap::new(file, rank)));
            let others = near.filter_map(|away| Some((away, *begins.get(&squares[at].leap(away)?)?)));
            let mut met: Vec<BandCrossing> =
                others.filter_map(|(away, other)| meet(leap(at), away, leap(other), other)).collect();
            met.sort_by(|one, other| one.at.total_cmp(&other.at));
            met
        })
        .collect();
    let (mut is_over, mut first) = (true, HashMap::<(usize, usize), bool>::new());
    for (at, met) in passes.iter_mut().enumerate() {
        for pass in met {
            pass.is_over = match first.remove(&(at, pass.other)) {
                Some(was_over) => !was_over,
                None => is_over,
            };
            first.insert((pass.other, at), pass.is_over);
            is_over = !pass.is_over;
        }
    }
    passes
}

/// Returns the crossing of a leap with another one that begins at this offset, if there is one.
fn meet(leap: Leap, away: Leap, other_leap: Leap, other: usize) -> Option<BandCrossing> {
    let cross = |a: Leap, b: Leap| a.file * b.rank - a.rank * b.file;
    let turn = cross(leap, other_leap);
    let (along, across) = (cross(away, other_leap) * turn.signum(), cross(away, leap) * turn.signum());
    let is_within = |part: i64| part > 0 && part < turn.abs();
    let length = |leap: Leap| (leap.file as f64).hypot(leap.rank as f64);
    (is_within(along) && is_within(across)).then(|| BandCrossing {
        at: along as f64 / turn.abs() as f64,
        other,
        sine: turn.abs() as f64 / (length(leap) * length(other_leap)),
        is_over: false,
    })
}

#[cfg(test)]
mod tests {
    use ktour_core::{Board, Control, Puzzle, TourKind, measure::Measures};
    use ktour_search::{Method, Strategy, solve};

    use super::*;

    #[test]
    fn over_and_under_alternate_round_every_closed_tour() {
        for (files, ranks, seed) in
            [(6, 6, 0), (6, 6, 7), (8, 8, 1), (8, 8, 2), (10, 7, 3), (20, 20, 4), (10, 3, 5)]
        {
            let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(TourKind::Closed);
            let strategy = Strategy { seed, ..Strategy::new(Method::Repair) };
            let tour = solve(&puzzle, &strategy, &Control::unlimited()).unwrap().outcome.found().unwrap();
            let squares: Vec<Square> = tour.squares().collect();
            let passes = weave(&squares, true);
            let met: Vec<BandCrossing> = passes.iter().flatten().copied().collect();
            assert_eq!(met.len() as u64, 2 * Measures::new(&tour).crossings.total, "{files}x{ranks}");
            let is_even = (0..met.len()).all(|at| met[at].is_over != met[(at + 1) % met.len()].is_over);
            assert!(is_even, "{files}x{ranks}");
            for (at, pass) in
                passes.iter().enumerate().flat_map(|(at, met)| met.iter().map(move |pass| (at, pass)))
            {
                let back = passes[pass.other].iter().find(|back| back.other == at).unwrap();
                assert!(back.is_over != pass.is_over, "{files}x{ranks}: one over, one under");
            }
        }
    }

    #[test]
    fn at_every_crossing_of_an_open_tour_one_leap_goes_over() {
        let puzzle = Puzzle::new(Board::new(7, 7).unwrap()).with_kind(TourKind::Open);
        let tour =
            solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
        let passes = weave(&tour.squares().collect::<Vec<_>>(), false);
        for (at, pass) in
            passes.iter().enumerate().flat_map(|(at, met)| met.iter().map(move |pass| (at, pass)))
        {
            let back = passes[pass.other].iter().find(|back| back.other == at).unwrap();
            assert!(back.is_over != pass.is_over);
        }
    }
}
