//! How a tour is drawn: the options that can be chosen.

use ktour_tour::Board;

use super::{
    path::PathStyle,
    theme::{Palette, Theme},
};
use crate::DrawError;

/// Dots an inch of a picture in pixels whose size is given.
pub(crate) const DOTS_PER_INCH: f64 = 300.0;

/// The most squares of a tour that is woven.
const MAX_WOVEN_SQUARES: u128 = 1 << 20;

/// How a tour is drawn.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The colours.
    pub theme: Theme,
    /// How the path goes from square to square.
    pub path: PathStyle,
    /// Whether the path has one colour instead of a gradient.
    pub is_plain: bool,
    /// The numbers of the steps.
    pub numbers: Show,
    /// Letters and numbers along the edge.
    pub coordinates: Show,
    /// Pixels across; by default about a thousand on the longer side.
    pub width: Option<u32>,
    /// Millimetres across, in place of pixels.
    pub size: Option<f64>,
    /// Fill of the squares.
    pub fill: Fill,
    /// Whether to draw only the path, in one stroke, for plotters.
    pub is_stroke: bool,
}

/// Which areas of a tour are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fill {
    /// Nothing.
    #[default]
    None,
    /// The areas inside by the even-odd rule; an open tour is closed by a line from its end to its start.
    Harlequin,
}

ktour_tour::named! { Fill: "fill" { "none" => None, "harlequin" => Harlequin } }

/// Whether something is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// Shown if the numbers are legible.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

ktour_tour::named! { Show: "time to draw" { "auto" => Auto, "always" => Always, "never" => Never } }

impl Show {
    pub(super) fn is_shown(self, is_legible: bool) -> bool {
        match self {
            Show::Auto => is_legible,
            Show::Always => true,
            Show::Never => false,
        }
    }
}

impl Picture {
    /// Width in pixels, if it is given in pixels or millimetres.
    pub(crate) fn across(&self) -> Option<u32> {
        self.width.or(self.size.map(|size| (size / 25.4 * DOTS_PER_INCH).round().max(16.0) as u32))
    }

    /// Refuses a board that cannot be drawn in this way.
    pub(crate) fn check(&self, board: &Board) -> Result<(), DrawError> {
        let squares = board.area();
        let is_tangled = self.path == PathStyle::Woven && squares > MAX_WOVEN_SQUARES;
        if is_tangled { Err(DrawError::Tangled { squares, most: MAX_WOVEN_SQUARES }) } else { Ok(()) }
    }

    /// Refuses what cannot be drawn leap by leap.
    pub(crate) fn moves(&self) -> Result<(), DrawError> {
        let what = match self {
            Picture { is_stroke: true, .. } => "one stroke",
            Picture { path: PathStyle::Woven, .. } => "a woven path",
            Picture { fill: Fill::Harlequin, .. } => "what is filled",
            _ => return Ok(()),
        };
        Err(DrawError::Still { what })
    }

    pub(crate) fn palette(&self) -> Palette {
        self.theme.palette()
    }
}
