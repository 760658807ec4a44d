//! Golden files of one small tour in every format, in `testdata/golden`.
//!
//! Text and arrays are stored as they are. Pictures are stored as a digest of their decoded contents: pixels
//! of the png, frames of the gif, drawing operators of the pdf; their compression may change.
//! `UPDATE_GOLDEN=1 cargo test -p ktour-render --test all golden` rewrites the files.

use std::{fmt::Write, fs, io::Read, path::PathBuf};

use ktour_core::{Board, Control, KNIGHT, Square, Tour, notation};
use ktour_render::{Csv, Gif, Grid, Json, Npy, Pdf, Picture, Png, Render, Squares, Svg};

/// A closed tour of the 3x3 board without its middle, and an open one of the 4x3 board.
fn tours() -> [(&'static str, Tour); 2] {
    let ring = Board::new(3, 3).unwrap().with_holes([Square::new(1, 1)]).unwrap();
    let rectangle = Board::new(4, 3).unwrap();
    let tour = |board: &Board, names: &str| {
        let squares = names.split(' ').map(|name| notation::parse_square(board, name).unwrap());
        Tour::verify(board, KNIGHT, squares).unwrap()
    };
    [
        ("ring", tour(&ring, "a1 b3 c1 a2 c3 b1 a3 c2")),
        ("open", tour(&rectangle, "a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2")),
    ]
}

/// The path of a golden file.
fn golden(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden")).join(name)
}

/// Compares what was written with the golden file.
fn compare(name: &str, written: &[u8]) {
    let path = golden(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(golden("")).unwrap();
        fs::write(&path, written).unwrap();
        return;
    }
    let golden = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(golden == written, "{name} is written otherwise: {}", String::from_utf8_lossy(written));
}

fn bytes(render: &dyn Render, tour: &Tour) -> Vec<u8> {
    let mut bytes = Vec::new();
    render.write(tour, &mut bytes, &Control::unlimited()).unwrap();
    bytes
}

#[test]
fn text_and_arrays_equal_their_golden_files() {
    for (name, tour) in tours() {
        let formats: [(&str, &dyn Render); 6] = [
            ("grid", &Grid),
            ("squares", &Squares),
            ("json", &Json::default()),
            ("csv", &Csv),
            ("npy", &Npy),
            ("svg", &Svg::default()),
        ];
        for (format, render) in formats {
            compare(&format!("{name}.{format}"), &bytes(render, &tour));
        }
    }
}

#[test]
fn pictures_have_the_golden_digests() {
    let picture = Picture { width: Some(120), ..Picture::default() };
    let mut digests = String::new();
    for (name, tour) in tours() {
        let png = pixels(&bytes(&Png(picture.clone()), &tour));
        let gif = frames(&bytes(&Gif { picture: picture.clone(), ..Gif::default() }, &tour));
        let pdf = operators(&bytes(&Pdf::default(), &tour));
        for (format, (size, digest)) in [("png", png), ("gif", gif), ("pdf", pdf)] {
            writeln!(digests, "{name}.{format} {size} {digest:016x}").unwrap();
        }
    }
    compare("pictures.txt", digests.as_bytes());
}

/// FNV-1a hash.
fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The size of a png, and a digest of its pixels.
fn pixels(bytes: &[u8]) -> (String, u64) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (format!("{}x{}", info.width, info.height), digest(pixels))
}

/// The number of frames of a gif, and a digest of their areas, delays and colours.
fn frames(bytes: &[u8]) -> (String, u64) {
    let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
    let (mut frames, mut all) = (0, Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        frames += 1;
        for side in [frame.left, frame.top, frame.width, frame.height, frame.delay] {
            all.extend(side.to_le_bytes());
        }
        let palette = frame.palette.clone().unwrap_or_default();
        all.extend(frame.buffer.iter().flat_map(|&at| {
            let colour = palette.get(usize::from(at) * 3..usize::from(at) * 3 + 3).unwrap_or(&[0; 3]);
            [colour[0], colour[1], colour[2], u8::from(frame.transparent == Some(at))]
        }));
    }
    (format!("{frames} frames"), digest(all))
}

/// The number of streams of a pdf, and a digest of their decompressed contents.
fn operators(bytes: &[u8]) -> (String, u64) {
    let find = |from: usize, what: &[u8]| {
        bytes[from..].windows(what.len()).position(|window| window == what).map(|at| from + at)
    };
    let (mut at, mut all, mut streams) = (0, Vec::new(), 0);
    while let Some(begin) = find(at, b"stream\n") {
        let begin = begin + b"stream\n".len();
        let end = find(begin, b"endstream").unwrap();
        let mut decompressed = Vec::new();
        match flate2::read::ZlibDecoder::new(&bytes[begin..end]).read_to_end(&mut decompressed) {
            Ok(_) => all.extend(decompressed),
            Err(_) => all.extend(&bytes[begin..end]),
        }
        streams += 1;
        at = end + b"endstream".len();
    }
    (format!("{streams} streams"), digest(all))
}
