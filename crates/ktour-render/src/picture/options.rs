//! Options of the drawing of a tour.

use ktour_core::Board;

use super::{
    path::PathStyle,
    theme::{Palette, Theme},
};
use crate::DrawError;

/// Resolution of a png whose size is given in millimetres, in dots per inch.
pub(crate) const DOTS_PER_INCH: f64 = 300.0;

/// Maximum number of squares of a woven tour.
const MAX_WOVEN_SQUARES: u128 = 1 << 20;

/// Options of the drawing of a tour.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Colour theme.
    pub theme: Theme,
    /// Style of the path.
    pub path: PathStyle,
    /// Whether the path has one colour instead of a gradient.
    pub is_plain: bool,
    /// Whether the numbers of the steps are drawn.
    pub numbers: Show,
    /// Whether letters and numbers are drawn along the edge.
    pub coordinates: Show,
    /// Width in pixels; by default the longer side has about a thousand.
    pub width: Option<u32>,
    /// Width in millimetres, instead of pixels.
    pub size: Option<f64>,
    /// Areas that are filled.
    pub fill: Fill,
    /// Whether only the path is drawn, in one stroke, for plotters.
    pub is_stroke: bool,
}

/// Areas of a tour that are filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fill {
    /// Nothing.
    #[default]
    None,
    /// The interior by the even-odd rule; an open tour is closed by a line from its end to its start.
    Harlequin,
}

ktour_core::named! { Fill: "fill" { "none" => None, "harlequin" => Harlequin } }

/// Condition for drawing an optional part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Show {
    /// Shown if it is legible.
    #[default]
    Auto,
    /// Always shown.
    Always,
    /// Never shown.
    Never,
}

ktour_core::named! { Show: "time to draw" { "auto" => Auto, "always" => Always, "never" => Never } }

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

    /// Refuses a board that cannot be drawn with these options.
    pub(crate) fn check_board(&self, board: &Board) -> Result<(), DrawError> {
        let squares = board.area();
        let is_tangled = self.path == PathStyle::Woven && squares > MAX_WOVEN_SQUARES;
        if is_tangled { Err(DrawError::Tangled { squares, most: MAX_WOVEN_SQUARES }) } else { Ok(()) }
    }

    /// Refuses options that cannot be animated.
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
