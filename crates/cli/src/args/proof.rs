//! Proofs that others can check.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parse_bytes;

/// Whether an answer comes with what shows it.
#[derive(Args)]
pub(crate) struct ProofArgs {
    /// Show the answer in a new directory: a no with a proof that veripb accepts, a yes with its tour.
    #[arg(long = "proof", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// With --proof: refuse a proof of more bytes than this.
    #[arg(long = "max-proof", value_name = "SIZE", default_value = "1GiB", value_parser = parse_bytes)]
    most: u128,
}

impl ProofArgs {
    /// The most bytes of a proof.
    pub(crate) fn most(&self) -> u64 {
        u64::try_from(self.most).unwrap_or(u64::MAX)
    }
}

#[derive(Args)]
pub(crate) struct ProofCommandArgs {
    #[command(subcommand)]
    pub(crate) command: ProofCommand,
}

#[derive(Subcommand)]
pub(crate) enum ProofCommand {
    /// Confirm that what a directory of --proof says of its board is true of every tour; the proof itself is for veripb.
    Check(CheckArgs),
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    /// The directory.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
