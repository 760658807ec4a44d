//! Sums of a tour's numbers along ranks, files and diagonals, and whether they are magic.

use crate::Tour;

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
