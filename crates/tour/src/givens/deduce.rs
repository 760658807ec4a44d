//! The way a person solves a puzzle: one conclusion after another, the easiest rule first.
//!
//! Unlike the [search](super::search) it keeps what a person keeps: known steps, the steps that a square may still
//! have, the leaps that are left. The rules stand in the order of [`Rule`]; after every conclusion it begins again
//! with the easiest, so that the hardest rule that was needed, and how often, is the grade.

use std::collections::VecDeque;

use super::{
    Givens,
    set::Set,
    told::{Conclusion, Deduction, Impasse, Rule},
};
use crate::{Control, Square, TourKind, graph::Graph};

/// Where a person's way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Every step is known: there is one solution.
    Solved,
    /// There is none.
    Contradicted(Impasse),
    /// The rules that were allowed say no more, or the time was over.
    Stuck,
}

/// Concludes with rules up to `most`, with so many cases at most, and tells each conclusion.
pub(super) fn deduce(
    givens: &Givens,
    most: Rule,
    cases: usize,
    control: &Control,
    tell: &mut dyn FnMut(Deduction),
) -> End {
    match givens.board().square_count() {
        0..=64 => run::<1>(givens, most, cases, control, tell),
        65..=128 => run::<2>(givens, most, cases, control, tell),
        _ => run::<7>(givens, most, cases, control, tell),
    }
}

fn run<const W: usize>(
    givens: &Givens,
    most: Rule,
    cases: usize,
    control: &Control,
    tell: &mut dyn FnMut(Deduction),
) -> End {
    let Some((squares, graph)) = Graph::of_board(givens.board(), givens.leaper(), control) else {
        return End::Stuck;
    };
    let field = Field { dark: colours(&graph), squares, kind: givens.kind() };
    let mut page = Page::<W>::new(&field, &graph);
    let steps = givens.steps().iter();
    let written = steps.map(|&(step, square)| (step as usize - 1, field.squares.binary_search(&square)));
    for (step, square) in written {
        if let Err(impasse) = page.write(step, square.expect("a given square is one of the board")) {
            return End::Contradicted(impasse);
        }
    }
    page.conclude(most, cases, control, tell)
}

/// What never changes.
struct Field {
    squares: Vec<Square>,
    kind: TourKind,
    /// The two colours of squares, where every leap changes them.
    dark: Option<Vec<bool>>,
}

fn colours(graph: &Graph) -> Option<Vec<bool>> {
    let mut dark = vec![false; graph.len()];
    graph.flood(vec![false; graph.len()], &Control::unlimited(), |v, from| {
        dark[v as usize] = from.is_some_and(|from| !dark[from as usize]);
    });
    let changes = |v: u32| graph.around(v).iter().all(|&(_, to)| dark[v as usize] != dark[to as usize]);
    (0..graph.len() as u32).all(changes).then_some(dark)
}

/// A run of unknown steps between two known ones, or before the first, or after the last.
struct Gap {
    /// The known step before it, which may be negative where a closed tour begins in the gap.
    after: Option<(i64, usize)>,
    before: Option<(i64, usize)>,
    /// Its steps, from and to.
    first: i64,
    last: i64,
}

#[derive(Clone)]
struct Page<'a, const W: usize> {
    field: &'a Field,
    /// The square of every step that is known.
    place: Vec<Option<usize>>,
    free: Set<W>,
    /// The steps that may stand on a square.
    when: Vec<Set<W>>,
    /// The leaps that are left, and those that are needed.
    leaps: Vec<Set<W>>,
    taken: Vec<Set<W>>,
}

impl<'a, const W: usize> Page<'a, W> {
    fn new(field: &'a Field, graph: &Graph) -> Self {
        let count = graph.len();
        let all = Set::below(count);
        let around =
            |v| graph.around(v).iter().fold(Set::EMPTY, |set: Set<W>, &(_, to)| set.or(Set::of(to as usize)));
        Page {
            field,
            place: vec![None; count],
            free: all,
            when: vec![all; count],
            leaps: (0..count as u32).map(around).collect(),
            taken: vec![Set::EMPTY; count],
        }
    }

    fn count(&self) -> usize {
        self.when.len()
    }

    fn is_closed(&self) -> bool {
        self.field.kind == TourKind::Closed
    }

    fn name(&self, square: usize) -> Square {
        self.field.squares[square]
    }

    /// The conclusions that the rules allow, until the end.
    fn conclude(
        &mut self,
        most: Rule,
        mut cases: usize,
        control: &Control,
        tell: &mut dyn FnMut(Deduction),
    ) -> End {
        loop {
            match self.simply(most, tell) {
                Err(impasse) => return End::Contradicted(impasse),
                Ok(()) if self.free.is_empty() => return End::Solved,
                Ok(()) if most < Rule::Cases || cases == 0 => return End::Stuck,
                Ok(()) => {}
            }
            let simple = Rule::Cuts;
            let case = self.case(simple, control).or_else(|| match most {
                Rule::Nested => self.case(Rule::Cases, control),
                _ => None,
            });
            let Some(case) = case else { return End::Stuck };
            let Conclusion::Not { step, square, .. } = case.conclusion else { return End::Stuck };
            let at = self.field.squares.binary_search(&square).unwrap_or(0);
            self.when[at].remove(step as usize - 1);
            cases -= 1;
            tell(case);
        }
    }

    /// Everything that follows without cases.
    fn simply(&mut self, most: Rule, tell: &mut dyn FnMut(Deduction)) -> Result<(), Impasse> {
        while !self.free.is_empty() {
            if self.forced(tell)? {
                continue;
            }
            let mut is_more = false;
            for rule in [Rule::Counts, Rule::Parity, Rule::Cuts] {
                if rule > most || is_more {
                    break;
                }
                match rule {
                    Rule::Counts => self.count_leaps()?,
                    Rule::Parity => self.count_exactly()?,
                    _ => self.cut()?,
                }
                is_more = self.singles(rule, tell)?;
            }
            if !is_more {
                return Ok(());
            }
        }
        // The last step written may be a leap too far.
        self.forced(tell).map(|_| ())
    }

    /// A step and a square that contradict the rules; of all, one with the fewest others beside it.
    fn case(&self, within: Rule, control: &Control) -> Option<Deduction> {
        let mut squares_of = vec![0; self.count()];
        for square in self.free.iter() {
            self.when[square].iter().for_each(|step| squares_of[step] += 1);
        }
        let marks =
            self.free.iter().flat_map(|square| self.when[square].iter().map(move |step| (square, step)));
        let mut marks: Vec<(usize, usize, usize)> = marks
            .map(|(square, step)| (self.when[square].len().min(squares_of[step]), step, square))
            .collect();
        marks.sort_unstable();
        for (_, step, square) in marks {
            if control.is_stopped() {
                return None;
            }
            let mut tried = self.clone();
            let end = match tried.write(step, square) {
                Ok(()) => tried.conclude(within, usize::MAX, control, &mut |_| {}),
                Err(impasse) => End::Contradicted(impasse),
            };
            if let End::Contradicted(or_else) = end {
                let rule = if within < Rule::Cases { Rule::Cases } else { Rule::Nested };
                let (step, square) = (step as u32 + 1, self.name(square));
                return Some(Deduction { rule, conclusion: Conclusion::Not { step, square, or_else } });
            }
        }
        None
    }

    /// Writes a step on a square; leaps to squares whose steps are known and not beside it are left.
    fn write(&mut self, step: usize, square: usize) -> Result<(), Impasse> {
        if !self.when[square].has(step) {
            return Err(Impasse::NoStep { square: self.name(square) });
        }
        self.place[step] = Some(square);
        self.free.remove(square);
        self.when[square] = Set::of(step);
        for other in self.free.iter() {
            self.when[other].remove(step);
        }
        let beside = [self.follow(step, -1), self.follow(step, 1)];
        for to in self.leaps[square].iter() {
            let Some(at) = self.when[to].only().filter(|_| !self.free.has(to)) else { continue };
            if !beside.contains(&Some(at)) {
                self.leave(square, to);
            }
        }
        for next in beside.into_iter().flatten() {
            if let Some(to) = self.place[next] {
                if !self.leaps[square].has(to) {
                    return Err(Impasse::NoSquare { step: next as u32 + 1 });
                }
                self.take(square, to);
            }
        }
        Ok(())
    }

    /// The step before or after a step.
    fn follow(&self, step: usize, by: i64) -> Option<usize> {
        let (count, to) = (self.count() as i64, step as i64 + by);
        if self.is_closed() {
            Some(to.rem_euclid(count) as usize)
        } else {
            usize::try_from(to).ok().filter(|&to| to < self.count())
        }
    }

    fn leave(&mut self, a: usize, b: usize) {
        self.leaps[a].remove(b);
        self.leaps[b].remove(a);
    }

    fn take(&mut self, a: usize, b: usize) {
        self.taken[a].insert(b);
        self.taken[b].insert(a);
    }

    /// How many leaps a square needs, at least and at most.
    fn needs(&self, square: usize) -> (usize, usize) {
        if self.is_closed() {
            return (2, 2);
        }
        let ends = Set::of(0).or(Set::of(self.count() - 1));
        let as_end = self.when[square].and(ends);
        (2 - usize::from(!as_end.is_empty()), 2 - usize::from(as_end == self.when[square]))
    }

    /// Leaps that are left alone; whether there was one that takes a person further.
    fn forced(&mut self, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
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
    fn unclosed(&mut self, square: usize) {
        let mut seen = Set::of(square);
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
    fn next_squares(&mut self, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        for known in 0..self.count() {
            let Some(from) = self.place[known] else { continue };
            for by in [1, -1] {
                let Some(step) = self.follow(known, by).filter(|&step| self.place[step].is_none()) else {
                    continue;
                };
                let fits = |set: Set<W>| {
                    set.and(self.free)
                        .iter()
                        .filter(|&to| self.when[to].has(step))
                        .fold(Set::EMPTY, |all: Set<W>, to| all.or(Set::of(to)))
                };
                let left = fits(self.leaps[from]);
                let needed = fits(self.taken[from]);
                // The other leap of the known step is known: the one that is needed leads on.
                let is_open_here = self.follow(known, -by).is_none_or(|other| self.place[other].is_some());
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
    fn singles(&mut self, rule: Rule, tell: &mut dyn FnMut(Deduction)) -> Result<bool, Impasse> {
        let (mut once, mut twice) = (Set::EMPTY, Set::EMPTY);
        for square in self.free.iter() {
            if self.when[square].is_empty() {
                return Err(Impasse::NoStep { square: self.name(square) });
            }
            twice = twice.or(once.and(self.when[square]));
            once = once.or(self.when[square]);
        }
        let known = |step: &usize| self.place[*step].is_some();
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
        let (after, before) = self.known_beside(step);
        self.write(step, square)?;
        let (step, square) = (step as u32 + 1, self.name(square));
        let conclusion = match is_only_square {
            true => Conclusion::OnlySquare { step, square, after, before },
            false => Conclusion::OnlyStep { square, step },
        };
        tell(Deduction { rule, conclusion });
        Ok(true)
    }

    /// The known steps before and after an unknown one.
    fn known_beside(&self, step: usize) -> (Option<(u32, Square)>, Option<(u32, Square)>) {
        let towards = |by: i64| {
            let mut at = self.follow(step, by)?;
            while self.place[at].is_none() && at != step {
                at = self.follow(at, by)?;
            }
            self.place[at].map(|square| (at as u32 + 1, self.name(square)))
        };
        (towards(-1), towards(1))
    }

    fn gaps(&self) -> Vec<Gap> {
        let count = self.count() as i64;
        let known: Vec<(i64, usize)> =
            (0..).zip(&self.place).filter_map(|(step, square)| Some((step, (*square)?))).collect();
        let gap = |after: Option<(i64, usize)>, before: Option<(i64, usize)>| {
            let (first, last) =
                (after.map_or(0, |known| known.0 + 1), before.map_or(count - 1, |known| known.0 - 1));
            (first <= last).then_some(Gap { after, before, first, last })
        };
        let inner = known.windows(2).filter_map(|pair| gap(Some(pair[0]), Some(pair[1])));
        let mut gaps: Vec<Gap> = inner.collect();
        match (known.first(), known.last()) {
            (Some(&(first, square)), Some(&last)) if self.is_closed() => {
                gaps.extend(gap(Some(last), Some((first + count, square))));
            }
            (first, last) => {
                gaps.extend(gap(None, first.copied()));
                if last.is_some() {
                    gaps.extend(gap(last.copied(), None));
                }
            }
        }
        gaps
    }

    /// A step is no farther from the known steps around it than leaps allow.
    fn count_leaps(&mut self) -> Result<(), Impasse> {
        let mut may: Vec<Set<W>> = vec![Set::EMPTY; self.count()];
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
    fn distances(&self, from: usize) -> Vec<i64> {
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
    fn count_exactly(&mut self) -> Result<(), Impasse> {
        let known = (0..self.count()).find_map(|step| Some((step, self.place[step]?)));
        if let (Some(dark), Some((step, square))) = (&self.field.dark, known) {
            let alike = (0..self.count())
                .filter(|other| other % 2 == step % 2)
                .fold(Set::EMPTY, |set: Set<W>, other| set.or(Set::of(other)));
            for other in self.free.iter() {
                let same = dark[other] == dark[square];
                self.when[other] =
                    if same { self.when[other].and(alike) } else { self.when[other].without(alike) };
            }
        }
        loop {
            let mut is_changed = false;
            for square in self.free.iter() {
                let (mut come, mut go) = (Set::EMPTY, Set::EMPTY);
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
    fn shifted(&self, steps: Set<W>) -> (Set<W>, Set<W>) {
        let (count, mut later, mut earlier) = (self.count(), steps.raised(1), steps.lowered(1));
        if steps.has(count - 1) && self.is_closed() {
            later.insert(0);
        }
        if steps.has(0) && self.is_closed() {
            earlier.insert(count - 1);
        }
        (later.and(Set::below(count)), earlier)
    }

    /// The steps of a gap stand in one part of the free squares, and every part is filled exactly.
    fn cut(&mut self) -> Result<(), Impasse> {
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
            let mut may = Set::EMPTY;
            for (at, gap) in fits.iter().enumerate() {
                // Sums of the other gaps' sizes, as a set of numbers.
                let others =
                    fits.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, gap)| size(gap));
                let sums: Set<W> = others.fold(Set::of(0), |sums, size| sums.or(sums.raised(size)));
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
    fn parts(&self) -> Vec<Set<W>> {
        let (mut left, mut parts) = (self.free, Vec::new());
        while let Some(first) = left.first() {
            let (mut part, mut todo) = (Set::of(first), Set::of(first));
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
