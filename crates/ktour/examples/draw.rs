//! A picture of a tour, here written to memory; a file works the same way.

use std::error::Error;

use ktour::{
    Board, Control, Puzzle, Strategy,
    render::{PathStyle, Picture, Render, Svg, Theme},
    solve,
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let control = Control::unlimited();
    let answer = solve(&Puzzle::new(Board::new(8, 8)?), &Strategy::default(), &control)?;
    let tour = answer.outcome.found().ok_or("8x8 has tours")?;
    let picture = Picture { theme: Theme::Dark, path: PathStyle::Smooth, ..Picture::default() };
    let mut svg = Vec::new();
    Svg(picture).write(&tour, &mut svg, &control)?;
    println!("{} bytes of SVG", svg.len());
    Ok(())
}
