//! The numbers of the program against those of the brute force.
//!
//! Random small boards with holes, for leapers of every kind, in shapes that are mirrored, turned or free;
//! asked through the command line: the number of tours (open, closed, from a start, to an end), whether there
//! is one, from which squares, all of them, and one by search. A board of two dozen squares must not be
//! refused: that is a row of its own.

use std::{collections::BTreeSet, fmt, path::PathBuf, time::Duration};

use ktour_hostile::Random;
use serde_json::Value;

use super::{
    brute::{Board, BruteTours},
    check,
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{RunOutput, Trial},
};

/// Steps of the brute force for one board.
const MAX_BRUTE_FORCE_STEPS: usize = 1_000_000;

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let mut random = Random::new(target.seed, 3);
    let mut comparison =
        Comparison { target, folder: target.folder("counts"), answers: vec![], refusals: vec![] };
    report.row("numbers against a brute force", |row| {
        let (mut boards, mut with_tours, wanted) = (0, 0, target.times(2000, 20));
        while boards < wanted {
            let board = Board::random(&mut random);
            // One square and two are conventions, not searches.
            let tours = (board.squares.len() > 2).then(|| board.tours(MAX_BRUTE_FORCE_STEPS)).flatten();
            let Some(tours) = tours else { continue };
            // Boards without tours are many and say little.
            if tours.is_empty() && random.chance(80) {
                continue;
            }
            boards += 1;
            with_tours += usize::from(!tours.is_empty());
            comparison.compare(&board, &tours, &mut random);
        }
        comparison.answers.drain(..).for_each(|(input, result)| row.check(input, result));
        row.figure(format!("{boards} boards, {with_tours} with tours"));
    });
    report.row("small boards that are answered", |row| {
        comparison.refusals.drain(..).for_each(|(input, result)| row.check(input, result));
    });
}

/// The program and the checks of its answers, by input.
struct Comparison<'a> {
    target: &'a AttackTarget,
    folder: PathBuf,
    answers: Vec<(String, CheckResult)>,
    refusals: Vec<(String, CheckResult)>,
}

impl Comparison<'_> {
    /// Asks every question about a board.
    fn compare(&mut self, board: &Board, tours: &BruteTours, random: &mut Random) {
        let rounds = tours.iter().filter(|tour| board.is_closed(tour)).count();
        // A closed tour is the same from every square in two directions.
        let closed = rounds / (2 * board.squares.len());
        let (start, end) = (random.below(board.squares.len()), random.below(board.squares.len()));
        let (from, to) = (board.name(start), board.name(end));
        let ends = |tour: &&Vec<usize>| (tour[0], tour[tour.len() - 1]);
        let with = |is_meant: &dyn Fn((usize, usize)) -> bool| {
            tours.iter().filter(|tour| is_meant(ends(tour))).count()
        };
        self.count(board, &["--open"], tours.len());
        self.count(board, &["--closed"], closed);
        self.count(board, &["--open", "--start", &from], with(&|ends| ends.0 == start));
        self.count(board, &["--end", &to], with(&|ends| ends.1 == end));
        if start != end {
            self.count(board, &["--start", &from, "--end", &to], with(&|ends| ends == (start, end)));
        }
        let starts: BTreeSet<String> = tours.iter().map(|tour| board.name(tour[0])).collect();
        self.ask(board, "starts", &["--open", "--json"], &[0, 1], |output| {
            let names = json(output)?["yes"].as_array().cloned().unwrap_or_default();
            equal(&names.iter().filter_map(|name| Some(name.as_str()?.to_owned())).collect(), &starts)
        });
        for (kind, number) in [("open", tours.len()), ("closed", closed)] {
            let (flag, right) = (format!("--{kind}"), if number > 0 { "yes" } else { "no" });
            self.ask(board, "exists", &[&flag, "--json"], &[0, 1], |output| {
                equal(&json(output)?[kind]["answer"], &Value::from(right))
            });
            let is_closed = kind == "closed";
            // All tours of `enumerate` are tours, different, and as many as there are.
            self.ask(board, "enumerate", &[&flag, "--format", "squares"], &[0, 1], |output| {
                let text = output.text();
                let lines: BTreeSet<&str> = text.lines().collect();
                equal(&(lines.len(), text.lines().count()), &(number, number))?;
                lines.iter().try_for_each(|line| is_tour(board, line, is_closed))
            });
            let code = i32::from(number == 0);
            self.ask(board, "solve", &[&flag, "--format", "squares"], &[code], |output| match number {
                0 => Ok(()),
                _ => is_tour(board, &output.text(), is_closed),
            });
        }
    }

    /// Counts; closed tours are counted once, open ones in each direction.
    fn count(&mut self, board: &Board, flags: &[&str], right: usize) {
        let field = if flags.contains(&"--closed") { "undirected" } else { "directed" };
        self.ask(board, "count", &[flags, &["--json"]].concat(), &[0, 1], |output| {
            equal(&json(output)?[field], &Value::from(right.to_string()))
        });
    }

    /// Runs a command about a board and checks its answer, or notes that it was refused.
    fn ask(
        &mut self,
        board: &Board,
        command: &str,
        flags: &[&str],
        codes: &[i32],
        is_right: impl FnOnce(&RunOutput) -> CheckResult,
    ) {
        let mut words = vec![command.to_owned()];
        words.extend(board.words());
        words.extend(flags.iter().map(|&flag| flag.to_owned()));
        let output = Trial::new(self.target, &self.folder, &words).within(Duration::from_secs(60)).run();
        let input = format!("ktour {}", words.join(" "));
        if output.code() == Some(2) && output.check(&[2]).is_ok() {
            return self.refusals.push((input, Err(output.stderr.trim().to_owned())));
        }
        self.refusals.push((input.clone(), Ok(())));
        self.answers.push((input, output.check(codes).and_then(|()| is_right(&output))));
    }
}

fn is_tour(board: &Board, names: &str, is_closed: bool) -> CheckResult {
    let squares: Option<Vec<_>> = names.split_whitespace().map(check::square).collect();
    let squares = squares.ok_or(format!("unreadable: {names}"))?;
    let is_leap = |from, to| check::is_leap(from, to, board.leaper);
    let mut sorted = squares.clone();
    sorted.sort_unstable();
    let is_path = sorted == board.squares && squares.windows(2).all(|pair| is_leap(pair[0], pair[1]));
    let returns = || !is_closed || is_leap(squares[squares.len() - 1], squares[0]);
    if is_path && returns() { Ok(()) } else { Err(format!("not a tour: {names}")) }
}

fn json(output: &RunOutput) -> Result<Value, String> {
    serde_json::from_slice(&output.stdout).map_err(|error| format!("not JSON: {error}"))
}

fn equal<T: PartialEq + fmt::Debug>(answer: &T, right: &T) -> CheckResult {
    if answer == right { Ok(()) } else { Err(format!("answered {answer:?}, right is {right:?}")) }
}
