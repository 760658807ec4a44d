//! The gallery: pictures across the program's range, and the page that shows them.

use std::{fs, path::Path};

use crate::{cargo, step};

/// A file, what it shows, and the command that draws it.
const PICTURES: [(&str, &str, &str); 26] = [
    ("classic.svg", "A closed tour of the chessboard", "solve 8"),
    ("dark-smooth.svg", "The same tour as one smooth curve, at night", "solve 8 --theme dark --path smooth"),
    ("print.svg", "Black on white, for paper", "solve 6 --theme print"),
    (
        "blueprint.svg",
        "A long board as a blueprint",
        "solve 16x8 --theme blueprint --path smooth --numbers never",
    ),
    (
        "high-contrast.svg",
        "High contrast, thick lines",
        "solve 8 --theme high-contrast --method warnsdorff-backtrack --start d4",
    ),
    ("smallest.svg", "The smallest rectangle with a tour, but for a single square", "solve 3x4"),
    ("ring.svg", "Nine squares without their middle", "solve 3 --holes b2"),
    ("cross.svg", "A cross: holes are holes", "solve --board docs/gallery/cross.txt --path smooth"),
    (
        "heart.svg",
        "A heart of 570 squares, closed",
        "solve --board docs/gallery/heart.txt --closed --path smooth --numbers never --coordinates never",
    ),
    ("zebra.svg", "Another leaper: the zebra, 2 by 3", "solve 10 --leaper zebra --theme dark"),
    (
        "forty.svg",
        "Forty by forty, found by Warnsdorff's rule",
        "solve 40 --method warnsdorff --tie far --open --path smooth --numbers never --coordinates never",
    ),
    (
        "million.png",
        "A million squares by Warnsdorff's rule, each in the colour of its step",
        "solve 1000 --method warnsdorff --tie far --open --theme dark --width 600",
    ),
    (
        "half-turn.svg",
        "Turned upside down it is the same",
        "solve 8 --closed --symmetry half-turn --numbers never",
    ),
    (
        "quarter-turn.svg",
        "The same from all four sides, as one smooth curve",
        "solve 10 --symmetry quarter-turn --path smooth --numbers never",
    ),
    (
        "woven.svg",
        "A band that goes over and under itself in turn",
        "solve 8 --closed --symmetry half-turn --path woven --numbers never --coordinates never",
    ),
    (
        "harlequin.svg",
        "Filled inside by the even-odd rule",
        "solve 10 --symmetry quarter-turn --fill harlequin --theme print --numbers never --coordinates never",
    ),
    (
        "fewest-turns.svg",
        "45 turns: no closed tour of the chessboard has fewer",
        "solve 8 --closed --fewest turns --tries 8 --seed 1",
    ),
    (
        "fewest-crossings.svg",
        "69 crossings, the fewest that were found",
        "solve 8 --closed --fewest crossings --tries 8 --seed 1 --theme dark --numbers never",
    ),
    (
        "magic.svg",
        "Semi-magic: every rank and every file adds up to 260",
        "solve 8 --closed --magic --seed 1",
    ),
    (
        "tidy.svg",
        "Tidy: turns and crossings grow with the sides, not with the area",
        "solve 40x30 --method tidy --numbers never --coordinates never",
    ),
    (
        "stroke.svg",
        "One stroke for a plotter, 180 mm wide",
        "solve 24x16 --method tidy --stroke --size 180mm",
    ),
    (
        "poster.svg",
        "The 22 classes of 6x6 that a half turn keeps",
        "poster 6x6 --closed --symmetry half-turn",
    ),
    ("walk.gif", "A tour that draws itself", "solve 6 --width 320"),
    (
        "search.gif",
        "Backtracking on 5x5: in red what was taken back",
        "solve 5 --start a1 --method backtrack --trace --length 15s --width 320",
    ),
    (
        "best-first.gif",
        "Warnsdorff's rule with a way back, and the few times it needs it",
        "solve 8 --start d4 --closed --method warnsdorff-backtrack --trace --length 20s --width 320",
    ),
    (
        "worksheet.pdf",
        "A worksheet: an empty board, its solution on page two",
        "solve 6 --worksheet --theme print",
    ),
];

/// Draws everything with the program itself.
pub(crate) fn gallery() -> Result<(), String> {
    let folder = Path::new("docs/gallery");
    let failed = |error: std::io::Error| format!("docs/gallery: {error}");
    fs::create_dir_all(folder).map_err(failed)?;
    let mut page =
        String::from("# Gallery\n\nDrawn by `cargo xtask gallery`, each with the command beneath it.\n");
    for (file, what, command) in PICTURES {
        let run = ["run", "--quiet", "--package", "ktour-cli", "--"];
        let path = format!("docs/gallery/{file}");
        step(file, cargo().args(run).args(command.split(' ')).args(["-o", &path]))?;
        let shown = if file.ends_with(".pdf") { "" } else { "!" };
        page.push_str(&format!(
            "\n## {what}\n\n{shown}[{what}]({file})\n\n```sh\nktour {command} -o {file}\n```\n"
        ));
    }
    fs::write(folder.join("README.md"), page).map_err(failed)
}
