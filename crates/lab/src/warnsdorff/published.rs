//! Success rates that somebody printed, beside ours.

use knights_tour::Tie;

use super::{Starts, WarnsdorffRow};
use crate::{
    Table,
    stats::{self, Interval},
    units,
};

/// A success rate somebody printed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The side of the board.
    pub size: u64,
    /// The rate, for random ties.
    pub rate: f64,
    /// From which starts: found by measuring, where the source does not say.
    pub starts: Starts,
    /// Of how many trials; `None` where it was calculated.
    pub trials: Option<u64>,
    /// Whose.
    pub source: &'static str,
}

impl Published {
    const fn exact(size: u64, rate: f64) -> Published {
        Published { size, rate, starts: Starts::All, trials: None, source: "Knuth, exact" }
    }

    const fn measured(size: u64, rate: f64, source: &'static str) -> Published {
        Published { size, rate, starts: Starts::Corner, trials: Some(100), source }
    }

    /// Whether a row is about the same walks. On even boards every start is possible.
    pub(super) fn is_about(&self, row: &WarnsdorffRow) -> bool {
        let is_same_start = row.start == self.starts.name()
            || self.starts == Starts::All
                && self.size.is_multiple_of(2)
                && row.start == Starts::Possible.name();
        row.size == self.size && row.tie == Tie::Random.name() && is_same_start
    }

    /// Whether it is the row's rate: rounded as printed where both are exact, and otherwise within the
    /// interval that its own trials leave.
    pub fn agrees(&self, row: &WarnsdorffRow) -> bool {
        let ours = row.exact.unwrap_or(row.rate);
        match self.trials {
            None => row.exact.is_some() && (ours - self.rate).abs() <= 0.000_5,
            Some(trials) => {
                let theirs = stats::wilson((self.rate * trials as f64).round() as u64, trials);
                theirs.low <= row.high && row.low <= theirs.high && theirs.holds(ours)
            }
        }
    }
}

/// Published success rates of random ties. The exact ones are means over all squares as starts; the
/// measured ones are 100 walks from a corner, as their agreement with ours shows: from starts all over the board
/// the rates are 55 % and 15 % where 81 % and 35 % were printed.
pub const PUBLISHED: [Published; 6] = [
    Published::exact(6, 0.972),
    Published::exact(8, 0.979),
    Published::measured(7, 0.75, "Ganzfried 2004"),
    Published::measured(50, 0.81, "Squirrel & Cull"),
    Published::measured(100, 0.35, "Squirrel & Cull"),
    Published::measured(350, 0.0, "Squirrel & Cull: none past 325"),
];

/// The published figures of random ties beside ours.
pub(super) fn published(rows: &[WarnsdorffRow]) -> Table {
    let columns = ["board", "starts", "published", "whose", "of", "its 95 %", "here", "our 95 %", "agrees"];
    let mut table = Table::new("Published success rates of random ties", &columns);
    let range =
        |interval: Interval| format!("{} to {}", units::percent(interval.low), units::percent(interval.high));
    for published in PUBLISHED {
        let Some(row) = rows.iter().find(|row| published.is_about(row)) else { continue };
        let theirs = published.trials.map(|trials| {
            let successes = (published.rate * trials as f64).round() as u64;
            (format!("{trials} walks"), range(stats::wilson(successes, trials)))
        });
        let (of, theirs) = theirs.unwrap_or(("all walks".into(), String::new()));
        let (ours, interval) = match row.exact {
            Some(exact) => (format!("{:.3} %", exact * 100.0), "exact".to_owned()),
            None => (units::percent(row.rate), range(Interval { low: row.low, high: row.high })),
        };
        table.push([
            row.board.clone(),
            published.starts.to_string(),
            units::percent(published.rate),
            published.source.to_owned(),
            of,
            theirs,
            ours,
            interval,
            if published.agrees(row) { "yes" } else { "no" }.to_owned(),
        ]);
    }
    table
}
