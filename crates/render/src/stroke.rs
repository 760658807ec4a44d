//! One stroke: the tour as a single line in millimetres, for plotters and laser cutters.
//!
//! Nothing but the line is drawn. The drawing is as large as the board and its units are millimetres, so that a machine
//! that reads it needs no scale; the pen is put down once.

use std::io;

use knights_tour::{AnyTour, Board, Control, TourKind};

use crate::{Render, stream, svg};

/// The tour in one line.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Millimetres across the board.
    pub width: u32,
}

impl Stroke {
    /// Thousandths of a millimetre along a number of half squares.
    fn along(self, board: &Board, halves: u128) -> u128 {
        u128::from(self.width) * 1000 * halves / (2 * u128::from(board.files()))
    }
}

impl Render for Stroke {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let board = tour.board();
        let millimetres = |halves: u128| Millimetres(self.along(board, halves));
        let (files, ranks) = (u128::from(board.files()), u128::from(board.ranks()));
        let (width, height) = (millimetres(2 * files), millimetres(2 * ranks));
        writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">"#
        )?;
        writeln!(out, "<title>{}</title>", svg::title(tour))?;
        write!(out, r##"<path fill="none" stroke="#000" stroke-width="0.3" d=""##)?;
        stream::squares(tour, out, control, |step, square, to| {
            let (x, y) = (2 * u128::from(square.file) + 1, 2 * (ranks - u128::from(square.rank)) - 1);
            let pen = if step == 1 { 'M' } else { 'L' };
            to.extend_from_slice(format!("{pen}{} {}", millimetres(x), millimetres(y)).as_bytes());
        })?;
        let end = if tour.kind() == TourKind::Closed { "Z" } else { "" };
        writeln!(out, "{end}\"/>\n</svg>")
    }
}

/// A length in thousandths, as `12.5`.
struct Millimetres(u128);

impl std::fmt::Display for Millimetres {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, rest) = (self.0 / 1000, self.0 % 1000);
        match format!("{rest:03}").trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            digits => write!(f, "{whole}.{digits}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use knights_tour::{KNIGHT, Tour};

    use super::*;

    #[test]
    fn one_line_in_millimetres_and_nothing_else() {
        let board: Board = "3x4".parse().unwrap();
        let names = ["a1", "b3", "c1", "a2", "b4", "c2", "a3", "c4", "b2", "a4", "c3", "b1"];
        let squares = names.map(|name| knights_tour::notation::parse_square(&board, name).unwrap());
        let tour = Tour::verify(&board, KNIGHT, squares).unwrap();
        let drawn = Stroke { width: 150 }.to_text(&tour);
        assert!(drawn.contains(r#"width="150mm" height="200mm" viewBox="0 0 150 200""#), "{drawn}");
        assert!(drawn.contains(r#"d="M25 175L75 75L125 175"#), "{drawn}");
        assert_eq!(drawn.matches("<path").count(), 1);
        assert_eq!((drawn.matches('M').count(), drawn.matches('L').count()), (1, 11));
    }

    #[test]
    fn a_length_has_no_more_digits_than_it_needs() {
        for (thousandths, text) in [(0, "0"), (500, "0.5"), (12_500, "12.5"), (7, "0.007"), (250_000, "250")]
        {
            assert_eq!(Millimetres(thousandths).to_string(), text);
        }
    }
}
