//! The rules that need no cases, the easiest first; each strikes out what it rules out, and any single
//! remaining choice is written in.

use std::collections::VecDeque;

use super::notes::{Gap, Notes};
use crate::givens::{
    bit_set::BitSet,
    deduction::{Conclusion, Deduction, Impasse},
    difficulty::Rule,
};

impl<const W: usize> Notes<'_, W> {
    /// Leaps that are left alone; whether there was one that takes a person further.
    pub(super) fn forced(&mut self, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        for square in 0..self.count() {
            let (least, most) = self.needs(square);
            let (leaps, taken) = (self.leaps[square], self.taken[square]);
            if leaps.len() < least && self.count() > 1 {
                return Err(Impasse::FewLeaps { square: self.name(square) });
            }
            if taken.len() > most {
                return Err(Impasse::ManyLeaps { square: self.name(square) });
            }
            if taken.len() == most && leaps != taken {
                leaps.without(taken).iter().for_each(|to| self.leave(square, to));
                self.unclosed(square);
                return Ok(true);
            }
            if leaps.len() == least && leaps.len() == most.max(least) && leaps != taken {
                leaps.iter().for_each(|to| self.take(square, to));
                let to = leaps.iter().map(|to| self.name(to)).collect();
                tell(Deduction {
                    rule: Rule::Forced,
                    conclusion: Conclusion::Leaps { square: self.name(square), to },
                });
                self.unclosed(square);
                return Ok(true);
            }
        }
        self.next_squares(tell)
    }

    /// The two ends of the leaps taken through a square are not joined, unless they are the whole tour.
    pub(super) fn unclosed(&mut self, square: usize) {
        let mut seen = BitSet::of(square);
        let mut ends = [square; 2];
        for end in &mut ends {
            while let Some(next) = self.taken[*end].without(seen).first() {
                seen.insert(next);
                *end = next;
            }
        }
        if seen.len() > 2
            && seen.len() < self.count()
            && self.leaps[ends[0]].has(ends[1])
            && !self.taken[ends[0]].has(ends[1])
        {
            self.leave(ends[0], ends[1]);
        }
    }

    /// Where only one square is left beside a known step.
    pub(super) fn next_squares(&mut self, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        for known in 0..self.count() {
            let Some(from) = self.square_of[known] else { continue };
            for by in [1, -1] {
                let Some(step) = self.follow(known, by).filter(|&step| self.square_of[step].is_none()) else {
                    continue;
                };
                let fits = |set: BitSet<W>| {
                    set.and(self.free)
                        .iter()
                        .filter(|&to| self.when[to].has(step))
                        .fold(BitSet::EMPTY, |all: BitSet<W>, to| all.or(BitSet::of(to)))
                };
                let left = fits(self.leaps[from]);
                let needed = fits(self.taken[from]);
                // The other leap of the known step is known: the one that is needed leads on.
                let is_open_here =
                    self.follow(known, -by).is_none_or(|other| self.square_of[other].is_some());
                let square = match (left.only(), needed.only()) {
                    (Some(only), _) => only,
                    (None, Some(needed)) if is_open_here => needed,
                    _ if left.is_empty() => return Err(Impasse::NoSquare { step: step as u32 + 1 }),
                    _ => continue,
                };
                self.write(step, square)?;
                let known = Some((known as u32 + 1, self.name(from)));
                let (after, before) = if by == 1 { (known, None) } else { (None, known) };
                let conclusion = Conclusion::OnlySquare {
                    step: step as u32 + 1,
                    square: self.name(square),
                    after,
                    before,
                };
                tell(Deduction { rule: Rule::Forced, conclusion });
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Squares with one step, and steps with one square.
    pub(super) fn singles(&mut self, rule: Rule, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        let (mut once, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        for square in self.free.iter() {
            if self.when[square].is_empty() {
                return Err(Impasse::NoStep { square: self.name(square) });
            }
            twice = twice.or(once.and(self.when[square]));
            once = once.or(self.when[square]);
        }
        let known = |step: &usize| self.square_of[*step].is_some();
        if let Some(step) = (0..self.count()).find(|step| !known(step) && !once.has(*step)) {
            return Err(Impasse::NoSquare { step: step as u32 + 1 });
        }
        let only = once.without(twice);
        let found = self.free.iter().find_map(|square| {
            let step = self.when[square].and(only).first();
            step.map(|step| (square, step, true))
                .or_else(|| self.when[square].only().map(|step| (square, step, false)))
        });
        let Some((square, step, is_only_square)) = found else { return Ok(false) };
        let [after, before] = self.known_beside(step);
        self.write(step, square)?;
        let (step, square) = (step as u32 + 1, self.name(square));
        let conclusion = match is_only_square {
            true => Conclusion::OnlySquare { step, square, after, before },
            false => Conclusion::OnlyStep { square, step },
        };
        tell(Deduction { rule, conclusion });
        Ok(true)
    }

    /// A step is no farther from the known steps around it than leaps allow.
    pub(super) fn count_leaps(&mut self) -> Result<(), Impasse> {
        let mut may: Vec<BitSet<W>> = vec![BitSet::EMPTY; self.count()];
        for gap in self.gaps() {
            let after = gap.after.map(|(_, square)| self.distances(square));
            let before = gap.before.map(|(_, square)| self.distances(square));
            for square in self.free.iter() {
                let from = after.as_ref().map_or(gap.first, |far| gap.first - 1 + far[square]);
                let to = before.as_ref().map_or(gap.last, |far| gap.last + 1 - far[square]);
                for step in from..=to {
                    may[square].insert(step.rem_euclid(self.count() as i64) as usize);
                }
            }
        }
        for square in self.free.iter() {
            self.when[square] = self.when[square].and(may[square]);
        }
        Ok(())
    }

    /// How many leaps lead from a square to each over squares that are free.
    pub(super) fn distances(&self, from: usize) -> Vec<i64> {
        let mut far = vec![2 * self.count() as i64; self.count()];
        far[from] = 0;
        let mut todo = VecDeque::from([from]);
        while let Some(here) = todo.pop_front() {
            for to in self.leaps[here].and(self.free).iter() {
                if far[to] > self.count() as i64 {
                    far[to] = far[here] + 1;
                    todo.push_back(to);
                }
            }
        }
        far
    }

    /// A step has a colour, and a square for the step before it and another for the step after it.
    pub(super) fn count_exactly(&mut self) -> Result<(), Impasse> {
        let known = (0..self.count()).find_map(|step| Some((step, self.square_of[step]?)));
        if let (Some(dark), Some((step, square))) = (&self.field.dark, known) {
            let alike = (0..self.count())
                .filter(|other| other % 2 == step % 2)
                .fold(BitSet::EMPTY, |set: BitSet<W>, other| set.or(BitSet::of(other)));
            for other in self.free.iter() {
                let same = dark[other] == dark[square];
                self.when[other] =
                    if same { self.when[other].and(alike) } else { self.when[other].without(alike) };
            }
        }
        loop {
            let mut is_changed = false;
            for square in self.free.iter() {
                let (mut come, mut go) = (BitSet::EMPTY, BitSet::EMPTY);
                for to in self.leaps[square].iter() {
                    let (later, earlier) = self.shifted(self.when[to]);
                    come = come.or(later);
                    go = go.or(earlier);
                }
                if !self.is_closed() {
                    come.insert(0);
                    go.insert(self.count() - 1);
                }
                let kept = self.when[square].and(come).and(go);
                is_changed |= kept != self.when[square];
                self.when[square] = kept;
                if kept.is_empty() {
                    return Err(Impasse::NoStep { square: self.name(square) });
                }
            }
            if !is_changed {
                return Ok(());
            }
        }
    }

    /// These steps, each one later and each one earlier.
    pub(super) fn shifted(&self, steps: BitSet<W>) -> (BitSet<W>, BitSet<W>) {
        let (count, mut later, mut earlier) = (self.count(), steps.raised(1), steps.lowered(1));
        if steps.has(count - 1) && self.is_closed() {
            later.insert(0);
        }
        if steps.has(0) && self.is_closed() {
            earlier.insert(count - 1);
        }
        (later.and(BitSet::below(count)), earlier)
    }

    /// The steps of a gap stand in one part of the free squares, and every part is filled exactly.
    pub(super) fn cut(&mut self) -> Result<(), Impasse> {
        let parts = self.parts();
        if parts.len() < 2 {
            return Ok(());
        }
        let gaps = self.gaps();
        for part in parts {
            let reaches = |end: Option<(i64, usize)>| {
                end.is_none_or(|(_, square)| !self.leaps[square].and(part).is_empty())
            };
            let size = |gap: &Gap| (gap.last - gap.first + 1) as usize;
            let fits: Vec<&Gap> = gaps
                .iter()
                .filter(|gap| size(gap) <= part.len() && reaches(gap.after) && reaches(gap.before))
                .collect();
            let mut may = BitSet::EMPTY;
            for (at, gap) in fits.iter().enumerate() {
                // Sums of the other gaps' sizes, as a set of numbers.
                let others =
                    fits.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, gap)| size(gap));
                let sums: BitSet<W> = others.fold(BitSet::of(0), |sums, size| sums.or(sums.raised(size)));
                if sums.has(part.len() - size(gap)) {
                    (gap.first..=gap.last)
                        .for_each(|step| may.insert(step.rem_euclid(self.count() as i64) as usize));
                }
            }
            for square in part.iter() {
                self.when[square] = self.when[square].and(may);
            }
        }
        Ok(())
    }

    /// The parts into which the free squares fall.
    pub(super) fn parts(&self) -> Vec<BitSet<W>> {
        let (mut left, mut parts) = (self.free, Vec::new());
        while let Some(first) = left.first() {
            let (mut part, mut todo) = (BitSet::of(first), BitSet::of(first));
            while let Some(here) = todo.pop() {
                let new = self.leaps[here].and(self.free).without(part);
                part = part.or(new);
                todo = todo.or(new);
            }
            left = left.without(part);
            parts.push(part);
        }
        parts
    }
}
