//! Every format reads back the tour that it wrote.

use ktour_core::{Board, Control, Puzzle, Square, Symmetry, Tour, TourKind, error::NotATour};
use ktour_render::{
    Csv, Grid, Json, Npy, Render, Squares,
    read::{Hints, ReadError, tour, verify},
};
use ktour_search::{Method, Strategy, Tie, solve};
use proptest::prelude::*;

/// A tour of a rectangle, or of one without a corner, transformed by a symmetry.
fn random_tour(files: u64, ranks: u64, seed: u64, is_holed: bool, turn: usize) -> Option<Tour> {
    let board = Board::new(files, ranks).unwrap();
    let board = if is_holed { board.with_holes([Square::new(0, 0)]).unwrap() } else { board };
    let puzzle = Puzzle::new(board).with_kind(TourKind::Open);
    let strategy = Strategy { tie: Tie::Random, tries: 20, seed, ..Strategy::new(Method::Warnsdorff) };
    let found = solve(&puzzle, &strategy, &Control::unlimited()).unwrap().outcome.found()?;
    // Whether a tour that was read is closed depends on its last leap, not on the requested kind.
    let tour = found.transformed(Symmetry::ALL[turn]);
    Tour::verify(tour.board(), tour.leaper(), tour.squares()).ok()
}

proptest! {
    #[test]
    fn every_text_format_reads_back(files in 3u64..40, ranks in 3u64..40, seed: u64, is_holed: bool, turn in 0usize..8) {
        let Some(written) = random_tour(files, ranks, seed, is_holed, turn) else { return Ok(()) };
        let with_board = Hints { board: Some(written.board().clone()), ..Hints::default() };
        let no_hints = Hints::default();
        for (name, text, hints) in [
            ("grid", Grid.to_text(&written), &no_hints),
            ("json", Json::default().to_text(&written), &no_hints),
            ("squares", Squares.to_text(&written), if is_holed { &with_board } else { &no_hints }),
            ("csv", Csv.to_text(&written), if is_holed { &with_board } else { &no_hints }),
        ] {
            let read = tour(text.as_bytes(), hints);
            prop_assert!(read.as_ref().is_ok_and(|read| *read == written), "{name}: {read:?}");
            let verified = verify(text.as_bytes(), hints).unwrap();
            prop_assert_eq!(verified.kind, written.kind());
            prop_assert_eq!(verified.squares, written.len() as u128);
        }
        let mut array = Vec::new();
        Npy.write(&written, &mut array, &Control::unlimited()).unwrap();
        prop_assert_eq!(tour(array.as_slice(), &no_hints).unwrap(), written);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = verify(bytes.as_slice(), &Hints::default());
        let _ = tour(bytes.as_slice(), &Hints::default());
    }

    #[test]
    fn any_text_of_the_characters_of_formats_is_read_or_refused(text in "[0-9 \n#,a-c{}\":\\[\\]]{0,80}") {
        let _ = verify(text.as_bytes(), &Hints::default());
        let _ = tour(text.as_bytes(), &Hints::default());
        let _ = ktour_render::read::picture(text.as_bytes());
    }
}

/// Grids, arrays and documents contain their holes, lists do not; a given board applies to all of them.
#[test]
fn a_tour_and_a_board_get_the_same_verdict_in_all_formats() {
    let squares = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"].map(|name| name.parse().unwrap());
    let full = Board::new(3, 3).unwrap();
    let ring = full.with_holes([Square::new(1, 1)]).unwrap();
    let written = Tour::verify(&ring, ktour_core::KNIGHT, squares).unwrap();
    let mut array = Vec::new();
    Npy.write(&written, &mut array, &Control::unlimited()).unwrap();
    let texts = [
        Grid.to_text(&written).into_bytes(),
        array,
        Json::default().to_text(&written).into_bytes(),
        Csv.to_text(&written).into_bytes(),
        Squares.to_text(&written).into_bytes(),
        Squares.to_text(&written).replace('\n', " ").into_bytes(),
    ];
    for (board, verdict) in [
        (&ring, Ok(8)),
        (&full, Err(NotATour::Missing { square: Square::new(1, 1), visited: 8, of: 9 })),
        (
            &ring.with_holes([Square::new(2, 2)]).unwrap(),
            Err(NotATour::NoSuchSquare { step: 5, square: Square::new(2, 2), board: "3x3".to_owned() }),
        ),
    ] {
        let hints = Hints { board: Some(board.clone()), ..Hints::default() };
        for text in &texts {
            let fault_of = |error| match error {
                ReadError::NotATour(fault) => fault,
                other => panic!("{other}"),
            };
            assert_eq!(tour(&text[..], &hints).map(|tour| tour.len() as u128).map_err(fault_of), verdict);
            assert_eq!(verify(&text[..], &hints).map(|verified| verified.squares).map_err(fault_of), verdict);
        }
    }
    let large = Hints { board: Some(Board::new(4, 4).unwrap()), ..Hints::default() };
    for text in &texts {
        let error = verify(&text[..], &large).unwrap_err();
        assert!(error.is_about_the_tour(), "{error}");
    }
}

/// A document is checked on its own board as well as on the given one.
#[test]
fn a_document_is_a_tour_of_its_own_board_too() {
    let ring = r#"{"board":{"files":3,"ranks":3,"holes":HOLES},"squares":["a1","b3","c1","a2","c3","b1","a3","c2"]}"#;
    let board = Board::new(3, 3).unwrap().with_holes([Square::new(1, 1)]).unwrap();
    let hints = Hints { board: Some(board), ..Hints::default() };
    for (holes, message) in [
        (r#"["b2"]"#, None),
        ("[]", Some("b2 is never visited: 8 of 9 squares are")),
        (r#"["b2","c3"]"#, Some("c3 is not a square of the 3x3 board")),
    ] {
        let error = verify(ring.replace("HOLES", holes).as_bytes(), &hints).err();
        assert_eq!(error.map(|error| error.to_string()).as_deref(), message, "{holes}");
    }
}

/// A grid that is too large to store is compared with the board row by row.
#[test]
fn a_large_grid_is_compared_with_the_given_board() {
    let (files, ranks) = (4099, 4096);
    let board = Board::new(files, ranks).unwrap();
    let tour = ktour_search::build::build(&Puzzle::new(board.clone())).unwrap();
    let mut array = Vec::new();
    Npy.write(&tour, &mut array, &Control::unlimited()).unwrap();
    let message = |board: Board| {
        let hints = Hints { board: Some(board), ..Hints::default() };
        verify(&array[..], &hints)
            .map_or_else(|error| error.to_string(), |verified| verified.board.to_string())
    };
    assert_eq!(message(board.clone()), "4099x4096");
    let holed = board.with_holes([Square::new(7, 100), Square::new(4098, 0)]).unwrap();
    let error = message(holed);
    assert!(error.ends_with("is not a square of the 4099x4096 board"), "{error}");
    assert_eq!(
        message(Board::new(4098, 4096).unwrap()),
        "the tour is on 4099x4096, but the board is 4098x4096"
    );
}

#[test]
fn input_that_needs_too_much_memory_is_refused() {
    let grid: String = (1..=100_000).map(|n| format!("{n} ")).collect();
    let small = Hints { memory: 1 << 16, ..Hints::default() };
    let error = verify(grid.as_bytes(), &small).unwrap_err().to_string();
    assert!(error.contains("eight bytes for each square"), "{error}");
    let walk: String = (0..100_000u64).map(|n| format!("{},{}\n", 2 * n, n % 2)).collect();
    let error = verify(walk.as_bytes(), &small).unwrap_err().to_string();
    assert!(error.contains("one bit a square"), "{error}");
}

#[test]
fn a_hole_is_separated_from_its_neighbours() {
    let ring = "7 2 5\n4 # 8\n1 6 3\n";
    assert!(verify(ring.as_bytes(), &Hints::default()).is_ok());
    for run_together in ["4 #8", "4#8", "4 ##8", "#4 8"] {
        let grid = ring.replace("4 # 8", run_together);
        let error = verify(grid.as_bytes(), &Hints::default()).unwrap_err().to_string();
        assert!(error.contains("does not belong in a number grid"), "{run_together}: {error}");
    }
}

/// The grid has more squares than are stored: 4100 files by 4100 ranks, well formed but no tour. The window
/// finds the fault, and the second reading names it.
#[test]
fn a_fault_in_a_large_grid_is_named_from_the_file() {
    use std::io::Write;
    let (files, ranks) = (4100u64, 4100u64);
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let mut out = std::io::BufWriter::new(&mut file);
    for y in 0..ranks {
        for x in 0..files {
            write!(out, "{} ", y * files + x + 1).unwrap();
        }
        writeln!(out).unwrap();
    }
    out.flush().unwrap();
    drop(out);
    let error = ktour_render::read::verify_file(file.path(), &Hints::default()).unwrap_err();
    assert_eq!(
        (error.step(), error.to_string().as_str()),
        (Some(2), "a4100 to b4100 is not a knight's leap")
    );
    let from_pipe = verify(std::fs::File::open(file.path()).unwrap(), &Hints::default()).unwrap_err();
    assert_eq!(from_pipe.to_string(), "step 1 stands on a4100, and no 2 is a knight's leap away");
}
