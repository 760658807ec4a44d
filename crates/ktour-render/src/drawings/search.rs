//! The search as an animation: the path of the knight, and the squares given up.
//!
//! A search of millions of events is shown in a few hundred frames. It is run twice, once to count the events
//! and once to draw them, so no event is stored. Every frame shows the current path and, in a warning colour,
//! the leaps undone since the previous frame.

use std::{collections::BTreeSet, io, time::Duration};

use ktour_core::{Control, Puzzle, Square, TourKind};
use ktour_search::{Method, Strategy, Trace, Visit};

use crate::{
    Gif, Picture,
    image::{gif_encoder::GifEncoder, raster::Raster},
    picture::{
        canvas::{Canvas, Ink},
        glyphs,
        layout::Layout,
        path::{LeapPath, middle},
    },
};

/// Default duration of the animation.
const DEFAULT_LENGTH: Duration = Duration::from_secs(20);
/// Height of the caption under the board, in squares.
const CAPTION: f64 = 0.55;
/// Maximum number of undone leaps in one frame; the latest are shown.
const MAX_LEAPS_TAKEN_BACK: usize = 4_000;

/// Summary of an animation of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownSearch {
    /// Number of squares entered and given up.
    pub events: u64,
    /// Whether the search ended with these events; otherwise it continues.
    pub is_whole: bool,
    /// Whether the search ended with a tour.
    pub is_found: bool,
}

impl Gif {
    /// Writes the animation of a search, limited to its first `limit` events.
    ///
    /// ```
    /// use ktour::{Board, Control, Method, Puzzle, Strategy};
    /// use ktour::render::Gif;
    /// let puzzle = Puzzle::new(Board::new(3, 4)?).starting_at("a1".parse()?)?;
    /// let (gif, mut file) = (Gif::default(), Vec::new());
    /// gif.check_search(puzzle.board())?;
    /// let shown = gif.write_search(&puzzle, &Strategy::new(Method::Backtrack), 100, &mut file, &Control::unlimited())?;
    /// assert!(shown.is_found && file.starts_with(b"GIF89a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_search(
        &self,
        puzzle: &Puzzle,
        strategy: &Strategy,
        limit: u64,
        out: &mut dyn io::Write,
        control: &Control,
    ) -> io::Result<ShownSearch> {
        let length = SearchLength::measure(puzzle, strategy, limit, control)?;
        let SearchLength { events, is_whole, is_found, last_word, .. } = length;
        let motion = crate::Motion { length: self.motion.length.or(Some(DEFAULT_LENGTH)), ..self.motion };
        let frames = motion.frames(usize::try_from(events).unwrap_or(usize::MAX)).max(1) as u64;
        let picture = &Picture { width: Some(self.width()), ..self.picture.clone() };
        let layout = &Layout::new(picture, puzzle.board(), CAPTION);
        // The letters of all frames have the size that fits the longest caption.
        let size =
            (CAPTION * 0.5).min((layout.frame[0] + layout.frame[2]) * 0.97 / glyphs::width(&length.words));
        let mut film = GifEncoder::new(layout, motion.is_once, out)?;
        let mut ground = Raster::new(layout)?;
        picture.draw_background(puzzle.board(), layout, &mut ground)?;
        let mut walk = SearchWalk::new(puzzle, strategy)?;
        for frame in 0..=frames {
            control.check_share(frame as f64 / (frames + 1) as f64)?;
            let until = (u128::from(events) * u128::from(frame) / u128::from(frames)) as u64;
            let back = walk.advance(until);
            let is_last = frame == frames;
            let mut shown = ground.clone();
            walk.draw(picture, layout, &back, is_last && is_found, &mut shown)?;
            let last_word = if is_last { last_word } else { "" };
            caption(picture, layout, &caption_text(walk.entered, walk.left, last_word), size, &mut shown)?;
            film.show(&shown, if is_last { motion.final_pause() } else { motion.delay })?;
        }
        film.finish()?;
        Ok(ShownSearch { events, is_whole, is_found: is_whole && is_found })
    }
}

/// Length of a search, determined without drawing it.
struct SearchLength {
    /// Number of squares entered and given up.
    events: u64,
    is_whole: bool,
    is_found: bool,
    /// Caption of the last frame, which says how the search ended.
    last_word: &'static str,
    /// Complete caption of the last frame.
    words: String,
}

impl SearchLength {
    fn measure(
        puzzle: &Puzzle,
        strategy: &Strategy,
        limit: u64,
        control: &Control,
    ) -> io::Result<SearchLength> {
        let mut trace = Trace::new(puzzle, strategy).map_err(io::Error::other)?;
        let (mut events, mut is_whole) = (0u64, true);
        while trace.next().is_some() {
            if events == limit {
                is_whole = false;
                break;
            }
            events += 1;
            if events.is_multiple_of(1 << 16) {
                control.check_share(0.0)?;
            }
        }
        let is_found = trace.is_found();
        let last_word = match (is_whole, is_found) {
            (false, _) => ", and so on",
            (true, true) => "",
            // A greedy walk that ends proves nothing.
            (true, false) if strategy.method == Method::Warnsdorff => ", stuck",
            (true, false) if puzzle.start().is_none() => ", none from here",
            (true, false) => ", no tour",
        };
        let words = caption_text(trace.entered(), trace.given_up(), last_word);
        Ok(SearchLength { events, is_whole, is_found, last_word, words })
    }
}

/// A search while it is drawn.
struct SearchWalk<'a> {
    puzzle: &'a Puzzle,
    trace: Trace,
    /// Squares of the current path.
    squares: Vec<Square>,
    entered: u64,
    left: u64,
}

/// Leaps that were undone.
type TakenBack = BTreeSet<(Square, Square)>;

impl SearchWalk<'_> {
    fn new<'a>(puzzle: &'a Puzzle, strategy: &Strategy) -> io::Result<SearchWalk<'a>> {
        let trace = Trace::new(puzzle, strategy).map_err(io::Error::other)?;
        Ok(SearchWalk { puzzle, trace, squares: Vec::new(), entered: 0, left: 0 })
    }

    /// Advances to this number of events and returns the leaps that were undone on the way.
    fn advance(&mut self, until: u64) -> TakenBack {
        self.squares = self.trace.squares().collect();
        let mut back = TakenBack::new();
        while self.entered + self.left < until {
            match self.trace.next() {
                Some(Visit::Enter(square)) => {
                    self.entered += 1;
                    self.squares.push(square);
                }
                Some(Visit::Leave(square)) => {
                    self.left += 1;
                    self.squares.pop();
                    if let Some(&from) = self.squares.last().filter(|_| back.len() < MAX_LEAPS_TAKEN_BACK) {
                        back.insert((from, square));
                    }
                }
                None => break,
            }
        }
        back
    }

    /// Draws the current path and the undone leaps.
    fn draw(
        &self,
        picture: &Picture,
        layout: &Layout,
        back: &TakenBack,
        is_tour: bool,
        shown: &mut Raster,
    ) -> io::Result<()> {
        let board = self.puzzle.board();
        let taken = Ink::Stroke(picture.palette().taken_back, layout.line * 0.45);
        shown.paint(&[taken], &|pen| {
            for &(from, to) in back {
                let (from, to) = (middle(board, from), middle(board, to));
                pen.move_to(from.0, from.1);
                pen.line_to(to.0, to.1);
            }
        })?;
        // A given end is not reached by the search itself.
        let pending = self.trace.pending_end().filter(|_| is_tour);
        let squares: Vec<Square> = self.squares.iter().copied().chain(pending).collect();
        let mut path = LeapPath::from_squares(board, &squares);
        path.is_closed = is_tour && self.puzzle.kind() == Some(TourKind::Closed);
        let of = board.square_count() as usize - 1;
        picture.leaps(&path, 0..squares.len() - 1, of, layout, shown)?;
        picture.closing_leap(&path, layout, shown)?;
        picture.knight(path.centre(squares.len() - 1), layout, shown)?;
        if layout.has_legible_numbers && picture.numbers != crate::Show::Never {
            picture.steps(&path, squares.len(), layout, shown)?;
        }
        Ok(())
    }
}

fn caption_text(entered: u64, left: u64, last_word: &str) -> String {
    format!("{entered} entered, {left} taken back{last_word}")
}

/// Draws the caption under the board.
fn caption(
    picture: &Picture,
    layout: &Layout,
    words: &str,
    size: f64,
    canvas: &mut dyn Canvas,
) -> io::Result<()> {
    let [_, top, _, height] = layout.frame;
    let ink = Ink::Stroke(picture.palette().ink, size * glyphs::WEIGHT);
    canvas.paint(&[ink], &|pen| glyphs::text(pen, words, 0.0, top + height - CAPTION * 0.95, size))
}
