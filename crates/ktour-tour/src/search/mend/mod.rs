//! Mending a built tour: for large boards with holes, in time proportional to their squares.
//!
//! A tour of the rectangle around the board is built without a search. If squares are missing, so are their
//! leaps, and near every hole two squares are short of one leap each. A surplus of short squares of one
//! colour in one part of the board is spread over the others ([`flow`]); then short squares are mended
//!
//! 1. by paths from one short square to another ([`augment`]), which change only the leaps between them;
//! 2. if that is not enough, by floods over the whole board ([`augment_all`]), which mend every square that can be
//!    mended;
//! 3. and the resulting cycles are joined: neighbouring ones in one pass ([`join`]), the few others by longer
//!    exchanges, as in [`repair`](super::cycle::repair), and those that no exchange joins by refilling a
//!    piece of the board around them ([`repatch`]).
//!
//! In an open tour, the two squares that stay short are its ends. If a board has no tour, the squares found
//! short or isolated are passed to [`theory`], which names the reason, or the board is in [`connectivity`] joined by
//! nothing or by a single square; in no other case is a board called impossible here.
//!
//! *Guarantee:* a tour, a reason that can be checked, or nothing claimed. *Cost:* linear in files × ranks if
//! holes are few or form shapes; about 20 bytes per square. The work in [`tiles`] is divided among threads.

mod augment;
mod augment_all;
mod board_factor;
mod connectivity;
mod flow;
mod join;
mod parallel;
mod repatch;
#[cfg(test)]
mod tests;
mod tiles;

use super::{
    Stats, Strategy,
    cycle::{cycles::Cycles, merge::Join},
    search_end::{SearchEnd, verified},
};
use crate::{
    Control, KNIGHT, Puzzle, Reason, Square, Tour, TourKind, graph::NONE, proof, random::Random, theory,
};
use board_factor::{BoardFactor, directions};

/// Boards of fewer squares are searched in other ways, which take no time either.
const MIN_SQUARES: u128 = 1 << 16;
/// Of boards with more squares no other search is worth its memory.
const MAX_SQUARES_FOR_FALLBACK: u128 = 1 << 22;
/// The most squares that are numbered.
const MAX_SQUARES: u128 = 1 << 30;
/// How often another mirror image of the built tour is mended before nothing is claimed.
const MAX_MIRRORED_TRIES: u64 = 4;
/// A shortage of more squares is not written down.
const MAX_SHORTAGE_SQUARES: usize = 1 << 22;
/// From so many short squares of each colour it is looked for.
const MIN_DEFICIENT_FOR_REASON: usize = 4;
/// Near so many squares a reason is looked for.
const MAX_SQUARES_AROUND_REASON: usize = 64;

/// Whether a puzzle is for this room.
fn applies_to(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    puzzle.leaper() == KNIGHT && board.area() < MAX_SQUARES && board.files().min(board.ranks()) >= 5
}

/// Whether a puzzle comes here before it is searched.
pub(crate) fn comes_first(puzzle: &Puzzle) -> bool {
    applies_to(puzzle) && puzzle.board().area() > MIN_SQUARES
}

/// Whether a puzzle is for this room alone: no other search is begun on so large a board.
pub(crate) fn is_alone(puzzle: &Puzzle) -> bool {
    applies_to(puzzle) && puzzle.board().square_count() > MAX_SQUARES_FOR_FALLBACK
}

/// Looks for a tour of a large board; any kind counts as open. `None` where other searches may try.
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

/// The same on a board of any size; `None` where nothing is claimed.
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
                // What the whole board lacks it lacks in every attempt.
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

/// What an attempt came to, where it is no tour and no proof.
enum Defect {
    /// Cycles of these squares were not joined.
    Apart(Vec<u32>),
    /// Squares stay short, and nobody knows why: they do so in every attempt.
    Short,
    /// No tour of the rectangle is built, or an end has no leap.
    Unbuilt,
    /// Time is up.
    Stopped,
}

struct Mending<'a> {
    puzzle: &'a Puzzle,
    /// What is left of it to do.
    rest: &'a Puzzle,
    control: &'a Control,
    choice: BoardFactor,
    /// A number for every square, whatever it stands for.
    marks: Vec<u32>,
    /// Both ends, where a tour can have them in some parts only and in others it failed.
    chosen: Option<[u32; 2]>,
}

impl Mending<'_> {
    /// Mends the built tour, in one of its mirror images.
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
        // Memory that nobody has touched: few squares are marked.
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
            // With other ends it may not be so.
            if self.chosen.is_some() {
                return Err(Defect::Short);
            }
            return self.reason_short(&short).map(SearchEnd::Impossible).ok_or(Defect::Short);
        }
        let is_one =
            join::join_adjacent(&mut self.choice, &mut self.marks, self.control).ok_or(Defect::Stopped)?;
        // The walks of the cycles that are left take as much memory.
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

    /// Chooses the ends of an open tour in dead ends of the board, where there are any: no cycle comes out of such a part,
    /// and a path begins or ends in it. Where colours leave a choice, it is another every second time.
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

    /// Makes the squares that are still short the ends of an open tour; `false` where they cannot be.
    fn accept_ends(&mut self, short: &[u32], is_closed: bool) -> bool {
        let lacks: u32 = short.iter().map(|&at| self.choice.deficit(at)).sum();
        let free = self.choice.ends.iter().filter(|&&end| end == NONE).count() as u32;
        // Nothing short and nothing given: a cycle, which an open tour may be without one leap.
        if lacks == 0 {
            return free != 1;
        }
        let is_end = |choice: &mut BoardFactor, at: u32| {
            // A square without a leap is no end: another hands it one of its own.
            let has_leap = choice.chosen[at as usize] != 0 || move_deficit(choice, at);
            if choice.deficit(at) > 0 {
                choice.set_end(at);
            }
            has_leap
        };
        !is_closed && lacks == free && short.iter().all(|&at| is_end(&mut self.choice, at))
    }

    /// Joins the cycles that are left by longer exchanges, then by filling pieces anew. Squares of cycles that stay apart,
    /// one of each but the longest; `None` if it was stopped at once.
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

    /// A reason near squares that have less than two leaps.
    fn starved(&self) -> Option<Reason> {
        let poor = |&at: &usize| self.choice.legal[at].count_ones() < 2;
        // Holes come in the same order.
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

    /// Why some squares stay short.
    fn reason_short(&mut self, short: &[u32]) -> Option<Reason> {
        let few = short
            .iter()
            .take(MIN_DEFICIENT_FOR_REASON)
            .chain(short.iter().rev().take(MIN_DEFICIENT_FOR_REASON));
        let near = self.reason_near(short);
        near.or_else(|| self.shortage(few.copied())).or_else(|| self.reason_apart())
    }

    /// All squares that one of these needs to be mended, where they need more leaps than they can have: of the one that needs
    /// the fewest.
    fn shortage(&mut self, looks: impl Iterator<Item = u32>) -> Option<Reason> {
        let mut fewest: Option<(Vec<u32>, Vec<u32>)> = None;
        for at in looks {
            let both = augment_all::shortage(&self.choice, &mut self.marks, at, self.control)?;
            let most = fewest.as_ref().map_or(MAX_SHORTAGE_SQUARES, |(needy, _)| needy.len());
            // Nothing but itself may be out of reach.
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

    /// Why leaps do not hold the board together as a tour needs it.
    fn reason_apart(&mut self) -> Option<Reason> {
        if let [Some(start), Some(end)] = self.given_ends() {
            self.choice.allow(start, end);
        }
        self.marks.resize(self.choice.legal.len(), 0);
        connectivity::disconnected(&self.choice, &mut self.marks, self.rest, self.control)
    }

    /// The tour, when its leaps are one cycle or one path.
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
            _ => verified(self.puzzle, self.puzzle.with_remaining(squares.collect())),
        }
    }
}

/// Gives a square without a leap one, and makes the square that gave it an end.
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
