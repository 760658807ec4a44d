//! Cycles that run side by side are joined, with no thought of where on them that is.
//!
//! Give up a leap of each of two cycles, or of three, and take the leaps that cross over: one cycle is left,
//! wherever the leaps were, as long as the cycles are different ones. So every square gets the number of its cycle, a
//! union-find remembers who is joined, and one pass over the board leaves few cycles. Short cycles come first, while
//! there are many others around them.
//!
//! *Guarantee:* the leaps stay two at every square. *Cost:* one or two passes over the board.

use super::web::{LEAPS, Web, directions};
use crate::{Control, graph::NONE};

/// Cycles of up to so many squares are joined first.
const SHORT: u32 = 16;

/// Joins what is easily joined. Squares on cycles that are left alone, one of each; `None` if it was stopped.
pub(super) fn join(web: &mut Web, marks: &mut [u32], control: &Control) -> Option<Vec<u32>> {
    let mut cycles = Cycles::label(web, marks, control)?;
    if cycles.lengths.len() > 2 {
        let fits = Fits::new();
        for at in 0..web.legal.len() as u32 {
            if control.is_stopped_at(at.into()) {
                return None;
            }
            let cycle = cycles.of[at as usize];
            let is_short = web.legal[at as usize] != 0 && cycles.lengths[cycle as usize] <= SHORT;
            if is_short && cycles.is_alone(cycle) && !cycles.cross(web, &fits, at) {
                cycles.cross_three(web, at);
            }
        }
        // Every crossing has a dark square where one of its leaps is given up.
        for at in 0..web.legal.len() as u32 {
            if control.is_stopped_at(at.into()) {
                return None;
            }
            while cycles.cross(web, &fits, at) {}
        }
    }
    Some(cycles.left(web))
}

/// Which directions close a crossing: of the leap given up at a square, of the leap got there, of the leap given up at its end.
struct Fits([[u8; 8]; 8]);

impl Fits {
    fn new() -> Fits {
        let is_leap =
            |files: i64, ranks: i64| LEAPS.iter().any(|leap| (leap.file, leap.rank) == (files, ranks));
        let fits = |give: usize, get: usize| {
            (0..8).fold(0, |byte, too: usize| {
                let files = LEAPS[get].file + LEAPS[too].file - LEAPS[give].file;
                let ranks = LEAPS[get].rank + LEAPS[too].rank - LEAPS[give].rank;
                byte | u8::from(is_leap(files, ranks)) << too
            })
        };
        Fits(std::array::from_fn(|give| std::array::from_fn(|get| fits(give, get))))
    }
}

/// Which cycle a square is on, and which cycles are joined.
struct Cycles<'a> {
    /// The cycle of every square; none in a hole. Cycles count from 1.
    of: &'a mut [u32],
    lengths: Vec<u32>,
    joined: Vec<u32>,
}

impl<'a> Cycles<'a> {
    fn label(web: &Web, of: &'a mut [u32], control: &Control) -> Option<Cycles<'a>> {
        of.fill(0);
        let mut lengths = vec![0];
        // An open tour is walked from its end.
        let ends = web.ends.into_iter().filter(|&end| end != NONE);
        for (step, first) in (0..).zip(ends.chain(0..of.len() as u32)) {
            if control.is_stopped_at(step) {
                return None;
            }
            if of[first as usize] != 0 || web.legal[first as usize] == 0 {
                continue;
            }
            let cycle = lengths.len() as u32;
            let mut length = 0u32;
            for at in web.walk(first) {
                of[at as usize] = cycle;
                length += 1;
                if control.is_stopped_at(length.into()) {
                    return None;
                }
            }
            lengths.push(length);
        }
        let joined = (0..lengths.len() as u32).collect();
        Some(Cycles { of, lengths, joined })
    }

    fn root(&mut self, at: u32) -> u32 {
        let mut cycle = self.of[at as usize];
        while self.joined[cycle as usize] != cycle {
            let next = self.joined[self.joined[cycle as usize] as usize];
            self.joined[cycle as usize] = next;
            cycle = next;
        }
        cycle
    }

    /// Whether nothing was joined to a cycle that was joined to none.
    fn is_alone(&self, cycle: u32) -> bool {
        self.joined[cycle as usize] == cycle
    }

    /// Joins two cycles; the root of the longer one stays the root.
    fn unite(&mut self, a: u32, b: u32) {
        let (short, long) = if self.lengths[a as usize] < self.lengths[b as usize] { (a, b) } else { (b, a) };
        self.joined[short as usize] = long;
        self.lengths[long as usize] += self.lengths[short as usize];
    }

    /// Joins the cycle of a square to another, by two leaps for two.
    fn cross(&mut self, web: &mut Web, fits: &Fits, a: u32) -> bool {
        let own = self.root(a);
        let gives = web.chosen[a as usize];
        for get in directions(web.free(a)) {
            let c = web.to(a, get);
            if self.of[c as usize] == self.of[a as usize] {
                continue;
            }
            let other = self.root(c);
            if other == own {
                continue;
            }
            for give in directions(gives) {
                for give_too in directions(web.chosen[c as usize] & fits.0[give][get]) {
                    let (b, d) = (web.to(a, give), web.to(c, give_too));
                    let Some(get_too) = web.direction(b, d) else { continue };
                    web.flip(a, give);
                    web.flip(c, give_too);
                    web.flip(a, get);
                    web.flip(b, get_too);
                    self.unite(own, other);
                    return true;
                }
            }
        }
        false
    }

    /// Joins the cycle of a square to two others, by three leaps for three.
    fn cross_three(&mut self, web: &mut Web, a: u32) -> bool {
        let own = self.root(a);
        for give in directions(web.chosen[a as usize]) {
            let b = web.to(a, give);
            for get in directions(web.free(b)) {
                let c = web.to(b, get);
                let second = self.root(c);
                if second == own {
                    continue;
                }
                for give_second in directions(web.chosen[c as usize]) {
                    let d = web.to(c, give_second);
                    for get_second in directions(web.free(d)) {
                        let e = web.to(d, get_second);
                        let third = self.root(e);
                        if third == own || third == second {
                            continue;
                        }
                        for give_third in directions(web.chosen[e as usize]) {
                            let f = web.to(e, give_third);
                            let Some(home) = web.direction(f, a) else { continue };
                            let leaps = [
                                (a, give),
                                (b, get),
                                (c, give_second),
                                (d, get_second),
                                (e, give_third),
                                (f, home),
                            ];
                            leaps.into_iter().for_each(|(at, direction)| web.flip(at, direction));
                            self.unite(own, second);
                            let both = self.root(a);
                            self.unite(both, third);
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// A square of every cycle that is left, but not of the longest.
    fn left(&mut self, web: &Web) -> Vec<u32> {
        let roots: Vec<u32> = (1..self.lengths.len() as u32).filter(|&cycle| self.is_alone(cycle)).collect();
        let longest = roots.iter().copied().max_by_key(|&cycle| self.lengths[cycle as usize]);
        let mut is_left = vec![false; self.lengths.len()];
        roots.iter().filter(|&&root| Some(root) != longest).for_each(|&root| is_left[root as usize] = true);
        if roots.len() < 2 {
            return Vec::new();
        }
        let mut left = Vec::new();
        for at in 0..self.of.len() as u32 {
            if web.legal[at as usize] != 0 {
                let root = self.root(at);
                if std::mem::take(&mut is_left[root as usize]) {
                    left.push(at);
                }
            }
        }
        left
    }
}
