//! Number puzzles as pictures, and on paper: the puzzles first, their answers on other pages.
//!
//! A given step stands large in the middle of its square. In an answer the steps that were to be found stand in
//! the colour of the path.

use std::io;

use knights_tour::{
    Board, Control, Square,
    givens::{Givens, Made},
};

use crate::{
    Picture, Undrawn,
    pdf::{MARGIN, PAGE, Sheet, document},
    picture::{
        canvas::{Canvas, Ink},
        colour::Rgb,
        glyphs,
        layout::Layout,
    },
    png,
    raster::Raster,
    svg,
};

/// How high a number is on its square, at most.
const DIGITS: f64 = 0.42;
/// How much of its square the longest number takes.
const ROOM: f64 = 0.78;
/// Puzzles and answers side by side on a page of several, and one below the other.
const COLUMNS: usize = 2;
const ROWS: usize = 3;
/// How high the words above a puzzle are, in points, and the room that they take.
const WORDS: (f32, f32) = (9.0, 18.0);

/// Puzzles, as they are drawn.
pub struct Puzzles<'a> {
    /// The colours and the width.
    pub picture: Picture,
    /// The puzzles, each with the words above it.
    pub puzzles: &'a [(Made, String)],
}

impl Puzzles<'_> {
    /// Refuses a picture of too many pixels, before any work is done.
    pub fn check(picture: &Picture, board: &Board) -> Result<(), Undrawn> {
        Raster::check(Layout::new(picture, board, 0.0).pixels)
    }

    /// The first puzzle as a drawing.
    pub fn svg(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let Some((made, words)) = self.puzzles.first() else { return Ok(()) };
        let layout = Layout::new(&self.picture, made.givens.board(), 0.0);
        svg::drawing(&layout, words, out, |canvas| self.question(&made.givens, &layout, canvas))
    }

    /// The first puzzle in pixels.
    pub fn png(&self, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let Some((made, _)) = self.puzzles.first() else { return Ok(()) };
        let layout = Layout::new(&self.picture, made.givens.board(), 0.0);
        let mut raster = Raster::new(&layout)?;
        self.question(&made.givens, &layout, &mut raster)?;
        png::encode(&raster.pixels, out, control)
    }

    /// All puzzles on paper, one on a page where there is one, else six; then as many pages of answers.
    pub fn pdf(&self, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let (columns, rows) = if self.puzzles.len() == 1 { (1, 1) } else { (COLUMNS, ROWS) };
        let sheets = self.puzzles.len().div_ceil(columns * rows);
        let mut pages = Vec::new();
        for is_answer in [false, true] {
            for (at, puzzles) in self.puzzles.chunks(columns * rows).enumerate() {
                let share = (pages.len() as f64) / (2 * sheets) as f64;
                control.proceed(share)?;
                let first = at * columns * rows;
                pages.push(self.page(puzzles, first, (columns, rows), is_answer)?);
            }
        }
        let title = self.puzzles.first().map_or("", |(_, words)| words);
        out.write_all(&document(PAGE, &pages, title))
    }

    fn page(
        &self,
        puzzles: &[(Made, String)],
        first: usize,
        (columns, rows): (usize, usize),
        is_answer: bool,
    ) -> io::Result<Vec<u8>> {
        let (wide, high) = ((PAGE.0 - 2.0 * MARGIN) / columns as f32, (PAGE.1 - 2.0 * MARGIN) / rows as f32);
        let mut sheet = Sheet::new();
        for (at, (made, words)) in puzzles.iter().enumerate() {
            let layout = Layout::new(&self.picture, made.givens.board(), 0.0);
            let [left, top, width, height] = layout.frame.map(|units| units as f32);
            let scale = ((wide - WORDS.1) / width).min((high - 2.0 * WORDS.1) / height);
            let x = MARGIN + (at % columns) as f32 * wide;
            let y = PAGE.1 - MARGIN - (at / columns) as f32 * high;
            let number = first + at + 1;
            let words = if is_answer { format!("answer {number}") } else { format!("{number}. {words}") };
            let size = f64::from(WORDS.0).min(f64::from(width * scale) / glyphs::width(&words));
            sheet.content.save_state().transform([1.0, 0.0, 0.0, -1.0, x - left * scale, y]);
            let ink = Ink::Stroke(Rgb(0, 0, 0), size * glyphs::WEIGHT);
            sheet.paint(&[ink], &|pen| glyphs::text(pen, &words, 0.0, 0.0, size))?;
            sheet.content.restore_state();
            // Board units, y down, under the words.
            let below = y - WORDS.1 + top * scale;
            sheet.content.save_state().transform([scale, 0.0, 0.0, -scale, x - left * scale, below]);
            match is_answer {
                true => self.answer(made, &layout, &mut sheet)?,
                false => self.question(&made.givens, &layout, &mut sheet)?,
            }
            sheet.content.restore_state();
        }
        sheet.finish()
    }

    fn question(&self, givens: &Givens, layout: &Layout, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.picture.ground(givens.board(), layout, canvas)?;
        let steps = givens.steps().iter().map(|&(step, square)| (square, step));
        self.numbers(givens.board(), &steps.collect::<Vec<_>>(), self.picture.palette().ink, canvas)
    }

    fn answer(&self, made: &Made, layout: &Layout, canvas: &mut dyn Canvas) -> io::Result<()> {
        self.question(&made.givens, layout, canvas)?;
        let found = made.solution.squares().zip(1..);
        let found = found.filter(|&(square, _)| made.givens.step_of(square).is_none());
        let colour = self.picture.palette().plain;
        self.numbers(made.givens.board(), &found.collect::<Vec<_>>(), colour, canvas)
    }

    fn numbers(
        &self,
        board: &Board,
        steps: &[(Square, u32)],
        colour: Rgb,
        canvas: &mut dyn Canvas,
    ) -> io::Result<()> {
        if steps.is_empty() {
            return Ok(());
        }
        let size = DIGITS.min(ROOM / glyphs::width(&board.square_count().to_string()));
        canvas.paint(&[Ink::Stroke(colour, size * glyphs::WEIGHT * 1.3)], &|pen| {
            for &(square, step) in steps {
                let text = step.to_string();
                let x = square.file as f64 + 0.5 - glyphs::width(&text) * size / 2.0;
                glyphs::text(pen, &text, x, board.row_of(square.rank) as f64 + 0.5 - size / 2.0, size);
            }
        })
    }
}
