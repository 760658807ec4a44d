//! Augmenting paths from all deficient squares at once.
//!
//! From every deficient square of one colour, an alternating breadth-first search explores the board; a
//! square belongs to the search that reaches it first. The first deficient square that a search reaches is
//! mended together with its origin, and that search ends. This is repeated while it mends many squares. The
//! last searches run one by one, each as far as it has to: a search that finds nothing stays marked, because
//! no other can find anything there. The squares that are deficient then stay deficient: no 2-factor has a
//! smaller deficit.
//!
//! *Guarantee:* the total deficit is the smallest possible. *Cost:* usually a few passes over the board.
//!
//! Reference: C. Berge 1957; A. Azad, A. Buluç and A. Pothen, Computing maximum cardinality matchings in
//! parallel on bipartite graphs via tree-grafting, 2017, for simultaneous searches.

use super::board_factor::{BoardFactor, directions, opposite};
use ktour_core::Control;

/// Searches run together while at least 1 in this many mends its square.
const MIN_MENDED_FRACTION: usize = 4;
/// Largest number of deficient squares for which searches run one by one.
const MAX_SEQUENTIAL_FLOODS: usize = 16;

/// Augments until nothing more can be mended, given all deficient squares. Returns those that remain; `None`
/// if it was stopped.
pub(super) fn augment_all(
    choice: &mut BoardFactor,
    marks: &mut [u32],
    mut short: Vec<u32>,
    control: &Control,
) -> Option<Vec<u32>> {
    let mut back = Vec::new();
    loop {
        short.retain(|&at| choice.deficit(at) > 0);
        short.sort_unstable_by_key(|&at| (choice.is_dark(at), at));
        short.dedup();
        let (light, dark) = short.split_at(short.partition_point(|&at| !choice.is_dark(at)));
        let few = if light.len() < dark.len() { light } else { dark };
        if few.is_empty() {
            return Some(short);
        }
        back.resize(choice.legal.len(), 0);
        if few.len() <= MAX_SEQUENTIAL_FLOODS
            || MIN_MENDED_FRACTION * augment_phase(choice, marks, &mut back, few, control)? < few.len()
        {
            augment_one_by_one(choice, marks, &mut back, few, control)?;
            short.retain(|&at| choice.deficit(at) > 0);
            return Some(short);
        }
    }
}

/// Runs one search after the other from each of these squares, once for every leap it lacks.
fn augment_one_by_one(
    choice: &mut BoardFactor,
    marks: &mut [u32],
    back: &mut [u8],
    from: &[u32],
    control: &Control,
) -> Option<()> {
    marks.fill(0);
    let (mut queue, mut reached) = (Vec::new(), Vec::new());
    for &first in from {
        'again: while choice.deficit(first) > 0 && marks[first as usize] == 0 {
            queue.clear();
            queue.push(first);
            reached.clear();
            marks[first as usize] = 1;
            let mut next = 0;
            while let Some(&at) = queue.get(next) {
                next += 1;
                if control.is_stopped_at(next as u64) {
                    return None;
                }
                let met = extend_flood(choice, marks, back, at, &mut queue, |middle| reached.push(middle));
                if let Some(met) = met {
                    flip_path(choice, back, met, first);
                    queue.iter().chain(&reached).for_each(|&at| marks[at as usize] = 0);
                    continue 'again;
                }
            }
        }
    }
    Some(())
}

/// Runs one search from each of these squares at once; returns the number of squares mended.
fn augment_phase(
    choice: &mut BoardFactor,
    marks: &mut [u32],
    back: &mut [u8],
    from: &[u32],
    control: &Control,
) -> Option<usize> {
    marks.fill(0);
    let mut is_over = vec![false; from.len() + 1];
    let mut left = from.len();
    let mut queue = from.to_vec();
    for (flood, &at) in (1..).zip(from) {
        marks[at as usize] = flood;
    }
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        if control.is_stopped_at(next as u64) {
            return None;
        }
        let flood = marks[at as usize];
        if is_over[flood as usize] {
            continue;
        }
        if let Some(met) = extend_flood(choice, marks, back, at, &mut queue, |_| ()) {
            flip_path(choice, back, met, from[flood as usize - 1]);
            is_over[flood as usize] = true;
            left -= 1;
            if left == 0 {
                break;
            }
        }
    }
    Some(from.len() - left)
}

/// Extends a search by one square: over unchosen leaps to unmarked squares, and over chosen ones from there
/// to others, which are queued. Returns the first deficient square it reaches, and stops there.
fn extend_flood(
    choice: &BoardFactor,
    marks: &mut [u32],
    back: &mut [u8],
    at: u32,
    queue: &mut Vec<u32>,
    mut meet: impl FnMut(u32),
) -> Option<u32> {
    let flood = marks[at as usize];
    for direction in directions(choice.free(at)) {
        let middle = choice.neighbour(at, direction);
        if marks[middle as usize] != 0 {
            continue;
        }
        marks[middle as usize] = flood;
        back[middle as usize] = opposite(direction) as u8;
        meet(middle);
        if choice.deficit(middle) > 0 {
            return Some(middle);
        }
        for on in directions(choice.chosen[middle as usize]) {
            let to = choice.neighbour(middle, on);
            if marks[to as usize] == 0 {
                marks[to as usize] = flood;
                back[to as usize] = opposite(on) as u8;
                queue.push(to);
            }
        }
    }
    None
}

/// Flips the leaps of the path back from a square.
fn flip_path(choice: &mut BoardFactor, back: &[u8], mut at: u32, from: u32) {
    while at != from {
        let direction = usize::from(back[at as usize]);
        choice.flip(at, direction);
        at = choice.neighbour(at, direction);
    }
}

/// A shortage: the squares of a deficient square's colour that it reaches, and those of the other colour,
/// which give all their leaps to them. Or, if those are fewer, the squares not reached: the other colour
/// first, and then its own. `None` if it was stopped.
pub(super) fn shortage(
    choice: &BoardFactor,
    marks: &mut [u32],
    from: u32,
    control: &Control,
) -> Option<(Vec<u32>, Vec<u32>)> {
    marks.fill(0);
    let (mut needy, mut giving, mut next) = (vec![from], Vec::new(), 0);
    marks[from as usize] = 1;
    let mut back = vec![0; marks.len()];
    while let Some(&at) = needy.get(next) {
        next += 1;
        if control.is_stopped_at(next as u64) {
            return None;
        }
        // No augmenting path remains: no other deficient square is reached.
        extend_flood(choice, marks, &mut back, at, &mut needy, |middle| giving.push(middle));
    }
    let rest = (0..choice.legal.len() as u32)
        .filter(|&at| choice.legal[at as usize] != 0 && marks[at as usize] == 0);
    let is_dark = choice.is_dark(from);
    let (own, other): (Vec<u32>, Vec<u32>) = rest.partition(|&at| choice.is_dark(at) == is_dark);
    if other.len() < needy.len() {
        return Some((other, own));
    }
    needy.sort_unstable();
    giving.sort_unstable();
    Some((needy, giving))
}
