//! Directions of a tour's leaps, as indices into the leaper's leaps.

use crate::{Leap, Square, TourKind};

/// Pairs of consecutive leaps.
pub(super) fn pairs(along: &[u8], kind: TourKind) -> impl Iterator<Item = [u8; 2]> {
    let round = match (kind, along) {
        (TourKind::Closed, [first, .., last]) => Some([*last, *first]),
        _ => None,
    };
    along.windows(2).map(|pair| [pair[0], pair[1]]).chain(round)
}

pub(super) fn longest_run(along: &[u8], kind: TourKind) -> usize {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for &direction in along {
        match runs.last_mut() {
            Some((last, length)) if *last == direction => *length += 1,
            _ => runs.push((direction, 1)),
        }
    }
    let round = match &runs[..] {
        [(first, head), .., (last, tail)] if kind == TourKind::Closed && first == last => head + tail,
        _ => 0,
    };
    runs.iter().map(|&(_, length)| length).chain([round]).max().unwrap_or(0)
}

/// Whether a leap leads to the right, or straight up: of a leap and its reverse, exactly one does.
pub(super) fn is_forward(leap: Leap) -> bool {
    (leap.file, leap.rank) > (0, 0)
}

/// Index of the leap from one square to another among the leaper's leaps.
pub(super) fn direction(directions: &[Leap], from: Square, to: Square) -> u8 {
    let leap = Leap::new(to.file as i64 - from.file as i64, to.rank as i64 - from.rank as i64);
    directions.iter().position(|&direction| direction == leap).expect("a tour is made of leaps") as u8
}
