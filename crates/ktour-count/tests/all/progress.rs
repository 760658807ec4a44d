//! The share of the work that counts report: it begins at nothing, never falls, and ends at all of it.

use std::{
    ops::ControlFlow,
    sync::{Arc, Mutex},
    time::Duration,
};

use ktour_core::{Board, Control, Puzzle, Square, TourKind};
use ktour_count::{Counter, Measure, Resources};

/// A question to a counter.
type Work = fn(&Counter, &Resources, &Control);

const COUNT: Work = |counter, resources, control| drop(counter.count(resources, control).unwrap());
const CLASSES: Work = |counter, resources, control| drop(counter.classes(resources, control).unwrap());
const LAYERS: Work = |counter, resources, control| counter.layers(resources, control, drop).unwrap();
const SAMPLE: Work = |counter, resources, control| {
    counter.each_sample(50, 1, resources, control, &mut |_| ControlFlow::Continue(())).unwrap();
};
/// A spread keeps its halves in memory, wherever tables go.
const SPREAD: Work = |counter, resources, control| {
    let resources = resources.clone().with_memory(1 << 30);
    counter.spread(Measure::Turns, &resources, control).unwrap();
};

/// All shares that are reported, and the last one.
fn shares(puzzle: &Puzzle, resources: &Resources, work: Work) -> Vec<f64> {
    let (counter, heard) = (Counter::new(puzzle).unwrap(), Arc::<Mutex<Vec<f64>>>::default());
    let (report, listened) = (counter.report().clone(), Arc::clone(&heard));
    let control = Control::unlimited().with_listener(Duration::ZERO, move |told| {
        listened.lock().unwrap().push(told.share);
        // Nothing is before the share of the report.
        assert!(told.share <= report.progress().share + 1e-6);
    });
    work(&counter, resources, &control);
    assert_eq!(counter.report().progress().share, 1.0, "{puzzle:?}");
    let mut shares = heard.lock().unwrap().clone();
    shares.push(control.progress().share);
    shares
}

#[test]
fn the_share_of_every_count_grows_from_nothing_to_all() {
    let puzzle = |board: &str, kind| Puzzle::new(board.parse().unwrap()).with_kind(kind);
    let (closed, open) = (TourKind::Closed, TourKind::Open);
    let holed: Board = "5x6".parse().unwrap();
    let holed = holed.with_holes([Square::new(0, 0), Square::new(1, 0)]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, work, steps) in [
        (puzzle("6x6", closed), COUNT, 10),
        (puzzle("6x7", closed), COUNT, 10),
        (puzzle("5x6", open), COUNT, 10),
        (puzzle("4x30", open), COUNT, 10),
        (puzzle("3x60", closed), COUNT, 10),
        (puzzle("5x16", open), COUNT, 10),
        (Puzzle::new(holed).with_kind(open), COUNT, 10),
        (puzzle("6x6", closed), CLASSES, 10),
        (puzzle("5x5", open), CLASSES, 10),
        (puzzle("5x6", closed), LAYERS, 10),
        (puzzle("5x5", open), SAMPLE, 5),
        (puzzle("6x6", open), SAMPLE, 10),
        (puzzle("6x6", closed), SPREAD, 10),
        // Boards without a tour, and with one.
        (puzzle("4x4", closed), COUNT, 0),
        (puzzle("1x1", open), COUNT, 0),
    ] {
        let plain = Resources::default().with_threads(1);
        let spilled = plain.clone().with_memory(1 << 20).with_spill(folder.path());
        for resources in [plain.clone(), plain.with_threads(2), spilled] {
            let shares = shares(&puzzle, &resources, work);
            let what = format!("{puzzle:?} {resources:?}: {shares:?}");
            assert_eq!(shares.last(), Some(&1.0), "{what}");
            assert!(shares.is_sorted(), "{what}");
            if steps > 0 {
                assert!(shares[0] < 0.3, "{what}");
                let mut different = shares.clone();
                different.dedup();
                assert!(different.len() >= steps, "{what}");
            }
        }
    }
}
