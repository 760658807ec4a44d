//! Number grids, read one number at a time and verified with the [`Window`].
//!
//! Grids of up to [`MAX_STORED_SQUARES`] squares are also stored, so that their error can be named exactly: a
//! number missing, repeated or out of range, or the first pair that is not a leap apart.

use std::io::{self, BufRead};

use ktour_core::{
    Board, Leaper, Square, Tour,
    error::NotATour,
    window::{GridFault, GridTour, Window},
};

use super::{
    Hints, ReadError, Verified,
    fault::{LineFault, NumbersFault},
};

/// Maximum number of squares of a grid that is stored.
pub(super) const MAX_STORED_SQUARES: usize = 1 << 24;
/// Number of a hole.
const HOLE: u64 = 0;
/// Number of cells of a row that are read between two checks of the row.
const CELLS_PER_CHECK: usize = 1 << 12;
/// Number of cells after which a repeated number ends the reading; a smaller grid is read to its end, so that
/// both squares can be named.
const MAX_CELLS_AFTER_REPEAT: usize = 1 << 20;
/// Number of numbers without a successor after which reading ends; larger than any stored grid.
const MAX_DEAD_ENDS: u64 = 1 << 25;
/// Number of consecutive holes after which reading ends.
const MAX_RUN_OF_HOLES: usize = 1 << 24;
/// Index of a number that was not seen yet.
const NOWHERE: u32 = u32::MAX;

/// Verifies a grid, and returns the tour as well if the grid was small enough to store.
pub(super) fn verify<R: BufRead>(
    input: &mut R,
    line: u64,
    hints: &Hints,
) -> Result<(Verified, Option<Tour>), ReadError> {
    let mut rows = TextRows::new(input);
    rows.line = line - 1;
    verify_rows(hints, |row| {
        let more = rows.next(row, |row, line| check_row(row, line, hints))?;
        Ok(more.then_some(rows.line))
    })
}

/// Verifies an array file like [`verify`].
pub(super) fn verify_array<R: BufRead>(
    input: &mut R,
    hints: &Hints,
) -> Result<(Verified, Option<Tour>), ReadError> {
    let mut rows = super::npy::NpyRows::new(input)?;
    verify_rows(hints, |row| Ok(rows.next(row, |width| check_memory(width, hints))?.then_some(0)))
}

/// Verifies rows while they are read; `next` fills in a row and returns its line.
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
    let mut repeats = Repeats::default();
    let mut holes_in_a_run = 0;
    let mut difference = hints.board.as_ref().map(BoardMismatch::new);
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
        if let Some(difference) = &mut difference {
            difference.compare_row(&row, ranks);
        }
        ranks += 1;
        repeats.check_row(&row, line)?;
        holes_in_a_run = if row.iter().all(|&number| number == HOLE) { holes_in_a_run + files } else { 0 };
        check_run_of_holes(holes_in_a_run)?;
        if window.dead_ends() > MAX_DEAD_ENDS {
            return Err(NumbersFault::Hopeless { rows: ranks, numbers: window.dead_ends() }.into());
        }
        if kept.as_ref().is_some_and(|kept| kept.len() + row.len() > MAX_STORED_SQUARES) {
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
        let files = files as u64;
        return Err(NumbersFault::OtherSize { files, ranks, board: board.to_string() }.into());
    }
    let verdict = window.finish();
    if let Some(kept) = kept {
        let tour = verify_stored(&kept, files, hints);
        debug_assert!(agree(&tour, verdict, difference), "the window disagrees with the verifier");
        let tour = tour?;
        return Ok((Verified::from(&tour), Some(tour)));
    }
    match verdict {
        Ok(grid) => {
            let GridTour { squares, kind, ends, .. } = grid;
            if let Some(difference) = difference {
                difference.verdict(squares)?;
            }
            let board = hints.board.clone().map_or_else(|| Board::new(files as u64, ranks), Ok)?;
            Ok((Verified { board, squares, kind, leaper, ends }, None))
        }
        Err(GridFault::NoSuccessor { step, square }) => Err(ReadError::NoSuccessor { step, square, leaper }),
        Err(GridFault::NoOne) => Err(NumbersFault::Missing { number: 1 }.into()),
        Err(GridFault::OutOfRange { step, square, squares }) => Err(out_of_range(step, square, squares)),
        Err(GridFault::Empty) => Err(ReadError::Empty),
    }
}

/// Names the fault of a number without a successor by reading the grid again: the successor is on another
/// square, is missing, or one of the two numbers is repeated.
pub(super) fn explain<R: BufRead>(input: &mut R, step: u64, leaper: Leaper) -> Result<ReadError, ReadError> {
    let (mut here, mut next) = (Vec::new(), Vec::new());
    let mut rows = TextRows::new(input);
    let mut row = Vec::new();
    let mut ranks = 0;
    while rows.next(&mut row, |_, _| Ok(()))? {
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
        ([first, second, ..], _) => duplicate(step, square(first), square(second)),
        (_, [first, second, ..]) => duplicate(step + 1, square(first), square(second)),
        _ => NumbersFault::Changed.into(),
    })
}

fn duplicate(number: u64, first: Square, second: Square) -> ReadError {
    NumbersFault::Twice { number, first, second }.into()
}

/// Whether the window gives the same verdict on a stored grid as the verifier.
fn agree(
    kept: &Result<Tour, ReadError>,
    window: Result<GridTour, GridFault>,
    difference: Option<BoardMismatch>,
) -> bool {
    match (kept, window) {
        (Ok(tour), Ok(grid)) => {
            tour.kind() == grid.kind
                && difference.is_none_or(|difference| difference.verdict(grid.squares).is_ok())
        }
        (Err(ReadError::NotATour(fault)), Ok(grid)) => {
            difference.and_then(|difference| difference.verdict(grid.squares).err()).as_ref() == Some(fault)
        }
        (kept, window) => kept.is_err() && window.is_err(),
    }
}

/// Squares on which a grid and the given board disagree, collected while the grid is read from the top.
struct BoardMismatch<'a> {
    board: &'a Board,
    /// Smallest number on a hole of the board.
    in_hole: Option<(u64, Square)>,
    /// First square of the board that is a hole of the grid, rank by rank from a1.
    missing: Option<Square>,
}

impl<'a> BoardMismatch<'a> {
    fn new(board: &'a Board) -> BoardMismatch<'a> {
        BoardMismatch { board, in_hole: None, missing: None }
    }

    fn compare_row(&mut self, row: &[u64], y: u64) {
        // The caller refuses a grid of another size at its end.
        if y >= self.board.ranks() || row.len() as u64 != self.board.files() {
            return;
        }
        let rank = self.board.rank_of(y);
        let holes = self.board.holes();
        let first = holes.partition_point(|hole| hole.rank < rank);
        let mut holes = holes[first..].iter().take_while(|hole| hole.rank == rank).peekable();
        if holes.peek().is_none() && !row.contains(&HOLE) {
            return;
        }
        let mut is_first = true;
        for (file, &number) in (0..).zip(row) {
            let square = Square::new(file, rank);
            let is_hole = holes.next_if(|hole| hole.file == file).is_some();
            if is_hole && number != HOLE && self.in_hole.is_none_or(|(smallest, _)| number < smallest) {
                self.in_hole = Some((number, square));
            }
            if !is_hole && number == HOLE && std::mem::take(&mut is_first) {
                self.missing = Some(square);
            }
        }
    }

    /// Whether a tour of the grid's own squares is a tour of the board.
    fn verdict(self, squares: u128) -> Result<(), NotATour> {
        if let Some((step, square)) = self.in_hole {
            let board = self.board.to_string();
            return Err(NotATour::NoSuchSquare { step: step.into(), square, board });
        }
        match self.missing {
            Some(square) => {
                Err(NotATour::Missing { square, visited: squares, of: self.board.square_count() })
            }
            None => Ok(()),
        }
    }
}

/// Finds a number that is repeated among the first cells of a grid.
#[derive(Default)]
struct Repeats {
    /// One bit per number of up to [`MAX_STORED_SQUARES`].
    seen: Vec<u64>,
    cells: usize,
    /// First repeated number, and its line.
    first: Option<(u64, u64)>,
}

impl Repeats {
    /// Checks one row; returns an error if a number is repeated and the grid is too large to name both
    /// squares.
    fn check_row(&mut self, row: &[u64], line: u64) -> Result<(), ReadError> {
        if self.cells >= MAX_CELLS_AFTER_REPEAT {
            return Ok(());
        }
        for &number in row.iter().filter(|&&number| number != HOLE && number <= MAX_STORED_SQUARES as u64) {
            let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
            if word >= self.seen.len() {
                self.seen.resize(word + 1, 0);
            }
            if self.seen[word] & bit != 0 {
                self.first.get_or_insert((number, line));
            }
            self.seen[word] |= bit;
        }
        self.cells += row.len();
        match self.first {
            Some((number, line)) if self.cells >= MAX_CELLS_AFTER_REPEAT => {
                Err(ReadError::Line { line, fault: LineFault::Repeated { number } })
            }
            _ => Ok(()),
        }
    }
}

/// Checks an unfinished row: its memory and, at every power of two, whether a number is repeated.
pub(super) fn check_row(row: &[u64], line: u64, hints: &Hints) -> Result<(), ReadError> {
    let width = row.len() + 1;
    check_memory(width as u64, hints)?;
    if row.len() < MAX_CELLS_AFTER_REPEAT || !row.len().is_power_of_two() {
        return Ok(());
    }
    let mut numbers: Vec<u64> = row.iter().copied().filter(|&number| number != HOLE).collect();
    if numbers.is_empty() {
        return check_run_of_holes(row.len());
    }
    numbers.sort_unstable();
    match numbers.windows(2).find(|two| two[0] == two[1]) {
        Some(two) => Err(ReadError::Line { line, fault: LineFault::Repeated { number: two[0] } }),
        None => Ok(()),
    }
}

fn check_run_of_holes(cells: usize) -> Result<(), ReadError> {
    if cells < MAX_RUN_OF_HOLES {
        return Ok(());
    }
    let what = format!("it has more than {MAX_RUN_OF_HOLES} holes in a row");
    Err(io::Error::new(io::ErrorKind::InvalidData, what).into())
}

pub(super) fn check_memory(width: u64, hints: &Hints) -> Result<(), ReadError> {
    let needed = Window::bytes(width, hints.leaper());
    let why = "eight bytes for each square of the rows that a leap can span";
    if needed > hints.memory { Err(ReadError::Memory { needed, memory: hints.memory, why }) } else { Ok(()) }
}

fn out_of_range(number: u64, square: Square, squares: u128) -> ReadError {
    NumbersFault::OutOfRange { number, square, squares }.into()
}

/// Verifies a stored grid in the obvious way: the squares in the order of their numbers are verified as a
/// list, on the given board or on that of the grid.
fn verify_stored(numbers: &[u64], files: usize, hints: &Hints) -> Result<Tour, ReadError> {
    let squares = numbers.iter().filter(|&&number| number != HOLE).count();
    let board = Board::new(files as u64, (numbers.len() / files) as u64)?;
    let square = |at: usize| Square::new((at % files) as u64, board.rank_of((at / files) as u64));
    // The indices fit in 32 bits, since at most [`MAX_STORED_SQUARES`] numbers are stored.
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
            return Err(duplicate(number, square(*slot as usize), square(at)));
        }
        *slot = at as u32;
    }
    // There are as many numbers as squares, all in range and none twice, so none is missing.
    let board = hints.board.clone().map_or_else(|| board.with_holes(holes), Ok)?;
    Ok(Tour::verify(&board, hints.leaper(), order.into_iter().map(|at| square(at as usize)))?)
}

/// Reads the rows of a text grid.
pub(super) struct TextRows<R> {
    input: R,
    line: u64,
}

impl<R: BufRead> TextRows<R> {
    pub(super) fn new(input: R) -> Self {
        TextRows { input, line: 0 }
    }

    /// Reads the next row that is not blank; returns false at the end. Cells are separated by blanks or by
    /// single commas. A line may be endless, so `check` is called with the row so far and its line every
    /// [`CELLS_PER_CHECK`] cells, and may refuse it.
    pub(super) fn next(
        &mut self,
        row: &mut Vec<u64>,
        check: impl Fn(&[u64], u64) -> Result<(), ReadError>,
    ) -> Result<bool, ReadError> {
        row.clear();
        self.line += 1;
        let mut number: Option<u64> = None;
        // A hole is separated from its neighbours, as a number is.
        let mut is_after_hole = false;
        let mut commas = 0;
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
                    // `u64::MAX` represents every number that is too large.
                    number =
                        Some(so_far.checked_mul(10).and_then(|n| n.checked_add(digit)).unwrap_or(u64::MAX));
                    continue;
                }
                let value = match byte {
                    b' ' | b'\t' | b'\r' | b'\n' | b',' => number.take(),
                    b'#' if number.is_none() && !is_after_hole => {
                        push(row, HOLE, self.line, &check)?;
                        None
                    }
                    _ => return Err(self.unexpected_byte(byte)),
                };
                is_after_hole = byte == b'#';
                if let Some(value) = value {
                    push(row, counted(value, self.line)?, self.line, &check)?;
                }
                if byte == b',' {
                    commas += 1;
                    if row.len() != commas {
                        return Err(self.unexpected_byte(b','));
                    }
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
                    push(row, counted(value, self.line)?, self.line, &check)?;
                }
                if commas > 0 && row.len() != commas + 1 {
                    return Err(self.unexpected_byte(b','));
                }
                return Ok(!row.is_empty());
            }
        }
    }

    fn unexpected_byte(&self, byte: u8) -> ReadError {
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
    line: u64,
    check: &impl Fn(&[u64], u64) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    if row.len().is_multiple_of(CELLS_PER_CHECK) {
        check(row, line)?;
    }
    row.push(value);
    Ok(())
}
