//! Questions that can be read and are not answered.

use ktour_tour::amounts::{bytes, duration, mebibytes};
use thiserror::Error;

/// Questions that can be read and are not answered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Declined {
    /// More squares than this question takes.
    #[error("{board} has {squares} squares, and the limit is {most}: ask about a smaller board")]
    TooManySquares {
        /// The board's size.
        board: String,
        /// How many squares it has.
        squares: u128,
        /// How many are taken.
        most: u128,
    },
    /// No walks at all.
    #[error("0 tries find nothing: give at least 1")]
    NoTries,
    /// A board whose magic tours are not searched for.
    #[error(
        "magic tours are searched for on 8x8 only, by a knight, without holes and from the beginning, and you asked for {board}: measure says whether a tour is magic"
    )]
    NotMagic {
        /// The board's size.
        board: String,
    },
    /// A board whose lines of four squares are not counted.
    #[error(
        "equal columns are counted only for open tours by a knight, without given ends, on full boards of four ranks and up to {most} files; you asked for {board}"
    )]
    NotColumns {
        /// The board's size.
        board: String,
        /// The most files.
        most: u64,
    },
    /// More memory than may be used.
    #[error(
        "a search on {board} needs about {}, and {} may be used: take a smaller board",
        mebibytes(*needed),
        mebibytes(*most)
    )]
    Memory {
        /// The board's size.
        board: String,
        /// How many MiB it takes.
        needed: u128,
        /// How many may be used.
        most: u128,
    },
    /// Tables that do not fit.
    #[error(
        "{board} {kind} needs about {states} states in a layer, {} and {}, and {} may be used: take a narrower board",
        mebibytes(*needed),
        duration((*seconds).into()),
        mebibytes(*most)
    )]
    Tables {
        /// The board's size.
        board: String,
        /// Open or closed.
        kind: ktour_tour::TourKind,
        /// How many states, about.
        states: String,
        /// How many MiB they take.
        needed: u128,
        /// How long it takes, about.
        seconds: u64,
        /// How many MiB may be used.
        most: u128,
    },
    /// Tables that outgrew the memory on the way.
    #[error(
        "the tables of {board} grow beyond {}, and {} may be used: take a narrower board",
        mebibytes(*needed),
        mebibytes(*most)
    )]
    TablesGrew {
        /// The board's size.
        board: String,
        /// How many MiB they take.
        needed: u128,
        /// How many may be used.
        most: u128,
    },
    /// The time ended before there was an answer, and none of it can be used.
    #[error("stopped after {seconds} s without an answer")]
    Stopped {
        /// So long.
        seconds: u64,
    },
    /// A table with too long a side.
    #[error("a table of {sides} is too long: the longest side is {most}")]
    LongTable {
        /// Its size.
        sides: String,
        /// The longest side.
        most: u64,
    },
    /// A step that the tour does not have.
    #[error("there is no step {step}: write a whole number from 1 to {squares}")]
    NoStep {
        /// Which.
        step: String,
        /// The last.
        squares: u128,
    },
    /// A square that the tour leaves out.
    #[error("{square} is not on the tour")]
    NotOnTour {
        /// Which.
        square: String,
    },
    /// A board whose tour must be searched for.
    #[error("no tour of {board} can be built for this: a search may find one")]
    NotBuilt {
        /// The board's size.
        board: String,
    },
    /// A board beyond the atlas.
    #[error("{board} is larger than the atlas, whose sides go to {most}")]
    BeyondAtlas {
        /// The board's size.
        board: String,
        /// The longest side.
        most: u64,
    },
    /// More squares or blocks than one answer lists.
    #[error("{many} are too many at once: look at a smaller part, of {most} at most")]
    TooManyListed {
        /// How many.
        many: u64,
        /// At most.
        most: u64,
    },
    /// More tours than are put in order.
    #[error(
        "{board} has more than the {most} tours that can be sorted: ask for one of every class, or take a smaller board"
    )]
    ManyTours {
        /// The board's size.
        board: String,
        /// At most.
        most: u64,
    },
    /// A picture that is too narrow.
    #[error("a width of {width} is too small: choose 16 to {most} pixels")]
    Narrow {
        /// How many pixels.
        width: u64,
        /// At most.
        most: u64,
    },
    /// A file that grew too large.
    #[error("the file grows beyond {}: ask for a smaller one", bytes((*most).into()))]
    LargeFile {
        /// At most.
        most: u64,
    },
    /// A picture that was not ready.
    #[error("drawing took too long: choose a smaller picture or allow more time")]
    SlowFile,
    /// A proof, or a tour that shows a yes, that is too large.
    #[error(
        "a proof about {board} has about {} before its first step, and {} are allowed: ask about a smaller board",
        bytes(*needed),
        bytes((*most).into())
    )]
    LargeProof {
        /// The board's size.
        board: String,
        /// About how many bytes.
        needed: u128,
        /// At most.
        most: u64,
    },
    /// A proof that grew too large.
    #[error("the proof grows beyond the {} that are allowed: ask about a smaller board", bytes((*most).into()))]
    ProofGrew {
        /// At most.
        most: u64,
    },
    /// A proof that was not ready.
    #[error("the proof took too long: allow more time, or ask about a smaller board")]
    SlowProof,
    /// A proof that cannot be written.
    #[error("the proof cannot be written: {why}")]
    Unwritten {
        /// What is wrong.
        why: String,
    },
    /// A question that has no proof.
    #[error("a proof is not available for this question: {why}")]
    NotAsked {
        /// What is wrong.
        why: String,
    },
    /// A tour was asked for as a file, and there is none.
    #[error("no tour: {reason}")]
    NoTour {
        /// The code of the reason.
        code: &'static str,
        /// Its sentence.
        reason: String,
    },
    /// What was sent is not a tour; the facts of the code within are here as well.
    #[error("not a tour: step {step}: {what}")]
    NotATour {
        /// Where it goes wrong.
        step: u128,
        /// The code of what is wrong.
        code: &'static str,
        /// What is wrong.
        what: String,
    },
    /// A tour was asked for as a file, and none was found.
    #[error("not known after {milliseconds} ms and {trials} trials")]
    NotFound {
        /// How long it was looked for.
        milliseconds: u64,
        /// How many leaps were tested.
        trials: u64,
    },
    /// An experiment of nothing.
    #[error("0 {what} measure nothing: give at least 1")]
    Nothing {
        /// Tries or repeats.
        what: &'static str,
    },
    /// Searches without time.
    #[error("a limit of 0 s measures nothing: give a time such as 500ms or 10s")]
    NoTime,
    /// An experiment with too many rows.
    #[error("{rows} rows are too many: choose an experiment of at most {most}")]
    ManyRows {
        /// How many.
        rows: u64,
        /// At most.
        most: u64,
    },
}

ktour_tour::coded! {
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
