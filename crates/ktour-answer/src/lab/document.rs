//! What an experiment tells: in English as it always was, and beside it the same as codes and figures.

use ktour_lab::{
    Figure, Findings, Identity, Line, Plot, Table,
    plot::{Axis, Scale, Series, Style, Unit},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// A plan that is begun.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Begin", deny_unknown_fields)]
pub struct BeginDocument {
    /// Which experiment.
    pub experiment: String,
    /// All its words with their values, seed included: the same words give the same plan.
    pub words: Map<String, Value>,
    /// The experiment and its words in one line: what makes it again.
    pub command: String,
    /// How many rows there will be.
    pub cells: usize,
}

impl BeginDocument {
    pub(super) fn new(identity: &Identity, cells: usize) -> BeginDocument {
        let words = identity.words.iter().map(|(word, value)| (word.clone(), value.as_str().into()));
        BeginDocument {
            experiment: identity.experiment.clone(),
            words: words.collect(),
            command: identity.to_string(),
            cells,
        }
    }
}

/// A row that was measured.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Row", deny_unknown_fields)]
pub struct RowDocument {
    /// Which cell of the plan it is.
    pub cell: String,
    /// How many rows there are by now.
    pub done: usize,
    /// How many there will be.
    pub cells: usize,
    /// What was measured; which fields there are depends on the experiment.
    pub row: Map<String, Value>,
}

impl RowDocument {
    pub(super) fn new(cell: String, done: usize, cells: usize, row: &impl Serialize) -> RowDocument {
        let row = match serde_json::to_value(row) {
            Ok(Value::Object(row)) => row,
            _ => Map::new(),
        };
        RowDocument { cell, done, cells, row }
    }
}

/// What the rows say together.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Findings")]
pub struct FindingsDocument {
    /// In English sentences.
    pub sentences: Vec<String>,
    /// In numbers.
    pub tables: Vec<FindingsTableDocument>,
    /// In pictures.
    pub plots: Vec<PlotDocument>,
    /// The sentences as codes and figures.
    pub lines: Vec<Line>,
    /// What some of the words mean, as codes and figures.
    pub notes: Vec<Line>,
}

impl FindingsDocument {
    /// The plots are drawn where that is asked for.
    pub(super) fn new(findings: &Findings, is_drawn: bool) -> FindingsDocument {
        FindingsDocument {
            sentences: findings.sentences.iter().map(Line::to_string).collect(),
            tables: findings.tables.iter().map(FindingsTableDocument::from).collect(),
            plots: findings.plots.iter().map(|plot| PlotDocument::new(plot, is_drawn)).collect(),
            lines: findings.sentences.clone(),
            notes: findings.notes.clone(),
        }
    }
}

/// The end of an experiment.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "End")]
pub struct EndDocument {
    /// What all rows say together.
    #[serde(flatten)]
    pub findings: FindingsDocument,
    /// The experiment and its words in one line: what makes it again.
    pub command: String,
    /// Whether every cell has its row.
    pub complete: bool,
    /// How many rows there are.
    pub rows: usize,
    /// The rows as a csv that can be gone on with.
    pub csv: String,
    /// A page that needs nothing but itself.
    pub html: String,
}

/// A table of what was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FindingsTable", deny_unknown_fields)]
pub struct FindingsTableDocument {
    /// What it shows.
    pub caption: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<String>>,
    /// The same as codes and figures.
    pub lines: TableLines,
}

/// A table as codes and figures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TableLines {
    /// What it shows.
    pub caption: Line,
    /// The headings.
    pub columns: Vec<Line>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<Figure>>,
}

impl From<&Table> for FindingsTableDocument {
    fn from(table: &Table) -> FindingsTableDocument {
        let Table { caption, columns, rows } = table.clone();
        FindingsTableDocument {
            caption: caption.to_string(),
            columns: columns.iter().map(Line::to_string).collect(),
            rows: rows.iter().map(|row| row.iter().map(Figure::to_string).collect()).collect(),
            lines: TableLines { caption, columns, rows },
        }
    }
}

/// A plot as data, so that whoever reads it can draw it, and at the end as a drawing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plot", deny_unknown_fields)]
pub struct PlotDocument {
    /// A short name for files and links.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The same as a code and figures.
    pub line: Line,
    /// To the right.
    pub x: AxisDocument,
    /// Upwards.
    pub y: AxisDocument,
    /// What is drawn, first below.
    pub series: Vec<SeriesDocument>,
    /// The drawing, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

impl PlotDocument {
    fn new(plot: &Plot, is_drawn: bool) -> PlotDocument {
        PlotDocument {
            name: plot.name.clone(),
            title: plot.title.to_string(),
            line: plot.title.clone(),
            x: (&plot.x).into(),
            y: (&plot.y).into(),
            series: plot.series.iter().map(SeriesDocument::from).collect(),
            svg: is_drawn.then(|| plot.svg()),
        }
    }
}

/// One direction of a plot.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlotAxis", deny_unknown_fields)]
pub struct AxisDocument {
    /// What it shows.
    pub label: String,
    /// The same as a code and figures.
    pub line: Line,
    /// What the numbers are.
    pub unit: Unit,
    /// Straight or logarithmic.
    pub scale: Scale,
    /// Fixed ends; otherwise those of the data.
    pub ends: Option<(f64, f64)>,
}

impl From<&Axis> for AxisDocument {
    fn from(axis: &Axis) -> AxisDocument {
        let Axis { label, unit, scale, ends } = axis.clone();
        AxisDocument { label: label.to_string(), line: label, unit, scale, ends }
    }
}

/// Points of one kind.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlotSeries", deny_unknown_fields)]
pub struct SeriesDocument {
    /// For the legend.
    pub name: String,
    /// The same as a figure.
    pub figure: Figure,
    /// Which colour and mark, counted from 0; series of one hue belong together.
    pub hue: usize,
    /// How they are drawn.
    pub style: Style,
    /// x, y.
    pub points: Vec<(f64, f64)>,
    /// From where to where each point may lie; empty or one for every point.
    pub ranges: Vec<(f64, f64)>,
}

impl From<&Series> for SeriesDocument {
    fn from(series: &Series) -> SeriesDocument {
        let Series { name, hue, style, points, ranges } = series.clone();
        SeriesDocument { name: name.to_string(), figure: name, hue, style, points, ranges }
    }
}
