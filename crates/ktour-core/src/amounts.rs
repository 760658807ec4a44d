//! Amounts of memory and time as text, worded alike in all interfaces.

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
