//! A 2-factor: two leaps at every vertex, in any number of cycles.
//!
//! Every tour is a factor with one cycle, so without a factor there is no tour; and a factor is found in
//! polynomial time, because leaps join dark vertices to light ones. From a *deficient* vertex, which lacks a
//! leap, an augmenting path leads to a deficient vertex of the other colour: unchosen and chosen leaps
//! alternate on it, and all of them are exchanged. If there is no such path, the dark vertices reached are a
//! shortage: they need more leaps than there are.
//!
//! A factor is maintained while leaps are included, excluded and undone; only broken parts are repaired.
//!
//! *Cost:* a few passes over the board.
//!
//! Reference: D. König 1931; J. E. Hopcroft and R. M. Karp 1973; E. A. Dinic 1970, for two leaps per vertex.

use crate::decisions::Decisions;
use ktour_core::{Control, graph::NONE, random::Random};

/// Number of deficient vertices from which all heights are measured, not only those on the way.
const MIN_DEFICIENT_FOR_RELABEL: usize = 16;
/// Relabels of a local minimum before its deficit waits for the next round.
const MAX_RELABELS: u32 = 1000;

/// Chosen leaps: two at every vertex that is not deficient.
pub(crate) struct Factor {
    chosen: Vec<[u32; 2]>,
    is_dark: Vec<bool>,
    /// Lower bound on the distance to a deficient light vertex, plus `base`; less than `base` if not reached
    /// in this round.
    height: Vec<u32>,
    base: u32,
    top: u32,
    /// Number of leaps that a dark vertex has tried in this round.
    tried: Vec<u32>,
    queue: Vec<u32>,
}

/// Dark vertices that need more leaps than there are, and the light vertices that give all of theirs to them.
pub(crate) struct Shortage {
    pub(crate) needy: Vec<u32>,
    pub(crate) giving: Vec<u32>,
}

impl Factor {
    pub(crate) fn new(is_dark: Vec<bool>) -> Factor {
        let vertices = is_dark.len();
        Factor {
            chosen: vec![[NONE; 2]; vertices],
            is_dark,
            height: vec![0; vertices],
            base: 0,
            top: 0,
            tried: vec![0; vertices],
            queue: Vec::new(),
        }
    }

    /// Removes all leaps and resets all heights.
    pub(crate) fn clear(&mut self) {
        self.chosen.fill([NONE; 2]);
        self.height.fill(0);
        self.tried.fill(0);
        (self.base, self.top) = (0, 0);
    }

    /// The leaps chosen at a vertex.
    pub(crate) fn chosen_at(&self, vertex: u32) -> [u32; 2] {
        self.chosen[vertex as usize]
    }

    pub(crate) fn has(&self, vertex: u32, leap: u32) -> bool {
        self.chosen[vertex as usize].contains(&leap)
    }

    /// Whether a vertex is dark, virtual vertices included.
    pub(crate) fn is_dark(&self, vertex: u32) -> bool {
        self.is_dark[vertex as usize]
    }

    fn is_short(&self, vertex: u32) -> bool {
        self.has(vertex, NONE)
    }

    /// Chooses a leap; both its vertices must be deficient.
    pub(crate) fn choose(&mut self, decisions: &Decisions, leap: u32) {
        let (a, b) = decisions.graph.endpoints(leap);
        for vertex in [a, b] {
            let chosen = &mut self.chosen[vertex as usize];
            let free = usize::from(chosen[0] != NONE);
            debug_assert_eq!(chosen[free], NONE);
            chosen[free] = leap;
        }
    }

    /// Removes a chosen leap.
    pub(crate) fn remove(&mut self, decisions: &Decisions, leap: u32) {
        let (a, b) = decisions.graph.endpoints(leap);
        for vertex in [a, b] {
            let chosen = &mut self.chosen[vertex as usize];
            let at = usize::from(chosen[0] != leap);
            debug_assert_eq!(chosen[at], leap);
            chosen[at] = NONE;
        }
    }

    /// Updates the chosen leaps to the decisions since a mark.
    pub(crate) fn apply_decisions(&mut self, decisions: &Decisions, mark: usize) {
        for (leap, is_taken) in decisions.decided_since(mark) {
            let (a, b) = decisions.graph.endpoints(leap);
            if !is_taken {
                if self.has(a, leap) {
                    self.remove(decisions, leap);
                }
                continue;
            }
            if self.has(a, leap) {
                continue;
            }
            for vertex in [a, b] {
                if !self.is_short(vertex) {
                    let [one, two] = self.chosen_at(vertex);
                    self.remove(decisions, if decisions.is_included(one) { two } else { one });
                }
            }
            self.choose(decisions, leap);
        }
    }

    /// Chooses leaps greedily, vertices with few leaps first and to vertices with few leaps; fewer if it
    /// was stopped.
    pub(crate) fn choose_greedily(&mut self, decisions: &Decisions, random: &mut Random, control: &Control) {
        let mut by_choices: Vec<Vec<u32>> = vec![Vec::new(); 10];
        for vertex in 0..decisions.graph.vertex_count() as u32 {
            by_choices[decisions.undecided_count(vertex).min(9) as usize].push(vertex);
        }
        for mut vertices in by_choices {
            // A random order, so that neighbours do not all choose the same direction.
            for at in (1..vertices.len()).rev() {
                vertices.swap(at, random.below(at as u32 + 1) as usize);
            }
            for (at, vertex) in vertices.into_iter().enumerate() {
                if control.is_stopped_at(at as u64) {
                    return;
                }
                while self.is_short(vertex) {
                    let free = decisions.graph.neighbours(vertex).iter().filter(|&&(leap, to)| {
                        !decisions.is_excluded(leap) && !self.has(vertex, leap) && self.is_short(to)
                    });
                    let best =
                        free.min_by_key(|&&(_, to)| (decisions.undecided_count(to), random.below(256)));
                    let Some(&(leap, _)) = best else { break };
                    self.choose(decisions, leap);
                }
            }
        }
    }

    /// Augments until no vertex is deficient, or names a shortage; `false` if it was stopped before that.
    ///
    /// In a round, every vertex knows its height above the deficient light vertices. A deficient dark vertex
    /// pushes its deficit downhill as far as it goes: to a deficient light vertex, or to a local minimum,
    /// which is measured again in the next round. If one part of the board has many deficient dark vertices
    /// and another the light ones, all deficits move there together.
    pub(crate) fn augment(&mut self, decisions: &Decisions, control: &Control) -> Result<bool, Shortage> {
        let is_needy =
            |factor: &Factor, vertex: u32| factor.is_dark[vertex as usize] && factor.is_short(vertex);
        let mut needy: Vec<u32> =
            (0..decisions.graph.vertex_count() as u32).filter(|&vertex| is_needy(self, vertex)).collect();
        while !needy.is_empty() {
            if !self.measure_heights(decisions, &needy, control) {
                return Ok(false);
            }
            if let Some(&vertex) = needy.iter().find(|&&vertex| self.height[vertex as usize] < self.base) {
                return Err(self.shortage(decisions, vertex));
            }
            // A path is known from the lowest: every round augments at least once.
            needy.sort_by_key(|&vertex| self.height[vertex as usize]);
            let mut later = Vec::new();
            for (at, &vertex) in needy.iter().enumerate() {
                if control.is_stopped_at(at as u64) {
                    return Ok(false);
                }
                for _ in 0..2 {
                    if self.is_short(vertex) {
                        later.extend(self.push_down(decisions, vertex));
                    }
                }
            }
            later.sort_unstable();
            later.dedup();
            later.retain(|&vertex| self.is_short(vertex));
            needy = later;
        }
        // Equally many vertices are light and dark, unless a colour has too few squares.
        match (0..decisions.graph.vertex_count() as u32).find(|&vertex| self.is_short(vertex)) {
            None => Ok(true),
            Some(_) => {
                let (needy, giving) =
                    (0..decisions.graph.vertex_count() as u32).partition(|&v| !self.is_dark[v as usize]);
                Err(Shortage { needy, giving })
            }
        }
    }

    /// Starts a round: heights of earlier rounds are less than `base`.
    fn start_round(&mut self) {
        self.base = self.top + 1;
        if self.base > u32::MAX / 2 {
            self.height.fill(0);
            self.base = 1;
        }
        self.top = self.base;
        self.queue.clear();
    }

    /// Measures heights above the deficient light vertices, until all needy vertices have one or nothing more
    /// can be reached; `false` if it was stopped.
    fn measure_heights(&mut self, decisions: &Decisions, needy: &[u32], control: &Control) -> bool {
        self.start_round();
        let base = self.base;
        let is_sink = |vertex: &u32| !self.is_dark[*vertex as usize] && self.is_short(*vertex);
        self.queue = (0..decisions.graph.vertex_count() as u32).filter(is_sink).collect();
        self.queue.iter().for_each(|&light| self.height[light as usize] = base);
        let (mut next, mut left) = (0, needy.len());
        while let Some(&light) = self.queue.get(next) {
            next += 1;
            if control.is_stopped_at(next as u64) {
                return false;
            }
            let height = self.height[light as usize];
            self.top = height + 2;
            for &(leap, dark) in decisions.graph.neighbours(light) {
                if self.height[dark as usize] >= base || decisions.is_excluded(leap) || self.has(light, leap)
                {
                    continue;
                }
                (self.height[dark as usize], self.tried[dark as usize]) = (height + 1, 0);
                if self.is_short(dark) {
                    left -= 1;
                    if left == 0 && needy.len() < MIN_DEFICIENT_FOR_RELABEL {
                        return true;
                    }
                }
                for given in self.chosen_at(dark) {
                    if given == NONE || decisions.is_included(given) {
                        continue;
                    }
                    let there = decisions.graph.other(given, dark);
                    if self.height[there as usize] < base {
                        self.height[there as usize] = height + 2;
                        self.queue.push(there);
                    }
                }
            }
        }
        true
    }

    /// Pushes the deficit of a dark vertex downhill; returns the vertex where it stays, unless it reaches a
    /// deficient light one.
    fn push_down(&mut self, decisions: &Decisions, from: u32) -> Option<u32> {
        let (mut dark, mut lifts) = (from, 0);
        loop {
            let height = self.height[dark as usize];
            let Some(&(leap, light)) =
                decisions.graph.neighbours(dark).get(self.tried[dark as usize] as usize)
            else {
                // A local minimum: it is relabelled, at most `MAX_RELABELS` times.
                if lifts == MAX_RELABELS || !self.relabel(decisions, dark) {
                    return Some(dark);
                }
                lifts += 1;
                continue;
            };
            let is_downhill = self.height[light as usize] + 1 == height
                && !decisions.is_excluded(leap)
                && !self.has(dark, leap);
            if is_downhill && self.is_short(light) {
                self.choose(decisions, leap);
                return None;
            }
            let given =
                self.chosen_at(light).into_iter().filter(|&leap| is_downhill && !decisions.is_included(leap));
            let lower = |&leap: &u32| self.height[decisions.graph.other(leap, light) as usize] + 2 == height;
            match given.into_iter().find(lower) {
                Some(give) => {
                    self.remove(decisions, give);
                    self.choose(decisions, leap);
                    dark = decisions.graph.other(give, light);
                }
                None => self.tried[dark as usize] += 1,
            }
        }
    }

    /// Relabels a dark vertex and its light neighbours; `false` if no way down is known.
    fn relabel(&mut self, decisions: &Decisions, dark: u32) -> bool {
        let mut lowest = u32::MAX;
        for &(leap, light) in decisions.graph.neighbours(dark) {
            if decisions.is_excluded(leap) || self.has(dark, leap) {
                continue;
            }
            let mut height = self.base;
            if !self.is_short(light) {
                let given = self.chosen_at(light).into_iter().filter(|&leap| !decisions.is_included(leap));
                let below = given.map(|leap| self.height[decisions.graph.other(leap, light) as usize]);
                match below.filter(|&height| height >= self.base).min() {
                    Some(least) => height = least + 1,
                    None => continue,
                }
            }
            self.height[light as usize] = height;
            lowest = lowest.min(height + 1);
        }
        if lowest == u32::MAX || lowest > self.top {
            return false;
        }
        (self.height[dark as usize], self.tried[dark as usize]) = (lowest, 0);
        true
    }

    /// The vertices that can be reached from a dark vertex without an augmenting path: its deficit can only
    /// move among these.
    fn shortage(&mut self, decisions: &Decisions, from: u32) -> Shortage {
        self.start_round();
        self.queue.push(from);
        self.height[from as usize] = self.base;
        let mut giving = Vec::new();
        let mut next = 0;
        while let Some(&dark) = self.queue.get(next) {
            next += 1;
            for &(leap, light) in decisions.graph.neighbours(dark) {
                if self.height[light as usize] == self.base
                    || decisions.is_excluded(leap)
                    || self.has(dark, leap)
                {
                    continue;
                }
                debug_assert!(!self.is_short(light), "a vertex that cannot be mended reaches nothing short");
                self.height[light as usize] = self.base;
                giving.push(light);
                for back in self.chosen_at(light) {
                    let there = decisions.graph.other(back, light);
                    if !decisions.is_included(back) && self.height[there as usize] != self.base {
                        self.height[there as usize] = self.base;
                        self.queue.push(there);
                    }
                }
            }
        }
        giving.sort_unstable();
        Shortage { needy: self.queue.clone(), giving }
    }
}
