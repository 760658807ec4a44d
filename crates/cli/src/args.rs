//! The words of the command line.

use std::{path::PathBuf, time::Duration};

use clap::{Args, ColorChoice, Parser, Subcommand, builder::PossibleValuesParser};
use knights_tour::{
    Board, Leaper, Method, MoveOrder, Puzzle, Square, Strategy, Tie, TourKind,
    notation::{parse_place, parse_square, split_squares},
    solve::random_start,
};

use knights_tour_count::{Shard, Watch};

use crate::{drawing::DrawingArgs, exit::Failure};

/// Everything a person wants to do with a knight and a board.
#[derive(Parser)]
#[command(name = "ktour", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Say nothing but the answer.
    #[arg(long, short, global = true)]
    quiet: bool,
    /// When to use colour.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

/// How answers look.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) is_quiet: bool,
    pub(crate) has_colour: bool,
}

impl Cli {
    pub(crate) fn look(&self) -> Look {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
        let has_colour = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()),
        };
        Look { is_quiet: self.quiet, has_colour }
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find one verified tour, or say why there is none.
    Solve(SolveArgs),
    /// Answer yes or no for every starting square.
    Starts(StartsArgs),
    /// Say whether a tour exists, and why not, on boards of any size.
    Exists(ExistsArgs),
    /// Count all tours exactly.
    Count(CountArgs),
    /// List all tours, streamed.
    Enumerate(EnumerateArgs),
    /// Draw tours exactly uniformly among all.
    Sample(SampleArgs),
    /// Check a tour in any format, from a file or a pipe, and name the first thing wrong.
    Verify(VerifyArgs),
    /// Draw a tour read in any format: svg, png, pdf, gif; or write it in another format.
    Render(RenderArgs),
    /// Look at one step or one square of a tour too large to store.
    At(AtArgs),
    /// Run the fixed suite: seconds, ratios to a peer or a limit, and signatures.
    Bench(BenchArgs),
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page.
    Man,
}

/// Which board, and who leaps on it.
#[derive(Args)]
pub(crate) struct BoardArgs {
    /// 8 for 8x8, or 31x29 for 31 files by 29 ranks.
    #[arg(value_name = "BOARD", allow_negative_numbers = true)]
    board: Option<String>,
    /// Squares to remove, such as a1,c3.
    #[arg(long, value_name = "SQUARES", allow_negative_numbers = true)]
    holes: Option<String>,
    /// Read the shape from a text picture (`.` a square, `#` or space a hole, top line first) or a PNG
    /// (a pixel a square, dark a hole).
    #[arg(long = "board", value_name = "FILE", id = "shape", conflicts_with = "board")]
    shape: Option<PathBuf>,
    /// Who leaps: 1,2, or a name such as knight, camel, zebra, giraffe, antelope.
    #[arg(long, value_name = "R,S", default_value = "knight", allow_negative_numbers = true)]
    leaper: String,
}

/// Open or closed.
#[derive(Args)]
pub(crate) struct KindArgs {
    /// The last square is a leap from the first.
    #[arg(long, conflicts_with = "open")]
    closed: bool,
    /// The tour may end anywhere.
    #[arg(long)]
    open: bool,
}

/// How to search.
#[derive(Args)]
pub(crate) struct SearchArgs {
    /// How to search.
    #[arg(long, short, value_name = "M", default_value = "auto", value_parser = PossibleValuesParser::new(Method::NAMED.map(|(name, _)| name)))]
    method: String,
    /// Among squares with equally few onward leaps.
    #[arg(long, value_name = "T", default_value = "first", value_parser = PossibleValuesParser::new(Tie::NAMED.map(|(name, _)| name)))]
    tie: String,
    /// The order of the leaps: d0, d2, sorted, or eight dx,dy pairs, x right and y down.
    #[arg(long, value_name = "O", allow_hyphen_values = true)]
    order: Option<String>,
    /// How many walks `warnsdorff` may begin.
    #[arg(long, value_name = "N", default_value_t = 1)]
    tries: u64,
    /// Same seed, same answer.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop after this long and say unknown: 500ms, 10s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
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
    /// Go on from squares already visited, such as a1,b3,c5.
    #[arg(long, value_name = "S,S,…", conflicts_with = "start")]
    after: Option<String>,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// How to write the tour: grid, squares, json, csv, npy, svg, png, pdf, gif; otherwise by the ending of -o.
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
    /// With --method parberry: show every merge, as JSON or as numbered SVG frames beside -o.
    #[arg(long)]
    pub(crate) steps: bool,
    /// With --method backtrack: draw the search itself, its ways back included, into a gif; --length says how long.
    #[arg(long, conflicts_with = "steps")]
    pub(crate) trace: bool,
    /// Print what the search counted to standard error.
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
    /// Print a tour from every square that has one.
    #[arg(long)]
    pub(crate) boards: bool,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ExistsArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// The class of every rectangle up to this size: c closed, e closed with one square missing, o open, x none.
    #[arg(long, value_name = "BOARD", conflicts_with_all = ["board", "shape", "holes", "start", "end", "closed", "open"])]
    pub(crate) table: Option<String>,
    /// Where a search is needed, stop after this long and say unknown; 10s where it is not given.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
    /// Answer as JSON, with the data of every reason.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which tours: a board, a kind and perhaps ends.
#[derive(Args)]
pub(crate) struct ToursArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    kind: KindArgs,
    /// Begin here: c3, or x,y from the top left.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    start: Option<String>,
    /// End here; the tours are then open.
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    end: Option<String>,
}

#[derive(Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    tours: ToursArgs,
    /// Count classes under the board's symmetries as well; closed tours only.
    #[arg(long)]
    pub(crate) symmetry: bool,
    #[command(flatten)]
    tables: TablesArgs,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// One tour of every symmetry class.
    #[arg(long, conflicts_with_all = ["start", "end"])]
    pub(crate) unique: bool,
    /// Stop after so many tours.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// One of n disjoint parts, such as 1/4.
    #[arg(long, value_name = "I/N", default_value_t)]
    pub(crate) shard: Shard,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

#[derive(Args)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// How many tours.
    #[arg(short, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) n: u32,
    /// Same seed, same tours.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

/// How many tours are written.
#[derive(Args)]
pub(crate) struct StreamArgs {
    /// One tour a line: squares, or json.
    #[arg(long, short, value_name = "F", value_parser = PossibleValuesParser::new(["squares", "json"]), default_value = "squares")]
    pub(crate) format: String,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What counting tables may take.
#[derive(Args)]
pub(crate) struct TablesArgs {
    /// The most memory to use, such as 8GiB; otherwise what the machine has free.
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes)]
    memory: Option<u128>,
    /// How many threads; otherwise as many as the machine has.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A tour somebody wrote down.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// The file; standard input where it is missing or `-`.
    pub(crate) file: Option<PathBuf>,
    /// The board, for formats that do not say it.
    #[arg(long, value_name = "BOARD")]
    on: Option<String>,
    /// Its holes.
    #[arg(long, value_name = "SQUARES", requires = "on")]
    holes: Option<String>,
    /// Who leaps, for formats that do not say it.
    #[arg(long, value_name = "R,S")]
    leaper: Option<String>,
}

#[derive(Args)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to write it: svg, png, pdf, gif, or grid, squares, json, csv, npy; otherwise by the ending of -o.
    #[arg(long, short, value_name = "F")]
    pub(crate) format: Option<String>,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) drawing: DrawingArgs,
}

#[derive(Args)]
pub(crate) struct AtArgs {
    #[command(flatten)]
    pub(crate) tours: ToursArgs,
    /// Which step, counted from 1.
    #[arg(long, value_name = "K", allow_hyphen_values = true, required_unless_present = "square")]
    pub(crate) step: Option<String>,
    /// Which square.
    #[arg(long, value_name = "S", allow_hyphen_values = true, conflicts_with = "step")]
    pub(crate) square: Option<String>,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Only the entries whose name contains this.
    #[arg(value_name = "NAME")]
    pub(crate) only: Option<String>,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl BoardArgs {
    pub(crate) fn board(&self) -> Result<Board, Failure> {
        let board = match (&self.board, &self.shape) {
            (_, Some(path)) => {
                let text = std::fs::read(path).map_err(|error| {
                    Failure::Refused(format!("the board {} cannot be read: {error}", path.display()))
                })?;
                knights_tour_render::read::board(&text).map_err(|error| {
                    Failure::Refused(format!("the board {} cannot be used: {error}", path.display()))
                })?
            }
            (Some(board), None) => board.parse().map_err(Failure::refused)?,
            (None, None) => {
                return Err(Failure::Refused("a board is missing: write 8, 31x29 or --board FILE".into()));
            }
        };
        with_holes(board, self.holes.as_deref())
    }

    pub(crate) fn leaper(&self) -> Result<Leaper, Failure> {
        self.leaper.parse().map_err(Failure::refused)
    }

    fn puzzle(&self, kind: &KindArgs) -> Result<Puzzle, Failure> {
        let puzzle = Puzzle::new(self.board()?).with_leaper(self.leaper()?);
        Ok(match kind.kind() {
            Some(kind) => puzzle.with_kind(kind),
            None => puzzle,
        })
    }
}

fn with_holes(board: Board, holes: Option<&str>) -> Result<Board, Failure> {
    let mut squares: Vec<Square> = Vec::new();
    for hole in holes.map(split_squares).unwrap_or_default() {
        squares.push(parse_place(&board, &hole).map_err(Failure::refused)?);
    }
    board.with_holes(squares).map_err(Failure::refused)
}

impl KindArgs {
    pub(crate) fn kind(&self) -> Option<TourKind> {
        match (self.closed, self.open) {
            (true, _) => Some(TourKind::Closed),
            (_, true) => Some(TourKind::Open),
            _ => None,
        }
    }
}

impl SolveArgs {
    /// The question, and the seed where chance was asked for.
    pub(crate) fn puzzle(&self) -> Result<(Puzzle, u64), Failure> {
        let is_random = self.start.as_deref() == Some("random") || self.search.tie == "random";
        let seed = self.search.seed.unwrap_or_else(|| if is_random { any_seed() } else { 0 });
        let mut puzzle = self.board.puzzle(&self.kind)?;
        let square =
            |puzzle: &Puzzle, text: &str| parse_square(puzzle.board(), text).map_err(Failure::refused);
        if let Some(end) = &self.end {
            let end = square(&puzzle, end)?;
            puzzle = puzzle.to(end).map_err(Failure::refused)?;
        }
        if let Some(start) = self.start.as_deref() {
            let start = if start == "random" { random_start(&puzzle, seed) } else { square(&puzzle, start)? };
            puzzle = puzzle.from(start).map_err(Failure::refused)?;
        }
        if let Some(after) = &self.after {
            let mut visited = Vec::new();
            for name in split_squares(after) {
                visited.push(square(&puzzle, &name)?);
            }
            puzzle = puzzle.after(visited).map_err(Failure::refused)?;
        }
        Ok((puzzle, seed))
    }
}

impl ToursArgs {
    /// The question, with its ends where they are given.
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        let mut puzzle = self.board.puzzle(&self.kind)?;
        if let Some(start) = &self.start {
            let start = parse_square(puzzle.board(), start).map_err(Failure::refused)?;
            puzzle = puzzle.from(start).map_err(Failure::refused)?;
        }
        if let Some(end) = &self.end {
            let end = parse_square(puzzle.board(), end).map_err(Failure::refused)?;
            puzzle = puzzle.to(end).map_err(Failure::refused)?;
        }
        Ok(puzzle)
    }
}

impl CountArgs {
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        self.tours.puzzle()
    }

    pub(crate) fn watch(&self, free: u128) -> Watch {
        self.tables.watch(free)
    }
}

impl SampleArgs {
    pub(crate) fn seed(&self) -> u64 {
        self.seed.unwrap_or_else(any_seed)
    }
}

impl TablesArgs {
    pub(crate) fn watch(&self, free: u128) -> Watch {
        let watch = Watch::default().with_memory(self.memory.unwrap_or(free));
        match self.threads {
            Some(threads) => watch.with_threads(threads.into()),
            None => watch,
        }
    }
}

impl StartsArgs {
    pub(crate) fn puzzle(&self) -> Result<Puzzle, Failure> {
        let puzzle = self.board.puzzle(&self.kind)?;
        match &self.end {
            Some(end) => {
                let end = parse_square(puzzle.board(), end).map_err(Failure::refused)?;
                puzzle.to(end).map_err(Failure::refused)
            }
            None => Ok(puzzle),
        }
    }
}

impl SearchArgs {
    pub(crate) fn strategy(&self, leaper: Leaper, seed: u64) -> Result<Strategy, Failure> {
        let order = self.order.as_deref().map(|order| MoveOrder::parse(order, leaper)).transpose();
        if self.tries == 0 {
            return Err(Failure::Refused("0 tries find nothing: give --tries at least 1".into()));
        }
        Ok(Strategy {
            method: self.method.parse().map_err(Failure::refused)?,
            order: order.map_err(Failure::refused)?,
            tie: self.tie.parse().map_err(Failure::refused)?,
            tries: self.tries,
            seed: self.seed.unwrap_or(seed),
        })
    }
}

impl InputArgs {
    pub(crate) fn board(&self) -> Result<Option<Board>, Failure> {
        let Some(board) = &self.on else { return Ok(None) };
        let board = board.parse().map_err(Failure::refused)?;
        with_holes(board, self.holes.as_deref()).map(Some)
    }

    pub(crate) fn leaper(&self) -> Result<Option<Leaper>, Failure> {
        self.leaper.as_deref().map(str::parse).transpose().map_err(Failure::refused)
    }
}

/// A seed from the clock, for those who ask for chance and name none.
fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64) & ((1 << 53) - 1)
}

/// `8GiB`, `512MB`, `1.5G`; a plain number is bytes.
fn parse_bytes(text: &str) -> Result<u128, String> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1048576.0,
        "g" | "gib" => 1073741824.0,
        "t" | "tib" => 1099511627776.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => f64::NAN,
    };
    match number.parse::<f64>().map_or(f64::NAN, |number| number * scale) {
        bytes if bytes >= 0.0 => Ok(bytes as u128),
        _ => Err("write a size such as 512MiB or 8GiB".to_owned()),
    }
}

/// `500ms`, `10s`, `1.5m`, `2h`; a plain number is seconds.
pub(crate) fn parse_time(text: &str) -> Result<Duration, String> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().map_or(f64::NAN, |number| number * scale);
    Duration::try_from_secs_f64(seconds).map_err(|_| "write a time such as 500ms, 10s, 2m or 1h".to_owned())
}
