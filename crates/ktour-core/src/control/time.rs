//! Parses durations such as `500ms` or `1.5m`.

use std::time::Duration;

use thiserror::Error;

/// A text that is not a time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write a time such as 500ms, 10s, 2m or 1h")]
pub struct TimeError {
    /// The text.
    pub text: String,
}

crate::coded! { TimeError: "time-unreadable" { text } }

/// Parses `500ms`, `10s`, `1.5m` or `2h`; a plain number is seconds.
///
/// ```
/// use ktour::control::parse_time;
/// use std::time::Duration;
/// assert_eq!(parse_time("1.5m")?, Duration::from_secs(90));
/// assert!(parse_time("soon").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_time(text: &str) -> Result<Duration, TimeError> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let seconds = number.parse::<f64>().map_or(f64::NAN, |number| number * scale);
    Duration::try_from_secs_f64(seconds).map_err(|_| TimeError { text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        let read = |text| parse_time(text).map(|time| time.as_millis());
        assert_eq!(
            [read("500ms"), read("10s"), read("1.5m"), read("3")],
            [500, 10_000, 90_000, 3000].map(Ok)
        );
        assert!(["", "soon", "-1s", "1e400s"].iter().all(|text| read(text).is_err()));
    }
}
