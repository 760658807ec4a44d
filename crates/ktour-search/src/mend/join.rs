//! Merges cycles that run side by side, in one pass over the board.
//!
//! Two cycles are merged as in [`pair_up`](crate::cycle::chosen::pair_up), three by exchanging three
//! leaps. Short cycles are merged first, while there are many others around them; and tiles before the whole
//! board.
//!
//! *Guarantee:* every square keeps two leaps. *Cost:* one or two passes over the board.

use super::{
    board_factor::{BoardFactor, directions},
    tiles::{MEETINGS, WHOLE_BOARD, for_each_tile},
};
use crate::cycle::chosen::{CycleLabels, PATHS};
use ktour_core::Control;

/// Cycles up to this length are merged first.
const MAX_SHORT_CYCLE: u32 = 16;

/// Merges neighbouring cycles, in tiles and then on the whole board. Returns whether one cycle remains;
/// `None` if it was stopped.
pub(super) fn join_adjacent(choice: &mut BoardFactor, marks: &mut [u32], control: &Control) -> Option<bool> {
    // Cycles across the seam of two tiles are in neither of them.
    [WHOLE_BOARD, MEETINGS].into_iter().try_for_each(|tiles| {
        let joined = for_each_tile(choice, tiles, |tile, marks, _| {
            CycleLabels::new(tile, marks, control)?.join_neighbours(tile, control)
        });
        joined.into_iter().collect::<Option<Vec<()>>>().map(drop)
    })?;
    let mut cycles = CycleLabels::new(choice, marks, control)?;
    cycles.join_neighbours(choice, control)?;
    Some(cycles.count() == 1)
}

impl CycleLabels<'_> {
    /// Merges neighbouring cycles; `None` if it was stopped.
    fn join_neighbours(&mut self, choice: &mut BoardFactor, control: &Control) -> Option<()> {
        if self.lengths.len() < 3 {
            return Some(());
        }
        for at in 0..choice.legal.len() as u32 {
            if control.is_stopped_at(at.into()) {
                return None;
            }
            let cycle = self.of[at as usize];
            let is_short = cycle > PATHS && self.lengths[cycle as usize] <= MAX_SHORT_CYCLE;
            if is_short && self.joined.is_root(cycle) && !self.join_two(choice, at) {
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
                while self.join_two(choice, at) {}
            }
        }
        Some(())
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
