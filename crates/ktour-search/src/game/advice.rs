//! Advice on a game: the next leap, how to finish, how far to go back.
//!
//! Advice is backed by evidence: a hint is the next square of a verified tour that continues the position, a
//! dead end has the [`Reason`] why no tour does, and if time runs out nothing is claimed.
//!
//! If no kind is given, any tour will do: a position is treated as part of an open tour, and on an empty
//! board a closed tour is preferred, if there is one.

use super::{Ending, Game};
use crate::{Stats, Strategy, auto::auto, theory};
use ktour_core::{
    Control, Outcome, Puzzle, Reason, Square, Tour, TourKind, control::Spent, graph::GraphCache,
};

/// Advice on the next leap.
#[derive(Clone, Debug)]
pub enum Advice {
    /// The next leap of a verified tour.
    Leap {
        /// The square to leap to.
        to: Square,
        /// The complete tour, which begins with the squares played.
        tour: Tour,
    },
    /// Every square is visited.
    Finished(TourKind),
    /// No tour continues the position.
    DeadEnd(Reason),
    /// Time ran out: nothing is claimed.
    Unknown(Spent),
}

/// Advises on the next leap in this position.
///
/// *Guarantee:* a leap is the first of a verified tour that continues the game; a dead end is a theorem or an
/// exhaustive search on the remaining squares.
///
/// ```
/// use ktour::{Board, Control, Puzzle, game::{Advice, Game, advise}};
/// let game = Game::new(Puzzle::new(Board::new(5, 5)?).starting_at("b1".parse()?)?)?;
/// let Advice::DeadEnd(reason) = advise(&game, &Control::unlimited()) else { panic!() };
/// assert_eq!(reason.code(), "parity"); // b1 has the rarer colour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn advise(game: &Game, control: &Control) -> Advice {
    if let Ending::Finished(kind) = game.ending() {
        return Advice::Finished(kind);
    }
    match finish(game, control) {
        Outcome::Found(tour) => match tour.square_at(game.played.len() + 1) {
            Some(to) => Advice::Leap { to, tour },
            None => Advice::Finished(tour.kind()),
        },
        Outcome::Impossible(reason) => Advice::DeadEnd(reason),
        Outcome::Unknown(spent) => Advice::Unknown(spent),
    }
}

/// Finds a tour that begins with as many of the played squares as possible: the rest would have to be undone.
///
/// If a prefix can be completed, so can all shorter ones; so the longest is found by binary search.
///
/// *Guarantee:* the tour is verified; the answer is impossible only if the given squares already are, and
/// unknown if any step of the search was. *Cost:* one [`finish`] for every step of the binary search.
///
/// ```
/// use ktour::{Board, Control, Puzzle, game::{Game, longest_completable_prefix}};
/// let mut game = Game::new(Puzzle::new(Board::new(5, 5)?))?;
/// game.leap("a1".parse()?)?;
/// game.leap("b3".parse()?)?;
/// let tour = longest_completable_prefix(&game, &Control::unlimited()).found().expect("tours begin on a1");
/// assert!(game.is_prefix_of(&tour)); // no leap has to be taken back
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn longest_completable_prefix(game: &Game, control: &Control) -> Outcome {
    let completed = |length: usize| {
        let mut game = game.clone();
        while game.played.len() > length && game.undo().is_some() {}
        finish(&game, control)
    };
    let mut best = match completed(game.puzzle.visited().len()) {
        Outcome::Found(tour) => tour,
        other => return other,
    };
    let (mut good, mut bad) = (game.puzzle.visited().len(), game.played.len() + 1);
    while bad - good > 1 {
        // The tour found may agree with more of the game than the prefix it was required to have.
        good = good.max(best.squares().zip(&game.played).take_while(|(a, b)| a == *b).count());
        let middle = good.midpoint(bad);
        if middle == good {
            break;
        }
        match completed(middle) {
            Outcome::Found(tour) => (best, good) = (tour, middle),
            Outcome::Impossible(_) => bad = middle,
            unknown => return unknown,
        }
    }
    Outcome::Found(best)
}

/// Completes the game: a tour that begins with the squares played.
///
/// ```
/// use ktour::{Board, Control, Puzzle, game::{Game, finish}};
/// let mut game = Game::new(Puzzle::new(Board::new(6, 6)?))?;
/// game.leap("c3".parse()?)?;
/// let tour = finish(&game, &Control::unlimited()).found().expect("tours begin on c3");
/// game.follow(&tour)?;
/// assert_eq!(game.remaining(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn finish(game: &Game, control: &Control) -> Outcome {
    let puzzle = game.puzzle.clone().after(game.played.clone()).expect("only legal leaps were played");
    // Calls `auto` directly: a WebAssembly module that only gives advice then contains no other method.
    let graphs = GraphCache::default();
    let (strategy, nothing) = (Strategy::default(), || Outcome::Unknown(control.spent(0)));
    let solve = |puzzle: Puzzle| {
        auto(&puzzle, &strategy, &graphs, control, &mut Stats::new(strategy.method))
            .unwrap_or_else(|_| nothing())
    };
    if puzzle.kind().is_some() {
        return solve(puzzle);
    }
    let closed = puzzle.clone().with_kind(TourKind::Closed);
    if game.played.len() < 2
        && theory::exists_on(&closed, &graphs, control).is_yes()
        && let Outcome::Found(tour) = solve(closed)
    {
        return Outcome::Found(tour);
    }
    solve(puzzle.with_kind(TourKind::Open))
}

/// Unvisited squares with fewer than two ways, each with that number; ways are free squares a leap away and
/// the knight's square. A square with one way can only be the end of the tour; a square with none is
/// lost.
///
/// ```
/// use ktour::{Board, Puzzle, Square, game::{Game, squares_in_trouble}};
/// let played = [(0, 0), (1, 2), (2, 0)].map(|(file, rank)| Square::new(file, rank));
/// let game = Game::new(Puzzle::new(Board::new(3, 4)?).after(played.to_vec())?)?;
/// // b1 is a leap from a3 and c3; b3 and the squares beside it have fewer.
/// let is_unvisited = |square| game.step_of(square).is_none();
/// assert!(squares_in_trouble(&game).iter().all(|&(square, ways)| ways < 2 && is_unvisited(square)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn squares_in_trouble(game: &Game) -> Vec<(Square, usize)> {
    if game.played.is_empty() || game.remaining() < 2 {
        return Vec::new();
    }
    let is_by_the_knight = |square| game.knight().is_some_and(|at| game.puzzle.leaper().is_leap(at, square));
    let free = game.board().squares().filter(|&square| game.step_of(square).is_none());
    let ways = free.map(|square| (square, game.onward(square) + usize::from(is_by_the_knight(square))));
    ways.filter(|&(_, ways)| ways < 2).collect()
}
