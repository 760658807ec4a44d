//! Solves a given puzzle: a solution, its uniqueness, the number of solutions, and an explanation.

mod parse;

use std::time::Duration;

use ktour_core::{Board, Control, Square, Tour, TourKind, control::Spent, notation};
use ktour_puzzle::{Conclusion, Deduction, Givens, Impasse, Solutions, Uniqueness};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::{
    Ask, Cost, DEFAULT_MAX_TIME, Job, Limits, Pace, Refused, Reply, ReplyShape,
    document::{
        BoardDocument, KindDocument, LeaperDocument, OutcomeWord, ReasonDocument, SpentDocument, SquaresOf,
        Whole, names,
    },
    parameters::{BoardParameters, parameters},
};

pub use self::parse::GivenSteps;

parameters! {
    /// Parameters of [`Given`].
    pub struct GivenParameters: board: BoardParameters {
        /// Kind of tour that is a solution; open if not given.
        kind: Option<TourKind>,
        /// A grid of numbers, top rank first, with . for an unknown step and # for a hole; a list such as
        /// a1:1,c4:7; an object of steps by square; or the document of a puzzle.
        givens: Option<GivenSteps>,
        /// Explain the solution step by step, as a person would find it.
        steps: bool,
        /// Count all solutions.
        solutions: bool,
        /// Stop after this long and answer unknown.
        max_time: Option<Duration>,
    }
}

/// Given steps, and the requested answers.
#[derive(Clone, Debug)]
pub struct Given {
    /// Given steps.
    pub givens: Givens,
    /// Whether the solution is explained as a person would find it.
    pub is_explained: bool,
    /// Whether all solutions are counted.
    pub is_counted: bool,
}

/// Answer about given steps.
#[derive(Debug)]
pub struct GivenAnswer {
    /// One solution, two or none.
    pub verdict: Uniqueness,
    /// Whether a second solver, which shares no deduction with the first, confirms that there is only one.
    pub is_checked: bool,
    /// Number of solutions, if requested.
    pub solutions: Option<Solutions>,
    /// Deductions of a person, and whether they reach the solution.
    pub explanation: Option<(Vec<Deduction>, bool)>,
}

impl Given {
    /// Checks the parameters.
    pub fn new(parameters: &GivenParameters) -> Result<Given, Refused> {
        let &GivenParameters { steps: is_explained, solutions: is_counted, .. } = parameters;
        Ok(Given { givens: parse::givens(parameters)?, is_explained, is_counted })
    }

    /// Solves the puzzle.
    pub fn answer(&self, control: &Control) -> GivenAnswer {
        let verdict = self.givens.solve(control);
        let is_checked = match &verdict {
            Uniqueness::Unique(tour) => match self.givens.check(control) {
                Uniqueness::Unknown(..) => false,
                again => {
                    assert!(matches!(&again, Uniqueness::Unique(same) if same == tour), "both solvers agree");
                    true
                }
            },
            _ => false,
        };
        let solutions = self.is_counted.then(|| match verdict {
            Uniqueness::Unique(_) => Solutions::Exactly(1),
            Uniqueness::None(_) => Solutions::Exactly(0),
            _ => self.givens.count(control),
        });
        // Cases within cases take long, and the solution is known without them.
        let explanation =
            self.is_explained.then(|| self.givens.deductions(&control.clone().with_time(DEFAULT_MAX_TIME)));
        GivenAnswer { verdict, is_checked, solutions, explanation }
    }
}

impl GivenAnswer {
    /// Whether more time would give more of an answer.
    fn is_cut_off(&self) -> bool {
        matches!(self.verdict, Uniqueness::Unknown(..))
            || matches!(self.solutions, Some(Solutions::AtLeast(..)))
    }
}

impl Ask for GivenParameters {
    const NAME: &'static str = "given";
    const ABOUT: &'static str = "Any puzzle: its solution, whether it is the only one, how many there are, and how a person would find it.";
    const EXAMPLE: &'static str = "board=4x3&givens=a3:1,a2:12&steps=true";
    const SHAPE: ReplyShape = ReplyShape::json::<GivenDocument<'_>>();

    fn prepare(&self, _: &Limits) -> Result<Job, Refused> {
        let question = Given::new(self)?;
        let memory = Givens::memory_needed(question.givens.board().square_count());
        let cost = Cost { pace: Pace::Look, memory };
        Ok(Job::single(cost, self.max_time, move |control| {
            let solved = question.answer(control);
            Ok(Reply::json_cut_off(&GivenDocument::new(&question.givens, &solved), solved.is_cut_off()))
        }))
    }
}

/// Answer about a given puzzle.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Given", deny_unknown_fields)]
pub struct GivenDocument<'a> {
    /// Found, impossible or unknown.
    pub outcome: OutcomeWord,
    /// Whether the solution is the only one; omitted if that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unique: Option<bool>,
    /// Whether a second solver, which shares no deduction with the first, confirms that the solution is the
    /// only one. False if it gave up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// Board of the puzzle.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Kind of tour that is a solution.
    pub kind: KindDocument,
    /// A solution, from its first square to its last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<SquaresOf<'a>>,
    /// Another solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub another: Option<SquaresOf<'a>>,
    /// Squares on which the two solutions have different steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<String>,
    /// Number of solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Whole>,
    /// Whether there may be more solutions because the time ran out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<bool>,
    /// Reason why there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<ReasonDocument>,
    /// Deductions that lead to the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<DeductionDocument>>,
    /// Cost of a search without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spent: Option<SpentDocument>,
}

/// Deduction of a person.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Deduction", deny_unknown_fields)]
pub struct DeductionDocument {
    /// Rule: forced, counts, parity, cuts, cases or nested.
    pub rule: &'static str,
    /// Conclusion: leaps (those are part of the tour), step (the square has it), or not (the square does
    /// not).
    #[schemars(extend("enum" = ["leaps", "step", "not"]))]
    pub concludes: &'static str,
    /// Square that the deduction is about.
    pub square: String,
    /// Step that the square has or does not have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u32>,
    /// Squares to which the leaps lead, or the known squares from which the conclusion follows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub squares: Vec<String>,
    /// One English sentence.
    pub text: String,
}

impl DeductionDocument {
    fn new(board: &Board, deduction: &Deduction) -> DeductionDocument {
        let known = |known: &Option<(u32, Square)>| known.map(|(_, square)| square);
        let (concludes, square, step, squares) = match &deduction.conclusion {
            Conclusion::Leaps { square, to } => ("leaps", *square, None, to.clone()),
            Conclusion::OnlySquare { step, square, after, before } => {
                ("step", *square, Some(*step), known(after).into_iter().chain(known(before)).collect())
            }
            Conclusion::OnlyStep { square, step } => ("step", *square, Some(*step), Vec::new()),
            Conclusion::Not { step, square, .. } => ("not", *square, Some(*step), Vec::new()),
        };
        DeductionDocument {
            rule: deduction.rule.name(),
            concludes,
            square: notation::name(board, square),
            step,
            squares: names(board, squares),
            text: deduction.text(board),
        }
    }
}

impl<'a> GivenDocument<'a> {
    /// Creates the document of an answer.
    pub fn new(givens: &Givens, solved: &'a GivenAnswer) -> GivenDocument<'a> {
        let board = givens.board();
        let nothing = GivenDocument {
            outcome: OutcomeWord::Unknown,
            unique: None,
            checked: None,
            board: board.into(),
            leaper: givens.leaper().into(),
            kind: givens.kind().into(),
            squares: None,
            another: None,
            differ: Vec::new(),
            solutions: None,
            at_least: None,
            reason: None,
            steps: None,
            spent: None,
        };
        let mut document = match &solved.verdict {
            Uniqueness::Unique(tour) => GivenDocument {
                outcome: OutcomeWord::Found,
                unique: Some(true),
                checked: Some(solved.is_checked),
                squares: Some(SquaresOf(tour)),
                ..nothing
            },
            Uniqueness::Two(one, other) => GivenDocument {
                outcome: OutcomeWord::Found,
                unique: Some(false),
                squares: Some(SquaresOf(one)),
                another: Some(SquaresOf(other)),
                differ: names(board, differing(one, other)),
                ..nothing
            },
            Uniqueness::None(impasse) => GivenDocument {
                outcome: OutcomeWord::Impossible,
                reason: Some(reason(board, *impasse)),
                ..nothing
            },
            Uniqueness::Unknown(Some(tour), spent) => GivenDocument {
                outcome: OutcomeWord::Found,
                squares: Some(SquaresOf(tour)),
                spent: Some(spent.into()),
                ..nothing
            },
            Uniqueness::Unknown(None, spent) => GivenDocument { spent: Some(spent.into()), ..nothing },
        };
        let counted: Option<(u64, Option<&Spent>)> = solved.solutions.as_ref().map(|counted| match counted {
            Solutions::Exactly(count) => (*count, None),
            Solutions::AtLeast(count, spent) => (*count, Some(spent)),
        });
        if let Some((count, spent)) = counted {
            document.solutions = Some(count.into());
            document.at_least = spent.map(|_| true);
        }
        let explanation = solved.explanation.as_ref();
        document.steps = explanation
            .map(|(steps, _)| steps.iter().map(|each| DeductionDocument::new(board, each)).collect());
        document
    }
}

/// Returns the squares on which two solutions have different steps, rank by rank from a1.
pub fn differing(one: &Tour, other: &Tour) -> Vec<Square> {
    let (steps, others) = (one.steps(), other.steps());
    one.board()
        .squares()
        .filter(|&square| steps[one.board().index(square)] != others[one.board().index(square)])
        .collect()
}

fn reason(board: &Board, impasse: Impasse) -> ReasonDocument {
    let (square, certificate) = match impasse {
        Impasse::NoSquare { step } => (None, json!({"step": step})),
        Impasse::NoStep { square } | Impasse::FewLeaps { square } | Impasse::ManyLeaps { square } => {
            (Some(square), json!({"square": notation::name(board, square)}))
        }
        Impasse::Exhausted { nodes } => (None, json!({"nodes": Whole::from(nodes)})),
    };
    ReasonDocument {
        code: impasse.code(),
        text: impasse.text(board),
        squares: names(board, square),
        certificate,
        groups: Vec::new(),
    }
}
