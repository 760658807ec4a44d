//! The program's numbers against those of the brute force.
//!
//! Random small boards with holes, for leapers of every kind, in shapes that are mirrored, turned or
//! free; asked through the command line: how many (open, closed, from a start, to an end), whether,
//! from where, all of them, and one by search. A refusal is no wrong number, but a board of two dozen
//! squares should not be refused: that is a row of its own.

use std::{collections::BTreeSet, path::Path, time::Duration};

use serde_json::Value;

use crate::{
    brute::{Board, BruteTours},
    check,
    dice::Dice,
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{RunOutput, Trial},
};

/// Steps of the brute force for one board.
const MAX_BRUTE_FORCE_STEPS: usize = 1_000_000;

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("counts");
    let mut dice = Dice::new(target.seed, 3);
    let mut heard = CountResults::default();
    report.row("numbers against a brute force", |row| {
        let (mut boards, mut with_tours, wanted) = (0, 0, target.times(2000, 20));
        while boards < wanted {
            let board = Board::random(&mut dice);
            // One square and two are conventions, not searches.
            let tours = (board.squares.len() > 2).then(|| board.tours(MAX_BRUTE_FORCE_STEPS)).flatten();
            let Some(tours) = tours else { continue };
            // Boards without tours are many and say little.
            if tours.is_empty() && dice.is_lucky(80) {
                continue;
            }
            boards += 1;
            with_tours += usize::from(!tours.is_empty());
            BoardCheck { target, folder: &folder, board: &board, tours: &tours }.all(&mut heard, &mut dice);
        }
        for (tried, verdict) in heard.answers.drain(..) {
            row.judge(tried, verdict);
        }
        row.figure(format!("{boards} boards, {with_tours} with tours"));
    });
    report.row("small boards that are answered", |row| {
        for (tried, verdict) in heard.refusals {
            row.judge(tried, verdict);
        }
    });
}

/// Number of attempts, and the verdict on each answer.
#[derive(Default)]
struct CountResults {
    answers: Vec<(String, CheckResult)>,
    refusals: Vec<(String, CheckResult)>,
}

impl CountResults {
    fn judge(
        &mut self,
        tried: String,
        said: &RunOutput,
        agreed: &[i32],
        is_right: impl FnOnce() -> CheckResult,
    ) {
        let is_refused = said.code() == Some(2) && said.verdict(&[2]).is_ok();
        self.refusals
            .push((tried.clone(), if is_refused { Err(said.stderr.trim().to_owned()) } else { Ok(()) }));
        if !is_refused {
            self.answers.push((tried, said.verdict(agreed).and_then(|()| is_right())));
        }
    }
}

/// A board, its tours, and the program to ask about them.
struct BoardCheck<'a> {
    target: &'a AttackTarget,
    folder: &'a Path,
    board: &'a Board,
    tours: &'a BruteTours,
}

impl BoardCheck<'_> {
    fn all(&self, heard: &mut CountResults, dice: &mut Dice) {
        let BoardCheck { board, tours, .. } = self;
        let closed = tours.iter().filter(|tour| board.is_closed(tour)).count();
        let (start, end) = (dice.below(board.squares.len()), dice.below(board.squares.len()));
        let (from, to) = (board.name(start), board.name(end));
        let ends = |tour: &&Vec<usize>| (tour[0], tour[tour.len() - 1]);
        self.number(heard, &["--open"], tours.len());
        // A closed tour is a round: from every square in two directions it is the same.
        self.number(heard, &["--closed"], closed / (2 * board.squares.len()));
        self.number(
            heard,
            &["--open", "--start", &from],
            tours.iter().filter(|tour| ends(tour).0 == start).count(),
        );
        self.number(heard, &["--end", &to], tours.iter().filter(|tour| ends(tour).1 == end).count());
        if start != end {
            let both = tours.iter().filter(|tour| ends(tour) == (start, end)).count();
            self.number(heard, &["--start", &from, "--end", &to], both);
        }
        let starts: BTreeSet<String> = tours.iter().map(|tour| board.name(tour[0])).collect();
        self.judge(heard, "starts", &["--open", "--json"], |answer| same(&strings(&answer["yes"]), &starts));
        for (kind, is_there) in [("open", !tours.is_empty()), ("closed", closed > 0)] {
            let (flag, right) = (format!("--{kind}"), if is_there { "yes" } else { "no" });
            self.judge(heard, "exists", &[&flag, "--json"], |answer| {
                same(&answer[kind]["answer"], &Value::from(right))
            });
        }
        self.listed(heard, "--open", tours.len(), false);
        self.listed(heard, "--closed", closed / (2 * board.squares.len()), true);
        self.solved(heard, "--open", !tours.is_empty(), false);
        self.solved(heard, "--closed", closed > 0, true);
    }

    fn trial(&self, command: &str, more: &[&str]) -> RunOutput {
        let mut words = vec![command.to_owned()];
        words.extend(self.board.words());
        words.extend(more.iter().map(|word| (*word).to_owned()));
        Trial::new(self.target, self.folder, &words).within(Duration::from_secs(60)).run()
    }

    fn tried(&self, command: &str, more: &[&str]) -> String {
        format!("ktour {command} {} {}", self.board.words().join(" "), more.join(" "))
    }

    /// Closed tours are counted as rounds, open ones in each direction.
    fn number(&self, heard: &mut CountResults, more: &[&str], right: usize) {
        let field = if more.contains(&"--closed") { "undirected" } else { "directed" };
        let more = [more, &["--json"]].concat();
        self.judge(heard, "count", &more, |answer| same(&answer[field], &Value::from(right.to_string())));
    }

    fn judge(
        &self,
        heard: &mut CountResults,
        command: &str,
        more: &[&str],
        is_right: impl FnOnce(&Value) -> CheckResult,
    ) {
        let said = self.trial(command, more);
        heard.judge(self.tried(command, more), &said, &[0, 1], || {
            let answer =
                serde_json::from_slice(&said.stdout).map_err(|error| format!("not JSON: {error}"))?;
            is_right(&answer)
        });
    }

    /// All tours of `enumerate` are tours, different, and as many as there are.
    fn listed(&self, heard: &mut CountResults, kind: &str, right: usize, is_closed: bool) {
        let said = self.trial("enumerate", &[kind, "--format", "squares"]);
        heard.judge(self.tried("enumerate", &[kind]), &said, &[0, 1], || {
            let text = said.text();
            let lines: BTreeSet<&str> = text.lines().collect();
            same(&(lines.len(), text.lines().count()), &(right, right))?;
            lines.iter().try_for_each(|line| self.is_tour(line, is_closed))
        });
    }

    fn solved(&self, heard: &mut CountResults, kind: &str, is_there: bool, is_closed: bool) {
        let said = self.trial("solve", &[kind, "--format", "squares"]);
        let agreed: &[i32] = if is_there { &[0] } else { &[1] };
        heard.judge(self.tried("solve", &[kind]), &said, agreed, || {
            if is_there { self.is_tour(&said.text(), is_closed) } else { Ok(()) }
        });
    }

    fn is_tour(&self, names: &str, is_closed: bool) -> CheckResult {
        let squares: Option<Vec<_>> = names.split_whitespace().map(check::square).collect();
        let squares = squares.ok_or(format!("unreadable: {names}"))?;
        let is_leap = |from, to| check::is_leap(from, to, self.board.leaper);
        let mut sorted = squares.clone();
        sorted.sort_unstable();
        let is_whole = sorted == self.board.squares;
        let goes = squares.windows(2).all(|pair| is_leap(pair[0], pair[1]));
        let returns = || !is_closed || is_leap(squares[squares.len() - 1], squares[0]);
        if is_whole && goes && returns() { Ok(()) } else { Err(format!("not a tour: {names}")) }
    }
}

fn strings(list: &Value) -> BTreeSet<String> {
    list.as_array().into_iter().flatten().filter_map(|name| Some(name.as_str()?.to_owned())).collect()
}

fn same<T: PartialEq + std::fmt::Debug>(said: &T, right: &T) -> CheckResult {
    if said == right { Ok(()) } else { Err(format!("said {said:?}, right is {right:?}")) }
}
