//! A layer in a file: three lines that say what it is, its buckets, and a checksum.
//!
//! It is written under a temporary name and renamed when it is complete. A file for another question or an
//! incomplete file is refused by name.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Take, Write},
    path::Path,
};

use super::mix;
use crate::{CountError, error::CheckpointFault};

/// The first line; it changes whenever layers or plans do.
pub const VERSION: &str = "ktour checkpoint 3";

/// Bytes that are read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// A saved layer: of a walk with a number of steps, the one after `step`.
pub struct SavedLayer {
    /// Number of steps of the walk.
    pub end: usize,
    /// Number of steps before the layer.
    pub step: usize,
    /// The bytes of its buckets.
    pub bytes: Take<BufReader<File>>,
}

/// Suffix of the file of an incomplete layer, after its own name and a unique number.
pub const PARTIAL_SUFFIX: &str = ".half";

pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> CountError {
    move |error| CountError::Unwritable { path: path.display().to_string(), error: error.to_string() }
}

fn broken(path: &Path, why: impl Into<CheckpointFault>) -> CountError {
    CountError::CheckpointBroken { path: path.display().to_string(), why: why.into() }
}

/// The first lines of a file that is as long as they say, and where its buckets begin.
struct Head {
    from: BufReader<File>,
    text: String,
    start: u64,
    step: usize,
    end: usize,
    bytes: u64,
}

impl Head {
    /// Reads the head of the checkpoint of a question, if there is one.
    fn read(path: &Path, wanted: &str) -> Result<Option<Head>, CountError> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(broken(path, error)),
        };
        let mut from = BufReader::with_capacity(1 << 20, file);
        let mut lines = [const { String::new() }; 3];
        for line in &mut lines {
            let read = from.by_ref().take(4096).read_line(line);
            if !matches!(read, Ok(1..)) || line.pop() != Some('\n') {
                return Err(broken(path, CheckpointFault::NotOne));
            }
        }
        let text = lines.join("\n");
        let [version, about, size] = lines;
        let name = path.display().to_string();
        if version != VERSION {
            let is_ours = version.starts_with("ktour checkpoint ");
            return Err(match is_ours {
                true => CountError::CheckpointVersion { path: name, found: version, wanted: VERSION },
                false => broken(path, CheckpointFault::NotOne),
            });
        }
        if about != wanted {
            let wanted = wanted.to_owned();
            return Err(CountError::CheckpointOfAnother { path: name, found: about, wanted });
        }
        let numbers: Option<Vec<u64>> = size.split(' ').map(|number| number.parse().ok()).collect();
        let Some(&[step, end, bytes]) = numbers.as_deref() else {
            return Err(broken(path, CheckpointFault::NotOne));
        };
        let start = from.stream_position().map_err(|error| broken(path, error))?;
        let length = from.get_ref().metadata().map_err(|error| broken(path, error))?.len();
        if bytes % 8 != 0 || bytes.checked_add(start + 8) != Some(length) {
            return Err(broken(path, CheckpointFault::Incomplete));
        }
        Ok(Some(Head { from, text, start, step: step.min(end) as usize, end: end as usize, bytes }))
    }
}

/// Refuses the file of another question or version, and an incomplete one.
pub fn check(path: &Path, about: &str) -> Result<(), CountError> {
    Head::read(path, about).map(drop)
}

/// The layer in a file for a question in words, if there is one.
pub fn read(path: &Path, about: &str) -> Result<Option<SavedLayer>, CountError> {
    let Some(head) = Head::read(path, about)? else { return Ok(None) };
    let Head { mut from, text, start, step, end, bytes } = head;
    let mut sum = Checksum::new(&text);
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut left = bytes;
    while left > 0 {
        let part = left.min(CHUNK_BYTES as u64) as usize;
        from.read_exact(&mut chunk[..part]).map_err(|error| broken(path, error))?;
        sum.add(&chunk[..part]);
        left -= part as u64;
    }
    let mut last = [0; 8];
    from.read_exact(&mut last).map_err(|error| broken(path, error))?;
    if u64::from_le_bytes(last) != sum.0 {
        return Err(broken(path, CheckpointFault::Checksum));
    }
    from.seek(SeekFrom::Start(start)).map_err(|error| broken(path, error))?;
    Ok(Some(SavedLayer { end, step, bytes: from.take(bytes) }))
}

/// Writes the layer after the first of two numbers of steps, of a walk with the second, in parts of whole
/// words: beside its place, and renamed into it when it is complete.
pub fn write(
    path: &Path,
    about: &str,
    steps: (usize, usize),
    bytes: u64,
    parts: impl Iterator<Item = io::Result<Vec<u8>>>,
) -> Result<(), CountError> {
    write_parts(path, about, &format!("{} {} {bytes}", steps.0, steps.1), parts).map_err(unwritable(path))
}

/// Writes the first lines, all parts, and the checksum.
fn write_parts(
    path: &Path,
    about: &str,
    sizes: &str,
    parts: impl Iterator<Item = io::Result<Vec<u8>>>,
) -> io::Result<()> {
    // A new file: never one that is there, nor what a link there leads to; gone if this fails.
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut stem = path.file_stem().unwrap_or_default().to_owned();
    stem.push(".");
    let half = tempfile::Builder::new().prefix(&stem).suffix(PARTIAL_SUFFIX).tempfile_in(directory)?;
    let mut to = BufWriter::with_capacity(1 << 20, half);
    let head = format!("{VERSION}\n{about}\n{sizes}");
    writeln!(to, "{head}")?;
    let mut sum = Checksum::new(&head);
    for bytes in parts {
        let bytes = bytes?;
        sum.add(&bytes);
        to.write_all(&bytes)?;
    }
    to.write_all(&sum.0.to_le_bytes())?;
    let half = to.into_inner().map_err(io::IntoInnerError::into_error)?;
    half.as_file().sync_all()?;
    half.persist(path).map(drop).map_err(|error| error.error)
}

/// A sum over all words of a file in their order.
struct Checksum(u64);

impl Checksum {
    /// Starts the checksum with the first lines.
    fn new(head: &str) -> Checksum {
        let mut sum = Checksum(0);
        let mut bytes = head.as_bytes().to_vec();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        sum.add(&bytes);
        sum
    }

    /// Adds bytes, a whole number of words.
    fn add(&mut self, bytes: &[u8]) {
        for word in bytes.chunks_exact(8) {
            let mut own = [0; 8];
            own.copy_from_slice(word);
            self.0 = mix(self.0 ^ u64::from_le_bytes(own)).rotate_left(23).wrapping_add(1);
        }
    }
}
