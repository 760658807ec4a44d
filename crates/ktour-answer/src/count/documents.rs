//! What is said of a count: before it, on the way, and in the end.

use std::{collections::BTreeMap, ops::ControlFlow, time::Duration};

use ktour_count::{
    Counted, Distribution, Estimate, LayerSum, MOST_COLUMNS, Measure, MeasurePart, equal_columns,
};
use ktour_tour::{
    Control, KNIGHT, Puzzle, TourKind,
    symmetric::{WantedSymmetry, for_each_symmetric},
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::budget::{columns_bytes, symmetric_bytes};
use crate::{
    Declined, Refused,
    document::{BoardDocument, KindDocument, LeaperDocument, Whole},
};

/// How much longer a browser takes than the machine that estimates were measured on.
const BROWSER_SLOWDOWN: f64 = if cfg!(target_family = "wasm") { 2.0 } else { 1.0 };

/// What a count will take, about; said before it begins.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Estimate", deny_unknown_fields)]
pub struct EstimateDocument {
    /// How long.
    pub seconds: f64,
    /// How much memory.
    pub bytes: Whole,
}

impl From<&Estimate> for EstimateDocument {
    fn from(estimate: &Estimate) -> EstimateDocument {
        EstimateDocument { seconds: estimate.seconds * BROWSER_SLOWDOWN, bytes: estimate.bytes.into() }
    }
}

/// How far a count is.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Progress", deny_unknown_fields)]
pub struct ProgressDocument {
    /// The share of the work that is done, about: it never falls, and is 1 in the end.
    pub share: f64,
    /// Layers behind it.
    pub layer: u64,
    /// All layers; 0 as long as the layers are prepared.
    pub layers: u64,
    /// States of the layer it works on.
    pub states: u64,
    /// States followed so far, in all layers.
    pub done: u64,
    /// Pairs of halves tested so far.
    pub pairs: u64,
    /// How long it has taken.
    pub seconds: f64,
}

/// What a count ends with: as it was asked for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Counted")]
pub enum CountedDocument {
    /// All tours.
    All(CountDocument),
    /// Those that a symmetry keeps.
    Kept(KeptCountDocument),
    /// All, by a measure.
    By(SpreadDocument),
    /// Those with equal columns.
    Columns(ColumnsDocument),
}

/// How many tours.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Count", deny_unknown_fields)]
pub struct CountDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Which were counted.
    pub kind: KindDocument,
    /// Each direction of a tour counted; a closed one from one square.
    pub directed: String,
    /// Each tour counted once.
    pub undirected: String,
    /// States of all layers together.
    pub states: String,
    /// About how much memory the tables took at most.
    pub peak_bytes: Whole,
    /// Bytes written to files because they did not fit into memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<Whole>,
    /// Bytes read from these files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_bytes: Option<Whole>,
    /// How long it took.
    pub seconds: f64,
    /// Classes under the board's symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<ClassesDocument>,
}

/// How many tours a symmetry keeps.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeptCount", deny_unknown_fields)]
pub struct KeptCountDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Which were counted.
    pub kind: KindDocument,
    /// The symmetry that keeps them.
    pub symmetry: &'static str,
    /// Each direction of a tour counted; a closed one from one square.
    pub directed: String,
    /// Each tour counted once.
    pub undirected: String,
    /// How long it took.
    pub seconds: f64,
}

impl KeptCountDocument {
    /// Counts them by listing them; `None` if it was stopped. Refused where that takes more than the memory.
    pub fn count(
        puzzle: &Puzzle,
        sought: WantedSymmetry,
        memory: u128,
        control: &Control,
    ) -> Result<Option<KeptCountDocument>, Refused> {
        symmetric_bytes(puzzle, 0, memory)?;
        let mut tours = 0;
        let is_whole = for_each_symmetric(puzzle, sought, control, &mut |_| {
            tours += 1;
            ControlFlow::Continue(())
        });
        let is_whole = is_whole.map_err(Refused::of)?;
        Ok(is_whole.then(|| KeptCountDocument::new(puzzle, sought, tours, control.elapsed())))
    }

    /// So many tours as lists have them: closed ones once, open ones in both directions unless an end is given.
    fn new(puzzle: &Puzzle, sought: WantedSymmetry, tours: u64, elapsed: Duration) -> KeptCountDocument {
        let board = puzzle.board();
        let kind = puzzle.kind().unwrap_or(TourKind::Open);
        let (directed, undirected) = match (kind, puzzle.start().or(puzzle.end())) {
            (TourKind::Closed, _) => (2 * tours, tours),
            (TourKind::Open, _) if board.square_count() == 1 => (tours, tours),
            (TourKind::Open, Some(_)) => (tours, tours),
            (TourKind::Open, None) => (tours, tours / 2),
        };
        KeptCountDocument {
            board: board.to_string(),
            shape: board.into(),
            kind: kind.into(),
            symmetry: sought.name(),
            directed: directed.to_string(),
            undirected: undirected.to_string(),
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// How many tours have each value of a measure.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spread", deny_unknown_fields)]
pub struct SpreadDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Which were counted.
    pub kind: KindDocument,
    /// What is measured: turns, straight, angle or slope.
    pub by: &'static str,
    /// Of each value, how many tours; of angles and slopes, for each of them. Each tour is counted once.
    pub undirected: TallyDocument,
    /// How long it took.
    pub seconds: f64,
}

/// Tours by value, or by angle or slope and then by value.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub enum TallyDocument {
    /// By value.
    Values(#[schemars(with = "BTreeMap<String, String>")] BTreeMap<u32, String>),
    /// By angle or slope, in their order.
    Parts(
        #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")] Vec<(String, BTreeMap<u32, String>)>,
    ),
}

impl Serialize for TallyDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            TallyDocument::Values(values) => serializer.collect_map(values),
            TallyDocument::Parts(parts) => {
                serializer.collect_map(parts.iter().map(|(name, values)| (name, values)))
            }
        }
    }
}

impl SpreadDocument {
    /// The tours of a puzzle by a measure.
    pub fn new(puzzle: &Puzzle, by: Measure, spread: &Distribution, elapsed: Duration) -> SpreadDocument {
        let values = |tours: &BTreeMap<u32, u128>| {
            tours.iter().map(|(&value, tours)| (value, tours.to_string())).collect::<BTreeMap<_, _>>()
        };
        let undirected = match &spread.parts[..] {
            [(MeasurePart::Whole, tours)] => TallyDocument::Values(values(tours)),
            parts => {
                TallyDocument::Parts(parts.iter().map(|(part, tours)| (part.name(), values(tours))).collect())
            }
        };
        SpreadDocument {
            board: puzzle.board().to_string(),
            shape: puzzle.board().into(),
            kind: puzzle.kind().unwrap_or(TourKind::Open).into(),
            by: by.name(),
            undirected,
            seconds: elapsed.as_secs_f64(),
        }
    }
}

/// Tours of a board of four files or ranks whose lines of four squares have equal sums.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MagicColumns", deny_unknown_fields)]
pub struct ColumnsDocument {
    /// The board's sides.
    pub board: String,
    /// Open: on four ranks no tour is closed.
    pub kind: KindDocument,
    /// Which lines have equal sums.
    pub magic: &'static str,
    /// Counted as they are drawn, whichever way they are walked.
    pub undirected: Whole,
    /// How long it took.
    pub seconds: f64,
}

impl ColumnsDocument {
    /// Refuses a puzzle whose tours are not counted so.
    pub(super) fn check(puzzle: &Puzzle) -> Result<(), Refused> {
        let board = puzzle.board();
        let is_ours = board.files().min(board.ranks()) == 4
            && board.files().max(board.ranks()) <= MOST_COLUMNS
            && board.holes().is_empty()
            && puzzle.leaper() == KNIGHT
            && puzzle.kind() != Some(TourKind::Closed)
            && puzzle.visited().is_empty()
            && puzzle.end().is_none();
        if is_ours {
            return Ok(());
        }
        Err(Declined::NotColumns { board: board.to_string(), most: MOST_COLUMNS }.into())
    }

    /// Counts them; `None` if it was stopped. Refused where that takes more than the memory.
    pub fn count(
        puzzle: &Puzzle,
        memory: u128,
        control: &Control,
    ) -> Result<Option<ColumnsDocument>, Refused> {
        ColumnsDocument::check(puzzle)?;
        let board = puzzle.board();
        columns_bytes(board, memory)?;
        let counted = equal_columns(board.files().max(board.ranks()), control);
        Ok(counted.map(|undirected| ColumnsDocument {
            board: board.to_string(),
            kind: TourKind::Open.into(),
            magic: "columns",
            undirected: Whole(undirected),
            seconds: control.elapsed().as_secs_f64(),
        }))
    }
}

/// The layers of a count, for those who count them again.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Layers", deny_unknown_fields)]
pub struct LayersDocument {
    /// The board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Which were counted.
    pub kind: KindDocument,
    /// The given first square.
    pub start: Option<String>,
    /// The given last square.
    pub end: Option<String>,
    /// One after every square, in the order in which squares are decided.
    pub layers: Vec<LayerDocument>,
}

/// A layer in two numbers.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Layer", deny_unknown_fields)]
pub struct LayerDocument {
    /// The square that was decided last.
    pub square: String,
    /// How many states.
    pub states: Whole,
    /// In how many ways they are chosen, together.
    pub ways: String,
}

impl LayersDocument {
    /// The layers of a puzzle's count.
    pub fn new(puzzle: &Puzzle, layers: &[LayerSum]) -> LayersDocument {
        let board = puzzle.board();
        let layer = |LayerSum { square, states, multiplicity }: &LayerSum| LayerDocument {
            square: square.to_string(),
            states: (*states).into(),
            ways: multiplicity.to_string(),
        };
        LayersDocument {
            board: board.into(),
            leaper: puzzle.leaper().into(),
            kind: puzzle.kind().unwrap_or(TourKind::Open).into(),
            start: puzzle.start().map(|start| start.to_string()),
            end: puzzle.end().map(|end| end.to_string()),
            layers: layers.iter().map(layer).collect(),
        }
    }
}

/// Classes under the board's symmetries.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Classes", deny_unknown_fields)]
pub struct ClassesDocument {
    /// All.
    pub all: String,
    /// Whose tours a quarter turn keeps.
    pub quaternary: String,
    /// Whose tours another symmetry keeps.
    pub binary: String,
    /// Whose tours none does.
    pub asymmetric: String,
}

impl CountDocument {
    /// The numbers with their conventions, and what they cost.
    pub fn new(puzzle: &Puzzle, counted: &Counted, elapsed: Duration) -> CountDocument {
        let board = puzzle.board();
        let some = |bytes: u64| (bytes > 0).then(|| bytes.into());
        CountDocument {
            board: board.to_string(),
            shape: board.into(),
            kind: puzzle.kind().unwrap_or(TourKind::Open).into(),
            directed: counted.tours.directed().to_string(),
            undirected: counted.tours.undirected().to_string(),
            states: counted.states.to_string(),
            peak_bytes: counted.peak_bytes.into(),
            written_bytes: some(counted.written_bytes),
            read_bytes: some(counted.read_bytes),
            seconds: elapsed.as_secs_f64(),
            classes: counted.tours.up_to_symmetry().map(|classes| ClassesDocument {
                all: classes.all.to_string(),
                quaternary: classes.quaternary.to_string(),
                binary: classes.binary.to_string(),
                asymmetric: classes.asymmetric.to_string(),
            }),
        }
    }
}
