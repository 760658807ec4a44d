//! Meeting in the middle: two half boards instead of a whole one.
//!
//! The middle is as many lines as a leap is long. The *near* half is all lines before it, the *far* half all
//! lines behind it, and no leap joins the two, so their tables are only about the middle lines. The leaps
//! between middle squares are divided between the halves. Two tables fit if their degrees add up to two
//! everywhere, and they make a tour exactly if the union of their pairings is one single cycle. The slot
//! beyond the board, through which open tours are cycles, is one more middle square.
//!
//! Where the far half is the mirror image of the near one, *one* table serves both (see `one`). Otherwise
//! there are *two*, the second for the board seen from its far side (see `two`).
//!
//! *Guarantee:* exact. *Cost:* the layers of the halves, and the pairs of states with
//! complementary degrees.

use std::sync::Arc;

use super::state_view::StateView;
use crate::{problem::plan::Plan, state::matching::MOST_SLOTS};

/// Two squares a leap apart, the earlier first.
pub(crate) type LeapEnds = (usize, usize);

/// A half board: a plan that stops in the middle, and how its states there may be seen.
pub struct HalfBoard {
    /// Steps of the half.
    pub plan: Arc<Plan>,
    /// Number of steps after which the halves are joined.
    pub glue: usize,
    /// The square of the near side's board that each square is, when this is the far half.
    pub(crate) across: Vec<usize>,
    /// The slot that each slot comes to when the lines are reversed, where the layers count
    /// states together with those images.
    pub(crate) flip: Option<Vec<u8>>,
    /// First as they are, then flipped.
    pub(crate) views: Vec<StateView>,
}

/// Two halves of a board.
pub struct BoardSplit {
    /// One half that is also the image of the other, or the near and the far one.
    pub sides: Vec<HalfBoard>,
    /// Slots in the middle.
    pub(crate) slots: usize,
    /// Whether states and their images came apart in the middle.
    pub(crate) is_unfolded: bool,
}

impl BoardSplit {
    /// The half, if it serves as both.
    pub(crate) fn one(&self) -> Option<&HalfBoard> {
        if self.sides.len() == 1 { self.sides.first() } else { None }
    }

    /// The half whose layers are the larger ones; it is walked last, and its layers are left for
    /// a count that goes on.
    pub fn last(&self) -> &HalfBoard {
        &self.sides[self.sides.len() - 1]
    }

    /// How often the groups count every tour.
    pub fn times(&self) -> u128 {
        if self.is_unfolded { 4 } else { 1 }
    }

    /// How many ends a group has, and how many groups are its images.
    pub(crate) fn images_of(&self, mut degrees: u64) -> (usize, u128) {
        let mut near = [0u64; MOST_SLOTS];
        for digit in near.iter_mut().take(self.slots) {
            (*digit, degrees) = (degrees % 3, degrees / 3);
        }
        let seen = |view: &StateView| {
            (0..self.slots).rev().fold(0, |sum, slot| {
                let digit = near[view.order[slot] as usize];
                sum * 3 + if view.is_far { 2 - digit } else { digit }
            })
        };
        let mut images: Vec<u64> = self.sides[0].views.iter().map(seen).collect();
        images.sort_unstable();
        images.dedup();
        (near.iter().filter(|&&digit| digit == 1).count(), images.len() as u128)
    }
}
