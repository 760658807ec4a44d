//! Whatever is written reads back as the same tour.

use ktour_render::{
    Csv, Grid, Json, Npy, Render, Squares,
    read::{Hints, tour, verify},
};
use ktour_tour::{Board, Control, Method, Puzzle, Square, Strategy, Symmetry, Tie, Tour, TourKind, solve};
use proptest::prelude::*;

/// A tour of some board: a rectangle, or one with a corner missing, turned some way.
fn a_tour(files: u64, ranks: u64, seed: u64, is_holed: bool, turn: usize) -> Option<Tour> {
    let board = Board::new(files, ranks).unwrap();
    let board = if is_holed { board.with_holes([Square::new(0, 0)]).unwrap() } else { board };
    let puzzle = Puzzle::new(board).with_kind(TourKind::Open);
    let walks = Strategy { tie: Tie::Random, tries: 20, seed, ..Strategy::new(Method::Warnsdorff) };
    let found = solve(&puzzle, &walks, &Control::unlimited()).unwrap().outcome.found()?;
    // As a reader will see it: whether the last leap returns is a fact, not a wish.
    let tour = found.turned(Symmetry::ALL[turn]);
    Tour::verify(tour.board(), tour.leaper(), tour.squares()).ok()
}

proptest! {
    #[test]
    fn every_text_format_reads_back(files in 3u64..40, ranks in 3u64..40, seed: u64, is_holed: bool, turn in 0usize..8) {
        let Some(written) = a_tour(files, ranks, seed, is_holed, turn) else { return Ok(()) };
        let told = Hints { board: Some(written.board().clone()), ..Hints::default() };
        let untold = Hints::default();
        for (name, text, hints) in [
            ("grid", Grid.to_text(&written), &untold),
            ("json", Json::default().to_text(&written), &untold),
            ("squares", Squares.to_text(&written), if is_holed { &told } else { &untold }),
            ("csv", Csv.to_text(&written), if is_holed { &told } else { &untold }),
        ] {
            let read = tour(text.as_bytes(), hints);
            prop_assert!(read.as_ref().is_ok_and(|read| *read == written), "{name}: {read:?}");
            let verified = verify(text.as_bytes(), hints).unwrap();
            prop_assert_eq!(verified.kind, written.kind());
            prop_assert_eq!(verified.squares, written.len() as u128);
        }
        let mut array = Vec::new();
        Npy.write(&written, &mut array, &Control::unlimited()).unwrap();
        prop_assert_eq!(tour(array.as_slice(), &untold).unwrap(), written);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = verify(bytes.as_slice(), &Hints::default());
        let _ = tour(bytes.as_slice(), &Hints::default());
    }

    #[test]
    fn any_text_of_the_right_letters_is_read_or_refused(text in "[0-9 \n#,a-c{}\":\\[\\]]{0,80}") {
        let _ = verify(text.as_bytes(), &Hints::default());
        let _ = tour(text.as_bytes(), &Hints::default());
        let _ = ktour_render::read::picture(text.as_bytes());
    }
}

#[test]
fn refuses_before_memory_runs_out() {
    let grid: String = (1..=100_000).map(|n| format!("{n} ")).collect();
    let small = Hints { memory: 1 << 16, ..Hints::default() };
    let error = verify(grid.as_bytes(), &small).unwrap_err().to_string();
    assert!(error.contains("eight bytes for each square"), "{error}");
    let walk: String = (0..100_000u64).map(|n| format!("{},{}\n", 2 * n, n % 2)).collect();
    let error = verify(walk.as_bytes(), &small).unwrap_err().to_string();
    assert!(error.contains("one bit a square"), "{error}");
}

#[test]
fn a_hole_stands_apart_from_its_neighbours() {
    let ring = "7 2 5\n4 # 8\n1 6 3\n";
    assert!(verify(ring.as_bytes(), &Hints::default()).is_ok());
    for run_together in ["4 #8", "4#8", "4 ##8", "#4 8"] {
        let grid = ring.replace("4 # 8", run_together);
        let error = verify(grid.as_bytes(), &Hints::default()).unwrap_err().to_string();
        assert!(error.contains("does not belong in a number grid"), "{run_together}: {error}");
    }
}

/// A grid of more squares than are kept: 4097 files by 4096 ranks and a bit, all wrong but well
/// formed, so that the window finds the fault and the second reading names it.
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
    let piped = verify(std::fs::File::open(file.path()).unwrap(), &Hints::default()).unwrap_err();
    assert_eq!(piped.to_string(), "step 1 stands on a4100, and no 2 is a knight's leap away");
}
