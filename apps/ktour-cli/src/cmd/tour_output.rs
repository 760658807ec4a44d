//! Output of many tours: one per line, or one per row of a table.

use std::io::{self, Write};

use ktour_answer::{to_json, tours::OneOfMany};
use ktour_core::{Board, Puzzle, Symmetry, Tour, TourKind, measure::Measures, notation};
use ktour_count::{is_first_of_its_class, symmetries_of};

use crate::{
    args::{StreamArgs, StreamFormat},
    exit::Failure,
    output,
    parquet::{ColumnType, ColumnValue, Columns, Parquet},
};

/// Number of bytes that are copied per name; all names are shorter.
const NAME: usize = 16;

/// Writer of tours in the requested format.
pub(crate) enum TourWriter {
    Lines(TourLineWriter),
    /// One JSON document with measures per line.
    Measured,
    Table(Box<ParquetTable>),
}

impl TourWriter {
    pub(crate) fn new(args: &StreamArgs, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<TourWriter> {
        Ok(match args.format() {
            StreamFormat::Parquet => TourWriter::Table(Box::new(ParquetTable::new(puzzle.board(), out)?)),
            StreamFormat::Json if args.measure => TourWriter::Measured,
            format => TourWriter::Lines(TourLineWriter::new(puzzle, format == StreamFormat::Json)),
        })
    }

    pub(crate) fn write(&mut self, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        match self {
            TourWriter::Table(table) => table.write(tour, out),
            TourWriter::Measured => writeln!(out, "{}", to_json(&OneOfMany::new(tour, true))),
            TourWriter::Lines(lines) => {
                let board = tour.board();
                let order: Vec<u32> = tour.squares().map(|square| board.index(square) as u32).collect();
                lines.write(&order, out)
            }
        }
    }

    pub(crate) fn finish(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            TourWriter::Lines(_) | TourWriter::Measured => Ok(()),
            TourWriter::Table(table) => table.parquet.finish(out),
        }
    }
}

/// Writer of one tour per line; the names of the squares are formatted once, with their separators.
pub(crate) struct TourLineWriter {
    names: Vec<([u8; NAME], usize)>,
    head: &'static str,
    /// Text that ends a line in place of the last separator.
    tail: String,
    line: Vec<u8>,
}

impl TourLineWriter {
    fn new(puzzle: &Puzzle, is_json: bool) -> TourLineWriter {
        let board = puzzle.board();
        let name = |at: usize| {
            let name = notation::name(board, board.square(at));
            let name = if is_json { format!("\"{name}\",") } else { format!("{name} ") };
            let mut bytes = [0; NAME];
            bytes[..name.len()].copy_from_slice(name.as_bytes());
            (bytes, name.len())
        };
        let kind = puzzle.kind().unwrap_or(TourKind::Open);
        let (head, tail) = match is_json {
            true => ("{\"squares\":[", format!("],\"kind\":\"{kind}\"}}\n")),
            false => ("", "\n".to_owned()),
        };
        let names = (0..board.small_area().unwrap_or(0)).map(name).collect();
        TourLineWriter { names, head, tail, line: Vec::new() }
    }

    /// Writes the squares with these indices.
    pub(crate) fn write(&mut self, order: &[u32], out: &mut dyn Write) -> io::Result<()> {
        self.line.clear();
        self.line.extend_from_slice(self.head.as_bytes());
        let mut end = self.line.len();
        self.line.resize(end + (order.len() + 1) * NAME, 0);
        for &square in order {
            let (name, len) = &self.names[square as usize];
            self.line[end..end + NAME].copy_from_slice(name);
            end += len;
        }
        self.line.truncate(end - 1);
        self.line.extend_from_slice(self.tail.as_bytes());
        out.write_all(&self.line)
    }
}

/// Writer of one tour per row.
pub(crate) struct ParquetTable {
    parquet: Parquet,
    names: Vec<String>,
    symmetries: Vec<Symmetry>,
}

const COLUMNS: Columns = &[
    ("squares", ColumnType::Text),
    ("kind", ColumnType::Text),
    ("start", ColumnType::Text),
    ("end", ColumnType::Text),
    ("turns", ColumnType::Number),
    ("crossings", ColumnType::Number),
    ("symmetry", ColumnType::Text),
    ("symmetries", ColumnType::Number),
    ("is_first_of_class", ColumnType::Flag),
];

impl ParquetTable {
    fn new(board: &Board, out: &mut dyn Write) -> io::Result<ParquetTable> {
        let names = (0..board.small_area().unwrap_or(0)).map(|at| notation::name(board, board.square(at)));
        let parquet = Parquet::new(COLUMNS, out)?;
        Ok(ParquetTable { parquet, names: names.collect(), symmetries: board.symmetries() })
    }

    fn write(&mut self, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        let names: Vec<&str> =
            tour.squares().map(|square| self.names[tour.board().index(square)].as_str()).collect();
        let symmetries = symmetries_of(tour, &self.symmetries);
        let symmetry = match symmetries {
            1 => "asymmetric",
            2 => "binary",
            4 => "quaternary",
            _ => "other",
        };
        let measures = Measures::new(tour);
        let row = [
            ColumnValue::Text(&names.join(" ")),
            ColumnValue::Text(&tour.kind().to_string()),
            ColumnValue::Text(names[0]),
            ColumnValue::Text(names[names.len() - 1]),
            ColumnValue::Number(measures.turns as i32),
            ColumnValue::Number(measures.crossings.total as i32),
            ColumnValue::Text(symmetry),
            ColumnValue::Number(symmetries as i32),
            ColumnValue::Flag(is_first_of_its_class(tour, &self.symmetries)),
        ];
        self.parquet.row(&row, out)
    }
}

/// Runs a writer on the output file or on standard output.
pub(crate) fn to(
    args: &StreamArgs,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match &args.output {
        Some(path) => output::to_file(path, write),
        None => output::to_stdout(write),
    }
}
