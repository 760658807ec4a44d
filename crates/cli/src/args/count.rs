//! How many, all of them, some of them.

use std::path::PathBuf;

use clap::{Args, builder::PossibleValuesParser};
use knights_tour::Puzzle;
use knights_tour_count::{Shard, Watch};

use super::{ToursArgs, any_seed, parse_bytes};
use crate::exit::Failure;

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
