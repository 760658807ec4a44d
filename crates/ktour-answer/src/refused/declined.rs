//! Refusals of questions that are well-formed.

use ktour_core::amounts::{bytes, duration, mebibytes};
use thiserror::Error;

/// Refusal of a well-formed question.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Declined {
    /// The board has more squares than this question accepts.
    #[error("{board} has {squares} squares, and the limit is {most}: ask about a smaller board")]
    TooManySquares {
        /// Size of the board.
        board: String,
        /// Number of squares of the board.
        squares: u128,
        /// Largest accepted number.
        most: u128,
    },
    /// The number of tries is 0.
    #[error("0 tries find nothing: give at least 1")]
    NoTries,
    /// Magic tours of this board are not searched for.
    #[error(
        "magic tours are searched for only on 8x8, by a knight, without holes and without visited squares; you asked for {board}: measure says whether a tour is magic"
    )]
    NotMagic {
        /// Size of the board.
        board: String,
    },
    /// Tours with equal columns are not counted on this board.
    #[error(
        "equal columns are counted only for open tours by a knight, without given ends, on full boards of four ranks and up to {most} files; you asked for {board}"
    )]
    NotColumns {
        /// Size of the board.
        board: String,
        /// Maximum number of files.
        most: u64,
    },
    /// The search needs more memory than is available.
    #[error(
        "a search on {board} needs about {}, and {} may be used: take a smaller board",
        mebibytes(*needed),
        mebibytes(*most)
    )]
    Memory {
        /// Size of the board.
        board: String,
        /// Needed memory in MiB.
        needed: u128,
        /// Available memory in MiB.
        most: u128,
    },
    /// The tables of a count do not fit into memory.
    #[error(
        "{board} {kind} needs about {states} states in a layer, {} and {}, and {} may be used: take a narrower board",
        mebibytes(*needed),
        duration((*seconds).into()),
        mebibytes(*most)
    )]
    Tables {
        /// Size of the board.
        board: String,
        /// Open or closed.
        kind: ktour_core::TourKind,
        /// Approximate number of states.
        states: String,
        /// Needed memory in MiB.
        needed: u128,
        /// Approximate time in seconds.
        seconds: u64,
        /// Available memory in MiB.
        most: u128,
    },
    /// The tables of a count grew beyond the memory.
    #[error(
        "the tables of {board} grow beyond {}, and {} may be used: take a narrower board",
        mebibytes(*needed),
        mebibytes(*most)
    )]
    TablesGrew {
        /// Size of the board.
        board: String,
        /// Needed memory in MiB.
        needed: u128,
        /// Available memory in MiB.
        most: u128,
    },
    /// The time ended without an answer, and there is no partial one.
    #[error("stopped after {seconds} s without an answer")]
    Stopped {
        /// Elapsed time in seconds.
        seconds: u64,
    },
    /// A side of the table is too long.
    #[error("a table of {sides} is too long: the longest side is {most}")]
    LongTable {
        /// Size of the table.
        sides: String,
        /// Longest side.
        most: u64,
    },
    /// The tour has no such step.
    #[error("there is no step {step}: write a whole number from 1 to {squares}")]
    NoStep {
        /// Requested step.
        step: String,
        /// Number of squares of the tour.
        squares: u128,
    },
    /// The tour does not visit the square.
    #[error("{square} is not on the tour")]
    NotOnTour {
        /// Requested square.
        square: String,
    },
    /// The tour cannot be constructed, only searched for.
    #[error("a tour of {board} can only be searched for, not computed: use the question solve")]
    NotBuilt {
        /// Size of the board.
        board: String,
    },
    /// The board is too large for the atlas.
    #[error("{board} is larger than the atlas, whose sides go to {most}")]
    BeyondAtlas {
        /// Size of the board.
        board: String,
        /// Longest side.
        most: u64,
    },
    /// The answer would list too many squares or blocks.
    #[error("{many} are too many at once: look at a smaller part, of {most} at most")]
    TooManyListed {
        /// Number of squares or blocks.
        many: u64,
        /// Largest accepted number.
        most: u64,
    },
    /// There are too many tours to sort.
    #[error(
        "{board} has more than the {most} tours that can be sorted: ask for one of every class, or take a smaller board"
    )]
    ManyTours {
        /// Size of the board.
        board: String,
        /// Largest accepted number.
        most: u64,
    },
    /// The picture is too narrow.
    #[error("a width of {width} is too small: choose 16 to {most} pixels")]
    Narrow {
        /// Width in pixels.
        width: u64,
        /// Maximum width in pixels.
        most: u64,
    },
    /// The file grew too large.
    #[error("the file grows beyond {}: ask for a smaller one", bytes((*most).into()))]
    LargeFile {
        /// Maximum size.
        most: u64,
    },
    /// The picture was not ready in time.
    #[error("drawing took too long: choose a smaller picture or allow more time")]
    SlowFile,
    /// The evidence, a proof or a tour, is too large.
    #[error(
        "a proof about {board} has about {} before its first step, and {} are allowed: ask about a smaller board",
        bytes(*needed),
        bytes((*most).into())
    )]
    LargeProof {
        /// Size of the board.
        board: String,
        /// Approximate size in bytes.
        needed: u128,
        /// Maximum size in bytes.
        most: u64,
    },
    /// The proof grew too large.
    #[error("the proof grows beyond the {} that are allowed: ask about a smaller board", bytes((*most).into()))]
    ProofGrew {
        /// Maximum size in bytes.
        most: u64,
    },
    /// The proof was not ready in time.
    #[error("the proof took too long: allow more time, or ask about a smaller board")]
    SlowProof,
    /// The proof cannot be written.
    #[error("the proof cannot be written: {why}")]
    Unwritten {
        /// Cause.
        why: String,
    },
    /// The question has no proof.
    #[error("a proof is not available for this question: {why}")]
    NotAsked {
        /// Cause.
        why: String,
    },
    /// A file of a tour is requested, and there is no tour.
    #[error("no tour: {reason}")]
    NoTour {
        /// Code of the reason.
        code: &'static str,
        /// Sentence of the reason.
        reason: String,
    },
    /// The input is not a tour. The facts of its error are included.
    #[error("not a tour: step {step}: {what}")]
    NotATour {
        /// Step at which it goes wrong.
        step: u128,
        /// Code of the error.
        code: &'static str,
        /// Sentence of the error.
        what: String,
    },
    /// A file of a tour is requested, and no tour was found in time.
    #[error("not known after {milliseconds} ms and {trials} trials")]
    NotFound {
        /// Duration of the search in milliseconds.
        milliseconds: u64,
        /// Number of leaps tested.
        trials: u64,
    },
    /// The experiment would measure nothing.
    #[error("0 {what} measure nothing: give at least 1")]
    Nothing {
        /// Parameter that is 0: tries or repeats.
        what: &'static str,
    },
    /// The searches have no time.
    #[error("a limit of 0 s measures nothing: give a time such as 500ms or 10s")]
    NoTime,
    /// The experiment has too many rows.
    #[error("{rows} rows are too many: choose an experiment of at most {most}")]
    ManyRows {
        /// Number of rows.
        rows: u64,
        /// Largest accepted number.
        most: u64,
    },
}

ktour_core::coded! {
    Declined {
        "too-many-squares": TooManySquares { board, squares, most },
        "no-tries": NoTries,
        "not-magic": NotMagic { board },
        "not-columns": NotColumns { board, most },
        "memory": Memory { board, needed, most },
        "tables": Tables { board, kind, states, needed, seconds, most },
        "tables-grew": TablesGrew { board, needed, most },
        "stopped": Stopped { seconds },
        "long-table": LongTable { sides, most },
        "no-step": NoStep { step, squares },
        "not-on-tour": NotOnTour { square },
        "not-built": NotBuilt { board },
        "beyond-atlas": BeyondAtlas { board, most },
        "too-many-listed": TooManyListed { many, most },
        "many-tours": ManyTours { board, most },
        "narrow": Narrow { width, most },
        "large-file": LargeFile { most },
        "slow-file": SlowFile,
        "large-proof": LargeProof { board, needed, most },
        "proof-grew": ProofGrew { most },
        "slow-proof": SlowProof,
        "proof-unwritten": Unwritten { why },
        "proof-not-asked": NotAsked { why },
        "no-tour": NoTour { code, reason },
        "not-a-tour": NotATour { step, code, what },
        "not-found": NotFound { milliseconds, trials },
        "nothing-measured": Nothing { what },
        "no-time": NoTime,
        "many-rows": ManyRows { rows, most },
    }
}
