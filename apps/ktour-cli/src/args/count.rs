//! Counting, listing and sampling tours.

use std::path::{Path, PathBuf};
#[cfg(feature = "cluster")]
use std::time::Duration;

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use ktour_answer::{
    Refused,
    count::{CountParameters, WantedCount},
    parameters::TourParameters,
    tours::{SampleParameters, UnrankParameters},
};
#[cfg(feature = "cluster")]
use ktour_cluster::{Cluster, Hosts, Key};
use ktour_core::Board;
use ktour_count::{Resources, Shard};
use ktour_search::symmetric::WantedSymmetry;

use super::{BoardArgs, any_seed, parse_memory, symmetry};
use crate::exit::Failure;

#[derive(Args)]
#[command(
    mut_arg("by", |arg| {
        arg.conflicts_with_all(["symmetry", "magic", "checkpoint", "layers", "hosts", "workers"])
    }),
    mut_arg("magic", |arg| {
        arg.conflicts_with_all(["symmetry", "checkpoint", "layers", "hosts", "workers"])
    }),
)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    question: CountParameters,
    /// Count the solutions of a puzzle: a grid with . for each unknown step, json or csv; - is standard
    /// input. Tours are open unless --closed is given.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "end", "symmetry", "by", "magic", "memory", "threads", "spill", "checkpoint", "layers", "hosts", "workers"])]
    pub(crate) given: Option<PathBuf>,
    /// Also count classes under the board's symmetries; or, with a name such as half-turn, count the tours
    /// that this turn or reflection leaves unchanged.
    #[arg(long, value_name = "S", num_args = 0..=1, default_missing_value = "true")]
    symmetry: Option<String>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Save every layer in this directory, and continue from a saved layer if there is one.
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// Write the number of states and ways in each layer to this file after a second count, for independent
    /// checking.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["hosts", "workers"])]
    pub(crate) layers: Option<PathBuf>,
    /// Say what the count would take, and begin nothing: states of every layer, memory, files, time on this
    /// machine and on several like it.
    #[arg(long, conflicts_with_all = ["given", "symmetry", "by", "magic", "checkpoint", "layers", "hosts", "workers"])]
    pub(crate) estimate: bool,
    #[command(flatten)]
    pub(crate) cluster: ClusterArgs,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Whether this program is built without clusters; their flags are then refused, and not listed.
const IS_ALONE: bool = !cfg!(feature = "cluster");

/// Flags of a count on several machines.
#[derive(Args)]
pub(crate) struct ClusterArgs {
    /// Count together with the processes listed in this file, one host:port a line. Not encrypted, and
    /// authenticated only with --cluster-key: for trusted networks.
    #[arg(long = "cluster", hide = IS_ALONE, value_name = "HOSTS", requires = "process", conflicts_with_all = ["symmetry", "spill", "threads"])]
    hosts: Option<PathBuf>,
    /// Line of HOSTS that names this process, counted from 0.
    #[arg(long, hide = IS_ALONE, value_name = "I", requires = "hosts")]
    process: Option<usize>,
    /// Number of workers of every process; otherwise one for each thread of the machine. Without --cluster,
    /// the workers of a cluster in one process.
    #[arg(long, hide = IS_ALONE, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with_all = ["symmetry", "spill", "threads"])]
    workers: Option<u16>,
    /// Time to wait for a process that has not connected or has gone silent.
    #[arg(hide = IS_ALONE, long = "cluster-wait", value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400), requires = "hosts")]
    wait: u64,
    /// File with a secret that all processes share; a process without it is refused.
    #[arg(hide = IS_ALONE, long = "cluster-key", value_name = "FILE", requires = "hosts")]
    key: Option<PathBuf>,
}

impl ClusterArgs {
    /// Whether the count runs on a cluster.
    pub(crate) fn is_asked(&self) -> bool {
        self.hosts.is_some() || self.workers.is_some()
    }

    /// Returns the number of this process.
    #[cfg(feature = "cluster")]
    pub(crate) fn process(&self) -> usize {
        self.process.unwrap_or(0)
    }

    /// Returns the cluster of the hosts file, or of this process alone.
    #[cfg(feature = "cluster")]
    pub(crate) fn cluster(&self) -> Result<Cluster, Failure> {
        let workers = match self.workers {
            Some(workers) => workers.into(),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        };
        let Some(hosts) = &self.hosts else { return Ok(Cluster::alone(workers)) };
        let hosts = Hosts::read(hosts).map_err(Failure::refused)?;
        let cluster = Cluster::new(hosts, self.process()).map_err(Failure::refused)?;
        let cluster = cluster.with_workers(workers).with_wait(Duration::from_secs(self.wait));
        match &self.key {
            Some(path) => Ok(cluster.with_key(Key::read(path).map_err(Failure::refused)?)),
            None => Ok(cluster),
        }
    }
}

#[derive(Args)]
pub(crate) struct EnumerateArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    tours: TourParameters,
    /// Only tours that this turn or reflection of the board leaves unchanged.
    #[arg(long, value_name = "S", value_parser = symmetry(), conflicts_with = "shard")]
    pub(crate) symmetry: Option<WantedSymmetry>,
    /// One tour of every symmetry class.
    #[arg(long, conflicts_with_all = ["start", "end"])]
    pub(crate) unique: bool,
    /// Stop after this many tours.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Only one of n disjoint parts, such as 1/4.
    #[arg(long, value_name = "I/N", default_value_t)]
    pub(crate) shard: Shard,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

#[derive(Args)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: SampleParameters,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

#[derive(Args)]
pub(crate) struct UnrankArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: UnrankParameters,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    #[command(flatten)]
    pub(crate) stream: StreamArgs,
}

#[derive(Args)]
pub(crate) struct RankArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    tours: TourParameters,
    /// The file with the tour, in any format; standard input if it is missing or `-`.
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) tables: TablesArgs,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Output of many tours.
#[derive(Args)]
pub(crate) struct StreamArgs {
    /// One tour a line, as squares or json; or a parquet file. Otherwise the ending of -o decides.
    #[arg(long, short, value_name = "F", value_parser = PossibleValuesParser::new(StreamFormat::NAMES).try_map(|name| name.parse::<StreamFormat>()))]
    format: Option<StreamFormat>,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Write to a file.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Add the measures of every tour to its JSON.
    #[arg(long)]
    pub(crate) measure: bool,
}

/// Format of many tours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StreamFormat {
    /// Names of squares, one tour a line.
    Squares,
    /// A JSON document, one tour a line.
    Json,
    /// A table for data tools: squares, ends, turns, crossings, symmetry.
    Parquet,
}

ktour_core::named! {
    StreamFormat: "format of many tours" { "squares" => Squares, "json" => Json, "parquet" => Parquet }
}

impl StreamArgs {
    pub(crate) fn format(&self) -> StreamFormat {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
        match (self.format, ending) {
            _ if self.json => StreamFormat::Json,
            (Some(format), _) => format,
            (None, Some("parquet")) => StreamFormat::Parquet,
            (None, Some("json" | "jsonl" | "ndjson")) => StreamFormat::Json,
            (None, _) => StreamFormat::Squares,
        }
    }

    /// Refuses measures in a format that has no place for them.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        match self.format() {
            StreamFormat::Squares | StreamFormat::Parquet if self.measure => Err(Failure::Refused(
                "the measures of many tours are written as JSON: add --json, or leave --measure out".into(),
            )),
            _ => Ok(()),
        }
    }
}

/// Resources of counting tables.
#[derive(Args)]
pub(crate) struct TablesArgs {
    /// Maximum memory, such as 8GiB; otherwise all free memory.
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    memory: Option<u128>,
    /// Number of threads; otherwise one for each core.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Use files in this directory when memory runs out.
    #[arg(long, value_name = "DIR")]
    spill: Option<PathBuf>,
}

impl CountArgs {
    pub(crate) fn parameters(&self) -> Result<CountParameters, Failure> {
        let mut question = self.question.clone();
        question.tours = self.board.tours(&question.tours)?;
        question.symmetry = match self.symmetry.as_deref() {
            None => None,
            Some("true") => Some(WantedCount::Classes),
            // `--symmetry 6x6` means the flag without a value, and a board.
            Some(text) => match text.parse::<Board>() {
                Ok(board) => {
                    question.tours.board.board.get_or_insert(board);
                    Some(WantedCount::Classes)
                }
                Err(_) => Some(WantedCount::Kept(text.parse().map_err(Refused::new)?)),
            },
        };
        Ok(question)
    }

    pub(crate) fn resources(&self, free: u128) -> Resources {
        let resources = self.tables.resources(free);
        match &self.checkpoint {
            Some(directory) => resources.with_checkpoint(directory),
            None => resources,
        }
    }
}

impl SampleArgs {
    /// Returns the tours and the seed.
    pub(crate) fn parameters(&self) -> Result<(TourParameters, u64), Failure> {
        Ok((self.board.tours(&self.question.tours)?, self.question.seed.unwrap_or_else(any_seed)))
    }
}

impl EnumerateArgs {
    pub(crate) fn tours(&self) -> Result<TourParameters, Failure> {
        self.board.tours(&self.tours)
    }
}

impl UnrankArgs {
    pub(crate) fn tours(&self) -> Result<TourParameters, Failure> {
        self.board.tours(&self.question.tours)
    }
}

impl RankArgs {
    pub(crate) fn tours(&self) -> Result<TourParameters, Failure> {
        self.board.tours(&self.tours)
    }
}

impl TablesArgs {
    pub(crate) fn resources(&self, free: u128) -> Resources {
        let mut resources = Resources::default().with_memory(self.memory.unwrap_or(free));
        if let Some(threads) = self.threads {
            resources = resources.with_threads(threads.into());
        }
        match &self.spill {
            Some(directory) => resources.with_spill(directory),
            None => resources,
        }
    }

    /// Refuses a directory for tables that is not writable.
    pub(crate) fn check_spill(&self) -> Result<(), Failure> {
        match &self.spill {
            Some(directory) => tempfile::tempfile_in(directory)
                .map(drop)
                .map_err(|error| Failure::writing(directory.display(), &error)),
            None => Ok(()),
        }
    }
}
