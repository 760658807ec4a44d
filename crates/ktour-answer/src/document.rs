//! Documents that many answers share: outcomes, reasons, and the cost of a search. Boards, tours and
//! counters come from the renderer, which also writes them into files.

use ktour_core::{
    Board, Outcome, Puzzle, Reason, Square, Tour, notation,
    proof::{Group, LeaperBound, Proof, ProofEnd, ProofStep, Region, SymmetryFacts},
};
use ktour_search::Answer;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::best::BestDocument;
pub use ktour_render::document::{
    BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, SquaresOf, StatsDocument, TourDocument,
    Whole, names, symmetry_name,
};

/// Bytes per square while a tour is measured: lines, steps and neighbours.
pub(crate) const MEASURING_BYTES_PER_SQUARE: u128 = 64;

/// Found, impossible or unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "OutcomeWord")]
pub enum OutcomeWord {
    /// A verified tour was found.
    Found,
    /// There is no tour, for a reason.
    Impossible,
    /// The search ended without an answer.
    Unknown,
}

/// Result of a search for a tour.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Outcome", deny_unknown_fields)]
pub struct OutcomeDocument<'a> {
    /// Board of the tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardDocument>,
    /// The leaper.
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
    /// Reason why there is no tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// Cost of a search without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
    /// Counters of the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<StatsDocument>,
    /// Measures of the tour, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
    /// Value of the tour, if the best one was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<BestDocument>,
}

impl<'a> OutcomeDocument<'a> {
    /// Creates the document of an outcome.
    pub fn from_outcome(board: &Board, outcome: &'a Outcome<Tour>) -> OutcomeDocument<'a> {
        let nothing = OutcomeDocument {
            board: None,
            leaper: None,
            outcome: OutcomeWord::Unknown,
            kind: None,
            squares: None,
            reason: None,
            spent: None,
            stats: None,
            measures: None,
            best: None,
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

    /// Creates the document of an answer, with the counters of its search.
    pub fn new(puzzle: &Puzzle, answer: &'a Answer) -> OutcomeDocument<'a> {
        OutcomeDocument {
            stats: Some(StatsDocument::from(&answer.stats)),
            ..OutcomeDocument::from_outcome(puzzle.board(), &answer.outcome)
        }
    }
}

/// Cost of a search that was given up.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spent", deny_unknown_fields)]
pub struct SpentDocument {
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// Number of leaps tested.
    pub trials: Whole,
}

impl From<&ktour_core::control::Spent> for SpentDocument {
    fn from(spent: &ktour_core::control::Spent) -> SpentDocument {
        SpentDocument { seconds: spent.elapsed.as_secs_f64(), trials: spent.trials.into() }
    }
}

/// Reason why there is no tour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reason", deny_unknown_fields)]
pub struct ReasonDocument {
    /// Stable code.
    pub code: &'static str,
    /// One English sentence that a person can check.
    pub text: String,
    /// Squares that the reason is about, the most informative first.
    pub squares: Vec<String>,
    /// Facts from which the reason can be checked or expressed in another language.
    pub certificate: Value,
    /// Groups of squares for a picture; empty if `squares` shows everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupDocument>,
}

/// Squares with one role in a reason: listed, or given by their lines or their colour, so that the document
/// is small on every board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Group", deny_unknown_fields)]
pub struct GroupDocument {
    /// Role: outer and inner lines, dark (a1's colour) and light squares, removed squares and each connected
    /// component that remains, or squares with two neighbours.
    pub role: &'static str,
    /// Number of squares.
    pub count: Whole,
    /// Squares, or as many of them as a picture needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Vec<String>>,
    /// All squares of these ranks, counted from 1 at the bottom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<[u64; 2]>,
    /// All squares of these files, counted from 1 at the left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<[u64; 2]>,
    /// All squares of this colour: dark is a1's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<&'static str>,
}

impl GroupDocument {
    fn new(board: &Board, Group { role, region, count }: Group) -> GroupDocument {
        let count = Whole(count);
        let none = GroupDocument { role, count, squares: None, ranks: None, files: None, colour: None };
        let from_one = |lines: [u64; 2]| Some(lines.map(|line| line + 1));
        match region {
            Region::Squares(squares) => GroupDocument { squares: Some(names(board, squares)), ..none },
            Region::Ranks(lines) => GroupDocument { ranks: from_one(lines), ..none },
            Region::Files(lines) => GroupDocument { files: from_one(lines), ..none },
            Region::Colour { is_dark } => {
                GroupDocument { colour: Some(if is_dark { "dark" } else { "light" }), ..none }
            }
        }
    }
}

impl ReasonDocument {
    /// Creates the document of a reason on a board.
    pub fn new(board: &Board, reason: &Reason) -> ReasonDocument {
        ReasonDocument {
            code: reason.code(),
            text: reason.text(board),
            squares: names(board, reason.squares()),
            certificate: BoardNames(board).certificate(reason),
            groups: reason.groups(board).into_iter().map(|group| GroupDocument::new(board, group)).collect(),
        }
    }
}

/// Serializes squares under the names that the board's output uses.
#[derive(Clone, Copy)]
struct BoardNames<'a>(&'a Board);

impl BoardNames<'_> {
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
                let firsts: Vec<Square> = pieces.iter().filter_map(|piece| piece.first().copied()).collect();
                json!({"removed": self.squares(removed), "pieces": self.squares(&firsts), "joins": joins})
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
            Reason::SymmetryImpossible(all) => all.iter().map(|facts| self.symmetry_facts(facts)).collect(),
            Reason::Exhausted { nodes } => json!({"nodes": Whole::from(*nodes)}),
            _ => Value::Null,
        }
    }

    /// Facts of a symmetry that no tour has.
    fn symmetry_facts(self, facts: &SymmetryFacts) -> Value {
        json!({
            "symmetry": symmetry_name(facts.symmetry),
            "kind": facts.kind.to_string(),
            "squares": Whole(facts.squares),
            "stay": Whole(facts.fixed),
            "crossed": Whole(facts.joined),
            "recolours": facts.changes_colour,
            "end": facts.ends.map(|(end, _)| self.square(end)),
        })
    }

    /// Steps of a proof, and its conclusion.
    fn proof(self, proof: &Proof) -> Value {
        let step = |step: &ProofStep| match step {
            ProofStep::Only { at, to } => json!({"take": self.squares(&[*at, *to])}),
            ProofStep::Full { at, to } => json!({"leave": self.squares(&[*at, *to])}),
            ProofStep::Loop { path } => json!({"leave_loop": self.squares(path)}),
        };
        let steps: Value = proof.steps.iter().map(step).collect();
        match &proof.end {
            ProofEnd::TooFewLeaps(square) => json!({"steps": steps, "lost": self.square(*square)}),
            ProofEnd::Disconnected(from, to) => json!({"steps": steps, "apart": self.squares(&[*from, *to])}),
            ProofEnd::Cases { leap, included, excluded } => json!({
                "steps": steps,
                "leap": self.squares(&[leap.0, leap.1]),
                "if_taken": self.proof(included),
                "if_left": self.proof(excluded),
            }),
            ProofEnd::Ends(ends) => {
                let end = |(end, proof): &(Square, Proof)| json!({"end": self.square(*end), "proof": self.proof(proof)});
                json!({"ends": ends.iter().map(end).collect::<Value>()})
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ktour_core::TourKind;
    use ktour_search::theory::{Verdict, exists};

    use super::*;

    fn groups(files: u64, ranks: u64, kind: TourKind) -> Value {
        let puzzle = Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind);
        let Verdict::No(reason) = exists(&puzzle) else { panic!("{files}x{ranks} has no tour") };
        serde_json::to_value(ReasonDocument::new(puzzle.board(), &reason)).unwrap()["groups"].take()
    }

    #[test]
    fn a_reason_about_whole_lines_or_colours_says_which() {
        assert_eq!(
            groups(4, 1_000_000, TourKind::Closed),
            json!([
                {"role": "outer", "count": 2_000_000, "files": [1, 4]},
                {"role": "inner", "count": 2_000_000, "files": [2, 3]},
            ])
        );
        assert_eq!(
            groups(5, 5, TourKind::Closed),
            json!([
                {"role": "dark", "count": 13, "colour": "dark"},
                {"role": "light", "count": 12, "colour": "light"},
            ])
        );
    }

    #[test]
    fn a_cut_says_what_is_removed_and_every_piece() {
        assert_eq!(
            groups(4, 4, TourKind::Open),
            json!([
                {"role": "removed", "count": 4, "squares": ["b2", "c2", "b3", "c3"]},
                {"role": "piece", "count": 1, "squares": ["a1"]},
                {"role": "piece", "count": 4, "squares": ["b1", "d2", "a3", "c4"]},
                {"role": "piece", "count": 4, "squares": ["c1", "d3", "a2", "b4"]},
                {"role": "piece", "count": 1, "squares": ["d1"]},
                {"role": "piece", "count": 1, "squares": ["a4"]},
                {"role": "piece", "count": 1, "squares": ["d4"]},
            ])
        );
    }
}
