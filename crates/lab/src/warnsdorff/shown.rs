//! What the rows say: a table, sentences and plots.

use knights_tour::Tie;

use super::{
    Starts, Warnsdorff, WarnsdorffRow,
    published::{PUBLISHED, Published},
};
use crate::{
    Plot, Table,
    plot::{Axis, Series, Style, Unit},
    units,
};

impl Warnsdorff {
    pub(super) fn rates(&self, rows: &[WarnsdorffRow]) -> Table {
        let each = self.starts == Starts::Each;
        let columns = [
            "board",
            "ties",
            if each { "start" } else { "starts" },
            "tries",
            "success",
            "95 %",
            "exact",
            "tries until success",
            "most",
            "within 3",
            "stuck at (median)",
            "(earliest)",
        ];
        let mut table = Table::new("Greedy walks by Warnsdorff's rule that visit every square", &columns);
        let share = |share: Option<f64>| share.map_or(String::new(), units::percent);
        for row in rows {
            table.push([
                row.board.clone(),
                row.tie.clone(),
                row.start.clone(),
                units::count(row.tries),
                units::percent(row.rate),
                format!("{} to {}", units::percent(row.low), units::percent(row.high)),
                row.exact.map_or(String::new(), |exact| format!("{:.3} %", exact * 100.0)),
                row.mean_tries.map_or(String::new(), units::three_digits),
                row.most_tries.map_or(String::new(), units::count),
                units::percent(row.within_three),
                share(row.stuck_median),
                share(row.stuck_earliest),
            ]);
        }
        table
    }

    fn of_tie<'a>(&self, rows: &'a [WarnsdorffRow], tie: Tie) -> Vec<&'a WarnsdorffRow> {
        let mut rows: Vec<&WarnsdorffRow> = rows.iter().filter(|row| row.tie == tie.name()).collect();
        rows.sort_by_key(|row| row.size);
        rows
    }

    pub(super) fn sentences(&self, rows: &[WarnsdorffRow]) -> Vec<String> {
        let mut sentences = Vec::new();
        let in_report = rows
            .iter()
            .filter(|row| row.tie == Tie::Random.name() && (6..20).contains(&row.size) && row.start != "all");
        let (walks, threes) = in_report.fold((0.0, 0.0), |(n, sum), row| (n + 1.0, sum + row.within_three));
        if walks > 0.0 && self.starts == Starts::Possible {
            sentences.push(format!(
                "The report found a tour within 3 tries in 98 % of cases for 5 < n < 20; here random ties do in {}.",
                units::percent(threes / walks)
            ));
        }
        let exact = |size| rows.iter().filter(|row| row.size == size).find_map(|row| row.exact);
        if let (Some(six), Some(eight)) = (exact(6), exact(8))
            && matches!(self.starts, Starts::Possible | Starts::All)
        {
            sentences.push(format!(
                "The published exact 97.2 % (6x6) and 97.9 % (8x8) are the mean over all squares as starts, ties broken with equal chances, open tours counted: here {:.3} % and {:.3} %.",
                six * 100.0,
                eight * 100.0
            ));
        }
        let random = self.of_tie(rows, Tie::Random);
        let rate = |size: u64| random.iter().find(|row| row.size == size).map(|row| row.rate);
        if let (Some(fifty), Some(hundred), Starts::Corner) = (rate(50), rate(100), self.starts) {
            sentences.push(format!(
                "The published measured rates are walks from a corner, 100 of them a board: 81 % and 35 % there, {} on 50x50 and {} on 100x100 here.",
                units::percent(fifty),
                units::percent(hundred)
            ));
        }
        let late: Vec<&WarnsdorffRow> = self
            .of_tie(rows, Tie::Random)
            .into_iter()
            .filter(|row| row.size > 200 && self.starts != Starts::Each)
            .collect();
        if let (Some(first), Some(last)) = (late.first(), late.last()) {
            sentences.push(format!(
                "Random ties collapse: {} succeed on {} ({} to {}), {} on {} ({} to {}).",
                units::percent(first.rate),
                first.board,
                units::percent(first.low),
                units::percent(first.high),
                units::percent(last.rate),
                last.board,
                units::percent(last.low),
                units::percent(last.high)
            ));
        }
        sentences
    }

    pub(super) fn rate_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.of_tie(rows, tie);
            let points = rows.iter().map(|row| (row.size as f64, row.rate)).collect();
            let ranges = rows.iter().map(|row| (row.low, row.high)).collect();
            series.push(
                Series::new(format!("ties: {}", tie.name()), hue(tie), Style::Marked, points)
                    .with_ranges(ranges),
            );
        }
        let is_shown = |published: &&Published| rows.iter().any(|row| published.is_about(row));
        let shown = PUBLISHED.iter().filter(is_shown);
        let printed: Vec<(f64, f64)> =
            shown.map(|published| (published.size as f64, published.rate)).collect();
        if !printed.is_empty() {
            series.push(Series::new("published, random ties", 4, Style::Hollow, printed));
        }
        Plot {
            name: format!("warnsdorff-{}", self.range()),
            title: format!(
                "Greedy walks that visit every square, {} tries each, 95 % shaded",
                units::count(self.tries)
            ),
            x: Axis::linear("side of the square board", Unit::Count),
            y: Axis::linear("success", Unit::Percent).between(0.0, 1.02),
            series,
        }
    }

    pub(super) fn stuck_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.of_tie(rows, tie);
            let points = rows.iter().filter_map(|row| Some((row.size as f64, row.stuck_median?))).collect();
            series.push(Series::new(format!("ties: {}", tie.name()), hue(tie), Style::Marked, points));
        }
        Plot {
            name: format!("warnsdorff-stuck-{}", self.range()),
            title: "Early stops: how much of the board a stuck walk had visited (median)".into(),
            x: Axis::linear("side of the square board", Unit::Count),
            y: Axis::linear("visited when stuck", Unit::Percent),
            series,
        }
    }

    fn range(&self) -> String {
        let ends = (self.sizes.iter().min(), self.sizes.iter().max());
        format!("{}-{}", ends.0.unwrap_or(&0), ends.1.unwrap_or(&0))
    }
}

fn hue(tie: Tie) -> usize {
    Tie::NAMED.iter().position(|&(_, named)| named == tie).unwrap_or(0)
}
