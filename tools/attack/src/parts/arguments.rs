//! Bad arguments, for every subcommand and every option it says it has.
//!
//! The options are read from the program's own help, so a new one is attacked the day it is born.
//! Every run has a small board to work on; what is nevertheless at work after two seconds is
//! interrupted, which it must heed. Nothing in the dictionary leads out of the folder of the run.

use std::{collections::BTreeMap, ffi::OsString, os::unix::ffi::OsStringExt, path::Path, time::Duration};

use crate::{
    dice::Dice,
    hostile,
    report::{CheckResult, Report, clip},
    target::AttackTarget,
    trial::Trial,
};

/// Exit codes of a run that ends by itself: found, impossible, refused, unknown.
const AGREED: [i32; 4] = [0, 1, 2, 3];

/// A subcommand, as its own help describes it.
struct Subcommand {
    words: Vec<String>,
    /// Every option, and whether it takes a value.
    options: BTreeMap<String, bool>,
}

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("arguments");
    let subcommands = subcommands(target, &folder);
    let mut dice = Dice::new(target.seed, 1);
    report.row("one bad value for an option", |row| {
        for _ in 0..target.times(6000, 60) {
            let subcommand = dice.pick(&subcommands);
            let valued: Vec<&String> =
                subcommand.options.iter().filter(|(_, v)| **v).map(|(o, _)| o).collect();
            let Some(option) = (!valued.is_empty()).then(|| dice.pick(&valued).as_str()) else { continue };
            let mut arguments = ground(subcommand, option);
            arguments.extend([option.into(), value(&mut dice)]);
            judge(target, &folder, row, arguments);
        }
    });
    report.row("several bad words at once", |row| {
        for _ in 0..target.times(3000, 30) {
            let subcommand = dice.pick(&subcommands);
            let mut arguments = ground(subcommand, "");
            let options: Vec<_> = subcommand.options.iter().collect();
            for _ in 0..1 + dice.below(4) {
                match options.is_empty() || dice.is_lucky(30) {
                    true => arguments.push(value(&mut dice)),
                    false => {
                        let (option, is_valued) = *dice.pick(&options);
                        arguments.push(option.into());
                        if *is_valued && dice.is_lucky(90) {
                            arguments.push(value(&mut dice));
                        }
                    }
                }
            }
            judge(target, &folder, row, arguments);
        }
    });
    report.row("words that are not UTF-8", |row| {
        for subcommand in &subcommands {
            let mut arguments = ground(subcommand, "");
            arguments.push(OsString::from_vec(vec![0xff, 0xfe]));
            judge(target, &folder, row, arguments);
        }
        for words in [&["solve", "-5"][..], &["solve", "-5", "--seed", "-1"], &["-1"], &[]] {
            let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
            arguments.push(OsString::from_vec(vec![0xff, 0xfe]));
            judge(target, &folder, row, arguments);
        }
    });
    report.row("nowhere to write", |row| full(target, &folder, row));
}

/// Standard output and standard error on a full device.
fn full(target: &AttackTarget, folder: &Path, row: &mut crate::report::Row) {
    let commands: [(&[&str], i32); 9] = [
        (&["solve", "x"], 2),
        (&["solve", "4"], 1),
        (&["count", "3x4", "--memory", "x"], 2),
        (&["exists", "nowhere"], 2),
        (&["lab", "race", "--board", "x"], 2),
        (&["serve", "--addr", "nowhere"], 2),
        (&["verify", "missing"], 2),
        (&["--nope"], 2),
        (&["solve", "5", "--stats"], 0),
    ];
    for (arguments, code) in commands {
        let said = Trial::new(target, folder, arguments).stderr_to("/dev/full").run();
        let is_agreed = said.code() == Some(code);
        let verdict = if is_agreed { Ok(()) } else { Err(format!("exit {:?}, not {code}", said.code())) };
        row.judge(format!("{} 2>/dev/full", arguments.join(" ")), verdict);
    }
    let commands: [&[&str]; 10] = [
        &["solve", "5"],
        &["solve", "5", "--json"],
        &["count", "3x4"],
        &["exists", "8"],
        &["starts", "3x4"],
        &["enumerate", "3x4", "--open"],
        &["sample", "3x4", "--open"],
        &["at", "8", "--step", "1"],
        &["--help"],
        &["--version"],
    ];
    for arguments in commands {
        let said = Trial::new(target, folder, arguments).stdout_to("/dev/full").run();
        row.judge(format!("{} >/dev/full", arguments.join(" ")), said.verdict(&[2]));
    }
    let said = Trial::new(target, folder, &["serve", "--addr", "127.0.0.1:0"])
        .stdout_to("/dev/full")
        .within(Duration::from_millis(700))
        .run();
    row.judge("serve >/dev/full", said.verdict(&[0, 2]));
}

fn judge(target: &AttackTarget, folder: &Path, row: &mut crate::report::Row, arguments: Vec<OsString>) {
    let said = Trial::new(target, folder, &arguments).memory(4096).within(Duration::from_secs(2)).run();
    let tried: Vec<String> = arguments.iter().map(|word| clip(&word.to_string_lossy(), 60)).collect();
    row.judge(format!("ktour {}", tried.join(" ")), unless_help(&said.stderr, said.verdict(&AGREED)));
}

/// A subcommand that lacks its own subcommand prints its help and exits 2; so does every program of its kind.
fn unless_help(stderr: &str, verdict: CheckResult) -> CheckResult {
    if stderr.contains("\nUsage: ktour") { Ok(()) } else { verdict }
}

fn value(dice: &mut Dice) -> OsString {
    let mut bytes = hostile::bytes(dice);
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
