//! Proofs that others can check.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parse_bytes;

/// Whether an answer comes with what shows it.
#[derive(Args)]
pub(crate) struct ProofArgs {
    /// Write the evidence to a new directory: for a no a proof that veripb accepts, for a yes the tour.
    #[arg(long = "proof", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// With --proof: refuse a proof that is larger than this.
    #[arg(long = "max-proof", value_name = "SIZE", default_value = "1GiB", requires = "folder", value_parser = parse_bytes)]
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
    /// Check that a directory written by --proof describes its board correctly; the proof itself is checked by veripb.
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
