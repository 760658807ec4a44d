//! Boards from text pictures and images, valid and invalid.

use std::{
    fs,
    process::{Command, Output},
    time::{Duration, Instant},
};

fn with_board(name: &str, bytes: &[u8], arguments: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments).arg("--board").arg(&path).output().unwrap()
}

/// Returns the sentence of a refusal after the file's name.
fn refusal(name: &str, bytes: &[u8]) -> String {
    let mut sentence = String::new();
    for command in ["solve", "exists", "starts"] {
        let began = Instant::now();
        let output = with_board(name, bytes, &[command]);
        assert!(began.elapsed() < Duration::from_secs(120), "{command} hangs");
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        assert!(output.stdout.is_empty());
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}");
        sentence =
            text.split_once("cannot be used: ").map_or(text.clone(), |(_, what)| what.trim().to_owned());
    }
    sentence
}

/// Returns a text picture as a one-bit PNG, with `.` as white.
fn png_of(picture: &str) -> Vec<u8> {
    let lines: Vec<&str> = picture.lines().collect();
    let width = lines[0].len();
    let data: Vec<u8> =
        lines.iter().flat_map(|line| line.bytes().map(|c| if c == b'.' { 255 } else { 0 })).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, lines.len() as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&data).unwrap();
    bytes
}

const RING: &str = "........\n........\n........\n...##...\n...##...\n........\n........\n........\n";

#[test]
fn a_picture_and_its_image_are_the_same_board() {
    let text = with_board("ring.txt", RING.as_bytes(), &["solve", "--closed"]);
    let image = with_board("ring.png", &png_of(RING), &["solve", "--closed"]);
    assert_eq!(text.status.code(), Some(0), "{text:?}");
    assert_eq!(text.stdout, image.stdout);
    let crlf = with_board("ring.txt", RING.replace('\n', "\r\n").as_bytes(), &["solve", "--closed"]);
    assert_eq!(text.stdout, crlf.stdout);
}

#[test]
fn ragged_lines_end_in_holes() {
    let output = with_board("board.txt", b".....\n....\n.....\n.....\n", &["exists", "--json"]);
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"holes\":[\"e3\"]"), "{output:?}");
}

#[test]
fn pictures_that_are_no_boards_get_their_sentence() {
    for (picture, sentence) in [
        ("", "the picture is not a board: it is empty: draw squares as `.` and holes as `#`"),
        (
            "###\n###\n",
            "the picture is not a board: every square of the 3x2 board is a hole: leave at least one",
        ),
        ("..\t.\n", "line 1: `\\t` means nothing in a board: draw squares as `.` and holes as `#`"),
        ("...\n.Q.\n", "line 2: `Q` means nothing in a board: draw squares as `.` and holes as `#`"),
    ] {
        assert_eq!(refusal("board.txt", picture.as_bytes()), sentence);
    }
}

#[test]
fn invalid_images_get_their_sentence() {
    let image = png_of(RING);
    assert!(
        refusal("half.png", &image[..image.len() / 2])
            .starts_with("the picture is not a board: the PNG is broken")
    );
    let photograph = refusal("photo.png", b"\xff\xd8\xff\xe0\x00\x10JFIF");
    assert_eq!(photograph, "the picture is not a board: it is neither text nor a PNG image");
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 20_000, 20_000);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    encoder.write_header().unwrap().write_image_data(&vec![255; 2500 * 20_000]).unwrap();
    let large =
        "the picture is not a board: 20000x20000 is too large for a picture: the limit is 134217728 squares";
    assert_eq!(refusal("large.png", &bytes), large);
}

/// A single square is a tour; two islands have none, which is an answer, not an error.
#[test]
fn one_square_and_two_islands_are_answered() {
    let one = with_board("one.txt", b".\n", &["solve"]);
    assert_eq!((one.status.code(), &one.stdout[..]), (Some(0), &b"1\n"[..]));
    let closed = with_board("one.txt", b".\n", &["solve", "--closed"]);
    assert_eq!(closed.status.code(), Some(1));
    let islands = with_board("two.txt", b"....####....\n....####....\n....####....\n", &["solve", "--open"]);
    assert_eq!(islands.status.code(), Some(1));
    let sentence = String::from_utf8(islands.stderr).unwrap();
    assert_eq!(sentence, "ktour: no tour: no sequence of leaps leads from a1 to i1\n");
}
