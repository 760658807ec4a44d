//! Number grids, written as fast as memory allows.
//!
//! On one rank the numbers of a zone are six or four interleaved arithmetic progressions. Forty-eight
//! neighbouring numbers are stored, and each grows by its own constant to give the next forty-eight: by
//! additions, without a table or a division. Ranks do not depend on each other, so any number of
//! threads can share them.

use super::ImplicitTour;

/// The number type of a grid: `u32`, or `u64` if the board has more squares than fit `u32`.
///
/// ```
/// use ktour::{Board, Puzzle, build};
/// let tour = build::build(&Puzzle::new(Board::new(6, 5)?)).unwrap();
/// let mut grid = [0u32; 30];
/// tour.write_grid(&mut grid, 2); // by two threads, the top rank first
/// let mut rank = [0u64; 6];
/// tour.write_rank(0, &mut rank); // the lowest alone
/// assert!(grid[24..].iter().map(|&number| u64::from(number)).eq(rank));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Number: Copy + Send + Sync + Default + sealed::Arithmetic {}

impl Number for u32 {}
impl Number for u64 {}

mod sealed {
    /// Arithmetic that wraps around, in which intermediate sums may overflow.
    pub trait Arithmetic: Sized {
        fn wrapped(number: i128) -> Self;
        fn plus(self, other: Self) -> Self;
        fn smaller(self, other: Self) -> Self;
    }

    impl Arithmetic for u32 {
        #[inline]
        fn wrapped(number: i128) -> u32 {
            number as u32
        }
        #[inline]
        fn plus(self, other: u32) -> u32 {
            self.wrapping_add(other)
        }
        #[inline]
        fn smaller(self, other: u32) -> u32 {
            self.min(other)
        }
    }

    impl Arithmetic for u64 {
        #[inline]
        fn wrapped(number: i128) -> u64 {
            number as u64
        }
        #[inline]
        fn plus(self, other: u64) -> u64 {
            self.wrapping_add(other)
        }
        #[inline]
        fn smaller(self, other: u64) -> u64 {
            self.min(other)
        }
    }
}

/// Numbers that are computed together: a multiple of the repeating parts, and of any vector register.
const LANES: usize = 48;

impl ImplicitTour {
    /// Writes the numbers of one rank, from file a on: the step of each square, 0 in a hole.
    ///
    /// # Panics
    /// If the slice is not as long as the rank. Numbers that do not fit the type are cut off.
    pub fn write_rank<N: Number>(&self, rank: u64, numbers: &mut [N]) {
        assert_eq!(numbers.len() as u64, self.board().files(), "a rank is as long as the board is wide");
        // If the tour starts elsewhere, squares of the route before the turn come after all others. In
        // arithmetic that wraps around, the smaller of the two candidates is the right one.
        let (turn, round) = (self.turn as i128, N::wrapped(self.len() as i128));
        let one = N::wrapped(1);
        let number = |at: N| at.smaller(at.plus(round)).plus(one);
        for run in self.step_index.runs(rank as i64) {
            let (begin, end) = (run.zone.begin as usize, run.zone.end() as usize);
            let numbers = &mut numbers[begin..end];
            let part = run.zone.part as usize;
            let progressions: Vec<(N, N)> =
                run.steps().map(|(step, pace)| (N::wrapped(step - turn), N::wrapped(pace))).collect();
            if LANES.is_multiple_of(part) && run.zone.count as usize > LANES / part {
                let (mut at, mut pace) = ([N::default(); LANES], [N::default(); LANES]);
                for (lane, (step, by)) in run.steps().cycle().take(LANES).enumerate() {
                    let copies = (LANES / part) as i128;
                    at[lane] = N::wrapped(step - turn + (lane / part) as i128 * by);
                    pace[lane] = N::wrapped(copies * by);
                }
                let mut chunks = numbers.chunks_exact_mut(LANES);
                for chunk in &mut chunks {
                    for lane in 0..LANES {
                        chunk[lane] = number(at[lane]);
                        at[lane] = at[lane].plus(pace[lane]);
                    }
                }
                for (last, at) in chunks.into_remainder().iter_mut().zip(at) {
                    *last = number(at);
                }
            } else {
                let mut at = progressions;
                for part in numbers.chunks_exact_mut(part) {
                    for (to, (step, pace)) in part.iter_mut().zip(&mut at) {
                        *to = number(*step);
                        *step = step.plus(*pace);
                    }
                }
            }
        }
        for hole in self.board().holes().iter().filter(|hole| hole.rank == rank) {
            numbers[hole.file as usize] = N::default();
        }
    }

    /// Writes the whole number grid, the top rank first as it is printed, shared among threads.
    ///
    /// # Panics
    /// If the slice does not have one number for each square of the rectangle.
    pub fn write_grid<N: Number>(&self, numbers: &mut [N], threads: usize) {
        let (files, ranks) = (self.board().files() as usize, self.board().ranks() as usize);
        assert_eq!(numbers.len(), files * ranks, "a grid has a number for every square");
        let share = ranks.div_ceil(threads.max(1));
        let write = |first: usize, rows: &mut [N]| {
            for (row, numbers) in (first..).zip(rows.chunks_exact_mut(files)) {
                self.write_rank(self.board().rank_of(row as u64), numbers);
            }
        };
        if share == ranks {
            return write(0, numbers);
        }
        std::thread::scope(|scope| {
            for (number, rows) in numbers.chunks_mut(files * share).enumerate() {
                scope.spawn(move || write(number * share, rows));
            }
        });
    }
}
