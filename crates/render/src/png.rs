//! PNG: the picture in pixels, of bounded size whatever the board.
//!
//! Where a square is at least a few pixels wide, the picture is drawn like any other. Smaller squares
//! cannot show a path, so every pixel takes the colours of the steps on its squares, mixed as light
//! mixes; of more than four by four squares in a pixel, four by four are looked at.
//!
//! A grid too large to hold is looked at row by row as it is read.
//!
//! *Cost:* four bytes a pixel, a few dozen looks at the tour a pixel.

use std::io;

use knights_tour::{Board, Control, Square, Tour, build::ImplicitTour};
use tiny_skia::Pixmap;

use crate::{
    Picture, Render, Undrawn,
    picture::{
        canvas::{Canvas, Ink, Trace},
        colour::Rgb,
        layout::Layout,
    },
    raster::Raster,
    read::{ReadError, Verified},
};

/// A path is drawn where squares have at least so many pixels.
const DRAWN: f64 = 4.0;
/// Bytes of a path, a square, while it is drawn.
const PATH: u128 = 200;
/// Squares looked at along each side of a pixel, at most.
const LOOKS: u64 = 4;

/// The picture in pixels.
#[derive(Clone, Debug, Default)]
pub struct Png(pub Picture);

impl Render for Png {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        self.write_while(tour, out, &Control::unlimited())
    }

    fn write_while(&self, tour: &Tour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let board = tour.board();
        let layout = Layout::new(&self.0, board, 0.0);
        if layout.scale >= DRAWN {
            let mut raster = Raster::new(&layout)?;
            let mut asking = Asking { raster: &mut raster, control, painted: 0.0 };
            self.0.draw(tour, &layout, &mut asking)?;
            return encode(&raster.pixels, out, control);
        }
        let steps = tour.steps();
        let share_of = |square: Square| f64::from(steps[board.index(square)]) / tour.len() as f64;
        let mut looked = looking(board, share_of);
        let ends = || [tour.square_at(1), tour.square_at(tour.len())];
        self.by_step(board, &mut looked, ends, out, control)
    }

    fn check(&self, board: &Board) -> Result<(), Undrawn> {
        Raster::check(Layout::new(&self.0, board, 0.0).pixels)
    }

    fn memory_needed(&self, board: &Board) -> u128 {
        Raster::bytes(Layout::new(&self.0, board, 0.0).pixels) + PATH * board.area()
    }
}

/// A raster that asks before every path.
struct Asking<'a> {
    raster: &'a mut Raster,
    control: &'a Control,
    painted: f64,
}

impl Canvas for Asking<'_> {
    fn paint(&mut self, inks: &[Ink], trace: Trace<'_>) -> io::Result<()> {
        // The bands of the path are nearly all there is.
        self.control.proceed((self.painted / (crate::picture::BANDS as f64 + 10.0)).min(0.9))?;
        self.painted += 1.0;
        self.raster.paint(inks, trace)
    }
}

/// Gives the shares of a row's squares, counted from the top, on these files; rows are asked for in order.
type Looked<'a> = dyn FnMut(u64, &[u64], &mut Vec<Option<f64>>) -> io::Result<()> + 'a;

impl Png {
    /// A tour too large to hold, looked at here and there.
    pub fn write_implicit(
        &self,
        tour: &ImplicitTour,
        out: &mut dyn io::Write,
        control: &Control,
    ) -> io::Result<()> {
        let board = tour.board();
        let share_of = |square: Square| tour.step_of(square).unwrap_or(1) as f64 / tour.len() as f64;
        let mut looked = looking(board, share_of);
        let ends = || [tour.square_at(1), tour.square_at(tour.len())];
        self.by_step(board, &mut looked, ends, out, control)
    }

    /// A grid that was verified and is too large to hold, read once more row by row. `next` puts the next row
    /// into what it is given, `false` at the end.
    pub fn write_rows(
        &self,
        verified: &Verified,
        next: &mut dyn FnMut(&mut Vec<u64>) -> Result<bool, ReadError>,
        out: &mut dyn io::Write,
        control: &Control,
    ) -> io::Result<()> {
        let changed = || io::Error::other("the grid changed while it was read");
        let board = Board::new(verified.files, verified.ranks).map_err(io::Error::other)?;
        let squares = verified.squares;
        let ends = std::cell::Cell::new([None, None]);
        let (mut row, mut read) = (Vec::new(), 0u64);
        let mut looked = |wanted: u64, files: &[u64], shares: &mut Vec<Option<f64>>| {
            while read <= wanted {
                if !next(&mut row).map_err(io::Error::other)? || row.len() as u64 != verified.files {
                    return Err(changed());
                }
                for (end, number) in [1, squares].into_iter().enumerate() {
                    if let Some(file) = row.iter().position(|&here| u128::from(here) == number) {
                        let mut both = ends.get();
                        both[end] = Some(Square::new(file as u64, verified.ranks - 1 - read));
                        ends.set(both);
                    }
                }
                read += 1;
            }
            let share = |number: u64| (number as f64 / squares as f64).min(1.0);
            shares.extend(files.iter().map(|&file| Some(row[file as usize]).filter(|&n| n > 0).map(share)));
            Ok(())
        };
        self.by_step(&board, &mut looked, || ends.get(), out, control)
    }

    /// Every pixel in the colours of its steps, a mark on the start and the end.
    fn by_step(
        &self,
        board: &Board,
        looked: &mut Looked,
        ends: impl Fn() -> [Option<Square>; 2],
        out: &mut dyn io::Write,
        control: &Control,
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
        // The files that are looked at, and how many of them belong to each pixel of a line.
        let (mut files, mut of_pixel) = (Vec::new(), Vec::new());
        for x in 0..across.min(layout.pixels.0.saturating_sub(left)) {
            let before = files.len();
            files.extend(looks(x, across, board.files()));
            of_pixel.push(files.len() - before);
        }
        let (mut shares, mut sums) = (Vec::new(), vec![[0.0f32; 3]; of_pixel.len()]);
        for y in 0..down.min(layout.pixels.1.saturating_sub(top)) {
            control.proceed(f64::from(y) / f64::from(down))?;
            sums.fill([0.0; 3]);
            let mut rows = 0.0f32;
            for row in looks(y, down, board.ranks()) {
                rows += 1.0;
                shares.clear();
                looked(row, &files, &mut shares)?;
                let mut rest = &shares[..];
                for (sum, &many) in sums.iter_mut().zip(&of_pixel) {
                    let (here, others) = rest.split_at(many);
                    rest = others;
                    for share in here {
                        let light = share.map_or(paper.light(), |share| lights[(share * 1023.0) as usize]);
                        (0..3).for_each(|part| sum[part] += light[part]);
                    }
                }
            }
            for (x, (sum, &many)) in (0..).zip(sums.iter().zip(&of_pixel)) {
                raster.set(left + x, top + y, Rgb::from_light(sum.map(|part| part / (rows * many as f32))));
            }
        }
        // Rows that no pixel looks at may hold an end.
        looked(board.ranks() - 1, &[], &mut shares)?;
        if let [Some(start), Some(end)] = ends() {
            let squares = [start, end];
            self.0.ends(&crate::picture::way::Way::of_squares(board, &squares), &layout, &mut raster)?;
        }
        encode(&raster.pixels, out, control)
    }
}

/// Looks at a tour that can be asked for the share of any square.
fn looking(
    board: &Board,
    share_of: impl Fn(Square) -> f64,
) -> impl FnMut(u64, &[u64], &mut Vec<Option<f64>>) -> io::Result<()> {
    move |row, files, shares| {
        let rank = board.rank_of(row);
        let squares = files.iter().map(|&file| Square::new(file, rank));
        shares.extend(squares.map(|square| board.contains(square).then(|| share_of(square))));
        Ok(())
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
fn encode(pixels: &Pixmap, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
    let mut encoder = png::Encoder::new(out, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(io::Error::other)?;
    let mut stream = writer.stream_writer().map_err(io::Error::other)?;
    let mut row = Vec::with_capacity(pixels.width() as usize * 3);
    for line in pixels.data().chunks_exact(pixels.width() as usize * 4) {
        control.proceed(1.0)?;
        row.clear();
        row.extend(line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]));
        io::Write::write_all(&mut stream, &row)?;
    }
    stream.finish().map_err(io::Error::other)
}
