//! What all answers are made of: outcomes, reasons and what was spent; boards, tours and counters are
//! the renderer's, which writes them into files as well.

use knights_tour::{
    Answer, Board, Outcome, Puzzle, Reason, Square, Tour, notation,
    proof::{LeaperBound, Proof, Step, Then},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

pub use knights_tour_render::document::{
    BoardDocument, KindDocument, LeaperDocument, SquaresOf, StatsDocument, TourDocument, Whole, names,
};

/// Found, impossible or unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "OutcomeWord")]
pub enum OutcomeWord {
    /// A tour, verified.
    Found,
    /// There is none, for a reason.
    Impossible,
    /// Nothing is claimed.
    Unknown,
}

/// What came of the search for a tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outcome", deny_unknown_fields)]
pub struct OutcomeDocument<'a> {
    /// Where the tour is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardDocument>,
    /// Who leaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaper: Option<LeaperDocument>,
    /// Found, impossible or unknown.
    pub outcome: OutcomeWord,
    /// Open or closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// The tour, from its first square to its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<SquaresOf<'a>>,
    /// Why there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// What was spent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
    /// What the search counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsDocument>,
}

impl<'a> OutcomeDocument<'a> {
    /// What was found, or why not.
    pub fn of(board: &Board, outcome: &'a Outcome<Tour>) -> OutcomeDocument<'a> {
        let nothing = OutcomeDocument {
            board: None,
            leaper: None,
            outcome: OutcomeWord::Unknown,
            kind: None,
            squares: None,
            reason: None,
            spent: None,
            stats: None,
        };
        match outcome {
            Outcome::Found(tour) => OutcomeDocument {
                board: Some(tour.board().into()),
                leaper: Some(tour.leaper().into()),
                outcome: OutcomeWord::Found,
                kind: Some(tour.kind().into()),
                squares: Some(SquaresOf(tour)),
                ..nothing
            },
            Outcome::Impossible(reason) => OutcomeDocument {
                outcome: OutcomeWord::Impossible,
                reason: Some(ReasonDocument::new(board, reason)),
                ..nothing
            },
            Outcome::Unknown(spent) => OutcomeDocument { spent: Some(spent.into()), ..nothing },
        }
    }

    /// The same with the counters of the search.
    pub fn new(puzzle: &Puzzle, answer: &'a Answer) -> OutcomeDocument<'a> {
        OutcomeDocument {
            stats: Some(StatsDocument::from(&answer.stats)),
            ..OutcomeDocument::of(puzzle.board(), &answer.outcome)
        }
    }
}

/// What a search had spent when it gave up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spent", deny_unknown_fields)]
pub struct SpentDocument {
    /// How long it took.
    pub seconds: f64,
    /// Leaps tested.
    pub trials: Whole,
}

impl From<&knights_tour::control::Spent> for SpentDocument {
    fn from(spent: &knights_tour::control::Spent) -> SpentDocument {
        SpentDocument { seconds: spent.elapsed.as_secs_f64(), trials: spent.trials.into() }
    }
}

/// Why there is no tour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reason", deny_unknown_fields)]
pub struct ReasonDocument {
    /// A short stable name.
    pub code: &'static str,
    /// One English sentence that a person can check.
    pub text: String,
    /// The squares it is about, those that tell the most first.
    pub squares: Vec<String>,
    /// The data by which it can be checked again, and said in other words.
    pub certificate: Value,
}

impl ReasonDocument {
    /// A reason about this board.
    pub fn new(board: &Board, reason: &Reason) -> ReasonDocument {
        ReasonDocument {
            code: reason.code(),
            text: reason.text(board),
            squares: names(board, reason.squares()),
            certificate: On(board).certificate(reason),
        }
    }
}

/// Writes squares as the board's output names them.
#[derive(Clone, Copy)]
struct On<'a>(&'a Board);

impl On<'_> {
    fn square(self, square: Square) -> Value {
        notation::name(self.0, square).into()
    }

    fn squares(self, squares: &[Square]) -> Value {
        names(self.0, squares.iter().copied()).into()
    }

    fn certificate(self, reason: &Reason) -> Value {
        match reason {
            Reason::TooSmall { squares } => json!({"squares": Whole(*squares)}),
            Reason::Parity { kind, dark, light, start, end } => json!({
                "kind": kind.to_string(),
                "a1_colour": Whole(*dark),
                "other_colour": Whole(*light),
                "start": start.map(|start| self.square(start)),
                "end": end.map(|end| self.square(end)),
            }),
            Reason::FewNeighbours { squares, kind } => {
                let square = |&(square, count): &(Square, usize)| json!({"square": self.square(square), "neighbours": count});
                json!({"kind": kind.to_string(), "squares": squares.iter().map(square).collect::<Value>()})
            }
            Reason::Contested { square, by, gives } => {
                json!({"square": self.square(*square), "needed_by": self.squares(by), "gives": gives})
            }
            Reason::Shortage { squares, givers } => {
                json!({"squares": self.squares(squares), "givers": self.squares(givers)})
            }
            Reason::Disconnected { from, to } => json!({"from": self.square(*from), "to": self.square(*to)}),
            Reason::Cut { removed, pieces, joins } => {
                json!({"removed": self.squares(removed), "pieces": self.squares(pieces), "joins": joins})
            }
            Reason::OuterLines { length, end, hole } => json!({
                "length": Whole::from(*length),
                "end": end.map(|end| self.square(end)),
                "hole": hole.map(|hole| self.square(hole)),
            }),
            Reason::Schwenk { short, long } => json!({"short": short, "long": Whole::from(*long)}),
            Reason::Leaper { leaper, bound } => {
                let (name, number) = match *bound {
                    LeaperBound::Colour => ("colour", None),
                    LeaperBound::Divisor(divisor) => ("divisor", Some(divisor)),
                    LeaperBound::Narrow(side) => ("shorter side", Some(side)),
                    LeaperBound::Short(side) => ("longer side", Some(side)),
                    _ => ("other", None),
                };
                let number = number.map(Whole::from);
                json!({"leaper": [leaper.r(), leaper.s()], "bound": name, "is": number})
            }
            Reason::Forced(proof) => self.proof(proof),
            Reason::Exhausted { nodes } => json!({"nodes": Whole::from(*nodes)}),
            _ => Value::Null,
        }
    }

    /// The steps of a proof, and how it ends.
    fn proof(self, proof: &Proof) -> Value {
        let step = |step: &Step| match step {
            Step::Only { at, to } => json!({"take": self.squares(&[*at, *to])}),
            Step::Full { at, to } => json!({"drop": self.squares(&[*at, *to])}),
            Step::Loop { path } => json!({"drop_loop": self.squares(path)}),
        };
        let steps: Value = proof.steps.iter().map(step).collect();
        match &proof.then {
            Then::Lost(square) => json!({"steps": steps, "lost": self.square(*square)}),
            Then::Apart(from, to) => json!({"steps": steps, "apart": self.squares(&[*from, *to])}),
            Then::Cases { leap, taken, left } => json!({
                "steps": steps,
                "leap": self.squares(&[leap.0, leap.1]),
                "if_taken": self.proof(taken),
                "if_dropped": self.proof(left),
            }),
            Then::Ends(ends) => {
                let end = |(end, proof): &(Square, Proof)| json!({"end": self.square(*end), "proof": self.proof(proof)});
                json!({"ends": ends.iter().map(end).collect::<Value>()})
            }
        }
    }
}
