//! A JSON input with limits on the length of strings and the depth of nesting.

use std::io::{self, Read};

use super::fault::DocumentFault;

/// Maximum length of a string in bytes; names and keys are much shorter.
const MAX_STRING_BYTES: usize = 1 << 16;

/// Maximum depth of nesting.
const MAX_DEPTH: usize = 100;

/// A reader that fails once a limit is exceeded.
pub(super) struct BoundedReader<R> {
    input: R,
    /// Length so far of the current string, or `None` outside of strings.
    string: Option<usize>,
    is_escaped: bool,
    depth: usize,
    /// Number of line breaks that were read.
    pub(super) lines: u64,
}

impl<R: Read> BoundedReader<R> {
    pub(super) fn new(input: R) -> BoundedReader<R> {
        BoundedReader { input, string: None, is_escaped: false, depth: 0, lines: 0 }
    }

    fn check_byte(&mut self, byte: u8) -> Result<(), DocumentFault> {
        self.lines += u64::from(byte == b'\n');
        match (self.string, byte) {
            (Some(_), b'"') if !self.is_escaped => self.string = None,
            (Some(MAX_STRING_BYTES), _) => return Err(DocumentFault::LongString { most: MAX_STRING_BYTES }),
            (Some(length), _) => {
                self.string = Some(length + 1);
                self.is_escaped = byte == b'\\' && !self.is_escaped;
            }
            (None, b'"') => (self.string, self.is_escaped) = (Some(0), false),
            (None, b'[' | b'{') if self.depth == MAX_DEPTH => {
                return Err(DocumentFault::Deep { most: MAX_DEPTH });
            }
            (None, b'[' | b'{') => self.depth += 1,
            (None, b']' | b'}') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        Ok(())
    }
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(bytes)?;
        bytes[..read].iter().try_for_each(|&byte| self.check_byte(byte)).map_err(io::Error::other)?;
        Ok(read)
    }
}
