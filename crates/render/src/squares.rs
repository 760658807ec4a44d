//! The plain list: one square a line, in the order of the steps.

use std::io;

use knights_tour::{Tour, notation};

use crate::Render;

/// One square a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

impl Render for Squares {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        for square in tour.squares() {
            writeln!(out, "{}", notation::name(tour.board(), square))?;
        }
        Ok(())
    }
}
