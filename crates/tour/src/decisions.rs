//! Leaps taken and ruled out, and what follows from each.
//!
//! Every place needs two taken leaps. A *path* is a run of taken leaps; for its two ends, `mate`
//! names the other end; a place without a taken leap is its own mate. Everything that changes is
//! on a trail, so a decision can be taken back exactly.

use crate::{Control, control::POLL};

/// A contradiction: some place cannot have its two leaps, or a cycle closed too early.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clash;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leap {
    Open,
    Taken,
    Out,
}

#[derive(Clone, Copy)]
enum Change {
    Took(u32),
    RuledOut(u32),
    Mate(u32, u32),
}

/// The leaps of a graph, each open, taken or ruled out.
pub(crate) struct Links {
    places: usize,
    leaps: Vec<(u32, u32)>,
    /// For every place its leaps and where they lead, one after the other: `incident[first[v]..first[v + 1]]`.
    first: Vec<u32>,
    incident: Vec<(u32, u32)>,
    state: Vec<Leap>,
    taken: Vec<u8>,
    open: Vec<u32>,
    mate: Vec<u32>,
    taken_total: usize,
    trail: Vec<Change>,
    /// Places whose leaps may now be forced.
    pending: Vec<u32>,
    /// Scratch for [`Links::holds_together`].
    depth: Vec<u32>,
    low: Vec<u32>,
    stack: Vec<(u32, u32, u32)>,
}

impl Links {
    /// All leaps open; `None` if it was stopped.
    pub(crate) fn new(places: usize, leaps: Vec<(u32, u32)>, control: &Control) -> Option<Links> {
        let mut first = vec![0u32; places + 1];
        for leaps in leaps.chunks(POLL as usize) {
            if control.is_stopped() {
                return None;
            }
            for &(a, b) in leaps {
                first[a as usize + 1] += 1;
                first[b as usize + 1] += 1;
            }
        }
        for v in 0..places {
            first[v + 1] += first[v];
        }
        let mut next = first.clone();
        let mut incident = vec![(0, 0); 2 * leaps.len()];
        for (e, &(a, b)) in leaps.iter().enumerate() {
            if control.is_stopped_at(e as u64) {
                return None;
            }
            for (v, to) in [(a, b), (b, a)] {
                incident[next[v as usize] as usize] = (e as u32, to);
                next[v as usize] += 1;
            }
        }
        let open = (0..places).map(|v| first[v + 1] - first[v]).collect();
        Some(Links {
            places,
            state: vec![Leap::Open; leaps.len()],
            leaps,
            first,
            incident,
            taken: vec![0; places],
            open,
            mate: (0..places as u32).collect(),
            taken_total: 0,
            trail: Vec::new(),
            pending: Vec::new(),
            depth: vec![0; places],
            low: vec![0; places],
            stack: Vec::new(),
        })
    }

    /// Looks at every place once.
    pub(crate) fn begin(&mut self) -> Result<(), Clash> {
        self.pending.extend(0..self.places as u32);
        self.settle()
    }

    /// Where the trail stands.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    fn incident(&self, place: u32) -> std::ops::Range<usize> {
        self.first[place as usize] as usize..self.first[place as usize + 1] as usize
    }

    /// The leaps of a place and where they lead.
    pub(crate) fn around(&self, place: u32) -> &[(u32, u32)] {
        &self.incident[self.incident(place)]
    }

    /// The place at the other end of a leap.
    pub(crate) fn other(&self, leap: u32, place: u32) -> u32 {
        let (a, b) = self.leaps[leap as usize];
        a ^ b ^ place
    }

    /// The leap between two places.
    pub(crate) fn between(&self, a: u32, b: u32) -> Option<u32> {
        let (from, to) = if self.incident(a).len() <= self.incident(b).len() { (a, b) } else { (b, a) };
        self.around(from).iter().find(|&&(_, there)| there == to).map(|&(leap, _)| leap)
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.places
    }

    /// Whether the leap belongs to every tour that is left.
    pub(crate) fn is_taken(&self, leap: u32) -> bool {
        self.state[leap as usize] == Leap::Taken
    }

    /// Whether the leap belongs to none.
    pub(crate) fn is_out(&self, leap: u32) -> bool {
        self.state[leap as usize] == Leap::Out
    }

    /// How many leaps of a place are undecided.
    pub(crate) fn choices(&self, place: u32) -> u32 {
        self.open[place as usize]
    }

    /// The two places of a leap.
    pub(crate) fn places_of(&self, leap: u32) -> (u32, u32) {
        self.leaps[leap as usize]
    }

    /// The leaps decided since the trail was so long, and whether each was taken.
    pub(crate) fn decided_since(&self, mark: usize) -> impl Iterator<Item = (u32, bool)> + '_ {
        self.trail[mark..].iter().filter_map(|change| match *change {
            Change::Took(leap) => Some((leap, true)),
            Change::RuledOut(leap) => Some((leap, false)),
            Change::Mate(..) => None,
        })
    }

    fn set_mate(&mut self, place: u32, mate: u32) {
        self.trail.push(Change::Mate(place, self.mate[place as usize]));
        self.mate[place as usize] = mate;
    }

    /// The leap belongs to the tour.
    pub(crate) fn take(&mut self, leap: u32) -> Result<(), Clash> {
        match self.state[leap as usize] {
            Leap::Taken => return Ok(()),
            Leap::Out => return Err(Clash),
            Leap::Open => {}
        }
        let (a, b) = self.leaps[leap as usize];
        if self.taken[a as usize] == 2 || self.taken[b as usize] == 2 {
            return Err(Clash);
        }
        let closes = self.mate[a as usize] == b;
        if closes && self.taken_total + 1 != self.places {
            return Err(Clash);
        }
        self.state[leap as usize] = Leap::Taken;
        self.trail.push(Change::Took(leap));
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
            if self.taken_total + 1 != self.places {
                self.forbid_between(end, other_end)?;
            }
        }
        Ok(())
    }

    /// The two ends of a path must not meet before everything is on it.
    fn forbid_between(&mut self, a: u32, b: u32) -> Result<(), Clash> {
        let from = if self.incident(a).len() <= self.incident(b).len() { a } else { b };
        let to = if from == a { b } else { a };
        for at in self.incident(from) {
            let (leap, there) = self.incident[at];
            if there == to && self.state[leap as usize] == Leap::Open {
                self.rule_out(leap)?;
            }
        }
        Ok(())
    }

    /// The leap does not belong to the tour.
    pub(crate) fn rule_out(&mut self, leap: u32) -> Result<(), Clash> {
        match self.state[leap as usize] {
            Leap::Out => return Ok(()),
            Leap::Taken => return Err(Clash),
            Leap::Open => {}
        }
        self.state[leap as usize] = Leap::Out;
        self.trail.push(Change::RuledOut(leap));
        let (a, b) = self.leaps[leap as usize];
        for v in [a, b] {
            self.open[v as usize] -= 1;
            self.pending.push(v);
        }
        let starves = |v: u32| u32::from(self.taken[v as usize]) + self.open[v as usize] < 2;
        if starves(a) || starves(b) { Err(Clash) } else { Ok(()) }
    }

    /// Follows what is forced until nothing more is.
    pub(crate) fn settle(&mut self) -> Result<(), Clash> {
        while let Some(v) = self.pending.pop() {
            let (taken, open) = (u32::from(self.taken[v as usize]), self.open[v as usize]);
            if taken + open < 2 {
                return Err(Clash);
            }
            if open == 0 || (taken < 2 && taken + open > 2) {
                continue;
            }
            for at in self.incident(v) {
                let (leap, _) = self.incident[at];
                if self.state[leap as usize] == Leap::Open {
                    if taken == 2 { self.rule_out(leap)? } else { self.take(leap)? }
                }
            }
        }
        Ok(())
    }

    /// Takes changes back until the trail is as short as it was.
    pub(crate) fn undo(&mut self, mark: usize) {
        self.pending.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Took(leap)) => {
                    self.state[leap as usize] = Leap::Open;
                    self.taken_total -= 1;
                    let (a, b) = self.leaps[leap as usize];
                    for v in [a, b] {
                        self.taken[v as usize] -= 1;
                        self.open[v as usize] += 1;
                    }
                }
                Some(Change::RuledOut(leap)) => {
                    self.state[leap as usize] = Leap::Open;
                    let (a, b) = self.leaps[leap as usize];
                    for v in [a, b] {
                        self.open[v as usize] += 1;
                    }
                }
                Some(Change::Mate(place, mate)) => self.mate[place as usize] = mate,
                None => break,
            }
        }
    }

    /// The leap to decide next in a plain search: from the place with the fewest to choose from,
    /// an end of a path before a bare place; of its leaps the one to the place with the fewest.
    /// `None` when every place has its two leaps.
    pub(crate) fn choose(&self) -> Option<u32> {
        let needy = (0..self.places as u32).filter(|&v| self.taken[v as usize] < 2);
        let place = needy.min_by_key(|&v| (self.open[v as usize], 2 - self.taken[v as usize]))?;
        let leaps = self.around(place).iter().copied();
        let open = leaps.filter(|&(leap, _)| self.state[leap as usize] == Leap::Open);
        open.min_by_key(|&(_, to)| (self.open[to as usize], 2 - self.taken[to as usize]))
            .map(|(leap, _)| leap)
    }

    /// The two places that taken leaps lead to, in a finished cycle.
    pub(crate) fn taken_neighbours(&self, place: u32) -> [u32; 2] {
        let mut taken = self.around(place).iter().filter(|&&(leap, _)| self.is_taken(leap));
        let mut next = || taken.next().map_or(place, |&(_, to)| to);
        [next(), next()]
    }

    /// Whether the leaps that are not ruled out keep all places in one piece that no single
    /// place holds together: a cycle through all of them needs that. Stopped, it finds nothing wrong.
    ///
    /// Reference: Tarjan 1972, without recursion.
    pub(crate) fn holds_together(&mut self, control: &Control) -> Result<(), Clash> {
        self.depth.fill(0);
        self.stack.clear();
        let mut stack = std::mem::take(&mut self.stack);
        let mut seen = 1;
        let mut root_children = 0;
        self.depth[0] = 1;
        self.low[0] = 1;
        stack.push((0, u32::MAX, self.first[0]));
        let mut holds = true;
        let mut steps = 0u32;
        while let Some(&mut (v, from, ref mut at)) = stack.last_mut() {
            if *at == self.first[v as usize + 1] {
                stack.pop();
                if let Some(&(parent, ..)) = stack.last() {
                    let low = self.low[v as usize];
                    self.low[parent as usize] = self.low[parent as usize].min(low);
                    if parent == 0 {
                        root_children += 1;
                    } else if low >= self.depth[parent as usize] {
                        holds = false;
                        break;
                    }
                }
                continue;
            }
            let (leap, to) = self.incident[*at as usize];
            *at += 1;
            steps = steps.wrapping_add(1);
            if control.is_stopped_at(steps as u64) {
                self.stack = stack;
                return Ok(());
            }
            if self.state[leap as usize] == Leap::Out || leap == from {
                continue;
            }
            if self.depth[to as usize] == 0 {
                seen += 1;
                self.depth[to as usize] = self.depth[v as usize] + 1;
                self.low[to as usize] = self.depth[to as usize];
                stack.push((to, leap, self.first[to as usize]));
            } else {
                self.low[v as usize] = self.low[v as usize].min(self.depth[to as usize]);
            }
        }
        self.stack = stack;
        if holds && seen == self.places && root_children <= 1 { Ok(()) } else { Err(Clash) }
    }
}
