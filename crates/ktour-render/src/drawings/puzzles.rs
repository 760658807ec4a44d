//! Puzzles as pictures, and on paper: first the puzzles, then their answers on separate pages.
//!
//! A given step, or a part of a text, is drawn large in the middle of its square. In an answer, the steps
//! that the solver had to find have the colour of the path. Letters without strokes are text elements in an
//! SVG, drawn in the viewer's fonts; pixels and paper cannot show them, and callers refuse them with
//! [`DrawnPuzzle::first_undrawable`].

use std::io;

use ktour_core::{Board, Control, Square, Tour};
use ktour_puzzle::MadePuzzle;

use crate::{
    DrawError, Picture,
    image::{
        pdf::{MARGIN, PAGE, PdfCanvas, document},
        png,
        raster::Raster,
        svg,
    },
    picture::{
        canvas::{Canvas, Ink},
        colour::Rgb,
        glyphs,
        layout::Layout,
    },
};

/// Maximum height of a number, in squares.
const DIGITS: f64 = 0.42;
/// Maximum font size of text, in squares.
const LETTERS: f64 = 0.58;
/// Maximum width of the longest number, in squares.
const MAX_NUMBER_WIDTH: f64 = 0.78;
/// Columns and rows of puzzles on a page of several.
const COLUMNS: usize = 2;
const ROWS: usize = 3;
/// Height of the text above a puzzle and of the space reserved for it, in points.
const WORDS: (f32, f32) = (9.0, 18.0);

/// A puzzle as it is drawn: text of its squares, text of the answer, and a heading.
pub struct DrawnPuzzle {
    board: Board,
    shown: Vec<(Square, String)>,
    /// Whether the answer also shows the text of the question.
    is_kept: bool,
    found: Vec<(Square, String)>,
    words: String,
}

impl DrawnPuzzle {
    /// Creates a drawing of a number puzzle.
    pub fn numbers(made: &MadePuzzle, words: String) -> DrawnPuzzle {
        let shown = made.givens.steps().iter().map(|&(step, square)| (square, step.to_string()));
        let found = numbered(&made.solution).filter(|(square, _)| made.givens.step_of(*square).is_none());
        DrawnPuzzle {
            board: made.givens.board().clone(),
            shown: shown.collect(),
            is_kept: true,
            found: found.collect(),
            words,
        }
    }

    /// Creates a drawing of letters, syllables or words along a tour, in lower case; the answer shows the
    /// numbers.
    pub fn signs(tour: &Tour, signs: &[String], words: String) -> DrawnPuzzle {
        DrawnPuzzle {
            board: tour.board().clone(),
            shown: tour.squares().zip(signs.iter().map(|sign| sign.to_lowercase())).collect(),
            is_kept: false,
            found: numbered(tour).collect(),
            words,
        }
    }

    /// Returns the first letter without strokes, if there is one.
    pub fn first_undrawable(signs: &[String]) -> Option<char> {
        signs
            .iter()
            .flat_map(|sign| sign.to_lowercase().chars().collect::<Vec<_>>())
            .find(|&c| !glyphs::has(c))
    }
}

fn numbered(tour: &Tour) -> impl Iterator<Item = (Square, String)> {
    tour.squares().zip(1..).map(|(square, step)| (square, step.to_string()))
}

/// Approximate width of a text at font size 1: East Asian characters are as wide as they are high, others
/// narrower.
fn width_in_fonts(text: &str) -> f64 {
    let is_wide = |letter: char| matches!(u32::from(letter), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff00..=0xff60 | 0x2_0000..=0x3_ffff);
    text.chars().map(|letter| if is_wide(letter) { 1.0 } else { 0.62 }).sum()
}

/// Puzzles to be drawn.
///
/// ```
/// use ktour::{Board, Control, Outcome, givens::PuzzleOptions};
/// use ktour::render::{DrawnPuzzle, Picture, Puzzles};
/// let wish = PuzzleOptions { seed: 1, ..PuzzleOptions::new(Board::new(5, 5)?) };
/// let Outcome::Found(made) = wish.make(&Control::unlimited())? else { panic!("a puzzle") };
/// let signs: Vec<String> = (0..25).map(|at| char::from(b'a' + at).to_string()).collect();
/// assert_eq!(DrawnPuzzle::first_undrawable(&signs), None);
/// let puzzles = [
///     DrawnPuzzle::numbers(&made, "numbers".to_owned()),
///     DrawnPuzzle::signs(&made.solution, &signs, "letters".to_owned()),
/// ];
/// let sheet = Puzzles { picture: Picture::default(), puzzles: &puzzles };
/// Puzzles::check(&sheet.picture, made.givens.board())?;
/// let (mut svg, mut png, mut pdf) = (Vec::new(), Vec::new(), Vec::new());
/// sheet.svg(&mut svg)?;
/// sheet.png(&mut png, &Control::unlimited())?;
/// sheet.pdf(&mut pdf, &Control::unlimited())?; // both, and their answers
/// assert!(svg.starts_with(b"<svg") && png.starts_with(b"\x89PNG") && pdf.starts_with(b"%PDF"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Puzzles<'a> {
    /// Colours and width.
    pub picture: Picture,
    /// The puzzles.
    pub puzzles: &'a [DrawnPuzzle],
}

impl Puzzles<'_> {
    /// Refuses a picture of too many pixels, before any work is done.
    pub fn check(picture: &Picture, board: &Board) -> Result<(), DrawError> {
        Raster::check(Layout::new(picture, board, 0.0).pixels)
    }

    /// Writes the first puzzle as an svg.
    pub fn svg(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some(puzzle) = self.puzzles.first() else { return Ok(()) };
        let layout = Layout::new(&self.picture, &puzzle.board, 0.0);
        svg::sheet(&self.picture, &layout, &puzzle.words, out, |page| {
            if puzzle.shown.iter().all(|(_, text)| text.chars().all(glyphs::has)) {
                return self.draw_question(puzzle, &layout, page);
            }
            self.picture.draw_background(&puzzle.board, &layout, page)?;
            let widest = puzzle.shown.iter().map(|(_, text)| width_in_fonts(text)).fold(0.0, f64::max);
            let middle =
                |square: Square| [square.file as f64 + 0.5, puzzle.board.row_of(square.rank) as f64 + 0.5];
            let words = puzzle.shown.iter().map(|(square, text)| (middle(*square), text.as_str()));
            page.draw_text(self.picture.palette().ink, LETTERS.min(MAX_NUMBER_WIDTH / widest), words)
        })
    }

    /// Writes the first puzzle as a png.
    pub fn png(&self, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let Some(puzzle) = self.puzzles.first() else { return Ok(()) };
        let layout = Layout::new(&self.picture, &puzzle.board, 0.0);
        png::sheet(&self.picture, &layout, out, control, |canvas| self.draw_question(puzzle, &layout, canvas))
    }

    /// Writes all puzzles as a pdf: one puzzle on a page of its own, several at six to a page; then as many
    /// pages of answers.
    pub fn pdf(&self, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let (columns, rows) = if self.puzzles.len() == 1 { (1, 1) } else { (COLUMNS, ROWS) };
        let sheets = self.puzzles.len().div_ceil(columns * rows);
        let mut pages = Vec::new();
        for is_answer in [false, true] {
            for (at, puzzles) in self.puzzles.chunks(columns * rows).enumerate() {
                control.check_share(pages.len() as f64 / (2 * sheets) as f64)?;
                let first = at * columns * rows;
                pages.push(self.page(puzzles, first, (columns, rows), is_answer)?);
            }
        }
        let title = self.puzzles.first().map_or("", |puzzle| &puzzle.words);
        out.write_all(&document(PAGE, &pages, title))
    }

    fn page(
        &self,
        puzzles: &[DrawnPuzzle],
        first: usize,
        (columns, rows): (usize, usize),
        is_answer: bool,
    ) -> io::Result<Vec<u8>> {
        let (wide, high) = ((PAGE.0 - 2.0 * MARGIN) / columns as f32, (PAGE.1 - 2.0 * MARGIN) / rows as f32);
        let mut sheet = PdfCanvas::new();
        for (at, puzzle) in puzzles.iter().enumerate() {
            let layout = Layout::new(&self.picture, &puzzle.board, 0.0);
            let [left, top, width, height] = layout.frame.map(|units| units as f32);
            let scale = ((wide - WORDS.1) / width).min((high - 2.0 * WORDS.1) / height);
            let x = MARGIN + (at % columns) as f32 * wide;
            let y = PAGE.1 - MARGIN - (at / columns) as f32 * high;
            let number = first + at + 1;
            let words = match is_answer {
                true => format!("answer {number}"),
                false => format!("{number}. {}", puzzle.words),
            };
            let size = f64::from(WORDS.0).min(f64::from(width * scale) / glyphs::width(&words));
            sheet.content.save_state().transform([1.0, 0.0, 0.0, -1.0, x - left * scale, y]);
            let ink = Ink::Stroke(Rgb(0, 0, 0), size * glyphs::WEIGHT);
            sheet.paint(&[ink], &|pen| glyphs::text(pen, &words, 0.0, 0.0, size))?;
            sheet.content.restore_state();
            // Board units, y down, below the heading.
            let below = y - WORDS.1 + top * scale;
            sheet.content.save_state().transform([scale, 0.0, 0.0, -scale, x - left * scale, below]);
            match is_answer {
                true => self.draw_answer(puzzle, &layout, &mut sheet)?,
                false => self.draw_question(puzzle, &layout, &mut sheet)?,
            }
            sheet.content.restore_state();
        }
        sheet.finish()
    }

    fn draw_question(
        &self,
        puzzle: &DrawnPuzzle,
        layout: &Layout,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        self.picture.draw_background(&puzzle.board, layout, canvas)?;
        self.write(&puzzle.board, &puzzle.shown, self.picture.palette().ink, canvas)
    }

    fn draw_answer(&self, puzzle: &DrawnPuzzle, layout: &Layout, canvas: &mut dyn Canvas) -> io::Result<()> {
        match puzzle.is_kept {
            true => self.draw_question(puzzle, layout, canvas)?,
            false => self.picture.draw_background(&puzzle.board, layout, canvas)?,
        }
        self.write(&puzzle.board, &puzzle.found, self.picture.palette().plain, canvas)
    }

    /// Draws texts in the middle of their squares, all in one size.
    fn write(
        &self,
        board: &Board,
        texts: &[(Square, String)],
        colour: Rgb,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        if texts.is_empty() {
            return Ok(());
        }
        let last = board.square_count().to_string();
        let widths = texts.iter().map(|(_, text)| glyphs::width(text));
        let widest = widths.fold(glyphs::width(&last), f64::max);
        let size = DIGITS.min(MAX_NUMBER_WIDTH / widest);
        canvas.paint(&[Ink::Stroke(colour, size * glyphs::WEIGHT * 1.3)], &|pen| {
            for (square, text) in texts {
                let x = square.file as f64 + 0.5 - glyphs::width(text) * size / 2.0;
                glyphs::text(pen, text, x, board.row_of(square.rank) as f64 + 0.5 - size / 2.0, size);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_strokes_are_words_of_an_svg() {
        let board = Board::new(1, 1).unwrap();
        let drawn = |sign: &str| {
            let shown = vec![(Square::new(0, 0), sign.to_owned())];
            let puzzle = DrawnPuzzle {
                board: board.clone(),
                shown,
                is_kept: false,
                found: Vec::new(),
                words: String::new(),
            };
            let mut bytes = Vec::new();
            Puzzles { picture: Picture::default(), puzzles: &[puzzle] }.svg(&mut bytes).unwrap();
            String::from_utf8(bytes).unwrap()
        };
        assert!(!drawn("a7").contains("<text"));
        assert!(drawn("马").contains(r#"font-size=".58" text-anchor="middle">"#));
        assert!(drawn("马").contains(r#"<text x=".5" y=".703">马</text>"#));
        assert!(drawn("ö&<").contains(">ö&amp;&lt;</text>"));
        assert_eq!(DrawnPuzzle::first_undrawable(&["ab".into(), "cö".into()]), Some('ö'));
    }
}
