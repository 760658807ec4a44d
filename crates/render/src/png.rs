//! PNG: the picture in pixels, of bounded size whatever the board.
//!
//! Where a square is at least a few pixels wide, the picture is drawn like any other. Smaller squares
//! cannot show a path, so every pixel takes the colours of the steps on its squares, mixed as light
//! mixes; of more than four by four squares in a pixel, four by four are looked at.
//!
//! *Cost:* four bytes a pixel, a few dozen looks at the tour a pixel.

use std::io;

use knights_tour::{Board, Square, Tour, build::ImplicitTour};
use tiny_skia::Pixmap;

use crate::{
    Picture, Render,
    picture::{colour::Rgb, layout::Layout},
    raster::Raster,
};

/// A path is drawn where squares have at least so many pixels.
const DRAWN: f64 = 4.0;
/// Squares looked at along each side of a pixel, at most.
const LOOKS: u64 = 4;
/// The most pixels of a picture.
const PIXELS: u64 = 100_000_000;
/// The longest side of a picture.
const SIDE: u32 = 20_000;

/// The picture in pixels.
#[derive(Clone, Debug, Default)]
pub struct Png(pub Picture);

impl Render for Png {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        let board = tour.board();
        let layout = Layout::new(&self.0, board, 0.0);
        if layout.scale >= DRAWN {
            let mut raster = Raster::new(&layout)?;
            self.0.draw(tour, &layout, &mut raster)?;
            return encode(&raster.pixels, out);
        }
        let steps = tour.steps();
        let share_of = |square: Square| f64::from(steps[board.index(square)]) / tour.len() as f64;
        let ends = [tour.square_at(1), tour.square_at(tour.len())];
        self.by_step(board, &share_of, ends, out, &mut |_| Ok(()))
    }
}

impl Png {
    /// Why a picture of this board has no size that can be drawn, if so.
    pub fn refusal(&self, board: &Board) -> Option<String> {
        let (width, height) = Layout::new(&self.0, board, 0.0).pixels;
        let is_fine = width.max(height) <= SIDE && u64::from(width) * u64::from(height) <= PIXELS;
        (!is_fine).then(|| {
            format!("a picture of {width}x{height} pixels is too large: the limit is {SIDE} a side and {PIXELS} in all, choose a smaller --width")
        })
    }

    /// A tour too large to hold, looked at here and there. `proceed` hears how many squares lie
    /// behind, and ends it by an error.
    pub fn write_implicit(
        &self,
        tour: &ImplicitTour,
        out: &mut dyn io::Write,
        proceed: &mut dyn FnMut(u128) -> io::Result<()>,
    ) -> io::Result<()> {
        let share_of = |square: Square| tour.step_of(square).unwrap_or(1) as f64 / tour.len() as f64;
        let ends = [tour.square_at(1), tour.square_at(tour.len())];
        self.by_step(tour.board(), &share_of, ends, out, proceed)
    }

    /// Every pixel in the colours of its steps, a mark on the start and the end.
    fn by_step(
        &self,
        board: &Board,
        share_of: &dyn Fn(Square) -> f64,
        ends: [Option<Square>; 2],
        out: &mut dyn io::Write,
        proceed: &mut dyn FnMut(u128) -> io::Result<()>,
    ) -> io::Result<()> {
        let layout = Layout::new(&self.0, board, 0.0);
        let mut raster = Raster::new(&layout)?;
        let paper = self.0.palette().paper;
        raster.fill(paper);
        let lights: Vec<[f32; 3]> =
            (0..1024).map(|place| self.0.palette().gradient.at(place as f64 / 1023.0).light()).collect();
        let (left, top) = (-layout.frame[0] * layout.scale, -layout.frame[1] * layout.scale);
        let (left, top) = (left.round() as u32, top.round() as u32);
        let side = |squares: u64| ((squares as f64 * layout.scale).round() as u32).max(1);
        let (across, down) = (side(board.files()), side(board.ranks()));
        for y in 0..down.min(layout.pixels.1.saturating_sub(top)) {
            proceed(board.area() * u128::from(y) / u128::from(down))?;
            let rows: Vec<u64> = looks(y, down, board.ranks()).collect();
            for x in 0..across.min(layout.pixels.0.saturating_sub(left)) {
                let mut light = [0.0; 3];
                let mut count = 0.0f32;
                for file in looks(x, across, board.files()) {
                    for &row in &rows {
                        let square = Square::new(file, board.ranks() - 1 - row);
                        let here = if board.contains(square) {
                            lights[(share_of(square) * 1023.0) as usize]
                        } else {
                            paper.light()
                        };
                        (0..3).for_each(|part| light[part] += here[part]);
                        count += 1.0;
                    }
                }
                raster.set(left + x, top + y, Rgb::from_light(light.map(|part| part / count)));
            }
        }
        if let [Some(start), Some(end)] = ends {
            let squares = [start, end];
            self.0.ends(&crate::picture::way::Way::of_squares(board, &squares), &layout, &mut raster)?;
        }
        encode(&raster.pixels, out)
    }
}

/// The rows or files that a pixel looks at.
fn looks(pixel: u32, pixels: u32, squares: u64) -> impl Iterator<Item = u64> {
    let edge = |pixel: u32| (u128::from(pixel) * u128::from(squares) / u128::from(pixels)) as u64;
    let (from, to) = (edge(pixel), edge(pixel + 1).max(edge(pixel) + 1));
    let looks = (to - from).min(LOOKS);
    (0..looks).map(move |look| {
        from + ((to - from) as u128 * u128::from(2 * look + 1) / u128::from(2 * looks)) as u64
    })
}

/// Writes the pixels, without their opacity: paper is opaque.
fn encode(pixels: &Pixmap, out: &mut dyn io::Write) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    let mut stream = writer.stream_writer().map_err(io::Error::other)?;
    let mut row = Vec::with_capacity(pixels.width() as usize * 3);
    for line in pixels.data().chunks_exact(pixels.width() as usize * 4) {
        row.clear();
        row.extend(line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
        io::Write::write_all(&mut stream, &row)?;
    }
    stream.finish().map_err(io::Error::other)
}
