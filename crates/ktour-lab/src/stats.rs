//! Statistics of a sample: shares with confidence intervals, quantiles, mean and deviation.

use serde::Serialize;

use crate::{Figure, Line, phrases};

/// Number of standard deviations around the mean that contain 95 % of a normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An interval of a share with a confidence of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// Whether a value is in the interval.
    ///
    /// ```
    /// use ktour::lab::stats::wilson;
    /// assert!(wilson(50, 100).contains(0.5) && !wilson(50, 100).contains(0.7));
    /// println!("{}", wilson(50, 100).line());
    /// ```
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// The interval as text.
    pub fn line(self) -> Line {
        phrases::range(Figure::Percent(self.low), Figure::Percent(self.high))
    }
}

/// Wilson's score interval, 95 %: within 0 to 1, and of positive width even if nothing or everything
/// succeeded.
///
/// *Reference:* E. B. Wilson, *Probable inference*, JASA 22 (1927).
///
/// ```
/// use ktour::lab::stats::wilson;
/// let none = wilson(0, 100);
/// assert_eq!(none.low, 0.0);
/// assert!((none.high - 0.0370).abs() < 1e-4);
/// ```
pub fn wilson(successes: u64, tries: u64) -> Interval {
    if tries == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, z2) = (tries as f64, Z95 * Z95);
    let share = successes as f64 / n;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let low = if successes == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if successes == tries { 1.0 } else { (middle + half).min(1.0) };
    Interval { low, high }
}

/// The quantile of a sorted sample, with linear interpolation between values; `None` if it is empty.
///
/// ```
/// use ktour::lab::stats::{quantile, sorted};
/// assert_eq!(quantile(&sorted([3.0, 1.0, 2.0]), 0.5), Some(2.0));
/// assert_eq!(quantile(&[], 0.5), None);
/// ```
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let at = q.clamp(0.0, 1.0) * last as f64;
    let (below, above) = (at.floor() as usize, at.ceil() as usize);
    Some(sorted[below] + (sorted[above] - sorted[below]) * (at - below as f64))
}

/// Sorts a sample.
pub fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The mean and the standard deviation of a sample; the latter is 0 for fewer than two values.
///
/// ```
/// use ktour::lab::stats::mean_and_deviation;
/// assert_eq!(mean_and_deviation(&[1.0, 3.0]).0, 2.0);
/// ```
pub fn mean_and_deviation(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return (mean, 0.0);
    }
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (mean, (squares / (n - 1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Agresti and Coull 1998 and every textbook: 9 of 10, 95 %.
    #[test]
    fn wilsons_interval_of_nine_in_ten_matches_the_textbook() {
        let interval = wilson(9, 10);
        assert!(
            (interval.low - 0.5958).abs() < 1e-4 && (interval.high - 0.9821).abs() < 1e-4,
            "{interval:?}"
        );
    }

    #[test]
    fn quantiles_interpolate_between_values() {
        let sample = sorted([4.0, 1.0, 3.0, 2.0]);
        assert_eq!(quantile(&sample, 0.5), Some(2.5));
        assert_eq!(quantile(&sample, 0.0), Some(1.0));
        assert_eq!(quantile(&sample, 1.0), Some(4.0));
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(mean_and_deviation(&sample), (2.5, (5.0f64 / 3.0).sqrt()));
    }

    proptest! {
        #[test]
        fn an_interval_contains_its_share(tries in 1u64..100_000, part in 0.0..=1.0f64) {
            let successes = (part * tries as f64) as u64;
            let interval = wilson(successes, tries);
            prop_assert!(interval.contains(successes as f64 / tries as f64), "{interval:?}");
            prop_assert!(0.0 <= interval.low && interval.high <= 1.0);
        }

        /// Failures are successes of the opposite event.
        #[test]
        fn failures_have_the_mirrored_interval(tries in 1u64..10_000, part in 0.0..=1.0f64) {
            let successes = (part * tries as f64) as u64;
            let (one, other) = (wilson(successes, tries), wilson(tries - successes, tries));
            prop_assert!((one.low - (1.0 - other.high)).abs() < 1e-9);
        }
    }
}
