//! The symmetries of a tour, and the names of tours with such symmetries.
//!
//! A symmetry leaves a tour unchanged if it carries the tour's leaps to the tour's leaps. It then moves every
//! square along the tour, or reverses it: with steps counted from the image of the first square, every image
//! is where it should be.

use crate::{Symmetry, Tour, TourKind};

/// The symmetries that leave a tour unchanged, each with whether it reverses the tour.
///
/// ```
/// use ktour::{Board, Control, Puzzle, Symmetry, measure::{SymmetryName, TourSymmetries}};
/// use ktour::symmetric::{WantedSymmetry, solve_symmetric};
/// let puzzle = Puzzle::new(Board::new(6, 6)?);
/// let wanted = WantedSymmetry::QuarterTurn;
/// let tour = solve_symmetric(&puzzle, wanted, 0, &Control::unlimited())?.outcome.found().unwrap();
/// let symmetries = TourSymmetries::new(&tour);
/// assert_eq!((symmetries.symmetry_name(), symmetries.symmetries().count()), (SymmetryName::Birotary, 4));
/// assert_eq!(symmetries.reverses(Symmetry::HalfTurn), Some(false)); // and preserves the direction
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TourSymmetries(Vec<(Symmetry, bool)>, TourKind);

/// The name of a tour with these symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SymmetryName {
    /// A tour whose only symmetry is the identity.
    Asymmetric,
    /// A half turn leaves a closed tour and its direction unchanged: the tour goes round the centre.
    Eulerian,
    /// A half turn reverses a closed tour: the tour goes through the centre.
    Bergholtian,
    /// A mirror leaves a closed tour and its direction unchanged.
    Sulian,
    /// A mirror reverses a closed tour.
    Murraian,
    /// A quarter turn leaves the tour unchanged.
    Birotary,
    /// Two mirrors leave the tour unchanged.
    Biaxial,
    /// All eight symmetries leave the tour unchanged.
    Octonary,
    /// A half turn reverses an open tour.
    Rotary,
    /// A mirror reverses an open tour.
    Axial,
}

crate::named! {
    SymmetryName: "symmetry" {
        "asymmetric" => Asymmetric,
        "eulerian" => Eulerian,
        "bergholtian" => Bergholtian,
        "sulian" => Sulian,
        "murraian" => Murraian,
        "birotary" => Birotary,
        "biaxial" => Biaxial,
        "octonary" => Octonary,
        "rotary" => Rotary,
        "axial" => Axial,
    }
}

impl TourSymmetries {
    /// Finds the symmetries of a tour.
    pub fn new(tour: &Tour) -> TourSymmetries {
        let (board, count) = (tour.board(), tour.len());
        let steps = tour.steps();
        let direction_of = |symmetry: Symmetry| {
            let image = |square| steps[board.index(symmetry.apply_to_square(board, square))] as usize - 1;
            let first = tour.square_at(1).map(image)?;
            let is_unchanged = |is_reversed: bool| {
                (0..).zip(tour.squares()).all(|(step, square): (usize, _)| {
                    let expected = if is_reversed { first + count - step } else { first + step };
                    match tour.kind() {
                        TourKind::Closed => image(square) == expected % count,
                        TourKind::Open => image(square) + if is_reversed { count } else { 0 } == expected,
                    }
                })
            };
            [false, true]
                .into_iter()
                .find(|&is_reversed| is_unchanged(is_reversed))
                .map(|is_reversed| (symmetry, is_reversed))
        };
        TourSymmetries(board.symmetries().into_iter().filter_map(direction_of).collect(), tour.kind())
    }

    /// The symmetries, the identity first.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.0.iter().map(|&(symmetry, _)| symmetry)
    }

    /// Whether a symmetry reverses the tour; `None` if the tour does not have it.
    pub fn reverses(&self, symmetry: Symmetry) -> Option<bool> {
        self.0.iter().find(|(own, _)| *own == symmetry).map(|&(_, is_reversed)| is_reversed)
    }

    /// The name of such a tour (after Jelliss).
    pub fn symmetry_name(&self) -> SymmetryName {
        let mirrors =
            [Symmetry::MirrorFiles, Symmetry::MirrorRanks, Symmetry::Transpose, Symmetry::AntiTranspose];
        let is_closed = self.1 == TourKind::Closed;
        // A mirror that preserves an open tour and its direction moves none of its squares.
        let axes = mirrors.into_iter().filter_map(|mirror| self.reverses(mirror));
        let mut axes = axes.filter(|is_reversed| is_closed || *is_reversed);
        let (axis, second) = (axes.next(), axes.next());
        match (self.reverses(Symmetry::HalfTurn), axis) {
            _ if self.0.len() == 8 => SymmetryName::Octonary,
            _ if self.reverses(Symmetry::QuarterTurn).is_some() => SymmetryName::Birotary,
            (_, Some(_)) if second.is_some() => SymmetryName::Biaxial,
            (_, Some(false)) => SymmetryName::Sulian,
            (_, Some(true)) if is_closed => SymmetryName::Murraian,
            (_, Some(true)) => SymmetryName::Axial,
            (Some(false), None) => SymmetryName::Eulerian,
            (Some(true), None) if is_closed => SymmetryName::Bergholtian,
            (Some(true), None) => SymmetryName::Rotary,
            (None, None) => SymmetryName::Asymmetric,
        }
    }
}
