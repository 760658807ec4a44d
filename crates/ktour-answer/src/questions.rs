//! The list of all questions, in three parts. A page loads the engine for the first part when it opens, and
//! the others on demand.

use crate::{
    Question,
    at::AtParameters,
    atlas::{AtlasParameters, BlocksParameters, PathParameters, StepsParameters, TileParameters},
    board::SquaresParameters,
    count::CountParameters,
    exists::{ExistsParameters, TableParameters},
    hint::{FinishParameters, HintParameters},
    joining::JoiningParameters,
    lab::{BacktrackingParameters, GrowthParameters, RaceParameters, WarnsdorffParameters},
    measure::MeasureParameters,
    merge::MergeParameters,
    proof::ProofParameters,
    puzzles::{given::GivenParameters, make::PuzzleParameters, spelled::SpellParameters},
    render::RenderParameters,
    solve::SolveParameters,
    starts::StartsParameters,
    tours::{RankParameters, SampleParameters, ToursParameters, UnrankParameters},
    trace::TraceParameters,
    verify::VerifyParameters,
};

/// Questions of a game, which a page needs as soon as it opens.
pub const FIRST_QUESTIONS: &[Question] = &[
    Question::of::<SquaresParameters>(),
    Question::of::<HintParameters>(),
    Question::of::<FinishParameters>(),
];

/// Questions about a board or one tour, whose engines have little code.
pub const LIGHT_QUESTIONS: &[Question] = &[
    Question::of::<SolveParameters>(),
    Question::of::<ExistsParameters>(),
    Question::of::<TableParameters>(),
    Question::of::<StartsParameters>(),
    Question::of::<AtParameters>(),
    Question::of::<MergeParameters>(),
    Question::of::<AtlasParameters>(),
    Question::of::<TileParameters>(),
    Question::of::<StepsParameters>(),
    Question::of::<BlocksParameters>(),
    Question::of::<PathParameters>(),
    Question::of::<TraceParameters>(),
];

/// Questions whose engines have the most code: files, counting, experiments.
pub const HEAVY_QUESTIONS: &[Question] = &[
    Question::of::<ProofParameters>(),
    Question::of::<VerifyParameters>(),
    Question::of::<MeasureParameters>(),
    Question::of::<RenderParameters>(),
    Question::of::<CountParameters>(),
    Question::of::<ToursParameters>(),
    Question::of::<SampleParameters>(),
    Question::of::<UnrankParameters>(),
    Question::of::<RankParameters>(),
    Question::of::<PuzzleParameters>(),
    Question::of::<GivenParameters>(),
    Question::of::<JoiningParameters>(),
    Question::of::<SpellParameters>(),
    Question::of::<BacktrackingParameters>(),
    Question::of::<WarnsdorffParameters>(),
    Question::of::<GrowthParameters>(),
    Question::of::<RaceParameters>(),
];

/// All questions.
pub fn questions() -> impl Iterator<Item = &'static Question> {
    FIRST_QUESTIONS.iter().chain(LIGHT_QUESTIONS).chain(HEAVY_QUESTIONS)
}

/// Returns the question with a name.
pub fn question(name: &str) -> Option<&'static Question> {
    questions().find(|question| question.name == name)
}
