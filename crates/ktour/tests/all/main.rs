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
