//! How fast pictures are drawn, against verifying the tour that is drawn.

use ktour_core::{Board, Control, KNIGHT, Puzzle, Tour};
use ktour_render::{Gif, Pdf, Png, Render, Svg};
use ktour_search::{Strategy, solve};

use crate::{clock::fastest, row::Row};

pub(super) fn pictures() -> Vec<Row> {
    let small = tour(8);
    let large = tour(1000);
    vec![
        row("svg 8x8", &small, &Svg::default(), 200, Some(0.001)),
        row("png 8x8", &small, &Png::default(), 5, None),
        row("pdf 8x8", &small, &Pdf::default(), 50, None),
        row("gif 8x8", &small, &Gif::default(), 2, None),
        row("svg 1000x1000", &large, &Svg::default(), 2, None),
        row("png 1000x1000", &large, &Png::default(), 2, Some(2.0)),
    ]
}

fn tour(side: u64) -> Tour {
    let puzzle = Puzzle::new(Board::new(side, side).expect("a board"));
    let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited()).expect("a board to solve");
    answer.outcome.found().expect("square boards of even sides have tours")
}

/// Draws a tour; the signature is the bytes and a digest of them.
fn row(name: &str, tour: &Tour, render: &dyn Render, repeats: u32, limit: Option<f64>) -> Row {
    let (time, bytes) = fastest(repeats, || {
        let mut bytes = Vec::new();
        render
            .write(tour, &mut bytes, &Control::unlimited())
            .expect("memory takes whatever is written to it");
        bytes
    });
    let verify = || Tour::verify(tour.board(), KNIGHT, tour.squares()).map(|tour| tour.len());
    let (verified, squares) = fastest(repeats.max(20), verify);
    assert_eq!(squares, Ok(tour.len()), "what was drawn is a tour");
    let seconds = time.as_secs_f64();
    let verified = verified.as_secs_f64();
    let peer = format!("verifying it ({:.0} times as long)", seconds / verified);
    let digest = bytes.iter().fold(0u64, |sum, &byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let row = Row::new(name, format!("{} bytes {digest:016x}", bytes.len()));
    let row = row.time(time).done(tour.len() as f64, "squares").against(peer, verified / seconds);
    match limit {
        Some(limit) => row.within(limit),
        None => row,
    }
}
