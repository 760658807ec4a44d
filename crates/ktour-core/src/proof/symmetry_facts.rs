//! Counting arguments that no tour has a given symmetry.
//!
//! A symmetry of a closed tour carries every square equally far along the tour, or reverses the tour; an open
//! tour can only be reversed. If squares are carried along, none stays in place, and the colours must fit. If
//! the tour is reversed, it has middles, which are squares that stay in place or leaps between a square and
//! its image: two in a closed tour, one in an open tour. No other square stays in place.

use std::{
    fmt::{self, Write},
    iter,
};

use super::Reason;
use crate::{Board, KNIGHT, Square, Symmetry, TourKind};

/// The counts for a board and a symmetry that rule out tours with that symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymmetryFacts {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// The kind of tour.
    pub kind: TourKind,
    /// Number of squares of the board.
    pub squares: u128,
    /// Number of squares that stay in place.
    pub fixed: u128,
    /// Number of leaps that join a square to its image; 0 for a quarter turn, which cannot reverse a tour.
    pub joined: u128,
    /// Whether the image of a square has the other colour; `None` if leaps keep the colour.
    pub changes_colour: Option<bool>,
    /// A given end whose image cannot be the other end, and the image.
    pub ends: Option<(Square, Square)>,
}

impl SymmetryFacts {
    /// Writes all facts as a sentence; mirrors with equal counts are named together.
    pub(crate) fn write_all(
        all: &[SymmetryFacts],
        f: &mut dyn Write,
        name: &dyn Fn(Square) -> String,
    ) -> fmt::Result {
        let alike = all.chunk_by(|one, other| SymmetryFacts { symmetry: other.symmetry, ..*one } == *other);
        for (at, alike) in alike.enumerate() {
            f.write_str(if at > 0 { "; " } else { "" })?;
            alike[0].write(f, alike.len() > 1, name)?;
        }
        Ok(())
    }

    fn write(&self, f: &mut dyn Write, is_either: bool, name: &dyn Fn(Square) -> String) -> fmt::Result {
        let SymmetryFacts { fixed, .. } = self;
        let symmetry = match self.symmetry {
            Symmetry::Identity => "the identity",
            Symmetry::HalfTurn => "a half turn",
            Symmetry::MirrorFiles if is_either => "either mirror across the sides",
            Symmetry::MirrorFiles => "the mirror that exchanges left and right",
            Symmetry::MirrorRanks => "the mirror that exchanges top and bottom",
            Symmetry::Transpose if is_either => "either mirror in a diagonal",
            Symmetry::Transpose => "the mirror in the diagonal through a1",
            Symmetry::AntiTranspose => "the mirror in the other diagonal",
            Symmetry::QuarterTurn | Symmetry::QuarterTurnBack => "a quarter turn",
        };
        match (self.kind, self.ends) {
            (TourKind::Open, _) if self.symmetry.order() == 4 => {
                write!(
                    f,
                    "{symmetry} could only reverse an open tour, and done twice it would leave every square where it is"
                )
            }
            (TourKind::Open, Some((end, image))) => write!(
                f,
                "{symmetry} that keeps an open tour carries one end to the other, and it carries {} to {}",
                name(end),
                name(image)
            ),
            (TourKind::Open, None) if *fixed > 1 => {
                write!(
                    f,
                    "{symmetry} leaves {fixed} squares where they are, and of an open tour it could leave one, its middle"
                )
            }
            (TourKind::Open, None) => write!(
                f,
                "{symmetry} could only reverse an open tour, whose middle would then be a square that stays or a leap between a square and its image, and there is neither"
            ),
            (TourKind::Closed, _) if *fixed > 2 => {
                write!(
                    f,
                    "{symmetry} leaves {fixed} squares where they are, and of a closed tour it could leave two at most"
                )
            }
            (TourKind::Closed, _) => self.write_closed(symmetry, f),
        }
    }

    /// Writes why a closed tour can neither be carried along nor reversed.
    fn write_closed(&self, symmetry: &str, f: &mut dyn Write) -> fmt::Result {
        let SymmetryFacts { squares, fixed, joined, .. } = self;
        let order = u128::from(self.symmetry.order());
        let steps = squares / order;
        write!(f, "{symmetry} ")?;
        match self.changes_colour {
            _ if *fixed > 0 => write!(
                f,
                "leaves {fixed} of the squares where they are, so it could only reverse a closed tour"
            )?,
            _ if squares % order != 0 => write!(
                f,
                "could not carry {squares} squares along a closed tour, since {order} does not divide them"
            )?,
            Some(true) => write!(
                f,
                "changes the colour of every square, and would carry each {steps} leaps along a closed tour, which keeps it"
            )?,
            _ => write!(
                f,
                "keeps the colour of every square, and would carry each {steps} leaps along a closed tour, which changes it"
            )?,
        }
        if order == 2 {
            let middles = fixed + joined;
            write!(
                f,
                "; to reverse one, it needs two middles, squares that stay or leaps between a square and its image, and there {}",
                match middles {
                    0 => "are none".to_owned(),
                    1 => "is one".to_owned(),
                    count => format!("are {count}"),
                }
            )?;
        }
        Ok(())
    }
}

// Groups of squares, each with its role in the argument, for pictures of a reason.
//
// Lines and colours are stored as such, so a group is small on a board of any size.

/// Maximum number of squares listed of a piece.
const MAX_LISTED_SQUARES: usize = 1024;

/// Squares with the same role in a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The role: `outer` and `inner` lines, `dark` (a1's colour) and `light` squares, squares `removed` and
    /// each `piece` that they leave, squares with `two-neighbours`.
    pub role: &'static str,
    /// The squares.
    pub region: Region,
    /// Number of squares.
    pub count: u128,
}

/// Some squares of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Region {
    /// Listed squares; of a large piece that a cut leaves, only the first ones.
    Squares(Vec<Square>),
    /// All squares on these ranks, counted from 0.
    Ranks([u64; 2]),
    /// All squares on these files, counted from 0.
    Files([u64; 2]),
    /// All squares of one colour.
    Colour {
        /// Whether it is a1's colour.
        is_dark: bool,
    },
}

impl Reason {
    /// The groups of squares in the argument; none if its [`squares`](Reason::squares) suffice for a picture.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, TourKind, proof::Region, theory::{Verdict, exists}};
    /// let puzzle = Puzzle::new(Board::new(7, 4)?).with_kind(TourKind::Closed);
    /// let Verdict::No(reason) = exists(&puzzle) else { panic!("4xn has no closed tour") };
    /// let groups = reason.groups(puzzle.board());
    /// assert_eq!((groups[0].role, &groups[0].region), ("outer", &Region::Ranks([0, 3])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn groups(&self, board: &Board) -> Vec<Group> {
        let listed = |role, squares: &[Square]| {
            let count = squares.len() as u128;
            Group { role, region: Region::Squares(squares.to_vec()), count }
        };
        match self {
            Reason::Parity { dark, light, .. } => {
                let colour = |role, is_dark, count| Group { role, region: Region::Colour { is_dark }, count };
                vec![colour("dark", true, *dark), colour("light", false, *light)]
            }
            Reason::Cut { removed, pieces, .. } => {
                let piece = |piece: &Vec<Square>| Group {
                    count: piece.len() as u128,
                    ..listed("piece", &piece[..piece.len().min(MAX_LISTED_SQUARES)])
                };
                iter::once(listed("removed", removed)).chain(pieces.iter().map(piece)).collect()
            }
            Reason::OuterLines { .. } => outer_and_inner_lines(board),
            // 3x4 has four lines as well.
            Reason::Schwenk { short, long } if [*short, *long].contains(&4) => outer_and_inner_lines(board),
            // 3x6 and 3x8: where both leaps are forced.
            Reason::Schwenk { .. } => {
                let is_forced = |square: &Square| board.leaps(KNIGHT, *square).count() == 2;
                let forced: Vec<Square> = board.squares().filter(is_forced).collect();
                vec![listed("two-neighbours", &forced)]
            }
            _ => Vec::new(),
        }
    }
}

/// The outer and the inner lines of a board that is four ranks high, or four files wide.
fn outer_and_inner_lines(board: &Board) -> Vec<Group> {
    let is_high = board.ranks() == 4;
    let group = |role, lines: [u64; 2]| {
        let line = |square: &Square| if is_high { square.rank } else { square.file };
        let holes = board.holes().iter().filter(|hole| lines.contains(&line(hole))).count();
        let region = if is_high { Region::Ranks(lines) } else { Region::Files(lines) };
        Group { role, region, count: board.area() / 2 - holes as u128 }
    };
    vec![group("outer", [0, 3]), group("inner", [1, 2])]
}
