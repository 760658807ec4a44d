//! An exact search over a narrow strip, square by square from left to right.
//!
//! Everything left of the current square is decided; the boundary state that the rest depends on fits in a
//! window of eleven squares, as their [`Matching`].
//!
//! Equal states have the same continuations, so each state is entered once. There are a few
//! hundred (three ranks) or a few thousand (four ranks) of them per square, however long the strip.
//!
//! In four ranks at most one leap joins two inner squares: the outer squares, half of all, have
//! only inner neighbours. Ruling out the second such leap makes the search short.
//!
//! In given gaps the strip may be cut and repeating [`StripBlock`]s inserted: if exactly the ports of a block
//! have a leap, any number of copies continues every segment.

use std::collections::HashSet;

use super::{super::offset::Offset, strip::StripBlock};
use ktour_core::graph::matching::{DONE, END, Matching};

/// The strip to search, with its ends and gaps.
pub(crate) struct Sweep<'a> {
    pub(crate) length: i64,
    pub(crate) height: i64,
    /// Given ends of the tour.
    pub(crate) ends: Vec<Offset>,
    /// Number of further ends, on any squares.
    pub(crate) free_ends: u8,
    pub(crate) hole: Option<Offset>,
    /// Ranges of files; in each of them blocks must be inserted once.
    pub(crate) gaps: Vec<std::ops::Range<i64>>,
    pub(crate) blocks: &'a [StripBlock],
}

/// A choice of the search.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pick {
    /// Leaps from a square to later ones.
    Leaps(Offset, [Option<Offset>; 2]),
    /// A block inserted before this file, in this gap.
    Cut { file: i64, gap: usize, block: usize },
}

const WINDOW: usize = 11;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct SweepState {
    matching: Matching<WINDOW>,
    /// A bit for each gap that has its blocks.
    filled: u8,
    /// Number of leaps between inner squares, in four ranks.
    inner: u8,
}

struct Frame {
    at: i64,
    state: SweepState,
    depth: usize,
    pick: Pick,
}

impl Sweep<'_> {
    /// Returns the choices of a tour; `None` if there is no tour.
    pub(crate) fn run(&self) -> Option<Vec<Pick>> {
        let matching = Matching::new(WINDOW, self.free_ends, |at| self.entering_mate(at as i64, at as u8));
        let state = SweepState { matching, filled: 0, inner: 0 };
        let mut seen = HashSet::new();
        let mut picks: Vec<Pick> = Vec::new();
        let no_pick = Pick::Leaps(Offset::default(), [None, None]);
        let mut stack = vec![Frame { at: 0, state, depth: 0, pick: no_pick }];
        let mut transitions = Vec::new();
        while let Some(Frame { at, state, depth, pick }) = stack.pop() {
            picks.truncate(depth);
            picks.push(pick);
            if state.matching.is_complete {
                if self.is_finished(at, &state) {
                    return Some(picks);
                }
            } else if at < self.length * self.height
                && !self.has_missed_gap(at, &state)
                && seen.insert((at, state))
            {
                self.transitions(at, state, &mut transitions);
                let next = transitions.drain(..).map(|(at, state, pick)| Frame {
                    at,
                    state,
                    depth: depth + 1,
                    pick,
                });
                stack.extend(next);
            }
        }
        None
    }

    fn square(&self, at: i64) -> Offset {
        Offset::new(at / self.height, at % self.height)
    }

    /// The mate of a square that enters the window.
    fn entering_mate(&self, at: i64, number: u8) -> u8 {
        let square = self.square(at);
        if square.file >= self.length || Some(square) == self.hole {
            DONE
        } else if self.ends.contains(&square) {
            END
        } else {
            number
        }
    }

    fn is_finished(&self, at: i64, state: &SweepState) -> bool {
        u32::from(state.filled).count_ones() as usize == self.gaps.len()
            && state.matching.mate.iter().all(|&mate| mate == DONE)
            && at + WINDOW as i64 >= self.length * self.height
    }

    /// Whether a gap was passed without blocks.
    fn has_missed_gap(&self, at: i64, state: &SweepState) -> bool {
        let late = |(gap, files): (usize, &std::ops::Range<i64>)| {
            at / self.height >= files.end && state.filled >> gap & 1 == 0
        };
        self.gaps.iter().enumerate().any(late)
    }

    fn transitions(&self, at: i64, state: SweepState, transitions: &mut Vec<(i64, SweepState, Pick)>) {
        let square = self.square(at);
        let (height, rank) = (self.height, square.rank);
        let add = |matching: Matching<WINDOW>, to: [Option<usize>; 2]| {
            let target = |to: usize| self.square(at + to as i64);
            let is_inner = |square: Offset| height == 4 && (1..3).contains(&square.rank);
            let more = to.iter().flatten().filter(|&&to| is_inner(square) && is_inner(target(to))).count();
            let inner = state.inner + more as u8;
            let entering = self.entering_mate(at + WINDOW as i64, WINDOW as u8 - 1);
            if inner <= 1
                && let Some(matching) = matching.advanced(WINDOW, entering)
            {
                let next = SweepState { matching, inner, ..state };
                transitions.push((at + 1, next, Pick::Leaps(square, to.map(|to| to.map(target)))));
            }
        };
        let onward = [(1, -2), (1, 2), (2, -1), (2, 1)].into_iter();
        let onward = onward.filter(|leap| (0..height).contains(&(rank + leap.1)));
        let onward = onward.map(|leap| (leap.0 * height + leap.1) as usize);
        state.matching.for_each_decision(onward, add);
        if rank == 0 {
            for (gap, files) in self.gaps.iter().enumerate() {
                if state.filled >> gap & 1 == 1 || !files.contains(&square.file) {
                    continue;
                }
                if let Some(block) = self.blocks.iter().position(|block| self.fits(block, &state)) {
                    let cut = SweepState { filled: state.filled | 1 << gap, ..state };
                    transitions.push((at, cut, Pick::Cut { file: square.file, gap, block }));
                }
            }
        }
    }

    /// Whether exactly the ports of the block have one leap, and the others none.
    fn fits(&self, block: &StripBlock, state: &SweepState) -> bool {
        (0..WINDOW).all(|number| {
            let is_port = block.ports().any(|port| (port.file * self.height + port.rank) as usize == number);
            match state.matching.mate[number] {
                DONE => number as i64 >= 2 * self.height,
                mate => (mate as usize != number) == is_port,
            }
        })
    }
}
