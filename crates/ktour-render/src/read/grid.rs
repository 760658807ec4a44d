//! Number grids, read one number at a time and verified with the window.
//!
//! Grids of up to [`KEPT`] squares are also kept, so that errors can be named exactly: a number missing,
//! repeated or out of range, or the first pair that is not a leap apart.

use std::io::BufRead;

use ktour_tour::{
    Board, Leaper, Square, Tour,
    error::NotATour,
    window::{GridFault, GridTour, Window},
};

use super::{
    Hints, ReadError, Verified,
    fault::{LineFault, NumbersFault},
};

/// Grids up to this many squares are kept whole.
pub(super) const KEPT: usize = 1 << 24;
/// A hole.
const HOLE: u64 = 0;
/// How many numbers of a row are read between two looks at the memory they take.
const LOOK: usize = 1 << 12;
/// The place of a number that was not seen yet.
const NOWHERE: u32 = u32::MAX;

/// Verifies a grid; gives the tour itself where the grid was small enough to keep.
pub(super) fn verify<R: BufRead>(
    input: &mut R,
    hints: &Hints,
) -> Result<(Verified, Option<Tour>), ReadError> {
    let mut rows = Rows::new(input);
    verify_rows(hints, |row| {
        let more = rows.next(row, |width| check_memory(width, hints))?;
        Ok(more.then_some(rows.line))
    })
}

/// The same of NumPy's array file.
pub(super) fn verify_array<R: BufRead>(
    input: &mut R,
    hints: &Hints,
) -> Result<(Verified, Option<Tour>), ReadError> {
    let mut rows = super::npy::Rows::new(input)?;
    verify_rows(hints, |row| Ok(rows.next(row, |width| check_memory(width, hints))?.then_some(0)))
}

/// Verifies rows as they come; each brings the line it stands on.
fn verify_rows(
    hints: &Hints,
    mut next: impl FnMut(&mut Vec<u64>) -> Result<Option<u64>, ReadError>,
) -> Result<(Verified, Option<Tour>), ReadError> {
    let leaper = hints.leaper();
    let mut window: Option<Window> = None;
    let mut kept: Option<Vec<u64>> = Some(Vec::new());
    let mut files = 0;
    let mut ranks = 0u64;
    let mut row = Vec::new();
    while let Some(line) = next(&mut row)? {
        let window = window.get_or_insert_with(|| {
            files = row.len();
            Window::new(files, leaper)
        });
        if row.len() != files {
            let fault = LineFault::Length { found: row.len(), expected: files };
            return Err(ReadError::Line { line, fault });
        }
        window.push(&row);
        ranks += 1;
        if kept.as_ref().is_some_and(|kept| kept.len() + row.len() > KEPT) {
            kept = None;
        }
        if let Some(kept) = &mut kept {
            kept.extend_from_slice(&row);
        }
    }
    let window = window.ok_or(ReadError::Empty)?;
    if let Some(board) = &hints.board
        && (board.files(), board.ranks()) != (files as u64, ranks)
    {
        return Err(NumbersFault::OtherSize { files, ranks, board: board.to_string() }.into());
    }
    let verdict = window.finish();
    if let Some(kept) = kept {
        let tour = plain(&kept, files, leaper)?;
        let kind = tour.kind();
        debug_assert!(verdict.is_ok_and(|grid| grid.kind == kind), "the window disagrees with the verifier");
        let squares = tour.len() as u128;
        let ends = [1, tour.len()].map(|step| tour.square_at(step).unwrap_or(Square::new(0, 0)));
        return Ok((Verified { files: files as u64, ranks, squares, kind, leaper, ends }, Some(tour)));
    }
    match verdict {
        Ok(grid) => {
            let GridTour { squares, kind, ends, .. } = grid;
            Ok((Verified { files: files as u64, ranks, squares, kind, leaper, ends }, None))
        }
        Err(GridFault::NoSuccessor { step, square }) => Err(ReadError::NoSuccessor { step, square, leaper }),
        Err(GridFault::NoOne) => Err(NumbersFault::Missing { number: 1 }.into()),
        Err(GridFault::OutOfRange { step, square, squares }) => Err(out_of_range(step, square, squares)),
        Err(GridFault::Empty) => Err(ReadError::Empty),
    }
}

/// Says more of a number whose successor is not a leap away, given the grid once more: where the
/// successor stands instead, or that it is missing, or that the number stands twice.
pub(super) fn explain<R: BufRead>(input: &mut R, step: u64, leaper: Leaper) -> Result<ReadError, ReadError> {
    let (mut here, mut next) = (Vec::new(), Vec::new());
    let mut rows = Rows::new(input);
    let mut row = Vec::new();
    let mut ranks = 0;
    while rows.next(&mut row, |_| Ok(()))? {
        for (file, &number) in row.iter().enumerate() {
            if number == step {
                here.push((file as u64, ranks));
            } else if number == step + 1 {
                next.push((file as u64, ranks));
            }
        }
        ranks += 1;
    }
    let square = |&(file, row): &(u64, u64)| Square::from_top(file, row, ranks);
    Ok(match (&here[..], &next[..]) {
        ([from], [to]) => {
            let (from, to) = (square(from), square(to));
            NotATour::NotALeap { step: u128::from(step) + 1, from, to, leaper }.into()
        }
        ([_], []) => NumbersFault::Missing { number: step + 1 }.into(),
        ([first, second, ..], _) => twice(step, square(first), square(second)),
        (_, [first, second, ..]) => twice(step + 1, square(first), square(second)),
        _ => NumbersFault::Changed.into(),
    })
}

fn twice(number: u64, first: Square, second: Square) -> ReadError {
    NumbersFault::Twice { number, first, second }.into()
}

pub(super) fn check_memory(width: u64, hints: &Hints) -> Result<(), ReadError> {
    let needed = Window::bytes(width, hints.leaper());
    let why = "eight bytes for each square of the rows that a leap can span";
    if needed > hints.memory { Err(ReadError::Memory { needed, memory: hints.memory, why }) } else { Ok(()) }
}

fn out_of_range(number: u64, square: Square, squares: u128) -> ReadError {
    NumbersFault::OutOfRange { number, square, squares }.into()
}

/// The obvious way: put the squares in the order of their numbers and verify the list.
fn plain(numbers: &[u64], files: usize, leaper: Leaper) -> Result<Tour, ReadError> {
    let squares = numbers.iter().filter(|&&number| number != HOLE).count();
    let board = Board::new(files as u64, (numbers.len() / files) as u64)?;
    let square = |at: usize| Square::new((at % files) as u64, board.rank_of((at / files) as u64));
    // Places fit: no more than `KEPT` numbers are kept.
    let mut order = vec![NOWHERE; squares];
    let mut holes = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        if number == HOLE {
            holes.push(square(at));
            continue;
        }
        let Some(slot) = usize::try_from(number - 1).ok().and_then(|step| order.get_mut(step)) else {
            return Err(out_of_range(number, square(at), squares as u128));
        };
        if *slot != NOWHERE {
            return Err(twice(number, square(*slot as usize), square(at)));
        }
        *slot = at as u32;
    }
    // As many numbers as squares, all in range and none twice: none is missing.
    let board = board.with_holes(holes)?;
    Ok(Tour::verify(&board, leaper, order.into_iter().map(|at| square(at as usize)))?)
}

/// The rows of a grid, a number at a time.
pub(super) struct Rows<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> Rows<R> {
    pub(super) fn new(input: R) -> Self {
        Rows { input, line: 0 }
    }

    /// The next row that is not blank; false at the end. `check` hears of the width now and then
    /// while it grows, and may refuse it: a line need not have an end.
    pub(super) fn next(
        &mut self,
        row: &mut Vec<u64>,
        check: impl Fn(u64) -> Result<(), ReadError>,
    ) -> Result<bool, ReadError> {
        row.clear();
        self.line += 1;
        let mut number: Option<u64> = None;
        // A hole stands alone, as a number does.
        let mut is_after_hole = false;
        loop {
            let buffer = self.input.fill_buf()?;
            let is_end = buffer.is_empty();
            let mut used = 0;
            let mut row_ended = is_end;
            for &byte in buffer {
                used += 1;
                if byte.is_ascii_digit() && !is_after_hole {
                    let digit = u64::from(byte - b'0');
                    let so_far = number.unwrap_or(0);
                    // The largest number stands for everything that is too large.
                    number =
                        Some(so_far.checked_mul(10).and_then(|n| n.checked_add(digit)).unwrap_or(u64::MAX));
                    continue;
                }
                let value = match byte {
                    b' ' | b'\t' | b'\r' | b'\n' => number.take(),
                    b'#' if number.is_none() && !is_after_hole => {
                        push(row, HOLE, &check)?;
                        None
                    }
                    _ => return Err(self.stranger(byte)),
                };
                is_after_hole = byte == b'#';
                if let Some(value) = value {
                    push(row, counted(value, self.line)?, &check)?;
                }
                if byte == b'\n' {
                    if row.is_empty() {
                        self.line += 1;
                        continue;
                    }
                    row_ended = true;
                    break;
                }
            }
            self.input.consume(used);
            if row_ended {
                if let Some(value) = number {
                    push(row, counted(value, self.line)?, &check)?;
                }
                return Ok(!row.is_empty());
            }
        }
    }

    fn stranger(&self, byte: u8) -> ReadError {
        if !byte.is_ascii_graphic() {
            return ReadError::Binary;
        }
        ReadError::Line { line: self.line, fault: LineFault::NotInAGrid(byte as char) }
    }
}

fn counted(value: u64, line: u64) -> Result<u64, ReadError> {
    if value == 0 {
        return Err(ReadError::Line { line, fault: LineFault::Zero });
    }
    Ok(value)
}

fn push(
    row: &mut Vec<u64>,
    value: u64,
    check: &impl Fn(u64) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    if row.len().is_multiple_of(LOOK) {
        check(row.len() as u64 + 1)?;
    }
    row.push(value);
    Ok(())
}
