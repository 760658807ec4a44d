//! NumPy's array format: the number grid, as `numpy.load("tour.npy")` reads it.
//!
//! The array has the shape (ranks, files), top rank first, with elements `<u4`, or `<u8` if a step may exceed
//! 32 bits. Holes are 0.
//!
//! Reference: NumPy enhancement proposal 1, format version 1.0.

use std::io;

use ktour_core::{AnyTour, Control};

use super::stream;
use crate::Render;

/// First bytes of every array file.
pub(crate) const MAGIC: &[u8] = b"\x93NUMPY";

/// The number grid as an array.
#[derive(Clone, Copy, Debug, Default)]
pub struct Npy;

/// Bytes per number.
fn bytes_a_number(squares: u128) -> usize {
    if squares <= u128::from(u32::MAX) { 4 } else { 8 }
}

/// Bytes before the numbers.
fn header(files: u64, ranks: u64, bytes: usize) -> Vec<u8> {
    let mut text = format!("{{'descr': '<u{bytes}', 'fortran_order': False, 'shape': ({ranks}, {files}), }}");
    // The numbers begin at a multiple of 64, after a line break.
    let before = MAGIC.len() + 4;
    text.push_str(&" ".repeat((before + text.len() + 1).next_multiple_of(64) - before - text.len() - 1));
    text.push('\n');
    let mut header = MAGIC.to_vec();
    header.extend([1, 0]);
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.bytes());
    header
}

/// Appends the numbers in little-endian order, `bytes` each.
fn numbers(numbers: &[u64], bytes: usize, to: &mut Vec<u8>) {
    let begin = to.len();
    to.resize(begin + numbers.len() * bytes, 0);
    if bytes == 4 {
        for (to, &number) in to[begin..].chunks_exact_mut(4).zip(numbers) {
            to.copy_from_slice(&(number as u32).to_le_bytes());
        }
    } else {
        for (to, number) in to[begin..].chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
    }
}

impl Render for Npy {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let (board, bytes) = (tour.board(), bytes_a_number(tour.len()));
        out.write_all(&header(board.files(), board.ranks(), bytes))?;
        stream::ranks(tour, out, control, |row, to| numbers(row, bytes, to))
    }
}
