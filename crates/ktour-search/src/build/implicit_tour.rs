//! Built tours as [`AnyTour`]s: their squares and numbers are computed on demand.
//!
//! All built tours have a board and a kind; the macro writes the methods about these once.

use std::io;

use super::{parberry::QuadrantTour, rows::implicit::ImplicitTour, tidy::TidyTour};
use ktour_core::{
    AnyTour, Board, KNIGHT, Leaper, Square, TourKind,
    any_tour::{Numbers, SquareIter},
};

macro_rules! implicit_tour {
    ($tour:ty, $len:expr) => {
        impl $tour {
            /// The board.
            #[inline]
            pub fn board(&self) -> &Board {
                &self.board
            }

            /// Open or closed.
            #[inline]
            pub fn kind(&self) -> TourKind {
                self.kind
            }

            /// Number of squares.
            #[allow(clippy::len_without_is_empty)] // a tour has at least one square
            #[inline]
            pub fn len(&self) -> u128 {
                $len(self)
            }

            /// The tour as an open one: its closing leap, if it has one, is not part of it.
            pub fn as_open(mut self) -> Self {
                self.kind = TourKind::Open;
                self
            }
        }

        impl AnyTour for $tour {
            fn board(&self) -> &Board {
                self.board()
            }

            fn leaper(&self) -> Leaper {
                KNIGHT
            }

            fn kind(&self) -> TourKind {
                self.kind()
            }

            fn square_at(&self, step: u128) -> Option<Square> {
                self.square_at(step)
            }

            fn step_of(&self, square: Square) -> Option<u128> {
                self.step_of(square)
            }

            fn squares_from(&self, step: u128) -> SquareIter<'_> {
                Box::new(self.squares_from(step).map(Ok))
            }

            fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
                Ok(Box::new(self))
            }
        }

        impl Numbers for &$tour {
            fn step_of(&mut self, square: Square) -> io::Result<u128> {
                Ok(<$tour>::step_of(self, square).unwrap_or(0))
            }

            fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
                <$tour>::write_rank(self, rank, numbers);
                Ok(())
            }
        }
    };
}

implicit_tour!(ImplicitTour, |tour: &Self| tour.route.len());
implicit_tour!(QuadrantTour, |tour: &Self| tour.board.square_count());
implicit_tour!(TidyTour, |tour: &Self| tour.board.square_count());
