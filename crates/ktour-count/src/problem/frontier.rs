//! The frontier: the squares between those decided and those not yet reached.
//!
//! Its slots are the one beyond the board, where tours are open, and the squares from the next
//! one to be decided to the farthest one reached.

use crate::state::encoding::StateEncoding;

/// The number of the slot beyond the board, among squares.
pub(crate) const VIRTUAL_VERTEX: usize = usize::MAX;

/// The squares between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frontier {
    /// The number of the next square to be decided.
    pub(crate) first: usize,
    /// How many squares, from that one on.
    pub(crate) len: usize,
    /// 1 where there is a slot beyond the board, which is slot 0.
    pub(crate) beyond: usize,
    /// How its tables are written.
    pub(crate) form: StateEncoding,
}

impl Frontier {
    pub(crate) fn slots(&self) -> usize {
        self.beyond + self.len
    }

    pub(crate) fn slot(&self, square: usize) -> usize {
        if square == VIRTUAL_VERTEX { 0 } else { self.beyond + square - self.first }
    }

    pub(crate) fn square(&self, slot: usize) -> usize {
        slot.checked_sub(self.beyond).map_or(VIRTUAL_VERTEX, |at| self.first + at)
    }

    /// Which slot comes to which slot, if squares go to their images.
    pub(crate) fn mirror(&self, image: &[usize]) -> Option<Vec<u8>> {
        let squares = self.first..self.first + self.len;
        let beyond = (0..self.beyond).map(|slot| Some(slot as u8));
        let slots = squares
            .clone()
            .map(|square| squares.contains(&image[square]).then(|| self.slot(image[square]) as u8));
        beyond.chain(slots).collect()
    }
}
