//! Decisions about the leaps of a graph, with unit propagation and undo, and the search that branches on them.
//!
//! Every leap is open, included in the tour or excluded from it, and every vertex needs two included leaps. A
//! *path* is a run of included leaps; `mate` holds, for each of its two ends, the other one, and a vertex
//! without an included leap is its own mate. All changes are recorded, so a decision can be undone exactly.
//!
//! [`branch_and_propagate`] is the depth-first search of all exact methods. A [`BranchVisitor`] says on which
//! leap to branch, and propagates.

use std::{ops::ControlFlow, rc::Rc};

use ktour_core::{
    Control,
    graph::{DepthFirst, Graph},
};

/// A contradiction: some vertex cannot have its two leaps, or a cycle closed too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeapState {
    Open,
    Included,
    Excluded,
}

#[derive(Clone, Copy)]
enum Change {
    Included(u32),
    Excluded(u32),
    Mate(u32, u32),
}

/// The leaps of a graph, each open, included or excluded.
pub(crate) struct Decisions {
    /// Read-only, although public.
    pub(crate) graph: Rc<Graph>,
    state: Vec<LeapState>,
    /// Number of included leaps of each vertex: its degree in the partial tour.
    included: Vec<u8>,
    /// Number of open leaps of each vertex.
    open: Vec<u32>,
    /// The other end of the path that ends in a vertex; stale for vertices inside a path.
    mate: Vec<u32>,
    included_total: usize,
    changes: Vec<Change>,
    /// Vertices whose leaps may now be forced.
    pending: Vec<u32>,
    depth_first: DepthFirst,
}

impl Decisions {
    /// Creates the state in which all leaps are open.
    pub(crate) fn new(graph: impl Into<Rc<Graph>>) -> Decisions {
        let graph = graph.into();
        let vertices = graph.vertex_count() as u32;
        Decisions {
            state: vec![LeapState::Open; graph.leap_count()],
            included: vec![0; graph.vertex_count()],
            open: (0..vertices).map(|v| graph.neighbours(v).len() as u32).collect(),
            mate: (0..vertices).collect(),
            included_total: 0,
            changes: Vec::new(),
            pending: Vec::new(),
            depth_first: DepthFirst::default(),
            graph,
        }
    }

    /// Propagates from every vertex, as a search does before its first decision.
    pub(crate) fn propagate_all(&mut self) -> Result<(), Conflict> {
        self.pending.extend(0..self.graph.vertex_count() as u32);
        self.propagate()
    }

    /// Number of changes so far, to [`undo`](Self::undo) to.
    pub(crate) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Whether the leap is included: it belongs to every tour that remains.
    pub(crate) fn is_included(&self, leap: u32) -> bool {
        self.state[leap as usize] == LeapState::Included
    }

    /// Whether the leap is excluded: it belongs to no tour that remains.
    pub(crate) fn is_excluded(&self, leap: u32) -> bool {
        self.state[leap as usize] == LeapState::Excluded
    }

    /// Whether a vertex has two included leaps.
    pub(crate) fn has_two(&self, vertex: u32) -> bool {
        self.included[vertex as usize] == 2
    }

    /// Whether an open leap would close a path before everything is on it.
    pub(crate) fn closes_early(&self, leap: u32) -> bool {
        let (a, b) = self.graph.endpoints(leap);
        self.mate[a as usize] == b && self.included_total + 1 != self.graph.vertex_count()
    }

    /// Number of open leaps of a vertex.
    pub(crate) fn undecided_count(&self, vertex: u32) -> u32 {
        self.open[vertex as usize]
    }

    /// The leaps decided since a mark, each with whether it was included.
    pub(crate) fn decided_since(&self, mark: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.changes[mark..].iter().filter_map(|change| match *change {
            Change::Included(leap) => Some((leap, true)),
            Change::Excluded(leap) => Some((leap, false)),
            Change::Mate(..) => None,
        })
    }

    fn set_mate(&mut self, vertex: u32, mate: u32) {
        self.changes.push(Change::Mate(vertex, self.mate[vertex as usize]));
        self.mate[vertex as usize] = mate;
    }

    /// Includes a leap, and excludes the one that would close the new path too early.
    pub(crate) fn include(&mut self, leap: u32) -> Result<(), Conflict> {
        match self.state[leap as usize] {
            LeapState::Included => return Ok(()),
            LeapState::Excluded => return Err(Conflict),
            LeapState::Open => {}
        }
        let (a, b) = self.graph.endpoints(leap);
        if self.included[a as usize] == 2 || self.included[b as usize] == 2 {
            return Err(Conflict);
        }
        let is_closing = self.mate[a as usize] == b;
        if is_closing && self.included_total + 1 != self.graph.vertex_count() {
            return Err(Conflict);
        }
        self.state[leap as usize] = LeapState::Included;
        self.changes.push(Change::Included(leap));
        self.included_total += 1;
        for v in [a, b] {
            self.included[v as usize] += 1;
            self.open[v as usize] -= 1;
            self.pending.push(v);
        }
        if !is_closing {
            let (end, other_end) = (self.mate[a as usize], self.mate[b as usize]);
            self.set_mate(end, other_end);
            self.set_mate(other_end, end);
            if self.included_total + 1 != self.graph.vertex_count() {
                self.exclude_between(end, other_end)?;
            }
        }
        Ok(())
    }

    /// Excludes the leaps between the two ends of a path that does not visit every vertex.
    fn exclude_between(&mut self, a: u32, b: u32) -> Result<(), Conflict> {
        let (from, to) = self.graph.by_degree(a, b);
        for at in 0..self.graph.neighbours(from).len() {
            let (leap, there) = self.graph.neighbours(from)[at];
            if there == to && self.state[leap as usize] == LeapState::Open {
                self.exclude(leap)?;
            }
        }
        Ok(())
    }

    /// Excludes a leap.
    pub(crate) fn exclude(&mut self, leap: u32) -> Result<(), Conflict> {
        match self.state[leap as usize] {
            LeapState::Excluded => return Ok(()),
            LeapState::Included => return Err(Conflict),
            LeapState::Open => {}
        }
        self.state[leap as usize] = LeapState::Excluded;
        self.changes.push(Change::Excluded(leap));
        let (a, b) = self.graph.endpoints(leap);
        for v in [a, b] {
            self.open[v as usize] -= 1;
            self.pending.push(v);
        }
        let starves = |v: u32| u32::from(self.included[v as usize]) + self.open[v as usize] < 2;
        if starves(a) || starves(b) { Err(Conflict) } else { Ok(()) }
    }

    /// Includes and excludes leaps that are forced, until no more are: unit propagation.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(v) = self.pending.pop() {
            let (included, open) = (u32::from(self.included[v as usize]), self.open[v as usize]);
            if included + open < 2 {
                return Err(Conflict);
            }
            if open == 0 || (included < 2 && included + open > 2) {
                continue;
            }
            for at in 0..self.graph.neighbours(v).len() {
                let (leap, _) = self.graph.neighbours(v)[at];
                if self.state[leap as usize] == LeapState::Open {
                    if included == 2 { self.exclude(leap)? } else { self.include(leap)? }
                }
            }
        }
        Ok(())
    }

    /// Undoes all changes after a mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        self.pending.clear();
        while self.changes.len() > mark {
            match self.changes.pop() {
                Some(Change::Included(leap)) => {
                    self.state[leap as usize] = LeapState::Open;
                    self.included_total -= 1;
                    let (a, b) = self.graph.endpoints(leap);
                    for v in [a, b] {
                        self.included[v as usize] -= 1;
                        self.open[v as usize] += 1;
                    }
                }
                Some(Change::Excluded(leap)) => {
                    self.state[leap as usize] = LeapState::Open;
                    let (a, b) = self.graph.endpoints(leap);
                    for v in [a, b] {
                        self.open[v as usize] += 1;
                    }
                }
                Some(Change::Mate(vertex, mate)) => self.mate[vertex as usize] = mate,
                None => break,
            }
        }
    }

    /// The leap on which a plain search branches next: at the vertex with the fewest open leaps (an end of a
    /// path before a vertex without included leaps), the one to the neighbour with the fewest. `None` if
    /// every vertex has two included leaps.
    pub(crate) fn choose(&self) -> Option<u32> {
        let deficient = (0..self.graph.vertex_count() as u32).filter(|&v| self.included[v as usize] < 2);
        let vertex = deficient.min_by_key(|&v| (self.open[v as usize], 2 - self.included[v as usize]))?;
        let leaps = self.graph.neighbours(vertex).iter().copied();
        let open = leaps.filter(|&(leap, _)| self.state[leap as usize] == LeapState::Open);
        open.min_by_key(|&(_, to)| (self.open[to as usize], 2 - self.included[to as usize]))
            .map(|(leap, _)| leap)
    }

    /// The two neighbours of a vertex in a finished cycle.
    pub(crate) fn included_neighbours(&self, vertex: u32) -> [u32; 2] {
        let mut included = self.graph.neighbours(vertex).iter().filter(|&&(leap, _)| self.is_included(leap));
        let mut next = || included.next().map_or(vertex, |&(_, to)| to);
        [next(), next()]
    }

    /// Checks that the leaps not excluded form a biconnected graph, without which no cycle visits every
    /// vertex. Finds no conflict if it was stopped.
    pub(crate) fn check_biconnected(&mut self, control: &Control) -> Result<(), Conflict> {
        let state = &self.state;
        let (mut from_the_first, mut is_held) = (0, false);
        let reached = self.depth_first.articulation_points(
            &self.graph,
            |leap| state[leap as usize] != LeapState::Excluded,
            control,
            |v| {
                from_the_first += u32::from(v == 0);
                is_held = v != 0 || from_the_first > 1;
                if is_held { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        let falls_apart = reached.is_some_and(|reached| reached < self.graph.vertex_count());
        if is_held || falls_apart { Err(Conflict) } else { Ok(()) }
    }
}

/// The action of a search at a node without conflict.
pub(crate) enum Next<L, E> {
    /// Decides this leap one way, and after a conflict the other way.
    Branch(L),
    /// Returns to the last decision, as after a conflict.
    Backtrack,
    /// Undoes all decisions and visits the root again.
    Restart,
    /// Ends the search.
    End(E),
}

/// Decisions, their propagation, and the choice of the next one: what the searches do differently.
pub(crate) trait BranchVisitor {
    type Leap: Copy;
    /// State of the decisions before a branch.
    type Mark;
    /// Result of a search that ends before everything is tried.
    type End;

    fn mark(&self) -> Self::Mark;

    /// Undoes all decisions made after a mark.
    fn undo(&mut self, mark: Self::Mark);

    /// Visits a node without conflict, below this number of open branches.
    fn visit(&mut self, depth: usize) -> Next<Self::Leap, Self::End>;

    /// Decides a leap the first way, or the second one, and propagates.
    fn decide(&mut self, leap: Self::Leap, is_first: bool) -> Result<(), Conflict>;

    /// Called after a conflict, with the branches whose first way is open. Returns the number of branches that
    /// suffice for the conflict, which the others have no part in.
    fn on_conflict(&mut self, branches: &[(Self::Mark, Self::Leap)]) -> ControlFlow<Self::End, usize> {
        ControlFlow::Continue(branches.len())
    }
}

/// Searches depth-first from the root, which was propagated with this result. Returns `None` if everything
/// was tried.
pub(crate) fn branch_and_propagate<V: BranchVisitor>(
    visitor: &mut V,
    mut state: Result<(), Conflict>,
) -> Option<V::End> {
    // The branches whose first way is open: the mark before each, and its leap.
    let mut branches: Vec<(V::Mark, V::Leap)> = Vec::new();
    loop {
        if state.is_ok() {
            match visitor.visit(branches.len()) {
                Next::Branch(leap) => {
                    branches.push((visitor.mark(), leap));
                    state = visitor.decide(leap, true);
                    continue;
                }
                Next::Restart => {
                    if let Some((root, _)) = branches.drain(..).next() {
                        visitor.undo(root);
                    }
                    continue;
                }
                Next::End(end) => return Some(end),
                Next::Backtrack => {}
            }
        }
        match visitor.on_conflict(&branches) {
            ControlFlow::Continue(kept) => branches.truncate(kept),
            ControlFlow::Break(end) => return Some(end),
        }
        let (mark, leap) = branches.pop()?;
        visitor.undo(mark);
        state = visitor.decide(leap, false);
    }
}
