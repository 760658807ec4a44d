//! Evidence that can be checked without this program: a proof for a *no*, a tour for a *yes*.
//!
//! A folder has `README.md`, the question as `board.json`, and `check.py`, which is self-contained. A *no*
//! has `formula.opb` and `proof.pbp` for a public checker, a *yes* has `tour.json`. Where no folder can be
//! written, as in a browser, the files are one archive.

mod zip;

use std::io;

use ktour_core::{Board, Control, Outcome, Puzzle, Reason, Tour, TourKind};
use ktour_render::{Json, Render};
use ktour_search::certificate::{Certificate, SCRIPT, Unproven, prove, size};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Ask, Cost, Declined, Job, Limits, Parameters, Refused, Reply, ReplyShape,
    document::{BoardDocument, KindDocument, LeaperDocument, Whole},
    parameters::{ParameterGroup as _, SearchParameters, parameters},
    solve::Solve,
    to_json,
};

/// Maximum size in bytes of a proof that is stored in memory.
const MAX_PROOF_BYTES_IN_MEMORY: u64 = 16 << 20;
/// Approximate bytes per square of a tour in a file.
const TOUR_FILE_BYTES_PER_SQUARE: u128 = 8;

/// File with its name.
pub type File = (&'static str, Vec<u8>);

/// Question that a proof answers, as in `board.json`. It is parsed like any question.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Proven", deny_unknown_fields)]
pub struct ProvenDocument {
    /// The board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Open or closed.
    pub kind: KindDocument,
    /// Squares already visited, including the given first square.
    pub after: Vec<String>,
    /// The given last square.
    pub end: Option<String>,
}

impl ProvenDocument {
    /// Creates the question. If either kind is accepted, it is for an open tour, since every tour is one.
    pub fn new(puzzle: &Puzzle, kind: TourKind) -> ProvenDocument {
        let board = puzzle.board();
        let holes = board.holes().iter().map(ToString::to_string).collect();
        ProvenDocument {
            board: BoardDocument { files: board.files().into(), ranks: board.ranks().into(), holes },
            leaper: puzzle.leaper().into(),
            kind: kind.into(),
            after: puzzle.visited().iter().map(ToString::to_string).collect(),
            end: puzzle.end().map(|end| end.to_string()),
        }
    }
}

/// Result of checking a folder.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ProofChecked", deny_unknown_fields)]
pub struct CheckedDocument {
    /// Whether every statement is true of every tour, or the tour is the requested one.
    pub valid: bool,
    /// Number of constraints of the formula.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraints: Option<u64>,
    /// The first line of the formula that is not true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Number of squares of the tour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub squares: Option<Whole>,
    /// Directory that should have a proof or a tour and has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl CheckedDocument {
    const NOTHING: CheckedDocument =
        CheckedDocument { valid: true, constraints: None, line: None, squares: None, missing: None };

    /// Result for a formula whose constraints are all true.
    pub fn of_formula(constraints: u64) -> CheckedDocument {
        CheckedDocument { constraints: Some(constraints), ..Self::NOTHING }
    }

    /// Result for a formula with a line that is not true.
    pub fn untrue(line: u64) -> CheckedDocument {
        CheckedDocument { valid: false, line: Some(line), ..Self::NOTHING }
    }

    /// Result for a directory without its proof.
    pub fn missing(name: String) -> CheckedDocument {
        CheckedDocument { valid: false, missing: Some(name), ..Self::NOTHING }
    }

    /// Result for a tour.
    pub fn of_tour(puzzle: &Puzzle, is_valid: bool) -> CheckedDocument {
        let squares = is_valid.then(|| puzzle.board().square_count().into());
        CheckedDocument { valid: is_valid, squares, ..Self::NOTHING }
    }

    /// Returns the result as an English sentence.
    pub fn sentence(&self) -> String {
        match self {
            CheckedDocument { constraints: Some(many), .. } => {
                format!("{many} constraints, each true of every tour of this board; the proof is for veripb")
            }
            CheckedDocument { line: Some(line), .. } => {
                format!("line {line} of formula.opb is not true of every tour of this board")
            }
            CheckedDocument { missing: Some(_), .. } => "the proof is missing".to_owned(),
            CheckedDocument { squares: Some(Whole(squares)), .. } => format!("a tour of {squares} squares"),
            _ => "tour.json is not the tour that was asked for".to_owned(),
        }
    }
}

/// Parses the question in a `board.json`. Any other spelling than the one written here is refused, so that
/// no other reader can understand it differently.
pub fn question(bytes: &[u8]) -> Result<Puzzle, Refused> {
    let not_asked = |why: String| Refused::from(Declined::NotAsked { why });
    let words: serde_json::Map<_, _> =
        serde_json::from_slice(bytes).map_err(|error| not_asked(error.to_string()))?;
    let puzzle = SearchParameters::read(&Parameters::from(words.clone()))?.puzzle(u128::MAX)?;
    let written = ProvenDocument::new(&puzzle, puzzle.kind().unwrap_or(TourKind::Open));
    let written = serde_json::to_value(written).map_err(|error| not_asked(error.to_string()))?;
    if written != serde_json::Value::Object(words) {
        return Err(not_asked("board.json does not ask as questions are written".to_owned()));
    }
    Ok(puzzle)
}

/// Name of the file that lists the directories of several proofs.
pub const LIST: &str = "proofs.json";

/// List of several proofs, by the names of their directories.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Proofs", deny_unknown_fields)]
#[serde(deny_unknown_fields)]
pub struct ProofsDocument {
    /// The directories, each with a proof or a tour.
    pub proofs: Vec<String>,
}

/// Parses the names in a list of proofs; a name has letters and digits only.
pub fn listed(bytes: &[u8]) -> Result<Vec<String>, Refused> {
    let not_listed = |why: String| Refused::from(Declined::NotAsked { why: format!("{LIST}: {why}") });
    let ProofsDocument { proofs } =
        serde_json::from_slice(bytes).map_err(|error| not_listed(error.to_string()))?;
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match proofs.iter().find(|name| !is_name(name)) {
        Some(name) => Err(not_listed(format!("{name:?} names no directory of a proof"))),
        None => Ok(proofs),
    }
}

/// Whether a verified document of a tour is the requested tour.
pub fn is_tour(puzzle: &Puzzle, bytes: &[u8]) -> bool {
    let Ok(tour) = ktour_render::read::tour(bytes, &Default::default()) else { return false };
    let begins = tour.squares().zip(puzzle.visited()).all(|(a, &b)| a == b);
    let ends = puzzle.end().is_none_or(|end| tour.square_at(tour.len()) == Some(end));
    let is_kind = puzzle.kind() != Some(TourKind::Closed) || tour.kind() == TourKind::Closed;
    tour.board() == puzzle.board() && tour.leaper() == puzzle.leaper() && begins && ends && is_kind
}

impl From<Unproven> for Refused {
    fn from(unproven: Unproven) -> Refused {
        match unproven {
            Unproven::TooLarge { board, needed, most } => Declined::LargeProof { board, needed, most }.into(),
            Unproven::Grew { most } => Declined::ProofGrew { most }.into(),
            Unproven::Unwritten(error) => Declined::Unwritten { why: error.to_string() }.into(),
            _ => Declined::SlowProof.into(),
        }
    }
}

/// Estimates the size of the evidence in bytes before any work: a formula, or a tour.
pub fn size_estimate(puzzle: &Puzzle, is_tour: bool) -> u128 {
    if is_tour {
        puzzle.board().square_count().saturating_mul(TOUR_FILE_BYTES_PER_SQUARE)
    } else {
        size(&puzzle.remaining())
    }
}

/// Refuses evidence about a board that is too large.
pub fn check_size(board: &Board, needed: u128, most: u64) -> Result<(), Refused> {
    if needed <= u128::from(most) {
        return Ok(());
    }
    Err(Declined::LargeProof { board: board.to_string(), needed, most }.into())
}

/// Returns the files that accompany a formula and its proof.
pub fn accompanying_files(puzzle: &Puzzle, reason: &Reason, certificate: &Certificate) -> [File; 3] {
    let kind = puzzle.kind().unwrap_or(TourKind::Open);
    let text = include_str!("readme.md")
        .replace("{title}", &format!("No {}", question_text(puzzle, kind)))
        .replace("{claim}", &format!("There is no {}:", question_text(puzzle, kind)))
        .replace("{reason}", &sentence(&reason.text(puzzle.board())))
        .replace("{constraints}", &certificate.constraints().to_string())
        .replace("{steps}", &steps(certificate))
        .replace("{cycle}", cycle(puzzle))
        .replace("{wider}", generalisation(reason));
    files(puzzle, kind, text)
}

/// Describes the number of steps of a proof.
pub fn steps(certificate: &Certificate) -> String {
    match certificate.steps() {
        1 => "1 step".to_owned(),
        many => format!("{many} steps"),
    }
}

/// Returns the files of a tour.
pub fn tour_files(puzzle: &Puzzle, tour: &Tour, control: &Control) -> io::Result<Vec<File>> {
    let kind = puzzle.kind().unwrap_or(tour.kind());
    let text = include_str!("readme_tour.md")
        .replace("{title}", &format!("Found: {}", question_text(puzzle, kind)))
        .replace(
            "{claim}",
            &format!("`tour.json` is one, and lists its squares: {}.", question_text(puzzle, kind)),
        );
    let mut squares = Vec::new();
    Json::default().write(tour, &mut squares, control)?;
    Ok(files(puzzle, kind, text).into_iter().chain([("tour.json", squares)]).collect())
}

fn files(puzzle: &Puzzle, kind: TourKind, readme: String) -> [File; 3] {
    let question = to_json(&ProvenDocument::new(puzzle, kind)) + "\n";
    let readme = readme.trim_end().to_owned() + "\n";
    [
        ("README.md", readme.into_bytes()),
        ("board.json", question.into_bytes()),
        ("check.py", SCRIPT.as_bytes().to_vec()),
    ]
}

/// Describes the question, such as `closed knight's tour of 5x5 without a1`.
fn question_text(puzzle: &Puzzle, kind: TourKind) -> String {
    let board = puzzle.board();
    let mut words = format!("{kind} {}'s tour of {board}", puzzle.leaper());
    match board.holes() {
        [] => {}
        [hole] => words += &format!(" without {hole}"),
        holes => words += &format!(" without {} squares", holes.len()),
    }
    match puzzle.visited() {
        [] => {}
        [start] => words += &format!(" from {start}"),
        visited => words += &format!(" that goes on from {} squares already visited", visited.len()),
    }
    if let Some(end) = puzzle.end() {
        words += &format!(" to {end}");
    }
    words
}

/// Adds the capital letter and the full stop to a sentence.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

/// Explains how the tour is a cycle.
fn cycle(puzzle: &Puzzle) -> &'static str {
    let is_closed = puzzle.kind() == Some(TourKind::Closed);
    match (puzzle.visited().len(), is_closed) {
        (0 | 1, true) => "A closed tour is a cycle through all squares.",
        (0 | 1, false) => {
            "An open tour is a cycle through all squares and one more vertex, `beyond`, which is joined to every square that \
             may be an end. A given end is joined to it through a vertex of its own, `first` or `last`, which has only these two leaps, so that every \
             such cycle takes both."
        }
        (_, true) => {
            "Of the squares already visited only the first and the last are there: the rest of a closed tour is a path from \
             the last to the first over all squares that are left. It becomes a cycle through one more vertex, `beyond`, joined to these two through a \
             vertex each, `first` where the path begins and `last` where it ends."
        }
        (_, false) => {
            "Of the squares already visited only the last is there: the rest of the tour is a path from it over all squares \
             that are left. It becomes a cycle through one more vertex, `beyond`, which is joined to every square that may be the end; the square where \
             the path begins (and a given end) is joined to it through a vertex of its own, `first` (`last`), which has only these two leaps, so that every \
             such cycle takes both."
        }
    }
}

/// Explains how far the reason extends to other boards.
fn generalisation(reason: &Reason) -> &'static str {
    match reason {
        Reason::Schwenk { short: 4, .. } | Reason::OuterLines { .. } => {
            "The theorem is wider than this file: the same sums show it for four ranks of any length (A. J. Schwenk, Which rectangular \
             chessboards have a knight's tour?, Mathematics Magazine 64, 1991). The file proves it for the size at hand."
        }
        Reason::Schwenk { .. } => {
            "The theorem is wider than this file: of the boards three ranks high with an even number of squares, 3x4, 3x6 and 3x8 have no closed tour \
             (A. J. Schwenk, Which rectangular chessboards have a knight's tour?, Mathematics Magazine 64, 1991). The file proves it for the size \
             at hand."
        }
        Reason::Parity { .. } => {
            "The argument is wider than this file: the same sum shows it for any board whose colours do not come out even. The file \
             proves it for the board at hand."
        }
        Reason::Leaper { .. } => {
            "The theorem is wider than this file: D. E. Knuth, Leaper graphs, The Mathematical Gazette 78, 1994, says which leapers reach every \
             square of which rectangles. The file proves it for the board at hand."
        }
        Reason::Exhausted { .. } => {
            "The reason above is a search that left nothing out. The proof shows the same fact; each of its clauses is a case that was tried and \
             led nowhere."
        }
        _ => "",
    }
}

parameters! {
    /// Parameters of evidence in an archive.
    pub struct ProofParameters: search: SearchParameters {}
}

impl Ask for ProofParameters {
    const NAME: &'static str = "proof";
    const ABOUT: &'static str =
        "A no with a proof that a public checker accepts, a yes with its tour: files in an archive.";
    const EXAMPLE: &'static str = "board=5&kind=closed";
    const SHAPE: ReplyShape = ReplyShape::File(&["application/zip"]);

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let question = Solve::plain(&self.search, limits.named)?;
        let most = MAX_PROOF_BYTES_IN_MEMORY.min(limits.file as u64 / 2);
        let memory = question.memory(limits.memory)? + 4 * u128::from(most);
        Ok(Job::single(Cost::long(memory), self.search.max_time, move |control| {
            let puzzle = &question.puzzle;
            let files = match question.answer(control)?.outcome {
                Outcome::Found(tour) => {
                    check_size(puzzle.board(), size_estimate(puzzle, true), most)?;
                    tour_files(puzzle, &tour, control).map_err(|_| Declined::SlowProof)?
                }
                Outcome::Impossible(reason) => proof_files(puzzle, &reason, most, control)?,
                Outcome::Unknown(spent) => {
                    let milliseconds = spent.elapsed.as_millis() as u64;
                    return Err(Declined::NotFound { milliseconds, trials: spent.trials }.into());
                }
            };
            let folder = format!("knights-tour-{}", puzzle.board());
            let bytes = zip::zip(&folder, &files);
            Ok(Reply::File { media: "application/zip", name: format!("{folder}.zip"), bytes })
        }))
    }
}

/// Returns all files of a proof, in memory.
fn proof_files(puzzle: &Puzzle, reason: &Reason, most: u64, control: &Control) -> Result<Vec<File>, Refused> {
    let (mut cuts, mut steps) = (Vec::new(), Vec::new());
    let certificate = prove(puzzle, reason, most, &mut cuts, &mut steps, control)?;
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    certificate.write_formula(&mut &cuts[..], &mut formula).map_err(Unproven::from)?;
    drop(cuts);
    certificate.write_proof(&mut &steps[..], &mut proof).map_err(Unproven::from)?;
    let files = accompanying_files(puzzle, reason, &certificate);
    Ok(files.into_iter().chain([("formula.opb", formula), ("proof.pbp", proof)]).collect())
}
