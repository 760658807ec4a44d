//! Why a cluster did not count.

use thiserror::Error;

use crate::CountError;

/// Why there is no count from a cluster.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// Counting itself found a reason.
    #[error(transparent)]
    Count(#[from] CountError),
    /// The hosts file cannot be read.
    #[error("{path} cannot be read: {error}")]
    HostsUnreadable {
        /// The file.
        path: String,
        /// Why not.
        error: String,
    },
    /// A line of the hosts file is wrong.
    #[error(
        "{path} line {line}: {found:?} {why}: write host:port, such as 10.0.0.2:4001, once for every process"
    )]
    HostsLine {
        /// The file.
        path: String,
        /// Which line, from 1.
        line: usize,
        /// What it says.
        found: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The hosts file names nobody.
    #[error("{path} names no process: write a line host:port for each, such as 10.0.0.2:4001")]
    HostsEmpty {
        /// The file.
        path: String,
    },
    /// The file of the key holds none.
    #[error("{path} {why}: write a secret into it, such as 32 random bytes, and give it to all processes")]
    NoKey {
        /// The file.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no process with this number.
    #[error("there is no process {process}: the hosts file has {processes}, numbered from 0")]
    NoSuchProcess {
        /// The number asked for.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// The address of this process cannot be listened at.
    #[error("process {process} cannot listen at {address}: {error}")]
    NotListening {
        /// This process.
        process: usize,
        /// Its line.
        address: String,
        /// Why not.
        error: String,
    },
    /// The workers of this process cannot be started.
    #[error("the workers of process {process} cannot be started: {error}")]
    NotStarted {
        /// This process.
        process: usize,
        /// Why not.
        error: String,
    },
    /// Somebody did not come.
    #[error("{who} has not answered within {seconds} s: start it with the same command and its own number")]
    NoAnswer {
        /// Its number and address.
        who: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Somebody came for something else.
    #[error("{who} {theirs}, and this process {ours}: start all processes alike")]
    Differs {
        /// Its number and address.
        who: String,
        /// What it says.
        theirs: String,
        /// What this one says.
        ours: String,
    },
    /// Somebody said no to this process.
    #[error("{who} refused this process: {why}")]
    Refused {
        /// Its number and address.
        who: String,
        /// Its words.
        why: String,
    },
    /// A process is gone.
    #[error(
        "{who} was lost, {how}: with a checkpoint, the same command on all goes on from the last whole layer"
    )]
    Lost {
        /// Its number and address.
        who: String,
        /// How that was noticed.
        how: String,
    },
    /// Somebody pressed Ctrl-C elsewhere.
    #[error("{who} was interrupted, which ends the count")]
    Interrupted {
        /// Its number and address.
        who: String,
    },
    /// A process ended with a sentence of its own.
    #[error("{who} has ended: {why}")]
    Ended {
        /// Its number and address.
        who: String,
        /// Its words.
        why: String,
    },
}
