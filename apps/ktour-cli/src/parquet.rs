//! Parquet writer for data tools.
//!
//! It uses the simplest form of the format: every row group has one page per column, with plain values,
//! without compression and missing values; the metadata follows at the end, in Thrift's compact protocol.
//! Rows are buffered and written a group at a time.
//!
//! *Reference:* the Apache Parquet format, parquet.thrift and Encodings.md (PLAIN).

use std::io::{self, Write};

/// Number of rows per group.
const ROWS_PER_GROUP: usize = 1 << 16;
/// Bytes at the beginning and at the end of a file.
const MAGIC: &[u8] = b"PAR1";

/// Type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// Yes or no.
    Flag,
    /// A number.
    Number,
    /// Text.
    Text,
}

/// Value in a row.
pub(crate) enum ColumnValue<'a> {
    Flag(bool),
    Number(i32),
    Text(&'a str),
}

/// Names and types of the columns.
pub(crate) type Columns = &'static [(&'static str, ColumnType)];

/// File that is being written.
pub(crate) struct Parquet {
    columns: Columns,
    pages: Vec<Vec<u8>>,
    rows: usize,
    end: u64,
    /// Number of rows of each group, and offset and length of each column's page.
    groups: Vec<(usize, Vec<(u64, u64)>)>,
}

impl Parquet {
    pub(crate) fn new(columns: Columns, out: &mut dyn Write) -> io::Result<Parquet> {
        out.write_all(MAGIC)?;
        let pages = vec![Vec::new(); columns.len()];
        Ok(Parquet { columns, pages, rows: 0, end: MAGIC.len() as u64, groups: Vec::new() })
    }

    /// Adds a row, with a value for every column.
    pub(crate) fn row(&mut self, values: &[ColumnValue<'_>], out: &mut dyn Write) -> io::Result<()> {
        for (page, value) in self.pages.iter_mut().zip(values) {
            match value {
                ColumnValue::Flag(flag) => {
                    if self.rows.is_multiple_of(8) {
                        page.push(0);
                    }
                    if let Some(last) = page.last_mut() {
                        *last |= u8::from(*flag) << (self.rows % 8);
                    }
                }
                ColumnValue::Number(number) => page.extend(number.to_le_bytes()),
                ColumnValue::Text(text) => {
                    page.extend((text.len() as u32).to_le_bytes());
                    page.extend(text.as_bytes());
                }
            }
        }
        self.rows += 1;
        if self.rows == ROWS_PER_GROUP { self.close_group(out) } else { Ok(()) }
    }

    fn close_group(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let mut places = Vec::new();
        for page in &mut self.pages {
            let head = page_header(page.len(), self.rows);
            out.write_all(&head)?;
            out.write_all(page)?;
            let len = (head.len() + page.len()) as u64;
            places.push((self.end, len));
            self.end += len;
            page.clear();
        }
        self.groups.push((self.rows, places));
        self.rows = 0;
        Ok(())
    }

    /// Writes the last group and the metadata.
    pub(crate) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.rows > 0 {
            self.close_group(out)?;
        }
        let description = self.description();
        out.write_all(&description)?;
        out.write_all(&(description.len() as u32).to_le_bytes())?;
        out.write_all(MAGIC)
    }

    fn description(&self) -> Vec<u8> {
        let mut file = Thrift::default();
        file.number(1, I32, 1);
        file.list(2, STRUCT, self.columns.len() + 1);
        file.group(|root| {
            root.text(4, "tours");
            root.number(5, I32, self.columns.len() as i64);
        });
        for &(name, kind) in self.columns {
            file.group(|column| {
                column.number(1, I32, physical(kind));
                // Required: no value is missing.
                column.number(3, I32, 0);
                column.text(4, name);
                if kind == ColumnType::Text {
                    // UTF-8.
                    column.number(6, I32, 0);
                }
            });
        }
        file.number(3, I64, self.groups.iter().map(|group| group.0 as i64).sum());
        file.list(4, STRUCT, self.groups.len());
        for (rows, places) in &self.groups {
            file.group(|group| {
                group.list(1, STRUCT, places.len());
                for (&(start, len), &(name, kind)) in places.iter().zip(self.columns) {
                    group.group(|chunk| {
                        chunk.number(2, I64, start as i64);
                        chunk.field(3, STRUCT);
                        chunk.group(|column| {
                            column.number(1, I32, physical(kind));
                            // Encodings: plain values, and RLE for levels.
                            column.list(2, I32, 2);
                            column.varint(zigzag(0));
                            column.varint(zigzag(3));
                            column.list(3, BINARY, 1);
                            column.bytes(name);
                            column.number(4, I32, 0);
                            column.number(5, I64, *rows as i64);
                            column.number(6, I64, len as i64);
                            column.number(7, I64, len as i64);
                            column.number(9, I64, start as i64);
                        });
                    });
                }
                group.number(2, I64, places.iter().map(|place| place.1 as i64).sum());
                group.number(3, I64, *rows as i64);
            });
        }
        file.text(6, concat!("ktour ", env!("CARGO_PKG_VERSION")));
        file.stop();
        file.bytes
    }
}

fn physical(kind: ColumnType) -> i64 {
    match kind {
        ColumnType::Flag => 0,
        ColumnType::Number => 1,
        ColumnType::Text => 6,
    }
}

fn page_header(bytes: usize, rows: usize) -> Vec<u8> {
    let mut page = Thrift::default();
    // A data page and its sizes.
    page.number(1, I32, 0);
    page.number(2, I32, bytes as i64);
    page.number(3, I32, bytes as i64);
    page.field(5, STRUCT);
    page.group(|data| {
        data.number(1, I32, rows as i64);
        // Plain values; RLE for levels, of which there are none.
        data.number(2, I32, 0);
        data.number(3, I32, 3);
        data.number(4, I32, 3);
    });
    page.stop();
    page.bytes
}

const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const STRUCT: u8 = 12;

/// Structure in Thrift's compact protocol.
#[derive(Default)]
struct Thrift {
    bytes: Vec<u8>,
    last: i16,
}

impl Thrift {
    fn varint(&mut self, mut number: u64) {
        while number >= 128 {
            self.bytes.push(number as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Writes the header of a field: the difference of its number from the last one, and its type.
    fn field(&mut self, id: i16, kind: u8) {
        self.bytes.push(((id - self.last) as u8) << 4 | kind);
        self.last = id;
    }

    fn number(&mut self, id: i16, kind: u8, number: i64) {
        self.field(id, kind);
        self.varint(zigzag(number));
    }

    fn bytes(&mut self, text: &str) {
        self.varint(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn text(&mut self, id: i16, text: &str) {
        self.field(id, BINARY);
        self.bytes(text);
    }

    fn list(&mut self, id: i16, kind: u8, len: usize) {
        self.field(id, 9);
        if len < 15 {
            self.bytes.push((len as u8) << 4 | kind);
        } else {
            self.bytes.push(0xf0 | kind);
            self.varint(len as u64);
        }
    }

    /// Writes a nested structure.
    fn group(&mut self, write: impl FnOnce(&mut Thrift)) {
        let mut inner = Thrift::default();
        write(&mut inner);
        inner.stop();
        self.bytes.extend(inner.bytes);
    }

    fn stop(&mut self) {
        self.bytes.push(0);
    }
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns =
        &[("name", ColumnType::Text), ("turns", ColumnType::Number), ("is_first", ColumnType::Flag)];

    #[test]
    fn the_smallest_file_is_as_the_format_says() {
        let mut bytes = Vec::new();
        let mut file = Parquet::new(COLUMNS, &mut bytes).unwrap();
        file.row(&[ColumnValue::Text("ab"), ColumnValue::Number(-2), ColumnValue::Flag(true)], &mut bytes)
            .unwrap();
        file.row(&[ColumnValue::Text(""), ColumnValue::Number(3), ColumnValue::Flag(false)], &mut bytes)
            .unwrap();
        file.finish(&mut bytes).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
        let length = u32::from_le_bytes(bytes[bytes.len() - 8..bytes.len() - 4].try_into().unwrap()) as usize;
        // The first page: its header, two lengths and one text.
        let head = page_header(10, 2);
        assert_eq!(bytes[4..4 + head.len()], head);
        assert_eq!(bytes[4 + head.len()..][..10], *b"\x02\0\0\0ab\0\0\0\0");
        // The metadata begins with the version and a list of four elements.
        let description = &bytes[bytes.len() - 8 - length..];
        assert_eq!(description[..4], [0x15, 0x02, 0x19, 0x4c]);
    }
}
