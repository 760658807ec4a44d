//! NumPy's array files, a row at a time.

use std::io::{BufRead, Read};

use super::{ReadError, fault::ArrayFault};

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
                false => Err(ArrayFault::GoesOn.into()),
            };
        }
        check(self.files)?;
        // The header may promise more than there is: memory is taken as the numbers come.
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

/// What the header says: one Python dictionary of three keys, in any order, and blanks up to a round length.
#[derive(Debug, PartialEq)]
struct Header {
    described: String,
    is_by_column: bool,
    sides: Vec<u64>,
}

impl Header {
    fn read(text: &str) -> Option<Header> {
        let mut rest = Rest(text.strip_suffix('\n')?);
        let (mut described, mut is_by_column, mut sides) = (None, None, None);
        rest.take("{")?;
        while rest.take("}").is_none() {
            let key = rest.text()?;
            rest.take(":")?;
            // A key that comes twice is none of NumPy's.
            match key {
                "descr" if described.is_none() => described = Some(rest.text()?.to_owned()),
                "fortran_order" if is_by_column.is_none() => {
                    is_by_column = Some(rest.take("True").is_some());
                    if is_by_column == Some(false) {
                        rest.take("False")?;
                    }
                }
                "shape" if sides.is_none() => sides = Some(rest.sides()?),
                _ => return None,
            }
            if rest.take(",").is_none() {
                rest.take("}")?;
                break;
            }
        }
        let is_whole = rest.0.bytes().all(|byte| byte == b' ');
        let header = Header { described: described?, is_by_column: is_by_column?, sides: sides? };
        is_whole.then_some(header)
    }
}

/// What is left to read of a header; blanks between words mean nothing.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    fn take(&mut self, word: &str) -> Option<()> {
        self.0 = self.0.trim_start_matches(' ').strip_prefix(word)?;
        Some(())
    }

    /// A text in quotes, of either kind.
    fn text(&mut self) -> Option<&'a str> {
        let quote = if self.take("'").is_some() { '\'' } else { self.take("\"").map(|()| '"')? };
        let (text, rest) = self.0.split_once(quote)?;
        self.0 = rest;
        Some(text)
    }

    /// `(3, 4)`, `(3,)` or `()`.
    fn sides(&mut self) -> Option<Vec<u64>> {
        let mut sides = Vec::new();
        self.take("(")?;
        while self.take(")").is_none() {
            self.0 = self.0.trim_start_matches(' ');
            let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = self.0.split_at(digits);
            sides.push(number.parse().ok()?);
            self.0 = rest;
            if self.take(",").is_none() {
                self.take(")")?;
                // A single number in brackets is a number.
                return (sides.len() > 1).then_some(sides);
            }
        }
        Some(sides)
    }
}

fn exact<R: BufRead>(input: &mut R, bytes: &mut [u8]) -> Result<(), ReadError> {
    input.read_exact(bytes).map_err(|error| match error.kind() {
        std::io::ErrorKind::UnexpectedEof => ArrayFault::EndsEarly.into(),
        _ => ReadError::Io(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Header> {
        Header::read(&format!("{text}\n"))
    }

    #[test]
    fn keys_come_in_any_order_and_blanks_anywhere_between_words() {
        let header = read("{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }          ").unwrap();
        assert_eq!(
            (header.described.as_str(), header.is_by_column, &header.sides[..]),
            ("<u4", false, &[3, 4][..])
        );
        for same in [
            "{'shape': (3, 4), 'descr': '<u4', 'fortran_order': False}",
            "{ 'shape' : ( 3 ,4, ) ,\"descr\":\"<u4\",'fortran_order':False , }",
        ] {
            assert_eq!(read(same).as_ref(), Some(&header), "{same}");
        }
        assert!(read("{'descr': '<u4', 'fortran_order': True, 'shape': (12,), }").unwrap().is_by_column);
        assert!(read("{'descr': '<u4', 'fortran_order': True, 'shape': (), }").unwrap().sides.is_empty());
    }

    #[test]
    fn what_numpy_does_not_write_is_refused() {
        for wrong in [
            "{'descr'>: '<u4', 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4'x, 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': Falsehood, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4) 5, }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (12), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (+3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, }",
            "{'descr': '<u4', 'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), 'more': 1, }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), } 'x': 1}",
            "{'descr': '<u4' 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), ",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(Header::read("{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }"), None);
    }
}
