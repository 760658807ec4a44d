//! Published success rates, compared with the measured ones.

use ktour_search::Tie;

use super::{StartRule, WarnsdorffRow};
use crate::{Figure, Line, Table, phrases, stats};

/// A published success rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    /// The side of the board.
    pub size: u64,
    /// The success rate of random ties.
    pub rate: f64,
    /// Starts of the walks: found by measurement if the source does not name them.
    pub starts: StartRule,
    /// Number of trials; `None` if the rate was calculated.
    pub trials: Option<u64>,
    /// The authors.
    pub source: Source,
}

/// The source of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// D. Knuth, calculated.
    Knuth,
    /// S. Ganzfried 2004.
    Ganzfried,
    /// D. Squirrel & P. Cull 1996.
    SquirrelAndCull,
    /// D. Squirrel & P. Cull 1996, who found no success on larger boards.
    SquirrelAndCullNone,
}

impl Source {
    fn line(self) -> Line {
        match self {
            Source::Knuth => phrases::by_knuth(),
            Source::Ganzfried => phrases::by_ganzfried(),
            Source::SquirrelAndCull => phrases::by_squirrel_and_cull(),
            Source::SquirrelAndCullNone => phrases::by_squirrel_and_cull_none(),
        }
    }
}

impl Published {
    const fn exact(size: u64, rate: f64) -> Published {
        Published { size, rate, starts: StartRule::All, trials: None, source: Source::Knuth }
    }

    const fn measured(size: u64, rate: f64, source: Source) -> Published {
        Published { size, rate, starts: StartRule::Corner, trials: Some(100), source }
    }

    /// Whether a row has walks of the same kind. On even boards every start is possible.
    pub(super) fn is_about(&self, row: &WarnsdorffRow) -> bool {
        let is_same_start = row.start == self.starts.name()
            || self.starts == StartRule::All
                && self.size.is_multiple_of(2)
                && row.start == StartRule::Possible.name();
        row.size == self.size && row.tie == Tie::Random.name() && is_same_start
    }

    /// Whether it agrees with the row's rate: equal after rounding if both are exact, and otherwise within
    /// the interval of its own trials.
    ///
    /// ```
    /// use ktour::Control;
    /// use ktour::lab::{Experiment, Warnsdorff, warnsdorff::PUBLISHED};
    /// let ties = vec![ktour::Tie::Random];
    /// let plan = Warnsdorff { sizes: vec![6], ties, tries: 100, ..Warnsdorff::default() };
    /// let row = plan.measure(0, &Control::unlimited())?.unwrap();
    /// let knuth = PUBLISHED.iter().find(|row| row.size == 6).unwrap();
    /// assert!(knuth.agrees(&row));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn agrees(&self, row: &WarnsdorffRow) -> bool {
        let ours = row.exact.unwrap_or(row.rate);
        match self.trials {
            None => row.exact.is_some() && (ours - self.rate).abs() <= 0.000_5,
            Some(trials) => {
                let theirs = stats::wilson((self.rate * trials as f64).round() as u64, trials);
                theirs.low <= row.high && row.low <= theirs.high && theirs.contains(ours)
            }
        }
    }
}

/// Published success rates of random ties. The exact ones are means over all squares as starts; the measured
/// ones are 100 walks from a corner, as their agreement with ours shows: with random starts the rates are 55
/// % and 15 % instead of the published 81 % and 35 %.
pub const PUBLISHED: [Published; 6] = [
    Published::exact(6, 0.972),
    Published::exact(8, 0.979),
    Published::measured(7, 0.75, Source::Ganzfried),
    Published::measured(50, 0.81, Source::SquirrelAndCull),
    Published::measured(100, 0.35, Source::SquirrelAndCull),
    Published::measured(350, 0.0, Source::SquirrelAndCullNone),
];

/// The published figures of random ties next to ours.
pub(super) fn comparison(rows: &[WarnsdorffRow]) -> Table {
    let columns = [
        phrases::board(),
        phrases::starts(),
        phrases::published(),
        phrases::whose(),
        phrases::of_how_many(),
        phrases::its_interval(),
        phrases::here(),
        phrases::our_interval(),
        phrases::agrees(),
    ];
    let mut table = Table::new(phrases::published_rates(), columns);
    for published in PUBLISHED {
        let Some(row) = rows.iter().find(|row| published.is_about(row)) else { continue };
        let theirs = published.trials.map(|trials| {
            let successes = (published.rate * trials as f64).round() as u64;
            (phrases::walks(trials), stats::wilson(successes, trials).line())
        });
        let (walks, theirs) =
            theirs.map_or((phrases::all_walks(), None), |(walks, interval)| (walks, Some(interval)));
        let (ours, interval) = match row.exact {
            Some(exact) => (Figure::Exact(exact), phrases::exact()),
            None => (Figure::Percent(row.rate), row.interval()),
        };
        table.push([
            Figure::from(&row.board),
            published.starts.line().into(),
            Figure::Percent(published.rate),
            published.source.line().into(),
            walks.into(),
            theirs.into(),
            ours,
            interval.into(),
            if published.agrees(row) { phrases::yes() } else { phrases::no() }.into(),
        ]);
    }
    table
}
