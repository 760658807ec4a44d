//! Questions on the command line that once exhausted the machine: `--memory` is respected, or the question is
//! refused.

use std::time::Duration;

use crate::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::Trial,
};

/// A question, and how many MiB it may take.
const QUESTIONS: [(&[&str], u64); 9] = [
    (&["count", "4x5", "--open", "--leaper", "3,4"], 300),
    (&["count", "5x5", "--open", "--leaper", "1,4"], 300),
    (&["count", "2x32768", "--closed", "--memory", "100MiB"], 400),
    (&["count", "6x10922", "--open", "--memory", "100MiB"], 400),
    (&["enumerate", "2x32768", "--closed", "--limit", "1"], 1500),
    (&["sample", "5", "--open", "-n", "1000000", "--memory", "100MiB", "-o", "/dev/null"], 400),
    (&["starts", "100", "--max-time", "20s"], 300),
    (&["starts", "500", "--max-time", "5s"], 800),
    (&["count", "8x8", "--open", "--memory", "100MiB"], 400),
];

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("bounds");
    report.row("questions that once ate the machine", |row| {
        for (words, bound) in QUESTIONS.into_iter().take(target.times(QUESTIONS.len(), 2)) {
            let said = Trial::new(target, &folder, words).memory(6144).within(Duration::from_secs(60)).run();
            let verdict = said.verdict(&[0, 1, 2, 3]).and_then(|()| within(said.peak, bound));
            row.judge(words.join(" "), verdict.and_then(|()| counted(words, said.code())));
        }
    });
}

fn within(peak: u64, bound: u64) -> CheckResult {
    if peak > bound { Err(format!("took {peak} MiB, {bound} would be right")) } else { Ok(()) }
}

/// A board of two dozen squares is counted, not refused.
fn counted(words: &[&str], code: Option<i32>) -> CheckResult {
    let is_small = words.contains(&"4x5") || words.contains(&"5x5");
    if is_small && code != Some(0) { Err("refused, a board of two dozen squares".to_owned()) } else { Ok(()) }
}
