//! A built tour, mended: large boards with holes, in time that grows with their squares.
//!
//! The rectangle around the board has a tour that is built, not searched. Where squares are missing its leaps are
//! too, and near every hole two squares are short of one. What one part of the board has too many of is spread over
//! the others ([`balance`]); then they are mended
//!
//! 1. by paths from one short square to another ([`route`]), which change only what lies between them;
//! 2. where that is not enough, by floods over the whole board ([`flood`]), which leave no square short that can be mended;
//! 3. and the cycles that come of it are joined: those side by side in one pass ([`join`]), the few others by
//!    longer exchanges, as [`repair`](super::cycle::repair) does it, and those that none fits by filling a piece of the
//!    board around them anew ([`refill`]).
//!
//! Squares of an open tour that may stay short are its ends. Where a board has no tour, what was found short or alone is
//! shown to [`theory`], which names the reason; nothing else is ever called impossible here.
//!
//! *Guarantee:* a tour, a reason that can be checked, or nothing claimed. *Cost:* linear in files × ranks where holes
//! are few or form shapes; about 20 bytes a square. What is done in [`bands`] is shared among threads.

mod balance;
mod bands;
mod flood;
mod join;
mod refill;
mod route;
mod share;
#[cfg(test)]
mod tests;
mod web;

use super::{
    Stats, Strategy,
    cycle::{cycles::Cycles, merge::Join},
    end::{End, verified},
};
use crate::{
    Control, KNIGHT, Puzzle, Reason, Square, Tour, TourKind, graph::NONE, proof, random::Random, theory,
};
use web::{Web, directions};

/// Boards of fewer squares are searched in other ways, which take no time either.
const LARGE: u128 = 1 << 16;
/// Of boards with more squares no other search is worth its memory.
const LAST: u128 = 1 << 22;
/// The most squares that are numbered.
const MOST: u128 = 1 << 30;
/// How often another mirror image of the built tour is mended before nothing is claimed.
const TRIES: u64 = 4;
/// A shortage of more squares is nothing that a person would check.
const CHECKED: usize = 1 << 16;
/// From so many short squares of each colour it is looked for.
const LOOKS: usize = 4;
/// Near so many squares a reason is looked for.
const SHOWN: usize = 64;

/// Whether a puzzle is for this room.
fn suits(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    puzzle.leaper() == KNIGHT && board.area() < MOST && board.files().min(board.ranks()) >= 5
}

/// Whether a puzzle is for this room alone: no other search is begun on so large a board.
pub(crate) fn is_alone(puzzle: &Puzzle) -> bool {
    suits(puzzle) && puzzle.board().area() > LAST
}

/// Looks for a tour of a large board; any kind counts as open. `None` where other searches may try.
pub(crate) fn mend(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Option<End> {
    if puzzle.board().area() <= LARGE || !suits(puzzle) {
        return None;
    }
    mended(puzzle, strategy, control, stats).or_else(|| is_alone(puzzle).then_some(End::Stopped))
}

/// The same on a board of any size; `None` where nothing is claimed.
fn mended(puzzle: &Puzzle, strategy: &Strategy, control: &Control, stats: &mut Stats) -> Option<End> {
    let rest = puzzle.rest();
    let web = Web::new(rest.board());
    let mut mending = Mending { puzzle, rest: &rest, control, web, marks: Vec::new() };
    if let Some(reason) = mending.starved() {
        return Some(End::Impossible(reason));
    }
    for attempt in 0..TRIES {
        stats.tries += 1;
        match mending.attempt(strategy.seed ^ attempt, stats) {
            Ok(end) => return Some(end),
            Err(Defect::Other) => return control.is_stopped().then_some(End::Stopped),
            Err(Defect::Apart(squares)) => {
                if let Some(reason) = mending.reason_apart(&squares) {
                    return Some(End::Impossible(reason));
                }
            }
        }
        if control.is_over(stats.trials) {
            return Some(End::Stopped);
        }
    }
    None
}

/// What an attempt came to, where it is no tour and no proof.
enum Defect {
    /// Cycles of these squares were not joined.
    Apart(Vec<u32>),
    /// Stopped, or nothing that another attempt would do better.
    Other,
}

struct Mending<'a> {
    puzzle: &'a Puzzle,
    /// What is left of it to do.
    rest: &'a Puzzle,
    control: &'a Control,
    web: Web,
    /// A number for every square, whatever it stands for.
    marks: Vec<u32>,
}

impl Mending<'_> {
    /// Mends the built tour, in one of its mirror images.
    fn attempt(&mut self, seed: u64, stats: &mut Stats) -> Result<End, Defect> {
        self.web.ends = [NONE; 2];
        if !self.web.begin(self.rest.board(), seed, self.control) {
            return Err(Defect::Other);
        }
        let is_closed = self.rest.kind() == Some(TourKind::Closed);
        let given = [self.rest.start(), self.rest.end()].map(|end| end.filter(|_| !is_closed));
        let given = given.map(|end| end.map(|end| self.rest.board().index(end) as u32));
        if let [Some(start), Some(end)] = given {
            self.web.forbid(start, end);
            if [start, end].iter().any(|&end| self.web.legal[end as usize] == 0) {
                return Err(Defect::Other);
            }
        }
        given.into_iter().flatten().for_each(|end| self.web.set_end(end));
        // Memory that nobody has touched: few squares are marked.
        self.marks = Vec::new();
        self.marks = vec![0; self.web.legal.len()];
        balance::balance(&mut self.web, self.control).ok_or(Defect::Other)?;
        let routed = route::route(&mut self.web, &mut self.marks, self.control);
        let (short, steps) = routed.ok_or(Defect::Other)?;
        stats.trials += steps;
        let short = flood::flood(&mut self.web, &mut self.marks, short, self.control).ok_or(Defect::Other)?;
        if !self.take_ends(&short, is_closed) {
            return self.reason_short(&short).map(End::Impossible).ok_or(Defect::Other);
        }
        let is_one = join::join(&mut self.web, &mut self.marks, self.control).ok_or(Defect::Other)?;
        // The walks of the cycles that are left take as much memory.
        self.marks = Vec::new();
        let alone = if is_one { Vec::new() } else { self.join_rest(seed, stats) };
        if !alone.is_empty() {
            return Err(Defect::Apart(alone));
        }
        stats.moves += self.rest.board().square_count() as u64;
        Ok(End::Found(self.tour(is_closed)))
    }

    /// Makes the squares that are still short the ends of an open tour; `false` where they cannot be.
    fn take_ends(&mut self, short: &[u32], is_closed: bool) -> bool {
        let lacks: u32 = short.iter().map(|&at| self.web.lacks(at)).sum();
        let free = self.web.ends.iter().filter(|&&end| end == NONE).count() as u32;
        // Nothing short and nothing given: a cycle, which an open tour may be without one leap.
        if lacks == 0 {
            return free != 1;
        }
        let is_end = |web: &mut Web, at: u32| {
            // A square without a leap is no end: another hands it one of its own.
            let has_leap = web.chosen[at as usize] != 0 || hand_over(web, at);
            if web.lacks(at) > 0 {
                web.set_end(at);
            }
            has_leap
        };
        !is_closed && lacks == free && short.iter().all(|&at| is_end(&mut self.web, at))
    }

    /// Joins the cycles that are left by longer exchanges, then by filling pieces anew. Squares of cycles that stay apart,
    /// one of each but the longest.
    fn join_rest(&mut self, seed: u64, stats: &mut Stats) -> Vec<u32> {
        let mut random = Random::new(seed, stats.tries);
        let mut join = Join::new(&mut self.web, &mut random);
        let first = |cycles: &Cycles| -> Vec<u32> {
            cycles.all_but_the_longest().into_iter().map(|cycle| cycles.vertex(cycle, 0)).collect()
        };
        let alone = first(&join.cycles);
        join.run_each(&alone, stats.trials, self.control);
        stats.trials += join.steps;
        let mut cycles = join.cycles;
        stats.trials += refill::refill(&mut self.web, &mut cycles, &mut random, self.control);
        first(&cycles)
    }

    /// A reason near squares that have less than two leaps.
    fn starved(&self) -> Option<Reason> {
        let poor = |&at: &usize| self.web.legal[at].count_ones() < 2;
        // Holes come in the same order.
        let mut holes =
            self.rest.board().holes().iter().map(|&hole| self.rest.board().index(hole)).peekable();
        let is_square = |at: &usize| holes.next_if_eq(at).is_none();
        let poor = (0..self.web.legal.len()).filter(poor).filter(is_square);
        let squares: Vec<u32> = poor.map(|at| at as u32).take(SHOWN).collect();
        self.reason_near(&squares)
    }

    /// A reason near some squares.
    fn reason_near(&self, squares: &[u32]) -> Option<Reason> {
        let squares: Vec<Square> = squares.iter().take(SHOWN).map(|&at| self.web.square(at)).collect();
        if squares.is_empty() { None } else { theory::reason_near(self.rest, &squares, self.control) }
    }

    /// Why some squares stay short.
    fn reason_short(&mut self, short: &[u32]) -> Option<Reason> {
        let few = short.iter().take(LOOKS).chain(short.iter().rev().take(LOOKS));
        self.reason_near(short).or_else(|| {
            few.into_iter().find_map(|&at| {
                let (needy, giving) = flood::shortage(&self.web, &mut self.marks, at);
                if needy.len() > CHECKED {
                    return None;
                }
                let squares = |list: Vec<u32>| list.into_iter().map(|at| self.web.square(at)).collect();
                let reason = Reason::Shortage { squares: squares(needy), givers: squares(giving) };
                proof::check(self.rest, &reason).is_ok().then_some(reason)
            })
        })
    }

    /// Why some cycles stay apart.
    fn reason_apart(&mut self, alone: &[u32]) -> Option<Reason> {
        self.reason_near(alone).or_else(|| {
            self.marks.resize(self.web.legal.len(), 0);
            let (from, to) = flood::islands(&self.web, &mut self.marks)?;
            Some(Reason::Disconnected { from: self.web.square(from), to: self.web.square(to) })
        })
    }

    /// The tour, when its leaps are one cycle or one path.
    fn tour(&self, is_closed: bool) -> Tour {
        let [start, end] = [self.rest.start(), self.rest.end()]
            .map(|end| end.map(|end| self.rest.board().index(end) as u32));
        let any = || self.web.legal.iter().position(|&byte| byte != 0).unwrap_or(0) as u32;
        let first = start.unwrap_or_else(|| match self.web.ends {
            _ if is_closed => any(),
            [NONE, _] => any(),
            [one, two] if end == Some(one) => two,
            [one, _] => one,
        });
        let squares = self.web.walk(first).map(|at| self.web.square(at));
        match self.puzzle.visited() {
            [] | [_] => verified(self.puzzle, squares),
            _ => verified(self.puzzle, self.puzzle.with_rest(squares.collect())),
        }
    }
}

/// Gives a square without a leap one, and makes the square that gave it an end.
fn hand_over(web: &mut Web, at: u32) -> bool {
    for direction in directions(web.free(at)) {
        let middle = web.to(at, direction);
        for back in directions(web.chosen[middle as usize]) {
            let to = web.to(middle, back);
            if web.chosen[to as usize].count_ones() == 2 {
                web.flip(at, direction);
                web.flip(middle, back);
                web.set_end(to);
                return true;
            }
        }
    }
    false
}
