//! A position relative to a corner: parts of a board are built before their place on it is known.

use std::ops::{Add, Mul, Neg, Sub};

use ktour_core::Square;

/// Longest side for which a tour is built: sums of steps fit into 128 bits.
pub const MAX_SIDE: u64 = 1 << 60;

/// A number of files to the right and of ranks up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Offset {
    pub(crate) file: i64,
    pub(crate) rank: i64,
}

impl Offset {
    #[inline]
    pub(crate) const fn new(file: i64, rank: i64) -> Offset {
        Offset { file, rank }
    }

    /// The offset on the board reflected in its diagonal.
    #[inline]
    pub(crate) const fn turned(self) -> Offset {
        Offset::new(self.rank, self.file)
    }

    /// Whether it has the colour of the corner.
    pub(crate) const fn is_dark(self) -> bool {
        (self.file + self.rank) % 2 == 0
    }

    /// Iterates over the squares of a rectangle, rank by rank.
    pub(crate) fn rectangle(width: i64, height: i64) -> impl Iterator<Item = Offset> {
        (0..height).flat_map(move |rank| (0..width).map(move |file| Offset::new(file, rank)))
    }
}

impl From<Square> for Offset {
    #[inline]
    fn from(square: Square) -> Offset {
        Offset::new(square.file as i64, square.rank as i64)
    }
}

/// The offset is counted from the corner of the board.
impl From<Offset> for Square {
    #[inline]
    fn from(offset: Offset) -> Square {
        Square::new(offset.file as u64, offset.rank as u64)
    }
}

impl Add for Offset {
    type Output = Offset;

    #[inline]
    fn add(self, by: Offset) -> Offset {
        Offset::new(self.file + by.file, self.rank + by.rank)
    }
}

impl Sub for Offset {
    type Output = Offset;

    #[inline]
    fn sub(self, by: Offset) -> Offset {
        Offset::new(self.file - by.file, self.rank - by.rank)
    }
}

impl Neg for Offset {
    type Output = Offset;

    #[inline]
    fn neg(self) -> Offset {
        Offset::new(-self.file, -self.rank)
    }
}

impl Mul<i64> for Offset {
    type Output = Offset;

    #[inline]
    fn mul(self, times: i64) -> Offset {
        Offset::new(self.file * times, self.rank * times)
    }
}
