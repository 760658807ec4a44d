//! How the time of a method grows with the board.
//!
//! Sizes are measured in rounds, every size once a round, so that a busy minute of the machine
//! falls on all of them and not on one. A board too quick for the clock is solved many times
//! and the time divided. The laws are fitted to the mean logarithm of the rounds ([`fit`]).
//! Time is processor time, so that other programs on the machine do not count; what the clock said is
//! kept beside it. It is that of `ktour solve`: the search or construction, and the verification of its tour.

use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use knights_tour::{
    Answer, Board, Budget, Cancel, Method, Outcome, Puzzle, Refusal, Square, Strategy, Tie, solve,
};
use serde::{Deserialize, Serialize};

use crate::{
    Answered, Experiment, Findings, Plot, Table,
    fit::{self, Comparison, Law, Point},
    plot::{Axis, Series, Style, Unit},
    sizes, stats, units,
};

/// A measurement lasts at least this long.
const LONG_ENOUGH: Duration = Duration::from_millis(5);

/// Which method, on which boards, how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The method.
    pub method: Method,
    /// Sides of square boards.
    pub sizes: Vec<u64>,
    /// How many rounds.
    pub repeats: u64,
    /// The limit of every search.
    pub max_time: Duration,
    /// The seed of everything random.
    pub seed: u64,
}

impl Default for Growth {
    fn default() -> Self {
        Growth {
            method: Method::Divide,
            sizes: vec![8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024],
            repeats: 7,
            max_time: Duration::from_secs(10),
            seed: 1,
        }
    }
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GrowthRow {
    /// Which method.
    pub method: String,
    /// Which board.
    pub board: String,
    /// How many squares it has.
    pub squares: u64,
    /// Which round, counted from 1.
    pub round: u64,
    /// What came of it.
    pub outcome: Answered,
    /// How many tours were made in one measurement.
    pub tours: u64,
    /// The processor time of one.
    pub seconds: f64,
    /// The time of one on the clock, whatever else the machine did.
    pub elapsed: f64,
    /// Leaps tested for one.
    pub trials: u64,
}

impl Growth {
    fn strategy(&self) -> Strategy {
        // Far ties keep the greedy walk going on large boards.
        Strategy { tie: Tie::Far, tries: 100, seed: self.seed, ..Strategy::new(self.method) }
    }

    /// The measured sizes, their rounds together.
    pub fn points(&self, rows: &[GrowthRow]) -> Vec<Point> {
        let mut points = Vec::new();
        for &size in &self.sizes {
            let squares = size * size;
            let is_here = |row: &&GrowthRow| {
                row.squares == squares && row.outcome == Answered::Found && row.seconds > 0.0
            };
            let logs: Vec<f64> = rows.iter().filter(is_here).map(|row| row.seconds.ln()).collect();
            if logs.is_empty() {
                continue;
            }
            let (mean, deviation) = stats::mean_and_deviation(&logs);
            points.push(Point {
                x: squares as f64,
                y: mean.exp(),
                spread: deviation / (logs.len() as f64).sqrt(),
            });
        }
        points
    }

    /// The laws compared; `None` with too few sizes.
    pub fn comparison(&self, rows: &[GrowthRow]) -> Option<Comparison> {
        fit::compare(&self.points(rows))
    }

    fn name(&self) -> &'static str {
        self.method.name()
    }
}

/// The processor time since some moment, where the system tells it.
struct Work {
    thread: Option<ThreadTime>,
    process: Option<ProcessTime>,
}

impl Work {
    fn begin(method: Method) -> Work {
        // The recursion has a thread of its own; everything else stays on this one.
        let is_elsewhere = method == Method::Backtrack;
        Work {
            thread: ThreadTime::try_now().ok().filter(|_| !is_elsewhere),
            process: ProcessTime::try_now().ok().filter(|_| is_elsewhere),
        }
    }

    fn seconds(&self) -> Option<f64> {
        let thread = self.thread.and_then(|begin| Some(ThreadTime::try_now().ok()?.duration_since(begin)));
        let process = self.process.and_then(|begin| Some(ProcessTime::try_now().ok()?.duration_since(begin)));
        thread.or(process).map(|time| time.as_secs_f64()).filter(|&seconds| seconds > 0.0)
    }
}

impl Experiment for Growth {
    type Row = GrowthRow;

    fn command(&self) -> String {
        format!(
            "ktour lab growth --method {} --sizes {} --repeats {} --max-time {}s --seed {}",
            self.method,
            sizes::write(&self.sizes),
            self.repeats,
            self.max_time.as_secs_f64(),
            self.seed
        )
    }

    fn cells(&self) -> Vec<String> {
        let of_round = |round: u64| self.sizes.iter().map(move |size| format!("{size}x{size} round {round}"));
        (1..=self.repeats).flat_map(of_round).collect()
    }

    fn cell_of(&self, row: &GrowthRow) -> String {
        format!("{} round {}", row.board, row.round)
    }

    fn measure(&self, cell: usize, cancel: &Cancel) -> Result<Option<GrowthRow>, Refusal> {
        let (round, size) = (cell / self.sizes.len() + 1, self.sizes[cell % self.sizes.len()]);
        let board = Board::new(size, size).expect("sizes are at least 1 and short");
        let mut puzzle = Puzzle::new(board.clone());
        if !matches!(self.method, Method::Auto | Method::Divide | Method::Parberry) {
            puzzle = puzzle.from(Square::new(0, size - 1)).expect("the top left square");
        }
        let solve_once = || -> Result<Answer, Refusal> {
            let budget = Budget::within(self.max_time).with_cancel(cancel.clone());
            solve(&puzzle, &self.strategy(), &budget)
        };
        // Once to know how often; that one also warms the caches.
        let first = solve_once()?;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let once = first.stats.elapsed.max(Duration::from_nanos(20));
        let is_found = matches!(first.outcome, Outcome::Found(_));
        let tours = if is_found {
            LONG_ENOUGH.as_nanos().div_ceil(once.as_nanos()).clamp(1, 100_000) as u64
        } else {
            1
        };
        let mut elapsed = first.stats.elapsed.as_secs_f64();
        let mut seconds = elapsed;
        if is_found {
            let (clock, work) = (Budget::unlimited(), Work::begin(self.method));
            for _ in 0..tours {
                if cancel.is_cancelled() {
                    return Ok(None);
                }
                std::hint::black_box(solve_once()?);
            }
            elapsed = clock.elapsed().as_secs_f64() / tours as f64;
            seconds = work.seconds().map_or(elapsed, |seconds| seconds / tours as f64);
        }
        if cancel.is_cancelled() {
            return Ok(None);
        }
        Ok(Some(GrowthRow {
            method: self.name().to_owned(),
            board: board.to_string(),
            squares: size * size,
            round: round as u64,
            outcome: Answered::from(&first.outcome),
            tours,
            seconds,
            elapsed,
            trials: first.stats.trials,
        }))
    }

    fn findings(&self, rows: &[GrowthRow]) -> Findings {
        let mut sentences = Vec::new();
        let mut tables = vec![self.times(rows)];
        let comparison = self.comparison(rows);
        match &comparison {
            Some(comparison) => {
                sentences.push(comparison.sentence(self.name()));
                tables.push(laws(comparison));
            }
            None => sentences
                .push(format!("Fewer than {} sizes were solved: no law is fitted.", fit::FEWEST_POINTS)),
        }
        let unsolved = rows.iter().filter(|row| row.outcome != Answered::Found).count();
        if unsolved > 0 {
            sentences.push(format!(
                "{unsolved} of {} measurements found no tour in time and are left out of the fits.",
                rows.len()
            ));
        }
        let mut plots = vec![self.plot(rows, comparison.as_ref())];
        plots.extend(comparison.as_ref().map(|comparison| self.residuals(comparison)));
        Findings { sentences, tables, plots }
    }
}

impl Growth {
    fn times(&self, rows: &[GrowthRow]) -> Table {
        let columns =
            ["board", "squares", "rounds", "mean time", "fastest", "slowest", "spread", "time a square"];
        let mut table = Table::new(
            format!("Processor time of {} by board, verification included", self.name()),
            &columns,
        );
        for &size in &self.sizes {
            let squares = size * size;
            let here: Vec<&GrowthRow> = rows.iter().filter(|row| row.squares == squares).collect();
            let times = stats::sorted(
                here.iter().filter(|row| row.outcome == Answered::Found).map(|row| row.seconds),
            );
            let board = format!("{size}x{size}");
            let (Some(fastest), Some(slowest)) = (times.first(), times.last()) else {
                if let Some(row) = here.first() {
                    table.push([
                        board,
                        units::count(squares),
                        units::count(here.len() as u64),
                        format!("> {}", units::seconds(row.seconds)),
                    ]);
                }
                continue;
            };
            let (mean, deviation) =
                stats::mean_and_deviation(&times.iter().map(|time| time.ln()).collect::<Vec<_>>());
            table.push([
                board,
                units::count(squares),
                units::count(times.len() as u64),
                units::seconds(mean.exp()),
                units::seconds(*fastest),
                units::seconds(*slowest),
                units::percent(deviation.exp_m1()),
                units::seconds(mean.exp() / squares as f64),
            ]);
        }
        table
    }

    fn plot(&self, rows: &[GrowthRow], comparison: Option<&Comparison>) -> Plot {
        let found = rows.iter().filter(|row| row.outcome == Answered::Found);
        let all: Vec<(f64, f64)> = found.map(|row| (row.squares as f64, row.seconds)).collect();
        let points = self.points(rows);
        let (least, most) =
            all.iter().fold((f64::INFINITY, 0.0f64), |(least, most), &(_, y)| (least.min(y), most.max(y)));
        let mut series = Vec::new();
        if let (Some(comparison), Some(first), Some(last)) = (comparison, points.first(), points.last()) {
            let is_shown = |y: &f64| (least / 3.0..=most * 3.0).contains(y);
            for fit in &comparison.fits {
                let steps = (0..=160).map(|i| first.x * (last.x / first.x).powf(f64::from(i) / 160.0));
                let line = steps.filter_map(|x| Some((x, fit.at(x).filter(is_shown)?))).collect();
                let style = if fit.law == comparison.best().law { Style::Line } else { Style::Dashed };
                series.push(Series::new(
                    format!("{}, AICc {:.0}", fit.law.name(), fit.aicc),
                    hue(fit.law),
                    style,
                    line,
                ));
            }
        }
        series.push(Series::new(format!("{}, every round", self.name()), 0, Style::Marks, all));
        Plot {
            name: format!("growth-{}", self.name()),
            title: format!("Time of {} against the number of squares", self.name()),
            x: Axis::log("squares of the board", Unit::Count),
            y: Axis::log("processor time a tour", Unit::Seconds),
            series,
        }
    }

    fn residuals(&self, comparison: &Comparison) -> Plot {
        // What is far off is drawn at the edge of the picture, not beyond it.
        const EDGE: f64 = 0.6;
        let mut series = Vec::new();
        for fit in &comparison.fits {
            let points = comparison.points.iter().zip(&fit.residuals);
            let points =
                points.map(|(point, residual)| (point.x, residual.exp_m1().clamp(-EDGE, EDGE))).collect();
            series.push(Series::new(fit.law.name(), hue(fit.law), Style::Marked, points));
        }
        Plot {
            name: format!("growth-{}-residuals", self.name()),
            title: format!("{}: how far the measured time is from each law (cut at ±60 %)", self.name()),
            x: Axis::log("squares of the board", Unit::Count),
            y: Axis::linear("measured against law", Unit::Percent).between(-0.65, 0.65),
            series,
        }
    }
}

fn hue(law: Law) -> usize {
    match law {
        Law::Linear => 2,
        Law::Quadratic => 3,
        Law::Power => 5,
        Law::Exponential => 1,
    }
}

fn laws(comparison: &Comparison) -> Table {
    let columns = ["law", "seconds for N squares", "AICc", "above the best", "misfit", "held-out error"];
    let mut table =
        Table::new("Laws fitted by least squares on the logarithm of time, weighted by spread", &columns);
    for fit in &comparison.fits {
        table.push([
            fit.law.name().to_owned(),
            fit.formula(),
            format!("{:.1}", fit.aicc),
            format!("{:.1}", fit.aicc - comparison.best().aicc),
            fit::off_by(Some(fit.misfit)),
            fit::off_by(fit.held_out),
        ]);
    }
    table
}
