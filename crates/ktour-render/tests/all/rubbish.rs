//! Damaged files of every format: each reader reads or refuses them, quickly and within its memory.

use std::time::Instant;

use ktour_core::random::Random;
use ktour_core::{Board, Control, Puzzle, Tour};
use ktour_render::{
    Csv, Grid, Json, Npy, Png, Render, Squares,
    read::{Hints, board, picture, tour, verify},
};
use ktour_search::{Strategy, solve};

/// Number of damaged copies of each file.
const COPIES: u64 = 3_000;

/// Fragments with a meaning to one of the readers, and extreme numbers.
const WORDS: [&[u8]; 24] = [
    b"18446744073709551615",
    b"9223372036854775807",
    b"4294967296",
    b"0",
    b"-1",
    b"#",
    b"\n",
    b"\r\n",
    b" ",
    b",",
    b"a1",
    b"zzzzzzzzzzzzzz99",
    b"1000000000,1000000000",
    b"{",
    b"[",
    b"\"",
    b"\"files\":",
    b"\"holes\":[",
    b"(9999999999, 9999999999)",
    b"'<u8'",
    b"\x00",
    b"\xff\xfe",
    b"1e999",
    b"move,x,y",
];

/// Changes, removes, inserts, doubles or cuts off a few bytes.
fn damaged(bytes: &[u8], chance: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + chance.index(4) {
        let at = chance.index(bytes.len() + 1);
        match chance.index(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = chance.index(256) as u8,
            2 if at < bytes.len() => bytes[at] ^= 1 << chance.index(8),
            3 => {
                let to = (at + chance.index(40)).min(bytes.len());
                bytes.drain(at..to);
            }
            4 => {
                let word = WORDS[chance.index(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            _ => {
                let to = (at + chance.index(400)).min(bytes.len());
                let again = bytes[at..to].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

fn written(render: &dyn Render, tour: &Tour) -> Vec<u8> {
    let mut bytes = Vec::new();
    render.write(tour, &mut bytes, &Control::unlimited()).unwrap();
    bytes
}

#[test]
fn damaged_files_are_read_or_refused() {
    let puzzle = Puzzle::new(Board::new(7, 6).unwrap());
    let small = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    let files: [(&str, Vec<u8>); 8] = [
        ("grid", written(&Grid, &small)),
        ("squares", written(&Squares, &small)),
        ("json", written(&Json::default(), &small)),
        ("csv", written(&Csv, &small)),
        ("npy", written(&Npy, &small)),
        ("picture", b"..##..\n......\n.#..#.\n......\n".to_vec()),
        ("png", written(&Png::default(), &small)),
        ("nothing", Vec::new()),
    ];
    let hints = Hints { memory: 64 << 20, ..Hints::default() };
    let mut chance = Random::new(1, 0);
    let (mut accepted, mut refused) = (0, 0);
    for (name, file) in &files {
        let began = Instant::now();
        // Images take longer: a picture of a thousand pixels a side is decoded.
        for _ in 0..if *name == "png" { COPIES / 30 } else { COPIES } {
            let bytes = damaged(file, &mut chance);
            let (one, two) = (tour(bytes.as_slice(), &hints), verify(bytes.as_slice(), &hints));
            assert_eq!(
                one.is_ok(),
                two.is_ok(),
                "{name}: {one:?} and {two:?}: {:?}",
                String::from_utf8_lossy(&bytes)
            );
            *if one.is_ok() { &mut accepted } else { &mut refused } += 1;
            let _ = (board(&bytes), picture(&bytes));
        }
        assert!(began.elapsed().as_secs() < 120, "{name} took {:?}", began.elapsed());
    }
    assert!(refused > accepted && accepted > 0, "{accepted} accepted, {refused} refused");
    // The memory of the whole test stays small.
    if let Ok(status) = std::fs::read_to_string("/proc/self/status") {
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0 kB");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(peak < 1 << 20, "{peak} kB");
    }
}
