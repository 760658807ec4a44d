//! `move,x,y`: the ordered list of the first document, for spreadsheets.
//!
//! x and y count from zero at the top left of the printed grid.

use std::io;

use knights_tour::Tour;

use crate::Render;

/// The line every such file begins with.
pub(crate) const HEADER: &str = "move,x,y";

/// A line a step: its number, column and row.
#[derive(Clone, Copy, Debug, Default)]
pub struct Csv;

impl Render for Csv {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        writeln!(out, "{HEADER}")?;
        for (step, square) in (1..).zip(tour.squares()) {
            let (x, y, step): (u64, u64, u64) = (square.file, tour.board().row_of(square.rank), step);
            writeln!(out, "{step},{x},{y}")?;
        }
        Ok(())
    }
}
