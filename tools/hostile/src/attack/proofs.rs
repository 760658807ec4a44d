//! Forged proofs: directories about boards that have a tour.
//!
//! A confirmed formula must be true of every tour, so of the tour that the brute force found; with one that
//! is false of it, anything can be proven. Half played games have from no square to all squares visited. A
//! question that is not written as the program writes it is refused by both checkers, so that they cannot
//! read it differently.

use std::{collections::BTreeSet, fs, path::Path, process::Command};

use serde_json::{Value, json};

use ktour_hostile::Random;

use super::{
    brute::Board,
    check::{Square, is_leap},
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::Trial,
};

/// The script that comes with every proof.
const SCRIPT: &str = include_str!("../../../../crates/ktour-search/src/certificate/check.py");
/// Steps of the brute force for one board.
const BRUTE_FORCE_STEPS: usize = 20_000;
/// Squares of the largest board.
const MAX_SQUARES: usize = 12;

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("proofs");
    let mut random = Random::new(target.seed, 5);
    fs::write(folder.join("check.py"), SCRIPT).expect("a file in a temporary folder");
    report.row("forged proofs", |row| {
        let (mut tried, mut confirmed, wanted) = (0, 0, target.times(600, 20));
        while tried < wanted {
            let Some(forgery) = Forgery::new(&mut random) else { continue };
            tried += 1;
            let output = forgery.confirmed(target, &folder);
            confirmed += usize::from(output == Ok(true));
            let input = format!("{} {}", forgery.question, forgery.formula);
            row.check(input, output.and_then(|is_confirmed| forgery.check(is_confirmed)));
        }
        row.figure(format!("{confirmed} true and confirmed"));
    });
}

/// A question, a line of a formula, and whether they are right.
struct Forgery {
    question: Value,
    formula: String,
    is_true: bool,
    is_as_written: bool,
}

impl Forgery {
    /// Creates a random board that has a tour, played up to a random square, and a random formula about the
    /// rest.
    fn new(random: &mut Random) -> Option<Forgery> {
        let board = Board::random(random);
        if board.squares.len() > MAX_SQUARES {
            return None;
        }
        let tours = board.tours(BRUTE_FORCE_STEPS)?;
        let tour: Vec<Square> =
            tours.first().map(|_| random.pick(&tours).iter().map(|&at| board.squares[at]).collect())?;
        let visited = if random.chance(40) { tour.len() } else { random.below(tour.len() + 1) };
        let rest = &tour[visited.saturating_sub(1)..];
        let mut leaps: BTreeSet<String> = BTreeSet::new();
        for (at, &one) in rest.iter().enumerate() {
            for &other in &rest[at + 1..] {
                if is_leap(one, other, board.leaper) {
                    leaps.insert(leap(one, other));
                }
            }
            if at > 0 || visited == 0 {
                leaps.insert(format!("{}_beyond", name(one)));
            }
        }
        let mut taken: BTreeSet<String> = rest.windows(2).map(|pair| leap(pair[0], pair[1])).collect();
        taken.insert(format!("{}_beyond", name(rest[rest.len() - 1])));
        let mut vertices: Vec<String> = rest.iter().map(|&square| name(square)).collect();
        vertices.push("beyond".to_owned());
        let first = format!("{}_{}", name(rest[0]), if visited > 0 { "first" } else { "beyond" });
        taken.insert(first.clone());
        if visited > 0 {
            vertices.push("first".to_owned());
            leaps.extend([first, "beyond_first".to_owned()]);
            taken.insert("beyond_first".to_owned());
            if rest.len() == 1 {
                // The tour ends here: the only leap of the square is the one before it.
                taken.remove(&format!("{}_beyond", name(rest[0])));
            }
        }
        random.shuffle(&mut vertices);
        let size = if random.chance(70) { 1 } else { 1 + random.below(vertices.len()) };
        let group: BTreeSet<&str> = vertices.iter().take(size).map(String::as_str).collect();
        let is_out = |leap: &&String| {
            let (one, other) = leap.split_once('_').unwrap_or_default();
            group.contains(one) != group.contains(other)
        };
        let out: Vec<&String> = leaps.iter().filter(is_out).collect();
        let (sign, bound) = *random.pick(&[("+1", 2), ("-1", -2), ("+1", 3), ("-1", -1), ("+1", 1)]);
        let terms: String = out.iter().map(|leap| format!("{sign} {leap} ")).collect();
        let names: Vec<&str> = group.into_iter().collect();
        let formula = format!("* out of {}\n{terms}>= {bound} ;\n", names.join(" "));
        let sum = out.iter().filter(|leap| taken.contains(**leap)).count() as i64;
        let is_true = if sign == "+1" { sum >= bound } else { -sum >= bound };
        let after: Vec<String> = tour[..visited].iter().map(|&square| name(square)).collect();
        let (question, is_as_written) = written(&board, &after, random);
        Some(Forgery { question, formula, is_true, is_as_written })
    }

    /// Returns whether the program and the script confirm the formula; an error where they disagree.
    fn confirmed(&self, target: &AttackTarget, folder: &Path) -> Result<bool, String> {
        let put = |file: &str, text: &str| {
            fs::write(folder.join(file), text).expect("a file in a temporary folder")
        };
        put("board.json", &self.question.to_string());
        put("formula.opb", &self.formula);
        let output = Trial::new(target, folder, &["proof", "check", "."]).run();
        output.check(&[0, 1, 2])?;
        let ours = output.code() == Some(0);
        let script = Command::new("python3").arg("check.py").current_dir(folder).output();
        match script.map(|output| output.status.success()) {
            Ok(theirs) if theirs != ours => Err(format!("`proof check` says {ours}, check.py says {theirs}")),
            _ => Ok(ours),
        }
    }

    fn check(&self, is_confirmed: bool) -> CheckResult {
        match is_confirmed {
            true if !self.is_as_written => Err("a question that is written differently is read".to_owned()),
            true if !self.is_true => Err("confirmed, and false of a tour".to_owned()),
            _ => Ok(()),
        }
    }
}

/// Returns the question, or one that is written a little differently, and whether it is written right.
fn written(board: &Board, after: &[String], random: &mut Random) -> (Value, bool) {
    let every = (0..board.ranks).flat_map(|rank| (0..board.files).map(move |file| (file, rank)));
    let holes: Vec<String> = every.filter(|square| !board.squares.contains(square)).map(name).collect();
    let (r, s) = board.leaper;
    let mut question = json!({
        "board": {"files": board.files, "ranks": board.ranks, "holes": holes},
        "leaper": [r, s], "kind": "open", "after": after, "end": null,
    });
    if random.chance(80) {
        return (question, true);
    }
    let changes = [
        ("kind", json!("Open")),
        ("kind", json!(1)),
        ("kind", json!(null)),
        ("kind", json!(" open")),
        ("leaper", json!([-r - 1, s])),
        ("leaper", json!([s + 1, r])),
        ("leaper", json!([r, s as f64])),
        ("leaper", json!([r.to_string(), s.to_string()])),
        ("leaper", json!([r, s, s])),
        ("leaper", json!(format!("{r},{s}"))),
        ("start", json!("a1")),
        ("holes", json!(["a1"])),
        ("end", json!("")),
        ("end", json!(0)),
    ];
    let (word, value) = random.pick(&changes);
    question[*word] = value.clone();
    (question, false)
}

fn name((file, rank): Square) -> String {
    format!("{}{}", (b'a' + file as u8) as char, rank + 1)
}

/// Returns the name of a leap: the square of the lower rank first, or of the lower file.
fn leap(one: Square, other: Square) -> String {
    let (low, high) = if (one.1, one.0) < (other.1, other.0) { (one, other) } else { (other, one) };
    format!("{}_{}", name(low), name(high))
}
