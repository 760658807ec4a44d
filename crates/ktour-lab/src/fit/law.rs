//! The laws by which a time may grow, and the points they are fitted to.

use serde::Serialize;

use crate::{Line, phrases};

/// A measured size with its time and standard error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Number of squares.
    pub x: f64,
    /// Time in seconds: the geometric mean of the repeats.
    pub y: f64,
    /// The standard error of `ln y`.
    pub spread: f64,
}

/// A law by which time may grow with the number of squares N.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Law {
    /// a + b·N.
    Linear,
    /// a + b·N + c·N².
    Quadratic,
    /// a·N^b.
    Power,
    /// a·e^(b·N).
    Exponential,
}

impl Law {
    /// All laws.
    pub const ALL: [Law; 4] = [Law::Linear, Law::Quadratic, Law::Power, Law::Exponential];

    /// The name of the law on its own.
    pub fn line(self) -> Line {
        if self == Law::Power { phrases::power_law() } else { self.adjective() }
    }

    /// The name of the law before the word "law".
    pub(super) fn adjective(self) -> Line {
        match self {
            Law::Linear => phrases::linear(),
            Law::Quadratic => phrases::quadratic(),
            Law::Power => phrases::power(),
            Law::Exponential => phrases::exponential(),
        }
    }

    /// Number of parameters of the law.
    ///
    /// ```
    /// use ktour::lab::fit::Law;
    /// assert_eq!((Law::Power.parameters(), Law::Quadratic.parameters()), (2, 3));
    /// ```
    pub fn parameters(self) -> usize {
        if self == Law::Quadratic { 3 } else { 2 }
    }

    /// The logarithm of the law at `z`, and its derivatives by the parameters; `None` if the law is not
    /// positive there.
    pub(super) fn ln(self, p: &[f64; 3], z: f64) -> Option<(f64, [f64; 3])> {
        match self {
            Law::Power => Some((p[0] + p[1] * z.ln(), [1.0, z.ln(), 0.0])),
            Law::Exponential => Some((p[0] + p[1] * z, [1.0, z, 0.0])),
            Law::Linear | Law::Quadratic => {
                let f = p[0] + p[1] * z + p[2] * z * z;
                (f > 0.0).then(|| (f.ln(), [1.0 / f, z / f, z * z / f]))
            }
        }
    }
}
