//! Layers in memory, or in files when memory runs out.
//!
//! The files have no names, so the system removes them when the process ends, however it ends.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, BufReader, BufWriter, Seek, Write},
};

use super::layer::ClassLayer;
use crate::{CountError, frontier::disk, run::Run};

/// A layer, wherever it is.
pub(crate) enum Stored {
    Here(ClassLayer),
    There(File),
}

impl Stored {
    /// Puts a layer away into a file.
    pub(super) fn away(layer: &ClassLayer, run: &Run<'_>) -> Result<Stored, CountError> {
        let write = || {
            let directory = run.resources.spill.as_deref().ok_or(io::ErrorKind::OutOfMemory)?;
            let mut to = BufWriter::with_capacity(1 << 20, tempfile::tempfile_in(directory)?);
            layer.buckets.iter().try_for_each(|bucket| to.write_all(&bucket.write()))?;
            to.into_inner().map_err(io::IntoInnerError::into_error)
        };
        run.report.tell_spilled(layer.bytes() as usize);
        write().map(Stored::There).map_err(disk)
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Stored::Here(layer) => layer.bytes(),
            Stored::There(_) => 0,
        }
    }

    /// The layer, read where it is in a file.
    pub(super) fn layer(&self) -> Result<Cow<'_, ClassLayer>, CountError> {
        match self {
            Stored::Here(layer) => Ok(Cow::Borrowed(layer)),
            Stored::There(file) => read(file).map(Cow::Owned).map_err(disk),
        }
    }
}

fn read(mut file: &File) -> io::Result<ClassLayer> {
    file.rewind()?;
    ClassLayer::read(BufReader::with_capacity(1 << 20, file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state_class::layer::Bucket;

    #[test]
    fn a_layer_is_read_as_it_was_written() {
        let mut bucket = Bucket::default();
        bucket.push(3, &[(0, 1u64)]);
        bucket.push(1 << 38, &[(5, 1u64 << 40), (9, 7)]);
        let layer = ClassLayer { buckets: vec![bucket.complete(); 2] };
        let bytes: Vec<u8> = layer.buckets.iter().flat_map(Bucket::write).collect();
        assert_eq!(bytes.len() as u64, layer.written());
        assert_eq!(format!("{:?}", ClassLayer::read(&bytes[..]).unwrap()), format!("{layer:?}"));
        assert!(ClassLayer::read(&bytes[..bytes.len() - 9]).is_err());
    }
}
