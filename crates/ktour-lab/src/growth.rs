//! Growth of the time of a method with the number of squares.
//!
//! Sizes are measured in rounds, every size once per round, so that a busy minute of the machine falls on all
//! of them and not on one. A board too quick for the clock is solved many times and the time divided. The
//! laws are fitted to the mean logarithm of the rounds ([`fit`]).
//!
//! Time is processor time, so that other programs on the machine do not count; the elapsed time is stored
//! with it. It includes the search or construction, and the verification of the tour.

use std::time::Duration;

#[cfg(not(target_family = "wasm"))]
use cpu_time::{ProcessTime, ThreadTime};
use ktour_core::{Board, Control, Outcome, Puzzle, Square};
use ktour_search::{Answer, Method, Refusal, Strategy, Tie, solve};
use serde::{Deserialize, Serialize};

use crate::{
    Experiment, Figure, Findings, Identity, OutcomeKind, Plot, Table,
    fit::{self, Comparison, Law, Point},
    phrases,
    plot::{Axis, Series, Style, Unit},
    sizes, stats,
};

/// Minimum duration of a measurement; shorter work is repeated.
const MIN_MEASURED_TIME: Duration = Duration::from_millis(5);

/// The method, the boards and the number of rounds.
///
/// ```
/// use std::ops::ControlFlow;
/// use ktour::{Control, Method};
/// use ktour::lab::{Figure, Growth, growth::comparison_plot, plot::{Series, Style}, run};
/// let plan = Growth { method: Method::Divide, sizes: vec![8, 16, 32, 64], ..Growth::default() };
/// let mut rows = Vec::new();
/// run(&plan, &|_| false, &Control::unlimited(), &mut |row| {
///     rows.push(row);
///     ControlFlow::Continue(())
/// })?;
/// let points = plan.points(&rows);
/// assert_eq!(points.len(), 4);
/// println!("{:?}", plan.comparison(&rows).map(|comparison| comparison.best().formula()));
/// let ours = points.iter().map(|point| (point.x, point.y)).collect();
/// let ours = Series::new(Figure::Name("ours".into()), 0, Style::Marks, ours);
/// let plot = comparison_plot("divide", "dividing", [ours]);
/// assert!(plot.svg().contains("Time of dividing against the number of squares"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Growth {
    /// The method.
    pub method: Method,
    /// Sides of square boards.
    pub sizes: Vec<u64>,
    /// Number of rounds.
    pub repeats: u64,
    /// Time limit of every search.
    pub max_time: Duration,
    /// Seed of all random numbers.
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
    /// The method.
    pub method: String,
    /// The board.
    pub board: String,
    /// Number of squares of the board.
    pub squares: u64,
    /// Number of the round, counted from 1.
    pub round: u64,
    /// Outcome of the first tour.
    pub outcome: OutcomeKind,
    /// Number of tours made in one measurement.
    pub tours: u64,
    /// Processor time of one tour, in seconds.
    pub seconds: f64,
    /// Elapsed time of one tour, in seconds.
    pub elapsed: f64,
    /// Number of leaps tested for one tour.
    pub trials: u64,
}

impl Growth {
    fn strategy(&self) -> Strategy {
        // The greedy walk rarely gets stuck on large boards if ties are broken by distance from the centre.
        Strategy { tie: Tie::Far, tries: 100, seed: self.seed, ..Strategy::new(self.method) }
    }

    /// One point per measured size, the geometric mean of its rounds.
    pub fn points(&self, rows: &[GrowthRow]) -> Vec<Point> {
        let mut points = Vec::new();
        for &size in &self.sizes {
            let squares = size * size;
            let is_usable = |row: &&GrowthRow| {
                row.squares == squares && row.outcome == OutcomeKind::Found && row.seconds > 0.0
            };
            let logs: Vec<f64> = rows.iter().filter(is_usable).map(|row| row.seconds.ln()).collect();
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

    /// The laws fitted and compared; `None` with too few sizes.
    pub fn comparison(&self, rows: &[GrowthRow]) -> Option<Comparison> {
        fit::compare(&self.points(rows))
    }
}

impl Experiment for Growth {
    type Row = GrowthRow;

    fn identity(&self) -> Identity {
        let parameters = [
            ("method", self.method.to_string()),
            ("sizes", sizes::write(&self.sizes)),
            ("repeats", self.repeats.to_string()),
            ("max_time", format!("{}s", self.max_time.as_secs_f64())),
            ("seed", self.seed.to_string()),
        ];
        Identity::new("growth", parameters)
    }

    fn cells(&self) -> Vec<String> {
        let cells_of_round =
            |round: u64| self.sizes.iter().map(move |size| format!("{size}x{size} round {round}"));
        (1..=self.repeats).flat_map(cells_of_round).collect()
    }

    fn cell_count(&self) -> usize {
        self.sizes.len() * self.repeats as usize
    }

    fn cell_of(&self, row: &GrowthRow) -> String {
        format!("{} round {}", row.board, row.round)
    }

    fn measure(&self, cell: usize, control: &Control) -> Result<Option<GrowthRow>, Refusal> {
        let (round, size) = (cell / self.sizes.len() + 1, self.sizes[cell % self.sizes.len()]);
        let board = Board::new(size, size).expect("sizes are at least 1 and short");
        let mut puzzle = Puzzle::new(board.clone());
        if !matches!(self.method, Method::Auto | Method::Divide | Method::Parberry | Method::Tidy) {
            puzzle = puzzle.starting_at(Square::new(0, size - 1)).expect("the top left square");
        }
        let solve_once = || -> Result<Answer, Refusal> {
            solve(&puzzle, &self.strategy(), &control.clone().with_time(self.max_time))
        };
        // The first tour decides the number of repeats, and warms the caches.
        let first = solve_once()?;
        if control.is_stopped() {
            return Ok(None);
        }
        let first_time = first.stats.elapsed.max(Duration::from_nanos(20));
        let is_found = matches!(first.outcome, Outcome::Found(_));
        let tours = if is_found {
            MIN_MEASURED_TIME.as_nanos().div_ceil(first_time.as_nanos()).clamp(1, 100_000) as u64
        } else {
            1
        };
        let mut elapsed = first.stats.elapsed.as_secs_f64();
        let mut seconds = elapsed;
        if is_found {
            let (began, timer) = (control.clock().now(), ProcessorTimer::start(self.method));
            for tour in 0..tours {
                if control.check_share(tour as f64 / tours as f64).is_err() {
                    return Ok(None);
                }
                std::hint::black_box(solve_once()?);
            }
            elapsed = control.clock().now().saturating_sub(began).as_secs_f64() / tours as f64;
            seconds = timer.seconds().map_or(elapsed, |seconds| seconds / tours as f64);
        }
        if control.is_stopped() {
            return Ok(None);
        }
        Ok(Some(GrowthRow {
            method: self.method.name().to_owned(),
            board: board.to_string(),
            squares: size * size,
            round: round as u64,
            outcome: OutcomeKind::from(&first.outcome),
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
                sentences.push(comparison.sentence(self.method));
                tables.push(laws(comparison));
            }
            None => sentences.push(phrases::too_few_sizes(fit::MIN_POINTS_TO_FIT)),
        }
        let unsolved = rows.iter().filter(|row| row.outcome != OutcomeKind::Found).count();
        if unsolved > 0 {
            sentences.push(phrases::left_out(unsolved, rows.len()));
        }
        let mut plots = vec![self.plot(rows, comparison.as_ref())];
        plots.extend(comparison.as_ref().map(|comparison| self.residuals(comparison)));
        let notes = comparison.iter().map(|_| phrases::aicc_means()).collect();
        Findings { sentences, notes, tables, plots }
    }
}

impl Growth {
    fn times(&self, rows: &[GrowthRow]) -> Table {
        let columns = [
            phrases::board(),
            phrases::squares(),
            phrases::rounds(),
            phrases::mean_time(),
            phrases::fastest(),
            phrases::slowest(),
            phrases::spread(),
            phrases::time_a_square(),
        ];
        let mut table = Table::new(phrases::processor_time(self.method), columns);
        for &size in &self.sizes {
            let squares = size * size;
            let here: Vec<&GrowthRow> = rows.iter().filter(|row| row.squares == squares).collect();
            let times = stats::sorted(
                here.iter().filter(|row| row.outcome == OutcomeKind::Found).map(|row| row.seconds),
            );
            let board = Figure::Name(format!("{size}x{size}"));
            let (Some(fastest), Some(slowest)) = (times.first(), times.last()) else {
                if let Some(row) = here.first() {
                    let time = Figure::Seconds(row.seconds).over_if(true);
                    table.push([board, squares.into(), here.len().into(), time]);
                }
                continue;
            };
            let (mean, deviation) =
                stats::mean_and_deviation(&times.iter().map(|time| time.ln()).collect::<Vec<_>>());
            table.push([
                board,
                squares.into(),
                times.len().into(),
                Figure::Seconds(mean.exp()),
                Figure::Seconds(*fastest),
                Figure::Seconds(*slowest),
                Figure::Percent(deviation.exp_m1()),
                Figure::Seconds(mean.exp() / squares as f64),
            ]);
        }
        table
    }

    fn plot(&self, rows: &[GrowthRow], comparison: Option<&Comparison>) -> Plot {
        let found = rows.iter().filter(|row| row.outcome == OutcomeKind::Found);
        let all: Vec<(f64, f64)> = found.map(|row| (row.squares as f64, row.seconds)).collect();
        let points = self.points(rows);
        let (fastest, slowest) = all
            .iter()
            .fold((f64::INFINITY, 0.0f64), |(fastest, slowest), &(_, y)| (fastest.min(y), slowest.max(y)));
        let mut series = Vec::new();
        if let (Some(comparison), Some(first), Some(last)) = (comparison, points.first(), points.last()) {
            let is_shown = |y: &f64| (fastest / 3.0..=slowest * 3.0).contains(y);
            for fit in &comparison.fits {
                let steps = (0..=160).map(|i| first.x * (last.x / first.x).powf(f64::from(i) / 160.0));
                let line = steps.filter_map(|x| Some((x, fit.at(x).filter(is_shown)?))).collect();
                let style = if fit.law == comparison.best().law { Style::Line } else { Style::Dashed };
                let name = phrases::law_with_aicc(fit.law.line(), Figure::decimal(fit.aicc, 0));
                series.push(Series::new(name, hue(fit.law), style, line));
            }
        }
        series.push(Series::new(phrases::every_round(self.method), 0, Style::Marks, all));
        Plot {
            name: format!("growth-{}", self.method),
            title: phrases::time_by_squares(self.method),
            x: Axis::log(phrases::squares_of_the_board(), Unit::Count),
            y: Axis::log(phrases::time_a_tour(), Unit::Seconds),
            series,
        }
    }

    fn residuals(&self, comparison: &Comparison) -> Plot {
        /// Largest residual that is drawn; points beyond it are drawn at the edge of the plot.
        const MAX_DRAWN_RESIDUAL: f64 = 0.6;
        let mut series = Vec::new();
        for fit in &comparison.fits {
            let points = comparison.points.iter().zip(&fit.residuals);
            let points = points
                .map(|(point, residual)| {
                    (point.x, residual.exp_m1().clamp(-MAX_DRAWN_RESIDUAL, MAX_DRAWN_RESIDUAL))
                })
                .collect();
            series.push(Series::new(fit.law.line(), hue(fit.law), Style::Marked, points));
        }
        Plot {
            name: format!("growth-{}-residuals", self.method),
            title: phrases::residuals(self.method),
            x: Axis::log(phrases::squares_of_the_board(), Unit::Count),
            y: Axis::linear(phrases::measured_against_law(), Unit::Percent).between(-0.65, 0.65),
            series,
        }
    }
}

/// Plots the times of several programs: a series of squares and seconds each, the first above all others.
/// `what` names their common task.
pub fn comparison_plot(name: &str, what: &str, programs: impl IntoIterator<Item = Series>) -> Plot {
    let coloured = programs.into_iter().enumerate().map(|(hue, series)| Series { hue, ..series });
    let mut series: Vec<Series> = coloured.collect();
    series.reverse();
    Plot {
        name: name.to_owned(),
        title: phrases::time_by_squares(Figure::Name(what.to_owned())),
        x: Axis::log(phrases::squares_of_the_board(), Unit::Count),
        y: Axis::log(phrases::time(), Unit::Seconds),
        series,
    }
}

/// Number of the colour of a law.
fn hue(law: Law) -> usize {
    match law {
        Law::Linear => 2,
        Law::Quadratic => 3,
        Law::Power => 5,
        Law::Exponential => 1,
    }
}

/// The fitted laws as a table, best first.
fn laws(comparison: &Comparison) -> Table {
    let columns = [
        phrases::law(),
        phrases::formula(),
        phrases::aicc(),
        phrases::above_the_best(),
        phrases::misfit(),
        phrases::held_out_error(),
    ];
    let mut table = Table::new(phrases::laws_fitted(), columns);
    for fit in &comparison.fits {
        table.push([
            fit.law.line().into(),
            Figure::Name(fit.formula()),
            Figure::decimal(fit.aicc, 1),
            Figure::decimal(fit.aicc - comparison.best().aicc, 1),
            fit::error_figure(Some(fit.misfit)),
            fit::error_figure(fit.held_out),
        ]);
    }
    table
}

/// A timer of processor time, which a busy machine does not affect; not every system reports it.
#[cfg(not(target_family = "wasm"))]
struct ProcessorTimer {
    thread: Option<ThreadTime>,
    process: Option<ProcessTime>,
}

#[cfg(not(target_family = "wasm"))]
impl ProcessorTimer {
    fn start(method: Method) -> ProcessorTimer {
        // Plain backtracking runs on a thread of its own; everything else on this one.
        let is_elsewhere = method == Method::Backtrack;
        ProcessorTimer {
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

/// The timer in a browser, which reports no processor time.
#[cfg(target_family = "wasm")]
struct ProcessorTimer;

#[cfg(target_family = "wasm")]
impl ProcessorTimer {
    fn start(_: Method) -> ProcessorTimer {
        ProcessorTimer
    }

    fn seconds(&self) -> Option<f64> {
        None
    }
}
