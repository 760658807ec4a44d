//! A board drawn as a PNG: one pixel per square; dark or transparent pixels are holes.

use std::io::Cursor;

use ktour_core::{Board, Square};
use png::{ColorType, Decoder, Transformations};

use super::{
    ReadError,
    fault::PictureFault,
    picture::{self, MAX_PICTURE_SQUARES},
};

/// First bytes of every PNG.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Reads a board from a text [`picture`](super::picture()), or from a PNG if the bytes begin like one.
///
/// A pixel is a hole if it is darker than middle grey or more than half transparent.
///
/// ```
/// let board = ktour::render::read::board(b"...\n.#.\n...\n")?;
/// assert_eq!(board.square_count(), 8);
/// # Ok::<(), ktour::render::read::ReadError>(())
/// ```
pub fn board(bytes: &[u8]) -> Result<Board, ReadError> {
    if bytes.starts_with(SIGNATURE) {
        return image(bytes);
    }
    picture::picture(bytes).map_err(|error| match error {
        ReadError::Binary => PictureFault::Stranger.into(),
        other => other,
    })
}

fn image(bytes: &[u8]) -> Result<Board, ReadError> {
    let broken = |error: png::DecodingError| PictureFault::Broken(error.to_string());
    let mut decoder = Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    let (files, ranks) = (u64::from(reader.info().width), u64::from(reader.info().height));
    if files * ranks > MAX_PICTURE_SQUARES as u64 {
        return Err(PictureFault::TooLarge { files, ranks, most: MAX_PICTURE_SQUARES }.into());
    }
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    if size > 4 * MAX_PICTURE_SQUARES {
        return Err(PictureFault::Broken("its pixels do not fit its size".to_owned()).into());
    }
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(broken)?;
    let samples = frame.color_type.samples();
    let board = Board::new(files, ranks).map_err(PictureFault::Board)?;
    let mut holes = Vec::new();
    // Squares are ordered from the lowest row up.
    let rows = pixels[..frame.buffer_size()].chunks_exact(samples * files as usize);
    for (rank, row) in (0..).zip(rows.rev()) {
        let row = (0..).zip(row.chunks_exact(samples));
        let dark = row.filter(|(_, pixel)| is_hole(frame.color_type, pixel));
        holes.extend(dark.map(|(file, _)| Square::new(file, rank)));
    }
    drop(pixels);
    Ok(board.with_holes(holes).map_err(PictureFault::Board)?)
}

fn is_hole(colour: ColorType, pixel: &[u8]) -> bool {
    let (light, opacity) = match (colour, pixel) {
        (ColorType::GrayscaleAlpha, &[grey, alpha]) => (u32::from(grey), alpha),
        (ColorType::Rgba, &[red, green, blue, alpha]) => (luminance(red, green, blue), alpha),
        (_, &[red, green, blue]) => (luminance(red, green, blue), 255),
        (_, pixel) => (u32::from(pixel[0]), 255),
    };
    light < 128 || opacity < 128
}

/// Perceived brightness of a colour, from 0 to 255.
fn luminance(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(width: u32, height: u32, colour: ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(colour);
        encoder.set_depth(depth);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(data).unwrap();
        drop(writer);
        bytes
    }

    #[test]
    fn dark_and_transparent_pixels_are_holes() {
        let eight = png::BitDepth::Eight;
        let grey = encoded(3, 2, ColorType::Grayscale, eight, &[255, 0, 200, 128, 127, 255]);
        let drawn = board(b".#.\n.#.\n").unwrap();
        assert_eq!(board(&grey).unwrap(), drawn);
        let bits = encoded(3, 2, ColorType::Grayscale, png::BitDepth::One, &[0b1010_0000, 0b1010_0000]);
        assert_eq!(board(&bits).unwrap(), drawn);
        let deep = encoded(2, 1, ColorType::Grayscale, png::BitDepth::Sixteen, &[255, 255, 1, 255]);
        assert_eq!(board(&deep).unwrap(), board(b".#\n").unwrap());
        let rgba = [255, 255, 255, 255, 0, 0, 255, 255, 255, 255, 255, 0, 255, 255, 0, 255];
        let colours = encoded(4, 1, ColorType::Rgba, eight, &rgba);
        assert_eq!(board(&colours).unwrap(), board(b".##.\n").unwrap());
        let rgb = encoded(2, 1, ColorType::Rgb, eight, &[0, 255, 0, 255, 0, 0]);
        assert_eq!(board(&rgb).unwrap(), board(b".#\n").unwrap());
    }

    #[test]
    fn what_is_no_image_is_named_before_memory_is_taken() {
        let error = |bytes: &[u8]| board(bytes).unwrap_err().to_string();
        let fine = encoded(9, 9, ColorType::Grayscale, png::BitDepth::Eight, &[255; 81]);
        assert!(error(&fine[..40]).contains("the PNG is broken"));
        assert!(error(b"\x89PNG\r\n\x1a\nno").contains("the PNG is broken"));
        assert!(error(b"\xff\xd8\xff\xe0 a photograph").contains("neither text nor a PNG"));
        let dark = encoded(2, 2, ColorType::Grayscale, png::BitDepth::Eight, &[0; 4]);
        assert!(error(&dark).contains("every square of the 2x2 board is a hole"));
        // The header declares 20000x20000 pixels and has a valid checksum.
        let rows = vec![0; 20_000 * 20_000 / 8];
        let large = encoded(20_000, 20_000, ColorType::Grayscale, png::BitDepth::One, &rows);
        assert!(error(&large).contains("20000x20000 is too large for a picture"));
    }
}
