//! Measures of a tour: turns, angles, slopes, crossings, area, symmetries and sums.
//!
//! Everything is computed in one pass along the tour that examines the neighbourhood of each leap, so the
//! time is linear in the squares. The tests compare it with the obvious way, which compares every pair of
//! leaps.

mod crossings;
mod symmetries;

pub use crossings::{Area, Crosser, Crossings, crossers};
pub use symmetries::{SymmetryName, TourSymmetries};

use crate::{Leap, Square, Tour, TourKind};
use crossings::TourLines;

/// The measures of a tour.
///
/// ```
/// use ktour::{Board, KNIGHT, Tour, measure::Measures};
/// let board = Board::new(3, 4)?;
/// let squares = ["a1", "c2", "a3", "b1", "d2", "b3", "c1", "a2", "c3", "d1", "b2", "d3"];
/// # let board = Board::new(4, 3)?;
/// let squares: Result<Vec<_>, _> = squares.iter().map(|name| name.parse()).collect();
/// let measures = Measures::new(&Tour::verify(&board, KNIGHT, squares?)?);
/// assert_eq!((measures.leaps, measures.turns, measures.straight), (11, 10, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// Number of leaps, including the leap from the last square to the first in a closed tour.
    pub leaps: usize,
    /// Number of squares where the direction changes.
    pub turns: usize,
    /// Number of squares where the direction does not change.
    pub straight: usize,
    /// Largest number of consecutive leaps in one direction.
    pub longest_run: usize,
    /// The angles between a leap and the next, with their numbers, the sharpest first.
    pub angles: Vec<Angle>,
    /// The slopes, each with the number of leaps that have it, in either direction.
    pub slopes: Vec<(Leap, usize)>,
    /// Crossings of leaps.
    pub crossings: Crossings,
    /// The area inside a closed tour.
    pub area: Option<Area>,
    /// The symmetries of the tour.
    pub symmetry: TourSymmetries,
    /// The sums of the numbers along lines.
    pub sums: LineSums,
}

/// An angle between a leap and the next, and how often it occurs.
///
/// ```
/// use ktour::measure::Angle;
/// assert_eq!(Angle { dot: 0, squared_length: 5, count: 1 }.degrees(), 90.0);
/// assert_eq!(Angle { dot: -5, squared_length: 5, count: 1 }.degrees(), 180.0); // straight on
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Angle {
    /// Numerator of the cosine: the dot product of the two leaps, seen from the square between.
    pub dot: i64,
    /// Denominator of the cosine: the squared length of a leap.
    pub squared_length: i64,
    /// Number of times it occurs.
    pub count: usize,
}

impl Angle {
    /// The angle in degrees; 180 is straight on.
    pub fn degrees(self) -> f64 {
        (self.dot as f64 / self.squared_length as f64).acos().to_degrees()
    }
}

impl Measures {
    /// Measures a tour.
    pub fn new(tour: &Tour) -> Measures {
        let lines = TourLines::new(tour);
        let (crossings, area) = lines.crossings_and_area();
        let directions: Vec<Leap> = tour.leaper().leaps().collect();
        let along = lines.along();
        let mut slopes: Vec<(Leap, usize)> =
            directions.iter().filter(|leap| is_forward(**leap)).map(|&leap| (leap, 0)).collect();
        for &direction in along {
            let leap = directions[usize::from(direction)];
            let forward = if is_forward(leap) { leap } else { Leap::new(-leap.file, -leap.rank) };
            slopes.iter_mut().filter(|(slope, _)| *slope == forward).for_each(|(_, count)| *count += 1);
        }
        let squared_length = i64::from(tour.leaper().r()).pow(2) + i64::from(tour.leaper().s()).pow(2);
        let mut angles: Vec<Angle> = Vec::new();
        for pair in pairs(along, tour.kind()) {
            let [from, to] = pair.map(|direction| directions[usize::from(direction)]);
            // Dot product of the leap back to the square before and the next leap.
            let dot = -(from.file * to.file + from.rank * to.rank);
            match angles.iter_mut().find(|angle| angle.dot == dot) {
                Some(angle) => angle.count += 1,
                None => angles.push(Angle { dot, squared_length, count: 1 }),
            }
        }
        angles.sort_by_key(|angle| -angle.dot);
        let inner_squares: usize = angles.iter().map(|angle| angle.count).sum();
        let straight =
            angles.iter().find(|angle| angle.dot == -squared_length).map_or(0, |angle| angle.count);
        Measures {
            leaps: along.len(),
            turns: inner_squares - straight,
            straight,
            longest_run: longest_run(along, tour.kind()),
            angles,
            slopes,
            crossings,
            area,
            symmetry: TourSymmetries::new(tour),
            sums: LineSums::new(tour),
        }
    }
}

/// Pairs of consecutive leaps, given the direction of each.
fn pairs(along: &[u8], kind: TourKind) -> impl Iterator<Item = [u8; 2]> {
    let closing = match (kind, along) {
        (TourKind::Closed, [first, .., last]) => Some([*last, *first]),
        _ => None,
    };
    along.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing)
}

/// Largest number of consecutive leaps in one direction.
fn longest_run(along: &[u8], kind: TourKind) -> usize {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for &direction in along {
        match runs.last_mut() {
            Some((last, length)) if *last == direction => *length += 1,
            _ => runs.push((direction, 1)),
        }
    }
    // In a closed tour the last run may continue with the first.
    let joined = match &runs[..] {
        [(first, head), .., (last, tail)] if kind == TourKind::Closed && first == last => head + tail,
        _ => 0,
    };
    runs.iter().map(|&(_, length)| length).chain([joined]).max().unwrap_or(0)
}

/// Whether a leap leads to the right, or straight up: of a leap and its reverse, exactly one does.
fn is_forward(leap: Leap) -> bool {
    (leap.file, leap.rank) > (0, 0)
}

/// Index of the leap from one square to another among the leaper's leaps.
fn direction(directions: &[Leap], from: Square, to: Square) -> u8 {
    let leap = Leap::new(to.file as i64 - from.file as i64, to.rank as i64 - from.rank as i64);
    directions.iter().position(|&direction| direction == leap).expect("a tour is made of leaps") as u8
}

/// The sums along ranks, files and diagonals.
///
/// ```
/// use ktour::{Board, Control, Puzzle, Strategy, best::semi_magic, measure::Measures, solve};
/// let tour = semi_magic(&Puzzle::new(Board::new(8, 8)?), 1, &Control::unlimited()).unwrap();
/// let sums = Measures::new(&tour).sums;
/// assert_eq!((sums.ranks, sums.files), (vec![260; 8], vec![260; 8]));
/// let puzzle = Puzzle::new(Board::new(7, 7)?);
/// let plain = solve(&puzzle, &Strategy::default(), &Control::unlimited())?.outcome.found().unwrap();
/// assert!(!Measures::new(&plain).sums.failing().0.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LineSums {
    /// Sum of each rank, from the bottom.
    pub ranks: Vec<u64>,
    /// Sum of each file, from the left.
    pub files: Vec<u64>,
    /// Sums of the diagonal through a1 and of the other one; only on square boards.
    pub diagonals: Option<[u64; 2]>,
    /// The lines whose sums are equal.
    pub magic: Magic,
}

/// The lines of a full board that have equal sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Magic {
    /// Neither all ranks nor all files.
    None,
    /// All ranks.
    Ranks,
    /// All files.
    Files,
    /// All ranks and all files.
    Semi,
    /// All ranks, all files and both diagonals.
    Full,
}

crate::named! {
    Magic: "magic" { "none" => None, "ranks" => Ranks, "files" => Files, "semi-magic" => Semi, "magic" => Full }
}

impl LineSums {
    pub(super) fn new(tour: &Tour) -> LineSums {
        let (board, steps) = (tour.board(), tour.steps());
        let (width, height) = (board.files() as usize, board.ranks() as usize);
        let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(u64::from).sum::<u64>();
        let ranks: Vec<u64> = steps.chunks(width).map(|rank| sum(&mut rank.iter().copied())).collect();
        let mut files = vec![0; width];
        for rank in steps.chunks(width) {
            files.iter_mut().zip(rank).for_each(|(file, &number)| *file += u64::from(number));
        }
        let diagonal =
            |first: usize, stride: usize| sum(&mut (0..height).map(|rank| steps[first + rank * stride]));
        let diagonals =
            (width == height).then(|| [diagonal(0, width + 1), diagonal(width - 1, width.max(2) - 1)]);
        let is_equal = |sums: &[u64]| sums.windows(2).all(|pair| pair[0] == pair[1]);
        let magic = match (is_equal(&ranks), is_equal(&files)) {
            // With holes, lines have different numbers of squares: their sums are not comparable.
            _ if !board.holes().is_empty() || width == 1 || height == 1 => Magic::None,
            (true, true) if diagonals.is_some_and(|both| both == [ranks[0]; 2]) => Magic::Full,
            (true, true) => Magic::Semi,
            (true, false) => Magic::Ranks,
            (false, true) => Magic::Files,
            (false, false) => Magic::None,
        };
        LineSums { ranks, files, diagonals, magic }
    }

    /// The ranks and the files, counted from 0, whose sums differ from the common sum.
    pub fn failing(&self) -> (Vec<usize>, Vec<usize>) {
        let total: u64 = self.ranks.iter().sum();
        let other = |sums: &[u64]| {
            let is_off = |&(_, &sum): &(usize, &u64)| sum * sums.len() as u64 != total;
            sums.iter().enumerate().filter(is_off).map(|(line, _)| line).collect()
        };
        (other(&self.ranks), other(&self.files))
    }
}
