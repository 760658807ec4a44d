//! PNG: the picture in pixels, with a bounded size for boards of any size.
//!
//! If a square is at least a few pixels wide, the picture is drawn like any other. Smaller squares cannot
//! show a path, so every pixel takes the mean colour, in linear light, of the steps on its squares. If a
//! pixel covers more than four by four squares, four by four of them are sampled.
//!
//! *Cost:* four bytes per pixel, and at most 16 lookups in the tour per pixel.

use std::io;

use ktour_core::{AnyTour, Board, Control, Square};
use tiny_skia::Pixmap;

use super::raster::Raster;
use crate::{
    DrawError, Picture, Render,
    picture::{DOTS_PER_INCH, canvas::Canvas, colour::Rgb, layout::Layout, path::LeapPath},
};

/// Minimum size of a square in pixels at which the path is drawn.
const MIN_SQUARE_FOR_PATH: f64 = 4.0;
/// Memory for a path while it is drawn, in bytes.
const PATH_BYTES: u128 = 8 << 20;
/// Maximum number of squares that are sampled along each side of a pixel.
const MAX_SAMPLES_PER_SIDE: u64 = 4;

/// The picture as a png.
#[derive(Clone, Debug, Default)]
pub struct Png(pub Picture);

impl Render for Png {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let layout = Layout::new(&self.0, tour.board(), 0.0);
        let mut raster = Raster::new(&layout)?;
        raster.fill(self.0.palette().paper);
        if layout.scale >= MIN_SQUARE_FOR_PATH {
            self.0.draw(tour, &layout, &mut raster, control)?;
        } else {
            self.colour_by_step(tour, &layout, &mut raster, control)?;
        }
        encode(&raster.pixels, self.0.size.is_some(), out, control)
    }

    fn check_board(&self, board: &Board) -> Result<(), DrawError> {
        self.0.check_board(board)?;
        Raster::check(Layout::new(&self.0, board, 0.0).pixels)
    }

    fn memory_needed(&self, board: &Board) -> u128 {
        Raster::bytes(Layout::new(&self.0, board, 0.0).pixels) + PATH_BYTES
    }
}

impl Png {
    /// Colours every pixel by the steps on its squares, and marks the start and the end.
    fn colour_by_step(
        &self,
        tour: &dyn AnyTour,
        layout: &Layout,
        raster: &mut Raster,
        control: &Control,
    ) -> io::Result<()> {
        let (board, squares) = (tour.board(), tour.len() as f64);
        let mut numbers = tour.numbers()?;
        let paper = self.0.palette().paper;
        raster.fill(paper);
        let lights: Vec<[f32; 3]> =
            (0..1024).map(|place| self.0.palette().gradient.at(place as f64 / 1023.0).light()).collect();
        let (left, top) = (-layout.frame[0] * layout.scale, -layout.frame[1] * layout.scale);
        let (left, top) = (left.round() as u32, top.round() as u32);
        let side = |squares: u64| ((squares as f64 * layout.scale).round() as u32).max(1);
        let (across, down) = (side(board.files()), side(board.ranks()));
        // The sampled files of all pixels, and the number of them for each pixel of a line.
        let (mut files, mut of_pixel) = (Vec::new(), Vec::new());
        for x in 0..across.min(layout.pixels.0.saturating_sub(left)) {
            let before = files.len();
            files.extend(sample_positions(x, across, board.files()));
            of_pixel.push(files.len() - before);
        }
        let mut sums = vec![[0.0f32; 3]; of_pixel.len()];
        for y in 0..down.min(layout.pixels.1.saturating_sub(top)) {
            control.check_share(f64::from(y) / f64::from(down))?;
            sums.fill([0.0; 3]);
            let mut rows = 0.0f32;
            for row in sample_positions(y, down, board.ranks()) {
                rows += 1.0;
                let rank = board.rank_of(row);
                let mut files = files.iter();
                for (sum, &many) in sums.iter_mut().zip(&of_pixel) {
                    for &file in files.by_ref().take(many) {
                        let light = match numbers.step_of(Square::new(file, rank))? {
                            0 => paper.light(),
                            step => lights[(step as f64 / squares * 1023.0) as usize],
                        };
                        (0..3).for_each(|part| sum[part] += light[part]);
                    }
                }
            }
            for (x, (sum, &many)) in (0..).zip(sums.iter().zip(&of_pixel)) {
                raster.set(left + x, top + y, Rgb::from_light(sum.map(|part| part / (rows * many as f32))));
            }
        }
        if let (Some(start), Some(end)) = (tour.square_at(1), tour.square_at(tour.len())) {
            self.0.ends(&LeapPath::from_squares(board, &[start, end]), layout, raster)?;
        }
        Ok(())
    }
}

/// Rows or files that are sampled for a pixel.
fn sample_positions(pixel: u32, pixels: u32, squares: u64) -> impl Iterator<Item = u64> {
    let edge = |pixel: u32| (u128::from(pixel) * u128::from(squares) / u128::from(pixels)) as u64;
    let (from, to) = (edge(pixel), edge(pixel + 1).max(edge(pixel) + 1));
    let samples = (to - from).min(MAX_SAMPLES_PER_SIDE);
    (0..samples).map(move |sample| {
        from + ((to - from) as u128 * u128::from(2 * sample + 1) / u128::from(2 * samples)) as u64
    })
}

/// Writes a png with the caller's drawing.
pub(crate) fn sheet(
    picture: &Picture,
    layout: &Layout,
    out: &mut dyn io::Write,
    control: &Control,
    draw: impl FnOnce(&mut dyn Canvas) -> io::Result<()>,
) -> io::Result<()> {
    let mut raster = Raster::new(layout)?;
    draw(&mut raster)?;
    encode(&raster.pixels, picture.size.is_some(), out, control)
}

/// Encodes the pixels without their alpha channel (paper is opaque), with their physical size if it is known.
fn encode(pixels: &Pixmap, is_sized: bool, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, pixels.width(), pixels.height());
    if is_sized {
        let metre = (DOTS_PER_INCH / 0.0254).round() as u32;
        let dots = png::PixelDimensions { xppu: metre, yppu: metre, unit: png::Unit::Meter };
        encoder.set_pixel_dims(Some(dots));
    }
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    let mut stream = writer.stream_writer().map_err(io::Error::other)?;
    let mut row = Vec::with_capacity(pixels.width() as usize * 3);
    for line in pixels.data().chunks_exact(pixels.width() as usize * 4) {
        control.check_share(1.0)?;
        row.clear();
        row.extend(line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
        io::Write::write_all(&mut stream, &row)?;
    }
    stream.finish().map_err(io::Error::other)
}
