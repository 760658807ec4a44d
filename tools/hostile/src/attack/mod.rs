//! The parts of the attack, one file each, and what they share: runs, servers, checks and a report.

mod arguments;
mod brute;
mod check;
mod checkpoints;
mod counts;
mod files;
mod http;
mod kills;
mod load;
mod proofs;
mod queries;
mod report;
mod server;
mod target;
mod together;
mod trial;

use std::process::ExitCode;

use self::{report::Report, target::AttackTarget};
use crate::refuse;

/// Name of a part, and its attack.
type Part = (&'static str, fn(&AttackTarget, &mut Report));

/// Parts in order of how soon they find a failure.
const PARTS: [Part; 10] = [
    ("arguments", arguments::attack),
    ("files", files::attack),
    ("counts", counts::attack),
    ("proofs", proofs::attack),
    ("checkpoints", checkpoints::attack),
    ("queries", queries::attack),
    ("load", load::attack),
    ("together", together::attack),
    ("endless", files::attack_endlessly),
    ("kills", kills::attack),
];

/// Attacks with the parts that the command line names, or with all.
pub(crate) fn run() -> ExitCode {
    let (target, names) = match AttackTarget::from_arguments(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(sentence) => return refuse(&sentence),
    };
    if let Some(unknown) = names.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        let parts: Vec<&str> = PARTS.iter().map(|(part, _)| *part).collect();
        return refuse(&format!("there is no part `{unknown}`: choose among {}", parts.join(", ")));
    }
    let mut report = Report::default();
    for (name, attack) in PARTS {
        if names.is_empty() || names.iter().any(|chosen| chosen == name) {
            report.part(name, |report| attack(&target, report));
        }
    }
    print!("{report}");
    if report.has_failures() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
