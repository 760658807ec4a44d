//! Mending a built tour: a search for large boards with holes, in time proportional to their squares.
//!
//! A tour of the rectangle around the board is built without a search. If squares are missing, so are their
//! leaps, and near every hole two squares lack one leap each: they are *deficient*. Deficits of one colour
//! that exceed the other's in a part of the board are distributed over the others ([`flow`]); then deficient
//! squares are mended
//!
//! 1. by augmenting paths from one deficient square to another ([`augment`]);
//! 2. if that is not enough, by breadth-first searches over the whole board ([`augment_all`]), which mend
//!    every square that can be mended;
//! 3. and the resulting cycles are merged: neighbouring ones in one pass ([`join`]), the few others by longer
//!    exchanges, as in [`repair`](super::cycle::repair), and those that no exchange joins by solving a
//!    rectangle around them again ([`repatch`]).
//!
//! In an open tour, the two squares that stay deficient are its ends. If a board has no tour, the deficient
//! or isolated squares are passed to [`theory`], which names the reason, or [`connectivity`] finds that the
//! board is disconnected or has an articulation square; in no other case is a board called impossible here.
//!
//! *Guarantee:* a tour, a reason that can be checked, or no claim. *Cost:* linear in files × ranks if holes
//! are few or form shapes; about 20 bytes per square. The work in [`tiles`] is divided among threads.

mod augment;
mod augment_all;
mod board_factor;
mod connectivity;
mod flow;
mod join;
mod repatch;
#[cfg(test)]
mod tests;
mod tiles;

use super::{
    Stats, Strategy,
    cycle::{chosen::ChosenLeaps, cycles::Cycles, merge::Join},
};
use crate::strategy::{SearchEnd, verified};
use crate::theory;
use board_factor::{BoardFactor, directions};
use ktour_core::{
    Control, KNIGHT, Puzzle, Reason, Square, Tour, TourKind, graph::NONE, proof, random::Random,
};

/// Boards with fewer squares are solved as fast by the other searches.
const MIN_SQUARES: u128 = 1 << 16;
/// Largest board on which the generic search is tried after mending fails.
const MAX_SQUARES_FOR_FALLBACK: u128 = 1 << 22;
/// Largest board whose squares can be numbered.
const MAX_SQUARES: u128 = 1 << 30;
/// Mirror images of the built tour that are tried before giving up.
const MAX_MIRRORED_TRIES: u64 = 4;
/// Largest shortage that is reported as a reason.
const MAX_SHORTAGE_SQUARES: usize = 1 << 22;
/// Deficient squares at each end of their list from which a shortage is searched for.
const MIN_DEFICIENT_FOR_REASON: usize = 4;
/// Maximum number of squares near which a reason is searched for.
const MAX_SQUARES_AROUND_REASON: usize = 64;

/// Whether mending applies to a puzzle.
fn applies_to(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    puzzle.leaper() == KNIGHT && board.area() < MAX_SQUARES && board.files().min(board.ranks()) >= 5
}

/// Whether a puzzle is mended before it is searched.
pub(crate) fn comes_first(puzzle: &Puzzle) -> bool {
    applies_to(puzzle) && puzzle.board().area() > MIN_SQUARES
}

/// Whether a puzzle is only mended: no other search is tried on so large a board.
pub(crate) fn is_alone(puzzle: &Puzzle) -> bool {
    applies_to(puzzle) && puzzle.board().square_count() > MAX_SQUARES_FOR_FALLBACK
}

/// Searches for a tour of a large board; any kind counts as open. `None` if other searches may try.
pub(crate) fn mend(
    puzzle: &Puzzle,
    strategy: &Strategy,
    control: &Control,
    stats: &mut Stats,
) -> Option<SearchEnd> {
    if !comes_first(puzzle) {
        return None;
    }
    try_mend(puzzle, strategy, control, stats).or_else(|| is_alone(puzzle).then_some(SearchEnd::Stopped))
}

/// The same on a board of any size; `None` if nothing is claimed.
fn try_mend(puzzle: &Puzzle, strategy: &Strategy, control: &Control, stats: &mut Stats) -> Option<SearchEnd> {
    let rest = puzzle.remaining();
    let Some(choice) = BoardFactor::new(rest.board(), control) else { return Some(SearchEnd::Stopped) };
    let mut mending = Mending { puzzle, rest: &rest, control, choice, marks: Vec::new(), chosen: None };
    if let Some(reason) = mending.starved() {
        return Some(SearchEnd::Impossible(reason));
    }
    for attempt in 0..MAX_MIRRORED_TRIES {
        stats.tries += 1;
        match mending.attempt(strategy.seed ^ attempt, stats) {
            Ok(end) => return Some(end),
            Err(Defect::Stopped) => return Some(SearchEnd::Stopped),
            Err(Defect::Short) if mending.chosen.is_some() => {}
            Err(Defect::Unbuilt | Defect::Short) => break,
            Err(Defect::Apart(squares)) => {
                let near = mending.reason_near(&squares);
                // A reason of the whole board is the same in every attempt.
                let reason = near.or_else(|| if attempt == 0 { mending.reason_apart() } else { None });
                if let Some(reason) = reason {
                    return Some(SearchEnd::Impossible(reason));
                }
            }
        }
        if attempt == 0 || mending.chosen.is_some() {
            mending.choose_ends(attempt);
        }
        if control.is_over(stats.trials) {
            return Some(SearchEnd::Stopped);
        }
    }
    control.is_stopped().then_some(SearchEnd::Stopped)
}

/// Result of an attempt that is neither a tour nor a proof.
enum Defect {
    /// The cycles through these squares were not merged.
    Apart(Vec<u32>),
    /// Squares stay deficient for an unknown reason: they do so in every attempt.
    Short,
    /// No tour of the rectangle is built, or an end has no leap.
    Unbuilt,
    /// Time is up.
    Stopped,
}

struct Mending<'a> {
    puzzle: &'a Puzzle,
    /// Its unvisited part.
    rest: &'a Puzzle,
    control: &'a Control,
    choice: BoardFactor,
    /// Scratch numbers, one for every square.
    marks: Vec<u32>,
    /// Both ends, if a tour can have them only in some parts and failed in others.
    chosen: Option<[u32; 2]>,
}

impl Mending<'_> {
    /// Mends one of the mirror images of the built tour.
    fn attempt(&mut self, seed: u64, stats: &mut Stats) -> Result<SearchEnd, Defect> {
        self.choice.ends = [NONE; 2];
        if !self.choice.choose_tour(self.rest.board(), seed, self.control) {
            return Err(if self.control.is_stopped() { Defect::Stopped } else { Defect::Unbuilt });
        }
        let is_closed = self.rest.kind() == Some(TourKind::Closed);
        let given = self.given_ends();
        if let [Some(start), Some(end)] = given {
            self.choice.exclude(start, end);
            if [start, end].iter().any(|&end| self.choice.legal[end as usize] == 0) {
                return Err(Defect::Unbuilt);
            }
        }
        given.into_iter().flatten().for_each(|end| self.choice.set_end(end));
        // Fresh zeroed memory is not touched until it is written, and few squares are marked.
        self.marks = Vec::new();
        self.marks = vec![0; self.choice.legal.len()];
        flow::balance_fields(&mut self.choice, self.control).ok_or(Defect::Stopped)?;
        let routed = augment::augment_pairs(&mut self.choice, &mut self.marks, self.control);
        let (short, steps) = routed.ok_or(Defect::Stopped)?;
        stats.trials += steps;
        if self.control.is_over(stats.trials) {
            return Err(Defect::Stopped);
        }
        let short = augment_all::augment_all(&mut self.choice, &mut self.marks, short, self.control)
            .ok_or(Defect::Stopped)?;
        if !self.accept_ends(&short, is_closed) {
            // Other ends may have a tour.
            if self.chosen.is_some() {
                return Err(Defect::Short);
            }
            return self.reason_short(&short).map(SearchEnd::Impossible).ok_or(Defect::Short);
        }
        let is_one =
            join::join_adjacent(&mut self.choice, &mut self.marks, self.control).ok_or(Defect::Stopped)?;
        // The walks of the remaining cycles need as much memory.
        self.marks = Vec::new();
        let rest = if is_one { Some(Vec::new()) } else { self.join_rest(seed, stats) };
        let alone = rest.ok_or(Defect::Stopped)?;
        if !alone.is_empty() {
            return Err(Defect::Apart(alone));
        }
        stats.moves += self.rest.board().square_count() as u64;
        Ok(SearchEnd::Found(self.tour(is_closed)))
    }

    /// The given ends of an open tour, or those that were chosen for it.
    fn given_ends(&self) -> [Option<u32>; 2] {
        if let Some(chosen) = self.chosen {
            return chosen.map(Some);
        }
        let is_closed = self.rest.kind() == Some(TourKind::Closed);
        let given = [self.rest.start(), self.rest.end()].map(|end| end.filter(|_| !is_closed));
        given.map(|end| end.map(|end| self.choice.index(end)))
    }

    /// Chooses the ends of an open tour in dead ends of the board, if there are any: no cycle leaves such a
    /// part, so a path must begin or end in it. If both colours are possible, every second attempt uses the
    /// other.
    fn choose_ends(&mut self, attempt: u64) {
        self.chosen = None;
        let is_closed = self.rest.kind() == Some(TourKind::Closed);
        let given = self.given_ends();
        if is_closed || given.iter().all(Option::is_some) {
            return;
        }
        self.marks.resize(self.choice.legal.len(), 0);
        let (dark, light) = self.rest.board().colour_counts();
        let mut random = Random::new(attempt, dark as u64);
        let mut end = |root: u32, is_dark: bool| {
            let part = connectivity::dead_end(&self.choice, &mut self.marks, root, self.control)?;
            let suits = |&at: &u32| self.choice.is_dark(at) == is_dark;
            let suiting: Vec<u32> = part.into_iter().filter(suits).collect();
            let is_inner = |&at: &u32| self.choice.legal[at as usize] == u8::MAX;
            let mut some = (0..MIN_DEFICIENT_FOR_REASON * MIN_DEFICIENT_FOR_REASON)
                .filter_map(|_| suiting.get(random.index(suiting.len().max(1))).copied());
            some.find(is_inner).or(suiting.first().copied())
        };
        let other = |at: u32| self.choice.is_dark(at) != (dark == light);
        let first = match given.into_iter().flatten().next() {
            Some(end) => Some(end),
            None => {
                let any = self.choice.legal.iter().position(|&byte| byte != 0).unwrap_or(0) as u32;
                end(any, if dark == light { attempt.is_multiple_of(2) } else { dark > light })
            }
        };
        self.chosen = first.and_then(|first| Some([first, end(first, other(first))?]));
    }

    /// Makes the deficient squares the ends of an open tour; `false` if they cannot be.
    fn accept_ends(&mut self, short: &[u32], is_closed: bool) -> bool {
        let lacks: u32 = short.iter().map(|&at| self.choice.deficit(at)).sum();
        let free = self.choice.ends.iter().filter(|&&end| end == NONE).count() as u32;
        // No deficit and no given end: a cycle, which is an open tour without one of its leaps.
        if lacks == 0 {
            return free != 1;
        }
        let is_end = |choice: &mut BoardFactor, at: u32| {
            // A square without a leap cannot be an end: it gets a leap of another.
            let has_leap = choice.chosen[at as usize] != 0 || move_deficit(choice, at);
            if choice.deficit(at) > 0 {
                choice.set_end(at);
            }
            has_leap
        };
        !is_closed && lacks == free && short.iter().all(|&at| is_end(&mut self.choice, at))
    }

    /// Merges the remaining cycles by longer exchanges, then by solving rectangles again. Returns one square
    /// of each cycle that stays apart, except the longest; `None` if it was stopped at once.
    fn join_rest(&mut self, seed: u64, stats: &mut Stats) -> Option<Vec<u32>> {
        let mut random = Random::new(seed, stats.tries);
        let cycles = Cycles::with_control(&self.choice, self.control)?;
        let mut join = Join::with_cycles(&mut self.choice, cycles, &mut random);
        let first = |cycles: &Cycles| -> Vec<u32> {
            cycles.shorter_cycles().into_iter().map(|cycle| cycles.vertex(cycle, 0)).collect()
        };
        let alone = first(&join.cycles);
        join.join_each(&alone, stats.trials, self.control);
        stats.trials += join.steps;
        let mut cycles = join.cycles;
        stats.trials +=
            repatch::repatch(&mut self.choice, &mut cycles, &mut random, stats.trials, self.control);
        Some(first(&cycles))
    }

    /// A reason near squares with fewer than two leaps.
    fn starved(&self) -> Option<Reason> {
        let poor = |&at: &usize| self.choice.legal[at].count_ones() < 2;
        // Holes are sorted in the same order.
        let mut holes =
            self.rest.board().holes().iter().map(|&hole| self.rest.board().index(hole)).peekable();
        let is_square = |at: &usize| holes.next_if_eq(at).is_none();
        let poor = (0..self.choice.legal.len()).filter(poor).filter(is_square);
        let squares: Vec<u32> = poor.map(|at| at as u32).take(MAX_SQUARES_AROUND_REASON).collect();
        self.reason_near(&squares)
    }

    /// A reason near some squares.
    fn reason_near(&self, squares: &[u32]) -> Option<Reason> {
        let squares: Vec<Square> =
            squares.iter().take(MAX_SQUARES_AROUND_REASON).map(|&at| self.choice.square(at)).collect();
        if squares.is_empty() { None } else { theory::reason_near(self.rest, &squares, self.control) }
    }

    /// Reason why some squares stay deficient.
    fn reason_short(&mut self, short: &[u32]) -> Option<Reason> {
        let few = short
            .iter()
            .take(MIN_DEFICIENT_FOR_REASON)
            .chain(short.iter().rev().take(MIN_DEFICIENT_FOR_REASON));
        let near = self.reason_near(short);
        near.or_else(|| self.shortage(few.copied())).or_else(|| self.reason_apart())
    }

    /// The smallest shortage that contains one of these squares.
    fn shortage(&mut self, looks: impl Iterator<Item = u32>) -> Option<Reason> {
        let mut fewest: Option<(Vec<u32>, Vec<u32>)> = None;
        for at in looks {
            let both = augment_all::shortage(&self.choice, &mut self.marks, at, self.control)?;
            let most = fewest.as_ref().map_or(MAX_SHORTAGE_SQUARES, |(needy, _)| needy.len());
            // An empty side is no shortage.
            if (1..most).contains(&both.0.len()) {
                fewest = Some(both);
            }
        }
        let (needy, giving) = fewest?;
        let squares = |list: Vec<u32>| list.into_iter().map(|at| self.choice.square(at)).collect();
        let reason = Reason::Shortage { squares: squares(needy), givers: squares(giving) };
        let holds = !self.control.is_stopped() && proof::check(self.rest, &reason).is_ok();
        holds.then_some(reason)
    }

    /// Reason why the board is not connected as a tour needs it.
    fn reason_apart(&mut self) -> Option<Reason> {
        if let [Some(start), Some(end)] = self.given_ends() {
            self.choice.allow(start, end);
        }
        self.marks.resize(self.choice.legal.len(), 0);
        connectivity::disconnected(&self.choice, &mut self.marks, self.rest, self.control)
    }

    /// The tour, if its leaps are one cycle or one path.
    fn tour(&self, is_closed: bool) -> Tour {
        let [start, end] = [self.rest.start(), self.rest.end()]
            .map(|end| end.map(|end| self.rest.board().index(end) as u32));
        let any = || self.choice.legal.iter().position(|&byte| byte != 0).unwrap_or(0) as u32;
        let first = start.unwrap_or_else(|| match self.choice.ends {
            _ if is_closed => any(),
            [NONE, _] => any(),
            [one, two] if end == Some(one) => two,
            [one, _] => one,
        });
        let squares = self.choice.follow(first).map(|at| self.choice.square(at));
        match self.puzzle.visited() {
            [] | [_] => verified(self.puzzle, squares),
            _ => verified(self.puzzle, self.puzzle.complete(squares.collect())),
        }
    }
}

/// Gives a leap to a square without one, and makes the square that lost it an end.
fn move_deficit(choice: &mut BoardFactor, at: u32) -> bool {
    for direction in directions(choice.free(at)) {
        let middle = choice.neighbour(at, direction);
        for back in directions(choice.chosen[middle as usize]) {
            let to = choice.neighbour(middle, back);
            if choice.chosen[to as usize].count_ones() == 2 {
                choice.flip(at, direction);
                choice.flip(middle, back);
                choice.set_end(to);
                return true;
            }
        }
    }
    false
}
