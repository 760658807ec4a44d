//! The tidy tour, computed by square or by step from the runs of its strands.

use super::{
    super::offset::Offset,
    ALONG,
    strand::{LapSeries, LineRun},
};
use ktour_core::{Board, Square, TourKind};

/// A tidy tour of a board of any size, in memory that does not grow with it.
///
/// ```text
/// 16  13  18   9  44  11  32  51  46  49
/// 19   8  15  12  37  84  45  48  31  52
/// 14  17  90  85  10  43  36  33  50  47
/// 89  20   7  38  75  86  83  30  53  34
///  6  91  76  87  42  29  24  35  82  67
/// 21  88  39  74  23  78  81  68  25  54
/// 92   5  22  77  80  41  28  55  66  69
/// 99   2  73  40  95  56  79  26  63  60
///  4  93 100  97  72  27  58  61  70  65
///  1  98   3  94  57  96  71  64  59  62
/// ```
///
/// ```
/// use ktour::{Board, KNIGHT, Square, build::tidy::tidy};
/// let (drawn, mut rank) = (tidy(&Board::new(10, 10)?).unwrap().started_at("a1".parse()?).unwrap(), [0; 10]);
/// drawn.write_rank(0, &mut rank);
/// assert_eq!(rank, [1, 98, 3, 94, 57, 96, 71, 64, 59, 62]);
/// assert_eq!(drawn.squares_from(99).collect::<Vec<_>>(), ["a3".parse()?, "c2".parse()?]);
///
/// let side = 1_000_000_000;
/// let tour = tidy(&Board::new(side, side)?).unwrap();
/// let middle = Square::new(side / 2, side / 2);
/// let step = tour.step_of(middle).unwrap();
/// assert_eq!(tour.square_at(step), Some(middle));
/// assert!(KNIGHT.is_leap(middle, tour.square_at(step + 1).unwrap()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TidyTour {
    pub(in crate::build) board: Board,
    pub(in crate::build) kind: TourKind,
    /// Whether files and ranks are exchanged.
    is_turned: bool,
    /// The whole tour in order.
    series: Vec<LapSeries>,
    /// The runs to search for a square, by the number of its line modulo 8, each with its series of laps.
    lines: [Vec<(u32, LineRun)>; 8],
    /// Number of squares of the series before the first of the tour.
    turn: u128,
}

/// Squares in a line.
#[derive(Clone, Copy, Debug)]
struct Straight {
    first: Offset,
    leap: Offset,
    len: i64,
}

/// The number of the line through a square.
fn line(square: Offset) -> i64 {
    square.rank - 2 * square.file
}

impl TidyTour {
    pub(super) fn new(board: &Board, is_turned: bool, mut series: Vec<LapSeries>) -> TidyTour {
        let mut lines: [Vec<(u32, LineRun)>; 8] = Default::default();
        let mut start = 0;
        for (number, laps) in (0..).zip(&mut series) {
            laps.start = start;
            start = laps.end();
            for run in &laps.runs {
                let mut residues: Vec<i64> =
                    (0..laps.count.min(8)).map(|lap| line(run.square(lap, 0)).rem_euclid(8)).collect();
                residues.sort_unstable();
                residues.dedup();
                residues.iter().for_each(|&residue| lines[residue as usize].push((number, *run)));
            }
        }
        let (board, kind) = (board.clone(), TourKind::Closed);
        TidyTour { board, kind, is_turned, series, lines, turn: 0 }
    }

    /// The square at a step, counted from 1.
    pub fn square_at(&self, step: u128) -> Option<Square> {
        let at = step.checked_sub(1).filter(|&at| at < self.len())?;
        Some(self.square(self.straight(at).first))
    }

    /// The squares from a step on, to the last.
    pub fn squares_from(&self, step: u128) -> impl Iterator<Item = Square> + '_ {
        let mut at = step.saturating_sub(1);
        let mut ahead = Straight { first: Offset::default(), leap: Offset::default(), len: 0 };
        std::iter::from_fn(move || {
            if at >= self.len() {
                return None;
            }
            if ahead.len == 0 {
                ahead = self.straight(at);
            }
            let here = ahead.first;
            ahead.first = here + ahead.leap;
            (at, ahead.len) = (at + 1, ahead.len - 1);
            Some(self.square(here))
        })
    }

    /// The step on a square, counted from 1.
    pub fn step_of(&self, square: Square) -> Option<u128> {
        let before = self.board.contains(square).then(|| self.squares_before(square))??;
        Some((before + self.len() - self.turn) % self.len() + 1)
    }

    /// The same tour with another start; `None` if it does not visit that square.
    pub fn started_at(mut self, start: Square) -> Option<TidyTour> {
        self.turn = self.board.contains(start).then(|| self.squares_before(start))??;
        Some(self)
    }

    /// Writes the numbers of one rank, from file a on: the step of each square.
    ///
    /// # Panics
    /// If the slice is not as long as the rank, or if the board has more squares than fit the numbers.
    pub fn write_rank(&self, rank: u64, numbers: &mut [u64]) {
        assert_eq!(numbers.len() as u64, self.board.files(), "a rank is as long as the board is wide");
        assert!(u64::try_from(self.len()).is_ok(), "a number for every square");
        for (file, number) in (0..).zip(numbers) {
            *number = self.step_of(Square::new(file, rank)).unwrap_or(0) as u64;
        }
    }

    #[inline]
    fn square(&self, offset: Offset) -> Square {
        if self.is_turned { offset.turned().into() } else { offset.into() }
    }

    /// The squares ahead in a line, from the one that is `at` steps after the start.
    fn straight(&self, at: u128) -> Straight {
        let at = (at + self.turn) % self.len();
        let number = self.series.partition_point(|laps| laps.start <= at) - 1;
        let laps = &self.series[number];
        let (mut lap, mut upper) = (0, laps.count);
        while upper - lap > 1 {
            let middle = lap + (upper - lap) / 2;
            if laps.lap_start(middle) <= at {
                lap = middle;
            } else {
                upper = middle;
            }
        }
        let into = (at - laps.lap_start(lap)) as i128;
        let run = &laps.runs[laps.runs.partition_point(|run| run.before(lap) <= into) - 1];
        let along = (into - run.before(lap)) as i64;
        Straight { first: run.square(lap, along), leap: run.leap, len: run.len(lap) - along }
    }

    /// Number of squares of the series before this one.
    fn squares_before(&self, square: Square) -> Option<u128> {
        let square = if self.is_turned { Offset::from(square).turned() } else { square.into() };
        let here = line(square);
        self.lines[here.rem_euclid(8) as usize].iter().find_map(|(number, run)| {
            // The lap that reaches this line, then the position of the square on it.
            let (ahead, step) = (here - line(run.at), line(run.shift));
            let lap = match (ahead, step) {
                (0, _) => 0,
                (_, 0) => return None,
                _ if ahead % step == 0 => ahead / step,
                _ => return None,
            };
            let laps = &self.series[*number as usize];
            if !(0..laps.count).contains(&lap) {
                return None;
            }
            let begin = run.square(lap, 0);
            // Runs of more than one square are along the lines.
            let sign = run.leap.file.signum();
            let along = (square.file - begin.file) * sign;
            let is_on_run = (0..run.len(lap)).contains(&along) && square - begin == ALONG * (along * sign);
            is_on_run.then(|| laps.lap_start(lap) + (run.before(lap) + i128::from(along)) as u128)
        })
    }
}
