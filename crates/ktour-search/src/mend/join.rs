//! Merges cycles that run side by side, in one pass over the board.
//!
//! If a leap of each of two or three cycles is removed and the leaps that cross over are added, the result is
//! one cycle, wherever the leaps were, as long as the cycles are different. So every square is labelled with
//! its cycle, a union-find records which are merged, and one pass over the board leaves few cycles. Short
//! cycles are merged first, while there are many others around them; and tiles before the whole board.
//!
//! *Guarantee:* every square keeps two leaps. *Cost:* one or two passes over the board.

use super::{
    board_factor::{BoardFactor, LEAPS, directions},
    tiles::{MEETINGS, WHOLE_BOARD, for_each_tile},
};
use ktour_core::{Control, graph::UnionFind};

/// Cycles up to this length are merged first.
const MAX_SHORT_CYCLE: u32 = 16;

/// Merges neighbouring cycles, in tiles and then on the whole board. Returns whether one cycle remains;
/// `None` if it was stopped.
pub(super) fn join_adjacent(choice: &mut BoardFactor, marks: &mut [u32], control: &Control) -> Option<bool> {
    let fits = Fits::new();
    // Cycles across the seam of two tiles are in neither of them.
    [WHOLE_BOARD, MEETINGS].into_iter().try_for_each(|tiles| {
        let joined = for_each_tile(choice, tiles, |tile, marks, _| {
            CycleLabels::label_cycles(tile, marks, control)?.join_neighbours(tile, &fits, control)
        });
        joined.into_iter().collect::<Option<Vec<()>>>().map(drop)
    })?;
    let mut cycles = CycleLabels::label_cycles(choice, marks, control)?;
    cycles.join_neighbours(choice, &fits, control)?;
    Some(cycles.count() == 1)
}

/// Directions that complete an exchange of two leaps, given those of the first removed and of the first added
/// leap: a bit for each direction of the second removed leap.
struct Fits([[u8; 8]; 8]);

impl Fits {
    fn new() -> Fits {
        let is_leap =
            |files: i64, ranks: i64| LEAPS.iter().any(|leap| (leap.file, leap.rank) == (files, ranks));
        let fits = |give: usize, get: usize| {
            (0..8).fold(0, |byte, too: usize| {
                let files = LEAPS[get].file + LEAPS[too].file - LEAPS[give].file;
                let ranks = LEAPS[get].rank + LEAPS[too].rank - LEAPS[give].rank;
                byte | u8::from(is_leap(files, ranks)) << too
            })
        };
        Fits(std::array::from_fn(|give| std::array::from_fn(|get| fits(give, get))))
    }
}

/// Label of all paths: in a tile some lead out of it, and an open tour has one.
const PATHS: u32 = 1;

/// The cycle of every square, and the cycles that are merged.
///
/// In a tile, paths may be connected outside. So they all count as one cycle: a cycle merged with one of them
/// is never merged with another, and no two are merged with each other.
struct CycleLabels<'a> {
    /// The label of every square; 0 for a hole. Cycles are numbered from 2.
    of: &'a mut [u32],
    lengths: Vec<u32>,
    joined: UnionFind,
}

impl<'a> CycleLabels<'a> {
    fn label_cycles(choice: &BoardFactor, of: &'a mut [u32], control: &Control) -> Option<CycleLabels<'a>> {
        of.fill(0);
        let mut cycles = CycleLabels { of, lengths: vec![0; 2], joined: UnionFind::new(0) };
        // Paths begin next to leaps that lead out of a tile, or at the ends of a tour.
        let (many, edge) = (choice.legal.len() as u32, 2 * choice.sides().0 as u32);
        let edges = (0..edge.min(many)).chain(many.saturating_sub(edge)..many);
        for first in edges.chain(choice.ends.into_iter().filter(|&end| end < many)) {
            let is_square = choice.chosen[first as usize] != 0;
            if is_square && cycles.of[first as usize] == 0 && choice.chosen_inside(first).count_ones() < 2 {
                cycles.walk(choice, first, PATHS, control)?;
            }
        }
        for first in 0..many {
            if control.is_stopped_at(first.into()) {
                return None;
            }
            if cycles.of[first as usize] == 0 && choice.legal[first as usize] != 0 {
                cycles.lengths.push(0);
                cycles.walk(choice, first, cycles.lengths.len() as u32 - 1, control)?;
            }
        }
        cycles.joined = UnionFind::new(cycles.lengths.len());
        Some(cycles)
    }

    /// Walks a cycle or a path.
    fn walk(&mut self, choice: &BoardFactor, first: u32, cycle: u32, control: &Control) -> Option<()> {
        let mut length = 0;
        for at in choice.follow(first) {
            self.of[at as usize] = cycle;
            length += 1;
            if control.is_stopped_at(length) {
                return None;
            }
        }
        self.lengths[cycle as usize] += length as u32;
        Some(())
    }

    /// Merges neighbouring cycles; `None` if it was stopped.
    fn join_neighbours(&mut self, choice: &mut BoardFactor, fits: &Fits, control: &Control) -> Option<()> {
        if self.lengths.len() < 3 {
            return Some(());
        }
        for at in 0..choice.legal.len() as u32 {
            if control.is_stopped_at(at.into()) {
                return None;
            }
            let cycle = self.of[at as usize];
            let is_short = cycle > PATHS && self.lengths[cycle as usize] <= MAX_SHORT_CYCLE;
            if is_short && self.joined.is_root(cycle) && !self.join_two(choice, fits, at) {
                self.join_three(choice, at);
            }
        }
        // An exchange is found from both of its cycles: the longest can be skipped.
        let longest = (PATHS..self.lengths.len() as u32).max_by_key(|&cycle| self.lengths[cycle as usize]);
        for at in 0..choice.legal.len() as u32 {
            if control.is_stopped_at(at.into()) {
                return None;
            }
            let cycle = self.of[at as usize];
            if cycle != 0 && Some(cycle) != longest {
                while self.join_two(choice, fits, at) {}
            }
        }
        Some(())
    }

    /// Number of cycles; all paths count as one.
    fn count(&self) -> usize {
        let is_cycle = |&cycle: &u32| self.joined.is_root(cycle) && self.lengths[cycle as usize] > 0;
        (0..self.lengths.len() as u32).filter(is_cycle).count()
    }

    /// The root of a square's cycle.
    fn find(&mut self, at: u32) -> u32 {
        self.joined.find(self.of[at as usize])
    }

    /// Merges two cycles; the longer one stays the root.
    fn union(&mut self, a: u32, b: u32) {
        let (short, long) = if self.lengths[a as usize] < self.lengths[b as usize] { (a, b) } else { (b, a) };
        self.joined.union(short, long);
        self.lengths[long as usize] += self.lengths[short as usize];
    }

    /// Merges the cycle of a square with another, by two leaps for two.
    fn join_two(&mut self, choice: &mut BoardFactor, fits: &Fits, a: u32) -> bool {
        let own = self.find(a);
        let gives = choice.chosen_inside(a);
        for get in directions(choice.free(a)) {
            let c = choice.neighbour(a, get);
            if self.of[c as usize] == self.of[a as usize] {
                continue;
            }
            let other = self.find(c);
            if other == own {
                continue;
            }
            for give in directions(gives) {
                for give_too in directions(choice.chosen_inside(c) & fits.0[give][get]) {
                    let (b, d) = (choice.neighbour(a, give), choice.neighbour(c, give_too));
                    let Some(get_too) = choice.direction(b, d) else { continue };
                    choice.flip(a, give);
                    choice.flip(c, give_too);
                    choice.flip(a, get);
                    choice.flip(b, get_too);
                    self.union(own, other);
                    return true;
                }
            }
        }
        false
    }

    /// Merges the cycle of a square with two others, by three leaps for three.
    fn join_three(&mut self, choice: &mut BoardFactor, a: u32) -> bool {
        let own = self.find(a);
        for give in directions(choice.chosen_inside(a)) {
            let b = choice.neighbour(a, give);
            for get in directions(choice.free(b)) {
                let c = choice.neighbour(b, get);
                let second = self.find(c);
                if second == own {
                    continue;
                }
                for give_second in directions(choice.chosen_inside(c)) {
                    let d = choice.neighbour(c, give_second);
                    for get_second in directions(choice.free(d)) {
                        let e = choice.neighbour(d, get_second);
                        let third = self.find(e);
                        if third == own || third == second {
                            continue;
                        }
                        for give_third in directions(choice.chosen_inside(e)) {
                            let f = choice.neighbour(e, give_third);
                            let Some(home) = choice.direction(f, a) else { continue };
                            let leaps = [
                                (a, give),
                                (b, get),
                                (c, give_second),
                                (d, get_second),
                                (e, give_third),
                                (f, home),
                            ];
                            leaps.into_iter().for_each(|(at, direction)| choice.flip(at, direction));
                            self.union(own, second);
                            let both = self.find(a);
                            self.union(both, third);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}
