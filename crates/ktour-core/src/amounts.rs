//! Amounts of memory and time as text, worded alike in all interfaces.

use std::time::Duration;

use thiserror::Error;

/// Returns a number of bytes with a unit and one decimal.
///
/// ```
/// use ktour::amounts::bytes;
/// assert_eq!([bytes(1000), bytes(1536), bytes(369_961_063 << 20)], ["1000 bytes", "1.5 KiB", "352.8 TiB"]);
/// ```
pub fn bytes(bytes: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let power = (bytes.max(1).ilog2() / 10).min(6);
    if power == 0 {
        return format!("{bytes} bytes");
    }
    format!("{:.1} {}", bytes as f64 / 1024f64.powi(power as i32), units[power as usize])
}

/// Returns a number of MiB in the unit that suits it; amounts rounded down to nothing are less than one.
///
/// ```
/// use ktour::amounts::mebibytes;
/// assert_eq!([mebibytes(0), mebibytes(382), mebibytes(2048)], ["less than 1 MiB", "382.0 MiB", "2.0 GiB"]);
/// ```
pub fn mebibytes(mebibytes: u128) -> String {
    match mebibytes {
        0 => "less than 1 MiB".to_owned(),
        _ => bytes(mebibytes << 20),
    }
}

/// Returns a number of seconds in seconds, minutes, hours or days.
///
/// ```
/// use ktour::amounts::duration;
/// assert_eq!([duration(90), duration(46_491_622)], ["90 s", "538 days"]);
/// ```
pub fn duration(seconds: u128) -> String {
    match seconds {
        s if s < 120 => format!("{s} s"),
        s if s < 7200 => format!("{} minutes", s / 60),
        s if s < 172_800 => format!("{} hours", s / 3600),
        s => format!("{} days", s / 86_400),
    }
}

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
