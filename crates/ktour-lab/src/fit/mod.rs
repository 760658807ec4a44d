//! Growth laws, fitted by least squares and compared.
//!
//! Times of small and large boards differ by many orders of magnitude, and noise is a share of the time, not
//! a number of seconds. So every law is fitted to the *logarithm* of the time. All laws minimise the same
//! sum, so their AIC can be compared:
//!
//! ```text
//! S = Σ wᵢ (ln tᵢ − ln f(xᵢ))²,    wᵢ = 1 / (sᵢ² + floor²)
//! ```
//!
//! `sᵢ` is the standard error of the point's mean logarithm over its repeats. The floor of 2 % stands for
//! errors that all repeats share (layout of memory, speed of the clock).
//!
//! *AICc* is `n ln(S/n) + 2k` with the correction for small samples; `k` includes the unknown variance.
//! *Held-out error:* the law is fitted again without the largest quarter of the boards, and predicts them.
//!
//! *Reference:* K. Levenberg 1944, D. Marquardt 1963; H. Akaike 1974; C. Hurvich & C.-L. Tsai 1989.

mod least_squares;

use ktour_search::Method;
use serde::Serialize;

use crate::{Figure, Line, phrases, stats::Z95};
use least_squares::{Scaled, least_squares};

/// Difference of AICc from which a law is clearly better than another.
const CLEAR_AICC_DIFFERENCE: f64 = 4.0;
/// Minimum number of sizes for which laws are compared.
pub const MIN_POINTS_TO_FIT: usize = 6;

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
    fn adjective(self) -> Line {
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
    fn ln(self, p: &[f64; 3], z: f64) -> Option<(f64, [f64; 3])> {
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

/// A fitted law and its errors.
#[derive(Clone, Debug, Serialize)]
pub struct Fit {
    /// The law.
    pub law: Law,
    /// a, b and c, in seconds and squares.
    pub parameters: Vec<f64>,
    /// The standard errors of the parameters.
    pub errors: Vec<f64>,
    /// Akaike's criterion, corrected; lower is better.
    pub aicc: f64,
    /// The root mean square of ln(measured / law) over all points.
    pub misfit: f64,
    /// The root mean square over the largest quarter, predicted from the rest; `None` if a prediction is not
    /// positive.
    pub held_out: Option<f64>,
    /// ln(measured / law), point by point.
    pub residuals: Vec<f64>,
    #[serde(skip)]
    scaled: Scaled,
}

impl Fit {
    /// The law's time for a number of squares; `None` if it is not positive.
    ///
    /// ```
    /// use ktour::lab::fit::{Law, Point, compare};
    /// let points: Vec<Point> =
    ///     (1..12).map(|n| f64::from(n) * 100.0).map(|x| Point { x, y: 1e-9 * x, spread: 0.01 }).collect();
    /// let comparison = compare(&points).unwrap();
    /// let line = comparison.fit_of(Law::Linear).unwrap();
    /// assert!((line.at(5000.0).unwrap() - 5e-6).abs() < 1e-9);
    /// assert_eq!(line.law.line().to_string(), "linear");
    /// assert!(line.formula().ends_with("·N"));
    /// println!("{}", comparison.sentence(ktour::Method::Divide));
    /// assert_eq!(ktour::lab::fit::error_figure(Some(0.03)).to_string(), "3.0 %");
    /// ```
    pub fn at(&self, squares: f64) -> Option<f64> {
        self.scaled.ln_at(squares).map(f64::exp)
    }

    /// The law as a formula.
    pub fn formula(&self) -> String {
        let p = &self.parameters;
        match self.law {
            Law::Linear => format!("{:.3e} + {:.3e}·N", p[0], p[1]),
            Law::Quadratic => format!("{:.3e} + {:.3e}·N + {:.3e}·N²", p[0], p[1], p[2]),
            Law::Power => format!("{:.3e}·N^{:.3}", p[0], p[1]),
            Law::Exponential => format!("{:.3e}·e^({:.3e}·N)", p[0], p[1]),
        }
    }
}

/// Fits all laws to the same points, best first; `None` with fewer than [`MIN_POINTS_TO_FIT`].
///
/// ```
/// use ktour::lab::fit::{Law, Point, compare};
/// let point = |x: f64| Point { x, y: 1e-9 * x.powf(1.5), spread: 0.01 };
/// let points: Vec<Point> = (1..12).map(|n| point(f64::from(n) * 100.0)).collect();
/// let comparison = compare(&points).unwrap();
/// assert_eq!(comparison.best().law, Law::Power);
/// assert!((comparison.best().parameters[1] - 1.5).abs() < 1e-6);
/// ```
pub fn compare(points: &[Point]) -> Option<Comparison> {
    let mut points = points.to_vec();
    points.retain(|point| point.x > 0.0 && point.y > 0.0 && point.y.is_finite());
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    if points.len() < MIN_POINTS_TO_FIT {
        return None;
    }
    let mut fits: Vec<Fit> = Law::ALL.into_iter().filter_map(|law| fit(law, &points)).collect();
    fits.sort_by(|a, b| a.aicc.total_cmp(&b.aicc));
    (!fits.is_empty()).then_some(Comparison { points, fits })
}

/// All laws fitted to the same points.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The points, smallest board first.
    pub points: Vec<Point>,
    /// The fits, lowest AICc first.
    pub fits: Vec<Fit>,
}

impl Comparison {
    /// The law that the data support most.
    pub fn best(&self) -> &Fit {
        &self.fits[0]
    }

    /// The fit of one law.
    pub fn fit_of(&self, law: Law) -> Option<&Fit> {
        self.fits.iter().find(|fit| fit.law == law)
    }

    /// A sentence about the law that the data support.
    pub fn sentence(&self, method: Method) -> Line {
        let best = self.best();
        let law = best.law.adjective();
        // A line is a quadratic without a square term: if it is best, the quadratic is no rival.
        let is_rival = |fit: &&Fit| !(best.law == Law::Linear && fit.law == Law::Quadratic);
        let others: Vec<&Fit> = self.fits.iter().skip(1).filter(is_rival).collect();
        let rivals: Vec<Figure> = others
            .iter()
            .filter(|fit| fit.aicc - best.aicc < CLEAR_AICC_DIFFERENCE)
            .map(|fit| fit.law.adjective().into())
            .collect();
        let verdict = match (&rivals[..], others.first()) {
            ([], Some(next)) => {
                let difference = Figure::decimal(next.aicc - best.aicc, 0);
                phrases::law_clear(law, difference, next.law.adjective())
            }
            ([], None) => phrases::law_alone(law),
            _ => phrases::law_rivalled(law, Figure::Either(rivals)),
        };
        let detail = match best.law {
            Law::Power => {
                let (b, half) = (best.parameters[1], Z95 * best.errors[1]);
                let [b, low, high] = [b, b - half, b + half].map(|b| Figure::decimal(b, 2));
                Some(phrases::exponent(b, low, high))
            }
            Law::Linear => Some(phrases::time_per_square(Figure::Seconds(best.parameters[1]))),
            Law::Quadratic | Law::Exponential => None,
        };
        let own = error_figure(best.held_out);
        let error = match self.fit_of(Law::Exponential).filter(|fit| fit.law != best.law) {
            Some(exponential) if best.held_out.is_some() => {
                phrases::predicted_beside(own, error_figure(exponential.held_out))
            }
            _ => phrases::predicted(own),
        };
        let is_trusted = best.held_out.is_some_and(|error| error < 0.25);
        let caution = (!is_trusted).then(phrases::beyond_trust);
        phrases::growth_law(method, verdict, detail, error, caution)
    }
}

/// A logarithmic error as text: `3.1 %`, or `a factor of 25`.
pub fn error_figure(error: Option<f64>) -> Figure {
    match error {
        None => phrases::off_entirely().into(),
        Some(error) if error < 0.7 => Figure::Percent(error.exp_m1()),
        Some(error) if error < 13.8 => phrases::off_by_a_factor(Figure::decimal(error.exp(), 1)).into(),
        Some(error) => phrases::off_by_a_power(Figure::decimal(error / std::f64::consts::LN_10, 0)).into(),
    }
}

/// One law fitted to points sorted by size.
fn fit(law: Law, points: &[Point]) -> Option<Fit> {
    let scaled = least_squares(law, points)?;
    let n = points.len() as f64;
    let k = law.parameters() as f64 + 1.0;
    // A perfect fit of synthetic data would have no logarithm.
    let aicc = n * (scaled.sum / n).max(1e-20).ln() + 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0).max(1.0);
    let residuals: Option<Vec<f64>> =
        points.iter().map(|point| Some(point.y.ln() - scaled.ln_at(point.x)?)).collect();
    let residuals = residuals?;
    let first_held_out = points.len() - points.len().div_ceil(4);
    let held_out = least_squares(law, &points[..first_held_out]).and_then(|rest| {
        let errors: Option<Vec<f64>> =
            points[first_held_out..].iter().map(|point| Some(point.y.ln() - rest.ln_at(point.x)?)).collect();
        errors.map(|errors| root_mean_square(&errors))
    });
    let s = scaled.scale;
    // Parameters were fitted for sizes divided by the largest.
    let factors = match law {
        Law::Linear | Law::Quadratic => [1.0, 1.0 / s, 1.0 / (s * s)],
        Law::Power => [1.0, 1.0, 0.0],
        Law::Exponential => [1.0, 1.0 / s, 0.0],
    };
    let count = law.parameters();
    let mut parameters: Vec<f64> = (0..count).map(|i| scaled.p[i] * factors[i]).collect();
    let mut errors: Vec<f64> =
        (0..count).map(|i| scaled.covariance[i][i].max(0.0).sqrt() * factors[i]).collect();
    if matches!(law, Law::Power | Law::Exponential) {
        // The first parameter is ln a, for the power law at the largest size; it becomes a.
        let shift = if law == Law::Power { parameters[1] * s.ln() } else { 0.0 };
        parameters[0] = (parameters[0] - shift).exp();
        errors[0] *= parameters[0];
    }
    let misfit = root_mean_square(&residuals);
    Some(Fit { law, parameters, errors, aicc, misfit, held_out, residuals, scaled })
}

fn root_mean_square(values: &[f64]) -> f64 {
    (values.iter().map(|value| value * value).sum::<f64>() / values.len().max(1) as f64).sqrt()
}
