//! Strands: the paths of the pattern between the corners, as laps that repeat.
//!
//! A strand leaves a corner, goes back and forth between the edges, and reaches a corner again. Each lap
//! repeats the previous one, shifted, and its straight runs grow or shrink by the same number of leaps each
//! time. So a strand of any length is a few *series* of equal laps, found by walking two laps and determining
//! by bisection how many follow: the laps that agree form one interval, because straight lines decide where
//! they agree.

use super::{super::offset::Offset, ALONG, Pattern};

/// Squares in a line, each a leap after the one before: those of lap 0, and the changes from lap to lap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LineRun {
    pub(super) at: Offset,
    pub(super) leap: Offset,
    pub(super) len: i64,
    /// Number of squares of the lap before it.
    pub(super) before: i128,
    pub(super) shift: Offset,
    pub(super) grows: i64,
    pub(super) before_grows: i128,
}

/// Laps that are equal but for a shift and for the length of their runs.
#[derive(Clone, Debug)]
pub(super) struct LapSeries {
    /// Number of squares of the tour before it.
    pub(super) start: u128,
    pub(super) count: i64,
    pub(super) runs: Vec<LineRun>,
}

impl LineRun {
    pub(super) fn square(&self, lap: i64, along: i64) -> Offset {
        self.at + self.shift * lap + self.leap * along
    }

    pub(super) fn len(&self, lap: i64) -> i64 {
        self.len + lap * self.grows
    }

    /// Number of squares of a lap before the run.
    pub(super) fn before(&self, lap: i64) -> i128 {
        self.before + i128::from(lap) * self.before_grows
    }
}

impl LapSeries {
    /// A series of a single lap.
    fn once(runs: Vec<LineRun>) -> LapSeries {
        LapSeries { start: 0, count: 1, runs }
    }

    /// Number of squares of the tour before a lap.
    pub(super) fn lap_start(&self, lap: i64) -> u128 {
        let last = &self.runs[self.runs.len() - 1];
        let (len, grows) = (last.before + i128::from(last.len), last.before_grows + i128::from(last.grows));
        let lap = i128::from(lap);
        self.start + (lap * len + grows * (lap * (lap - 1) / 2)) as u128
    }

    pub(super) fn end(&self) -> u128 {
        self.lap_start(self.count)
    }
}

/// Collects squares as runs: those along a line become one run, others a run each.
#[derive(Default)]
pub(super) struct LineRuns(pub(super) Vec<LineRun>);

impl LineRuns {
    /// Appends `len` squares from `at` on, each a `leap` after the one before.
    pub(super) fn push(&mut self, at: Offset, leap: Offset, len: i64) {
        let is_along = leap == ALONG || leap == -ALONG;
        match self.0.last_mut() {
            Some(last) if last.leap == leap && is_along => last.len += len,
            last => {
                let before = last.map_or(0, |last| last.before + i128::from(last.len));
                self.0.push(LineRun {
                    at,
                    leap,
                    len,
                    before,
                    shift: Offset::default(),
                    grows: 0,
                    before_grows: 0,
                });
            }
        }
    }

    pub(super) fn into_series(self) -> Option<LapSeries> {
        (!self.0.is_empty()).then(|| LapSeries::once(self.0))
    }
}

/// A knight on a strand: its square and the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StrandWalker {
    last: Offset,
    here: Offset,
}

impl StrandWalker {
    /// Advances over the next squares in a line, and returns them as a run; `None` at a corner.
    fn next_run(&mut self, pattern: &Pattern) -> Option<(Offset, Offset, i64)> {
        let here = self.here;
        if pattern.is_corner(here) {
            return None;
        }
        let next = pattern.neighbours(here).find(|&next| next != self.last)?;
        let leap = next - here;
        let len = if leap.file * 2 == leap.rank { pattern.free(here, leap.file).max(1) } else { 1 };
        self.last = here + leap * (len - 1);
        self.here = self.last + leap;
        Some((here, leap, len))
    }

    /// Walks a lap: to the next square on the same edge; `None` if a corner comes first.
    fn lap(mut self, pattern: &Pattern) -> Option<(Vec<LineRun>, StrandWalker)> {
        let edge = edge(pattern, self.here)?;
        let mut runs = LineRuns::default();
        loop {
            let (at, leap, len) = self.next_run(pattern)?;
            runs.push(at, leap, len);
            if !pattern.is_corner(self.here) && self::edge(pattern, self.here) == Some(edge) {
                return Some((runs.0, self));
            }
        }
    }
}

/// The edge of a square where a lap can begin: a strand reaches it once per lap.
fn edge(pattern: &Pattern, Offset { file: x, rank: y }: Offset) -> Option<u8> {
    let edges = [y == pattern.ranks - 2, y == 0, x == 0, x == pattern.files - 1];
    (0..).zip(edges).find(|(_, is_on_it)| *is_on_it).map(|(edge, _)| edge)
}

/// Follows a strand from a square of a corner to the next, until it reaches a corner: returns its laps and
/// the square in that corner.
pub(super) fn strand(pattern: &Pattern, from: Offset, to: Offset) -> (Vec<LapSeries>, Offset) {
    let mut walker = StrandWalker { last: from, here: to };
    let (mut series, mut runs) = (Vec::new(), LineRuns::default());
    loop {
        if let Some((laps, after)) = equal_laps(pattern, walker) {
            series.extend(std::mem::take(&mut runs).into_series());
            series.push(laps);
            walker = after;
        }
        match walker.next_run(pattern) {
            Some((at, leap, len)) => runs.push(at, leap, len),
            None => break,
        }
    }
    series.extend(runs.into_series());
    (series, walker.here)
}

/// Finds the equal laps that follow one another from here; `None` if fewer than three.
fn equal_laps(pattern: &Pattern, walker: StrandWalker) -> Option<(LapSeries, StrandWalker)> {
    let (first, second) = walker.lap(pattern)?;
    let (next, _) = second.lap(pattern)?;
    if first.len() != next.len() {
        return None;
    }
    let runs: Vec<LineRun> = first
        .iter()
        .zip(&next)
        .map(|(run, next)| LineRun {
            shift: next.at - run.at,
            grows: next.len - run.len,
            before_grows: next.before - run.before,
            ..*run
        })
        .collect();
    let shift = runs[0].shift;
    let at = |lap: i64| StrandWalker { last: walker.last + shift * lap, here: walker.here + shift * lap };
    let is_equal = |lap: i64| {
        let walked = at(lap).lap(pattern);
        walked.is_some_and(|(walked, after)| {
            let mut pairs = runs.iter().zip(&walked);
            after == at(lap + 1)
                && walked.len() == runs.len()
                && pairs.all(|(run, walked)| {
                    run.leap == walked.leap && run.square(lap, 0) == walked.at && run.len(lap) == walked.len
                })
        })
    };
    let is_on_board = |lap: i64| {
        let here = at(lap).here;
        (0..pattern.files).contains(&here.file) && (0..pattern.ranks).contains(&here.rank)
    };
    let (mut equal, mut other) = (0, pattern.files.max(pattern.ranks));
    while other - equal > 1 {
        let middle = equal + (other - equal) / 2;
        if is_on_board(middle) && is_equal(middle) {
            equal = middle;
        } else {
            other = middle;
        }
    }
    (is_equal(0) && other > 2).then(|| (LapSeries { start: 0, count: other, runs }, at(other)))
}
