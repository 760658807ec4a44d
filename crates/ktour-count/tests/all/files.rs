//! Checkpoints and tables in files: the same numbers, and what does not fit is refused by name.

use std::{fs, path::Path};

use ktour_core::{Control, Puzzle, TourKind};
use ktour_count::{CountError, CountProgress, Counted, Counter, Resources};
use tempfile::tempdir;

fn closed(board: &str) -> Puzzle {
    Puzzle::new(board.parse().unwrap()).with_kind(TourKind::Closed)
}

/// Counts, and says how it went.
fn told(puzzle: &Puzzle, resources: &Resources) -> (Result<Counted, CountError>, CountProgress) {
    let counter = Counter::new(puzzle).unwrap();
    let counted = counter.count(resources, &Control::unlimited());
    (counted, counter.report().progress())
}

fn count(puzzle: &Puzzle, resources: &Resources) -> Result<Counted, CountError> {
    told(puzzle, resources).0
}

/// Counts until a checkpoint has been left, and stops there.
fn leave(puzzle: &Puzzle, resources: Resources, directory: &Path) {
    let mut counting = Counter::new(puzzle).unwrap().begin(&resources.with_checkpoint(directory));
    while !directory.join("layer.ktour").exists() {
        assert!(counting.advance(1 << 8, &Control::unlimited()).unwrap().is_none());
    }
}

#[test]
fn a_count_goes_on_where_it_was_stopped() {
    for (puzzle, tours) in [
        (closed("6x8"), "55488142"),
        (Puzzle::new("6x6".parse().unwrap()).with_kind(TourKind::Open), "3318960"),
    ] {
        let (directory, files) = (tempdir().unwrap(), tempdir().unwrap());
        // In groups, and in words where memory is short and tables go to files.
        let little = Resources::default().with_memory(2 << 20).with_spill(files.path());
        for resources in [Resources::default(), little] {
            leave(&puzzle, resources, directory.path());
            // A checkpoint is resumed as it is, whatever the memory.
            let resources = Resources::default().with_checkpoint(directory.path());
            let (counted, progress) = told(&puzzle, &resources);
            assert_eq!(counted.unwrap().tours.undirected().to_string(), tours);
            assert!(progress.resumed > 0);
            // Nothing is left once it is done.
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
        }
    }
}

#[test]
fn what_is_no_whole_checkpoint_of_this_count_is_refused() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("layer.ktour");
    leave(&closed("6x8"), Resources::default(), directory.path());
    let whole = fs::read(&file).unwrap();
    let refused = |bytes: &[u8], board: &str| {
        fs::write(&file, bytes).unwrap();
        let error =
            count(&closed(board), &Resources::default().with_checkpoint(directory.path())).unwrap_err();
        // A refused file stays as it is.
        assert_eq!(fs::read(&file).unwrap(), bytes);
        error.to_string()
    };
    assert!(refused(&whole, "6x10").contains("is a checkpoint of 6x8 closed, not of 6x10 closed"));
    assert!(refused(&whole[..whole.len() - 5], "6x8").contains("it is incomplete"));
    assert!(refused(&whole[..10], "6x8").contains("it is not a checkpoint"));
    assert!(refused(b"", "6x8").contains("it is not a checkpoint"));
    assert!(refused(b"a diary\n\n\n\n", "6x8").contains("it is not a checkpoint"));
    let mut other = whole.clone();
    other[17] = b'2';
    assert!(refused(&other, "6x8").contains("says ktour checkpoint 2, and this is ktour checkpoint 3"));
    // Any bit, of the head or of the states.
    for at in [17 + "\n6x8 closed\n".len() + 1, whole.len() - 10, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        let sentence = refused(&damaged, "6x8");
        assert!(sentence.contains("cannot be resumed"), "{sentence}");
    }
    fs::write(&file, whole).unwrap();
    let resources = Resources::default().with_checkpoint(directory.path());
    assert_eq!(count(&closed("6x8"), &resources).unwrap().tours.undirected().to_string(), "55488142");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_directory_is_not_followed() {
    let directory = tempdir().unwrap();
    let diary = directory.path().join("diary");
    fs::write(&diary, "dear diary").unwrap();
    let inside = directory.path().join("inside");
    fs::create_dir(&inside).unwrap();
    std::os::unix::fs::symlink(&diary, inside.join("layer.half")).unwrap();
    count(&closed("6x8"), &Resources::default().with_checkpoint(&inside)).unwrap();
    assert_eq!(fs::read_to_string(&diary).unwrap(), "dear diary");
}

#[test]
fn a_directory_that_cannot_be_written_is_refused() {
    let directory = tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = count(&closed("6x6"), &Resources::default().with_checkpoint(&file)).unwrap_err();
    assert!(matches!(error, CountError::Unwritable { .. }), "{error}");
}

#[test]
fn files_give_the_same_number() {
    let directory = tempdir().unwrap();
    for (puzzle, tours, threads) in [
        (closed("6x8"), "55488142", 2),
        (Puzzle::new("6x6".parse().unwrap()).with_kind(TourKind::Open), "3318960", 1),
    ] {
        let resources =
            Resources::default().with_spill(directory.path()).with_memory(2 << 20).with_threads(threads);
        let (counted, progress) = told(&puzzle, &resources);
        assert_eq!(counted.unwrap().tours.undirected().to_string(), tours);
        assert!(progress.spilled > 1 << 16, "{progress:?}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}
