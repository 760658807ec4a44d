//! The cycles of a factor: which cycle a place is on, and where.

use super::{factor::Factor, links::Links, places::NONE};

/// Every place with its cycle and its position on it.
pub(crate) struct Cycles {
    /// The places of each cycle in order; empty where a cycle has gone.
    order: Vec<Vec<u32>>,
    cycle: Vec<u32>,
    position: Vec<u32>,
    count: usize,
}

impl Cycles {
    pub(crate) fn new(links: &Links, factor: &Factor) -> Cycles {
        let places = links.len();
        let mut cycles =
            Cycles { order: Vec::new(), cycle: vec![NONE; places], position: vec![0; places], count: 0 };
        for place in 0..places as u32 {
            cycles.walk(links, factor, place);
        }
        cycles
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The cycle of a place.
    pub(crate) fn of(&self, place: u32) -> u32 {
        self.cycle[place as usize]
    }

    /// The place's cycle and its position there.
    pub(crate) fn position(&self, place: u32) -> (u32, u32) {
        (self.cycle[place as usize], self.position[place as usize])
    }

    /// Whether `b` comes right after `a` on their cycle.
    pub(crate) fn follows(&self, a: u32, b: u32) -> bool {
        let order = &self.order[self.of(a) as usize];
        let after = self.position[a as usize] as usize + 1;
        order[if after == order.len() { 0 } else { after }] == b
    }

    /// The places of a cycle in order.
    pub(crate) fn places(&self, cycle: u32) -> &[u32] {
        &self.order[cycle as usize]
    }

    /// All cycles but the longest, the shortest first.
    pub(crate) fn all_but_the_longest(&self) -> Vec<u32> {
        let mut alive: Vec<u32> =
            (0..self.order.len() as u32).filter(|&cycle| !self.places(cycle).is_empty()).collect();
        alive.sort_by_key(|&cycle| self.places(cycle).len());
        alive.pop();
        alive
    }

    /// Walks again the cycles that went through these places before some leaps were exchanged.
    pub(crate) fn renew(&mut self, links: &Links, factor: &Factor, touched: &[u32]) {
        for &place in touched {
            let cycle = self.of(place);
            if cycle != NONE {
                self.count -= 1;
                for place in std::mem::take(&mut self.order[cycle as usize]) {
                    self.cycle[place as usize] = NONE;
                }
            }
        }
        for &place in touched {
            self.walk(links, factor, place);
        }
    }

    fn walk(&mut self, links: &Links, factor: &Factor, from: u32) {
        if self.of(from) != NONE {
            return;
        }
        let cycle = self.order.len() as u32;
        let mut order = Vec::new();
        let (mut at, mut leap) = (from, factor.at(from)[0]);
        loop {
            self.cycle[at as usize] = cycle;
            self.position[at as usize] = order.len() as u32;
            order.push(at);
            at = links.other(leap, at);
            if at == from {
                break;
            }
            let [one, two] = factor.at(at);
            leap = if one == leap { two } else { one };
        }
        self.order.push(order);
        self.count += 1;
    }
}
