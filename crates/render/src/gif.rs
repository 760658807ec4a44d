//! GIF: the tour draws itself, leap by leap, and the search that found it, with its ways back.
//!
//! A frame holds only the pixels that changed, with a palette of its own; pixels that stay are
//! transparent. The knight walks with the path, and stands on its start again when all is done.

use std::{collections::HashMap, io, time::Duration};

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use knights_tour::{AnyTour, Board, Control};

use crate::{
    Picture, Render, Undrawn,
    picture::{canvas::Heeding, layout::Layout, path::LeapPath},
    raster::Raster,
};

/// Pixels across, where nobody asks for a width.
const USUAL: u32 = 480;
/// The most frames of an animation.
const FRAMES: usize = 5_000;
/// Squares of fewer pixels show no path.
const SMALLEST_SQUARE: f64 = 3.0;
/// The longest side of an animation, in pixels.
const SIDE: u32 = 4_000;
/// Bytes of a frame, about: a palette and the pixels around a leap.
const FRAME_BYTES: u128 = 1_500;

/// The least and the most time of a frame: players go no faster, and the file counts no further.
const FRAME: [Duration; 2] = [Duration::from_millis(20), Duration::from_millis(655_350)];

/// How an animation moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Motion {
    /// The time of one frame.
    pub delay: Duration,
    /// How long the finished tour stands.
    pub hold: Duration,
    /// How long it all may take; leaps share frames where there are too many.
    pub length: Option<Duration>,
    /// Whether it ends instead of beginning again.
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
    /// Refuses times that no file can say.
    fn check(&self) -> Result<(), Undrawn> {
        let [least, most] = FRAME;
        let limit = |what: &'static str, time: Duration| match time {
            time if (least..=most).contains(&time) => Ok(()),
            time => Err(Undrawn::FrameTime { what, time, least, most }),
        };
        limit("delay", self.delay).and_then(|()| limit("hold", self.hold))
    }

    /// How long the finished tour stands: at most half of it all.
    pub(crate) fn hold(&self) -> Duration {
        self.length.map_or(self.hold, |length| self.hold.min(length / 2))
    }

    /// How many frames show so many steps.
    pub(crate) fn frames(&self, steps: usize) -> usize {
        let room = self.length.map(|length| {
            let moving = length.saturating_sub(self.hold()).as_secs_f64();
            (moving / self.delay.max(FRAME[0]).as_secs_f64()) as usize
        });
        room.map_or(steps, |room| steps.min(room.max(1)))
    }
}

/// The tour that draws itself.
#[derive(Clone, Debug, Default)]
pub struct Gif {
    /// How it is drawn.
    pub picture: Picture,
    /// How it moves.
    pub motion: Motion,
}

impl Render for Gif {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        self.check(tour.board())?;
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        let layout = Layout::new(&picture, tour.board(), 0.0);
        let path = LeapPath::of_tour(tour)?;
        let leaps = path.len() - 1;
        let frames = self.motion.frames(leaps);
        let mut film = Film::new(&layout, &self.motion, out)?;
        let mut so_far = Raster::new(&layout)?;
        picture.ground(tour.board(), &layout, &mut Heeding::new(&mut so_far, control, 0))?;
        let mut drawn = 0;
        for frame in 0..=frames {
            control.proceed(frame as f64 / (frames + 1) as f64)?;
            let walked = (frame * leaps).checked_div(frames).unwrap_or(0);
            let canvas = &mut Heeding::new(&mut so_far, control, 0);
            picture.leaps(&path, drawn..walked, leaps, &layout, canvas)?;
            let mut shown = so_far.clone();
            picture.knight(path.place(walked), &layout, &mut shown)?;
            if layout.has_legible_numbers && picture.numbers != crate::Show::Never {
                picture.steps(&path, walked + 1, &layout, &mut Heeding::new(&mut shown, control, 0))?;
            }
            film.show(&shown, self.motion.delay)?;
            drawn = walked;
        }
        let mut whole = Raster::new(&layout)?;
        picture.draw(tour, &layout, &mut whole, control)?;
        film.show(&whole, self.motion.hold())?;
        film.finish()
    }

    fn check(&self, board: &Board) -> Result<(), Undrawn> {
        self.picture.moves()?;
        let squares = board.square_count();
        let frames = self.motion.frames(usize::try_from(squares).unwrap_or(usize::MAX));
        if frames > FRAMES {
            let megabytes = squares * FRAME_BYTES / 1_000_000;
            return Err(Undrawn::TooManyFrames { squares, frames, megabytes, most: FRAMES });
        }
        self.check_search(board)
    }

    fn memory_needed(&self, board: &Board) -> u128 {
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        // The path so far, the frame with and without its knight, the frame before, and its indices.
        5 * Raster::bytes(Layout::new(&picture, board, 0.0).pixels) + 200 * board.area()
    }
}

impl Gif {
    /// Refuses a board on which no path can be shown.
    pub fn check_search(&self, board: &Board) -> Result<(), Undrawn> {
        self.motion.check()?;
        let picture = Picture { width: Some(self.width()), ..self.picture.clone() };
        let layout = Layout::new(&picture, board, 0.0);
        let (width, height) = layout.pixels;
        if width.max(height) > SIDE {
            let pixels = u64::from(SIDE) * u64::from(SIDE);
            return Err(Undrawn::TooManyPixels { width, height, side: SIDE, pixels });
        }
        if layout.scale >= SMALLEST_SQUARE {
            return Ok(());
        }
        let pixels = |squares: u64| (squares as f64 * SMALLEST_SQUARE * 1.2).ceil();
        let is_enough = pixels(board.files().max(board.ranks())) <= f64::from(SIDE);
        let (tenths, least) = ((layout.scale * 10.0).round() as u32, SMALLEST_SQUARE as u32);
        let width = if is_enough { pixels(board.files()) as u32 } else { 0 };
        Err(Undrawn::SmallSquares { tenths, least, width })
    }

    pub(crate) fn width(&self) -> u32 {
        self.picture.across().unwrap_or(USUAL)
    }
}

/// An animation while it is written.
pub(crate) struct Film<'a> {
    encoder: Encoder<&'a mut dyn io::Write>,
    /// What the last frame shows, four bytes a pixel.
    last: Vec<u8>,
    width: usize,
}

impl<'a> Film<'a> {
    pub(crate) fn new(layout: &Layout, motion: &Motion, out: &'a mut dyn io::Write) -> io::Result<Film<'a>> {
        let (width, height) = layout.pixels;
        let mut encoder = Encoder::new(out, width as u16, height as u16, &[]).map_err(io::Error::other)?;
        if !motion.is_once {
            encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        }
        Ok(Film { encoder, last: vec![0; width as usize * height as usize * 4], width: width as usize })
    }

    /// Adds a frame that stays for a while.
    pub(crate) fn show(&mut self, shown: &Raster, time: Duration) -> io::Result<()> {
        let pixels = shown.pixels.data();
        let [left, top, right, bottom] = changed(&self.last, pixels, self.width).unwrap_or([0, 0, 1, 1]);
        let rows = || (top..bottom).map(|y| (y * self.width + left) * 4..(y * self.width + right) * 4);
        let each =
            || rows().flat_map(|row| pixels[row.clone()].chunks_exact(4).zip(self.last[row].chunks_exact(4)));
        let palette = ColourTable::of(each().filter(|(now, before)| now != before).map(|(now, _)| now));
        let indices: Vec<u8> =
            each().map(|(now, before)| if now == before { 0 } else { palette.index(now) }).collect();
        // The first colour is the transparent one.
        let colours: Vec<u8> = [0; 3].into_iter().chain(palette.colours.iter().flatten().copied()).collect();
        let frame = Frame {
            delay: (time.as_millis() / 10).clamp(2, u128::from(u16::MAX)) as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(0),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            palette: Some(colours),
            buffer: indices.into(),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(io::Error::other)?;
        self.last.copy_from_slice(pixels);
        Ok(())
    }

    /// The end of the file; a film that is dropped before has no end, and nobody hears why.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map(drop).map_err(io::Error::other)
    }
}

/// The rectangle around all pixels that differ: left, top, right, bottom.
fn changed(before: &[u8], now: &[u8], width: usize) -> Option<[usize; 4]> {
    let mut bounds: Option<[usize; 4]> = None;
    for (y, (before, now)) in before.chunks_exact(width * 4).zip(now.chunks_exact(width * 4)).enumerate() {
        if before == now {
            continue;
        }
        let differs = |x: &usize| before[x * 4..x * 4 + 4] != now[x * 4..x * 4 + 4];
        let (first, last) = ((0..width).find(differs)?, (0..width).rev().find(differs)?);
        let [left, top, right, _] = bounds.unwrap_or([first, y, last + 1, y]);
        bounds = Some([left.min(first), top, right.max(last + 1), y + 1]);
    }
    bounds
}

/// The colours of a frame: at most 255, the most frequent exactly, the others as the nearest of them.
struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// The place of every colour, counted from 1.
    places: HashMap<[u8; 3], u8>,
}

impl ColourTable {
    fn of<'a>(pixels: impl Iterator<Item = &'a [u8]>) -> ColourTable {
        let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
        pixels.for_each(|pixel| *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1);
        let mut all: Vec<([u8; 3], usize)> = counts.into_iter().collect();
        all.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let colours: Vec<[u8; 3]> = all.iter().take(255).map(|&(colour, _)| colour).collect();
        let far = |a: [u8; 3], b: [u8; 3]| (0..3).map(|i| u32::from(a[i].abs_diff(b[i])).pow(2)).sum::<u32>();
        let nearest = |colour: [u8; 3]| {
            let places = 0..colours.len();
            places.min_by_key(|&at| far(colours[at], colour)).map_or(0, |at| at as u8 + 1)
        };
        let places = all.iter().map(|&(colour, _)| (colour, nearest(colour))).collect();
        ColourTable { colours, places }
    }

    fn index(&self, pixel: &[u8]) -> u8 {
        self.places.get(&[pixel[0], pixel[1], pixel[2]]).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_animation_still_moves() {
        let motion = Motion { length: Some(Duration::from_secs(2)), ..Motion::default() };
        assert_eq!((motion.hold(), motion.frames(1000)), (Duration::from_secs(1), 8));
    }

    #[test]
    fn a_palette_keeps_frequent_colours_and_knows_all() {
        let many = (0..5000u32).map(|n| [(n % 251) as u8, (n / 7 % 256) as u8, (n % 13) as u8, 255]);
        let pixels: Vec<[u8; 4]> = many.chain([[1, 2, 3, 255]; 50]).collect();
        let palette = ColourTable::of(pixels.iter().map(|pixel| pixel.as_slice()));
        assert_eq!((palette.colours.len(), palette.colours[0]), (255, [1, 2, 3]));
        assert!(pixels.iter().all(|pixel| palette.index(pixel) > 0));
        assert_eq!(palette.index(&[1, 2, 3, 255]), 1);
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
        let puzzle = knights_tour::Puzzle::new(Board::new(3, 4).unwrap());
        let answer = knights_tour::solve(&puzzle, &Default::default(), &Control::unlimited());
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
