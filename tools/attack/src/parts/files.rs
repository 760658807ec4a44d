//! Hostile files for `verify`, `render` and `--board`.
//!
//! The repository's golden files are spoiled a little or much, and given back. The program may
//! refuse them (2), call them wrong (1) or right (0); right only where the independent check of
//! `check` agrees, and `render` draws exactly what `verify` calls right. Endless files and pictures
//! that lie about their size must be refused within bounds of memory and time.

use std::{fs, path::Path, time::Duration};

use crate::{
    check,
    dice::Dice,
    hostile::spoil,
    pictures::pictures,
    report::{CheckResult, Report, Row},
    target::{AttackTarget, testdata},
    trial::{Endless, Trial},
};

/// MiB of address space for a file of a few bytes.
const MEMORY: u64 = 1024;

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("files");
    let mut dice = Dice::new(target.seed, 2);
    report.row("spoiled tours", |row| {
        let mut changed_and_valid = 0;
        for _ in 0..target.times(8000, 80) {
            let ending = *dice.pick(&["csv", "grid", "json", "npy", "squares"]);
            let name = format!("golden/{}.{ending}", dice.pick(&["open", "ring"]));
            let whole = fs::read(testdata(&name)).expect("the repository's golden files");
            let mut file = whole.clone();
            for _ in 0..*dice.pick(&[1, 1, 1, 2, 3, 10]) {
                file = spoil(&file, &mut dice);
            }
            let verdict = verified(target, &folder, &file, dice.is_lucky(30));
            changed_and_valid += usize::from(verdict == Ok(true) && file != whole);
            row.judge(format!("{name} as {:?}", String::from_utf8_lossy(&file)), verdict.map(|_| ()));
        }
        row.figure(format!("{changed_and_valid} changed and still tours"));
    });
    report.row("spoiled boards", |row| {
        let letters = fs::read(testdata("letters.png")).expect("the repository's picture");
        let drawn = b"..#..\n.....\n.#.#.\n.....\n..#..\n".to_vec();
        for _ in 0..target.times(3000, 30) {
            let mut file = if dice.is_lucky(50) { letters.clone() } else { drawn.clone() };
            for _ in 0..1 + dice.below(4) {
                file = spoil(&file, &mut dice);
            }
            row.judge(format!("{} bytes", file.len()), board(target, &folder, &file));
        }
    });
    report.row("pictures that lie", |row| {
        let all = pictures();
        let few = all.len() / target.times(all.len(), 12).min(all.len());
        for (what, file) in all.iter().rev().step_by(few.max(1)) {
            row.judge(what, board(target, &folder, file));
        }
    });
}

/// Files without end: a sentence within half a minute, never all the memory there is.
pub(crate) fn attack_endlessly(target: &AttackTarget, report: &mut Report) {
    if !target.is_short {
        let folder = target.folder("endless");
        report.row("endless files", |row| endless(target, &folder, row));
    }
}

/// Whether the file is called a tour; a fall where that is wrong or was said badly.
fn verified(target: &AttackTarget, folder: &Path, file: &[u8], is_drawn: bool) -> Result<bool, String> {
    let path = folder.join("tour");
    fs::write(&path, file).expect("a file in a temporary folder");
    let said = Trial::new(target, folder, &["verify", "tour", "--json"]).memory(MEMORY).run();
    said.verdict(&[0, 1, 2])?;
    let is_valid = said.code() == Some(0);
    if is_valid {
        check::tour(file)
            .map_err(|why| format!("called valid, and the independent check does not agree: {why}"))?;
    }
    if is_drawn {
        let picture = folder.join("drawn.svg");
        let _ = fs::remove_file(&picture);
        let said = Trial::new(target, folder, &["render", "tour", "-o", "drawn.svg"]).memory(MEMORY).run();
        said.verdict(&[0, 1, 2])?;
        if (said.code() == Some(0)) != is_valid || picture.exists() != is_valid {
            return Err(format!("verify and render disagree: render exits {:?}", said.code()));
        }
    }
    Ok(is_valid)
}

fn board(target: &AttackTarget, folder: &Path, file: &[u8]) -> CheckResult {
    fs::write(folder.join("board"), file).expect("a file in a temporary folder");
    let arguments = ["exists", "--board", "board", "--max-time", "200ms", "--json"];
    Trial::new(target, folder, &arguments).memory(MEMORY).run().verdict(&[0, 1, 2, 3])
}

fn endless(target: &AttackTarget, folder: &Path, row: &mut Row) {
    let streams: [(&str, &'static str, &'static str); 9] = [
        ("one row of numbers", "", "1 "),
        ("one number", "", "1"),
        ("blanks", "", " "),
        ("lines", "", "\n"),
        ("a string of JSON", "{\"outcome\":\"", "a"),
        ("holes of JSON", "{\"board\":{\"files\":9,\"ranks\":9,\"holes\":[", "\"a1\","),
        ("squares of JSON", "{\"squares\":[", "\"a1\","),
        ("brackets of JSON", "", "["),
        ("squares, two by turns", "", "a1\nb3\n"),
    ];
    for (what, head, again) in streams {
        for words in [&["verify"][..], &["render", "-f", "grid"]] {
            let input = Endless(head, again);
            let said = Trial::new(target, folder, words)
                .input(input)
                .memory(4096)
                .within(Duration::from_secs(30))
                .run();
            row.judge(format!("{what} into {}", words[0]), said.verdict(&[1, 2]).and_then(|()| ended(&said)));
        }
    }
    for device in ["/dev/zero", "/dev/urandom"] {
        let said = Trial::new(target, folder, &["exists", "--board", device])
            .memory(4096)
            .within(Duration::from_secs(30))
            .run();
        row.judge(format!("exists --board {device}"), said.verdict(&[2]).and_then(|()| ended(&said)));
    }
}

fn ended(said: &crate::trial::RunOutput) -> CheckResult {
    match said.patience {
        crate::trial::RunEnd::Ended => Ok(()),
        _ => Err(format!("still reading after {:.0} s, {} MiB", said.took.as_secs_f64(), said.peak)),
    }
}
