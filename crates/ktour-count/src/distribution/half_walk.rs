//! Halves of tours, depth first: every choice of leaps on one side of a cut, with its values.
//!
//! A near half begins with the empty board. A far half begins with only the degrees that a near half has at
//! the frontier: behind each of its ends is a slot that stands for the near half, and if two such slots
//! become mates, the far half joins those ends. The filter of degrees keeps both walks out of most dead ends.

use std::sync::atomic::{AtomicUsize, Ordering};

use ktour_core::random::Random;

use super::{
    cut::{CODE_BITS, Cut, CutTarget},
    measure_table::{NOWHERE, Values},
};
use crate::{
    CountError,
    context::Context,
    state::{
        matching::MOST_SLOTS,
        pairing::{PointMates, rank},
    },
};

/// Squares between two looks at whether to stop.
const SQUARES_PER_STOP_CHECK: usize = 1 << 12;
/// Two chosen leaps touch the node.
const INNER: u16 = u16::MAX;

/// Halves that are alike: what the other half sees of them, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HalfClass {
    /// The degrees of the near half at the frontier, and the number of the pairing of its ends.
    key: u64,
    /// The codes of the directions at the ends.
    pub(super) codes: u64,
    pub(super) values: Values,
    pub(super) count: u64,
}

impl HalfClass {
    /// Degrees as a profile of the frontier.
    pub(super) fn profile(&self) -> usize {
        (self.key >> 32) as usize
    }

    pub(super) fn pairing(&self) -> u32 {
        self.key as u32
    }

    /// Halves that are alike become one.
    pub(super) fn add_up(halves: &mut Vec<HalfClass>) {
        halves.sort_unstable();
        halves.dedup_by(|more, kept| {
            let is_alike = (more.key, more.codes, more.values) == (kept.key, kept.codes, kept.values);
            kept.count += if is_alike { more.count } else { 0 };
            is_alike
        });
    }
}

/// A walk through one side of a cut.
pub(super) struct HalfWalk<'a> {
    cut: &'a Cut<'a>,
    run: &'a Context<'a>,
    /// Mates of squares, of the virtual vertex, and of slots that represent the other half behind each end.
    mates: Vec<u16>,
    /// Directions of the first and the second leap at a node.
    directions: Vec<[u8; 2]>,
    values: Values,
    visited: usize,
}

/// A leap that was taken, and what was before.
struct LeapUndo {
    nodes: [usize; 2],
    mates: [u16; 2],
    values: Values,
}

/// Shares out the beginnings of a walk among threads that all walk to each.
struct PrefixSharing<'a> {
    after: usize,
    next: &'a AtomicUsize,
    own: usize,
    seen: usize,
}

impl PrefixSharing<'_> {
    fn is_next(&mut self) -> bool {
        let is_own = self.seen == self.own;
        if is_own {
            self.own = self.next.fetch_add(1, Ordering::Relaxed);
        }
        self.seen += 1;
        is_own
    }
}

impl<'a> HalfWalk<'a> {
    pub(super) fn new(cut: &'a Cut<'a>, run: &'a Context<'a>) -> HalfWalk<'a> {
        let nodes = cut.squares + 1 + MOST_SLOTS;
        HalfWalk {
            cut,
            run,
            mates: (0..nodes as u16).collect(),
            directions: vec![[NOWHERE; 2]; nodes],
            values: Values::default(),
            visited: 0,
        }
    }

    /// Every near half whose beginning no other thread has taken.
    pub(super) fn near(
        &mut self,
        next: &AtomicUsize,
        found: &mut dyn FnMut(HalfClass) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let cut = self.cut;
        if !cut.sets[0].contains(0) {
            return Ok(());
        }
        let mut turn =
            PrefixSharing { after: cut.at / 2, next, own: next.fetch_add(1, Ordering::Relaxed), seen: 0 };
        self.decide(0, 0, cut.at, Some(&mut turn), &mut |walk, profile| found(walk.near_half(profile)))
    }

    /// Every far half that fits near halves with these degrees.
    pub(super) fn far(
        &mut self,
        profile: usize,
        found: &mut dyn FnMut(HalfClass) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        let (cut, ends) = (self.cut, self.cross(profile));
        self.decide(cut.at, profile, cut.squares, None, &mut |walk, _| found(walk.far_half(profile, &ends)))
    }

    /// About how many near halves there are, and about how many pairs of halves whose degrees fit: one way
    /// down by lot, which stands for as many as it had choices.
    ///
    /// Reference: Knuth, Estimating the efficiency of backtrack programs, 1975.
    pub(super) fn probe(&mut self, random: &mut Random) -> Result<(f64, f64), CountError> {
        let cut = self.cut;
        self.begin();
        if !cut.sets[0].contains(0) {
            return Ok((0.0, 0.0));
        }
        let (near, profile) = self.descend(0, 0, cut.at, random)?;
        if near == 0.0 {
            return Ok((0.0, 0.0));
        }
        self.cross(profile);
        let (far, _) = self.descend(cut.at, profile, cut.squares, random)?;
        Ok((near, near * far))
    }

    /// One way down by lot: how many it stands for, and where it ends.
    fn descend(
        &mut self,
        square: usize,
        profile: usize,
        end: usize,
        random: &mut Random,
    ) -> Result<(f64, usize), CountError> {
        if square == end {
            return Ok((1.0, profile));
        }
        let mut ways = 0;
        self.decide(square, profile, square + 1, None, &mut |_, _| {
            ways += 1;
            Ok(())
        })?;
        let lot = if ways > 0 { random.below(ways) } else { 0 };
        let (mut at, mut down) = (0, (0.0, profile));
        self.decide(square, profile, square + 1, None, &mut |walk, profile| {
            if at == lot {
                down = walk.descend(square + 1, profile, end, random)?;
            }
            at += 1;
            Ok(())
        })?;
        Ok((ways as f64 * down.0, down.1))
    }

    /// The empty board.
    fn begin(&mut self) {
        (0..).zip(&mut self.mates).for_each(|(node, mate)| *mate = node);
        self.values = Values::default();
    }

    /// The board behind the cut, given the degrees of the near half; and its ends, by slot and node.
    fn cross(&mut self, profile: usize) -> Vec<(usize, usize)> {
        self.begin();
        let (cut, mut ends) = (self.cut, Vec::new());
        for (slot, &node) in cut.frontier.iter().enumerate() {
            match cut.degree(profile, node) {
                0 => {}
                1 => {
                    // Behind the end, the near half goes on to another.
                    let behind = cut.squares + 1 + ends.len();
                    (self.mates[node], self.mates[behind]) = (behind as u16, node as u16);
                    self.directions[node][0] = NOWHERE;
                    ends.push((slot, node));
                }
                _ => self.mates[node] = INNER,
            }
        }
        ends
    }

    /// Decides a square in every way, and those behind it.
    fn decide(
        &mut self,
        square: usize,
        profile: usize,
        end: usize,
        mut turn: Option<&mut PrefixSharing<'_>>,
        found: &mut dyn FnMut(&mut HalfWalk<'_>, usize) -> Result<(), CountError>,
    ) -> Result<(), CountError> {
        if turn.as_mut().is_some_and(|turn| turn.after == square && !turn.is_next()) {
            return Ok(());
        }
        if square == end {
            return found(self, profile);
        }
        self.visited += 1;
        if self.visited.is_multiple_of(SQUARES_PER_STOP_CHECK) {
            self.run.check(SQUARES_PER_STOP_CHECK)?;
        }
        let cut = self.cut;
        let (targets, is_forced) = (&cut.targets[square], cut.is_first_forced[square]);
        let has_future = |profile: usize| cut.sets[square + 1].contains(profile);
        let degree = self.degree(square);
        let rest = profile - degree * cut.weights[square];
        if degree == 2 {
            if !is_forced && has_future(rest) {
                self.decide(square + 1, rest, end, turn, found)?;
            }
            return Ok(());
        }
        let firsts = if is_forced { 1 } else { targets.len() };
        // Which of them have not got two leaps; that stays while this square is decided.
        let open = targets.iter().map(|target| u16::from(self.mates[target.node] != INNER));
        let open = open.rev().fold(0, |open, is_open| open << 1 | is_open);
        let is_open = |at: usize| open >> at & 1 == 1;
        for (at, one) in targets[..firsts].iter().enumerate().filter(|(at, _)| is_open(*at)) {
            let one_more = rest + one.weight;
            if degree == 1 {
                if has_future(one_more)
                    && let Some(first) = self.take(square, one)
                {
                    self.decide(square + 1, one_more, end, turn.as_deref_mut(), found)?;
                    self.leave(first);
                }
                continue;
            }
            let Some(first) = self.take(square, one) else { continue };
            for (_, other) in targets.iter().enumerate().skip(at + 1).filter(|(at, _)| is_open(*at)) {
                let two_more = one_more + other.weight;
                if has_future(two_more)
                    && let Some(second) = self.take(square, other)
                {
                    self.decide(square + 1, two_more, end, turn.as_deref_mut(), found)?;
                    self.leave(second);
                }
            }
            self.leave(first);
        }
        Ok(())
    }

    fn degree(&self, node: usize) -> usize {
        match self.mates[node] {
            INNER => 2,
            mate => usize::from(usize::from(mate) != node),
        }
    }

    /// Takes a leap, unless the node it leads to has two or a cycle would close.
    fn take(&mut self, square: usize, target: &CutTarget) -> Option<LeapUndo> {
        let nodes = [square, target.node];
        let mates = nodes.map(|node| self.mates[node]);
        if mates[1] == INNER || usize::from(mates[0]) == target.node {
            return None;
        }
        let taken = LeapUndo { nodes, mates, values: self.values };
        self.values = self.values.plus(self.cut.scale.leap(target.there));
        for ((node, mate), direction) in nodes.into_iter().zip(mates).zip([target.there, target.back]) {
            let leaps = &mut self.directions[node];
            if usize::from(mate) == node {
                leaps[0] = direction;
            } else {
                leaps[1] = direction;
                self.values = self.values.plus(self.cut.scale.pair(leaps[0], direction));
            }
            self.mates[node] = INNER;
        }
        let [one, other] = mates;
        (self.mates[usize::from(one)], self.mates[usize::from(other)]) = (other, one);
        Some(taken)
    }

    /// Undoes the last leap.
    fn leave(&mut self, LeapUndo { nodes, mates, values }: LeapUndo) {
        self.values = values;
        for (node, mate) in nodes.into_iter().zip(mates) {
            self.mates[usize::from(mate)] = node as u16;
            self.mates[node] = mate;
        }
    }

    /// The half that was walked to the cut.
    fn near_half(&self, profile: usize) -> HalfClass {
        let (mut codes, mut ends) = (0, [0; MOST_SLOTS]);
        let mut count = 0;
        for (slot, &node) in self.cut.frontier.iter().enumerate() {
            if self.degree(node) == 1 {
                let direction = self.directions[node][0];
                codes |=
                    u64::from(self.cut.crossing(slot).near[usize::from(direction)]) << (CODE_BITS * count);
                ends[count] = node as u16;
                count += 1;
            }
        }
        let ends = &ends[..count];
        let mut points: PointMates = Default::default();
        for (point, &end) in points.iter_mut().zip(ends) {
            let mate = self.mates[usize::from(end)];
            *point = ends.iter().position(|&end| end == mate).unwrap_or(0) as u8;
        }
        self.half(profile, codes, &points, count)
    }

    /// The half that was walked from the cut to the last square.
    fn far_half(&self, profile: usize, ends: &[(usize, usize)]) -> HalfClass {
        let behind = self.cut.squares + 1;
        let (mut codes, mut points) = (0, PointMates::default());
        for (at, &(slot, node)) in ends.iter().enumerate() {
            let direction = self.directions[node][1];
            codes |= u64::from(self.cut.crossing(slot).far[usize::from(direction)]) << (CODE_BITS * at);
            points[at] = (usize::from(self.mates[behind + at]) - behind) as u8;
        }
        self.half(profile, codes, &points, ends.len())
    }

    fn half(&self, profile: usize, codes: u64, points: &PointMates, ends: usize) -> HalfClass {
        let key = (profile as u64) << 32 | u64::from(rank(ends / 2, points));
        HalfClass { key, codes, values: self.values, count: 1 }
    }
}
