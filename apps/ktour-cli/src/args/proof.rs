//! Flags for evidence that others can check.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::parse_bytes;

/// Output of evidence.
#[derive(Args)]
pub(crate) struct ProofArgs {
    /// Write the evidence to a new directory: for a no a proof that veripb accepts, for a yes the tour.
    #[arg(long = "proof", value_name = "DIR")]
    pub(crate) folder: Option<PathBuf>,
    /// Refuse a proof that is larger than this, with --proof.
    #[arg(long = "max-proof", value_name = "SIZE", default_value = "1GiB", requires = "folder", value_parser = parse_bytes)]
    most: u128,
}

impl ProofArgs {
    /// Returns the maximum size of a proof in bytes.
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
    /// Check that a directory written by --proof describes its board correctly; veripb checks the proof
    /// itself.
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
