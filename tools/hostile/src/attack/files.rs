//! Hostile files for `verify`, `render` and `--board`.
//!
//! Good files are spoiled a little or much. The program may refuse them (2), call them wrong (1) or right
//! (0); right only where the independent readers of [`check`] agree, and `render` draws exactly what `verify`
//! calls right. Endless files and pictures that lie about their size are refused within bounds of memory and
//! time.

use std::{fs, path::Path, time::Duration};

use ktour_hostile::{Random, pictures, seeds, spoil};

use super::{
    check,
    report::{CheckResult, Report, Row},
    target::AttackTarget,
    trial::{Endless, RunEnd, RunOutput, Trial},
};

/// MiB of address space for a file of a few bytes.
const MEMORY_MIB: u64 = 1024;

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("files");
    let mut random = Random::new(target.seed, 2);
    let (tours, boards): (Vec<_>, Vec<_>) =
        seeds().into_iter().partition(|(name, _)| name.contains("golden"));
    report.row("spoiled tours", |row| {
        let mut changed_and_valid = 0;
        for _ in 0..target.times(8000, 80) {
            let (name, whole) = random.pick(&tours);
            let mut file = whole.clone();
            for _ in 0..*random.pick(&[1, 1, 1, 2, 3, 10]) {
                file = spoil(&file, &mut random);
            }
            let result = verified(target, &folder, &file, random.chance(30));
            changed_and_valid += usize::from(result == Ok(true) && file != *whole);
            row.check(format!("{name} as {:?}", String::from_utf8_lossy(&file)), result.map(drop));
        }
        row.figure(format!("{changed_and_valid} changed and still tours"));
    });
    report.row("spoiled boards", |row| {
        for _ in 0..target.times(3000, 30) {
            let mut file = random.pick(&boards).1.clone();
            for _ in 0..1 + random.below(4) {
                file = spoil(&file, &mut random);
            }
            row.check(format!("{} bytes", file.len()), board(target, &folder, &file));
        }
    });
    report.row("pictures that lie", |row| {
        let all = pictures();
        for (what, file) in all.iter().rev().step_by(target.times(1, all.len() / 12)) {
            row.check(what, board(target, &folder, file));
        }
    });
}

/// Files without end are refused in one sentence within half a minute and 4 GiB.
pub(super) fn attack_endlessly(target: &AttackTarget, report: &mut Report) {
    if !target.is_short {
        let folder = target.folder("endless");
        report.row("endless files", |row| endless(target, &folder, row));
    }
}

/// Returns whether the file is called a tour; an error where that is wrong or badly reported.
fn verified(target: &AttackTarget, folder: &Path, file: &[u8], is_drawn: bool) -> Result<bool, String> {
    let path = folder.join("tour");
    fs::write(&path, file).expect("a file in a temporary folder");
    let output = Trial::new(target, folder, &["verify", "tour", "--json"]).memory(MEMORY_MIB).run();
    output.check(&[0, 1, 2])?;
    let is_valid = output.code() == Some(0);
    if is_valid {
        check::tour(file)
            .map_err(|why| format!("called valid, and the independent check does not agree: {why}"))?;
    }
    if is_drawn {
        let picture = folder.join("drawn.svg");
        let _ = fs::remove_file(&picture);
        let output =
            Trial::new(target, folder, &["render", "tour", "-o", "drawn.svg"]).memory(MEMORY_MIB).run();
        output.check(&[0, 1, 2])?;
        if (output.code() == Some(0)) != is_valid || picture.exists() != is_valid {
            return Err(format!("verify and render disagree: render exits {:?}", output.code()));
        }
    }
    Ok(is_valid)
}

fn board(target: &AttackTarget, folder: &Path, file: &[u8]) -> CheckResult {
    fs::write(folder.join("board"), file).expect("a file in a temporary folder");
    let arguments = ["exists", "--board", "board", "--max-time", "200ms", "--json"];
    Trial::new(target, folder, &arguments).memory(MEMORY_MIB).run().check(&[0, 1, 2, 3])
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
    let limit = Duration::from_secs(30);
    for (what, head, part) in streams {
        for words in [&["verify"][..], &["render", "-f", "grid"]] {
            let trial = Trial::new(target, folder, words).input(Endless(head, part)).memory(4096);
            let output = trial.within(limit).run();
            row.check(format!("{what} into {}", words[0]), ended(&output, &[1, 2]));
        }
    }
    for device in ["/dev/zero", "/dev/urandom"] {
        let words = ["exists", "--board", device];
        let output = Trial::new(target, folder, &words).memory(4096).within(limit).run();
        row.check(words.join(" "), ended(&output, &[2]));
    }
}

fn ended(output: &RunOutput, codes: &[i32]) -> CheckResult {
    output.check(codes)?;
    match output.end {
        RunEnd::Ended => Ok(()),
        _ => Err(format!("still reading after {:.0?}, {} MiB", output.took, output.peak)),
    }
}
