//! Short augmenting paths between pairs of deficient squares.
//!
//! Two deficient squares of different colours are both mended by an augmenting path between them, on which
//! unchosen and chosen leaps alternate and are exchanged. In the middle of a board such paths lead
//! everywhere, so one is found by best-first search: it continues from the square nearest to the goal, and
//! immediately from any square that is nearer.
//!
//! A path ends at the first deficient square that it reaches. Its direction is decided beforehand: deficient
//! squares of different colours are matched like brackets along a Z-order curve through the board. This is
//! done first within fields, which are balanced and which no path leaves; then for the rest, along the curve
//! through the whole board.
//!
//! *Guarantee:* none; if a path is not found soon, both squares stay deficient. *Cost:* usually as many steps
//! as the pairs are leaps apart.

use std::ops::Range;

use super::{
    board_factor::{BoardFactor, LEAPS, directions},
    flow::FIELD_SIDE,
    tiles::{WHOLE_BOARD, for_each_tile},
};
use ktour_core::{Control, Leap};

/// Squares that a path may visit before it is given up, plus `VISITED_SQUARES_PER_LEAP` for every leap
/// between its ends.
const BASE_VISITED_SQUARES: u32 = 128;
const VISITED_SQUARES_PER_LEAP: u32 = 16;
/// Effort of each round: the detour that a path may make, in leaps, and the factor for the visited squares.
/// The deficient squares that remain are paired again in every round.
const WITHIN_TILES: [(u32, u32); 3] = [(0, 1), (0, 1), (1, 1)];
const BETWEEN_TILES: [(u32, u32); 4] = [(0, 1), (0, 1), (2, 2), (u32::MAX, 4)];
/// Low bits of a curve position that differ within a field. A field is as wide as a tile is high.
const FIELD_CURVE_BITS: u32 = 2 * WHOLE_BOARD.ranks.ilog2();
/// The same if the whole board is one field.
const BOARD_CURVE_BITS: u32 = u64::BITS - 1;
/// Distances within this many files and ranks are tabulated.
const TABLE_SIDE: usize = 24;

/// A deficient square with its curve position and its colour.
type DeficientSquare = (u64, u32, bool);

/// Augments along short paths, in every tile and then between tiles. `marks` has a zero for every square.
/// Returns the squares that stay deficient, and the number of squares visited; `None` if it was stopped.
pub(super) fn augment_pairs(
    choice: &mut BoardFactor,
    marks: &mut [u32],
    control: &Control,
) -> Option<(Vec<u32>, u64)> {
    let distances = distances();
    let tiles = for_each_tile(choice, WHOLE_BOARD, |tile, marks, _| {
        marks.fill(0);
        let mut short = short_squares(tile, control)?;
        PathRouter::new(&distances, FIELD_CURVE_BITS).run_rounds(
            tile,
            marks,
            &mut short,
            &WITHIN_TILES,
            control,
        )
    });
    let mut steps = tiles.into_iter().try_fold(0, |steps, more| Some(steps + more?))?;
    // These include squares without a leap inside their tile.
    let mut short = short_squares(choice, control)?;
    steps += PathRouter::new(&distances, BOARD_CURVE_BITS).run_rounds(
        choice,
        marks,
        &mut short,
        &BETWEEN_TILES,
        control,
    )?;
    Some((short.into_iter().map(|(_, at, _)| at).collect(), steps))
}

/// Deficient squares along the curve, each once for every leap it lacks.
fn short_squares(choice: &BoardFactor, control: &Control) -> Option<Vec<DeficientSquare>> {
    let mut short = Vec::new();
    for at in 0..choice.legal.len() as u32 {
        if control.is_stopped_at(at.into()) {
            return None;
        }
        (0..choice.deficit(at)).for_each(|_| short.push(curve_position(choice, at)));
    }
    short.sort_unstable();
    Some(short)
}

fn curve_position(choice: &BoardFactor, at: u32) -> DeficientSquare {
    let square = choice.square(at);
    (interleave_zeros(square.file as u32) | interleave_zeros(square.rank as u32) << 1, at, square.is_dark())
}

/// Pairs deficient squares of two colours like brackets within their fields.
fn pairs(short: &[DeficientSquare], field: u32) -> Vec<(u32, u32)> {
    let mut open: Vec<(u32, bool)> = Vec::new();
    let mut pairs = Vec::new();
    let mut here = 0;
    for &(step, at, is_dark) in short {
        if std::mem::replace(&mut here, step >> field) != step >> field {
            open.clear();
        }
        match open.last() {
            Some(&(other, is_other_dark)) if is_other_dark != is_dark => {
                open.pop();
                pairs.push((other, at));
            }
            _ => open.push((at, is_dark)),
        }
    }
    pairs
}

/// Inserts a zero after every bit of a number.
fn interleave_zeros(number: u32) -> u64 {
    let steps = [
        (16, 0x0000_ffff_0000_ffff),
        (8, 0x00ff_00ff_00ff_00ff),
        (4, 0x0f0f_0f0f_0f0f_0f0f),
        (2, 0x3333_3333_3333_3333),
        (1, 0x5555_5555_5555_5555),
    ];
    steps.into_iter().fold(number.into(), |bits: u64, (by, mask)| (bits | bits << by) & mask)
}

/// Distances in leaps, indexed by the difference in files and in ranks.
fn distances() -> [[u8; TABLE_SIDE]; TABLE_SIDE] {
    // Wide enough that no shortest path is cut off by an edge.
    const FIELD_SIDE: usize = 2 * TABLE_SIDE + 8;
    let mut far = [[u8::MAX; FIELD_SIDE]; FIELD_SIDE];
    let mut queue = vec![(4usize, 4usize)];
    far[4][4] = 0;
    let mut next = 0;
    while let Some(&(file, rank)) = queue.get(next) {
        next += 1;
        for leap in LEAPS {
            let to =
                (file.wrapping_add_signed(leap.file as isize), rank.wrapping_add_signed(leap.rank as isize));
            if to.0 < FIELD_SIDE && to.1 < FIELD_SIDE && far[to.0][to.1] == u8::MAX {
                far[to.0][to.1] = far[file][rank] + 1;
                queue.push(to);
            }
        }
    }
    std::array::from_fn(|file| std::array::from_fn(|rank| far[file + 4][rank + 4]))
}

/// A visited square.
#[derive(Clone, Copy)]
struct Reached {
    at: u32,
    /// Its vector from the goal.
    away: Leap,
    /// The index of the previous visited square, and the direction of the first leap from there.
    before: u32,
    direction: u8,
}

/// Best-first search for one path after another.
struct PathRouter<'a> {
    distances: &'a [[u8; TABLE_SIDE]; TABLE_SIDE],
    field: u32,
    /// Open squares by their distance from the goal.
    near: Vec<Vec<u32>>,
    /// Range of distances that the last path used.
    span: Range<usize>,
    reached: Vec<Reached>,
}

impl<'a> PathRouter<'a> {
    fn new(distances: &'a [[u8; TABLE_SIDE]; TABLE_SIDE], field: u32) -> PathRouter<'a> {
        PathRouter { distances, field, near: Vec::new(), span: 0..0, reached: Vec::new() }
    }

    /// Pairs deficient squares and connects them in some rounds; retains those that stay deficient. Returns
    /// the number of squares visited.
    fn run_rounds(
        &mut self,
        choice: &mut BoardFactor,
        marks: &mut [u32],
        short: &mut Vec<DeficientSquare>,
        rounds: &[(u32, u32)],
        control: &Control,
    ) -> Option<u64> {
        let (mut steps, mut mark) = (0, 0);
        for &effort in rounds {
            for (from, to) in pairs(short, self.field) {
                mark += 1;
                if control.is_stopped_at(mark.into()) {
                    return None;
                }
                // Paths end at any deficient square: one of the two may be mended already.
                if choice.deficit(from) > 0 && choice.deficit(to) > 0 {
                    self.connect(choice, marks, mark, [from, to], effort);
                    steps += self.reached.len() as u64;
                }
            }
            short.dedup();
            *short =
                short.iter().flat_map(|&entry| (0..choice.deficit(entry.1)).map(move |_| entry)).collect();
            if short.is_empty() {
                break;
            }
        }
        Some(steps)
    }

    /// Flips a path from a deficient square towards another, to it or to one that it meets on the way, if
    /// such a path is found soon that never leads away from the goal by more than a detour.
    fn connect(
        &mut self,
        choice: &mut BoardFactor,
        marks: &mut [u32],
        mark: u32,
        ends: [u32; 2],
        (detour, times): (u32, u32),
    ) {
        self.near[self.span.clone()].iter_mut().for_each(Vec::clear);
        self.reached.clear();
        let (first, last) = (choice.square(ends[0]), choice.square(ends[1]));
        let away = Leap::new(first.file as i64 - last.file as i64, first.rank as i64 - last.rank as i64);
        let files = if self.field == BOARD_CURVE_BITS {
            i64::MIN..i64::MAX
        } else {
            let begin = (last.file & !(FIELD_SIDE as u64 - 1)) as i64 - last.file as i64;
            begin..begin + FIELD_SIDE as i64
        };
        let mut far = self.distance(away);
        self.span = far as usize..far as usize;
        let max_visited = (BASE_VISITED_SQUARES + VISITED_SQUARES_PER_LEAP * far) as usize * times as usize;
        marks[ends[0] as usize] = mark;
        self.visit(far, Reached { at: ends[0], away, before: 0, direction: 0 });
        while (far as usize) < self.span.end && self.reached.len() <= max_visited {
            let Some(number) = self.near[far as usize].pop() else {
                far += 1;
                continue;
            };
            let Reached { at, away, .. } = self.reached[number as usize];
            let here = far;
            'nearer: for direction in directions(choice.free(at)) {
                if !files.contains(&(away.file + LEAPS[direction].file)) {
                    continue;
                }
                let middle = choice.neighbour(at, direction);
                if choice.deficit(middle) > 0 {
                    return self.flip_path(choice, number, direction);
                }
                for back in directions(choice.chosen_inside(middle)) {
                    let (one, two) = (LEAPS[direction], LEAPS[back]);
                    let away = Leap::new(away.file + one.file + two.file, away.rank + one.rank + two.rank);
                    let still = self.distance(away);
                    if still > here.saturating_add(detour) || !files.contains(&away.file) {
                        continue;
                    }
                    let to = choice.neighbour(middle, back);
                    if std::mem::replace(&mut marks[to as usize], mark) != mark {
                        self.visit(
                            still,
                            Reached { at: to, away, before: number, direction: direction as u8 },
                        );
                        if still < here {
                            // Continues from there; the other directions wait.
                            self.near[here as usize].push(number);
                            far = still;
                            break 'nearer;
                        }
                    }
                }
            }
        }
    }

    fn visit(&mut self, far: u32, reached: Reached) {
        if self.near.len() <= far as usize {
            self.near.resize_with(far as usize + 1, Vec::new);
        }
        self.span = self.span.start.min(far as usize)..self.span.end.max(far as usize + 1);
        self.near[far as usize].push(self.reached.len() as u32);
        self.reached.push(reached);
    }

    /// Flips the leaps of the path to a visited square and of a last leap to the goal.
    fn flip_path(&self, choice: &mut BoardFactor, mut number: u32, last: usize) {
        choice.flip(self.reached[number as usize].at, last);
        while number != 0 {
            let Reached { at, before, direction, .. } = self.reached[number as usize];
            let from = self.reached[before as usize].at;
            let middle = choice.neighbour(from, direction.into());
            choice.flip(from, direction.into());
            if let Some(back) = choice.direction(middle, at) {
                choice.flip(middle, back);
            }
            number = before;
        }
    }

    fn distance(&self, away: Leap) -> u32 {
        let (files, ranks) = (away.file.unsigned_abs() as u32, away.rank.unsigned_abs() as u32);
        match self.distances.get(files as usize).and_then(|row| row.get(ranks as usize)) {
            Some(&leaps) => leaps.into(),
            None => files.div_ceil(2).max(ranks.div_ceil(2)).max((files + ranks).div_ceil(3)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_those_of_a_knight() {
        let far = distances();
        assert_eq!([far[0][0], far[0][1], far[1][1], far[2][2], far[1][2], far[7][7]], [0, 3, 2, 4, 1, 6]);
        let as_far = |files: usize, ranks: usize| {
            files.div_ceil(2).max(ranks.div_ceil(2)).max((files + ranks).div_ceil(3))
        };
        assert!(
            (10..TABLE_SIDE)
                .all(|file| (0..TABLE_SIDE).all(|rank| far[file][rank] as usize - as_far(file, rank) < 2))
        );
    }
}
