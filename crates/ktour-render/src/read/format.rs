//! Recognising the format of an input by its beginning.

use std::io::BufRead;

use super::error::ReadError;

pub(super) enum Kind {
    Grid,
    Npy,
    Squares,
    Csv,
    Json,
}

/// Recognises the format by how the input begins, and consumes nothing but leading blanks.
pub(super) fn sniff<R: BufRead>(input: &mut R) -> Result<Kind, ReadError> {
    let head: Vec<u8> = loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Err(ReadError::Empty);
        }
        if buffer.starts_with(crate::data::npy::MAGIC) {
            return Ok(Kind::Npy);
        }
        let blanks = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        if blanks < buffer.len() {
            let line = buffer[blanks..].iter().take_while(|&&byte| byte != b'\n').take(200);
            let head = line.copied().collect();
            // The blanks stay where they may be part of a grid's alignment: they mean nothing.
            break head;
        }
        input.consume(blanks);
    };
    let text = std::str::from_utf8(&head).or_else(|error| {
        // The line may have been cut inside a character.
        let whole = &head[..error.valid_up_to()];
        if whole.is_empty() {
            Err(ReadError::Binary)
        } else {
            std::str::from_utf8(whole).map_err(|_| ReadError::Binary)
        }
    })?;
    if text.chars().any(|c| c.is_control() && !c.is_whitespace()) {
        return Err(ReadError::Binary);
    }
    let text = text.trim();
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or_default();
    let starts_with = |test: fn(char) -> bool| first.starts_with(test);
    if first.starts_with('{') {
        Ok(Kind::Json)
    } else if text.eq_ignore_ascii_case(crate::data::csv::HEADER) {
        Ok(Kind::Csv)
    } else if first.contains(',')
        || (words.next().is_none()
            && starts_with(|c| c.is_ascii_alphabetic())
            && first.ends_with(|c: char| c.is_ascii_digit()))
    {
        Ok(Kind::Squares)
    } else if starts_with(|c| c.is_ascii_digit() || c == '#' || c == '-') {
        Ok(Kind::Grid)
    } else {
        Err(ReadError::UnknownFormat(first.chars().take(20).collect()))
    }
}
