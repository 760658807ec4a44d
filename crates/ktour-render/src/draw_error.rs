//! Why a tour is not drawn: determined before any memory is allocated.

use std::time::Duration;

use thiserror::Error;

/// A picture that cannot be drawn as requested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// More pixels than a picture may have.
    #[error(
        "a picture of {width}x{height} pixels is too large: the limit is {side} a side and {pixels} in all, choose a smaller width"
    )]
    TooManyPixels {
        /// Across.
        width: u32,
        /// Down.
        height: u32,
        /// The longest side.
        side: u32,
        /// The most pixels.
        pixels: u64,
    },
    /// More frames than an animation may have.
    #[error(
        "a GIF of {squares} squares would have {frames} frames and about {megabytes} MB: the limit is {most} frames; a shorter GIF shows several leaps in one frame"
    )]
    TooManyFrames {
        /// Squares of the board.
        squares: u128,
        /// A frame for each leap.
        frames: usize,
        /// How large the file would be, about.
        megabytes: u128,
        /// The most frames.
        most: usize,
    },
    /// Squares too small to show a path.
    #[error(
        "squares {tenths} tenths of a pixel wide show no path: they need at least {least} pixels, so choose a width of {width}, or a png"
    )]
    SmallSquares {
        /// How wide a square is, in tenths of a pixel.
        tenths: u32,
        /// The smallest width, in pixels.
        least: u32,
        /// A width that would be enough; 0 if there is none.
        width: u32,
    },
    /// A still picture, requested as an animation.
    #[error("{what} cannot be animated: choose svg, pdf or png")]
    Still {
        /// Requested picture or format.
        what: &'static str,
    },
    /// More leaps than can be woven.
    #[error("{squares} squares are too many to weave, the limit is {most}: choose a straight path")]
    Tangled {
        /// Squares of the board.
        squares: u128,
        /// The most squares.
        most: u128,
    },
    /// A time that the file format cannot express.
    #[error("a {what} of {time:?} is not possible in a GIF: choose from {least:?} to {most:?}")]
    FrameTime {
        /// Delay or hold.
        what: &'static str,
        /// The time requested.
        time: Duration,
        /// The least.
        least: Duration,
        /// The most.
        most: Duration,
    },
    /// A grid that is read rank by rank, in a format that needs the squares in tour order.
    #[error("{squares} squares that are read as they go have no order: choose grid, npy or png")]
    NoOrder {
        /// Squares of the grid.
        squares: u128,
    },
}

ktour_tour::coded! {
    DrawError {
        "undrawn-pixels": TooManyPixels { width, height, side, pixels },
        "undrawn-frames": TooManyFrames { squares, frames, megabytes, most },
        "undrawn-squares": SmallSquares { tenths, least, width },
        "undrawn-still": Still { what },
        "undrawn-tangled": Tangled { squares, most },
        "undrawn-time": FrameTime { what, time, least, most },
        "undrawn-no-order": NoOrder { squares },
    }
}

impl From<DrawError> for std::io::Error {
    fn from(undrawn: DrawError) -> std::io::Error {
        std::io::Error::new(std::io::ErrorKind::InvalidInput, undrawn)
    }
}
