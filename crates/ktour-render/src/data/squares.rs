//! The plain list: one square per line, in the order of the steps.

use std::io;

use ktour_core::{AnyTour, Control, notation};

use super::stream;
use crate::Render;

/// One square per line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

impl Render for Squares {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        stream::squares(tour, out, control, |_, square, to| {
            to.extend_from_slice(notation::name(tour.board(), square).as_bytes());
            to.push(b'\n');
        })
    }
}
