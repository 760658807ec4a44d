//! The eight symmetries of the square, acting on boards, squares and tours.
//!
//! Each is a composition: transpose or not, then mirror the files or not, then mirror the ranks or not. The
//! four that transpose carry an m×n board to an n×m one.

use crate::{Board, Square};

/// One of the eight ways to turn or reflect a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Symmetry {
    /// The identity.
    Identity,
    /// A half turn.
    HalfTurn,
    /// The reflection that exchanges left and right.
    MirrorFiles,
    /// The reflection that exchanges top and bottom.
    MirrorRanks,
    /// The reflection in the diagonal through a1.
    Transpose,
    /// The reflection in the other diagonal.
    AntiTranspose,
    /// A quarter turn clockwise.
    QuarterTurn,
    /// A quarter turn anticlockwise.
    QuarterTurnBack,
}

impl Symmetry {
    /// All eight, the identity first, and those that preserve the shape of an oblong board before the others.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::HalfTurn,
        Symmetry::MirrorFiles,
        Symmetry::MirrorRanks,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
        Symmetry::QuarterTurn,
        Symmetry::QuarterTurnBack,
    ];

    /// Whether it transposes, then whether it mirrors the files, then the ranks.
    #[inline]
    const fn parts(self) -> (bool, bool, bool) {
        match self {
            Symmetry::Identity => (false, false, false),
            Symmetry::HalfTurn => (false, true, true),
            Symmetry::MirrorFiles => (false, true, false),
            Symmetry::MirrorRanks => (false, false, true),
            Symmetry::Transpose => (true, false, false),
            Symmetry::AntiTranspose => (true, true, true),
            Symmetry::QuarterTurn => (true, false, true),
            Symmetry::QuarterTurnBack => (true, true, false),
        }
    }

    /// Whether files and ranks change places.
    ///
    /// ```
    /// use ktour::Symmetry;
    /// assert!(Symmetry::QuarterTurn.swaps_sides() && !Symmetry::HalfTurn.swaps_sides());
    /// ```
    #[inline]
    pub const fn swaps_sides(self) -> bool {
        self.parts().0
    }

    /// The image of a square of `board`.
    ///
    /// ```
    /// use ktour::{Board, Square, Symmetry};
    /// let corner = Symmetry::HalfTurn.apply_to_square(&Board::new(8, 8)?, Square::new(0, 0));
    /// assert_eq!(corner, Square::new(7, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn apply_to_square(self, board: &Board, square: Square) -> Square {
        let (transpose, files, ranks) = self.parts();
        let (mut to, width, height) = if transpose {
            (Square::new(square.rank, square.file), board.ranks(), board.files())
        } else {
            (square, board.files(), board.ranks())
        };
        if files {
            to.file = width - 1 - to.file;
        }
        if ranks {
            to.rank = height - 1 - to.rank;
        }
        to
    }

    /// The image of a board.
    ///
    /// ```
    /// use ktour::{Board, Symmetry};
    /// assert_eq!(Symmetry::QuarterTurn.apply_to_board(&Board::new(3, 4)?), Board::new(4, 3)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_to_board(self, board: &Board) -> Board {
        let (files, ranks) =
            if self.swaps_sides() { (board.ranks(), board.files()) } else { (board.files(), board.ranks()) };
        let holes = board.holes().iter().map(|&hole| self.apply_to_square(board, hole));
        Board::new(files, ranks)
            .and_then(|turned| turned.with_holes(holes))
            .expect("a turned board has as many squares as before")
    }

    /// Its order: the number of repetitions that give the identity.
    ///
    /// ```
    /// use ktour::Symmetry;
    /// assert_eq!((Symmetry::QuarterTurn.order(), Symmetry::Transpose.order()), (4, 2));
    /// ```
    pub const fn order(self) -> u8 {
        match self {
            Symmetry::Identity => 1,
            Symmetry::QuarterTurn | Symmetry::QuarterTurnBack => 4,
            _ => 2,
        }
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use ktour::Symmetry;
    /// assert_eq!(Symmetry::QuarterTurn.inverse(), Symmetry::QuarterTurnBack);
    /// ```
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::QuarterTurn => Symmetry::QuarterTurnBack,
            Symmetry::QuarterTurnBack => Symmetry::QuarterTurn,
            other => other,
        }
    }
}

impl Board {
    /// The symmetries that carry the board, holes and all, onto itself.
    ///
    /// ```
    /// use ktour::Board;
    /// assert_eq!((Board::new(8, 8)?.symmetries().len(), Board::new(8, 7)?.symmetries().len()), (8, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL.into_iter().filter(|symmetry| symmetry.apply_to_board(self) == *self).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_quarter_turn_carries_a1_to_the_upper_left() {
        let board = Board::new(3, 4).unwrap();
        assert_eq!(Symmetry::QuarterTurn.apply_to_square(&board, Square::new(0, 0)), Square::new(0, 2));
    }

    #[test]
    fn a_square_board_has_eight_and_an_oblong_four() {
        assert_eq!(Board::new(8, 8).unwrap().symmetries().len(), 8);
        assert_eq!(Board::new(8, 7).unwrap().symmetries().len(), 4);
        let holed = Board::new(5, 5).unwrap().with_holes([Square::new(0, 0)]).unwrap();
        assert_eq!(holed.symmetries(), [Symmetry::Identity, Symmetry::Transpose]);
    }

    proptest! {
        #[test]
        fn the_inverse_undoes(files in 1u64..50, ranks in 1u64..50, f: u64, r: u64, i in 0usize..8) {
            let symmetry = Symmetry::ALL[i];
            let board = Board::new(files, ranks).unwrap();
            let square = Square::new(f % files, r % ranks);
            let (turned, there) = (symmetry.apply_to_board(&board), symmetry.apply_to_square(&board, square));
            prop_assert!(turned.contains(there));
            prop_assert_eq!(symmetry.inverse().apply_to_square(&turned, there), square);
            prop_assert_eq!(symmetry.inverse().apply_to_board(&turned), board);
        }
    }
}
