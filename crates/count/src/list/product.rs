//! All tours of a board whose layers fit into memory: halves times halves.
//!
//! Every layer is kept, and of its states those that can be finished. At a layer in the middle, a
//! tour is a way from the empty board to a state and a way from there to the end; both are walked
//! without dead ends, once for every state, and written down as the stretches of the tour between
//! the ends that the state has. A tour is then put together from a dozen stretches, not from its
//! squares, and its order does not depend on threads or memory.
//!
//! *Guarantee:* every tour once, always in the same order. *Cost:* the layers; then a few copies a
//! tour.

use std::ops::ControlFlow;

use knights_tour::{Puzzle, TourKind};

use crate::{
    CountError, Watch,
    layers::filter::Filter,
    problem::graph::Graph,
    problem::path::{Taken, taken},
    problem::plan::Plan,
    state::mates::Mates,
};

/// The most states of all layers for which this is worth while.
pub(crate) const MOST: usize = 8_000_000;
/// The most bytes of filter that are kept at once. Not what the memory allows: the order of the
/// tours must not depend on that.
pub(crate) const FILTER: usize = 1 << 28;
/// The most bytes of halves that are written down at once.
pub(crate) const HALVES: u128 = 1 << 25;
/// Squares that are copied at once.
const CHUNK: usize = 8;

/// The states of a layer and the ways into each.
struct Level {
    words: Vec<u64>,
    /// Where the ways into each state begin.
    starts: Vec<u32>,
    /// From which state of the level before, by which choice.
    ways: Vec<(u32, [u8; 2])>,
    /// How many tours go on from each state: none for dead ends.
    futures: Vec<f64>,
}

impl Level {
    fn ways(&self, state: usize) -> &[(u32, [u8; 2])] {
        &self.ways[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The ways on from the states of a level that lead to a tour.
struct Onward {
    starts: Vec<u32>,
    ways: Vec<(u32, [u8; 2])>,
}

impl Onward {
    /// From the ways into the states of the level behind it.
    fn new(states: usize, next: &Level) -> Onward {
        let live = || (0..next.words.len()).filter(|&state| next.futures[state] > 0.0);
        let mut starts = vec![0; states + 2];
        live().flat_map(|state| next.ways(state)).for_each(|way| starts[way.0 as usize + 2] += 1);
        for at in 2..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut ways = vec![(0, [0; 2]); starts[states + 1] as usize];
        for state in live() {
            for &(from, choice) in next.ways(state) {
                let place = &mut starts[from as usize + 1];
                ways[*place as usize] = (state as u32, choice);
                *place += 1;
            }
        }
        Onward { starts, ways }
    }

    fn ways(&self, state: usize) -> &[(u32, [u8; 2])] {
        &self.ways[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The level at which halves meet, and how many ways lead to each of its states.
struct Middle {
    at: usize,
    pasts: Vec<f64>,
}

/// Every tour of a board, as pairs of halves.
pub(crate) struct Product<'a> {
    plan: &'a Plan,
    graph: &'a Graph,
    levels: Vec<Level>,
    middle: Middle,
    /// Ways on from every state.
    onward: Vec<Onward>,
    is_open: bool,
}

impl<'a> Product<'a> {
    /// `None` where the layers are too large, or the board too small to be halved.
    pub(crate) fn new(
        plan: &'a Plan,
        graph: &'a Graph,
        watch: &Watch,
    ) -> Result<Option<Product<'a>>, CountError> {
        let Some(mut levels) = levels(plan, watch)? else { return Ok(None) };
        let is_open = graph.ends.is_some();
        let end = plan.steps.len();
        let last = levels[end].words.len();
        levels[end].futures = vec![1.0; last];
        let mut onward = Vec::with_capacity(end);
        for at in (0..end).rev() {
            hear(watch)?;
            let states = levels[at].words.len();
            let on = Onward::new(states, &levels[at + 1]);
            let future =
                |state: usize| on.ways(state).iter().map(|way| levels[at + 1].futures[way.0 as usize]).sum();
            levels[at].futures = (0..states).map(future).collect();
            onward.push(on);
        }
        onward.reverse();
        let Some(middle) = best_middle(&levels, plan) else { return Ok(None) };
        Ok(Some(Product { plan, graph, levels, middle, onward, is_open }))
    }

    /// Calls `found` with the squares of every tour, as board indices; those of the states that
    /// `is_mine` chooses by their number.
    pub(crate) fn each(
        &self,
        puzzle: &Puzzle,
        is_mine: impl Fn(u64) -> bool,
        watch: &Watch,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, CountError> {
        let level = &self.levels[self.middle.at];
        // Bytes of a half: its squares in both directions, and where its stretches are.
        let half = (8 * self.plan.steps.len() + 512) as f64;
        let most = (watch.memory() / 4).min(HALVES) as f64 / half;
        let mut tour = Joined::new(puzzle, self.graph, self.is_open);
        let (mut near, mut far) = (Halves::default(), Halves::default());
        let mut links = Links::new(self.graph);
        let live = (0..level.words.len()).filter(|&state| level.futures[state] > 0.0);
        for (_, state) in (0..).zip(live).filter(|(number, _)| is_mine(*number)) {
            hear(watch)?;
            if self.middle.pasts[state] + level.futures[state] > most {
                // The same tours in the same order, each walked square by square.
                let is_over = self.each_half(Side::Near, state, &mut links, watch, &mut |links| {
                    self.each_half(Side::Far, state, links, watch, &mut |links| Ok(tour.walk(links, found)))
                })?;
                if is_over.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            let ends = self.ends(level.words[state]);
            for (side, halves) in [(Side::Near, &mut near), (Side::Far, &mut far)] {
                halves.begin(&ends, side == Side::Near);
                let _ = self.each_half(side, state, &mut links, watch, &mut |links| {
                    halves.push(links);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            for (number, near) in near.all().enumerate() {
                if number % 64 == 63 {
                    hear(watch)?;
                }
                for far in far.all() {
                    if tour.join(&near, &far, found).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The nodes that are ends in a state of the middle.
    fn ends(&self, word: u64) -> Vec<usize> {
        let frontier = self.plan.frontier(self.middle.at);
        let (mates, _) = Mates::unpack(word, frontier.form, &[0; crate::state::mates::ROOM]);
        (0..frontier.places())
            .filter(|&place| mates.degree(place) == 1)
            .map(|place| match place.checked_sub(frontier.beyond) {
                Some(at) => frontier.first + at,
                None => self.graph.squares.len(),
            })
            .collect()
    }

    /// Calls `found` with the leaps of every half of a state of the middle, until it breaks.
    ///
    /// Not by recursion: a half of a long board is deeper than a stack.
    fn each_half(
        &self,
        side: Side,
        state: usize,
        links: &mut Links,
        watch: &Watch,
        found: &mut dyn FnMut(&mut Links) -> Result<ControlFlow<()>, CountError>,
    ) -> Result<ControlFlow<()>, CountError> {
        // The states on the way, how many of the ways from each were walked, and the last of them.
        let mut way = vec![(state, 0, Taken::default())];
        let mut halves = 0usize;
        while let Some(depth) = way.len().checked_sub(1) {
            let (state, walked, last) = &mut way[depth];
            links.leave(last);
            *last = Taken::default();
            let (at, ways) = match side {
                Side::Near => (self.middle.at - depth, self.ways_back(self.middle.at - depth, *state)),
                Side::Far => (self.middle.at + depth, self.ways_on(self.middle.at + depth, *state)),
            };
            let Some(ways) = ways else {
                if halves % OFTEN == OFTEN - 1 {
                    hear(watch)?;
                }
                halves += 1;
                if found(links)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                way.pop();
                continue;
            };
            match ways.get(*walked) {
                None => drop(way.pop()),
                Some(&(next, choice)) => {
                    let step = if side == Side::Near { at - 1 } else { at };
                    *last = taken(&self.plan.steps[step], choice.map(usize::from));
                    links.take(last);
                    *walked += 1;
                    way.push((next as usize, 0, Taken::default()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The ways into a state; none at the empty board.
    fn ways_back(&self, level: usize, state: usize) -> Option<&[(u32, [u8; 2])]> {
        (level > 0).then(|| self.levels[level].ways(state))
    }

    /// The ways on from a state; none at the end.
    fn ways_on(&self, level: usize, state: usize) -> Option<&[(u32, [u8; 2])]> {
        self.onward.get(level).map(|onward| onward.ways(state))
    }
}

/// Which half of a tour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// From the empty board to the middle.
    Near,
    /// From the middle to the end.
    Far,
}

/// The leaps taken so far.
struct Links {
    /// Neighbours of every square and of the place beyond.
    neighbours: Vec<[usize; 2]>,
    degrees: Vec<usize>,
    /// Board indices.
    indices: Vec<u32>,
}

impl Links {
    fn new(graph: &Graph) -> Links {
        let nodes = graph.squares.len() + 1;
        let indices = (0..nodes).map(|node| graph.index(node)).collect();
        Links { neighbours: vec![[0; 2]; nodes], degrees: vec![0; nodes], indices }
    }

    fn take(&mut self, leaps: &Taken) {
        let beyond = self.degrees.len() - 1;
        for &(from, to) in leaps.iter().flatten() {
            let to = to.unwrap_or(beyond);
            self.neighbours[from][self.degrees[from]] = to;
            self.degrees[from] += 1;
            self.neighbours[to][self.degrees[to]] = from;
            self.degrees[to] += 1;
        }
    }

    /// Undoes the last leaps taken.
    fn leave(&mut self, leaps: &Taken) {
        let beyond = self.degrees.len() - 1;
        for &(from, to) in leaps.iter().flatten() {
            self.degrees[from] -= 1;
            self.degrees[to.unwrap_or(beyond)] -= 1;
        }
    }
}

/// The level where the halves are fewest and every state has ends.
fn best_middle(levels: &[Level], plan: &Plan) -> Option<Middle> {
    let mut pasts: Vec<f64> = vec![1.0];
    let mut best: Option<(f64, Middle)> = None;
    for (at, level) in levels.iter().enumerate().take(plan.steps.len()).skip(1) {
        let past = |state: usize| level.ways(state).iter().map(|way| pasts[way.0 as usize]).sum();
        pasts = (0..level.words.len()).map(past).collect();
        let form = plan.frontier(at).form;
        let live = || (0..level.words.len()).filter(|&state| level.futures[state] > 0.0);
        let has_ends = |state: usize| {
            let (mates, _) = Mates::unpack(level.words[state], form, &[0; crate::state::mates::ROOM]);
            (0..plan.frontier(at).places()).any(|place| mates.degree(place) == 1)
        };
        let halves: f64 = live().map(|state| pasts[state] + level.futures[state]).sum();
        let is_best = best.as_ref().is_none_or(|best| halves < best.0);
        if is_best && live().next().is_some() && live().all(has_ends) {
            best = Some((halves, Middle { at, pasts: pasts.clone() }));
        }
    }
    best.map(|best| best.1)
}

/// States between two looks at whether to stop.
const OFTEN: usize = 1 << 12;

/// Whether somebody said stop.
fn hear(watch: &Watch) -> Result<(), CountError> {
    if watch.is_stopped(1) { Err(CountError::Stopped) } else { Ok(()) }
}

/// All levels, if they are small enough.
fn levels(plan: &Plan, watch: &Watch) -> Result<Option<Vec<Level>>, CountError> {
    let end = plan.steps.len();
    let mut filter = Filter::new(plan, FILTER, watch);
    let is_possible = filter.ahead(0, end, 1)?[0].contains(0);
    let words = if is_possible { vec![0] } else { Vec::new() };
    let starts = vec![0; words.len() + 1];
    let mut levels = vec![Level { words, starts, ways: Vec::new(), futures: Vec::new() }];
    let mut states = 0;
    for (at, step) in plan.steps.iter().enumerate() {
        let set = &filter.ahead(at + 1, end, 1)?[0];
        let mut ways: Vec<(u64, u32, [u8; 2])> = Vec::new();
        for (from, &word) in levels[at].words.iter().enumerate() {
            if from % OFTEN == 0 {
                hear(watch)?;
            }
            let (mates, profile) = Mates::unpack(word, step.from.form, &step.weights);
            step.each(&mates, profile, Some(set), &mut |next, _, choice| {
                ways.push((step.pack(next), from as u32, choice.map(|place| place as u8)));
            });
        }
        // Runs first, so that nobody waits for a long sort to be stopped; a sort of runs is a merge.
        for run in ways.chunks_mut(64 * OFTEN) {
            hear(watch)?;
            run.sort_unstable();
        }
        ways.sort();
        let mut level =
            Level { words: Vec::new(), starts: Vec::new(), ways: Vec::new(), futures: Vec::new() };
        for same in ways.chunk_by(|a, b| a.0 == b.0) {
            level.words.push(same[0].0);
            level.starts.push(level.ways.len() as u32);
            level.ways.extend(same.iter().map(|&(_, from, choice)| (from, choice)));
        }
        level.starts.push(level.ways.len() as u32);
        states += level.words.len();
        if states > MOST {
            return Ok(None);
        }
        levels.push(level);
    }
    Ok(Some(levels))
}

/// Halves of one state: for every end, the stretch from there to the other end.
#[derive(Default)]
struct Halves {
    ends: Vec<usize>,
    is_near: bool,
    /// Squares of all stretches, in both directions.
    squares: Vec<u32>,
    /// For every half and every end of it: where the stretch is, how long, and at which end it
    /// comes out.
    stretches: Vec<Stretch>,
    /// For every near half, the stretch from the first square on, and the one that leads back.
    firsts: Vec<[Stretch; 2]>,
    /// The nodes of the stretch that is being written.
    nodes: Vec<usize>,
}

#[derive(Clone, Copy, Default)]
struct Stretch {
    start: u32,
    len: u32,
    end: u32,
    is_known: bool,
}

/// One of them.
#[derive(Clone, Copy)]
struct Half<'a> {
    squares: &'a [u32],
    stretches: &'a [Stretch],
    firsts: [Stretch; 2],
}

impl Halves {
    fn begin(&mut self, ends: &[usize], is_near: bool) {
        self.ends = ends.to_vec();
        self.is_near = is_near;
        self.squares.clear();
        self.stretches.clear();
        self.firsts.clear();
    }

    /// Adds the half that the leaps taken make. Near halves have their ends with them.
    fn push(&mut self, links: &Links) {
        let mut firsts = [Stretch::default(); 2];
        let half = self.stretches.len();
        self.stretches.resize(half + self.ends.len(), Stretch::default());
        for from in 0..self.ends.len() {
            let end = self.ends[from];
            if self.stretches[half + from].is_known {
                continue;
            }
            self.nodes.clear();
            self.nodes.push(end);
            let (mut last, mut at) = (end, links.neighbours[end][0]);
            while links.degrees[at] == 2 {
                self.nodes.push(at);
                let [one, other] = links.neighbours[at];
                (last, at) = (at, if one == last { other } else { one });
            }
            self.nodes.push(at);
            let other = self.ends.iter().position(|&end| end == at).unwrap_or(0);
            let place = self.nodes.iter().position(|&node| node == 0).filter(|_| self.is_near);
            let nodes = if self.is_near { &self.nodes[..] } else { &self.nodes[1..self.nodes.len() - 1] };
            let (start, len) = (self.squares.len() as u32, nodes.len() as u32);
            self.squares.extend(nodes.iter().map(|&node| links.indices[node]));
            self.squares.extend(nodes.iter().rev().map(|&node| links.indices[node]));
            let there = Stretch { start, len, end: other as u32, is_known: true };
            let back = Stretch { start: start + len, len, end: from as u32, is_known: true };
            self.stretches[half + from] = there;
            self.stretches[half + other] = back;
            // The tour begins on the first square, towards the lower of its neighbours.
            if let Some(place) = place {
                let is_there = nodes[place + 1] < nodes[place - 1];
                let (way, own) =
                    if is_there { (there, place as u32) } else { (back, len - 1 - place as u32) };
                let begun = if is_there { from } else { other };
                firsts = [
                    Stretch { start: way.start + own, len: len - own, ..way },
                    Stretch { start: way.start, len: own, end: begun as u32, is_known: true },
                ];
            }
        }
        self.firsts.push(firsts);
    }

    fn all(&self) -> impl Iterator<Item = Half<'_>> {
        let ends = self.ends.len();
        self.firsts.iter().enumerate().map(move |(at, &firsts)| Half {
            squares: &self.squares,
            stretches: &self.stretches[at * ends..(at + 1) * ends],
            firsts,
        })
    }
}

/// A tour put together from two halves.
struct Joined<'a> {
    puzzle: &'a Puzzle,
    graph: &'a Graph,
    is_open: bool,
    squares: Vec<u32>,
    len: usize,
    turned: Vec<u32>,
}

impl<'a> Joined<'a> {
    fn new(puzzle: &'a Puzzle, graph: &'a Graph, is_open: bool) -> Joined<'a> {
        let total = graph.squares.len() + usize::from(is_open);
        Joined { puzzle, graph, is_open, squares: vec![0; total + 2 * CHUNK], len: 0, turned: Vec::new() }
    }

    fn copy(&mut self, from: &[u32], stretch: Stretch) {
        let (start, len) = (stretch.start as usize, stretch.len as usize);
        if len <= CHUNK && start + CHUNK <= from.len() {
            // More than is needed, but always the same; what follows is written over it.
            self.squares[self.len..self.len + CHUNK].copy_from_slice(&from[start..start + CHUNK]);
        } else {
            self.squares[self.len..self.len + len].copy_from_slice(&from[start..start + len]);
        }
        self.len += len;
    }

    fn join(
        &mut self,
        near: &Half<'_>,
        far: &Half<'_>,
        found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.len = 0;
        let [first, last] = near.firsts;
        self.copy(near.squares, first);
        let mut end = first.end;
        loop {
            let stretch = far.stretches[end as usize];
            self.copy(far.squares, stretch);
            if stretch.end == last.end {
                break;
            }
            let stretch = near.stretches[stretch.end as usize];
            self.copy(near.squares, stretch);
            end = stretch.end;
        }
        self.copy(near.squares, last);
        self.tell(found)
    }

    /// The tour that all leaps make: from the first square, towards the lower of its neighbours.
    fn walk(&mut self, links: &Links, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        let [one, other] = links.neighbours[0];
        let (mut last, mut at) = (0, one.min(other));
        self.squares[0] = links.indices[0];
        self.len = 1;
        while at != 0 {
            self.squares[self.len] = links.indices[at];
            self.len += 1;
            let [one, other] = links.neighbours[at];
            (last, at) = (at, if one == last { other } else { one });
        }
        self.tell(found)
    }

    fn tell(&mut self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        if !self.is_open && self.puzzle.start().is_none() {
            return found(&self.squares[..self.len]);
        }
        self.turn(found)
    }

    /// Begins the tour where it should, and tells it in both directions if it has two.
    fn turn(&mut self, found: &mut dyn FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        let board = self.puzzle.board();
        let index = |square| board.index(square) as u32;
        let squares = &self.squares[..self.len];
        let number = |at: u32| self.graph.number(at);
        self.turned.clear();
        if self.puzzle.kind() == Some(TourKind::Closed) {
            let start = self.puzzle.start().map_or(squares[0], index);
            let at = squares.iter().position(|&square| square == start).unwrap_or(0);
            self.turned.extend(squares[at..].iter().chain(&squares[..at]));
            if number(self.turned[1]) > number(self.turned[self.len - 1]) {
                self.turned[1..].reverse();
            }
            return found(&self.turned);
        }
        let beyond = squares.iter().position(|&square| square == u32::MAX).unwrap_or(0);
        self.turned.extend(squares[beyond + 1..].iter().chain(&squares[..beyond]));
        let (first, last) = (self.turned[0], self.turned[self.turned.len() - 1]);
        let is_backwards = match (self.puzzle.start().map(index), self.puzzle.end().map(index)) {
            (Some(start), _) => first != start,
            (None, Some(end)) => last != end,
            (None, None) => number(first) > number(last),
        };
        if is_backwards {
            self.turned.reverse();
        }
        found(&self.turned)?;
        if self.puzzle.start().or(self.puzzle.end()).is_none() {
            self.turned.reverse();
            found(&self.turned)?;
        }
        ControlFlow::Continue(())
    }
}
