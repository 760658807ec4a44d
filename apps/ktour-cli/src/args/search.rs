//! Flags of searches, and the commands that search.

use std::{path::PathBuf, time::Duration};

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::Parameters;
use ktour_core::control::parse_time;
use ktour_search::{Method, Tie, best::Feature, symmetric::WantedSymmetry};

use super::{BoardArgs, DrawingArgs, KindArgs, ProofArgs, ToursArgs, any_seed};
use crate::exit::Failure;

/// Options of a search.
#[derive(Args)]
pub(crate) struct SearchArgs {
    /// Method of the search.
    #[arg(long, short, value_name = "M", default_value = "auto", value_parser = PossibleValuesParser::new(Method::NAMES))]
    method: String,
    /// Rule for squares with equally few onward leaps.
    #[arg(long, value_name = "T", default_value = "first", value_parser = PossibleValuesParser::new(Tie::NAMES))]
    tie: String,
    /// Order of the leaps: d0, d2, sorted, or eight dx,dy pairs, x right and y down.
    #[arg(long, value_name = "O", allow_hyphen_values = true)]
    order: Option<String>,
    /// Maximum number of walks of `warnsdorff`; 1 if not given.
    #[arg(long, value_name = "N")]
    tries: Option<u64>,
    /// Seed of all random choices: the same seed gives the same answer.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Stop after this long and answer unknown: 500ms, 10s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
}

/// Requirements on a tour in addition to its board.
#[derive(Args)]
#[group(multiple = false, conflicts_with_all = ["steps", "trace", "folder"])]
struct WishArgs {
    /// Find a tour with the fewest of these, or as few as --max-time (10s if not given) or --tries rounds
    /// allow.
    #[arg(long, value_name = "M", value_parser = PossibleValuesParser::new(Feature::NAMES))]
    fewest: Option<String>,
    /// Find a tour with the most of these.
    #[arg(long = "most", value_name = "M", value_parser = PossibleValuesParser::new(Feature::NAMES))]
    most_of: Option<String>,
    /// Find a tour of 8x8 with equal sums on all ranks and all files.
    #[arg(long)]
    magic: bool,
}

impl WishArgs {
    fn word(&self) -> Option<String> {
        let fewest = self.fewest.as_ref().map(|measure| format!("fewest-{measure}"));
        let most = self.most_of.as_ref().map(|measure| format!("most-{measure}"));
        fewest.or(most).or(self.magic.then(|| "magic".to_owned()))
    }
}

#[derive(Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    kind: KindArgs,
    /// Begin here: c3, or x,y from the top left, or random.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    start: Option<String>,
    /// End here; the tour is then open.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    end: Option<String>,
    /// Continue from squares already visited, such as a1,b3,c5.
    #[arg(long, value_name = "S,S,…", conflicts_with = "start")]
    after: Option<String>,
    /// Solve a puzzle: a grid with . for each unknown step, json or csv; - is standard input. Tours are
    /// open unless --closed is given.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "end", "after", "symmetry", "method", "tie", "order", "tries", "seed", "fewest", "most_of", "magic", "trace", "folder", "measure", "stats"])]
    pub(crate) given: Option<PathBuf>,
    /// Find a tour that this turn or reflection of the board leaves unchanged.
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new(WantedSymmetry::NAMES), conflicts_with_all = ["steps", "trace", "folder", "after", "order", "tries"])]
    symmetry: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    wish: WishArgs,
    /// Format of the tour: grid, squares, json, csv, npy, svg, png, pdf, gif; otherwise the ending of -o
    /// decides.
    #[arg(long, short, value_name = "F")]
    pub(crate) format: Option<String>,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
    /// Show every merge of --method parberry, as JSON, as numbered pictures, or all of them in one gif. With
    /// --given: explain the solution as a person would find it, rule by rule.
    #[arg(long, conflicts_with_all = ["folder", "start", "end", "after", "stats"])]
    pub(crate) steps: bool,
    /// Draw the search itself as a gif, with every step back, for --method backtrack, warnsdorff or
    /// warnsdorff-backtrack; --length sets the time that it takes.
    #[arg(long, conflicts_with_all = ["steps", "folder", "json", "stats"])]
    pub(crate) trace: bool,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Measure the tour: in the JSON, otherwise printed to standard error.
    #[arg(long, conflicts_with_all = ["steps", "trace"])]
    pub(crate) measure: bool,
    /// Print the counters of the search to standard error.
    #[arg(long)]
    pub(crate) stats: bool,
}

#[derive(Args)]
pub(crate) struct StartsArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    kind: KindArgs,
    /// End here.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    end: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Print a tour from every square that has one.
    #[arg(long, conflicts_with = "json")]
    pub(crate) boards: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ExistsArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// Print the class of every rectangle up to this size: c closed, e closed with one square missing, o
    /// open, x none.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["board", "shape", "holes", "start", "end", "closed", "open", "leaper", "folder", "max_time"])]
    pub(crate) table: Option<String>,
    /// If a search is needed, stop after this long and answer unknown; 10s if not given.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
    #[command(flatten)]
    pub(crate) proof: ProofArgs,
    /// Answer as JSON, with the data of every reason.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    /// Returns the parameters of the question, and the seed of a random start.
    pub(crate) fn parameters(&self) -> Result<(Parameters, u64), Failure> {
        let wish = self.wish.word();
        let is_random = self.start.as_deref() == Some("random") || self.search.tie == "random";
        let seed = self.search.seed.unwrap_or_else(|| if is_random { any_seed() } else { 0 });
        let words =
            self.board.parameters()?.with("kind", self.kind.word()).with("start", self.start.as_deref());
        let words = words.with("end", self.end.as_deref()).with("after", self.after.as_deref());
        let words = words.with("best", wish).with("symmetry", self.symmetry.as_deref());
        Ok((self.search.add_to(words).with("seed", Some(seed)), seed))
    }
}

impl StartsArgs {
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let words = self.board.parameters()?.with("kind", self.kind.word()).with("end", self.end.as_deref());
        Ok(self.search.add_to(words))
    }
}

impl ExistsArgs {
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        self.tours.parameters()
    }
}

impl SearchArgs {
    /// Adds the parameters of the search. The time limit is the terminal's, not the question's.
    pub(crate) fn add_to(&self, words: Parameters) -> Parameters {
        words
            .with("method", Some(&*self.method))
            .with("tie", Some(&*self.tie))
            .with("order", self.order.as_deref())
            .with("tries", self.tries)
            .with("seed", self.seed)
    }
}
