//! Axes: the positions of values, and the ticks.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Line, units};

/// A linear or logarithmic scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// A linear scale.
    Linear,
    /// A logarithmic scale.
    Log,
}

/// The unit of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A count.
    Count,
    /// Seconds, written with a suitable unit.
    Seconds,
    /// A share of one, written as a percentage.
    Percent,
}

/// An axis of a plot.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The label.
    pub label: Line,
    /// The unit of the values.
    pub unit: Unit,
    /// The scale.
    pub scale: Scale,
    /// Fixed ends; otherwise those of the data.
    pub ends: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis.
    pub fn linear(label: Line, unit: Unit) -> Axis {
        Axis { label, unit, scale: Scale::Linear, ends: None }
    }

    /// A logarithmic axis.
    pub fn log(label: Line, unit: Unit) -> Axis {
        Axis { label, unit, scale: Scale::Log, ends: None }
    }

    /// The same axis between fixed ends.
    pub fn between(mut self, low: f64, high: f64) -> Axis {
        self.ends = Some((low, high));
        self
    }

    /// The range of the axis for these values.
    pub(super) fn span(&self, values: impl Iterator<Item = f64>) -> Span {
        let is_log = self.scale == Scale::Log;
        let mut ends = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|&value| value.is_finite() && (!is_log || value > 0.0)) {
            ends = (ends.0.min(value), ends.1.max(value));
        }
        if ends.0 > ends.1 {
            ends = (1.0, 10.0);
        }
        let (low, high) = self.ends.unwrap_or_else(|| match self.scale {
            Scale::Log if ends.1 / ends.0 < 3.0 => (ends.0 / 2.0, ends.1 * 2.0),
            Scale::Log => (ends.0 / 1.3, ends.1 * 1.3),
            Scale::Linear if ends.0 == ends.1 => (ends.0 - 1.0, ends.1 + 1.0),
            Scale::Linear => {
                let margin = (ends.1 - ends.0) * 0.05;
                (if ends.0 >= 0.0 { (ends.0 - margin).max(0.0) } else { ends.0 - margin }, ends.1 + margin)
            }
        });
        Span { is_log, low, high }
    }

    /// The ticks: values and their labels.
    pub(super) fn ticks(&self, span: Span) -> Vec<(f64, String)> {
        let values: Vec<f64> = if span.is_log { log_ticks(span) } else { linear_ticks(span) };
        values.iter().map(|&value| (value, self.tick_label(value, &values))).collect()
    }

    /// The label of a tick, with as many digits as the distance of all ticks requires.
    fn tick_label(&self, value: f64, all: &[f64]) -> String {
        match self.unit {
            Unit::Percent => {
                let step = all.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
                let digits = if step < 0.001 {
                    2
                } else if step < 0.01 {
                    1
                } else {
                    0
                };
                format!("{:.digits$} %", value * 100.0).replace("-0 %", "0 %")
            }
            Unit::Seconds => {
                let (factor, unit) = match value {
                    _ if value < 0.9995e-6 => (1e9, "ns"),
                    _ if value < 0.9995e-3 => (1e6, "µs"),
                    _ if value < 0.9995 => (1e3, "ms"),
                    _ => (1.0, "s"),
                };
                let number = value * factor;
                let digits = usize::from((number - number.round()).abs() > 1e-6);
                format!("{number:.digits$} {unit}")
            }
            Unit::Count if value >= 99_999.0 && self.scale == Scale::Log => power_of_ten(value),
            Unit::Count if (value - value.round()).abs() > 1e-9 => format!("{value:.2}"),
            Unit::Count => units::count(value.round() as u64),
        }
    }
}

/// Writes a number as in 2·10⁵.
fn power_of_ten(value: f64) -> String {
    let power = (value.log10() + 1e-9).floor();
    let first = (value / 10f64.powf(power)).round() as u64;
    let raised: String = format!("{power}")
        .chars()
        .map(|c| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(c.to_digit(10).unwrap_or(0) as usize).unwrap_or(c))
        .collect();
    if first == 1 { format!("10{raised}") } else { format!("{first}·10{raised}") }
}

/// The range of an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) is_log: bool,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    /// The position of a value from 0 to 1; `None` if it is not on the axis.
    pub(super) fn place(self, value: f64) -> Option<f64> {
        let place = if self.is_log {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        (place.is_finite() && (-1e-9..=1.0 + 1e-9).contains(&place)).then_some(place)
    }

    /// The position of a value, where values beyond an end are at that end.
    pub(super) fn clamped(self, value: f64) -> f64 {
        self.place(value.clamp(self.low, self.high)).unwrap_or(0.0)
    }
}

/// About six round values on a linear axis.
fn linear_ticks(span: Span) -> Vec<f64> {
    let rough_step = (span.high - span.low) / 6.0;
    let power = 10f64.powf(rough_step.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|&step| step >= rough_step * 0.999);
    let step = step.unwrap_or(rough_step).max(f64::MIN_POSITIVE);
    let first = (span.low / step - 1e-9).ceil() as i64;
    let last = (span.high / step + 1e-9).floor() as i64;
    (first..=last.min(first + 20)).map(|i| i as f64 * step).collect()
}

/// Powers of ten on a logarithmic axis, and round values between them if there are few.
fn log_ticks(span: Span) -> Vec<f64> {
    let decades = (span.high / span.low).log10();
    let every = (decades / 7.0).ceil().max(1.0) as i32;
    let factors: &[f64] = if decades < 1.5 {
        &[1.0, 2.0, 3.0, 5.0, 7.0]
    } else if decades < 3.0 {
        &[1.0, 2.0, 5.0]
    } else {
        &[1.0]
    };
    let powers = span.low.log10().floor() as i32..=span.high.log10().ceil() as i32;
    let ticks = powers
        .filter(|power| power % every == 0)
        .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
    ticks.filter(|&value| value >= span.low * 0.999_999 && value <= span.high * 1.000_001).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases;

    #[test]
    fn ticks_are_round_numbers() {
        let axis = Axis::linear(phrases::success(), Unit::Percent).between(0.0, 1.0);
        let ticks: Vec<String> =
            axis.ticks(axis.span(std::iter::empty())).into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        let axis = Axis::log(phrases::time(), Unit::Seconds).between(1e-6, 1.0);
        let ticks: Vec<String> =
            axis.ticks(axis.span(std::iter::empty())).into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"]);
        assert_eq!(power_of_ten(2e5), "2·10⁵");
    }
}
