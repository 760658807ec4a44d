//! Input that may be endless: a run of blanks or digits longer than in any tour is refused.
//!
//! The readers notice any other endless input; blanks and digits have no meaning until they end.

use std::io::{self, Read};

/// Maximum length of a run in bytes.
const MAX_RUN_BYTES: usize = 1 << 24;

/// A reader that refuses long runs.
#[derive(Debug)]
pub(super) struct RunLimitReader<R> {
    input: R,
    blanks: usize,
    digits: usize,
}

impl<R: Read> RunLimitReader<R> {
    pub(super) fn new(input: R) -> RunLimitReader<R> {
        RunLimitReader { input, blanks: 0, digits: 0 }
    }
}

impl<R: Read> Read for RunLimitReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let bytes = &buffer[..read];
        self.blanks = run(self.blanks, bytes, u8::is_ascii_whitespace);
        self.digits = run(self.digits, bytes, u8::is_ascii_digit);
        let what = match (self.blanks > MAX_RUN_BYTES, self.digits > MAX_RUN_BYTES) {
            (true, _) => "it has more than 16 MiB of blanks in a row",
            (_, true) => "it has a number of more than 16 million digits",
            _ => return Ok(read),
        };
        Err(io::Error::new(io::ErrorKind::InvalidData, what))
    }
}

/// Length of the run at the end of the bytes, which continues a run of `before` bytes if they are all in it.
fn run(before: usize, bytes: &[u8], is_in: fn(&u8) -> bool) -> usize {
    let last = bytes.iter().rev().take_while(|byte| is_in(byte)).count();
    if last == bytes.len() { before + last } else { last }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(head: &'static [u8], again: u8) -> String {
        let mut input = RunLimitReader::new(head.chain(io::repeat(again)));
        io::copy(&mut input, &mut io::sink()).unwrap_err().to_string()
    }

    #[test]
    fn endless_blanks_and_numbers_are_refused() {
        assert!(read(b"", b' ').contains("blanks"));
        assert!(read(b"1 2", b'\n').contains("blanks"));
        assert!(read(b"1 ", b'7').contains("digits"));
    }

    #[test]
    fn runs_that_end_are_none() {
        let text = "12 ".repeat(1 << 20) + &" ".repeat(MAX_RUN_BYTES - 10) + "3";
        assert_eq!(
            io::copy(&mut RunLimitReader::new(text.as_bytes()), &mut io::sink()).unwrap(),
            text.len() as u64
        );
    }
}
