//! A branching search that finds proofs by forced leaps, or tours of small boards.
//!
//! The rules are those of [`Proof`]. Only the squares examined cost memory, so a proof about the corner of a
//! board of a billion by a billion squares is found as fast as on 8×8.
//!
//! *Guarantee:* a [`Proof`] that [`check`](ktour_core::proof::check()) accepts, a tour, or the limit of cases was
//! reached. *Cost:* exponential in the worst case, but a handful of cases on every rectangle that the rules
//! cover for a knight.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    ops::ControlFlow,
};

use crate::decisions::{BranchVisitor, Conflict, Next, branch_and_propagate};
use ktour_core::{
    Board, Control, Leaper, Puzzle, Square,
    proof::{Proof, ProofEnd, ProofStep},
};

/// Result of a search for a proof.
pub(super) enum ForcedOutcome {
    /// A tour exists.
    Tour,
    /// A proof that none exists.
    Proof(Proof),
    /// The limit of cases was reached, or the search was stopped.
    GaveUp,
}

/// Searches for a tour between two ends, or a closed one, with at most `limit` branches. Propagation starts
/// at the squares in `from`; only if these are all squares of the board does the search branch.
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
    case.queue.extend(from);
    let is_whole = from.len() as u128 == board.square_count();
    let (reason, open, proof) = (None, Vec::new(), None);
    let mut search = ForcedSearch { case, steps, reason, open, proof, is_whole, limit, control };
    let root = search.propagate();
    match branch_and_propagate(&mut search, root) {
        Some(outcome) => outcome,
        None => {
            let mut proof = search.proof.expect("every case of a finished search is refuted");
            trim(board, leaper, &mut proof);
            ForcedOutcome::Proof(proof)
        }
    }
}

/// A case distinction whose cases are not all refuted yet.
struct OpenCases {
    /// The steps before it.
    steps: Vec<ProofStep>,
    leap: (Square, Square),
    /// The proof of the case in which the leap is included.
    included: Option<Proof>,
}

/// A search that builds a proof as it goes.
struct ForcedSearch<'a> {
    case: Case<'a>,
    /// Steps of the current case.
    steps: Vec<ProofStep>,
    /// Conflict that the current case ends in.
    reason: Option<ProofEnd>,
    open: Vec<OpenCases>,
    /// The whole proof, when all cases are refuted.
    proof: Option<Proof>,
    /// Whether the search may branch.
    is_whole: bool,
    /// Number of branches left.
    limit: &'a mut u64,
    control: &'a Control,
}

impl ForcedSearch<'_> {
    fn propagate(&mut self) -> Result<(), Conflict> {
        match self.case.propagate(&mut self.steps, self.control) {
            None => Ok(()),
            Some(lost) => {
                self.reason = Some(ProofEnd::TooFewLeaps(lost));
                Err(Conflict)
            }
        }
    }
}

impl<'a> BranchVisitor for ForcedSearch<'a> {
    type Leap = (Square, Square);
    type Mark = Case<'a>;
    type End = ForcedOutcome;

    fn mark(&self) -> Case<'a> {
        self.case.clone()
    }

    fn undo(&mut self, mark: Case<'a>) {
        self.case = mark;
    }

    fn visit(&mut self, _: usize) -> Next<(Square, Square), ForcedOutcome> {
        if !self.case.queue.is_empty() {
            return Next::End(ForcedOutcome::GaveUp);
        }
        if self.case.missing == 0 {
            return Next::End(ForcedOutcome::Tour);
        }
        if !self.is_whole || *self.limit == 0 {
            return Next::End(ForcedOutcome::GaveUp);
        }
        if let Some((from, to)) = self.case.disconnected_pair() {
            self.reason = Some(ProofEnd::Disconnected(from, to));
            return Next::Backtrack;
        }
        *self.limit -= 1;
        let leap = self.case.branching_leap();
        self.open.push(OpenCases { steps: std::mem::take(&mut self.steps), leap, included: None });
        Next::Branch(leap)
    }

    fn decide(&mut self, (a, b): (Square, Square), is_first: bool) -> Result<(), Conflict> {
        if is_first {
            self.case.include(a, b, &mut self.steps);
        } else {
            // The case itself is no step.
            self.case.exclude(a, b, ProofStep::Full { at: a, to: b }, &mut Vec::new());
        }
        self.propagate()
    }

    /// Adds the refuted case to the proof, and all case distinctions that it completes.
    fn on_conflict(
        &mut self,
        branches: &[(Case<'a>, (Square, Square))],
    ) -> ControlFlow<ForcedOutcome, usize> {
        let end = self.reason.take().expect("a conflict has a reason");
        let mut proof = Proof { steps: std::mem::take(&mut self.steps), end };
        while let Some(OpenCases { steps, leap, included }) =
            self.open.pop_if(|cases| cases.included.is_some())
        {
            let included = Box::new(included.expect("it was refuted first"));
            proof = Proof { steps, end: ProofEnd::Cases { leap, included, excluded: Box::new(proof) } };
        }
        match self.open.last_mut() {
            Some(cases) => cases.included = Some(proof),
            None => self.proof = Some(proof),
        }
        ControlFlow::Continue(branches.len())
    }
}

/// The leaps of one square and the decisions about them, as bit masks.
#[derive(Clone)]
struct SquareLeaps {
    to: Vec<Square>,
    included: u8,
    excluded: u8,
    needs: u32,
}

impl SquareLeaps {
    fn remaining(&self) -> u32 {
        self.to.len() as u32 - self.excluded.count_ones()
    }

    fn is_full(&self) -> bool {
        self.included.count_ones() == self.needs
    }

    fn undecided(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.to.len()).filter(|i| (self.included | self.excluded) >> i & 1 == 0).map(|i| self.to[i])
    }

    fn bit(&self, to: Square) -> u8 {
        self.to.iter().position(|&other| other == to).map_or(0, |i| 1 << i)
    }
}

/// The decisions of one case, with undecided leaps expanded square by square.
#[derive(Clone)]
struct Case<'a> {
    board: &'a Board,
    leaper: Leaper,
    ends: Option<(Square, Square)>,
    leaps: HashMap<Square, SquareLeaps>,
    /// The other end of the path of included leaps that ends here.
    mate: HashMap<Square, Square>,
    /// Number of leaps still to be included.
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
        let (leaps, mate, queue) = (HashMap::new(), HashMap::new(), VecDeque::new());
        let mut case = Case { board, leaper, ends, leaps, mate, missing, queue };
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
        self.leaps.entry(square).or_insert_with(|| SquareLeaps {
            to: board.leaps(leaper, square).collect(),
            included: 0,
            excluded: 0,
            needs: if is_end { 1 } else { 2 },
        })
    }

    fn mate_of(&self, square: Square) -> Square {
        self.mate.get(&square).copied().unwrap_or(square)
    }

    fn exclude(&mut self, a: Square, b: Square, step: ProofStep, steps: &mut Vec<ProofStep>) {
        for (from, to) in [(a, b), (b, a)] {
            let leaps = self.leaps_of(from);
            leaps.excluded |= leaps.bit(to);
            self.queue.push_back(from);
        }
        steps.push(step);
    }

    /// Includes an undecided leap, and excludes those that it rules out: at squares that now have enough
    /// leaps, and the one that would close a loop too early.
    fn include(&mut self, a: Square, b: Square, steps: &mut Vec<ProofStep>) {
        for (from, to) in [(a, b), (b, a)] {
            let leaps = self.leaps_of(from);
            leaps.included |= leaps.bit(to);
            self.queue.push_back(from);
        }
        self.missing -= 1;
        let (x, y) = (self.mate_of(a), self.mate_of(b));
        self.mate.extend([(x, y), (y, x)]);
        for at in [a, b] {
            let leaps = self.leaps_of(at);
            let surplus: Vec<Square> = if leaps.is_full() { leaps.undecided().collect() } else { Vec::new() };
            surplus.into_iter().for_each(|to| self.exclude(at, to, ProofStep::Full { at, to }, steps));
        }
        if self.missing > 1 && self.leaper.is_leap(x, y) {
            let leaps = self.leaps_of(x);
            if (leaps.included | leaps.excluded) & leaps.bit(y) == 0 {
                let path = self.path(x, y);
                self.exclude(x, y, ProofStep::Loop { path }, steps);
            }
        }
    }

    /// The squares from one end of a path of included leaps to the other.
    fn path(&self, from: Square, to: Square) -> Vec<Square> {
        let (mut path, mut before, mut at) = (vec![from], None, from);
        while at != to {
            let leaps = &self.leaps[&at];
            let along = (0..leaps.to.len()).filter(|i| leaps.included >> i & 1 == 1).map(|i| leaps.to[i]);
            let other_end = self.ends.and_then(|(start, end)| match at {
                _ if at == start => Some(end),
                _ if at == end => Some(start),
                _ => None,
            });
            let next = along.chain(other_end).find(|&next| Some(next) != before);
            let Some(next) = next else { break };
            (before, at) = (Some(at), next);
            path.push(at);
        }
        path
    }

    /// Includes and excludes leaps that are forced; returns a square with too few leaps, if there is one. If
    /// it was stopped, the queue is not empty.
    fn propagate(&mut self, steps: &mut Vec<ProofStep>, control: &Control) -> Option<Square> {
        let mut steps_done = 0u32;
        while let Some(at) = self.queue.pop_front() {
            if control.is_stopped_at(steps_done as u64) {
                self.queue.push_front(at);
                return None;
            }
            steps_done = steps_done.wrapping_add(1);
            loop {
                let leaps = self.leaps_of(at);
                let (remaining, needs, next) = (leaps.remaining(), leaps.needs, leaps.undecided().next());
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

    /// Finds two squares that the remaining leaps no longer connect.
    fn disconnected_pair(&self) -> Option<(Square, Square)> {
        let from = self.board.squares().next()?;
        let mut reached = HashSet::from([from]);
        let mut todo = vec![from];
        while let Some(at) = todo.pop() {
            let leaps = &self.leaps[&at];
            for (i, &to) in leaps.to.iter().enumerate() {
                if leaps.excluded >> i & 1 == 0 && reached.insert(to) {
                    todo.push(to);
                }
            }
        }
        self.board.squares().find(|square| !reached.contains(square)).map(|to| (from, to))
    }

    /// Chooses the undecided leap on which to branch: at the square with the fewest, preferably one that
    /// already has an included leap.
    fn branching_leap(&self) -> (Square, Square) {
        let weight = |square: &Square| {
            let leaps = &self.leaps[square];
            2 * (leaps.remaining() - leaps.included.count_ones())
                + 3 * u32::from(leaps.needs - leaps.included.count_ones() == 2)
        };
        let open = |square: &Square| self.leaps[square].undecided().next().is_some();
        let at = self
            .board
            .squares()
            .filter(open)
            .min_by_key(weight)
            .expect("an unfinished tour has an undecided leap");
        let to = self.leaps[&at].undecided().min_by_key(|to| self.leaps[to].remaining()).expect("it has one");
        (at, to)
    }
}

// Shortening a proof to the steps that its conclusion needs.
//
// A proof is found forwards, with many unnecessary steps. A backward pass retains only the steps whose leap
// a later step or the conclusion needs.

/// A leap, and whether it was included.
type Decided = ((Square, Square), bool);

/// Removes the steps that the end of the proof does not depend on. Returns the earlier decisions that it
/// depends on; `None` if it may depend on all.
pub(super) fn trim(board: &Board, leaper: Leaper, proof: &mut Proof) -> Option<HashSet<Decided>> {
    let leap = |a: Square, b: Square| (a.min(b), a.max(b));
    let leaps_of =
        |at: Square, included: bool| board.leaps(leaper, at).map(move |to| (leap(at, to), included));
    let mut needed: HashSet<Decided> = match &mut proof.end {
        ProofEnd::TooFewLeaps(square) => leaps_of(*square, false).collect(),
        ProofEnd::Disconnected(..) | ProofEnd::Ends(_) => return None,
        ProofEnd::Cases { leap: (a, b), included, excluded } => {
            let both = (trim(board, leaper, included), trim(board, leaper, excluded));
            let (Some(mut one), Some(other)) = both else { return None };
            one.extend(other);
            one.remove(&(leap(*a, *b), true));
            one.remove(&(leap(*a, *b), false));
            one
        }
    };
    let mut retained = Vec::new();
    for step in std::mem::take(&mut proof.steps).into_iter().rev() {
        let decided = match &step {
            ProofStep::Only { at, to } => (leap(*at, *to), true),
            ProofStep::Full { at, to } => (leap(*at, *to), false),
            ProofStep::Loop { path } => (leap(path[0], path[path.len() - 1]), false),
        };
        if !needed.remove(&decided) {
            continue;
        }
        match &step {
            ProofStep::Only { at, .. } => needed.extend(leaps_of(*at, false)),
            ProofStep::Full { at, .. } => needed.extend(leaps_of(*at, true)),
            ProofStep::Loop { path } => {
                needed.extend(path.windows(2).map(|pair| (leap(pair[0], pair[1]), true)))
            }
        }
        retained.push(step);
    }
    retained.reverse();
    proof.steps = retained;
    Some(needed)
}
