//! Whether a given text is a tour, and if not, the first error.

use ktour_core::{Coded as _, Tour};
use ktour_render::read::{self, ReadError, Verified};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::{
    Ask, Cost, Job, Limits, Misread, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, LeaperDocument, MeasuresDocument, Whole},
    parameters::{BoardParameters, Squares, parameters},
};

parameters! {
    /// Tour in a request.
    pub struct InputParameters {
        /// The tour, square by square.
        squares: Squares,
        /// The tour in any format that can be verified; a text/plain body is this parameter.
        text: Option<String>,
    }
}

parameters! {
    /// Parameters of a verification.
    pub struct VerifyParameters: board: BoardParameters, input: InputParameters {
        /// Add the measures.
        measure: bool,
    }
}

impl InputParameters {
    /// Whether the request has a tour.
    pub(crate) fn is_given(&self) -> bool {
        self.text.is_some() || !self.squares.0.is_empty()
    }

    /// Returns the text of the tour.
    pub(crate) fn text(&self) -> Result<String, Refused> {
        match &self.text {
            Some(text) => Ok(text.clone()),
            None if self.squares.0.is_empty() => Err(Misread::NoTour.into()),
            None => Ok(self.squares.0.join("\n")),
        }
    }
}

impl Ask for VerifyParameters {
    const NAME: &'static str = "verify";
    const ABOUT: &'static str =
        "Whether squares, or a text in any format, are a tour; if not, the first error.";
    const EXAMPLE: &'static str = "board=3x4&squares=a1,b3,c1";
    const SHAPE: ReplyShape = ReplyShape::json::<VerdictDocument>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let (text, hints) = (self.input.text()?, self.board.hints(limits.memory)?);
        let is_measured = self.measure;
        let verdict = move || match is_measured {
            true => read::tour(text.as_bytes(), &hints).map(|tour| VerdictDocument::measured(&tour)),
            false => read::verify(text.as_bytes(), &hints).map(|verified| VerdictDocument::from(&verified)),
        };
        Ok(Job::single(Cost::QUICK, None, move |_| match verdict() {
            Ok(document) => Ok(Reply::json(&document)),
            Err(error) if error.is_about_the_tour() => Ok(Reply::json(&VerdictDocument::from(&error))),
            Err(error) => Err(Refused::new(error)),
        }))
    }
}

/// Verdict about a text.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Verdict", deny_unknown_fields)]
pub struct VerdictDocument {
    /// Whether it is a tour.
    pub valid: bool,
    /// Open or closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<KindDocument>,
    /// The board's sides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Board with its holes; omitted for a grid with holes that is too large to store.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<BoardDocument>,
    /// Number of visited squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Whole>,
    /// The leaper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leaper: Option<LeaperDocument>,
    /// Step at which it goes wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Whole>,
    /// Error in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Code of the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Facts of the code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Value>,
    /// Measures of the tour, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measures: Option<MeasuresDocument>,
}

impl VerdictDocument {
    /// Creates the verdict about a valid tour, with its measures.
    pub fn measured(tour: &Tour) -> VerdictDocument {
        let measures = Some(MeasuresDocument::new(tour));
        VerdictDocument { measures, ..VerdictDocument::from(&Verified::from(tour)) }
    }
}

impl From<&Verified> for VerdictDocument {
    fn from(verified: &Verified) -> VerdictDocument {
        let Verified { board, squares, kind, leaper, .. } = verified;
        VerdictDocument {
            valid: true,
            kind: Some((*kind).into()),
            board: Some(board.to_string()),
            shape: (board.square_count() == *squares).then(|| board.into()),
            squares: Some(Whole(*squares)),
            leaper: Some((*leaper).into()),
            ..VerdictDocument::default()
        }
    }
}

impl From<&ReadError> for VerdictDocument {
    fn from(error: &ReadError) -> VerdictDocument {
        let facts = error.facts().iter().map(|(name, fact)| (*name, crate::refused::value(fact))).collect();
        VerdictDocument {
            step: error.step().map(Whole),
            error: Some(crate::one_line(&error.to_string())),
            code: Some(error.code()),
            facts: Some(facts),
            ..VerdictDocument::default()
        }
    }
}
