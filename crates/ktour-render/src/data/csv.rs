//! CSV with the columns `move,x,y`, one line per step, for spreadsheets.
//!
//! x and y count from zero at the top left of the printed grid.

use std::io;

use ktour_core::{AnyTour, Control};

use super::stream::{self, push_number};
use crate::Render;

/// First line of every such file.
pub(crate) const HEADER: &str = "move,x,y";

/// One line per step: its number, column and row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Render for Csv {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        writeln!(out, "{HEADER}")?;
        let board = tour.board();
        stream::squares(tour, out, control, |step, square, to| {
            for (number, end) in
                [(step as u64, b','), (square.file, b','), (board.row_of(square.rank), b'\n')]
            {
                push_number(number, to);
                to.push(end);
            }
        })
    }
}
