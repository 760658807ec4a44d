//! Reads several tours of one input: documents, or lines of squares; other formats contain one tour.

use std::io::{BufRead, Read};

use ktour_core::Tour;

use super::{
    Hints, ReadError, Verified,
    fault::DocumentFault,
    grid,
    input_format::{InputFormat, SniffedInput, sniff},
    json, list,
    visits::Visits,
};

/// A reader of the tours of an input, one by one.
///
/// ```
/// use ktour::render::read::{Hints, TourReader};
/// let hints = Hints::default();
/// let mut tours = TourReader::new(&b"a1 b3 c1 a2 b4 c2 a3 c4 b2 a4 c3 b1\na1\n"[..], &hints)?;
/// assert_eq!(tours.next_tour().map(|tour| tour.map(|tour| tour.len())).transpose()?, Some(12));
/// assert_eq!(tours.next_verified().transpose()?.map(|verified| verified.squares), Some(1));
/// assert_eq!(tours.line(), 2);
/// assert!(tours.next_tour().is_none());
/// # Ok::<(), ktour::render::read::ReadError>(())
/// ```
#[derive(Debug)]
pub struct TourReader<'a, R> {
    input: SniffedInput<R>,
    kind: InputFormat,
    hints: &'a Hints,
    /// Line on which the last tour read begins.
    line: u64,
    /// Line that is read next.
    next_line: u64,
    is_over: bool,
}

impl<'a, R: Read> TourReader<'a, R> {
    /// Recognises the format of the input, without reading a tour.
    pub fn new(input: R, hints: &'a Hints) -> Result<TourReader<'a, R>, ReadError> {
        let (kind, input) = sniff(input)?;
        Ok(TourReader { input, kind, hints, line: 0, next_line: 1, is_over: false })
    }

    /// Line on which the last tour read begins, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Whether another tour follows.
    pub fn has_next(&mut self) -> Result<bool, ReadError> {
        while !self.is_over {
            let ahead = self.input.fill_buf()?;
            match ahead.first() {
                None => self.is_over = true,
                Some(b'{') => break,
                Some(byte) if !byte.is_ascii_whitespace() => {
                    if self.kind == InputFormat::Json && self.line > 0 {
                        let line = self.next_line;
                        let what = format!("trailing characters on line {line}");
                        return Err(DocumentFault::Unreadable(what).into());
                    }
                    break;
                }
                Some(byte) => {
                    self.next_line += u64::from(*byte == b'\n');
                    self.input.consume(1);
                }
            }
        }
        Ok(!self.is_over)
    }

    /// Verifies the next tour in as little memory as possible; `None` after the last, and after an error.
    pub fn next_verified(&mut self) -> Option<Result<Verified, ReadError>> {
        self.next(|tours| match tours.kind {
            InputFormat::Grid => {
                grid::verify(&mut tours.input, tours.line, tours.hints).map(|(verified, _)| verified)
            }
            InputFormat::Npy => {
                grid::verify_array(&mut tours.input, tours.hints).map(|(verified, _)| verified)
            }
            _ => tours.read_visits(Visits::checking(tours.hints))?.verified(),
        })
    }

    /// Reads the next tour; `None` after the last, and after an error.
    pub fn next_tour(&mut self) -> Option<Result<Tour, ReadError>> {
        self.next(|tours| match tours.kind {
            InputFormat::Grid => stored_tour(grid::verify(&mut tours.input, tours.line, tours.hints)?),
            InputFormat::Npy => stored_tour(grid::verify_array(&mut tours.input, tours.hints)?),
            _ => tours.read_visits(Visits::keeping(tours.hints))?.tour(),
        })
    }

    /// Reads the only tour of the input.
    pub(super) fn only<T>(
        mut self,
        next: impl FnOnce(&mut Self) -> Option<Result<T, ReadError>>,
    ) -> Result<T, ReadError> {
        let tour = next(&mut self).unwrap_or(Err(ReadError::Empty))?;
        match self.has_next()? {
            true => Err(ReadError::Several { line: self.next_line }),
            false => Ok(tour),
        }
    }

    fn next<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ReadError>,
    ) -> Option<Result<T, ReadError>> {
        match self.kind {
            // Blanks before an array are part of it, so they are not skipped.
            InputFormat::Npy if self.is_over => return None,
            InputFormat::Npy => {}
            _ => match self.has_next() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
            },
        }
        self.line = self.next_line;
        let read = read(self);
        self.is_over = read.is_err() || !matches!(self.kind, InputFormat::Json | InputFormat::Lines);
        Some(read)
    }

    fn read_visits(&mut self, visits: Visits) -> Result<Visits, ReadError> {
        let (input, line) = (&mut self.input, &mut self.next_line);
        match self.kind {
            InputFormat::Json => json::read(input, line, self.hints, visits),
            InputFormat::Csv => list::csv(input, *line, visits),
            InputFormat::Lines => list::line(input, line, visits),
            _ => list::squares(input, *line, visits),
        }
    }
}

/// The tour of a grid that was stored.
fn stored_tour((verified, kept): (Verified, Option<Tour>)) -> Result<Tour, ReadError> {
    kept.ok_or(ReadError::TooLarge { verified, limit: grid::MAX_STORED_SQUARES })
}
