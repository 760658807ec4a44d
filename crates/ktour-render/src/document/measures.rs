//! The document of a tour's measures.

use ktour_core::{
    Leap, Symmetry, Tour,
    measure::{Magic, Measures},
};
use schemars::JsonSchema;
use serde::Serialize;

/// Measures of a tour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Measures", deny_unknown_fields)]
pub struct MeasuresDocument {
    /// Number of leaps.
    pub leaps: usize,
    /// Number of squares where the direction changes.
    pub turns: usize,
    /// Number of squares where the direction stays the same.
    pub straight: usize,
    /// Maximum number of consecutive leaps in one direction.
    pub longest_run: usize,
    /// Angles between consecutive leaps, the sharpest first.
    pub angles: Vec<AngleDocument>,
    /// Slopes of the leaps.
    pub slopes: Vec<SlopeDocument>,
    /// Crossings of leaps.
    pub crossings: CrossingsDocument,
    /// Area that a closed tour encloses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<AreaDocument>,
    /// Symmetries of the tour.
    pub symmetry: SymmetryDocument,
    /// Sums of the step numbers.
    pub sums: SumsDocument,
}

/// An angle and its number of occurrences.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Angle", deny_unknown_fields)]
pub struct AngleDocument {
    /// Size of the angle in degrees, rounded to a hundredth; 180 is straight on.
    pub degrees: f64,
    /// Number of occurrences.
    pub count: usize,
}

/// A slope and its number of leaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Slope", deny_unknown_fields)]
pub struct SlopeDocument {
    /// Files to the right.
    pub file: i64,
    /// Ranks up.
    pub rank: i64,
    /// Number of leaps with this slope, in either direction.
    pub count: usize,
}

/// Crossings of leaps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Crossings", deny_unknown_fields)]
pub struct CrossingsDocument {
    /// Number of pairs of leaps that cross.
    pub total: u64,
    /// Number of leaps without a crossing.
    pub uncrossed: usize,
    /// Number of leaps that cross no other leap, one other, two others, and so on.
    pub by_leap: Vec<usize>,
}

/// The area of a closed tour, drawn through the middles of its squares.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Area", deny_unknown_fields)]
pub struct AreaDocument {
    /// Area inside by the even-odd rule.
    pub inside: f64,
    /// Area in which every point counts with the winding number of the tour.
    pub swept: f64,
}

/// The symmetries of a tour.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeptSymmetry", deny_unknown_fields)]
pub struct SymmetryDocument {
    /// Name of the symmetry class: asymmetric, eulerian, bergholtian, sulian, murraian, birotary and so on.
    pub name: &'static str,
    /// The symmetries except the identity.
    pub kept: Vec<KeptDocument>,
}

/// A symmetry that maps a tour to itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Kept", deny_unknown_fields)]
pub struct KeptDocument {
    /// half-turn, mirror-files, mirror-ranks, transpose, anti-transpose, quarter-turn or quarter-turn-back.
    pub symmetry: &'static str,
    /// Whether the symmetry reverses the tour's direction.
    pub reverses: bool,
}

/// The sums of a tour's step numbers.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Sums", deny_unknown_fields)]
pub struct SumsDocument {
    /// magic, semi-magic, files or ranks (all of these have equal sums), or none.
    pub magic: &'static str,
    /// Sum of each rank, from the bottom.
    pub ranks: Vec<u64>,
    /// Sum of each file, from the left.
    pub files: Vec<u64>,
    /// Sums of both diagonals of a square board, the one through a1 first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diagonals: Option<[u64; 2]>,
    /// Ranks, counted from 1, whose sum differs from the common sum.
    pub failing_ranks: Vec<usize>,
    /// Files, counted from 1, whose sum differs from the common sum.
    pub failing_files: Vec<usize>,
}

impl MeasuresDocument {
    /// Measures a tour.
    ///
    /// ```
    /// use ktour::render::{document::{MeasuresDocument, symmetry_name}, read::{Hints, tour}};
    /// let tour = tour(" 1  4  7 10\n12  9  2  5\n 3  6 11  8\n".as_bytes(), &Hints::default())?;
    /// assert_eq!(MeasuresDocument::new(&tour).turns, 10);
    /// assert_eq!(symmetry_name(ktour::Symmetry::HalfTurn), "half-turn");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tour: &Tour) -> MeasuresDocument {
        let measures = Measures::new(tour);
        let slope = |&(Leap { file, rank, .. }, count): &(Leap, usize)| SlopeDocument { file, rank, count };
        let kept = measures.symmetry.symmetries().filter(|kept| *kept != Symmetry::Identity);
        let sums = &measures.sums;
        let (ranks, files) = if tour.board().is_rectangle() { sums.failing() } else { Default::default() };
        let from_one = |lines: Vec<usize>| lines.into_iter().map(|line| line + 1).collect();
        MeasuresDocument {
            leaps: measures.leaps,
            turns: measures.turns,
            straight: measures.straight,
            longest_run: measures.longest_run,
            angles: measures
                .angles
                .iter()
                .map(|angle| AngleDocument {
                    degrees: (angle.degrees() * 100.0).round() / 100.0,
                    count: angle.count,
                })
                .collect(),
            slopes: measures.slopes.iter().map(slope).collect(),
            crossings: CrossingsDocument {
                total: measures.crossings.total,
                uncrossed: measures.crossings.uncrossed,
                by_leap: measures.crossings.by_leap.clone(),
            },
            area: measures.area.map(|area| AreaDocument { inside: area.inside, swept: area.swept }),
            symmetry: SymmetryDocument {
                name: measures.symmetry.symmetry_name().name(),
                kept: kept
                    .map(|symmetry| KeptDocument {
                        symmetry: symmetry_name(symmetry),
                        reverses: measures.symmetry.reverses(symmetry) == Some(true),
                    })
                    .collect(),
            },
            sums: SumsDocument {
                magic: Magic::name(sums.magic),
                ranks: sums.ranks.clone(),
                files: sums.files.clone(),
                diagonals: sums.diagonals,
                failing_ranks: from_one(ranks),
                failing_files: from_one(files),
            },
        }
    }
}

/// Name of a symmetry in documents.
pub fn symmetry_name(symmetry: Symmetry) -> &'static str {
    match symmetry {
        Symmetry::Identity => "identity",
        Symmetry::HalfTurn => "half-turn",
        Symmetry::MirrorFiles => "mirror-files",
        Symmetry::MirrorRanks => "mirror-ranks",
        Symmetry::Transpose => "transpose",
        Symmetry::AntiTranspose => "anti-transpose",
        Symmetry::QuarterTurn => "quarter-turn",
        Symmetry::QuarterTurnBack => "quarter-turn-back",
    }
}
