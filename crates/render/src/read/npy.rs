//! NumPy's array files, a row at a time.

use std::io::{BufRead, Read};

use super::ReadError;

/// The rows of a two-dimensional array of whole numbers.
pub(super) struct Rows<R> {
    input: R,
    files: u64,
    ranks: u64,
    read: u64,
    bytes: usize,
    is_signed: bool,
    buffer: Vec<u8>,
}

fn wrong(what: impl Into<String>) -> ReadError {
    ReadError::Array(what.into())
}

impl<R: BufRead> Rows<R> {
    /// Reads everything before the numbers.
    pub(super) fn new(mut input: R) -> Result<Rows<R>, ReadError> {
        let mut start = [0; 8];
        exact(&mut input, &mut start)?;
        let mut length = [0; 4];
        let width = if start[6] == 1 { 2 } else { 4 };
        exact(&mut input, &mut length[..width])?;
        let length = u32::from_le_bytes(length);
        if length > 1 << 16 {
            return Err(wrong("its header is too long"));
        }
        let mut header = vec![0; length as usize];
        exact(&mut input, &mut header)?;
        let header = String::from_utf8_lossy(&header).into_owned();
        // One dictionary, and blanks up to a round length.
        let is_whole = header.rsplit_once('}').is_some_and(|(_, rest)| rest.trim().is_empty());
        if !is_whole || !header.starts_with('{') || !(1..=3).contains(&start[6]) {
            return Err(wrong("its header is not NumPy's"));
        }
        let after = |key: &str| header.split_once(key).map(|(_, rest)| rest.trim_start_matches([':', ' ']));
        let described = after("'descr'").and_then(|rest| rest.split('\'').nth(1)).unwrap_or_default();
        let (bytes, is_signed) = match described {
            "|u1" => (1, false),
            "<u2" => (2, false),
            "<u4" => (4, false),
            "<u8" => (8, false),
            "<i4" => (4, true),
            "<i8" => (8, true),
            other => {
                return Err(wrong(format!("its numbers are `{other}`; `<u4` or `<u8` was expected")));
            }
        };
        if !after("'fortran_order'").is_some_and(|rest| rest.starts_with("False")) {
            return Err(wrong("it is stored column by column; row by row was expected"));
        }
        let shape = after("'shape'").and_then(|rest| rest.strip_prefix('(')?.split(')').next());
        let sides: Option<Vec<u64>> = shape.and_then(|sides| {
            sides.trim_end_matches(',').split(',').map(|side| side.trim().parse().ok()).collect()
        });
        let Some([ranks, files]) = sides.as_deref().and_then(|sides| <[u64; 2]>::try_from(sides).ok()) else {
            return Err(wrong("it has not two dimensions; a grid of ranks by files was expected"));
        };
        if ranks == 0 || files == 0 {
            return Err(wrong("it is empty"));
        }
        Ok(Rows { input, files, ranks, read: 0, bytes, is_signed, buffer: Vec::new() })
    }

    pub(super) fn next(
        &mut self,
        row: &mut Vec<u64>,
        check: impl Fn(u64) -> Result<(), ReadError>,
    ) -> Result<bool, ReadError> {
        row.clear();
        if self.read == self.ranks {
            return match self.input.fill_buf()?.is_empty() {
                true => Ok(false),
                false => Err(wrong("it goes on after its last row")),
            };
        }
        check(self.files)?;
        // The header may promise more than there is: memory is taken as the numbers come.
        let wanted =
            self.files.checked_mul(self.bytes as u64).ok_or_else(|| wrong("its rows are too long"))?;
        self.buffer.clear();
        let read = Read::take(&mut self.input, wanted).read_to_end(&mut self.buffer)?;
        if (read as u64) < wanted {
            return Err(wrong("it ends too early"));
        }
        if self.bytes == 4 {
            let numbers = self.buffer.chunks_exact(4);
            row.extend(
                numbers.map(|four| u64::from(u32::from_le_bytes([four[0], four[1], four[2], four[3]]))),
            );
        } else {
            row.extend(self.buffer.chunks_exact(self.bytes).map(|number| {
                let mut wide = [0; 8];
                wide[..self.bytes].copy_from_slice(number);
                u64::from_le_bytes(wide)
            }));
        }
        let top_bit = 1 << (8 * self.bytes - 1);
        if self.is_signed && row.iter().any(|number| number & top_bit != 0) {
            return Err(wrong("it holds a negative number"));
        }
        self.read += 1;
        Ok(true)
    }
}

fn exact<R: BufRead>(input: &mut R, bytes: &mut [u8]) -> Result<(), ReadError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => wrong("it ends too early"),
        _ => ReadError::Io(error),
    })
}
