//! Merging the cycles of a 2-factor into one by exchanges of leaps.
//!
//! The cycles that remain after [`pair_up`](super::chosen::pair_up) are merged by longer exchanges: closed walks
//! on which chosen and unchosen leaps alternate. Exchanging all leaps of such a walk gives another factor,
//! and sorting the cuts by their positions shows how many cycles it has before anything is changed. If no
//! exchange reduces the number, one that at least keeps it (a perturbation) is made, and the search continues
//! from there.
//!
//! *Guarantee:* none, except that the factor stays a factor. *Cost:* up to the number of steps allowed.
//!
//! Reference: S. Lin and B. W. Kernighan 1973, for walks instead of tours.

use super::{
    chosen::ChosenLeaps,
    cycles::{Cycles, RemovedLeap},
};
use ktour_core::{Control, graph::NONE, random::Random};

/// Maximum number of leaps tried at one vertex.
const MAX_LEAPS_TRIED: usize = 32;
/// Number of segments above which cycles are walked again: this many, or on large boards one per
/// `MIN_VERTICES_PER_SEGMENT` vertices.
const MAX_SEGMENTS: usize = 4096;
const MIN_VERTICES_PER_SEGMENT: usize = 2048;
/// Vertices of a long cycle, near another cycle, from which short exchanges start.
const MAX_EXCHANGE_STARTS: u32 = 64;
/// Maximum number of leaps that a short exchange removes.
const MAX_SHORT_EXCHANGE: usize = 3;

/// Limits of the merging.
#[derive(Clone, Copy)]
pub(crate) struct MergeEffort {
    /// Maximum number of leaps that an exchange removes.
    pub(crate) longest: usize,
    /// Maximum number of steps of all walks.
    pub(crate) steps: u64,
    /// Maximum number of perturbations.
    pub(crate) kicks: u32,
}

/// Merges cycles by exchanges.
pub(crate) struct Join<'a, L> {
    leaps: &'a mut L,
    pub(crate) cycles: Cycles,
    random: &'a mut Random,
    /// Steps of walks so far.
    pub(crate) steps: u64,
    limit: u64,
    is_kick: bool,
    /// The walk: each removed leap with its vertices in the direction of the walk, and each added leap.
    gives: Vec<RemovedLeap>,
    gets: Vec<u32>,
}

impl<'a, L: ChosenLeaps> Join<'a, L> {
    pub(crate) fn new(leaps: &'a mut L, random: &'a mut Random) -> Join<'a, L> {
        let cycles = Cycles::new(leaps);
        Join::with_cycles(leaps, cycles, random)
    }

    /// Creates it with cycles that are known already.
    pub(crate) fn with_cycles(leaps: &'a mut L, cycles: Cycles, random: &'a mut Random) -> Join<'a, L> {
        let (gives, gets) = (Vec::new(), Vec::new());
        Join { leaps, cycles, random, steps: 0, limit: 0, is_kick: false, gives, gets }
    }

    /// Merges until one cycle remains or the effort is spent, given the trials spent elsewhere. `watch` is
    /// called with the leaps after each round of exchanges.
    pub(crate) fn run(
        &mut self,
        effort: MergeEffort,
        before: u64,
        control: &Control,
        watch: &mut impl FnMut(&L),
    ) -> bool {
        self.limit = effort.steps;
        let mut kicks = 0;
        let most = MAX_SEGMENTS.max(self.leaps.len() / MIN_VERTICES_PER_SEGMENT);
        while self.cycles.count() > 1 && self.steps < self.limit && !control.is_over(before + self.steps) {
            if self.cycles.segment_count() > most {
                self.cycles = Cycles::new(self.leaps);
            }
            if self.improve(effort.longest, before, control) {
                watch(self.leaps);
                continue;
            }
            if kicks == effort.kicks || !self.kick(effort.longest.min(4)) {
                break;
            }
            watch(self.leaps);
            kicks += 1;
        }
        self.cycles.count() == 1
    }

    /// Merges the cycles of these vertices one by one by short exchanges: fast if many cycles remain.
    pub(crate) fn join_each(&mut self, vertices: &[u32], before: u64, control: &Control) {
        let most = MAX_SEGMENTS.max(self.leaps.len() / MIN_VERTICES_PER_SEGMENT);
        self.limit = u64::MAX;
        for &vertex in vertices {
            if control.is_over(before + self.steps) {
                return;
            }
            if self.cycles.segment_count() > most {
                let Some(cycles) = Cycles::with_control(self.leaps, control) else { return };
                self.cycles = cycles;
            }
            let cycle = self.cycles.cycle_of(vertex);
            if !self.cycles.is_majority(cycle) {
                self.join_one(cycle);
            }
        }
    }

    /// Merges a cycle with another, if a short exchange does.
    fn join_one(&mut self, cycle: u32) -> bool {
        let mut from = self.random.below(self.cycles.len(cycle));
        if self.cycles.len(cycle) > MAX_EXCHANGE_STARTS {
            from = self.cycles.step_next_to_another_cycle(self.leaps, cycle, from);
        }
        (2..=MAX_SHORT_EXCHANGE).any(|length| self.exchange_at(cycle, from, MAX_EXCHANGE_STARTS, length))
    }

    /// Tries every cycle but the longest once, with short exchanges before long ones.
    fn improve(&mut self, longest: usize, before: u64, control: &Control) -> bool {
        for length in 2..=longest {
            let mut has_improved = false;
            for cycle in self.cycles.shorter_cycles() {
                has_improved |= self.exchange(cycle, length);
                if self.cycles.count() == 1 || control.is_over(before + self.steps) {
                    return true;
                }
            }
            if has_improved {
                return true;
            }
        }
        false
    }

    /// Makes a perturbation: an exchange at a random short cycle that keeps the number of cycles.
    fn kick(&mut self, longest: usize) -> bool {
        let short = self.cycles.shorter_cycles();
        let cycle = short[self.random.below(short.len() as u32) as usize];
        self.is_kick = true;
        let is_done = (2..=longest).any(|length| self.exchange(cycle, length));
        self.is_kick = false;
        is_done
    }

    /// Makes the first exchange found that begins on this cycle.
    fn exchange(&mut self, cycle: u32, length: usize) -> bool {
        let len = self.cycles.len(cycle);
        let from = self.random.below(len.max(1));
        self.exchange_at(cycle, from, len, length)
    }

    /// Makes the first exchange found that begins at one of `vertices` consecutive vertices of a cycle.
    fn exchange_at(&mut self, cycle: u32, from: u32, vertices: u32, length: usize) -> bool {
        let len = self.cycles.len(cycle);
        for at in 0..vertices.min(len) {
            let home = self.cycles.vertex(cycle, (at + from) % len);
            for give in self.leaps.chosen(home) {
                if self.leaps.is_included(give) {
                    continue;
                }
                let at = self.leaps.other(give, home);
                self.gives.clear();
                self.gets.clear();
                self.gives.push((give, home, at));
                if self.extend(at, length - 1) {
                    self.apply();
                    return true;
                }
                if self.steps >= self.limit {
                    return false;
                }
            }
        }
        false
    }

    /// Extends the walk from `at`, which lost a leap and needs another, by `more` removed leaps.
    fn extend(&mut self, at: u32, more: usize) -> bool {
        self.steps += 1;
        if more == 0 {
            let Some(get) = self.leaps.between(at, self.gives[0].1) else { return false };
            if self.leaps.is_excluded(get) || self.leaps.chosen(at).contains(&get) || self.gets.contains(&get)
            {
                return false;
            }
            self.gets.push(get);
            let (before, after) = self.cycles_after();
            if after < before || (self.is_kick && after == before && self.random.below(4) == 0) {
                return true;
            }
            self.gets.pop();
            return false;
        }
        let leaps = self.leaps.degree(at);
        let first = self.random.below(leaps as u32) as usize;
        for i in 0..leaps.min(MAX_LEAPS_TRIED) {
            let (get, to) = self.leaps.leap(at, (first + i) % leaps);
            // The first added leap leads to another cycle: every exchange that merges the cycle has such a
            // leap.
            let stays = self.gives.len() == 1 && self.cycles.cycle_of(to) == self.cycles.cycle_of(at);
            if stays
                || self.leaps.is_excluded(get)
                || self.leaps.chosen(at).contains(&get)
                || self.gets.contains(&get)
            {
                continue;
            }
            for give in self.leaps.chosen(to) {
                if self.leaps.is_included(give) || self.gives.iter().any(|&(given, ..)| given == give) {
                    continue;
                }
                let next = self.leaps.other(give, to);
                self.gets.push(get);
                self.gives.push((give, to, next));
                if self.extend(next, more - 1) {
                    return true;
                }
                self.gives.pop();
                self.gets.pop();
                if self.steps >= self.limit {
                    return false;
                }
            }
        }
        false
    }

    /// Counts the cycles that the walk touches, and those that remain of them after its exchange.
    ///
    /// Each removed leap cuts a cycle; between two successive cuts lies a segment. An end of a segment is
    /// numbered by its cut: twice the number of the cut for the first vertex of the removed leap, one more
    /// for the second.
    fn cycles_after(&self) -> (usize, usize) {
        let cuts = self.gives.len();
        let mut sorted: [(u32, u32, usize); 16] = [(NONE, 0, 0); 16];
        for (i, &(_, a, b)) in self.gives.iter().enumerate() {
            let first = if self.cycles.follows(a, b) { a } else { b };
            let (cycle, step) = self.cycles.step_on_cycle(first);
            sorted[i] = (cycle, step, i);
        }
        let sorted = &mut sorted[..cuts];
        sorted.sort_unstable();
        // The end of a cut that lies before it on the cycle, or after it.
        let end = |i: usize, is_before: bool| {
            let (_, a, b) = self.gives[i];
            2 * i + usize::from(self.cycles.follows(a, b) != is_before)
        };
        let (mut piece, mut touched) = ([0usize; 32], 0);
        let mut first = 0;
        for at in 0..cuts {
            let is_last = at + 1 == cuts || sorted[at + 1].0 != sorted[at].0;
            let next = if is_last { sorted[first].2 } else { sorted[at + 1].2 };
            let (after, before) = (end(sorted[at].2, false), end(next, true));
            (piece[after], piece[before]) = (before, after);
            if is_last {
                touched += 1;
                first = at + 1;
            }
        }
        // An added leap joins the second vertex of a removed leap to the first vertex of the next.
        let across = |end: usize| {
            if end % 2 == 1 { (end + 1) % (2 * cuts) } else { (end + 2 * cuts - 1) % (2 * cuts) }
        };
        let (mut seen, mut made) = ([false; 32], 0);
        for from in 0..2 * cuts {
            if seen[from] {
                continue;
            }
            made += 1;
            let mut at = from;
            while !seen[at] {
                seen[at] = true;
                seen[piece[at]] = true;
                at = across(piece[at]);
            }
        }
        (touched, made)
    }

    fn apply(&mut self) {
        self.gives.iter().for_each(|&(leap, ..)| self.leaps.remove(leap));
        self.gets.iter().for_each(|&leap| self.leaps.choose(leap));
        self.cycles.exchange(&self.gives);
        #[cfg(test)]
        assert!(self.cycles.is_true(self.leaps), "an exchange and a walk find different cycles");
    }
}

#[cfg(test)]
mod tests {
    use crate::{Method, Strategy, solve};
    use ktour_core::{Board, Control, Puzzle, Square, TourKind, random::Random};

    /// `apply` compares every exchange with a walk.
    #[test]
    fn segments_and_walks_agree_on_boards_with_holes() {
        let mut found = 0;
        for seed in 0..60u64 {
            let (files, ranks) = (8 + seed % 7, 8 + seed % 5);
            let mut random = Random::new(seed, 0);
            let holes = (0..seed % 12).map(|_| Square::new(random.below_u64(files), random.below_u64(ranks)));
            let board = Board::new(files, ranks).unwrap().with_holes(holes).unwrap();
            let kind = if seed % 2 == 0 { TourKind::Open } else { TourKind::Closed };
            let strategy = Strategy { seed, ..Strategy::new(Method::Repair) };
            let control = Control::unlimited().with_trials(100_000);
            let answer = solve(&Puzzle::new(board).with_kind(kind), &strategy, &control).unwrap();
            found += usize::from(answer.outcome.found().is_some());
        }
        assert!(found >= 15, "{found}");
    }
}
