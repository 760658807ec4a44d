//! All examples, run in one program that is linked once.

#[path = "../../examples/count.rs"]
mod count;
#[path = "../../examples/draw.rs"]
mod draw;
#[path = "../../examples/exists.rs"]
mod exists;
#[path = "../../examples/game.rs"]
mod game;
#[path = "../../examples/holes.rs"]
mod holes;
#[path = "../../examples/large.rs"]
mod large;
#[path = "../../examples/leaper.rs"]
mod leaper;
#[path = "../../examples/measure.rs"]
mod measure;
#[path = "../../examples/read.rs"]
mod read;
#[path = "../../examples/sample.rs"]
mod sample;
#[path = "../../examples/solve.rs"]
mod solve;
#[path = "../../examples/verify.rs"]
mod verify;
#[path = "../../examples/warnsdorff.rs"]
mod warnsdorff;

use std::{error::Error, fs};

type Example = (&'static str, fn() -> Result<(), Box<dyn Error>>);

const EXAMPLES: [Example; 13] = [
    ("count", count::main),
    ("draw", draw::main),
    ("exists", exists::main),
    ("game", game::main),
    ("holes", holes::main),
    ("large", large::main),
    ("leaper", leaper::main),
    ("measure", measure::main),
    ("read", read::main),
    ("sample", sample::main),
    ("solve", solve::main),
    ("verify", verify::main),
    ("warnsdorff", warnsdorff::main),
];

#[test]
fn every_example_runs() {
    for (name, main) in EXAMPLES {
        main().unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert_eq!(fs::read_dir("examples").unwrap().count(), EXAMPLES.len());
}

/// A reader copies an example into a crate that depends on `ktour` alone.
#[test]
fn examples_of_the_documentation_use_one_crate() {
    let crates = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut folders = vec![std::path::PathBuf::from(crates)];
    let (mut files, mut examples) = (0, 0);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files += 1;
                // Questions and clusters are no part of the library.
                let is_inside = |part: &str| path.components().any(|folder| folder.as_os_str() == part);
                if is_inside("ktour-answer") || is_inside("ktour-cluster") {
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                let documentation = text.lines().map(str::trim_start).filter(|line| line.starts_with("//"));
                for line in documentation.filter(|line| line[3.min(line.len())..].trim().starts_with("use "))
                {
                    examples += usize::from(line.contains("ktour::"));
                    assert!(!line.contains("ktour_"), "{}: {line}", path.display());
                }
            }
        }
    }
    assert!(files > 200 && examples > 100, "{files} files, {examples} examples");
}

#[test]
fn a_tour_displays_as_the_grid_that_is_written() -> Result<(), Box<dyn Error>> {
    use ktour::{
        Board, Control, Puzzle, Strategy,
        render::{Grid, Render},
        solve,
    };
    for (size, holes) in [("8x8", vec![]), ("3x10", vec![]), ("10x3", vec![]), ("5x5", vec!["a1"])] {
        let holes = holes.into_iter().map(|name: &str| name.parse().unwrap());
        let board = size.parse::<Board>()?.with_holes(holes)?;
        if let Some(tour) =
            solve(&Puzzle::new(board), &Strategy::default(), &Control::unlimited())?.outcome.found()
        {
            assert_eq!(tour.to_string(), Grid.to_text(&tour));
        }
    }
    Ok(())
}
