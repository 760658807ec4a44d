//! Why a count failed.

use std::io;

use ktour_core::{Fact, amounts};
use thiserror::Error;

/// Why a count failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CountError {
    /// Open and closed tours are counted separately.
    #[error("open and closed tours are counted separately: ask for one of them")]
    NoKind,
    /// More squares than counting makes sense for.
    #[error("{board} has too many squares to count its tours: the limit is {most}")]
    TooLarge {
        /// The board's size.
        board: String,
        /// How many squares a board may have.
        most: usize,
    },
    /// The frontier does not fit a machine word.
    #[error(
        "the board is too wide to go through all its tours: with a knight the shorter side may be 8 squares, for closed tours 9"
    )]
    TooWide {
        /// How many slots it needs.
        slots: usize,
        /// How many there are.
        most: usize,
    },
    /// The number of tours does not fit 1024 bits.
    #[error(
        "the number of tours does not fit into 1024 bits, the largest number this program counts with: take a shorter board"
    )]
    TooMany,
    /// The tables outgrow the memory.
    #[error("the tables grow beyond {}, and {} are allowed", amounts::bytes(*bytes), amounts::bytes(*memory))]
    OutOfMemory {
        /// Bytes that the next layer takes.
        bytes: u128,
        /// Bytes that are available.
        memory: u128,
    },
    /// Classes are counted only on some boards.
    #[error(
        "classes are counted only for knights on full rectangles, and for open tours only without given ends"
    )]
    NoClasses,
    /// Tours are counted by a measure only if there are not too many half tours.
    #[error(
        "counting {board} by a measure would take about {steps} steps, and the limit is {most}: take a smaller board"
    )]
    NoSpread {
        /// The board's size.
        board: String,
        /// How many steps it would take, about or at least.
        steps: String,
        /// How many are allowed.
        most: u64,
    },
    /// A directory or a file in it cannot be written.
    #[error("{path} cannot be written: {error}")]
    Unwritable {
        /// Which.
        path: String,
        /// Why not.
        error: String,
    },
    /// Another process counts with this directory.
    #[error("{path} is in use, another ktour works here: wait until it ends, or name another directory")]
    InUse {
        /// The directory.
        path: String,
    },
    /// A table in a file cannot be written or read.
    #[error("the tables cannot be kept in files: {error}")]
    Disk {
        /// Why not.
        error: String,
    },
    /// The checkpoint answers another question.
    #[error("{path} is a checkpoint of {found}, not of {wanted}: name another directory, or delete it")]
    CheckpointOfAnother {
        /// The file.
        path: String,
        /// Its question.
        found: String,
        /// This one.
        wanted: String,
    },
    /// The checkpoint was written by another version.
    #[error("{path} says {found}, and this is {wanted}: name another directory, or delete it")]
    CheckpointVersion {
        /// The file.
        path: String,
        /// Text of the file.
        found: String,
        /// Expected text.
        wanted: &'static str,
    },
    /// The checkpoint is damaged.
    #[error("{path} cannot be resumed, {why}: name another directory, or delete it")]
    CheckpointBroken {
        /// The file.
        path: String,
        /// Fault of the checkpoint.
        why: CheckpointFault,
    },
    /// There are fewer tours.
    #[error("there is no tour {number}: there are {tours}, and the first has number 1")]
    NoSuchNumber {
        /// The number.
        number: u128,
        /// Number of tours.
        tours: u128,
    },
    /// The tour is not one of those that are counted.
    #[error("this tour is not one of them: its board, its piece, its kind or its ends are others")]
    AnotherTour,
    /// It was stopped.
    #[error("stopped")]
    Stopped,
}

/// A fault of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// It is a file of another kind.
    #[error("it is not a checkpoint")]
    NotOne,
    /// It is shorter or longer than its first lines say.
    #[error("it is incomplete")]
    Incomplete,
    /// Its bytes were changed.
    #[error("its checksum is wrong")]
    Checksum,
    /// It holds another layer of the same count.
    #[error("its contents are not the layer its name says")]
    AnotherLayer,
    /// It has disappeared since the count began.
    #[error("it has vanished")]
    Gone,
    /// It cannot be read.
    #[error("{error}")]
    Unreadable {
        /// Why not.
        error: String,
    },
}

impl From<io::Error> for CheckpointFault {
    fn from(error: io::Error) -> CheckpointFault {
        CheckpointFault::Unreadable { error: error.to_string() }
    }
}

impl From<&CheckpointFault> for Fact {
    fn from(why: &CheckpointFault) -> Fact {
        Fact::Text(why.to_string())
    }
}

ktour_core::coded! {
    CountError {
        "count-no-kind": NoKind,
        "count-too-large": TooLarge { board, most },
        "count-too-wide": TooWide { slots, most },
        "count-too-many": TooMany,
        "count-out-of-memory": OutOfMemory { bytes, memory },
        "count-no-classes": NoClasses,
        "count-no-spread": NoSpread { board, steps, most },
        "count-in-use": InUse { path },
        "count-unwritable": Unwritable { path, error },
        "count-disk": Disk { error },
        "count-checkpoint-of-another": CheckpointOfAnother { path, found, wanted },
        "count-checkpoint-version": CheckpointVersion { path, found, wanted },
        "count-checkpoint-broken": CheckpointBroken { path, why },
        "count-no-such-number": NoSuchNumber { number, tours },
        "count-another-tour": AnotherTour,
        "count-stopped": Stopped,
    }
}
