//! NumPy's array files, read row by row.

use std::io::{BufRead, Read};

use super::{ReadError, fault::ArrayFault, npy_header::Header};

/// Reads the rows of a two-dimensional array of whole numbers.
pub(super) struct NpyRows<R> {
    input: R,
    files: u64,
    ranks: u64,
    read: u64,
    bytes: usize,
    is_signed: bool,
    buffer: Vec<u8>,
}

impl<R: BufRead> NpyRows<R> {
    /// Reads the bytes before the numbers.
    pub(super) fn new(mut input: R) -> Result<NpyRows<R>, ReadError> {
        let mut start = [0; 8];
        exact(&mut input, &mut start)?;
        let mut length = [0; 4];
        let width = if start[6] == 1 { 2 } else { 4 };
        exact(&mut input, &mut length[..width])?;
        let length = u32::from_le_bytes(length);
        if length > 1 << 16 {
            return Err(ArrayFault::LongHeader.into());
        }
        let mut header = vec![0; length as usize];
        exact(&mut input, &mut header)?;
        if !(1..=3).contains(&start[6]) || start[7] != 0 {
            return Err(ArrayFault::Format(start[6], start[7]).into());
        }
        let Header { described, is_by_column, sides } =
            std::str::from_utf8(&header).ok().and_then(Header::read).ok_or(ArrayFault::Header)?;
        let (bytes, is_signed) = match described.as_str() {
            "|u1" => (1, false),
            "<u2" => (2, false),
            "<u4" => (4, false),
            "<u8" => (8, false),
            "<i4" => (4, true),
            "<i8" => (8, true),
            other => {
                return Err(ArrayFault::Type(other.to_owned()).into());
            }
        };
        if is_by_column {
            return Err(ArrayFault::ByColumn.into());
        }
        let Ok([ranks, files]) = <[u64; 2]>::try_from(sides) else {
            return Err(ArrayFault::Dimensions.into());
        };
        if ranks == 0 || files == 0 {
            return Err(ArrayFault::Empty.into());
        }
        Ok(NpyRows { input, files, ranks, read: 0, bytes, is_signed, buffer: Vec::new() })
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
                false => Err(ArrayFault::GoesOn.into()),
            };
        }
        check(self.files)?;
        // The header may declare more data than there is, so memory is allocated as the numbers are read.
        let wanted = self.files.checked_mul(self.bytes as u64).ok_or(ArrayFault::LongRows)?;
        self.buffer.clear();
        let read = Read::take(&mut self.input, wanted).read_to_end(&mut self.buffer)?;
        if (read as u64) < wanted {
            return Err(ArrayFault::EndsEarly.into());
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
            return Err(ArrayFault::Negative.into());
        }
        self.read += 1;
        Ok(true)
    }
}

fn exact<R: BufRead>(input: &mut R, bytes: &mut [u8]) -> Result<(), ReadError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => ArrayFault::EndsEarly.into(),
        _ => ReadError::Io(error),
    })
}
