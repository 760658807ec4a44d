//! Search for the best tour by a measure: exhaustive on small boards, simulated annealing on all threads
//! elsewhere.

use std::{
    ops::ControlFlow,
    str::FromStr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

#[cfg(feature = "clap")]
use clap::{
    Arg, ArgAction, ArgGroup, ArgMatches, Command,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use ktour_core::{Control, NameError, Outcome, Puzzle, Tour, TourKind};
use ktour_count::{Counter, Resources, Shard};
#[cfg(feature = "clap")]
use ktour_search::best::Feature;
use ktour_search::{
    Answer,
    best::{Aim, Annealer, semi_magic},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    Refused,
    parameters::{Parameter, text},
};

/// Largest board whose tours are counted before the search, in squares. They are listed if their number has
/// at most [`MAX_BITS_TO_LIST`] bits.
const MAX_SQUARES_TO_COUNT: u128 = 36;
/// Maximum number of bits of a number of tours that are listed.
const MAX_BITS_TO_LIST: u64 = 16;

/// Requirement on a tour in addition to its puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Minimum or maximum of some value.
    Best(Aim),
    /// Equal sums on all ranks and all files.
    Magic,
}

impl Quality {
    /// Returns the names of all requirements.
    pub fn names() -> Vec<String> {
        Aim::iter().map(|aim| aim.to_string()).chain(["magic".to_owned()]).collect()
    }
}

/// On the command line three flags.
impl Parameter for Quality {
    fn schema() -> Value {
        json!({"type": "string", "enum": Quality::names()})
    }

    fn parse(name: &str, value: &Value) -> Result<Quality, Refused> {
        text(name, value)?.parse().map_err(Refused::new)
    }

    #[cfg(feature = "clap")]
    fn add_flags(command: Command, _: Arg) -> Command {
        let feature = |id: &'static str, name: &'static str, help: &'static str| {
            let names = PossibleValuesParser::new(Feature::NAMES).try_map(|name| name.parse::<Feature>());
            Arg::new(id).long(name).help(help).value_name("M").value_parser(names)
        };
        let fewest = "Find a tour with the fewest of these, or as few as --max-time (10s if not given) or --tries \
                      rounds allow";
        command
            .arg(feature("fewest", "fewest", fewest))
            .arg(feature("most_of", "most", "Find a tour with the most of these"))
            .arg(
                Arg::new("magic")
                    .long("magic")
                    .help("Find a tour of 8x8 with equal sums on all ranks and all files")
                    .action(ArgAction::SetTrue),
            )
            .group(ArgGroup::new("best").args(["fewest", "most_of", "magic"]))
    }

    #[cfg(feature = "clap")]
    fn take(matches: &mut ArgMatches, _: &str) -> Option<Quality> {
        let fewest = matches.remove_one("fewest").map(Aim::Fewest);
        let aim = fewest.or_else(|| matches.remove_one("most_of").map(Aim::Most));
        aim.map(Quality::Best).or_else(|| matches.get_flag("magic").then_some(Quality::Magic))
    }
}

impl FromStr for Quality {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Quality, NameError> {
        let aim = Aim::iter().find(|aim| aim.to_string() == text).map(Quality::Best);
        let unknown = || NameError { what: "wish", text: text.to_owned(), names: Quality::names() };
        aim.or((text == "magic").then_some(Quality::Magic)).ok_or_else(unknown)
    }
}

/// Progress of a search for the best tour; other threads may read it.
#[derive(Debug, Default)]
pub struct BestProgress {
    /// Best value plus one; 0 if there is none.
    value: AtomicU64,
    rounds: AtomicU64,
}

impl BestProgress {
    /// The best value, if there is one.
    pub fn value(&self) -> Option<u64> {
        self.value.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Number of rounds started.
    pub fn rounds(&self) -> u64 {
        self.rounds.load(Ordering::Relaxed)
    }

    fn record(&self, value: u64) {
        self.value.store(value + 1, Ordering::Relaxed);
    }
}

/// Value of the best tour found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Best", deny_unknown_fields)]
pub struct BestDocument {
    /// Aim, such as `fewest-turns` or `most-straight`.
    pub aim: String,
    /// Value of the tour.
    pub value: u64,
    /// Whether no tour is better, because all tours were compared.
    pub is_proven: bool,
    /// Number of rounds started.
    pub rounds: u64,
}

/// Limits of the annealing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundLimits {
    pub(crate) seed: u64,
    pub(crate) rounds: u64,
    pub(crate) threads: usize,
}

/// Improves the tour of `answer` until the limits are reached.
pub(crate) fn best(
    puzzle: &Puzzle,
    aim: Aim,
    effort: RoundLimits,
    mut answer: Answer,
    control: &Control,
    so_far: &BestProgress,
) -> (Answer, Option<BestDocument>) {
    let Outcome::Found(first) = answer.outcome else { return (answer, None) };
    let kind = if puzzle.end().is_some() { TourKind::Open } else { first.kind() };
    let puzzle = puzzle.clone().with_kind(kind);
    so_far.record(aim.value(&first));
    let (tour, is_proven) = match best_of_all(&puzzle, aim, control) {
        Some(tour) => (tour, true),
        None => (rounds(&puzzle, aim, effort, first, control, so_far), false),
    };
    let value = aim.value(&tour);
    answer.stats.tries += so_far.rounds();
    answer.stats.elapsed = control.elapsed();
    answer.outcome = Outcome::Found(tour);
    let rounds = so_far.rounds();
    (answer, Some(BestDocument { aim: aim.to_string(), value, is_proven, rounds }))
}

/// Returns the best of all tours if there are few of them.
fn best_of_all(puzzle: &Puzzle, aim: Aim, control: &Control) -> Option<Tour> {
    if puzzle.board().square_count() > MAX_SQUARES_TO_COUNT {
        return None;
    }
    let (counter, resources) = (Counter::new(puzzle).ok()?, Resources::default().with_threads(1));
    let counted = counter.count(&resources, control).ok()?;
    if counted.tours.undirected().bits() > MAX_BITS_TO_LIST {
        return None;
    }
    let mut best: Option<(u64, Tour)> = None;
    let mut each = |tour: Tour| {
        let value = aim.value(&tour);
        if best.as_ref().is_none_or(|(least, _)| aim.is_better(value, *least)) {
            best = Some((value, tour));
        }
        ControlFlow::Continue(())
    };
    counter.each_tour(Shard::default(), &resources, control, &mut each).ok()?;
    best.map(|(_, tour)| tour)
}

/// Runs rounds of annealing on all threads. Of equally good tours it returns that of the earliest round.
fn rounds(
    puzzle: &Puzzle,
    aim: Aim,
    effort: RoundLimits,
    first: Tour,
    control: &Control,
    so_far: &BestProgress,
) -> Tour {
    let search = Annealer::new(puzzle, aim, &first);
    let best = Mutex::new((aim.value(&first), u64::MAX, first.clone()));
    let work = || {
        while !control.is_stopped() {
            let round = so_far.rounds.fetch_add(1, Ordering::Relaxed);
            if round >= effort.rounds {
                so_far.rounds.fetch_sub(1, Ordering::Relaxed);
                break;
            }
            let Some(tour) = search.round(effort.seed, round, control) else { continue };
            let value = aim.value(&tour);
            let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
            if aim.is_better(value, best.0) || value == best.0 && round < best.1 {
                so_far.record(value);
                *best = (value, round, tour);
            }
        }
    };
    match effort.threads {
        0 | 1 => work(),
        threads => rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work()))),
    }
    best.into_inner().unwrap_or_else(PoisonError::into_inner).2
}

/// Returns a semi-magic tour, if one is found in time.
pub(crate) fn magic(puzzle: &Puzzle, seed: u64, mut answer: Answer, control: &Control) -> Answer {
    let found = semi_magic(puzzle, seed, control);
    answer.stats.trials = control.progress().done;
    answer.stats.elapsed = control.elapsed();
    answer.outcome =
        found.map_or_else(|| Outcome::Unknown(control.spent(answer.stats.trials)), Outcome::Found);
    answer
}
