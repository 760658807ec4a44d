//! Many tours, one a line.

use std::io::{self, Write};

use knights_tour::{Board, Square, Tour, notation};

use crate::{args::StreamArgs, exit::Failure, output};

/// Writes tours as they come; the names of the squares are made once.
pub(crate) struct Lines<'a> {
    names: Vec<String>,
    board: &'a Board,
    is_json: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(args: &StreamArgs, board: &'a Board) -> Lines<'a> {
        let names = (0..board.small_area().unwrap_or(0)).map(|at| notation::name(board, board.square(at)));
        Lines { names: names.collect(), board, is_json: args.json || args.format == "json" }
    }

    pub(crate) fn write(&self, tour: &Tour, out: &mut dyn Write) -> io::Result<()> {
        let name = |square: Square| self.names[self.board.index(square)].as_str();
        let (open, quote, comma, close) =
            if self.is_json { ("{\"squares\":[", "\"", ",", "]") } else { ("", "", " ", "") };
        out.write_all(open.as_bytes())?;
        for (at, square) in tour.squares().enumerate() {
            for part in [if at == 0 { "" } else { comma }, quote, name(square), quote] {
                out.write_all(part.as_bytes())?;
            }
        }
        out.write_all(close.as_bytes())?;
        if self.is_json {
            write!(out, ",\"kind\":\"{}\"}}", tour.kind())?;
        }
        out.write_all(b"\n")
    }
}

/// To the file asked for, or to standard output.
pub(crate) fn to(
    args: &StreamArgs,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    match &args.output {
        Some(path) => output::to_file(path, write),
        None => output::to_stdout(write),
    }
}
