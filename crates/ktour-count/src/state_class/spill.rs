//! Layers that do not fit into memory: buckets in files.
//!
//! A file has no name, so the system removes it when the process ends, however it ends. Buckets are appended
//! as they are completed and read in the order of their keys, by a few cursors that move through the layer
//! one behind the other; a small cache gives a bucket that was just read to the cursors that follow.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    fs::File,
    io,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::layer::{ClassBlock, ClassLayer, StoredBucket};
use crate::{CountError, Report, context::Context, frontier::disk};

/// Bytes of the open buckets of all parts of a layer while it is divided.
const OPEN_PARTS_BYTES: usize = 1 << 21;

/// A file of buckets.
pub(crate) struct SpillFile {
    file: File,
    end: AtomicU64,
    cache: Mutex<Cache>,
    report: Report,
}

/// Buckets that were read last.
struct Cache {
    buckets: HashMap<u64, Arc<ClassBlock>>,
    /// Buckets in file order; the first is written out first.
    order: VecDeque<u64>,
    bytes: usize,
    most_bytes: usize,
}

impl fmt::Debug for SpillFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a file of {} bytes", self.end.load(Ordering::Relaxed))
    }
}

impl SpillFile {
    /// A new file in the directory for spilled layers.
    pub(super) fn new(run: &Context<'_>) -> Result<Arc<SpillFile>, CountError> {
        let directory = run.resources.spill.as_deref().ok_or(io::ErrorKind::OutOfMemory.into());
        let file = directory.and_then(tempfile::tempfile_in).map_err(disk)?;
        let most_bytes = run.spill_cache_bytes();
        let cache = Cache { buckets: HashMap::new(), order: VecDeque::new(), bytes: 0, most_bytes };
        let (end, cache) = (AtomicU64::new(0), Mutex::new(cache));
        Ok(Arc::new(SpillFile { file, end, cache, report: run.report.clone() }))
    }

    /// Writes bytes behind all others, and returns where they are.
    pub(super) fn append(&self, bytes: &[u8]) -> io::Result<u64> {
        let start = self.end.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        write_at(&self.file, bytes, start)?;
        self.report.tell_spilled(bytes.len());
        Ok(start)
    }

    pub(super) fn read(&self, start: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; len];
        read_at(&self.file, &mut bytes, start)?;
        self.report.tell_read_back(len);
        Ok(bytes)
    }

    /// The bucket at a place, read if it is not in the cache.
    pub(super) fn bucket(&self, start: u64, len: usize) -> io::Result<Arc<ClassBlock>> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bucket) = cache().buckets.get(&start) {
            return Ok(bucket.clone());
        }
        let bucket = Arc::new(ClassBlock::from_bytes(self.read(start, len)?)?);
        let mut cache = cache();
        if cache.buckets.insert(start, bucket.clone()).is_none() {
            cache.bytes += bucket.bytes();
            cache.order.push_back(start);
        }
        while cache.bytes > cache.most_bytes
            && let Some(first) = cache.order.pop_front()
        {
            let gone = cache.buckets.remove(&first).map_or(0, |bucket| bucket.bytes());
            cache.bytes -= gone;
        }
        Ok(bucket)
    }
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, start)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

/// One at a time moves to a place in a file, where systems have no reads and writes at a place.
#[cfg(not(unix))]
static MOVING: Mutex<()> = Mutex::new(());

#[cfg(not(unix))]
fn write_at(mut file: &File, bytes: &[u8], start: u64) -> io::Result<()> {
    use io::{Seek, Write};
    let _moving = MOVING.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(io::SeekFrom::Start(start))?;
    file.write_all(bytes)
}

#[cfg(not(unix))]
fn read_at(mut file: &File, bytes: &mut [u8], start: u64) -> io::Result<()> {
    use io::{Read, Seek};
    let _moving = MOVING.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(io::SeekFrom::Start(start))?;
    file.read_exact(bytes)
}

/// Storage of the buckets of a new layer: in memory while there is enough, then in a file.
pub(super) struct Store<'a> {
    run: &'a Context<'a>,
    /// Bytes of memory that are used, and may be used.
    used: &'a AtomicU64,
    most_bytes: u64,
    /// Bytes of all other layers.
    held_bytes: u64,
    file: &'a Mutex<Option<Arc<SpillFile>>>,
}

/// State of a store between two slices of work.
#[derive(Default)]
pub(super) struct StoreState {
    used: AtomicU64,
    file: Mutex<Option<Arc<SpillFile>>>,
}

impl StoreState {
    /// A store that may use some bytes of memory beside those of other layers.
    pub(super) fn store<'a>(&'a self, held_bytes: u64, most_bytes: u64, run: &'a Context<'_>) -> Store<'a> {
        Store { run, used: &self.used, most_bytes, held_bytes, file: &self.file }
    }
}

impl Store<'_> {
    /// Stores a complete bucket.
    pub(super) fn put(&self, bucket: ClassBlock) -> Result<StoredBucket, CountError> {
        let bytes = (bucket.bytes() + size_of::<StoredBucket>()) as u64;
        if self.used.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.most_bytes {
            return Ok(StoredBucket::in_memory(bucket));
        }
        self.used.fetch_sub(bytes, Ordering::Relaxed);
        if !self.run.resources.has_spill() {
            let bytes = u128::from(self.used.load(Ordering::Relaxed) + bytes + self.held_bytes);
            return Err(CountError::OutOfMemory { bytes, memory: self.run.memory() });
        }
        let file = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            match &*file {
                Some(file) => file.clone(),
                None => file.insert(SpillFile::new(self.run)?).clone(),
            }
        };
        StoredBucket::in_file(&bucket, &file).map_err(disk)
    }
}

/// The classes of a layer in parts, which `parts_of` names for a key; each part has its keys in order.
pub(super) fn in_parts(
    layer: &ClassLayer,
    parts: usize,
    parts_of: impl Fn(u64) -> [usize; 2],
    file: &Arc<SpillFile>,
    run: &Context<'_>,
) -> Result<Vec<ClassLayer>, CountError> {
    let bucket_bytes = (OPEN_PARTS_BYTES / parts).clamp(1 << 12, 1 << 16);
    let mut open: Vec<ClassBlock> = vec![ClassBlock::default(); parts];
    let mut made: Vec<ClassLayer> = vec![ClassLayer::default(); parts];
    let close = |bucket: &mut ClassBlock, layer: &mut ClassLayer| {
        let bucket = bucket.complete();
        StoredBucket::in_file(&bucket, file).map(|bucket| layer.buckets.push(bucket)).map_err(disk)
    };
    for bucket in &layer.buckets {
        run.check(0)?;
        let bucket = bucket.get()?;
        for (class, &key) in bucket.keys().iter().enumerate() {
            let [one, other] = parts_of(key);
            open[one].push_from(&bucket, class);
            if other != one {
                open[other].push_from(&bucket, class);
            }
            for part in [one, other] {
                if open[part].class_bytes_len() > bucket_bytes {
                    close(&mut open[part], &mut made[part])?;
                }
            }
        }
    }
    for (bucket, layer) in open.iter_mut().zip(&mut made).filter(|(bucket, _)| bucket.states() > 0) {
        close(bucket, layer)?;
    }
    Ok(made)
}

impl ClassLayer {
    /// The same layer in memory.
    pub(crate) fn loaded(&self) -> Result<ClassLayer, CountError> {
        let load = |bucket: &StoredBucket| ClassBlock::from_bytes(bucket.written()?);
        let buckets = self.buckets.iter().map(load).collect::<io::Result<Vec<ClassBlock>>>().map_err(disk)?;
        Ok(ClassLayer::in_memory(buckets))
    }

    /// The same layer, with its buckets in a file.
    pub(super) fn spilled(&self, run: &Context<'_>) -> Result<ClassLayer, CountError> {
        let file = SpillFile::new(run)?;
        let away = |bucket: &StoredBucket| StoredBucket::in_file(&*bucket.get()?, &file).map_err(disk);
        Ok(ClassLayer { buckets: self.buckets.iter().map(away).collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use ktour_core::Control;

    use super::*;
    use crate::Resources;

    #[test]
    fn a_layer_in_a_file_and_its_parts_have_the_states_of_the_layer() {
        let mut buckets = vec![ClassBlock::default(); 40];
        for (at, bucket) in buckets.iter_mut().enumerate() {
            (0..200u64).for_each(|key| bucket.push(1000 * at as u64 + key, &[(0, key + 1), (7, 1 << 40)]));
        }
        let layer = ClassLayer::in_memory(buckets.iter_mut().map(ClassBlock::complete));
        let directory = tempfile::tempdir().unwrap();
        let resources = Resources::default().with_spill(directory.path()).with_memory(1 << 20);
        let (control, report) = (Control::unlimited(), Report::default());
        let run = &Context { resources: &resources, control: &control, report: &report };
        let spilled = layer.spilled(run).unwrap();
        assert!(spilled.is_spilled() && !spilled.loaded().unwrap().is_spilled());
        assert!(spilled.bytes() < layer.bytes() / 8);
        let file = SpillFile::new(run).unwrap();
        let parts = in_parts(&spilled, 3, |key| [key as usize % 3; 2], &file, run).unwrap();
        let states = parts.iter().map(ClassLayer::states).sum::<u64>();
        assert_eq!((spilled.states(), states), (16_000, 16_000));
        for key in (0..40_000).filter(|key| key % 1000 < 200) {
            for layer in [&layer, &spilled, &parts[key as usize % 3]] {
                let (bucket, class) = layer.find(key).unwrap().unwrap();
                let mut numbers = Vec::new();
                let multiplicities = bucket.group(class, &mut numbers);
                assert_eq!((&numbers[..], multiplicities.of::<u64>(0)), (&[0, 7][..], key % 1000 + 1));
            }
        }
        assert!(layer.spilled(run).unwrap().find(250).unwrap().is_none());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
