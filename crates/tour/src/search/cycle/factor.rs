//! A factor: two leaps for every place, in as many cycles as it happens to be.
//!
//! Every tour is a factor of one cycle, so where there is no factor there is no tour; and a
//! factor is found in polynomial time, since leaps join dark places to light ones. A place that is
//! *short* of a leap looks for another short place along a path on which leaps that are not
//! chosen and leaps that are alternate, and swaps all of them. Where no such path is, the dark
//! places that were reached are short for good: they need more leaps than there are.
//!
//! A factor is kept while leaps are taken, left and given back; only what is broken is
//! mended.
//!
//! *Cost:* a few passes over the board.
//!
//! Reference: D. König 1931; J. E. Hopcroft and R. M. Karp 1973; E. A. Dinic 1970, for two leaps
//! a place.

use crate::{Control, decisions::Links, graph::NONE, search::random::Random};

/// So many needy places are worth measuring the whole board for.
const MANY: usize = 16;
/// How often a need in a hollow measures its surroundings before it waits for the next round.
const LIFTS: u32 = 1000;

/// Two chosen leaps a place, where all is well.
pub(crate) struct Factor {
    chosen: Vec<[u32; 2]>,
    is_dark: Vec<bool>,
    /// How far a place is from the short light places, plus `base`; lower where this round was not.
    height: Vec<u32>,
    base: u32,
    top: u32,
    /// How many of its leaps a dark place has tried in this round.
    tried: Vec<u32>,
    queue: Vec<u32>,
}

/// Dark places that need more leaps than there are; light ones that give all of theirs to them.
pub(crate) struct Shortage {
    pub(crate) needy: Vec<u32>,
    pub(crate) giving: Vec<u32>,
}

impl Factor {
    pub(crate) fn new(is_dark: Vec<bool>) -> Factor {
        let places = is_dark.len();
        Factor {
            chosen: vec![[NONE; 2]; places],
            is_dark,
            height: vec![0; places],
            base: 0,
            top: 0,
            tried: vec![0; places],
            queue: Vec::new(),
        }
    }

    /// Gives all leaps up, and forgets all heights.
    pub(crate) fn clear(&mut self) {
        self.chosen.fill([NONE; 2]);
        self.height.fill(0);
        self.tried.fill(0);
        (self.base, self.top) = (0, 0);
    }

    /// The leaps chosen at a place.
    pub(crate) fn at(&self, place: u32) -> [u32; 2] {
        self.chosen[place as usize]
    }

    pub(crate) fn has(&self, place: u32, leap: u32) -> bool {
        self.chosen[place as usize].contains(&leap)
    }

    fn is_short(&self, place: u32) -> bool {
        self.has(place, NONE)
    }

    /// Chooses a leap; both its places must be short.
    pub(crate) fn add(&mut self, links: &Links, leap: u32) {
        let (a, b) = links.graph.ends_of(leap);
        for place in [a, b] {
            let chosen = &mut self.chosen[place as usize];
            let free = usize::from(chosen[0] != NONE);
            debug_assert_eq!(chosen[free], NONE);
            chosen[free] = leap;
        }
    }

    /// Gives a chosen leap up.
    pub(crate) fn remove(&mut self, links: &Links, leap: u32) {
        let (a, b) = links.graph.ends_of(leap);
        for place in [a, b] {
            let chosen = &mut self.chosen[place as usize];
            let at = usize::from(chosen[0] != leap);
            debug_assert_eq!(chosen[at], leap);
            chosen[at] = NONE;
        }
    }

    /// Follows what was decided about leaps since the trail was so long.
    pub(crate) fn follow(&mut self, links: &Links, mark: usize) {
        for (leap, is_taken) in links.decided_since(mark) {
            let (a, b) = links.graph.ends_of(leap);
            if !is_taken {
                if self.has(a, leap) {
                    self.remove(links, leap);
                }
                continue;
            }
            if self.has(a, leap) {
                continue;
            }
            for place in [a, b] {
                if !self.is_short(place) {
                    let [one, two] = self.at(place);
                    self.remove(links, if links.is_taken(one) { two } else { one });
                }
            }
            self.add(links, leap);
        }
    }

    /// Chooses leaps greedily, places with few leaps first and to places with few leaps; fewer if it
    /// was stopped.
    pub(crate) fn begin(&mut self, links: &Links, random: &mut Random, control: &Control) {
        let mut by_choices: Vec<Vec<u32>> = vec![Vec::new(); 10];
        for place in 0..links.graph.len() as u32 {
            by_choices[links.choices(place).min(9) as usize].push(place);
        }
        for mut places in by_choices {
            // A random order from a random place on: neighbours do not all go the same way.
            for at in (1..places.len()).rev() {
                places.swap(at, random.below(at as u32 + 1) as usize);
            }
            for (at, place) in places.into_iter().enumerate() {
                if control.is_stopped_at(at as u64) {
                    return;
                }
                while self.is_short(place) {
                    let free = links.graph.around(place).iter().filter(|&&(leap, to)| {
                        !links.is_left(leap) && !self.has(place, leap) && self.is_short(to)
                    });
                    let best = free.min_by_key(|&&(_, to)| (links.choices(to), random.below(256)));
                    let Some(&(leap, _)) = best else { break };
                    self.add(links, leap);
                }
            }
        }
    }

    /// Mends every short place, or says why one cannot be; `false` if it was stopped before that.
    ///
    /// In a round the short light places are a valley and every place knows its height above it. A dark
    /// place that is short hands its need downhill as far as that goes: to a short light place, or to a
    /// dark one near it that sees further in the next round. Where one half of the board is short of many
    /// leaps and the other has them, all needs move there together.
    pub(crate) fn mend(&mut self, links: &Links, control: &Control) -> Result<bool, Shortage> {
        let is_needy = |factor: &Factor, place: u32| factor.is_dark[place as usize] && factor.is_short(place);
        let mut needy: Vec<u32> =
            (0..links.graph.len() as u32).filter(|&place| is_needy(self, place)).collect();
        while !needy.is_empty() {
            if !self.measure(links, &needy, control) {
                return Ok(false);
            }
            if let Some(&place) = needy.iter().find(|&&place| self.height[place as usize] < self.base) {
                return Err(self.shortage(links, place));
            }
            // The lowest has its way to the valley: every round mends something.
            needy.sort_by_key(|&place| self.height[place as usize]);
            let mut later = Vec::new();
            for (at, &place) in needy.iter().enumerate() {
                if control.is_stopped_at(at as u64) {
                    return Ok(false);
                }
                for _ in 0..2 {
                    if self.is_short(place) {
                        later.extend(self.hand_down(links, place));
                    }
                }
            }
            later.sort_unstable();
            later.dedup();
            later.retain(|&place| self.is_short(place));
            needy = later;
        }
        // As many places are light as dark, unless a colour has too few squares.
        match (0..links.graph.len() as u32).find(|&place| self.is_short(place)) {
            None => Ok(true),
            Some(_) => {
                let (needy, giving) = (0..links.graph.len() as u32).partition(|&v| !self.is_dark[v as usize]);
                Err(Shortage { needy, giving })
            }
        }
    }

    /// Begins a round: what earlier rounds wrote is lower than `base`.
    fn begin_round(&mut self) {
        self.base = self.top + 1;
        if self.base > u32::MAX / 2 {
            self.height.fill(0);
            self.base = 1;
        }
        self.top = self.base;
        self.queue.clear();
    }

    /// Measures heights above the short light places, until all needy places have theirs or nothing
    /// more can be reached; `false` if it was stopped.
    fn measure(&mut self, links: &Links, needy: &[u32], control: &Control) -> bool {
        self.begin_round();
        let base = self.base;
        let is_sink = |place: &u32| !self.is_dark[*place as usize] && self.is_short(*place);
        self.queue = (0..links.graph.len() as u32).filter(is_sink).collect();
        self.queue.iter().for_each(|&light| self.height[light as usize] = base);
        let (mut next, mut left) = (0, needy.len());
        while let Some(&light) = self.queue.get(next) {
            next += 1;
            if control.is_stopped_at(next as u64) {
                return false;
            }
            let height = self.height[light as usize];
            self.top = height + 2;
            for &(leap, dark) in links.graph.around(light) {
                if self.height[dark as usize] >= base || links.is_left(leap) || self.has(light, leap) {
                    continue;
                }
                (self.height[dark as usize], self.tried[dark as usize]) = (height + 1, 0);
                if self.is_short(dark) {
                    left -= 1;
                    if left == 0 && needy.len() < MANY {
                        return true;
                    }
                }
                for given in self.at(dark) {
                    if given == NONE || links.is_taken(given) {
                        continue;
                    }
                    let there = links.graph.other(given, dark);
                    if self.height[there as usize] < base {
                        self.height[there as usize] = height + 2;
                        self.queue.push(there);
                    }
                }
            }
        }
        true
    }

    /// Hands the need of a dark place downhill; the place where it stays, unless a short light one is reached.
    fn hand_down(&mut self, links: &Links, from: u32) -> Option<u32> {
        let (mut dark, mut lifts) = (from, 0);
        loop {
            let height = self.height[dark as usize];
            let Some(&(leap, light)) = links.graph.around(dark).get(self.tried[dark as usize] as usize)
            else {
                // In a hollow: the ground is measured anew here, a few times.
                if lifts == LIFTS || !self.lift(links, dark) {
                    return Some(dark);
                }
                lifts += 1;
                continue;
            };
            let is_way =
                self.height[light as usize] + 1 == height && !links.is_left(leap) && !self.has(dark, leap);
            if is_way && self.is_short(light) {
                self.add(links, leap);
                return None;
            }
            let given = self.at(light).into_iter().filter(|&leap| is_way && !links.is_taken(leap));
            let lower = |&leap: &u32| self.height[links.graph.other(leap, light) as usize] + 2 == height;
            match given.into_iter().find(lower) {
                Some(give) => {
                    self.remove(links, give);
                    self.add(links, leap);
                    dark = links.graph.other(give, light);
                }
                None => self.tried[dark as usize] += 1,
            }
        }
    }

    /// Measures a dark place and the light ones around it anew; `false` where no way down is known.
    fn lift(&mut self, links: &Links, dark: u32) -> bool {
        let mut lowest = u32::MAX;
        for &(leap, light) in links.graph.around(dark) {
            if links.is_left(leap) || self.has(dark, leap) {
                continue;
            }
            let mut height = self.base;
            if !self.is_short(light) {
                let given = self.at(light).into_iter().filter(|&leap| !links.is_taken(leap));
                let below = given.map(|leap| self.height[links.graph.other(leap, light) as usize]);
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

    /// What can be reached from a dark place that cannot be mended: its need goes round among these.
    fn shortage(&mut self, links: &Links, from: u32) -> Shortage {
        self.begin_round();
        self.queue.push(from);
        self.height[from as usize] = self.base;
        let mut giving = Vec::new();
        let mut next = 0;
        while let Some(&dark) = self.queue.get(next) {
            next += 1;
            for &(leap, light) in links.graph.around(dark) {
                if self.height[light as usize] == self.base || links.is_left(leap) || self.has(dark, leap) {
                    continue;
                }
                debug_assert!(!self.is_short(light), "a place that cannot be mended reaches nothing short");
                self.height[light as usize] = self.base;
                giving.push(light);
                for back in self.at(light) {
                    let there = links.graph.other(back, light);
                    if !links.is_taken(back) && self.height[there as usize] != self.base {
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
