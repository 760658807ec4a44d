//! How a structured tour comes about, level by level, as drawings.

use std::io::{self, Write};

use knights_tour::{
    Board, Square,
    build::parberry::{Merge, Rectangle, Structured},
};

use crate::svg::draw_board;

/// The drawings, in order: for every level the parts with their tours, the exchange, the result.
///
/// ```
/// use knights_tour::{Board, build::parberry::parberry};
/// let frames = knights_tour_render::merge_frames(&parberry(&Board::new(12, 12)?).unwrap());
/// assert_eq!(frames.len(), 3); // four tours, the leaps that are exchanged, one tour
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn merge_frames(structured: &Structured) -> Vec<Vec<u8>> {
    let whole = vec![structured.squares()];
    let mut frames = Vec::new();
    for (level, merges) in structured.levels() {
        let parts: Vec<Rectangle> = merges.iter().flat_map(|merge| merge.parts).collect();
        let wholes: Vec<Rectangle> = merges.iter().map(|merge| merge.whole).collect();
        let tours = structured.tours_before(level);
        let after = if level == 0 { whole.clone() } else { structured.tours_before(level - 1) };
        let board = structured.board();
        frames.push(frame(board, "The parts and their tours", &parts, &tours, &[]));
        frames.push(frame(board, "Leaps removed (dashed) and added", &parts, &tours, &merges));
        frames.push(frame(board, "The result", &wholes, &after, &[]));
    }
    if frames.is_empty() {
        frames.push(frame(structured.board(), "A small board, searched whole", &[], &whole, &[]));
    }
    frames
}

fn frame(
    board: &Board,
    title: &str,
    parts: &[Rectangle],
    tours: &[Vec<Square>],
    exchanged: &[&Merge],
) -> Vec<u8> {
    let mut out = Vec::new();
    draw(board, title, parts, tours, exchanged, &mut out).expect("memory takes whatever is written to it");
    out
}

fn draw(
    board: &Board,
    title: &str,
    parts: &[Rectangle],
    tours: &[Vec<Square>],
    exchanged: &[&Merge],
    out: &mut Vec<u8>,
) -> io::Result<()> {
    draw_board(board, title, out)?;
    let place = |square: Square| format!("{}.5 {}.5", square.file, board.row_of(square.rank));
    let is_removed = |a: Square, b: Square| {
        let removed = exchanged.iter().flat_map(|merge| &merge.removed);
        removed.into_iter().any(|&leap| leap == (a, b) || leap == (b, a))
    };
    writeln!(out, r##"<g fill="none" stroke="#1f4e79" stroke-width=".09" stroke-linecap="round">"##)?;
    for tour in tours {
        let mut path = format!("M{}", place(tour[0]));
        for (at, &square) in tour.iter().enumerate() {
            let next = tour[(at + 1) % tour.len()];
            let letter = if is_removed(square, next) { 'M' } else { 'L' };
            path.push_str(&format!("{letter}{}", place(next)));
        }
        writeln!(out, r#"<path d="{path}"/>"#)?;
    }
    writeln!(out, "</g>")?;
    for (colour, dash, leaps) in [
        ("#b3261e", ".2 .15", exchanged.iter().flat_map(|merge| merge.removed).collect::<Vec<_>>()),
        ("#2e7d32", "none", exchanged.iter().flat_map(|merge| merge.added).collect()),
    ] {
        for (from, to) in leaps {
            let (from, to) = (place(from), place(to));
            writeln!(
                out,
                r#"<path fill="none" stroke="{colour}" stroke-width=".16" stroke-dasharray="{dash}" d="M{from}L{to}"/>"#
            )?;
        }
    }
    writeln!(out, r##"<g fill="none" stroke="#b8860b" stroke-width=".12">"##)?;
    for part in parts {
        let y = board.row_of(part.rank + part.ranks - 1);
        writeln!(out, r#"<rect x="{}" y="{y}" width="{}" height="{}"/>"#, part.file, part.files, part.ranks)?;
    }
    writeln!(out, "</g>\n</svg>")
}
