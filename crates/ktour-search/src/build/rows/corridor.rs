//! Paths between ends that are far apart, through a row of rectangles from one to the other.
//!
//! ```text
//!   ┌────────┬───┬───┬─────────┐     The path leads through the first rectangle from the start to
//!   │        │   │   │       t │     its right border, then through equal strips of six files,
//!   │    s   │   │   │         │     each from its left border to its right one at the same
//!   │     ⇢  │ ⇢ │ ⇢ │ ⇢       │     height, then through the last rectangle to the end. If the
//!   └────────┴───┴───┴─────────┘     end is still far there, that one is divided by ranks.
//! ```
//!
//! Within each rectangle the two ends are close, so each is a comb.

use super::{
    super::{offset::Offset, patch::Ends},
    comb::comb,
    layout::RouteLayout,
};

/// Builds a path over a rectangle from one square to another.
pub(crate) fn between(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    if !colours_suit(width, height, start, end) {
        return None;
    }
    let single = comb(width, height, Ends::Between(start, end), None);
    if single.is_some() {
        return single;
    }
    let across = || horizontal(width, height, start, end);
    let upwards = || Some(horizontal(height, width, start.turned(), end.turned())?.transposed());
    let apart = end - start;
    if apart.file.abs() >= apart.rank.abs() { across().or_else(upwards) } else { upwards().or_else(across) }
}

fn horizontal(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    if start.file > end.file {
        return Some(to_the_right(width, height, end, start)?.reversed());
    }
    to_the_right(width, height, start, end)
}

fn to_the_right(width: i64, height: i64, start: Offset, end: Offset) -> Option<RouteLayout> {
    for cut in (start.file + 2).max(5)..(start.file + 11).min(end.file) {
        let strips = (end.file - 2).min(width - 6).saturating_sub(cut).max(0) / 6;
        let last = cut + 6 * strips;
        for (exit, entry) in crossings(cut, height, start) {
            let entered = entry - Offset::new(cut, 0);
            let goal = end - Offset::new(last, 0);
            if entered == goal
                || !colours_suit(cut, height, start, exit)
                || !colours_suit(width - last, height, entered, goal)
            {
                continue;
            }
            let Some(first) = comb(cut, height, Ends::Between(start, exit), None) else { continue };
            let Some(rest) = between(width - last, height, entered, goal) else { continue };
            let mut layout = first;
            if strips > 0 {
                let left = exit - Offset::new(cut - 6, 0);
                let Some(strip) = comb(6, height, Ends::Between(entered, left), None) else { continue };
                layout = layout.followed_by(strip.repeated(6, strips as u64).shifted(Offset::new(cut, 0)));
            }
            return Some(layout.followed_by(rest.shifted(Offset::new(last, 0))));
        }
    }
    None
}

/// The leaps over a cut, those near the start's height first.
fn crossings(cut: i64, height: i64, start: Offset) -> Vec<(Offset, Offset)> {
    let mut leaps = Vec::new();
    for exit_file in [cut - 1, cut - 2] {
        for exit_rank in (start.rank - 6).max(0)..(start.rank + 7).min(height) {
            let exit = Offset::new(exit_file, exit_rank);
            for (files, ranks) in [(1, 2), (1, -2), (2, 1), (2, -1)] {
                let entry = exit + Offset::new(files, ranks);
                if entry.file >= cut && (0..height).contains(&entry.rank) && exit != start {
                    leaps.push((exit, entry));
                }
            }
        }
    }
    leaps.sort_by_key(|(exit, _)| (exit.rank - start.rank).abs());
    leaps
}

/// Whether the colours allow these ends: they differ, or on an odd board both are that of the corners.
fn colours_suit(width: i64, height: i64, start: Offset, end: Offset) -> bool {
    let (a, b) = (start.is_dark(), end.is_dark());
    if width % 2 == 0 || height % 2 == 0 { a != b } else { a && b }
}
