//! Where the states of a layer are kept: in memory, or in files when memory runs out.
//!
//! A bucket is a list of states that belong together. States that do not fit are appended to a file without a
//! name, which the system removes when the process ends, however it ends.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    frontier::multiplicity::{Multiplicity, word_at},
    layers::table::State,
    run::Run,
};

/// States that belong together.
#[derive(Clone, Debug)]
pub(crate) enum Bucket<C> {
    /// In memory.
    Here(Vec<State<C>>),
    /// In files.
    There(Vec<Piece>),
}

impl<C> Default for Bucket<C> {
    fn default() -> Self {
        Bucket::Here(Vec::new())
    }
}

/// A part of a file.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    file: Arc<Mutex<File>>,
    start: u64,
    states: usize,
}

impl Piece {
    pub(crate) fn new(file: Arc<Mutex<File>>, start: u64, states: usize) -> Piece {
        Piece { file, start, states }
    }

    /// Reads its states behind those that are there.
    pub(crate) fn read<C: Multiplicity>(&self, states: &mut Vec<State<C>>) -> io::Result<()> {
        let size = state_bytes::<C>();
        let mut bytes = vec![0; self.states * size];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.start))?;
            file.read_exact(&mut bytes)?;
        }
        states.extend(bytes.chunks_exact(size).map(|bytes| (word_at(bytes, 0), C::read(&bytes[8..]))));
        Ok(())
    }
}

/// Bytes of a state in a file.
pub(crate) fn state_bytes<C: Multiplicity>() -> usize {
    8 + C::BITS as usize / 8
}

/// States as they are written.
pub(crate) fn write_states<C: Multiplicity>(states: &[State<C>], bytes: &mut Vec<u8>) {
    for &(word, multiplicity) in states {
        bytes.extend(word.to_le_bytes());
        multiplicity.write(bytes);
    }
}

impl<C: Multiplicity> Bucket<C> {
    pub(crate) fn len(&self) -> usize {
        match self {
            Bucket::Here(states) => states.len(),
            Bucket::There(pieces) => pieces.iter().map(|piece| piece.states).sum(),
        }
    }

    /// All its states, read where they are in files.
    pub(crate) fn states(&self) -> io::Result<Cow<'_, [State<C>]>> {
        match self {
            Bucket::Here(states) => Ok(Cow::Borrowed(states)),
            Bucket::There(pieces) => {
                let mut states = Vec::with_capacity(self.len());
                pieces.iter().try_for_each(|piece| piece.read(&mut states))?;
                Ok(Cow::Owned(states))
            }
        }
    }
}

/// A file that takes what does not fit, made when it is first needed.
#[derive(Default)]
pub(crate) struct Spill {
    file: Option<Arc<Mutex<File>>>,
    end: u64,
    bytes: Vec<u8>,
}

impl Spill {
    /// Appends states, and says where they are.
    pub(crate) fn write<C: Multiplicity>(&mut self, states: &[State<C>], run: &Run<'_>) -> io::Result<Piece> {
        let file = match &self.file {
            Some(file) => file,
            None => {
                let directory = run.resources.spill.as_deref().ok_or(io::ErrorKind::OutOfMemory)?;
                self.file.insert(Arc::new(Mutex::new(tempfile::tempfile_in(directory)?)))
            }
        };
        self.bytes.clear();
        write_states(states, &mut self.bytes);
        run.report.tell_spilled(self.bytes.len());
        let piece = Piece { file: file.clone(), start: self.end, states: states.len() };
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&self.bytes)?;
        self.end += self.bytes.len() as u64;
        Ok(piece)
    }
}
