//! Parsers for sizes, and random seeds.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use ktour_render::Format;
use ktour_search::symmetric::WantedSymmetry;
use thiserror::Error;

/// Amount of memory that is invalid or useless.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum SizeError {
    #[error("write a size such as 512MiB or 8GiB")]
    NoSize,
    #[error("0 is no size: write one such as 512MiB or 8GiB")]
    Zero,
    #[error("{text} is too little to answer anything: give at least 1MiB")]
    TooLittle { text: String },
}

/// Returns the parser of a format; the help lists all formats.
pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::NAMES).try_map(|name| name.parse::<Format>())
}

/// Returns the parser of a symmetry.
pub(crate) fn symmetry() -> impl TypedValueParser<Value = WantedSymmetry> {
    PossibleValuesParser::new(WantedSymmetry::NAMES).try_map(|name| name.parse::<WantedSymmetry>())
}

/// Returns a random seed from the clock.
pub(crate) fn any_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_nanos() as u64) & ((1 << 53) - 1)
}

/// Parses `8GiB`, `512MB`, `1.5G`; a plain number is bytes.
pub(crate) fn parse_bytes(text: &str) -> Result<u128, SizeError> {
    let digits = text.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at(digits);
    let scale: f64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1048576.0,
        "g" | "gib" => 1073741824.0,
        "t" | "tib" => 1099511627776.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "tb" => 1e12,
        _ => f64::NAN,
    };
    match number.parse::<f64>().map_or(f64::NAN, |number| number * scale) {
        bytes if bytes >= 0.0 => Ok(bytes as u128),
        _ => Err(SizeError::NoSize),
    }
}

/// Parses an amount of memory that is not 0.
pub(crate) fn parse_memory(text: &str) -> Result<u128, SizeError> {
    match parse_bytes(text)? {
        0 => Err(SizeError::Zero),
        bytes => Ok(bytes),
    }
}

/// Parses an amount of memory that is large enough for some output.
pub(crate) fn parse_some_bytes(text: &str) -> Result<u128, SizeError> {
    match parse_bytes(text)? {
        bytes if bytes < 1 << 20 => Err(SizeError::TooLittle { text: text.to_owned() }),
        bytes => Ok(bytes),
    }
}
