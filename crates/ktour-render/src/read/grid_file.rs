//! A number grid that is too large to store: verified once, and read again while it is written.

use std::{
    fmt,
    fs::File,
    io,
    path::{Path, PathBuf},
};

use ktour_core::{AnyTour, Board, Leaper, Square, TourKind, any_tour::Numbers, error::BoardError};

use super::{
    Hints, ReadError, Verified, grid,
    input_format::{InputFormat, SniffedInput, sniff},
    npy,
};

/// A number grid in a file, text or array. It gives the numbers of its squares from the top rank down; of the
/// squares in tour order it knows only the first and the last.
///
/// ```
/// use ktour::{AnyTour, Control};
/// use ktour::render::read::{GridFile, Hints, verify_file};
/// let file = std::env::temp_dir().join(format!("large-{}", std::process::id()));
/// std::fs::write(&file, " 1  4  7 10\n12  9  2  5\n 3  6 11  8\n")?;
/// let hints = Hints::default();
/// let tour = GridFile::new(&file, &hints, verify_file(&file, &hints)?)?;
/// assert_eq!((tour.len(), tour.has_order()), (12, false));
/// let mut ranks = [0; 4];
/// tour.numbers()?.write_rank(2, &mut ranks)?; // the top rank first
/// assert_eq!(ranks, [1, 4, 7, 10]);
/// std::fs::remove_file(file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridFile {
    path: PathBuf,
    hints: Hints,
    verified: Verified,
    /// Board without holes, which are known only as they are read.
    board: Board,
}

impl GridFile {
    /// Opens a file that was verified.
    pub fn new(path: &Path, hints: &Hints, verified: Verified) -> Result<GridFile, BoardError> {
        let board = Board::new(verified.board.files(), verified.board.ranks())?;
        Ok(GridFile { path: path.to_owned(), hints: hints.clone(), verified, board })
    }
}

impl AnyTour for GridFile {
    fn board(&self) -> &Board {
        &self.board
    }

    fn leaper(&self) -> Leaper {
        self.verified.leaper
    }

    fn kind(&self) -> TourKind {
        self.verified.kind
    }

    fn len(&self) -> u128 {
        self.verified.squares
    }

    fn has_order(&self) -> bool {
        false
    }

    fn square_at(&self, step: u128) -> Option<Square> {
        let [first, last] = self.verified.ends;
        if step == 1 { Some(first) } else { (step == self.len()).then_some(last) }
    }

    fn step_of(&self, square: Square) -> Option<u128> {
        let [first, last] = self.verified.ends;
        if square == first { Some(1) } else { (square == last).then_some(self.len()) }
    }

    fn numbers(&self) -> io::Result<Box<dyn Numbers + Send + '_>> {
        let rows = match sniff(File::open(&self.path)?).map_err(io::Error::other)? {
            (InputFormat::Npy, input) => FileRows::Array(npy::NpyRows::new(input).map_err(io::Error::other)?),
            (_, input) => FileRows::Text(grid::TextRows::new(input)),
        };
        Ok(Box::new(GridReader { file: self, rows, row: Vec::new(), remaining: self.board.ranks() }))
    }
}

enum FileRows {
    Text(grid::TextRows<SniffedInput<File>>),
    Array(npy::NpyRows<SniffedInput<File>>),
}

/// A grid while it is read.
struct GridReader<'a> {
    file: &'a GridFile,
    rows: FileRows,
    /// Row that was read last.
    row: Vec<u64>,
    /// Number of rows below it.
    remaining: u64,
}

impl fmt::Debug for GridReader<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a grid of which {} ranks are to be read", self.remaining)
    }
}

impl GridReader<'_> {
    /// Reads up to a rank.
    fn read_to(&mut self, rank: u64) -> io::Result<()> {
        let changed = || io::Error::other("the grid changed while it was read");
        while self.remaining > rank {
            let next = match &mut self.rows {
                FileRows::Text(rows) => {
                    rows.next(&mut self.row, |row, line| grid::check_row(row, line, &self.file.hints))
                }
                FileRows::Array(rows) => {
                    rows.next(&mut self.row, |width| grid::check_memory(width, &self.file.hints))
                }
            };
            if !next.map_err(|error: ReadError| io::Error::other(error))?
                || self.row.len() as u64 != self.file.board.files()
            {
                return Err(changed());
            }
            self.remaining -= 1;
        }
        if self.remaining == rank {
            Ok(())
        } else {
            Err(io::Error::other("a grid is read from its top rank down"))
        }
    }
}

impl Numbers for GridReader<'_> {
    fn step_of(&mut self, square: Square) -> io::Result<u128> {
        self.read_to(square.rank)?;
        // The file may have changed: a larger number than that of the last step is clamped.
        Ok(u128::from(self.row[square.file as usize]).min(self.file.len()))
    }

    fn write_rank(&mut self, rank: u64, numbers: &mut [u64]) -> io::Result<()> {
        self.read_to(rank)?;
        numbers.copy_from_slice(&self.row);
        Ok(())
    }
}
