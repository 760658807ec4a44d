//! Checkpoints of a cluster: every process saves its part of a layer.
//!
//! A part is a checkpoint file of its own, either complete or absent. A layer is complete when each of its
//! parts can be seen by some process. The count continues from the newest complete layer, with any number of
//! processes: each process takes the step with the parts it reads, and the resulting states are divided anew.
//! The last two layers are kept, because every process has written the previous layer when the next one is
//! begun.
//!
//! The states of a part depend only on the question, the layer and the number of processes, so parts of one
//! layer fit together even if several runs wrote them.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use ktour_core::control::Clock;

use ktour_count::{
    CheckpointFault, CountError,
    engine::{
        ClassLayer, Context,
        checkpoint::{self, PARTIAL_SUFFIX, SavedLayer, WriteBudget},
    },
};

/// A layer of a walk: the steps of the walk, the steps that lead to the layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerPosition {
    pub(crate) end: usize,
    pub(crate) step: usize,
}

/// One part of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct LayerPart {
    pub(crate) at: LayerPosition,
    /// Number of parts of the layer.
    pub(crate) parts: usize,
    pub(crate) part: usize,
}

impl LayerPart {
    fn name(&self) -> String {
        let LayerPart { at: LayerPosition { end, step }, parts, part } = self;
        format!("layer-{step}-of-{end}-part-{part}-of-{parts}.ktour")
    }

    fn of_name(name: &str) -> Option<LayerPart> {
        // Half a part has something new between its name and its ending.
        let half = || Some(name.strip_suffix(PARTIAL_SUFFIX)?.rsplit_once('.')?.0);
        let stem = name.strip_suffix(".ktour").or_else(half)?;
        let numbers: Vec<usize> = stem.split('-').filter_map(|word| word.parse().ok()).collect();
        let &[step, end, part, parts] = numbers.as_slice() else { return None };
        let is_ours = stem == format!("layer-{step}-of-{end}-part-{part}-of-{parts}") && part < parts;
        is_ours.then_some(LayerPart { at: LayerPosition { end, step }, parts, part })
    }

    /// The question that it belongs to.
    fn about(&self, about: &str) -> String {
        format!("{about}, part {} of {}", self.part, self.parts)
    }

    /// The position as a line of a greeting.
    pub(crate) fn line(&self) -> String {
        format!("{} {} {} {}", self.at.end, self.at.step, self.parts, self.part)
    }

    pub(crate) fn of_line(line: &str) -> Option<LayerPart> {
        let numbers: Option<Vec<usize>> = line.split(' ').map(|number| number.parse().ok()).collect();
        let &[end, step, parts, part] = numbers?.as_slice() else { return None };
        Some(LayerPart { at: LayerPosition { end, step }, parts, part })
    }
}

/// The file that says which cluster a directory belongs to while it counts.
const HOSTS: &str = "cluster.hosts";
/// How often, and how long after each other, a directory is tried: processes of one cluster may
/// come at the same moment.
const MAX_LOCK_ATTEMPTS: u32 = 100;
const PAUSE: Duration = Duration::from_millis(20);

/// A directory that the processes of one cluster hold together, and no others.
///
/// The first to come has it alone for a moment and writes down the cluster's hosts; the others
/// read them. The last to go removes what was written.
pub(crate) struct DirectoryLock {
    directory: PathBuf,
    lock: Option<File>,
}

impl DirectoryLock {
    /// Locks a directory for a process of a cluster with these hosts, or for the only process.
    pub(crate) fn new(directory: &Path, hosts: &str, is_alone: bool) -> Result<DirectoryLock, CountError> {
        checkpoint::make(directory)?;
        let hold = |lock| DirectoryLock { directory: directory.to_owned(), lock };
        if is_alone {
            return checkpoint::lock(directory, File::try_lock).map(hold);
        }
        for _ in 0..MAX_LOCK_ATTEMPTS {
            if let Ok(first) = checkpoint::lock(directory, File::try_lock) {
                // On a full disk this fails silently; writing a part fails as well, and that is reported.
                let _ = fs::write(directory.join(HOSTS), hosts);
                drop(first);
            }
            if let Ok(lock) = checkpoint::lock(directory, File::try_lock_shared) {
                let held = fs::read_to_string(directory.join(HOSTS)).unwrap_or_default();
                let is_ours = held == hosts || held.is_empty();
                if is_ours || lock.is_none() {
                    return Ok(hold(lock));
                }
            }
            thread::sleep(PAUSE);
        }
        Err(CountError::InUse { path: directory.display().to_string() })
    }
}

impl Drop for DirectoryLock {
    fn drop(&mut self) {
        if self.lock.as_ref().is_none_or(|lock| lock.try_lock().is_ok()) {
            // One that stays is written anew by the process that comes next.
            let _ = fs::remove_file(self.directory.join(HOSTS));
        }
    }
}

/// A directory with parts.
pub(crate) struct Parts {
    directory: PathBuf,
    about: String,
}

impl Parts {
    /// Parts in a locked directory.
    pub(crate) fn new(directory: &Path, about: &str) -> Parts {
        Parts { directory: directory.to_owned(), about: about.to_owned() }
    }

    fn all(&self) -> Vec<(PathBuf, LayerPart)> {
        let entries = fs::read_dir(&self.directory).into_iter().flatten().flatten();
        let named = |path: PathBuf| LayerPart::of_name(path.file_name()?.to_str()?).map(|part| (path, part));
        entries.filter_map(|entry| named(entry.path())).collect()
    }

    /// The parts that are there; one of another question or version is refused by name.
    pub(crate) fn seen(&self) -> Result<Vec<LayerPart>, CountError> {
        let mut seen = Vec::new();
        for (path, part) in self.all() {
            if path.extension().is_some_and(|ending| ending == "ktour") {
                checkpoint::check(&path, &part.about(&self.about))?;
                seen.push(part);
            }
        }
        seen.sort_unstable();
        Ok(seen)
    }

    /// The share of a layer that a part holds.
    pub(crate) fn read(&self, part: &LayerPart) -> Result<ClassLayer, CountError> {
        let path = self.directory.join(part.name());
        match checkpoint::read(&path, &part.about(&self.about))? {
            Some(SavedLayer { step, end, bytes }) if step == part.at.step && end == part.at.end => {
                ClassLayer::read(bytes)
            }
            left => Err(CountError::CheckpointBroken {
                path: path.display().to_string(),
                why: if left.is_some() { CheckpointFault::AnotherLayer } else { CheckpointFault::Gone },
            }),
        }
    }

    fn write(&self, part: &LayerPart, layer: &ClassLayer) -> Result<(), CountError> {
        let path = self.directory.join(part.name());
        let steps = (part.at.step, part.at.end);
        checkpoint::write(&path, &part.about(&self.about), steps, layer.written_len(), layer.written())
    }

    /// Removes all parts of layers before one, or all at the end.
    pub(crate) fn remove(&self, before: Option<LayerPosition>) {
        for (path, part) in self.all() {
            if before.is_none_or(|before| part.at < before) {
                // Another process may have been faster; what stays is resumed or refused later.
                let _ = fs::remove_file(path);
            }
        }
    }
}

/// One worker's hand on the directory.
pub(crate) struct Saver<'a> {
    parts: &'a Parts,
    /// This worker, and of how many.
    worker: (usize, usize),
    last: Option<LayerPosition>,
    pace: WriteBudget,
    /// Whether a part could not be written, which ends all writing: the last whole layer stays.
    has_failed: bool,
}

impl<'a> Saver<'a> {
    pub(crate) fn new(
        parts: &'a Parts,
        worker: (usize, usize),
        last: Option<LayerPosition>,
        clock: &Clock,
    ) -> Saver<'a> {
        Saver { parts, worker, last, pace: WriteBudget::new(clock), has_failed: false }
    }

    /// Whether writing works, and has not taken too much of the time.
    pub(crate) fn has_time(&self) -> bool {
        !self.has_failed && self.pace.has_time()
    }

    /// Writes this worker's part of a layer; all have written the one before.
    pub(crate) fn save(&mut self, at: LayerPosition, layer: &ClassLayer, run: &Context<'_>) {
        let Saver { parts: all, worker: (part, parts), last, .. } = *self;
        let written = self.pace.spend(|| {
            all.write(&LayerPart { at, parts, part }, layer)?;
            if let Some(last) = last {
                all.remove(Some(last));
            }
            Ok(())
        });
        match written {
            Ok(()) => self.last = Some(at),
            Err(error) => {
                run.report_unsaved(&error);
                self.has_failed = true;
            }
        }
    }
}

/// A whole layer, and which process reads which part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WholeLayer {
    pub(crate) at: LayerPosition,
    pub(crate) readers: Vec<(usize, LayerPart)>,
}

/// The newest layer whose parts are all seen by some process: every process comes to the same.
pub(crate) fn newest_whole(seen: &[Vec<LayerPart>]) -> Option<WholeLayer> {
    let mut layers: BTreeMap<(LayerPosition, usize), BTreeMap<usize, Vec<usize>>> = BTreeMap::new();
    for (process, parts) in seen.iter().enumerate() {
        for part in parts {
            layers.entry((part.at, part.parts)).or_default().entry(part.part).or_default().push(process);
        }
    }
    let ((at, parts), seers) = layers.into_iter().rev().find(|((_, parts), seen)| seen.len() == *parts)?;
    let readers = seers.into_iter().map(|(part, seers)| {
        // Shared out evenly where all see all; where they are seen elsewhere, there.
        let own = part * seen.len() / parts;
        (if seers.contains(&own) { own } else { seers[0] }, LayerPart { at, parts, part })
    });
    Some(WholeLayer { at, readers: readers.collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(step: usize, parts: usize, which: &[usize]) -> Vec<LayerPart> {
        which.iter().map(|&part| LayerPart { at: LayerPosition { end: 30, step }, parts, part }).collect()
    }

    fn readers(seen: &[Vec<LayerPart>]) -> Option<(usize, Vec<usize>)> {
        newest_whole(seen)
            .map(|whole| (whole.at.step, whole.readers.iter().map(|(reader, _)| *reader).collect()))
    }

    #[test]
    fn a_directory_is_held_by_the_processes_of_one_cluster() {
        let directory = tempfile::tempdir().unwrap();
        let hold = |hosts: &str, is_alone| DirectoryLock::new(directory.path(), hosts, is_alone);
        let is_in_use =
            |held: Result<DirectoryLock, CountError>| matches!(held, Err(CountError::InUse { .. }));
        let (first, second) = (hold("a:1 b:1", false).unwrap(), hold("a:1 b:1", false).unwrap());
        assert!(is_in_use(hold("a:2 b:2", false)), "another cluster");
        assert!(is_in_use(hold("a:1", true)), "a cluster of one process");
        drop(first);
        assert!(is_in_use(hold("a:1", true)), "one process is left");
        drop(second);
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        let alone = hold("a:1", true).unwrap();
        assert!(is_in_use(hold("a:1", true)) && is_in_use(hold("a:2 b:2", false)));
        drop(alone);
        assert!(hold("a:2 b:2", false).is_ok());
    }

    #[test]
    fn names_are_read_back() {
        let part = LayerPart { at: LayerPosition { end: 30, step: 7 }, parts: 4, part: 3 };
        assert_eq!(part.name(), "layer-7-of-30-part-3-of-4.ktour");
        assert_eq!(LayerPart::of_name(&part.name()), Some(part));
        assert_eq!(LayerPart::of_line(&part.line()), Some(part));
        assert_eq!(LayerPart::of_name("layer-7-of-30-part-3-of-4.x7Yz.half"), Some(part));
        for other in ["layer.ktour", "layer-7-of-30-part-4-of-4.ktour", "layer-07-of-30-part-3-of-4.ktour"] {
            assert_eq!(LayerPart::of_name(other), None);
        }
    }

    #[test]
    fn the_newest_whole_layer_is_taken() {
        let all = [parts(5, 2, &[0, 1]), parts(6, 2, &[0])].concat();
        assert_eq!(readers(&[all.clone(), all.clone()]), Some((5, vec![0, 1])));
        // Seen by one each, and one of them by a process that is not its own.
        let own = [parts(6, 2, &[1]), [parts(5, 2, &[0]), parts(6, 2, &[0])].concat()];
        assert_eq!(readers(&own), Some((6, vec![1, 0])));
        assert_eq!(readers(&[parts(6, 3, &[0, 2]), Vec::new()]), None);
    }

    #[test]
    fn other_numbers_of_processes_share_the_parts() {
        let all = parts(6, 4, &[0, 1, 2, 3]);
        assert_eq!(readers(std::slice::from_ref(&all)), Some((6, vec![0, 0, 0, 0])));
        assert_eq!(readers(&[all.clone(), all.clone(), all]), Some((6, vec![0, 0, 1, 2])));
    }
}
