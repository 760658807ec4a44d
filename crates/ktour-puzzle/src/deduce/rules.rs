//! The rules that need no cases, the easiest first. Each removes impossible steps and leaps; a step with a
//! single remaining square is placed.

use std::collections::VecDeque;

use super::notes::{Gap, Notes};
use crate::{
    Rule,
    bit_set::BitSet,
    deduction::{Conclusion, Deduction, Impasse},
};

impl<const W: usize> Notes<'_, W> {
    /// Includes and excludes forced leaps; returns whether anything followed.
    pub(super) fn apply_forced_leaps(
        &mut self,
        on_deduction: &mut dyn FnMut(Deduction),
    ) -> Result<bool, Impasse> {
        for square in 0..self.count() {
            let (min, max) = self.leap_bounds(square);
            let (leaps, included) = (self.leaps[square], self.included[square]);
            if leaps.len() < min && self.count() > 1 {
                return Err(Impasse::FewLeaps { square: self.square_at(square) });
            }
            if included.len() > max {
                return Err(Impasse::ManyLeaps { square: self.square_at(square) });
            }
            if included.len() == max && leaps != included {
                leaps.difference(included).iter().for_each(|to| self.exclude(square, to));
                self.keep_path_open(square);
                return Ok(true);
            }
            if leaps.len() == min && leaps.len() == max.max(min) && leaps != included {
                leaps.iter().for_each(|to| self.include(square, to));
                let to = leaps.iter().map(|to| self.square_at(to)).collect();
                on_deduction(Deduction {
                    rule: Rule::Forced,
                    conclusion: Conclusion::Leaps { square: self.square_at(square), to },
                });
                self.keep_path_open(square);
                return Ok(true);
            }
        }
        self.place_next(on_deduction)
    }

    /// Excludes the leap between the ends of the path through a square, unless the path is the whole tour.
    pub(super) fn keep_path_open(&mut self, square: usize) {
        let mut seen = BitSet::single(square);
        let mut ends = [square; 2];
        for end in &mut ends {
            while let Some(next) = self.included[*end].difference(seen).first() {
                seen.insert(next);
                *end = next;
            }
        }
        if seen.len() > 2
            && seen.len() < self.count()
            && self.leaps[ends[0]].contains(ends[1])
            && !self.included[ends[0]].contains(ends[1])
        {
            self.exclude(ends[0], ends[1]);
        }
    }

    /// Places the step before or after a known one if only one square remains for it.
    pub(super) fn place_next(&mut self, on_deduction: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        for known in 0..self.count() {
            let Some(from) = self.square_of[known] else { continue };
            for by in [1, -1] {
                let Some(step) = self.step_after(known, by).filter(|&step| self.square_of[step].is_none())
                else {
                    continue;
                };
                let candidates = |squares: BitSet<W>| {
                    squares
                        .intersection(self.free)
                        .iter()
                        .filter(|&to| self.steps_of[to].contains(step))
                        .fold(BitSet::EMPTY, |all: BitSet<W>, to| all.union(BitSet::single(to)))
                };
                let remaining = candidates(self.leaps[from]);
                let included = candidates(self.included[from]);
                // If the other neighbour of the known step is known, an included leap leads to this one.
                let is_other_known =
                    self.step_after(known, -by).is_none_or(|other| self.square_of[other].is_some());
                let square = match (remaining.only(), included.only()) {
                    (Some(only), _) => only,
                    (None, Some(included)) if is_other_known => included,
                    _ if remaining.is_empty() => return Err(Impasse::NoSquare { step: step as u32 + 1 }),
                    _ => continue,
                };
                self.place(step, square)?;
                let known = Some((known as u32 + 1, self.square_at(from)));
                let (after, before) = if by == 1 { (known, None) } else { (None, known) };
                let conclusion = Conclusion::OnlySquare {
                    step: step as u32 + 1,
                    square: self.square_at(square),
                    after,
                    before,
                };
                on_deduction(Deduction { rule: Rule::Forced, conclusion });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Places a step on the only square, or on a square with no other step.
    pub(super) fn place_single(
        &mut self,
        rule: Rule,
        on_deduction: &mut dyn FnMut(Deduction),
    ) -> Result<bool, Impasse> {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for square in self.free.iter() {
            if self.steps_of[square].is_empty() {
                return Err(Impasse::NoStep { square: self.square_at(square) });
            }
            twice = twice.union(once.intersection(self.steps_of[square]));
            once = once.union(self.steps_of[square]);
        }
        let known = |step: &usize| self.square_of[*step].is_some();
        if let Some(step) = (0..self.count()).find(|step| !known(step) && !once.contains(*step)) {
            return Err(Impasse::NoSquare { step: step as u32 + 1 });
        }
        let only = once.difference(twice);
        let found = self.free.iter().find_map(|square| {
            let step = self.steps_of[square].intersection(only).first();
            step.map(|step| (square, step, true))
                .or_else(|| self.steps_of[square].only().map(|step| (square, step, false)))
        });
        let Some((square, step, is_only_square)) = found else { return Ok(false) };
        let [after, before] = self.known_neighbours(step);
        self.place(step, square)?;
        let (step, square) = (step as u32 + 1, self.square_at(square));
        let conclusion = match is_only_square {
            true => Conclusion::OnlySquare { step, square, after, before },
            false => Conclusion::OnlyStep { square, step },
        };
        on_deduction(Deduction { rule, conclusion });
        Ok(true)
    }

    /// Removes steps that are farther from the known steps around them than the leaps between allow.
    pub(super) fn prune_by_distance(&mut self) -> Result<(), Impasse> {
        let mut allowed: Vec<BitSet<W>> = vec![BitSet::EMPTY; self.count()];
        for gap in self.gaps() {
            let after = gap.after.map(|(_, square)| self.distances(square));
            let before = gap.before.map(|(_, square)| self.distances(square));
            for square in self.free.iter() {
                let from = after.as_ref().map_or(gap.first, |distance| gap.first - 1 + distance[square]);
                let to = before.as_ref().map_or(gap.last, |distance| gap.last + 1 - distance[square]);
                for step in from..=to {
                    allowed[square].insert(step.rem_euclid(self.count() as i64) as usize);
                }
            }
        }
        for square in self.free.iter() {
            self.steps_of[square] = self.steps_of[square].intersection(allowed[square]);
        }
        Ok(())
    }

    /// Number of leaps from a square to each other over free squares.
    pub(super) fn distances(&self, from: usize) -> Vec<i64> {
        let mut distance = vec![2 * self.count() as i64; self.count()];
        distance[from] = 0;
        let mut todo = VecDeque::from([from]);
        while let Some(here) = todo.pop_front() {
            for to in self.leaps[here].intersection(self.free).iter() {
                if distance[to] > self.count() as i64 {
                    distance[to] = distance[here] + 1;
                    todo.push_back(to);
                }
            }
        }
        distance
    }

    /// Removes steps of the wrong colour, and steps without a neighbour for the step before or after.
    pub(super) fn prune_by_colour(&mut self) -> Result<(), Impasse> {
        let known = (0..self.count()).find_map(|step| Some((step, self.square_of[step]?)));
        if let (Some(dark), Some((step, square))) = (&self.board.dark, known) {
            let same_parity = (0..self.count())
                .filter(|other| other % 2 == step % 2)
                .fold(BitSet::EMPTY, |set: BitSet<W>, other| set.union(BitSet::single(other)));
            for other in self.free.iter() {
                let is_same_colour = dark[other] == dark[square];
                self.steps_of[other] = if is_same_colour {
                    self.steps_of[other].intersection(same_parity)
                } else {
                    self.steps_of[other].difference(same_parity)
                };
            }
        }
        loop {
            let mut is_changed = false;
            for square in self.free.iter() {
                let (mut after_neighbours, mut before_neighbours) = (BitSet::EMPTY, BitSet::EMPTY);
                for to in self.leaps[square].iter() {
                    let (later, earlier) = self.shifted(self.steps_of[to]);
                    after_neighbours = after_neighbours.union(later);
                    before_neighbours = before_neighbours.union(earlier);
                }
                if !self.is_closed() {
                    after_neighbours.insert(0);
                    before_neighbours.insert(self.count() - 1);
                }
                let remaining =
                    self.steps_of[square].intersection(after_neighbours).intersection(before_neighbours);
                is_changed |= remaining != self.steps_of[square];
                self.steps_of[square] = remaining;
                if remaining.is_empty() {
                    return Err(Impasse::NoStep { square: self.square_at(square) });
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    /// The successors of these steps, and their predecessors.
    pub(super) fn shifted(&self, steps: BitSet<W>) -> (BitSet<W>, BitSet<W>) {
        let (count, mut later, mut earlier) = (self.count(), steps.shifted_up(1), steps.shifted_down(1));
        if steps.contains(count - 1) && self.is_closed() {
            later.insert(0);
        }
        if steps.contains(0) && self.is_closed() {
            earlier.insert(count - 1);
        }
        (later.intersection(BitSet::below(count)), earlier)
    }

    /// Removes steps from components of the free squares that the gaps cannot fill exactly with them: the
    /// steps of a gap are in one component.
    pub(super) fn prune_by_component(&mut self) -> Result<(), Impasse> {
        let components = self.components();
        if components.len() < 2 {
            return Ok(());
        }
        let gaps = self.gaps();
        for component in components {
            let reaches = |end: Option<(i64, usize)>| {
                end.is_none_or(|(_, square)| !self.leaps[square].intersection(component).is_empty())
            };
            let size = |gap: &Gap| (gap.last - gap.first + 1) as usize;
            let fitting: Vec<&Gap> = gaps
                .iter()
                .filter(|gap| size(gap) <= component.len() && reaches(gap.after) && reaches(gap.before))
                .collect();
            let mut allowed = BitSet::EMPTY;
            for (at, gap) in fitting.iter().enumerate() {
                // All sums of sizes of other gaps, as a set of numbers.
                let others =
                    fitting.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, gap)| size(gap));
                let sums: BitSet<W> =
                    others.fold(BitSet::single(0), |sums, size| sums.union(sums.shifted_up(size)));
                if sums.contains(component.len() - size(gap)) {
                    (gap.first..=gap.last)
                        .for_each(|step| allowed.insert(step.rem_euclid(self.count() as i64) as usize));
                }
            }
            for square in component.iter() {
                self.steps_of[square] = self.steps_of[square].intersection(allowed);
            }
        }
        Ok(())
    }

    /// The connected components of the free squares.
    pub(super) fn components(&self) -> Vec<BitSet<W>> {
        let (mut unseen, mut components) = (self.free, Vec::new());
        while let Some(first) = unseen.first() {
            let (mut component, mut todo) = (BitSet::single(first), BitSet::single(first));
            while let Some(here) = todo.pop() {
                let new = self.leaps[here].intersection(self.free).difference(component);
                component = component.union(new);
                todo = todo.union(new);
            }
            unseen = unseen.difference(component);
            components.push(component);
        }
        components
    }
}
