//! Finding proofs by forced leaps, or tours of small boards if there is no proof.
//!
//! The rules are those of [`Proof`]. Only the squares examined cost memory, so a proof about the corner of a
//! board of a billion by a billion squares is found as fast as on 8×8.
//!
//! *Guarantee:* a [`Proof`] that [`check`](crate::proof::check()) accepts, a tour, or the limit of cases was
//! reached. *Cost:* exponential in the worst case, but a handful of cases on every rectangle that the rules
//! cover for a knight.

use std::collections::{HashMap, HashSet, VecDeque};

use super::trim::trim;
use crate::{
    Board, Control, Leaper, Puzzle, Square,
    proof::{Proof, ProofEnd, ProofStep},
};

/// What a search for a proof came to.
pub(super) enum ForcedOutcome {
    /// There is a tour.
    Tour,
    /// There is none.
    Proof(Proof),
    /// Too many cases, or stopped.
    GaveUp,
}

/// Looks for a tour between two ends, or a closed one, trying a leap both ways at most `limit` times.
/// Begins from the squares in `from`: all of a small board, or those near what is special.
pub(super) fn search(
    puzzle: &Puzzle,
    ends: Option<(Square, Square)>,
    from: &[Square],
    limit: &mut u64,
    control: &Control,
) -> ForcedOutcome {
    let (board, leaper) = (puzzle.board(), puzzle.leaper());
    let mut steps = Vec::new();
    let mut case = Case::new(board, leaper, ends, &mut steps);
    let whole = from.len() as u128 == board.square_count();
    case.queue.extend(from);
    match case.refute(steps, limit, whole, control) {
        ForcedOutcome::Proof(mut proof) => {
            trim(board, leaper, &mut proof);
            ForcedOutcome::Proof(proof)
        }
        other => other,
    }
}

/// What is decided about the leaps of one square.
#[derive(Clone)]
struct SquareLeaps {
    to: Vec<Square>,
    taken: u8,
    left: u8,
    needs: u32,
}

impl SquareLeaps {
    fn remaining(&self) -> u32 {
        self.to.len() as u32 - self.left.count_ones()
    }

    fn is_full(&self) -> bool {
        self.taken.count_ones() == self.needs
    }

    fn undecided(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.to.len()).filter(|i| (self.taken | self.left) >> i & 1 == 0).map(|i| self.to[i])
    }

    fn bit(&self, to: Square) -> u8 {
        self.to.iter().position(|&other| other == to).map_or(0, |i| 1 << i)
    }
}

/// Which leaps are taken and left so far.
#[derive(Clone)]
struct Case<'a> {
    board: &'a Board,
    leaper: Leaper,
    ends: Option<(Square, Square)>,
    ties: HashMap<Square, SquareLeaps>,
    /// The other end of the path of taken leaps that ends here.
    mate: HashMap<Square, Square>,
    /// Leaps still to be taken.
    missing: u128,
    queue: VecDeque<Square>,
}

impl<'a> Case<'a> {
    fn new(
        board: &'a Board,
        leaper: Leaper,
        ends: Option<(Square, Square)>,
        steps: &mut Vec<ProofStep>,
    ) -> Self {
        let missing = board.square_count() - u128::from(ends.is_some());
        let (ties, mate, queue) = (HashMap::new(), HashMap::new(), VecDeque::new());
        let mut case = Case { board, leaper, ends, ties, mate, missing, queue };
        if let Some((start, end)) = ends {
            case.mate.extend([(start, end), (end, start)]);
            if missing > 1 && leaper.is_leap(start, end) {
                case.exclude(start, end, ProofStep::Loop { path: vec![start, end] }, steps);
            }
        }
        case
    }

    fn leaps_of(&mut self, square: Square) -> &mut SquareLeaps {
        let (board, leaper) = (self.board, self.leaper);
        let is_end = self.ends.is_some_and(|(start, end)| square == start || square == end);
        self.ties.entry(square).or_insert_with(|| SquareLeaps {
            to: board.leaps(leaper, square).collect(),
            taken: 0,
            left: 0,
            needs: if is_end { 1 } else { 2 },
        })
    }

    fn mate_of(&self, square: Square) -> Square {
        self.mate.get(&square).copied().unwrap_or(square)
    }

    fn exclude(&mut self, a: Square, b: Square, step: ProofStep, steps: &mut Vec<ProofStep>) {
        for (from, to) in [(a, b), (b, a)] {
            let ties = self.leaps_of(from);
            ties.left |= ties.bit(to);
            self.queue.push_back(from);
        }
        steps.push(step);
    }

    /// Takes an undecided leap, and leaves those that can no longer be taken: at squares that now have
    /// enough, and the one that would close a loop too early.
    fn include(&mut self, a: Square, b: Square, steps: &mut Vec<ProofStep>) {
        for (from, to) in [(a, b), (b, a)] {
            let ties = self.leaps_of(from);
            ties.taken |= ties.bit(to);
            self.queue.push_back(from);
        }
        self.missing -= 1;
        let (x, y) = (self.mate_of(a), self.mate_of(b));
        self.mate.extend([(x, y), (y, x)]);
        for at in [a, b] {
            let ties = self.leaps_of(at);
            let surplus: Vec<Square> = if ties.is_full() { ties.undecided().collect() } else { Vec::new() };
            surplus.into_iter().for_each(|to| self.exclude(at, to, ProofStep::Full { at, to }, steps));
        }
        if self.missing > 1 && self.leaper.is_leap(x, y) {
            let ties = self.leaps_of(x);
            if (ties.taken | ties.left) & ties.bit(y) == 0 {
                let path = self.path(x, y);
                self.exclude(x, y, ProofStep::Loop { path }, steps);
            }
        }
    }

    /// The squares from one end of a path of taken leaps to the other.
    fn path(&self, from: Square, to: Square) -> Vec<Square> {
        let (mut path, mut before, mut at) = (vec![from], None, from);
        while at != to {
            let ties = &self.ties[&at];
            let along = (0..ties.to.len()).filter(|i| ties.taken >> i & 1 == 1).map(|i| ties.to[i]);
            let beyond = self.ends.and_then(|(start, end)| match at {
                _ if at == start => Some(end),
                _ if at == end => Some(start),
                _ => None,
            });
            let next = along.chain(beyond).find(|&next| Some(next) != before);
            let Some(next) = next else { break };
            (before, at) = (Some(at), next);
            path.push(at);
        }
        path
    }

    /// Takes and leaves all that follows; the square that is lost, if one is. Stopped, it leaves a queue.
    fn propagate(&mut self, steps: &mut Vec<ProofStep>, control: &Control) -> Option<Square> {
        let mut looks = 0u32;
        while let Some(at) = self.queue.pop_front() {
            if control.is_stopped_at(looks as u64) {
                self.queue.push_front(at);
                return None;
            }
            looks = looks.wrapping_add(1);
            loop {
                let ties = self.leaps_of(at);
                let (remaining, needs, next) = (ties.remaining(), ties.needs, ties.undecided().next());
                match next {
                    _ if remaining < needs => return Some(at),
                    Some(to) if remaining == needs => {
                        steps.push(ProofStep::Only { at, to });
                        self.include(at, to, steps);
                    }
                    _ => break,
                }
            }
        }
        None
    }

    fn refute(
        mut self,
        mut steps: Vec<ProofStep>,
        limit: &mut u64,
        whole: bool,
        control: &Control,
    ) -> ForcedOutcome {
        if let Some(lost) = self.propagate(&mut steps, control) {
            return ForcedOutcome::Proof(Proof { steps, then: ProofEnd::Lost(lost) });
        }
        if !self.queue.is_empty() {
            return ForcedOutcome::GaveUp;
        }
        if self.missing == 0 {
            return ForcedOutcome::Tour;
        }
        if !whole || *limit == 0 {
            return ForcedOutcome::GaveUp;
        }
        if let Some((from, to)) = self.disconnected_pair() {
            return ForcedOutcome::Proof(Proof { steps, then: ProofEnd::Apart(from, to) });
        }
        *limit -= 1;
        let (a, b) = self.branching_leap();
        let (mut with, mut without) = (self.clone(), self);
        let mut with_steps = Vec::new();
        with.include(a, b, &mut with_steps);
        let taken = match with.refute(with_steps, limit, whole, control) {
            ForcedOutcome::Proof(proof) => Box::new(proof),
            other => return other,
        };
        without.exclude(a, b, ProofStep::Full { at: a, to: b }, &mut Vec::new());
        let left = match without.refute(Vec::new(), limit, whole, control) {
            ForcedOutcome::Proof(proof) => Box::new(proof),
            other => return other,
        };
        ForcedOutcome::Proof(Proof { steps, then: ProofEnd::Cases { leap: (a, b), taken, left } })
    }

    /// Two squares that remaining leaps no longer join.
    fn disconnected_pair(&self) -> Option<(Square, Square)> {
        let from = self.board.squares().next()?;
        let mut reached = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            let ties = &self.ties[&at];
            for (i, &to) in ties.to.iter().enumerate() {
                if ties.left >> i & 1 == 0 && reached.insert(to) {
                    todo.push(to);
                }
            }
        }
        self.board.squares().find(|square| !reached.contains(square)).map(|to| (from, to))
    }

    /// An undecided leap, where the fewest are: best from a square that already has one.
    fn branching_leap(&self) -> (Square, Square) {
        let weight = |square: &Square| {
            let ties = &self.ties[square];
            2 * (ties.remaining() - ties.taken.count_ones())
                + 3 * u32::from(ties.needs - ties.taken.count_ones() == 2)
        };
        let open = |square: &Square| self.ties[square].undecided().next().is_some();
        let at = self
            .board
            .squares()
            .filter(open)
            .min_by_key(weight)
            .expect("an unfinished tour has an undecided leap");
        let to = self.ties[&at].undecided().min_by_key(|to| self.ties[to].remaining()).expect("it has one");
        (at, to)
    }
}
