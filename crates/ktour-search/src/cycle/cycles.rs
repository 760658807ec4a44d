//! The cycles of a 2-factor: the cycle of each vertex and its position there.
//!
//! Cycles are walked once. An exchange of leaps cuts some of them into segments and joins the segments in
//! another order, some of them reversed. Only the list of segments changes, so the cost of merging a short
//! cycle with one of a million vertices depends only on the number of segments.

use super::chosen::ChosenLeaps;
use ktour_core::{Control, graph::NONE};

/// A removed leap with both its vertices, in the direction of the walk.
pub(crate) type RemovedLeap = (u32, u32, u32);

/// On a long cycle, one vertex in this many is sampled first.
const VERTICES_PER_SAMPLE: usize = 64;

/// Cycle and position of every vertex.
pub(crate) struct Cycles {
    /// The cycles as they were walked, and the walk and step of every vertex.
    walks: Vec<Vec<u32>>,
    walk: Vec<u32>,
    step: Vec<u32>,
    /// Segments of every walk in its order; none while it is whole.
    of_walk: Vec<Vec<u32>>,
    segments: Vec<CycleSegment>,
    cycles: Vec<Cycle>,
    count: usize,
    /// Number of vertices on cycles.
    vertices: usize,
}

/// Consecutive vertices of a walk.
#[derive(Clone, Copy)]
struct CycleSegment {
    walk: u32,
    from: u32,
    to: u32,
    /// Its cycle, its position there, and whether it is reversed.
    cycle: u32,
    offset: u32,
    is_turned: bool,
}

/// A cycle: its segments in order, none if it is the walk with the same number; its length is 0 once it is
/// merged.
struct Cycle {
    segments: Vec<u32>,
    len: u32,
}

impl Cycles {
    pub(crate) fn new(leaps: &impl ChosenLeaps) -> Cycles {
        Cycles::walk_all(leaps, |_| false).expect("nothing stops it")
    }

    /// The same with a check for cancellation; `None` if it was stopped.
    pub(crate) fn with_control(leaps: &impl ChosenLeaps, control: &Control) -> Option<Cycles> {
        Cycles::walk_all(leaps, |steps| control.is_stopped_at(steps))
    }

    #[inline(always)]
    fn walk_all(leaps: &impl ChosenLeaps, is_stopped: impl Fn(u64) -> bool) -> Option<Cycles> {
        let vertices = leaps.len();
        let mut cycles = Cycles {
            walks: Vec::new(),
            walk: vec![NONE; vertices],
            step: vec![0; vertices],
            of_walk: Vec::new(),
            segments: Vec::new(),
            cycles: Vec::new(),
            count: 0,
            vertices: 0,
        };
        for vertex in 0..vertices as u32 {
            if cycles.walk[vertex as usize] == NONE && leaps.chosen(vertex)[0] != NONE {
                cycles.walk_from(leaps, vertex, &is_stopped)?;
            }
        }
        cycles.count = cycles.walks.len();
        cycles.vertices = cycles.walks.iter().map(Vec::len).sum();
        Some(cycles)
    }

    /// Number of cycles.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Number of segments of all cycles.
    pub(crate) fn segment_count(&self) -> usize {
        self.segments.len()
    }

    /// The cycle of a vertex.
    pub(crate) fn cycle_of(&self, vertex: u32) -> u32 {
        self.segment_of(vertex).map_or(self.walk[vertex as usize], |segment| segment.cycle)
    }

    /// The cycle of a vertex and its position there.
    pub(crate) fn step_on_cycle(&self, vertex: u32) -> (u32, u32) {
        let step = self.step[vertex as usize];
        match self.segment_of(vertex) {
            None => (self.walk[vertex as usize], step),
            Some(segment) if segment.is_turned => (segment.cycle, segment.offset + (segment.to - 1 - step)),
            Some(segment) => (segment.cycle, segment.offset + (step - segment.from)),
        }
    }

    /// Whether `b` comes right after `a` on their cycle.
    pub(crate) fn follows(&self, a: u32, b: u32) -> bool {
        let (cycle, step) = self.step_on_cycle(a);
        let len = self.len(cycle);
        self.step_on_cycle(b) == (cycle, if step + 1 == len { 0 } else { step + 1 })
    }

    /// Number of vertices of a cycle; 0 once it is merged.
    pub(crate) fn len(&self, cycle: u32) -> u32 {
        self.cycles[cycle as usize].len
    }

    /// The vertex at a step of a cycle.
    pub(crate) fn vertex(&self, cycle: u32, step: u32) -> u32 {
        let segments = &self.cycles[cycle as usize].segments;
        if segments.is_empty() {
            return self.walks[cycle as usize][step as usize];
        }
        let at = segments.partition_point(|&segment| self.segments[segment as usize].offset <= step) - 1;
        let segment = self.segments[segments[at] as usize];
        let along = step - segment.offset;
        let at = if segment.is_turned { segment.to - 1 - along } else { segment.from + along };
        self.walks[segment.walk as usize][at as usize]
    }

    /// The vertices of a cycle in order.
    pub(crate) fn vertices(&self, cycle: u32) -> impl Iterator<Item = u32> + '_ {
        (0..self.len(cycle)).map(move |step| self.vertex(cycle, step))
    }

    /// Whether a cycle contains more than half of all vertices.
    pub(crate) fn is_majority(&self, cycle: u32) -> bool {
        2 * self.len(cycle) as usize > self.vertices
    }

    /// Position of a vertex with a leap to another cycle, if one is found soon: first among samples from
    /// `from` on, then among vertices with a leap to another walk. Otherwise `from`.
    pub(crate) fn step_next_to_another_cycle(&self, leaps: &impl ChosenLeaps, cycle: u32, from: u32) -> u32 {
        let leads = |step: u32, is_away: &dyn Fn(u32, u32) -> bool| {
            let at = self.vertex(cycle, step);
            (0..leaps.degree(at)).any(|nth| is_away(at, leaps.leap(at, nth).1))
        };
        let is_other = |_, to: u32| self.cycle_of(to) != cycle;
        let walked_apart = |at: u32, to: u32| self.walk[at as usize] != self.walk[to as usize];
        let all = (from..self.len(cycle)).chain(0..from);
        let mut here_and_there = all.clone().step_by(VERTICES_PER_SAMPLE);
        let found = here_and_there.find(|&step| leads(step, &is_other));
        let mut all = all.filter(|&step| leads(step, &walked_apart));
        found.or_else(|| all.find(|&step| leads(step, &is_other))).unwrap_or(from)
    }

    /// All cycles but the longest, the shortest first.
    pub(crate) fn shorter_cycles(&self) -> Vec<u32> {
        let mut alive: Vec<u32> =
            (0..self.cycles.len() as u32).filter(|&cycle| self.len(cycle) > 0).collect();
        alive.sort_by_key(|&cycle| self.len(cycle));
        alive.pop();
        alive
    }

    /// Cuts the cycles at the removed leaps and joins the second vertex of each to the first vertex of the
    /// next.
    ///
    /// An end of a run between two cuts is numbered by its cut: twice the number of the removed leap for its
    /// first vertex, one more for its second.
    pub(crate) fn exchange(&mut self, gives: &[RemovedLeap]) {
        let ends = 2 * gives.len();
        let is_forward: Vec<bool> = gives.iter().map(|&(_, a, b)| self.follows(a, b)).collect();
        let end = |give: usize, is_before: bool| 2 * give + usize::from(is_forward[give] != is_before);
        let mut cuts: Vec<(u32, u32, usize)> = Vec::new();
        for (give, &(_, a, b)) in gives.iter().enumerate() {
            let (cycle, step) = self.step_on_cycle(if is_forward[give] { a } else { b });
            cuts.push((cycle, step, give));
        }
        cuts.sort_unstable();
        // The runs, each with its first and its last end; and for every end its run and whether it is the
        // first.
        let mut runs: Vec<(Vec<u32>, [usize; 2])> = Vec::new();
        let mut run_of = vec![(0, false); ends];
        for cuts in cuts.chunk_by(|one, two| one.0 == two.0) {
            let segments = self.cut_into_segments(cuts[0].0, cuts.iter().map(|&(_, step, _)| step + 1));
            let begin = |cut: usize| {
                let after = cuts[cut].1 + 1;
                let at = segments.partition_point(|&segment| self.segments[segment as usize].offset < after);
                if at == segments.len() { 0 } else { at }
            };
            for cut in 0..cuts.len() {
                let next = if cut + 1 == cuts.len() { 0 } else { cut + 1 };
                let (from, to) = (begin(cut), begin(next));
                let run = if from < to {
                    segments[from..to].to_vec()
                } else {
                    [&segments[from..], &segments[..to]].concat()
                };
                let both = [end(cuts[cut].2, false), end(cuts[next].2, true)];
                run_of[both[0]] = (runs.len(), true);
                run_of[both[1]] = (runs.len(), false);
                runs.push((run, both));
            }
            self.count -= 1;
        }
        let across = |end: usize| if end % 2 == 1 { (end + 1) % ends } else { (end + ends - 1) % ends };
        let mut is_done = vec![false; runs.len()];
        for first in 0..runs.len() {
            if is_done[first] {
                continue;
            }
            let mut segments = Vec::new();
            let (mut run, mut is_forward) = (first, true);
            while !is_done[run] {
                is_done[run] = true;
                let (list, both) = &runs[run];
                if is_forward {
                    segments.extend(list);
                } else {
                    for &segment in list.iter().rev() {
                        self.segments[segment as usize].is_turned ^= true;
                        segments.push(segment);
                    }
                }
                (run, is_forward) = run_of[across(both[usize::from(is_forward)])];
            }
            self.join_segments(segments);
        }
    }

    /// Removes a cycle and returns its segments, cut before these positions.
    fn cut_into_segments(&mut self, cycle: u32, cuts: impl Iterator<Item = u32>) -> Vec<u32> {
        let gone =
            std::mem::replace(&mut self.cycles[cycle as usize], Cycle { segments: Vec::new(), len: 0 });
        let mut segments = gone.segments;
        if segments.is_empty() {
            let segment =
                CycleSegment { walk: cycle, from: 0, to: gone.len, cycle, offset: 0, is_turned: false };
            segments.push(self.segments.len() as u32);
            self.of_walk[cycle as usize].push(self.segments.len() as u32);
            self.segments.push(segment);
        }
        for cut in cuts.filter(|&cut| cut < gone.len) {
            let at = segments.partition_point(|&segment| self.segments[segment as usize].offset < cut);
            if segments.get(at).is_some_and(|&segment| self.segments[segment as usize].offset == cut) {
                continue;
            }
            // The part with the lower positions on the walk keeps its number.
            let (low, high) = (segments[at - 1], self.segments.len() as u32);
            let whole = self.segments[low as usize];
            let first = cut - whole.offset;
            let middle = if whole.is_turned { whole.to - first } else { whole.from + first };
            let (low_offset, high_offset) =
                if whole.is_turned { (cut, whole.offset) } else { (whole.offset, cut) };
            self.segments[low as usize] = CycleSegment { to: middle, offset: low_offset, ..whole };
            self.segments.push(CycleSegment { from: middle, offset: high_offset, ..whole });
            let of_walk = &mut self.of_walk[whole.walk as usize];
            let after = of_walk.iter().position(|&segment| segment == low).map_or(of_walk.len(), |at| at + 1);
            of_walk.insert(after, high);
            let second = if whole.is_turned {
                segments[at - 1] = high;
                low
            } else {
                high
            };
            segments.insert(at, second);
        }
        segments
    }

    fn join_segments(&mut self, segments: Vec<u32>) {
        let cycle = self.cycles.len() as u32;
        let mut len = 0;
        for &segment in &segments {
            let segment = &mut self.segments[segment as usize];
            (segment.cycle, segment.offset) = (cycle, len);
            len += segment.to - segment.from;
        }
        self.cycles.push(Cycle { segments, len });
        self.count += 1;
        // Walks and cycles are numbered alike.
        self.walks.push(Vec::new());
        self.of_walk.push(Vec::new());
    }

    fn segment_of(&self, vertex: u32) -> Option<&CycleSegment> {
        let segments = &self.of_walk[self.walk[vertex as usize] as usize];
        let step = self.step[vertex as usize];
        let at = segments.partition_point(|&segment| self.segments[segment as usize].from <= step);
        Some(&self.segments[segments[at.checked_sub(1)?] as usize])
    }

    #[inline(always)]
    fn walk_from(
        &mut self,
        leaps: &impl ChosenLeaps,
        from: u32,
        is_stopped: impl Fn(u64) -> bool,
    ) -> Option<()> {
        let cycle = self.walks.len() as u32;
        let mut walk = Vec::new();
        let (mut at, mut leap) = (from, leaps.chosen(from)[0]);
        loop {
            self.walk[at as usize] = cycle;
            self.step[at as usize] = walk.len() as u32;
            walk.push(at);
            if is_stopped(walk.len() as u64) {
                return None;
            }
            at = leaps.other(leap, at);
            if at == from {
                break;
            }
            let [one, two] = leaps.chosen(at);
            leap = if one == leap { two } else { one };
        }
        self.cycles.push(Cycle { segments: Vec::new(), len: walk.len() as u32 });
        self.walks.push(walk);
        self.of_walk.push(Vec::new());
        Some(())
    }

    /// Whether a walk of the factor finds the same cycles.
    #[cfg(test)]
    pub(crate) fn is_true(&self, leaps: &impl ChosenLeaps) -> bool {
        let fresh = Cycles::new(leaps);
        let is_next = |a: u32, b: u32| leaps.chosen(a).into_iter().any(|leap| leaps.other(leap, a) == b);
        let holds = |cycle: u32| {
            let len = self.len(cycle);
            (0..len).all(|at| {
                let (a, b) = (self.vertex(cycle, at), self.vertex(cycle, (at + 1) % len));
                self.step_on_cycle(a) == (cycle, at)
                    && fresh.cycle_of(a) == fresh.cycle_of(b)
                    && (len == 2 || is_next(a, b))
                    && fresh.len(fresh.cycle_of(a)) == len
            })
        };
        self.count == fresh.count && (0..self.cycles.len() as u32).all(holds)
    }
}
