//! Parberry's structured tours: four quadrants, joined by an exchange of four leaps in the middle.
//!
//! A closed tour is *structured* if it has two particular leaps at every corner of the board; counted from
//! the corner, they are (1,0)–(0,2) and (0,1)–(2,0). Structured tours of four quadrants join into one:
//!
//! ```text
//!   two quadrants lose (1,0)–(0,2), the other two (0,0)–(2,1), all counted from the middle;
//!   the eight loose ends are joined in a ring, and the outer corners do not change
//! ```
//!
//! so the whole is structured again. Even sides are cut into even parts (14 into 6 and 8), odd sides into an
//! even and an odd one: no quadrant has two odd sides, except the one whose outer corner is missing from an
//! odd board. Parts with a side below 12 are searched.
//!
//! *Guarantee:* sides that differ by at most two, the shorter at least 6; both odd only without one corner,
//! then from 5 on. *Cost:* linear in the squares, eight bytes per square. *Reference:* I. Parberry, "An
//! efficient algorithm for the knight's tour problem", 1997.

use std::collections::{HashMap, hash_map::Entry};

use super::super::{
    offset::Offset,
    patch::{Ends, PathPiece, path_through},
};
use ktour_core::{Board, KNIGHT, Square, Tour, TourKind};

const fn leap(file: i64, rank: i64, to_file: i64, to_rank: i64) -> (Offset, Offset) {
    (Offset::new(file, rank), Offset::new(to_file, to_rank))
}

/// The leaps of a structured tour at a corner, counted from it.
const CORNER: [(Offset, Offset); 2] = [leap(1, 0, 0, 2), leap(0, 1, 2, 0)];
/// The leap that two opposite quadrants lose in the middle, and the one that the other two lose.
const LOST: [(Offset, Offset); 2] = [leap(1, 0, 0, 2), leap(0, 0, 2, 1)];
/// Parts with a side below this are searched.
pub(crate) const MIN_SIDE_TO_SPLIT: u64 = 12;
/// The quadrants around the middle, clockwise from the upper left: right or not, top or not.
pub(crate) const AROUND: [(bool, bool); 4] = [(false, true), (true, true), (true, false), (false, false)];

/// A rectangle of the board, by its lower left square and its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The leftmost file.
    pub file: u64,
    /// The lowest rank.
    pub rank: u64,
    /// Number of files.
    pub files: u64,
    /// Number of ranks.
    pub ranks: u64,
}

/// One join of four tours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// Depth of the join: 0 for the whole board.
    pub level: usize,
    /// The rectangle that the joined tour covers.
    pub whole: Rectangle,
    /// The quadrants: upper left, upper right, lower right, lower left.
    pub parts: [Rectangle; 4],
    /// The removed leaps, one of each quadrant.
    pub removed: [(Square, Square); 4],
    /// The added leaps, each from a quadrant to the next.
    pub added: [(Square, Square); 4],
}

/// A structured tour with the joins that built it.
#[derive(Clone, Debug)]
pub struct Structured {
    board: Board,
    /// The two neighbours of every square in the tour.
    neighbours: Vec<[u32; 2]>,
    searched: Vec<Rectangle>,
    merges: Vec<Merge>,
}

/// Builds a structured tour; `None` if the method does not apply.
///
/// ```
/// use ktour::{Board, KNIGHT, Tour, build::parberry::{is_structured, parberry}};
/// let board = Board::new(14, 14)?;
/// let structured = parberry(&board).unwrap();
/// let tour = Tour::verify(&board, KNIGHT, structured.squares())?;
/// assert!(is_structured(&tour) && structured.board() == &board);
/// assert_eq!(structured.merges()[0].parts.map(|part| part.files), [6, 8, 8, 6]);
/// assert_eq!((structured.levels().len(), structured.searched().len()), (1, 4));
/// assert_eq!(structured.tours_before(0).len(), 4); // before the only merge
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parberry(board: &Board) -> Option<Structured> {
    if !suits(board) {
        return None;
    }
    let neighbours = vec![[u32::MAX; 2]; board.small_area()?];
    let mut made = Structured { board: board.clone(), neighbours, searched: Vec::new(), merges: Vec::new() };
    let whole = Rectangle { file: 0, rank: 0, files: board.files(), ranks: board.ranks() };
    made.cover(whole, 0, &mut HashMap::new())?;
    made.merges.sort_by_key(|merge| merge.level);
    Some(made)
}

/// Whether the method applies to a board.
pub(crate) fn suits(board: &Board) -> bool {
    let (files, ranks) = (board.files(), board.ranks());
    let is_odd = files % 2 == 1 && ranks % 2 == 1;
    let is_corner = |hole: Square| [0, files - 1].contains(&hole.file) && [0, ranks - 1].contains(&hole.rank);
    let suits = match board.holes() {
        [] => !is_odd && files.min(ranks) >= 6,
        [hole] => is_odd && files.min(ranks) >= 5 && is_corner(*hole),
        _ => false,
    };
    suits && files.abs_diff(ranks) <= 2
}

/// Whether a closed tour has the two leaps of the definition at each corner that is not a hole.
pub fn is_structured(tour: &Tour) -> bool {
    let board = tour.board();
    let steps = tour.steps();
    let step = |square: Square| steps[board.index(square)];
    let follows = |a: u32, b: u32| a.abs_diff(b) == 1 || a.abs_diff(b) as usize == tour.len() - 1;
    let all = Rectangle { file: 0, rank: 0, files: board.files(), ranks: board.ranks() };
    let has_corner = |right: bool, top: bool| {
        board.holes().contains(&all.at_corner(Offset::default(), right, top))
            || CORNER.iter().all(|&(from, to)| {
                let [from, to] = [from, to].map(|at| all.at_corner(at, right, top));
                follows(step(from), step(to))
            })
    };
    let corners = [(false, false), (true, false), (true, true), (false, true)];
    let is_large = board.files().min(board.ranks()) >= 5 && tour.leaper() == KNIGHT;
    is_large
        && tour.kind() == TourKind::Closed
        && corners.into_iter().all(|(right, top)| has_corner(right, top))
}

impl Rectangle {
    /// The square at an offset from one of the part's corners.
    fn at_corner(&self, at: Offset, right: bool, top: bool) -> Square {
        let Square { file, rank } = at.into();
        let file = if right { self.file + self.files - 1 - file } else { self.file + file };
        Square::new(file, if top { self.rank + self.ranks - 1 - rank } else { self.rank + rank })
    }

    fn contains(&self, square: Square) -> bool {
        (self.file..self.file + self.files).contains(&square.file)
            && (self.rank..self.rank + self.ranks).contains(&square.rank)
    }
}

/// The leap that a quadrant loses in the middle, which is at the corner opposite to its own.
pub(crate) fn lost(number: usize, part: Rectangle) -> (Square, Square) {
    let (right, top) = AROUND[number];
    let (from, to) = LOST[number % 2];
    (part.at_corner(from, !right, !top), part.at_corner(to, !right, !top))
}

/// The length of the first of two parts of a side; with `odd_first`, the odd part of an odd side comes first.
pub(crate) fn split(side: u64, odd_first: bool) -> u64 {
    let even = (side + 2) / 4 * 2;
    match side % 2 {
        0 => even.min(side - even),
        _ if odd_first => side - even,
        _ => even,
    }
}

/// The size and the hole of a searched part, which determine its tour.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PatchKey {
    files: u64,
    ranks: u64,
    /// The hole, counted from the part's corner.
    hole: Option<Offset>,
}

/// The tour of a searched part, square by square from its corner.
type PatchCache = HashMap<PatchKey, Vec<Offset>>;

impl Structured {
    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The merges, the last and largest first.
    pub fn merges(&self) -> &[Merge] {
        &self.merges
    }

    /// The parts whose tours were searched.
    pub fn searched(&self) -> &[Rectangle] {
        &self.searched
    }

    /// The tour, from a1 or the first square after it.
    pub fn squares(&self) -> Vec<Square> {
        let first = self.board.squares().next();
        first.map(|first| self.cycle(&self.neighbours, first)).unwrap_or_default()
    }

    /// The merges of each level, the deepest first.
    pub fn levels(&self) -> Vec<(usize, Vec<&Merge>)> {
        let deepest = self.merges().iter().map(|merge| merge.level + 1).max().unwrap_or(0);
        let of = |level| self.merges().iter().filter(move |merge| merge.level == level).collect();
        (0..deepest).rev().map(|level| (level, of(level))).collect()
    }

    /// The tours of the parts before the merges of a level and of all levels above it.
    pub fn tours_before(&self, level: usize) -> Vec<Vec<Square>> {
        let mut neighbours = self.neighbours.clone();
        for merge in self.merges.iter().filter(|merge| merge.level <= level) {
            exchange(&self.board, &mut neighbours, &merge.added, &merge.removed);
        }
        let mut seen = vec![false; neighbours.len()];
        let mut tours = Vec::new();
        for square in self.board.squares() {
            if !seen[self.board.index(square)] {
                let tour = self.cycle(&neighbours, square);
                tour.iter().for_each(|&square| seen[self.board.index(square)] = true);
                tours.push(tour);
            }
        }
        tours
    }

    fn cycle(&self, neighbours: &[[u32; 2]], first: Square) -> Vec<Square> {
        let start = self.board.index(first) as u32;
        let (mut last, mut here) = (neighbours[start as usize][0], start);
        let mut squares = Vec::new();
        loop {
            squares.push(self.board.square(here as usize));
            let [a, b] = neighbours[here as usize];
            (last, here) = (here, if a == last { b } else { a });
            if here == start {
                return squares;
            }
        }
    }

    /// Covers a part, by its quadrants or by a search. The recursion is as deep as the side can be halved.
    fn cover(&mut self, part: Rectangle, level: usize, patches: &mut PatchCache) -> Option<()> {
        let hole = self.board.holes().iter().copied().find(|&hole| part.contains(hole));
        if part.files.min(part.ranks) < MIN_SIDE_TO_SPLIT {
            return self.search(part, hole, patches);
        }
        let left = split(part.files, hole.is_none_or(|hole| hole.file == part.file));
        let low = split(part.ranks, hole.is_none_or(|hole| hole.rank == part.rank));
        let quadrant = |right: bool, top: bool| Rectangle {
            file: if right { part.file + left } else { part.file },
            rank: if top { part.rank + low } else { part.rank },
            files: if right { part.files - left } else { left },
            ranks: if top { part.ranks - low } else { low },
        };
        let parts = AROUND.map(|(right, top)| quadrant(right, top));
        for part in parts {
            self.cover(part, level + 1, patches)?;
        }
        let removed = [0, 1, 2, 3].map(|number| lost(number, parts[number]));
        let added = [0, 1, 2, 3].map(|number: usize| (removed[number].1, removed[(number + 1) % 4].0));
        exchange(&self.board, &mut self.neighbours, &removed, &added);
        self.merges.push(Merge { level, whole: part, parts, removed, added });
        Some(())
    }

    /// Finds a structured tour of a small part; parts of one size share it.
    fn search(&mut self, part: Rectangle, hole: Option<Square>, patches: &mut PatchCache) -> Option<()> {
        let corner = Square::new(part.file, part.rank).into();
        let local = |square: Square| Offset::from(square) - corner;
        let shape = PatchKey { files: part.files, ranks: part.ranks, hole: hole.map(local) };
        let tour = match patches.entry(shape) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let small = Rectangle { file: 0, rank: 0, ..part };
                new.insert(patch(small, shape.hole)?)
            }
        };
        let index = |at: Offset| self.board.index((at + corner).into()) as u32;
        for (number, &here) in tour.iter().enumerate() {
            let (last, next) =
                (tour[(number + tour.len() - 1) % tour.len()], tour[(number + 1) % tour.len()]);
            self.neighbours[index(here) as usize] = [index(last), index(next)];
        }
        self.searched.push(part);
        Some(())
    }
}

/// Finds a structured tour of a small part, square by square.
pub(crate) fn patch(part: Rectangle, hole: Option<Offset>) -> Option<Vec<Offset>> {
    let mut leaps = Vec::new();
    for (right, top) in [(false, false), (true, false), (true, true), (false, true)] {
        if hole != Some(part.at_corner(Offset::default(), right, top).into()) {
            leaps.extend(CORNER.map(|(from, to)| {
                (part.at_corner(from, right, top).into(), part.at_corner(to, right, top).into())
            }));
        }
    }
    let squares = Offset::rectangle(part.files as i64, part.ranks as i64);
    let squares: Vec<Offset> = squares.filter(|&square| Some(square) != hole).collect();
    let pieces = (0..50).find_map(|variant| path_through(&squares, &leaps, Ends::Closed, variant))?;
    let square = |piece: &PathPiece| match piece {
        PathPiece::Square(square) => Some(*square),
        PathPiece::Detour(..) => None,
    };
    Some(pieces.iter().filter_map(square).collect())
}

/// Removes leaps and adds others.
fn exchange(board: &Board, neighbours: &mut [[u32; 2]], out: &[(Square, Square)], put: &[(Square, Square)]) {
    let replace = |neighbours: &mut [[u32; 2]], at: Square, from: u32, to: u32| {
        let slot = neighbours[board.index(at)].iter_mut().find(|slot| **slot == from);
        *slot.expect("a removed leap is part of the tour") = to;
    };
    for &(a, b) in out {
        replace(neighbours, a, board.index(b) as u32, u32::MAX);
        replace(neighbours, b, board.index(a) as u32, u32::MAX);
    }
    for &(a, b) in put {
        replace(neighbours, a, u32::MAX, board.index(b) as u32);
        replace(neighbours, b, u32::MAX, board.index(a) as u32);
    }
}
