//! Solves a rectangle around a cycle again, if no exchange merges the cycle.
//!
//! Exchanges of a few leaps do not merge every cycle, least of all near edges and among many holes. Then all
//! leaps within a rectangle around the cycle are removed. Everything outside stays: paths that leave the
//! rectangle at one square and return at another, each equivalent to one given leap. Finding one cycle
//! through all squares of the rectangle and all those leaps is a small problem, and it is searched as in
//! [`exact`](crate::cycle::exact), starting from the current leaps: a leap of the shortest cycle is
//! excluded, then included, until the rest can be merged. If this fails or takes too long, the rectangle
//! grows.
//!
//! New and old leaps differ by closed walks on which they alternate: these are exchanges, which are passed to
//! [`Cycles`].
//!
//! *Guarantee:* none, except that every square keeps two leaps. *Cost:* a few milliseconds per cycle, until
//! some cannot be merged.

use std::ops::RangeInclusive;

use super::board_factor::{BoardFactor, LEAPS, directions};
use crate::{
    cycle::{
        chosen::{ChosenLeaps, FactorLeaps, pair_up},
        cycles::{Cycles, RemovedLeap},
        merge::{Join, MergeEffort},
    },
    decisions::{BranchVisitor, Conflict, Next, branch_and_propagate},
};
use ktour_core::{
    Control, Square,
    graph::{Graph, NONE},
    random::Random,
};

/// Margin of the rectangle around a cycle, and maximum number of decisions in it: few at first, because a
/// larger rectangle often succeeds sooner.
const MARGINS: [(u64, u64); 8] =
    [(5, 8), (9, 8), (14, 8), (24, 8), (9, 128), (14, 128), (24, 256), (48, 512)];
/// Cycles that fail to merge before all others are given up; the rest usually share the obstacle.
const MAX_FAILED_CYCLES: usize = 4;
/// Effort spent on merging cycles per decision.
const DECISION_MERGE_EFFORT: MergeEffort = MergeEffort { longest: 4, steps: 20_000, kicks: 0 };
/// Maximum number of squares of a cycle that a rectangle is built around.
const MAX_CYCLE_SAMPLES: u32 = 8;

/// Merges the remaining cycles by solving rectangles again, given the trials spent elsewhere. Returns the
/// steps made.
pub(super) fn repatch(
    choice: &mut BoardFactor,
    cycles: &mut Cycles,
    random: &mut Random,
    before: u64,
    control: &Control,
) -> u64 {
    let (mut steps, mut failed) = (0, 0);
    let alone: Vec<u32> = cycles.shorter_cycles().into_iter().map(|cycle| cycles.vertex(cycle, 0)).collect();
    for vertex in alone {
        let mut is_joined = false;
        for (margin, decisions) in MARGINS {
            if control.is_over(before + steps) {
                return steps;
            }
            let cycle = cycles.cycle_of(vertex);
            // A rectangle around another cycle has merged it already.
            is_joined = cycles.is_majority(cycle);
            if is_joined {
                break;
            }
            let len = cycles.len(cycle);
            let mut from = random.below(len);
            if len > MAX_CYCLE_SAMPLES {
                from = cycles.step_next_to_another_cycle(choice, cycle, from);
            }
            let seen = (0..len.min(MAX_CYCLE_SAMPLES))
                .map(|at| choice.square(cycles.vertex(cycle, (from + at) % len)));
            let Some(mut rectangle) = CutOut::cut_around(choice, cycles, seen, margin) else { continue };
            let (is_solved, more) = rectangle.solve(choice, decisions, random, before + steps, control);
            steps += more;
            if is_solved {
                rectangle.put_back(choice, cycles);
                is_joined = true;
                break;
            }
        }
        failed += usize::from(!is_joined);
        if failed == MAX_FAILED_CYCLES {
            break;
        }
    }
    steps
}

/// A rectangle cut out of a board.
struct CutOut {
    /// The numbers of its squares; vertices after them stand for paths outside.
    squares: Vec<u32>,
    leaps: FactorLeaps,
    /// Number of leaps between squares; those after them stand for paths outside.
    inside: u32,
}

impl CutOut {
    /// Cuts out the rectangle around some squares; `None` if nothing can be merged in it.
    fn cut_around(
        choice: &BoardFactor,
        cycles: &Cycles,
        squares: impl Iterator<Item = Square> + Clone,
        margin: u64,
    ) -> Option<CutOut> {
        let sides = choice.sides();
        let reach = |side: u64, along: &dyn Fn(Square) -> u64| -> Option<RangeInclusive<u64>> {
            let (least, most) = (squares.clone().map(along).min()?, squares.clone().map(along).max()?);
            Some(least.saturating_sub(margin)..=(most + margin).min(side - 1))
        };
        let files = reach(sides.0, &|square| square.file)?;
        let ranks = reach(sides.1, &|square| square.rank)?;
        let within = ranks.flat_map(|rank| files.clone().map(move |file| Square::new(file, rank)));
        let within = within.map(|square| choice.index(square)).filter(|&at| choice.legal[at as usize] != 0);
        let mut along: Vec<(u32, u32, u32)> = within
            .map(|at| {
                let (cycle, step) = cycles.step_on_cycle(at);
                (cycle, step, at)
            })
            .collect();
        along.sort_unstable();
        let next = |run: &[(u32, u32, u32)], at: usize| run[if at + 1 == run.len() { 0 } else { at + 1 }].2;
        let has_leap = |a: u32, b: u32| {
            choice.direction(a, b).is_some_and(|direction| choice.chosen[a as usize] >> direction & 1 == 1)
        };
        // Two squares that follow each other on a cycle are joined by a leap, or else by a path outside.
        let is_leap = |run: &[(u32, u32, u32)], at: usize| {
            let (here, next) = (run[at].2, next(run, at));
            cycles.follows(here, next) && has_leap(here, next)
        };
        // A cycle without a leap inside is not changed.
        let runs: Vec<&[(u32, u32, u32)]> = along
            .chunk_by(|one, two| one.0 == two.0)
            .filter(|run| (0..run.len()).any(|at| is_leap(run, at)))
            .collect();
        if runs.len() < 2 {
            return None;
        }
        let mut squares: Vec<u32> = runs.iter().flat_map(|run| run.iter().map(|&(_, _, at)| at)).collect();
        squares.sort_unstable();
        let vertex = |at: u32| squares.binary_search(&at).ok().map(|vertex| vertex as u32);
        let mut is_dark: Vec<bool> = squares.iter().map(|&at| choice.is_dark(at)).collect();
        let mut leaps: Vec<(u32, u32)> = Vec::new();
        for (a, &at) in (0..).zip(&squares) {
            let onward = directions(choice.legal[at as usize]).filter(|&direction| LEAPS[direction].file > 0);
            leaps.extend(onward.filter_map(|direction| Some((a, vertex(choice.neighbour(at, direction))?))));
        }
        let inside = leaps.len() as u32;
        for run in &runs {
            for at in (0..run.len()).filter(|&at| !is_leap(run, at)) {
                let (Some(a), Some(b)) = (vertex(run[at].2), vertex(next(run, at))) else { continue };
                // Leaps join two colours here too: one or two vertices stand for the path.
                let (dark_a, dark_b) = (is_dark[a as usize], is_dark[b as usize]);
                let first = is_dark.len() as u32;
                is_dark.push(!dark_a);
                leaps.push((a, first));
                if dark_a != dark_b {
                    is_dark.push(!dark_b);
                    leaps.push((first, first + 1));
                }
                leaps.push((is_dark.len() as u32 - 1, b));
            }
        }
        let graph = Graph::new(is_dark.len(), leaps, &Control::unlimited())?;
        let mut rectangle = CutOut { squares, leaps: FactorLeaps::new(graph, is_dark), inside };
        rectangle.propagate().ok()?;
        Some(rectangle)
    }

    /// Includes the paths outside and propagates.
    fn propagate(&mut self) -> Result<(), Conflict> {
        (self.inside..self.leaps.decisions.graph.leap_count() as u32)
            .try_for_each(|leap| self.leaps.decisions.include(leap))?;
        self.leaps.decisions.propagate_all()?;
        self.leaps.decisions.check_biconnected(&Control::unlimited())
    }

    /// Searches for leaps inside that form one cycle with the paths outside, with at most `most` decisions.
    /// Returns whether there are such leaps, which are chosen then, and the number of decisions made.
    fn solve(
        &mut self,
        choice: &BoardFactor,
        most: u64,
        random: &mut Random,
        before: u64,
        control: &Control,
    ) -> (bool, u64) {
        self.choose_as_on(choice);
        let root = self.leaps.propagate(0, control);
        let mut search = CutOutSearch { cut_out: self, random, made: 0, most, before, control };
        let end = branch_and_propagate(&mut search, root);
        (end == Some(true), search.made)
    }

    /// Chooses the leaps that are chosen on the board.
    fn choose_as_on(&mut self, choice: &BoardFactor) {
        for leap in 0..self.leaps.decisions.graph.leap_count() as u32 {
            if leap >= self.inside || self.board_leap(choice, leap).1 {
                self.leaps.choose(leap);
            }
        }
    }

    /// The number that a leap inside has on the whole board, and whether it is chosen there.
    fn board_leap(&self, choice: &BoardFactor, leap: u32) -> (u32, bool) {
        let (a, b) = self.leaps.decisions.graph.endpoints(leap);
        let (a, b) = (self.squares[a as usize], self.squares[b as usize]);
        let number = choice.between(a, b).unwrap_or(NONE);
        (number, choice.chosen(a).contains(&number))
    }

    /// Writes a solved rectangle back to the board.
    fn put_back(&self, choice: &mut BoardFactor, cycles: &mut Cycles) {
        // Removed and added leaps at each square.
        let mut changes = [vec![Vec::new(); self.squares.len()], vec![Vec::new(); self.squares.len()]];
        for leap in 0..self.inside {
            let (a, b) = self.leaps.decisions.graph.endpoints(leap);
            let (number, was) = self.board_leap(choice, leap);
            let is = self.leaps.factor.has(a, leap);
            if was != is {
                changes[usize::from(is)][a as usize].push((number, b));
                changes[usize::from(is)][b as usize].push((number, a));
            }
        }
        let [mut old, mut new] = changes;
        let step = |list: &mut [Vec<(u32, u32)>], from: u32| {
            let (leap, to) = list[from as usize].pop()?;
            list[to as usize].retain(|&(other, _)| other != leap);
            Some((leap, to))
        };
        for home in 0..self.squares.len() as u32 {
            while !old[home as usize].is_empty() {
                let (mut gives, mut gets): (Vec<RemovedLeap>, Vec<u32>) = (Vec::new(), Vec::new());
                let mut at = home;
                // Every square gets as many leaps as it loses, so the walk closes.
                while let Some((give, middle)) = step(&mut old, at) {
                    gives.push((give, self.squares[at as usize], self.squares[middle as usize]));
                    let Some((get, to)) = step(&mut new, middle) else { break };
                    gets.push(get);
                    at = to;
                    if at == home {
                        break;
                    }
                }
                gives.iter().for_each(|&(leap, ..)| choice.remove(leap));
                gets.iter().for_each(|&leap| choice.choose(leap));
                cycles.exchange(&gives);
                #[cfg(test)]
                assert!(cycles.is_true(choice), "an exchange and a walk find different cycles");
            }
        }
    }
}

/// Search for leaps inside that form one cycle with the paths outside; ends with whether they do.
struct CutOutSearch<'a> {
    cut_out: &'a mut CutOut,
    random: &'a mut Random,
    /// Number of decisions made, and its maximum.
    made: u64,
    most: u64,
    /// Trials spent elsewhere.
    before: u64,
    control: &'a Control,
}

impl BranchVisitor for CutOutSearch<'_> {
    type Leap = u32;
    type Mark = usize;
    type End = bool;

    fn mark(&self) -> usize {
        self.cut_out.leaps.decisions.mark()
    }

    fn undo(&mut self, mark: usize) {
        self.cut_out.leaps.decisions.undo(mark);
    }

    fn visit(&mut self, _: usize) -> Next<u32, bool> {
        if self.made >= self.most || self.control.is_stopped() {
            return Next::End(false);
        }
        let leaps = &mut self.cut_out.leaps;
        pair_up(leaps, self.control, &mut |_| ());
        let mut join = Join::new(leaps, self.random);
        if join.run(DECISION_MERGE_EFFORT, self.before, self.control, &mut |_| ()) {
            return Next::End(true);
        }
        let cycles = join.cycles;
        let around = cycles.vertices(cycles.shorter_cycles()[0]).flat_map(|at| leaps.chosen(at));
        let open: Vec<u32> = around.filter(|&leap| !leaps.is_included(leap)).collect();
        match &open[..] {
            [] => Next::Backtrack,
            open => Next::Branch(open[self.random.index(open.len())]),
        }
    }

    fn decide(&mut self, leap: u32, is_first: bool) -> Result<(), Conflict> {
        self.made += 1;
        let mark = self.mark();
        let leaps = &mut self.cut_out.leaps;
        if is_first {
            leaps.decisions.exclude(leap)?
        } else {
            leaps.decisions.include(leap)?
        }
        leaps.propagate(mark, self.control)
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{augment::augment_pairs, augment_all::augment_all},
        *,
    };
    use ktour_core::Board;

    /// No cycle was merged before. `put_back` compares every exchange with a walk.
    #[test]
    fn solved_rectangles_merge_all_cycles_of_a_board_with_holes() {
        let (mut begun, mut left) = (0, 0);
        for seed in 0..30 {
            let mut random = Random::new(seed, 0);
            let (files, ranks) = (20 + seed % 5, 24 - seed % 3);
            let holes = |random: &mut Random| {
                let file = 4 + 2 * random.below_u64(files / 2 - 4);
                let rank = 4 + random.below_u64(ranks - 8);
                [Square::new(file, rank), Square::new(file + 1, rank)]
            };
            let holes: Vec<Square> = (0..6).flat_map(|_| holes(&mut random)).collect();
            let board = Board::new(files, ranks).unwrap().with_holes(holes).unwrap();
            if board.area() % 2 == 1 {
                continue;
            }
            let control = Control::unlimited();
            let mut choice = BoardFactor::new(&board, &control).unwrap();
            assert!(choice.choose_tour(&board, seed, &control));
            let mut marks = vec![0; choice.legal.len()];
            let (short, _) = augment_pairs(&mut choice, &mut marks, &control).unwrap();
            assert_eq!(
                augment_all(&mut choice, &mut marks, short, &control),
                Some(Vec::new()),
                "seed {seed}"
            );
            let mut cycles = Cycles::new(&choice);
            begun += cycles.count();
            repatch(&mut choice, &mut cycles, &mut random, 0, &control);
            assert!(cycles.is_true(&choice));
            left += cycles.count() - 1;
        }
        assert!(begun > 60 && left < 2, "{left} of {begun} cycles remain");
    }
}
