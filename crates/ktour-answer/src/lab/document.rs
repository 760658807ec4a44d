//! Documents of an experiment: in English, and as codes with figures.

use ktour_lab::{
    Figure, Findings, Identity, Line, Plot, Table,
    plot::{Axis, Scale, Series, Style, Unit},
};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

/// Start of an experiment.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Begin", deny_unknown_fields)]
pub struct BeginDocument {
    /// Name of the experiment.
    pub experiment: String,
    /// All parameters with their values, including the seed: the same parameters give the same plan.
    pub words: Map<String, Value>,
    /// Experiment and parameters in one line, with which it can be repeated.
    pub command: String,
    /// Number of rows that the experiment will have.
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

/// Measured row.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Row", deny_unknown_fields)]
pub struct RowDocument {
    /// Cell of the plan.
    pub cell: String,
    /// Number of rows so far.
    pub done: usize,
    /// Number of rows of the whole experiment.
    pub cells: usize,
    /// Measured values; the fields depend on the experiment.
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

/// Findings from the rows.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Findings")]
pub struct FindingsDocument {
    /// Findings as English sentences.
    pub sentences: Vec<String>,
    /// Findings as tables.
    pub tables: Vec<FindingsTableDocument>,
    /// Findings as plots.
    pub plots: Vec<PlotDocument>,
    /// The sentences as codes and figures.
    pub lines: Vec<Line>,
    /// Explanations of terms, as codes and figures.
    pub notes: Vec<Line>,
}

impl FindingsDocument {
    /// Creates the document; `is_drawn` says whether the plots are drawn.
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

/// End of an experiment.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "End")]
pub struct EndDocument {
    /// Findings from all rows.
    #[serde(flatten)]
    pub findings: FindingsDocument,
    /// Experiment and parameters in one line, with which it can be repeated.
    pub command: String,
    /// Whether every cell has its row.
    pub complete: bool,
    /// Number of rows.
    pub rows: usize,
    /// Rows as a csv from which the experiment can be resumed.
    pub csv: String,
    /// Self-contained HTML page.
    pub html: String,
}

/// Table of findings.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FindingsTable", deny_unknown_fields)]
pub struct FindingsTableDocument {
    /// Caption of the table.
    pub caption: String,
    /// Column headings.
    pub columns: Vec<String>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<String>>,
    /// Table as codes and figures.
    pub lines: TableLines,
}

/// A table as codes and figures.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TableLines {
    /// Caption of the table.
    pub caption: Line,
    /// Column headings.
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

/// Plot as data; at the end also as a drawing.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plot", deny_unknown_fields)]
pub struct PlotDocument {
    /// A short name for files and links.
    pub name: String,
    /// Title of the plot.
    pub title: String,
    /// Title as a code and figures.
    pub line: Line,
    /// Horizontal axis.
    pub x: AxisDocument,
    /// Vertical axis.
    pub y: AxisDocument,
    /// Series, in the order in which they are drawn.
    pub series: Vec<SeriesDocument>,
    /// Drawing with English labels.
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

/// Axis of a plot.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlotAxis", deny_unknown_fields)]
pub struct AxisDocument {
    /// Label of the axis.
    pub label: String,
    /// Label as a code and figures.
    pub line: Line,
    /// Unit of the numbers.
    pub unit: Unit,
    /// Linear or logarithmic.
    pub scale: Scale,
    /// Fixed ends; otherwise the smallest and the largest value.
    pub ends: Option<(f64, f64)>,
}

impl From<&Axis> for AxisDocument {
    fn from(axis: &Axis) -> AxisDocument {
        let Axis { label, unit, scale, ends } = axis.clone();
        AxisDocument { label: label.to_string(), line: label, unit, scale, ends }
    }
}

/// Series of points.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "PlotSeries", deny_unknown_fields)]
pub struct SeriesDocument {
    /// Name in the legend.
    pub name: String,
    /// Name as a figure.
    pub figure: Figure,
    /// Number of the colour and the mark, counted from 0; series with one hue belong together.
    pub hue: usize,
    /// Style in which the points are drawn.
    pub style: Style,
    /// Coordinates x and y.
    pub points: Vec<(f64, f64)>,
    /// Range of each point's value; empty, or one range per point.
    pub ranges: Vec<(f64, f64)>,
}

impl From<&Series> for SeriesDocument {
    fn from(series: &Series) -> SeriesDocument {
        let Series { name, hue, style, points, ranges } = series.clone();
        SeriesDocument { name: name.to_string(), figure: name, hue, style, points, ranges }
    }
}
