//! A factor: two leaps for every place, in as many cycles as it happens to be.
//!
//! Every tour is a factor of one cycle, so where there is no factor there is no tour; and a
//! factor is found in polynomial time, since leaps join dark places to light ones. A place that is
//! *short* of a leap looks for another short place along a path on which leaps that are not
//! chosen and leaps that are alternate, and swaps all of them. Where no such path is, the dark
//! places that were reached are short for good: they need more leaps than there are.
//!
//! A factor is kept while leaps are taken, ruled out and given back; only what is broken is
//! mended.
//!
//! *Cost:* a search of the neighbourhood for every place that is short.
//!
//! Reference: D. König 1931; J. E. Hopcroft and R. M. Karp 1973, here one path at a time.

use super::{links::Links, places::NONE, random::Random};

/// Two chosen leaps a place, where all is well.
pub(crate) struct Factor {
    chosen: Vec<[u32; 2]>,
    is_dark: Vec<bool>,
    /// The leap by which the search came to a place, in the round that is written beside it.
    came: Vec<u32>,
    round_of: Vec<u32>,
    round: u32,
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
            came: vec![NONE; places],
            round_of: vec![0; places],
            round: 0,
            queue: Vec::new(),
        }
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
        let (a, b) = links.places_of(leap);
        for place in [a, b] {
            let chosen = &mut self.chosen[place as usize];
            let free = usize::from(chosen[0] != NONE);
            debug_assert_eq!(chosen[free], NONE);
            chosen[free] = leap;
        }
    }

    /// Gives a chosen leap up.
    pub(crate) fn remove(&mut self, links: &Links, leap: u32) {
        let (a, b) = links.places_of(leap);
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
            let (a, b) = links.places_of(leap);
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

    /// Chooses leaps greedily, places with few leaps first and to places with few leaps.
    pub(crate) fn begin(&mut self, links: &Links, random: &mut Random) {
        let mut by_choices: Vec<Vec<u32>> = vec![Vec::new(); 10];
        for place in 0..links.len() as u32 {
            by_choices[links.choices(place).min(9) as usize].push(place);
        }
        for mut places in by_choices {
            // A random order from a random place on: neighbours do not all go the same way.
            for at in (1..places.len()).rev() {
                places.swap(at, random.below(at as u32 + 1) as usize);
            }
            for place in places {
                while self.is_short(place) {
                    let free = links.around(place).iter().filter(|&&(leap, to)| {
                        !links.is_out(leap) && !self.has(place, leap) && self.is_short(to)
                    });
                    let best = free.min_by_key(|&&(_, to)| (links.choices(to), random.below(256)));
                    let Some(&(leap, _)) = best else { break };
                    self.add(links, leap);
                }
            }
        }
    }

    /// Mends every short place, or says why one cannot be; `false` if it was stopped before that.
    pub(crate) fn mend(&mut self, links: &Links, stop: impl Fn() -> bool) -> Result<bool, Shortage> {
        for place in 0..links.len() as u32 {
            while self.is_dark[place as usize] && self.is_short(place) {
                if stop() {
                    return Ok(false);
                }
                self.augment(links, place)?;
            }
        }
        // As many places are light as dark, unless a colour has too few squares.
        match (0..links.len() as u32).find(|&place| self.is_short(place)) {
            None => Ok(true),
            Some(_) => {
                let (needy, giving) = (0..links.len() as u32).partition(|&v| !self.is_dark[v as usize]);
                Err(Shortage { needy, giving })
            }
        }
    }

    /// Looks for a short light place, breadth first, and swaps the leaps on the way to it.
    fn augment(&mut self, links: &Links, from: u32) -> Result<(), Shortage> {
        self.round += 1;
        let round = self.round;
        self.queue.clear();
        self.queue.push(from);
        self.round_of[from as usize] = round;
        let mut next = 0;
        while let Some(&dark) = self.queue.get(next) {
            next += 1;
            for &(leap, light) in links.around(dark) {
                if self.round_of[light as usize] == round || links.is_out(leap) || self.has(dark, leap) {
                    continue;
                }
                self.round_of[light as usize] = round;
                self.came[light as usize] = leap;
                if self.is_short(light) {
                    self.swap_back(links, from, light);
                    return Ok(());
                }
                for back in self.at(light) {
                    let there = links.other(back, light);
                    if !links.is_taken(back) && self.round_of[there as usize] != round {
                        self.round_of[there as usize] = round;
                        self.came[there as usize] = back;
                        self.queue.push(there);
                    }
                }
            }
        }
        let reached = |&v: &u32| self.round_of[v as usize] == round && !self.is_dark[v as usize];
        let giving = (0..links.len() as u32).filter(reached).collect();
        Err(Shortage { needy: self.queue.clone(), giving })
    }

    fn swap_back(&mut self, links: &Links, from: u32, short: u32) {
        let mut light = short;
        loop {
            let add = self.came[light as usize];
            let dark = links.other(add, light);
            let give = (dark != from).then(|| self.came[dark as usize]);
            if let Some(give) = give {
                self.remove(links, give);
            }
            self.add(links, add);
            let Some(give) = give else { return };
            light = links.other(give, dark);
        }
    }
}
