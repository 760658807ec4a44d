//! Bad arguments for every subcommand and every option.
//!
//! The options are read from the help of the program, so new ones are attacked from the first day. Every run
//! has a small board to work on; a run that takes more than two seconds is interrupted, which it must heed.
//! No value names a place outside the folder of the run.

use std::{collections::BTreeMap, ffi::OsString, os::unix::ffi::OsStringExt, path::Path, time::Duration};

use ktour_hostile::Random;

use super::{
    report::{CheckResult, Report, Row, shortened},
    target::AttackTarget,
    trial::Trial,
};

/// Exit codes of a run that ends by itself: found, impossible, refused, unknown.
const EXIT_CODES: [i32; 4] = [0, 1, 2, 3];

/// A subcommand, as its own help describes it.
struct Subcommand {
    words: Vec<String>,
    /// Every option, and whether it takes a value.
    options: BTreeMap<String, bool>,
}

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("arguments");
    let subcommands = subcommands(target, &folder);
    let mut random = Random::new(target.seed, 1);
    report.row("one bad value for an option", |row| {
        for _ in 0..target.times(6000, 60) {
            let subcommand = random.pick(&subcommands);
            let valued: Vec<&String> =
                subcommand.options.iter().filter(|(_, v)| **v).map(|(o, _)| o).collect();
            let Some(option) = (!valued.is_empty()).then(|| random.pick(&valued).as_str()) else { continue };
            let mut arguments = ground(subcommand, option);
            arguments.extend([option.into(), value(&mut random)]);
            check(target, &folder, row, arguments);
        }
    });
    report.row("several bad words at once", |row| {
        for _ in 0..target.times(3000, 30) {
            let subcommand = random.pick(&subcommands);
            let mut arguments = ground(subcommand, "");
            let options: Vec<_> = subcommand.options.iter().collect();
            for _ in 0..1 + random.below(4) {
                match options.is_empty() || random.chance(30) {
                    true => arguments.push(value(&mut random)),
                    false => {
                        let (option, is_valued) = *random.pick(&options);
                        arguments.push(option.into());
                        if *is_valued && random.chance(90) {
                            arguments.push(value(&mut random));
                        }
                    }
                }
            }
            check(target, &folder, row, arguments);
        }
    });
    report.row("words that are not UTF-8", |row| {
        for subcommand in &subcommands {
            let mut arguments = ground(subcommand, "");
            arguments.push(OsString::from_vec(vec![0xff, 0xfe]));
            check(target, &folder, row, arguments);
        }
        for words in [&["solve", "-5"][..], &["solve", "-5", "--seed", "-1"], &["-1"], &[]] {
            let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
            arguments.push(OsString::from_vec(vec![0xff, 0xfe]));
            check(target, &folder, row, arguments);
        }
    });
}

fn check(target: &AttackTarget, folder: &Path, row: &mut Row, arguments: Vec<OsString>) {
    let output = Trial::new(target, folder, &arguments).memory(4096).within(Duration::from_secs(2)).run();
    let tried: Vec<String> = arguments.iter().map(|word| shortened(&word.to_string_lossy(), 60)).collect();
    row.check(format!("ktour {}", tried.join(" ")), unless_help(&output.stderr, output.check(&EXIT_CODES)));
}

/// A subcommand that lacks its own subcommand prints its help and exits 2; so does every program of its kind.
fn unless_help(stderr: &str, result: CheckResult) -> CheckResult {
    if stderr.contains("\nUsage: ktour") { Ok(()) } else { result }
}

fn value(random: &mut Random) -> OsString {
    let mut bytes = ktour_hostile::text(random);
    bytes.retain(|byte| ![0, b'/'].contains(byte));
    OsString::from_vec(bytes)
}

/// A quick question for a subcommand to spoil, without the option that is about to be spoiled.
fn ground(subcommand: &Subcommand, option: &str) -> Vec<OsString> {
    let words: Vec<&str> = subcommand.words.iter().map(String::as_str).collect();
    let quick: &[&[&str]] = match words[..] {
        ["solve" | "starts" | "exists" | "count" | "enumerate" | "sample"] if option == "--board" => &[],
        ["solve" | "starts" | "exists" | "count" | "enumerate" | "sample" | "play" | "puzzle"] => &[&["3x4"]],
        ["at"] => &[&["8"], &["--step", "7"]],
        // Refused before it listens, so that it always ends.
        ["serve"] => &[&["--addr", "256.0.0.1:99999"]],
        ["bench"] => &[&["nothing"]],
        ["lab", "warnsdorff"] => &[&["--sizes", "5"], &["--tries", "2"]],
        ["lab", "growth"] => &[&["--sizes", "5..8"]],
        ["lab", "race"] => &[&["--board", "3x4"], &["--max-time", "1ms"]],
        ["lab", "backtracking"] => &[&["--boards", "3x4"]],
        _ => &[],
    };
    let kept = quick.iter().filter(|words| words[0] != option).copied().flatten();
    words.iter().chain(kept).map(OsString::from).collect()
}

/// All subcommands, those of the laboratory too.
fn subcommands(target: &AttackTarget, folder: &Path) -> Vec<Subcommand> {
    let mut found = Vec::new();
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(words) = open.pop() {
        let mut asked = words.clone();
        asked.push("--help".to_owned());
        let help = Trial::new(target, folder, &asked).run().text();
        let inner = help.lines().skip_while(|line| *line != "Commands:").skip(1);
        let inner: Vec<&str> = inner.take_while(|line| !line.is_empty()).collect();
        for line in &inner {
            // A description that goes on is indented more deeply than a name.
            let name = line.strip_prefix("  ").filter(|rest| !rest.starts_with(' '));
            if let Some(name) = name.and_then(|rest| rest.split(' ').next()).filter(|name| *name != "help") {
                open.push(words.iter().cloned().chain([name.to_owned()]).collect());
            }
        }
        if inner.is_empty() {
            let options = help.lines().filter_map(option).collect();
            found.push(Subcommand { words, options });
        }
    }
    found.sort_by(|a, b| a.words.cmp(&b.words));
    found
}

/// The option that a line of help describes, and whether it takes a value.
fn option(line: &str) -> Option<(String, bool)> {
    let line = line.trim_start();
    let word = line.split([' ', ',']).find(|word| word.starts_with('-'))?;
    let long = line.split([' ', ',']).find(|word| word.starts_with("--")).unwrap_or(word);
    let is_option = line.starts_with('-') && !["--help", "--version"].contains(&long);
    is_option.then(|| (long.to_owned(), line.contains(&format!("{long} <"))))
}
