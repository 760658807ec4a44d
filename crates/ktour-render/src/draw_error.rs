//! Errors of drawing; all are found before memory is allocated.

use std::time::Duration;

use thiserror::Error;

/// A picture that cannot be drawn as requested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The picture has too many pixels.
    #[error(
        "a picture of {width}x{height} pixels is too large: the limit is {side} a side and {pixels} in all, choose a smaller width"
    )]
    TooManyPixels {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Maximum length of a side in pixels.
        side: u32,
        /// Maximum number of pixels.
        pixels: u64,
    },
    /// The animation has too many frames.
    #[error(
        "a GIF of {squares} squares would have {frames} frames and about {megabytes} MB: the limit is {most} frames; a shorter GIF shows several leaps in one frame"
    )]
    TooManyFrames {
        /// Number of squares of the board.
        squares: u128,
        /// Number of frames, one for each leap.
        frames: usize,
        /// Approximate size of the file.
        megabytes: u128,
        /// Maximum number of frames.
        most: usize,
    },
    /// The squares are too small to show a path.
    #[error(
        "squares {tenths} tenths of a pixel wide show no path: they need at least {least} pixels, so choose a width of {width}, or a png"
    )]
    SmallSquares {
        /// Width of a square in tenths of a pixel.
        tenths: u32,
        /// Minimum width of a square in pixels.
        least: u32,
        /// Width of the picture that is large enough; 0 if there is none.
        width: u32,
    },
    /// A still picture was requested as an animation.
    #[error("{what} cannot be animated: choose svg, pdf or png")]
    Still {
        /// Requested picture or format.
        what: &'static str,
    },
    /// The tour has too many leaps to be woven.
    #[error("{squares} squares are too many to weave, the limit is {most}: choose a straight path")]
    Tangled {
        /// Number of squares of the board.
        squares: u128,
        /// Maximum number of squares.
        most: u128,
    },
    /// The file format cannot express a time.
    #[error("a {what} of {time:?} is not possible in a GIF: choose from {least:?} to {most:?}")]
    FrameTime {
        /// `delay` or `hold`.
        what: &'static str,
        /// Requested time.
        time: Duration,
        /// Minimum time.
        least: Duration,
        /// Maximum time.
        most: Duration,
    },
    /// The source gives its squares rank by rank, but the format needs them in tour order.
    #[error("{squares} squares that are read as they go have no order: choose grid, npy or png")]
    NoOrder {
        /// Number of squares of the grid.
        squares: u128,
    },
}

ktour_core::coded! {
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
