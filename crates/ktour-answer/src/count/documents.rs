//! Documents of a count: estimate, progress and result.

use std::{collections::BTreeMap, ops::ControlFlow, time::Duration};

use ktour_core::{Control, KNIGHT, Puzzle, TourKind};
use ktour_count::{
    CountForecast, Counted, Distribution, Estimate, EstimateBasis, LayerSum, MOST_COLUMNS, MachineForecast,
    Measure, MeasurePart, equal_columns,
};
use ktour_search::symmetric::{WantedSymmetry, for_each_symmetric};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::budget::{columns_bytes, symmetric_bytes};
use crate::{
    Declined, Refused,
    document::{BoardDocument, KindDocument, LeaperDocument, Whole},
};

/// Factor by which a browser is slower than the machine on which the estimates were measured.
const BROWSER_SLOWDOWN: f64 = if cfg!(target_family = "wasm") { 2.0 } else { 1.0 };

/// Estimated time and memory of a count, sent before it starts.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Estimate", deny_unknown_fields)]
pub struct EstimateDocument {
    /// Time in seconds.
    pub seconds: f64,
    /// Memory in bytes.
    pub bytes: Whole,
}

impl From<&Estimate> for EstimateDocument {
    fn from(estimate: &Estimate) -> EstimateDocument {
        EstimateDocument { seconds: estimate.seconds * BROWSER_SLOWDOWN, bytes: estimate.bytes.into() }
    }
}

/// Forecast of a count that does not begin.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Forecast", deny_unknown_fields)]
pub struct ForecastDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Open or closed tours.
    pub kind: KindDocument,
    /// Basis of the numbers: `counted` if this board was counted, `trend` if they follow from narrower boards,
    /// `formula` if they are a rough bound from the size of the frontier.
    pub basis: &'static str,
    /// Number of states of all layers together.
    pub states: f64,
    /// Number of states of the largest layer.
    pub largest_layer: f64,
    /// Approximate number of states of every layer.
    pub layers: Vec<f64>,
    /// Memory in bytes.
    pub bytes: Whole,
    /// Bytes of files at once if memory is less.
    pub disk_bytes: Whole,
    /// Bytes that are then written and read in all.
    pub written_bytes: Whole,
    /// Number of threads of this machine.
    pub threads: usize,
    /// Time in seconds on this machine.
    pub seconds: f64,
    /// The same count on several machines like this one.
    pub machines: Vec<MachinesDocument>,
}

/// A count on several machines.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Machines", deny_unknown_fields)]
pub struct MachinesDocument {
    /// Number of machines.
    pub machines: u32,
    /// Memory of each machine in bytes.
    pub bytes: Whole,
    /// Bytes that all machines send.
    pub sent_bytes: Whole,
    /// Time in seconds.
    pub seconds: f64,
}

impl ForecastDocument {
    /// Creates the document of a forecast for a number of threads.
    pub fn new(puzzle: &Puzzle, forecast: &CountForecast, threads: usize) -> ForecastDocument {
        let CountForecast { estimate, layers, disk_bytes, written_bytes, machines } = forecast;
        ForecastDocument {
            board: puzzle.board().to_string(),
            shape: puzzle.board().into(),
            kind: puzzle.kind().unwrap_or(TourKind::Open).into(),
            basis: match estimate.basis {
                EstimateBasis::Counted => "counted",
                EstimateBasis::Trend => "trend",
                EstimateBasis::Formula => "formula",
            },
            states: estimate.all_states,
            largest_layer: estimate.states,
            layers: layers.iter().map(|states| states.round()).collect(),
            bytes: estimate.bytes.into(),
            disk_bytes: (*disk_bytes).into(),
            written_bytes: (*written_bytes).into(),
            threads,
            seconds: estimate.seconds,
            machines: machines.iter().map(MachinesDocument::from).collect(),
        }
    }
}

impl From<&MachineForecast> for MachinesDocument {
    fn from(forecast: &MachineForecast) -> MachinesDocument {
        let MachineForecast { machines, bytes, sent_bytes, seconds } = *forecast;
        MachinesDocument { machines, bytes: bytes.into(), sent_bytes: sent_bytes.into(), seconds }
    }
}

/// Progress of a count.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Progress", deny_unknown_fields)]
pub struct ProgressDocument {
    /// Approximate share of the work that is done: it never decreases and ends at 1.
    pub share: f64,
    /// Number of finished layers.
    pub layer: u64,
    /// Number of all layers; 0 while the layers are prepared.
    pub layers: u64,
    /// Number of states of the current layer.
    pub states: u64,
    /// Number of states processed so far, in all layers.
    pub done: u64,
    /// Number of pairs of half tours tested so far.
    pub pairs: u64,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

/// Result of a count.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Counted")]
pub enum CountedDocument {
    /// All tours.
    All(CountDocument),
    /// Tours with a symmetry.
    Kept(KeptCountDocument),
    /// All tours, by a measure.
    By(SpreadDocument),
    /// Tours with equal columns.
    Columns(ColumnsDocument),
}

/// Number of all tours.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Count", deny_unknown_fields)]
pub struct CountDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Open or closed tours.
    pub kind: KindDocument,
    /// Number of tours if each direction counts; a closed tour counts from one square only.
    pub directed: String,
    /// Number of tours if the direction does not matter.
    pub undirected: String,
    /// Number of states of all layers together.
    pub states: String,
    /// Approximate peak memory of a process that only counts.
    pub peak_bytes: Whole,
    /// Bytes written to temporary files because memory was not enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub written_bytes: Option<Whole>,
    /// Bytes read from these files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_bytes: Option<Whole>,
    /// Elapsed time in seconds.
    pub seconds: f64,
    /// Classes under the board's symmetries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classes: Option<ClassesDocument>,
}

/// Number of tours with a symmetry.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeptCount", deny_unknown_fields)]
pub struct KeptCountDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Open or closed tours.
    pub kind: KindDocument,
    /// Symmetry that the tours have.
    pub symmetry: &'static str,
    /// Number of tours if each direction counts; a closed tour counts from one square only.
    pub directed: String,
    /// Number of tours if the direction does not matter.
    pub undirected: String,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

impl KeptCountDocument {
    /// Counts the tours by listing them; `None` if `control` stops it. Refuses a board for which `memory` is
    /// not enough.
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
        let is_whole = is_whole.map_err(Refused::new)?;
        Ok(is_whole.then(|| KeptCountDocument::new(puzzle, sought, tours, control.elapsed())))
    }

    /// Creates the document of `tours` listed tours: a closed tour is listed once, an open one in both
    /// directions unless an end is given.
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

/// Number of tours for each value of a measure.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Spread", deny_unknown_fields)]
pub struct SpreadDocument {
    /// The board's sides.
    pub board: String,
    /// The board itself.
    pub shape: BoardDocument,
    /// Open or closed tours.
    pub kind: KindDocument,
    /// Measure: turns, straight, angle or slope.
    pub by: &'static str,
    /// Number of tours for each value; angles and slopes have one such table each. The direction does not
    /// matter.
    pub undirected: TallyDocument,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

/// Numbers of tours by value, or by angle or slope and then by value.
#[derive(Debug, JsonSchema)]
#[schemars(untagged)]
pub enum TallyDocument {
    /// Numbers by value.
    Values(#[schemars(with = "BTreeMap<String, String>")] BTreeMap<u32, String>),
    /// Numbers by value for each angle or slope, in their order.
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
    /// Creates the document of a distribution.
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

/// Number of tours with equal sums, on a board with four files or ranks, in the lines of four squares.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "MagicColumns", deny_unknown_fields)]
pub struct ColumnsDocument {
    /// The board's sides.
    pub board: String,
    /// Open, because no tour on four ranks is closed.
    pub kind: KindDocument,
    /// Lines that have equal sums.
    pub magic: &'static str,
    /// Number of tours if the direction does not matter.
    pub undirected: Whole,
    /// Elapsed time in seconds.
    pub seconds: f64,
}

impl ColumnsDocument {
    /// Refuses a puzzle for which there is no such count.
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

    /// Counts the tours; `None` if `control` stops it. Refuses a board for which `memory` is not enough.
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

/// Layers of a count, for independent checking.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Layers", deny_unknown_fields)]
pub struct LayersDocument {
    /// The board.
    pub board: BoardDocument,
    /// The leaper.
    pub leaper: LeaperDocument,
    /// Open or closed tours.
    pub kind: KindDocument,
    /// The given first square.
    pub start: Option<String>,
    /// The given last square.
    pub end: Option<String>,
    /// One layer after each square, in the order in which squares are decided.
    pub layers: Vec<LayerDocument>,
}

/// Size of one layer.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Layer", deny_unknown_fields)]
pub struct LayerDocument {
    /// Square that was decided last.
    pub square: String,
    /// Number of states.
    pub states: Whole,
    /// Number of partial tours, summed over all states.
    pub ways: String,
}

impl LayersDocument {
    /// Creates the document of a puzzle's layers.
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

/// Numbers of classes under the board's symmetries.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Classes", deny_unknown_fields)]
pub struct ClassesDocument {
    /// Number of all classes.
    pub all: String,
    /// Number of classes whose tours have a quarter-turn symmetry.
    pub quaternary: String,
    /// Number of classes whose tours have another symmetry.
    pub binary: String,
    /// Number of classes whose tours have no symmetry.
    pub asymmetric: String,
}

impl CountDocument {
    /// Creates the document of a count.
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
