//! Leaps taken and left, and the consequences of each.
//!
//! Every vertex needs two taken leaps. A *path* is a run of taken leaps; for its two ends, `mate` names the
//! other end; a vertex without a taken leap is its own mate. All changes are recorded, so a decision can be
//! undone exactly.

use std::ops::ControlFlow;

use crate::{
    Control,
    graph::{DepthFirst, Graph},
};

/// A contradiction: some vertex cannot have its two leaps, or a cycle closed too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conflict;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeapState {
    Open,
    Taken,
    Left,
}

#[derive(Clone, Copy)]
enum Change {
    Took(u32),
    Left(u32),
    Mate(u32, u32),
}

/// The leaps of a graph, each open, taken or left.
pub(crate) struct Decisions {
    /// Never changes.
    pub(crate) graph: Graph,
    state: Vec<LeapState>,
    taken: Vec<u8>,
    open: Vec<u32>,
    mate: Vec<u32>,
    taken_total: usize,
    changes: Vec<Change>,
    /// Vertices whose leaps may now be forced.
    pending: Vec<u32>,
    branches: DepthFirst,
}

impl Decisions {
    /// All leaps open.
    pub(crate) fn new(graph: Graph) -> Decisions {
        let vertices = graph.len() as u32;
        Decisions {
            state: vec![LeapState::Open; graph.leap_count()],
            taken: vec![0; graph.len()],
            open: (0..vertices).map(|v| graph.neighbours(v).len() as u32).collect(),
            mate: (0..vertices).collect(),
            taken_total: 0,
            changes: Vec::new(),
            pending: Vec::new(),
            branches: DepthFirst::default(),
            graph,
        }
    }

    /// Looks at every vertex once.
    pub(crate) fn propagate_all(&mut self) -> Result<(), Conflict> {
        self.pending.extend(0..self.graph.len() as u32);
        self.propagate()
    }

    /// How many changes there are.
    pub(crate) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Whether the leap belongs to every tour that remains.
    pub(crate) fn is_included(&self, leap: u32) -> bool {
        self.state[leap as usize] == LeapState::Taken
    }

    /// Whether the leap belongs to none.
    pub(crate) fn is_excluded(&self, leap: u32) -> bool {
        self.state[leap as usize] == LeapState::Left
    }

    /// Whether a vertex has its two leaps.
    pub(crate) fn has_two(&self, vertex: u32) -> bool {
        self.taken[vertex as usize] == 2
    }

    /// Whether an open leap would close a path before everything is on it.
    pub(crate) fn closes_early(&self, leap: u32) -> bool {
        let (a, b) = self.graph.endpoints(leap);
        self.mate[a as usize] == b && self.taken_total + 1 != self.graph.len()
    }

    /// How many leaps of a vertex are undecided.
    pub(crate) fn undecided_count(&self, vertex: u32) -> u32 {
        self.open[vertex as usize]
    }

    /// The leaps decided since a mark, and whether each was taken.
    pub(crate) fn decided_since(&self, mark: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.changes[mark..].iter().filter_map(|change| match *change {
            Change::Took(leap) => Some((leap, true)),
            Change::Left(leap) => Some((leap, false)),
            Change::Mate(..) => None,
        })
    }

    fn set_mate(&mut self, vertex: u32, mate: u32) {
        self.changes.push(Change::Mate(vertex, self.mate[vertex as usize]));
        self.mate[vertex as usize] = mate;
    }

    /// The leap belongs to the tour.
    pub(crate) fn include(&mut self, leap: u32) -> Result<(), Conflict> {
        match self.state[leap as usize] {
            LeapState::Taken => return Ok(()),
            LeapState::Left => return Err(Conflict),
            LeapState::Open => {}
        }
        let (a, b) = self.graph.endpoints(leap);
        if self.taken[a as usize] == 2 || self.taken[b as usize] == 2 {
            return Err(Conflict);
        }
        let closes = self.mate[a as usize] == b;
        if closes && self.taken_total + 1 != self.graph.len() {
            return Err(Conflict);
        }
        self.state[leap as usize] = LeapState::Taken;
        self.changes.push(Change::Took(leap));
        self.taken_total += 1;
        for v in [a, b] {
            self.taken[v as usize] += 1;
            self.open[v as usize] -= 1;
            self.pending.push(v);
        }
        if !closes {
            let (end, other_end) = (self.mate[a as usize], self.mate[b as usize]);
            self.set_mate(end, other_end);
            self.set_mate(other_end, end);
            if self.taken_total + 1 != self.graph.len() {
                self.exclude_between(end, other_end)?;
            }
        }
        Ok(())
    }

    /// The two ends of a path must not meet before everything is on it.
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

    /// The leap does not belong to the tour.
    pub(crate) fn exclude(&mut self, leap: u32) -> Result<(), Conflict> {
        match self.state[leap as usize] {
            LeapState::Left => return Ok(()),
            LeapState::Taken => return Err(Conflict),
            LeapState::Open => {}
        }
        self.state[leap as usize] = LeapState::Left;
        self.changes.push(Change::Left(leap));
        let (a, b) = self.graph.endpoints(leap);
        for v in [a, b] {
            self.open[v as usize] -= 1;
            self.pending.push(v);
        }
        let starves = |v: u32| u32::from(self.taken[v as usize]) + self.open[v as usize] < 2;
        if starves(a) || starves(b) { Err(Conflict) } else { Ok(()) }
    }

    /// Follows what is forced until nothing more is.
    pub(crate) fn propagate(&mut self) -> Result<(), Conflict> {
        while let Some(v) = self.pending.pop() {
            let (taken, open) = (u32::from(self.taken[v as usize]), self.open[v as usize]);
            if taken + open < 2 {
                return Err(Conflict);
            }
            if open == 0 || (taken < 2 && taken + open > 2) {
                continue;
            }
            for at in 0..self.graph.neighbours(v).len() {
                let (leap, _) = self.graph.neighbours(v)[at];
                if self.state[leap as usize] == LeapState::Open {
                    if taken == 2 { self.exclude(leap)? } else { self.include(leap)? }
                }
            }
        }
        Ok(())
    }

    /// Takes changes back to a mark.
    pub(crate) fn undo(&mut self, mark: usize) {
        self.pending.clear();
        while self.changes.len() > mark {
            match self.changes.pop() {
                Some(Change::Took(leap)) => {
                    self.state[leap as usize] = LeapState::Open;
                    self.taken_total -= 1;
                    let (a, b) = self.graph.endpoints(leap);
                    for v in [a, b] {
                        self.taken[v as usize] -= 1;
                        self.open[v as usize] += 1;
                    }
                }
                Some(Change::Left(leap)) => {
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

    /// The leap to decide next in a plain search: from the vertex with the fewest to choose from,
    /// an end of a path before a bare vertex; of its leaps the one to the vertex with the fewest.
    /// `None` when every vertex has its two leaps.
    pub(crate) fn choose(&self) -> Option<u32> {
        let needy = (0..self.graph.len() as u32).filter(|&v| self.taken[v as usize] < 2);
        let vertex = needy.min_by_key(|&v| (self.open[v as usize], 2 - self.taken[v as usize]))?;
        let leaps = self.graph.neighbours(vertex).iter().copied();
        let open = leaps.filter(|&(leap, _)| self.state[leap as usize] == LeapState::Open);
        open.min_by_key(|&(_, to)| (self.open[to as usize], 2 - self.taken[to as usize]))
            .map(|(leap, _)| leap)
    }

    /// The two vertices that taken leaps lead to, in a finished cycle.
    pub(crate) fn included_neighbours(&self, vertex: u32) -> [u32; 2] {
        let mut taken = self.graph.neighbours(vertex).iter().filter(|&&(leap, _)| self.is_included(leap));
        let mut next = || taken.next().map_or(vertex, |&(_, to)| to);
        [next(), next()]
    }

    /// Whether the leaps that remain keep all vertices in one piece that no single
    /// vertex holds together: a cycle through all of them needs that. Stopped, it finds nothing wrong.
    pub(crate) fn check_biconnected(&mut self, control: &Control) -> Result<(), Conflict> {
        let state = &self.state;
        let (mut from_the_first, mut is_held) = (0, false);
        let reached = self.branches.articulation_points(
            &self.graph,
            |leap| state[leap as usize] != LeapState::Left,
            control,
            |v| {
                from_the_first += u32::from(v == 0);
                is_held = v != 0 || from_the_first > 1;
                if is_held { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        let falls_apart = reached.is_some_and(|reached| reached < self.graph.len());
        if is_held || falls_apart { Err(Conflict) } else { Ok(()) }
    }
}
