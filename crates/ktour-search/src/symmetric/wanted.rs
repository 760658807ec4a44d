//! The symmetry that a tour should have.

use crate::Refusal;
use ktour_core::{Board, Symmetry};

/// The symmetry that a tour should have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WantedSymmetry {
    /// A half turn leaves it unchanged.
    HalfTurn,
    /// A quarter turn leaves it unchanged.
    QuarterTurn,
    /// One of the mirrors across the sides leaves it unchanged.
    Mirror,
    /// Left and right can be exchanged.
    MirrorFiles,
    /// Top and bottom can be exchanged.
    MirrorRanks,
    /// One of the mirrors in a diagonal leaves it unchanged.
    Diagonal,
    /// The mirror in the diagonal through a1 leaves it unchanged.
    Transpose,
    /// The mirror in the other diagonal leaves it unchanged.
    AntiTranspose,
}

ktour_core::named! {
    WantedSymmetry: "symmetry" {
        "half-turn" => HalfTurn,
        "quarter-turn" => QuarterTurn,
        "mirror" => Mirror,
        "mirror-files" => MirrorFiles,
        "mirror-ranks" => MirrorRanks,
        "diagonal" => Diagonal,
        "transpose" => Transpose,
        "anti-transpose" => AntiTranspose,
    }
}

impl WantedSymmetry {
    /// The matching symmetries of the board; refused if the board has none of them.
    ///
    /// ```
    /// use ktour::{Board, Symmetry, symmetric::WantedSymmetry};
    /// let board = Board::new(8, 7)?;
    /// assert_eq!(WantedSymmetry::Mirror.on(&board)?, [Symmetry::MirrorFiles, Symmetry::MirrorRanks]);
    /// assert!(WantedSymmetry::QuarterTurn.on(&board).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on(self, board: &Board) -> Result<Vec<Symmetry>, Refusal> {
        let kept = board.symmetries();
        let meant = |wanted: WantedSymmetry| -> Vec<Symmetry> {
            wanted.symmetries().iter().copied().filter(|symmetry| kept.contains(symmetry)).collect()
        };
        let found = meant(self);
        if !found.is_empty() {
            return Ok(found);
        }
        let others = WantedSymmetry::NAMED.iter().filter(|(_, other)| !meant(*other).is_empty());
        let has = others.map(|&(name, _)| name.to_owned()).collect();
        Err(Refusal::LacksSymmetry { symmetry: self.name().to_owned(), board: board.to_string(), has })
    }

    fn symmetries(self) -> &'static [Symmetry] {
        match self {
            WantedSymmetry::HalfTurn => &[Symmetry::HalfTurn],
            WantedSymmetry::QuarterTurn => &[Symmetry::QuarterTurn],
            WantedSymmetry::Mirror => &[Symmetry::MirrorFiles, Symmetry::MirrorRanks],
            WantedSymmetry::MirrorFiles => &[Symmetry::MirrorFiles],
            WantedSymmetry::MirrorRanks => &[Symmetry::MirrorRanks],
            WantedSymmetry::Diagonal => &[Symmetry::Transpose, Symmetry::AntiTranspose],
            WantedSymmetry::Transpose => &[Symmetry::Transpose],
            WantedSymmetry::AntiTranspose => &[Symmetry::AntiTranspose],
        }
    }
}
