//! The findings of the rows: a table, sentences and plots.

use ktour_search::Tie;

use super::{
    StartRule, Warnsdorff, WarnsdorffRow,
    published::{PUBLISHED, Published},
};
use crate::{
    Figure, Line, Plot, Table, phrases,
    plot::{Axis, Series, Style, Unit},
};

impl Warnsdorff {
    pub(super) fn rates(&self, rows: &[WarnsdorffRow]) -> Table {
        let is_each_start = self.starts == StartRule::Each;
        let columns = [
            phrases::board(),
            phrases::ties(),
            if is_each_start { phrases::start() } else { phrases::starts() },
            phrases::tries(),
            phrases::success(),
            phrases::interval(),
            phrases::exact(),
            phrases::tries_until_success(),
            phrases::most_tries(),
            phrases::within_three(),
            phrases::stuck_median(),
            phrases::stuck_earliest(),
        ];
        let mut table = Table::new(phrases::greedy_walks(), columns);
        for row in rows {
            // The start is a rule or a square.
            let start = row.start.parse::<StartRule>();
            table.push([
                Figure::from(&row.board),
                Figure::Tie(row.tie.clone()),
                start.map_or_else(|_| Figure::from(&row.start), |starts| starts.line().into()),
                row.tries.into(),
                Figure::Percent(row.rate),
                row.interval().into(),
                row.exact.map(Figure::Exact).into(),
                row.mean_tries.map(Figure::Number).into(),
                row.most_tries.into(),
                Figure::Percent(row.within_three),
                row.stuck_median.map(Figure::Percent).into(),
                row.stuck_earliest.map(Figure::Percent).into(),
            ]);
        }
        table
    }

    fn rows_of_tie<'a>(&self, rows: &'a [WarnsdorffRow], tie: Tie) -> Vec<&'a WarnsdorffRow> {
        let mut rows: Vec<&WarnsdorffRow> = rows.iter().filter(|row| row.tie == tie.name()).collect();
        rows.sort_by_key(|row| row.size);
        rows
    }

    pub(super) fn sentences(&self, rows: &[WarnsdorffRow]) -> Vec<Line> {
        let mut sentences = Vec::new();
        let in_report = rows
            .iter()
            .filter(|row| row.tie == Tie::Random.name() && (6..20).contains(&row.size) && row.start != "all");
        let (count, sum) =
            in_report.fold((0.0, 0.0), |(count, sum), row| (count + 1.0, sum + row.within_three));
        if count > 0.0 && self.starts == StartRule::Possible {
            sentences.push(phrases::within_three_tries(Figure::Percent(sum / count)));
        }
        let exact = |size| rows.iter().filter(|row| row.size == size).find_map(|row| row.exact);
        if let (Some(six), Some(eight)) = (exact(6), exact(8))
            && matches!(self.starts, StartRule::Possible | StartRule::All)
        {
            sentences.push(phrases::published_exact(Figure::Exact(six), Figure::Exact(eight)));
        }
        let random = self.rows_of_tie(rows, Tie::Random);
        let rate = |size: u64| random.iter().find(|row| row.size == size).map(|row| row.rate);
        if let (Some(fifty), Some(hundred), StartRule::Corner) = (rate(50), rate(100), self.starts) {
            sentences.push(phrases::published_measured(Figure::Percent(fifty), Figure::Percent(hundred)));
        }
        let beyond_200: Vec<&WarnsdorffRow> = self
            .rows_of_tie(rows, Tie::Random)
            .into_iter()
            .filter(|row| row.size > 200 && self.starts != StartRule::Each)
            .collect();
        if let (Some(first), Some(last)) = (beyond_200.first(), beyond_200.last()) {
            sentences.push(phrases::collapse(
                Figure::Percent(first.rate),
                &first.board,
                first.interval(),
                Figure::Percent(last.rate),
                &last.board,
                last.interval(),
            ));
        }
        sentences
    }

    pub(super) fn rate_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.rows_of_tie(rows, tie);
            let points = rows.iter().map(|row| (row.size as f64, row.rate)).collect();
            let ranges = rows.iter().map(|row| (row.low, row.high)).collect();
            series.push(
                Series::new(phrases::ties_of(tie), hue(tie), Style::Marked, points).with_ranges(ranges),
            );
        }
        let is_shown = |published: &&Published| rows.iter().any(|row| published.is_about(row));
        let shown = PUBLISHED.iter().filter(is_shown);
        let printed: Vec<(f64, f64)> =
            shown.map(|published| (published.size as f64, published.rate)).collect();
        if !printed.is_empty() {
            series.push(Series::new(phrases::published_random(), 4, Style::Hollow, printed));
        }
        Plot {
            name: format!("warnsdorff-{}", self.range()),
            title: phrases::walks_that_succeed(self.tries),
            x: Axis::linear(phrases::side(), Unit::Count),
            y: Axis::linear(phrases::success(), Unit::Percent).between(0.0, 1.02),
            series,
        }
    }

    pub(super) fn stuck_plot(&self, rows: &[WarnsdorffRow]) -> Plot {
        let mut series = Vec::new();
        for &tie in &self.ties {
            let rows = self.rows_of_tie(rows, tie);
            let points = rows.iter().filter_map(|row| Some((row.size as f64, row.stuck_median?))).collect();
            series.push(Series::new(phrases::ties_of(tie), hue(tie), Style::Marked, points));
        }
        Plot {
            name: format!("warnsdorff-stuck-{}", self.range()),
            title: phrases::walks_that_stop(),
            x: Axis::linear(phrases::side(), Unit::Count),
            y: Axis::linear(phrases::visited_when_stuck(), Unit::Percent),
            series,
        }
    }

    /// The smallest and the largest size, for names of plots.
    fn range(&self) -> String {
        let ends = (self.sizes.iter().min(), self.sizes.iter().max());
        format!("{}-{}", ends.0.unwrap_or(&0), ends.1.unwrap_or(&0))
    }
}

/// Number of the colour of a tie rule.
fn hue(tie: Tie) -> usize {
    Tie::NAMED.iter().position(|&(_, named)| named == tie).unwrap_or(0)
}
