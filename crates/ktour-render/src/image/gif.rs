//! GIF: an animation of the tour, leap by leap, or of the search that found it, with its backtracking.
//!
//! The knight moves along the path, and is shown on its start again at the end.

use std::{io, time::Duration};

use ktour_core::{AnyTour, Board, Control};

use super::{gif_encoder::GifEncoder, raster::Raster};
use crate::{
    DrawError, Picture, Render,
    picture::{interruptible::InterruptibleCanvas, layout::Layout, path::LeapPath},
};

/// Default width in pixels.
const DEFAULT_WIDTH: u32 = 480;
/// Maximum number of frames of an animation.
const MAX_FRAMES: usize = 5_000;
/// Minimum size of a square in pixels; a path on smaller squares is illegible.
const SMALLEST_SQUARE: f64 = 3.0;
/// Maximum length of a side in pixels.
const MAX_SIDE: u32 = 4_000;
/// Approximate size of a frame: a palette and the pixels around a leap.
const BYTES_PER_FRAME: u128 = 1_500;

/// Minimum and maximum time of a frame: players show no shorter one, and the file format stores no longer
/// one.
const FRAME_TIME_RANGE: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(655_350)];

/// Timing of an animation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    /// Time of one frame.
    pub delay: Duration,
    /// Time for which the finished tour is shown.
    pub hold: Duration,
    /// Maximum total time; several leaps share a frame if there are too many.
    pub length: Option<Duration>,
    /// Whether the animation stops at the end instead of repeating.
    pub is_once: bool,
}

impl Default for Motion {
    fn default() -> Self {
        Motion {
            delay: Duration::from_millis(120),
            hold: Duration::from_secs(3),
            length: None,
            is_once: false,
        }
    }
}

impl Motion {
    /// Refuses times that the file format cannot store.
    fn check(&self) -> Result<(), DrawError> {
        let [least, most] = FRAME_TIME_RANGE;
        let limit = |what: &'static str, time: Duration| match time {
            time if (least..=most).contains(&time) => Ok(()),
            time => Err(DrawError::FrameTime { what, time, least, most }),
        };
        limit("delay", self.delay).and_then(|()| limit("hold", self.hold))
    }

    /// Time for which the finished tour is shown, at most half of the total time.
    pub(crate) fn final_pause(&self) -> Duration {
        self.length.map_or(self.hold, |length| self.hold.min(length / 2))
    }

    /// Number of frames for this many steps.
    pub(crate) fn frames(&self, steps: usize) -> usize {
        let room = self.length.map(|length| {
            let moving = length.saturating_sub(self.final_pause()).as_secs_f64();
            (moving / self.delay.max(FRAME_TIME_RANGE[0]).as_secs_f64()) as usize
        });
        room.map_or(steps, |room| steps.min(room.max(1)))
    }
}

/// The animated tour.
#[derive(Clone, Debug, Default)]
pub struct Gif {
    /// Options of the drawing.
    pub picture: Picture,
    /// Timing.
    pub motion: Motion,
}

impl Render for Gif {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        self.check_board(tour.board())?;
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        let layout = Layout::new(&picture, tour.board(), 0.0);
        let path = LeapPath::from_tour(tour)?;
        let leaps = path.len() - 1;
        let frames = self.motion.frames(leaps);
        let mut film = GifEncoder::new(&layout, self.motion.is_once, out)?;
        let mut so_far = Raster::new(&layout)?;
        picture.draw_background(
            tour.board(),
            &layout,
            &mut InterruptibleCanvas::new(&mut so_far, control, 0),
        )?;
        let mut drawn = 0;
        for frame in 0..=frames {
            control.check_share(frame as f64 / (frames + 1) as f64)?;
            let walked = (frame * leaps).checked_div(frames).unwrap_or(0);
            let canvas = &mut InterruptibleCanvas::new(&mut so_far, control, 0);
            picture.leaps(&path, drawn..walked, leaps, &layout, canvas)?;
            let mut shown = so_far.clone();
            picture.knight(path.centre(walked), &layout, &mut shown)?;
            if layout.has_legible_numbers && picture.numbers != crate::Show::Never {
                picture.steps(
                    &path,
                    walked + 1,
                    &layout,
                    &mut InterruptibleCanvas::new(&mut shown, control, 0),
                )?;
            }
            film.show(&shown, self.motion.delay)?;
            drawn = walked;
        }
        let mut whole = Raster::new(&layout)?;
        picture.draw(tour, &layout, &mut whole, control)?;
        film.show(&whole, self.motion.final_pause())?;
        film.finish()
    }

    fn check_board(&self, board: &Board) -> Result<(), DrawError> {
        self.picture.moves()?;
        let squares = board.square_count();
        let frames = self.motion.frames(usize::try_from(squares).unwrap_or(usize::MAX));
        if frames > MAX_FRAMES {
            let megabytes = squares * BYTES_PER_FRAME / 1_000_000;
            return Err(DrawError::TooManyFrames { squares, frames, megabytes, most: MAX_FRAMES });
        }
        self.check_search(board)
    }

    fn memory_needed(&self, board: &Board) -> u128 {
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        // The path so far, the frame with and without its knight, the previous frame, and its indices.
        5 * Raster::bytes(Layout::new(&picture, board, 0.0).pixels) + 200 * board.area()
    }
}

impl Gif {
    /// Refuses a board on which no path is legible.
    pub fn check_search(&self, board: &Board) -> Result<(), DrawError> {
        self.motion.check()?;
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        let layout = Layout::new(&picture, board, 0.0);
        let (width, height) = layout.pixels;
        if width.max(height) > MAX_SIDE {
            let pixels = u64::from(MAX_SIDE) * u64::from(MAX_SIDE);
            return Err(DrawError::TooManyPixels { width, height, side: MAX_SIDE, pixels });
        }
        if layout.scale >= SMALLEST_SQUARE {
            return Ok(());
        }
        let pixels = |squares: u64| (squares as f64 * SMALLEST_SQUARE * 1.2).ceil();
        let is_enough = pixels(board.files().max(board.ranks())) <= f64::from(MAX_SIDE);
        let (tenths, least) = ((layout.scale * 10.0).round() as u32, SMALLEST_SQUARE as u32);
        let width = if is_enough { pixels(board.files()) as u32 } else { 0 };
        Err(DrawError::SmallSquares { tenths, least, width })
    }

    pub(crate) fn width(&self) -> u32 {
        self.picture.across().unwrap_or(DEFAULT_WIDTH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_animation_still_moves() {
        let motion = Motion { length: Some(Duration::from_secs(2)), ..Motion::default() };
        assert_eq!((motion.final_pause(), motion.frames(1000)), (Duration::from_secs(1), 8));
    }

    #[test]
    fn a_writer_that_fails_is_an_error_wherever_it_fails() {
        struct Short(usize);
        impl io::Write for Short {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::other("full"))?;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let puzzle = ktour_core::Puzzle::new(Board::new(3, 4).unwrap());
        let answer = ktour_search::solve(&puzzle, &Default::default(), &Control::unlimited());
        let tour = answer.unwrap().outcome.found().unwrap();
        let gif = Gif { picture: Picture { width: Some(60), ..Picture::default() }, ..Gif::default() };
        let mut whole = Vec::new();
        gif.write(&tour, &mut whole, &Control::unlimited()).unwrap();
        let write = |room: usize| gif.write(&tour, &mut Short(room), &Control::unlimited());
        for room in [0, 5, 100, whole.len() / 2, whole.len() - 1] {
            assert!(write(room).is_err(), "{room} of {} bytes", whole.len());
        }
        assert!(write(whole.len()).is_ok());
    }
}
