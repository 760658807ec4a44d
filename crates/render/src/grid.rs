//! The number grid: 1…N as the board stands, top rank first, `#` for holes.

use std::io;

use knights_tour::Tour;

use crate::Render;

/// The number grid.
///
/// ```text
///   1  4  7 10
///  12  9  2  5
///   3  6 11  8
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Grid;

/// How wide a column must be for numbers up to `squares`.
///
/// ```
/// assert_eq!(knights_tour_render::grid_width(64), 2);
/// ```
pub fn grid_width(squares: u128) -> usize {
    squares.max(1).ilog10() as usize + 1
}

impl Render for Grid {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        let steps = tour.steps();
        let width = grid_width(tour.len() as u128);
        let mut line = String::new();
        for rank in steps.chunks(tour.board().files() as usize).rev() {
            line.clear();
            for (file, step) in rank.iter().enumerate() {
                let space = if file == 0 { "" } else { " " };
                let text = if *step == 0 { "#".to_owned() } else { step.to_string() };
                line.push_str(&format!("{space}{text:>width$}"));
            }
            line.push('\n');
            out.write_all(line.as_bytes())?;
        }
        Ok(())
    }
}
