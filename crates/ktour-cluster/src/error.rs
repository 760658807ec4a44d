//! Why a count in a cluster failed.

use thiserror::Error;

use super::loss::Loss;
use ktour_count::CountError;

/// Why a count in a cluster failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// Counting itself failed.
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
        /// Text of the line.
        found: String,
        /// Fault of the line.
        why: WrongLine,
    },
    /// The hosts file lists no process.
    #[error("{path} names no process: write a line host:port for each, such as 10.0.0.2:4001")]
    HostsEmpty {
        /// The file.
        path: String,
    },
    /// The file of the key cannot be used.
    #[error("{path} {why}: write a secret into it, such as 32 random bytes, and give it to all processes")]
    NoKey {
        /// The file.
        path: String,
        /// Fault of the key.
        why: WrongKey,
    },
    /// There is no process with this number.
    #[error("there is no process {process}: the hosts file has {processes}, numbered from 0")]
    NoSuchProcess {
        /// The number asked for.
        process: usize,
        /// How many there are.
        processes: usize,
    },
    /// This process cannot listen at its address.
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
    /// A process did not answer.
    #[error("{peer} has not answered within {seconds} s: start it with the same command and its own number")]
    NoAnswer {
        /// Its number and address.
        peer: String,
        /// How long this process waited.
        seconds: u64,
    },
    /// A process was started for something else.
    #[error("{peer} {difference}: start all processes with the same command")]
    Differs {
        /// Its number and address.
        peer: String,
        /// The difference.
        difference: Difference,
    },
    /// A process refused this one.
    #[error("{peer} refused this process: {why}")]
    Refused {
        /// Its number and address.
        peer: String,
        /// Its message.
        why: String,
    },
    /// A process is lost.
    #[error(
        "{peer} was lost, {how}: with a checkpoint, run the same command on every process to continue from the last complete layer"
    )]
    Lost {
        /// Its number and address.
        peer: String,
        /// How that was noticed.
        how: Loss,
    },
    /// Another process was interrupted.
    #[error("{peer} was interrupted, which ends the count")]
    Interrupted {
        /// Its number and address.
        peer: String,
    },
    /// A process ended with an error of its own.
    #[error("{peer} has ended: {why}")]
    Ended {
        /// Its number and address.
        peer: String,
        /// Its message.
        why: String,
    },
}

/// A fault of a line of the hosts file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongLine {
    /// It is not a host and port.
    #[error("is no address")]
    NoAddress,
    /// An earlier line has the same address.
    #[error("is listed twice")]
    Twice,
}

/// A fault of the file of a key.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WrongKey {
    /// It cannot be read.
    #[error("cannot be read: {error}")]
    Unreadable {
        /// Why not.
        error: String,
    },
    /// It is too long to be a key.
    #[error("has more than {most} bytes, the limit of a key")]
    TooLong {
        /// How many a key may have.
        most: u64,
    },
    /// It is empty.
    #[error("is empty")]
    Empty,
}

/// A difference between this process and another.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Difference {
    /// The programs are of different versions or builds.
    #[error("is of {theirs}, but this process of {ours}")]
    Version {
        /// The other's.
        theirs: String,
        /// Ours.
        ours: String,
    },
    /// Only the other process has a key.
    #[error("has a shared key, but this process has none")]
    OnlyTheirKey,
    /// Only this process has a key.
    #[error("has no shared key, but this process has one")]
    OnlyOurKey,
    /// Their keys are different.
    #[error("has a shared key, but this process has another")]
    Key,
    /// They count something else.
    #[error("counts {theirs}, but this process counts {ours}")]
    Question {
        /// The question of the other process.
        theirs: String,
        /// The question of this process.
        ours: String,
    },
    /// Their hosts files are different.
    #[error("has the hosts {theirs}, but this process has {ours}")]
    Hosts {
        /// Those of the other.
        theirs: String,
        /// Those of this one.
        ours: String,
    },
    /// They have different numbers of workers.
    #[error("has {theirs} workers, but this process has {ours}")]
    Workers {
        /// Those of the other.
        theirs: usize,
        /// Those of this one.
        ours: usize,
    },
    /// The process at an address has another number than the hosts file says.
    #[error("says that it is process {theirs}, but this process has another line for it")]
    Number {
        /// Number in the other process's greeting.
        theirs: usize,
    },
}
