//! Encodes the frames of a GIF.
//!
//! A frame stores only the pixels that changed, with its own palette; unchanged pixels are transparent.

use std::{collections::HashMap, io, time::Duration};

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::raster::Raster;
use crate::picture::layout::Layout;

/// An animation while it is written.
pub(crate) struct GifEncoder<'a> {
    encoder: Encoder<&'a mut dyn io::Write>,
    /// Pixels of the last frame, four bytes each.
    last: Vec<u8>,
    width: usize,
}

impl<'a> GifEncoder<'a> {
    pub(crate) fn new(
        layout: &Layout,
        is_once: bool,
        out: &'a mut dyn io::Write,
    ) -> io::Result<GifEncoder<'a>> {
        let (width, height) = layout.pixels;
        let mut encoder = Encoder::new(out, width as u16, height as u16, &[]).map_err(io::Error::other)?;
        if !is_once {
            encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        }
        Ok(GifEncoder { encoder, last: vec![0; width as usize * height as usize * 4], width: width as usize })
    }

    /// Appends a frame that is shown for this time.
    pub(crate) fn show(&mut self, shown: &Raster, time: Duration) -> io::Result<()> {
        let pixels = shown.pixels.data();
        let [left, top, right, bottom] = changed(&self.last, pixels, self.width).unwrap_or([0, 0, 1, 1]);
        let rows = || (top..bottom).map(|y| (y * self.width + left) * 4..(y * self.width + right) * 4);
        let each =
            || rows().flat_map(|row| pixels[row.clone()].chunks_exact(4).zip(self.last[row].chunks_exact(4)));
        let palette =
            ColourTable::from_pixels(each().filter(|(now, before)| now != before).map(|(now, _)| now));
        let indices: Vec<u8> =
            each().map(|(now, before)| if now == before { 0 } else { palette.index(now) }).collect();
        // Index 0 is the transparent colour.
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

    /// Writes the end of the file; an encoder that is dropped without it leaves a truncated file.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.encoder.into_inner().map(drop).map_err(io::Error::other)
    }
}

/// Bounding rectangle of all pixels that differ: left, top, right, bottom.
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

/// Palette of a frame: at most 255 colours, the most frequent exactly, the others as the nearest of them.
struct ColourTable {
    colours: Vec<[u8; 3]>,
    /// Palette index of every colour, counted from 1.
    places: HashMap<[u8; 3], u8>,
}

impl ColourTable {
    fn from_pixels<'a>(pixels: impl Iterator<Item = &'a [u8]>) -> ColourTable {
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
    fn a_palette_keeps_frequent_colours_and_knows_all() {
        let many = (0..5000u32).map(|n| [(n % 251) as u8, (n / 7 % 256) as u8, (n % 13) as u8, 255]);
        let pixels: Vec<[u8; 4]> = many.chain([[1, 2, 3, 255]; 50]).collect();
        let palette = ColourTable::from_pixels(pixels.iter().map(|pixel| pixel.as_slice()));
        assert_eq!((palette.colours.len(), palette.colours[0]), (255, [1, 2, 3]));
        assert!(pixels.iter().all(|pixel| palette.index(pixel) > 0));
        assert_eq!(palette.index(&[1, 2, 3, 255]), 1);
    }
}
