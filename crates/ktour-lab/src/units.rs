//! Formatting of numbers for people: `25 936 255`, `1.23 ms`, `97.9 %`.

/// A count with thin gaps between thousands.
///
/// ```
/// assert_eq!(ktour::lab::units::count(9862), "9\u{202f}862");
/// ```
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A time with three digits and the unit that suits it.
///
/// ```
/// assert_eq!(ktour::lab::units::seconds(0.001234), "1.23 ms");
/// ```
pub fn seconds(time: f64) -> String {
    let (number, unit) = match time {
        _ if time <= 0.0 => return "0 s".to_owned(),
        _ if time < 1e-6 => (time * 1e9, "ns"),
        _ if time < 1e-3 => (time * 1e6, "µs"),
        _ if time < 1.0 => (time * 1e3, "ms"),
        _ => (time, "s"),
    };
    format!("{} {unit}", three_digits(number))
}

/// A share as a percentage with one digit after the point.
///
/// ```
/// assert_eq!(ktour::lab::units::percent(0.979), "97.9 %");
/// ```
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A ratio: three digits below a thousand, a count above.
///
/// ```
/// assert_eq!(ktour::lab::units::times(3.14159), "3.14");
/// ```
pub fn times(ratio: f64) -> String {
    if ratio < 1000.0 { three_digits(ratio) } else { count(ratio.round() as u64) }
}

/// A number with three significant digits.
///
/// ```
/// assert_eq!(ktour::lab::units::three_digits(12.345), "12.3");
/// ```
pub fn three_digits(number: f64) -> String {
    match number.abs() {
        magnitude if magnitude >= 99.95 => rounded_count(number),
        magnitude if magnitude >= 9.995 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

fn rounded_count(number: f64) -> String {
    if number >= 0.0 { count(number.round() as u64) } else { format!("-{}", count(-number.round() as u64)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separators_and_units() {
        assert_eq!(count(25936255), "25\u{202f}936\u{202f}255");
        assert_eq!(count(999), "999");
        assert_eq!(seconds(0.001234), "1.23 ms");
        assert_eq!(seconds(12.34), "12.3 s");
        assert_eq!(seconds(0.0), "0 s");
        assert_eq!(percent(0.97907), "97.9 %");
    }
}
