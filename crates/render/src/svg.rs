//! The drawing: a beige and gray board, the tour as one path, its start and its end.
//!
//! The viewBox is in board units, so a square is one by one whatever the size of the picture.
//! The path is a single element; numbers are written while they can be read.

use std::io;

use knights_tour::{Board, Tour, TourKind};

use crate::Render;

/// Beyond this many squares on the longer side numbers could not be read.
const NUMBERED: u64 = 20;

/// The board with the tour on it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Svg;

impl Render for Svg {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        let board = tour.board();
        let (files, ranks) = (board.files(), board.ranks());
        let top = ranks - 1;
        let leaper = tour.leaper();
        let title = format!("{} {leaper}'s tour of the {board} board", capital(tour.kind()));
        draw_board(board, &title, out)?;
        write!(
            out,
            r##"<path fill="none" stroke="#2f6ea5" stroke-width=".07" stroke-linejoin="round" stroke-linecap="round" d=""##
        )?;
        for (at, square) in tour.squares().enumerate() {
            let letter = if at == 0 { "M" } else { "L" };
            write!(out, "{letter}{}.5 {}.5", square.file, top - square.rank)?;
        }
        writeln!(out, r#"{}"/>"#, if tour.kind() == TourKind::Closed { "Z" } else { "" })?;
        let ends = [(tour.square_at(1), "#2e7d32"), (tour.square_at(tour.len()), "#b3261e")];
        for (square, colour) in ends.into_iter().filter_map(|(square, colour)| Some((square?, colour))) {
            writeln!(
                out,
                r#"<circle cx="{}.5" cy="{}.5" r=".2" fill="{colour}"/>"#,
                square.file,
                top - square.rank
            )?;
        }
        if files.max(ranks) <= NUMBERED {
            writeln!(
                out,
                r##"<g font-family="sans-serif" font-size=".25" fill="#222" stroke="#fff" stroke-opacity=".75" stroke-width=".07" paint-order="stroke">"##
            )?;
            for (step, square) in (1..).zip(tour.squares()) {
                let (x, y, step): (u64, u64, usize) = (square.file, top - square.rank, step);
                writeln!(out, r#"<text x="{x}.06" y="{y}.28">{step}</text>"#)?;
            }
            writeln!(out, "</g>")?;
        }
        writeln!(out, "</svg>")
    }
}

/// Opens the drawing and lays the board; the caller closes it.
pub(crate) fn draw_board(board: &Board, title: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let (files, ranks) = (board.files(), board.ranks());
    let size = 48 * 20 / files.max(ranks).max(1);
    let (width, height) = (files * size.max(1), ranks * size.max(1));
    let top = ranks - 1;
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {files} {ranks}" width="{width}" height="{height}" role="img">"#
    )?;
    writeln!(out, "<title>{title}</title>")?;
    writeln!(
        out,
        r##"<defs><pattern id="b" width="2" height="2" y="{}" patternUnits="userSpaceOnUse"><path fill="#f5f0dc" d="M0 0h2v2h-2z"/><path fill="#c9c9c4" d="M0 1h1v1h-1zM1 0h1v1h-1z"/></pattern></defs>"##,
        ranks % 2
    )?;
    writeln!(out, r##"<path fill="url(#b)" d="M0 0h{files}v{ranks}h-{files}z"/>"##)?;
    if !board.is_rectangle() {
        write!(out, r##"<path fill="#fff" d=""##)?;
        for hole in board.holes() {
            write!(out, "M{} {}h1v1h-1z", hole.file, top - hole.rank)?;
        }
        writeln!(out, r#""/>"#)?;
    }
    Ok(())
}

fn capital(kind: TourKind) -> &'static str {
    match kind {
        TourKind::Open => "Open",
        TourKind::Closed => "Closed",
    }
}
