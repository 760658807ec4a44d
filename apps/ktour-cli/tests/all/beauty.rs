//! Tours by their measures: measured, symmetric, counted by a measure.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

fn ktour(arguments: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.args(arguments.split_whitespace()).stdin(Stdio::null()).output().unwrap()
}

fn stdout(arguments: &str) -> String {
    let output = ktour(arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(arguments: &str) -> Value {
    serde_json::from_str(&stdout(arguments)).unwrap()
}

/// Returns the exit code, and the error sentence without its beginning.
fn refused(arguments: &str) -> (Option<i32>, String) {
    let output = ktour(arguments);
    assert!(output.stdout.is_empty(), "{arguments}: {output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said.trim_start_matches("ktour: ").trim_end().to_owned())
}

const RING: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/ring.grid");

#[test]
fn a_tour_is_measured_when_it_is_found_checked_or_sampled() {
    let alone = json(&format!("measure {RING} --json"));
    assert_eq!(json(&format!("verify {RING} --measure --json"))["measures"], alone["measures"]);
    let found = json("solve 3 --holes b2 --closed --start b1 --measure --json");
    assert_eq!(found["measures"]["symmetry"]["name"], "octonary");
    let lines = stdout("sample 3 --holes b2 --closed -n 2 --seed 1 --measure --json");
    for line in lines.lines() {
        let tour: Value = serde_json::from_str(line).unwrap();
        assert_eq!(tour["measures"]["crossings"], alone["measures"]["crossings"]);
    }
    let listed = json("enumerate 3 --holes b2 --closed --measure --json");
    assert_eq!(listed["measures"]["angles"], alone["measures"]["angles"]);
    let said = stdout(&format!("verify {RING} --measure"));
    assert!(said.starts_with("valid: a closed knight's tour of 3x3") && said.contains("\ncrossings  16"));
    // The measures of a printed grid go to standard error.
    let output = ktour("solve 3 --holes b2 --closed --measure");
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 3);
    assert!(String::from_utf8_lossy(&output.stderr).contains("symmetry   octonary"));
}

/// Runs `measure` on a text.
fn measured(arguments: &str, text: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ktour"));
    command.arg("measure").args(arguments.split_whitespace());
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    child.wait_with_output().unwrap()
}

#[test]
fn a_stream_of_tours_is_measured_line_by_line_in_every_format() {
    let (squares, lines) =
        (stdout("enumerate 5x6 --closed"), stdout("enumerate 5x6 --closed --measure --json"));
    let wanted: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    for text in [&squares, &lines] {
        let output = measured("--json", text);
        assert!(output.status.success(), "{output:?}");
        let documents = String::from_utf8(output.stdout).unwrap();
        let documents = documents.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let got: Vec<Value> = documents.map(|document| document["measures"].clone()).collect();
        assert_eq!(got, wanted.iter().map(|tour| tour["measures"].clone()).collect::<Vec<_>>());
    }
    let table = String::from_utf8(measured("", &squares).stdout).unwrap();
    assert_eq!(table.lines().count(), 9);
    assert!(table.starts_with("turns  straight"), "{table}");
    // Every spelling of the squares means the same tour.
    let first = squares.lines().next().unwrap();
    for text in [first.to_owned(), format!("{first}\n\n"), first.replace(' ', "\n")] {
        assert!(measured("", &text).stdout.starts_with(b"leaps      30"), "{text}");
    }
    let broken = measured("", &format!("{first}\n\n{}\n", first.replacen("a1 ", "a2 ", 1)));
    assert_eq!(broken.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&broken.stderr).contains("line 3 is not a tour: step "), "{broken:?}");
}

#[test]
fn measures_are_refused_in_formats_without_a_place_for_them() {
    let sentence = "the measures of many tours are written as JSON: add --json, or leave --measure out";
    assert_eq!(refused("sample 5 --open --measure"), (Some(2), sentence.to_owned()));
    assert_eq!(refused("enumerate 5 --open --measure --format parquet"), (Some(2), sentence.to_owned()));
}

#[test]
fn a_symmetric_tour_is_found_listed_drawn_and_counted() {
    let found = json("solve 10 --symmetry quarter-turn --measure --json");
    assert_eq!(
        (&found["kind"], &found["measures"]["symmetry"]["name"]),
        (&"closed".into(), &"birotary".into())
    );
    assert_eq!(stdout("enumerate 6 --closed --symmetry quarter-turn").lines().count(), 10);
    assert_eq!(stdout("enumerate 6 --closed --symmetry half-turn --unique").lines().count(), 5 + 17);
    let drawn = stdout("sample 6 --closed --symmetry half-turn -n 5 --seed 1 --measure --json");
    assert_eq!(drawn.matches("\"symmetry\":\"half-turn\"").count(), 5);
    let counted = json("count 6 --closed --symmetry half-turn --json");
    assert_eq!((&counted["directed"], &counted["undirected"]), (&"156".into(), &"78".into()));
    // `--symmetry` is a flag without a value here, followed by a board.
    assert!(stdout("count --symmetry 6 --closed").contains("1245 classes"));
}

#[test]
fn an_impossible_symmetry_is_an_answer_and_an_unsuitable_one_is_refused() {
    assert_eq!(
        refused("solve 8 --closed --symmetry mirror-files"),
        (
            Some(1),
            "no tour: the mirror that exchanges left and right changes the colour of every square, and would carry each 32 leaps along a closed tour, which keeps it; to reverse one, it needs two middles, squares that stay or leaps between a square and its image, and there are none".to_owned()
        )
    );
    let (code, said) = refused("solve 8x7 --symmetry quarter-turn");
    assert_eq!(code, Some(2));
    assert_eq!(
        said,
        "the 8x7 board lacks the symmetry quarter-turn: it has half-turn, mirror, mirror-files and mirror-ranks"
    );
    assert_eq!(refused("solve 8 --symmetry half-turn --method warnsdorff").0, Some(2));
    assert_eq!(refused("sample 8 --closed --symmetry mirror -n 1 --quiet").0, Some(1));
    assert_eq!(refused("count 6 --closed --symmetry upside-down").0, Some(2));
}

#[test]
fn tours_are_counted_by_a_measure() {
    let turns = json("count 6 --closed --by turns --json");
    let tours = turns["undirected"].as_object().unwrap();
    let all: u64 = tours.values().map(|tours| tours.as_str().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!((all, &turns["by"]), (9862, &"turns".into()));
    let angles = json("count 5 --open --by angle --json");
    let names: Vec<&String> = angles["undirected"].as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 6, "{names:?}");
    assert!(stdout("count 5x6 --closed --by slope").starts_with("slope 1,2  tours\n"));
    assert_eq!(refused("count 6 --closed --by beauty").0, Some(2));
}

#[test]
fn prints_are_woven_filled_sized_and_drawn_in_one_stroke() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let drawn = |flags: &str, name: &str| {
        stdout(&format!("render {RING} {flags} -o {}", path(name)));
        std::fs::read(path(name)).unwrap()
    };
    let text = |flags: &str| String::from_utf8(drawn(flags, "t.svg")).unwrap();
    let (straight, woven) = (text(""), text("--path woven"));
    // The tour has sixteen crossings, and one leap is interrupted at each.
    let lifts = |svg: &str| {
        svg.lines()
            .filter(|line| line.contains("stroke="))
            .map(|line| line.matches('m').count())
            .sum::<usize>()
    };
    assert!(lifts(&woven) >= lifts(&straight) + 16 - 1, "{woven}");
    assert!(text("--fill harlequin").contains("fill-rule=\"evenodd\""));
    let stroke = text("--stroke --size 300mm");
    assert_eq!((stroke.matches("<path").count(), stroke.matches('m').count() > 1), (1, true), "{stroke}");
    assert!(stroke.contains("width=\"300mm\" height=\"300mm\""), "{stroke}");
    let page = drawn("--size 300mm", "t.pdf");
    assert!(String::from_utf8_lossy(&page).contains("/MediaBox [0 0 850.39"), "true millimetres");
    assert!(drawn("--size 2in --path woven --fill harlequin", "t.png").starts_with(b"\x89PNG"));
    let gif = path("t.gif");
    assert_eq!(
        refused(&format!("render {RING} --path woven -o {gif}")),
        (Some(2), "a woven path cannot be animated: choose svg, pdf or png".to_owned())
    );
    assert_eq!(refused(&format!("render {RING} --size huge -o {gif}")).0, Some(2));
    assert_eq!(refused(&format!("render {RING} --stroke --path woven -o {}", path("u.svg"))).0, Some(2));
}

#[test]
fn a_poster_shows_every_class_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("poster.svg").to_str().unwrap().to_owned();
    stdout(&format!("poster 6 --closed --symmetry half-turn -o {file}"));
    let poster = std::fs::read_to_string(&file).unwrap();
    assert!(poster.contains("<title>22 classes of closed tours of the 6x6 board</title>"));
    // The sheet has a background, and for each tour a board, a path and its closing leap.
    assert_eq!(poster.matches("<path").count(), 1 + 3 * 22);
    assert_eq!(refused(&format!("poster 5 --closed -o {file} --quiet")).0, Some(1));
    assert_eq!(refused(&format!("poster 6 --closed -o {}", file.replace("svg", "gif"))).0, Some(2));
}
