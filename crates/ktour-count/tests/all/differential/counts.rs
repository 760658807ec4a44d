//! The same number from every engine that counts.

use ktour_core::{Control, Puzzle, TourKind};
use ktour_count::{CountError, Counted, Counter, Resources};
use num_bigint::BigUint;
use proptest::{prelude::*, test_runner::TestCaseError};

use super::{every_tour::EveryTour, random_question::RandomQuestion};

type Agreed = Result<(), TestCaseError>;

fn is_number(what: &str, counted: &Counted, walked: &EveryTour) -> Agreed {
    prop_assert_eq!(counted.tours.undirected(), &BigUint::from(walked.tours.len()), "{}", what);
    prop_assert_eq!(counted.tours.directed() >= counted.tours.undirected(), true);
    if walked.is_two_way {
        prop_assert_eq!(counted.tours.directed(), &BigUint::from(walked.listed()), "{}", what);
    }
    Ok(())
}

fn count(puzzle: &Puzzle, resources: &Resources) -> Result<Counted, CountError> {
    Counter::new(puzzle)?.count(resources, &Control::unlimited())
}

/// Counts in one thread and in two; in one call and in slices.
pub(crate) fn of_one_machine(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let resources = Resources::default().with_threads(1 + (asked.number % 2) as usize);
    let (counter, control) = (Counter::new(&asked.puzzle).unwrap(), Control::unlimited());
    is_number("count", &counter.count(&resources, &control).unwrap(), walked)?;
    let mut counting = counter.begin(&resources);
    let sliced = loop {
        if let Some(counted) = counting.advance(1 + asked.number % 64, &control).unwrap() {
            break counted;
        }
    };
    is_number("count in slices", &sliced, walked)
}

/// Every tour has one start, and in the other direction another.
pub(crate) fn by_starts(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    if asked.puzzle.kind() != Some(TourKind::Open) || !walked.is_two_way {
        return Ok(());
    }
    let mut sum = BigUint::ZERO;
    for start in asked.puzzle.board().squares() {
        let from = asked.puzzle.clone().starting_at(start).unwrap();
        sum += count(&from, &Resources::default()).unwrap().tours.directed();
    }
    prop_assert_eq!(sum, BigUint::from(walked.listed()), "sum over all starts");
    Ok(())
}

/// Classes by Burnside's lemma, where they are counted, against a look at every tour.
pub(crate) fn of_classes(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let counted =
        match Counter::new(&asked.puzzle).unwrap().classes(&Resources::default(), &Control::unlimited()) {
            Err(CountError::NoClasses) => return Ok(()),
            counted => counted.unwrap(),
        };
    is_number("count of classes", &counted, walked)?;
    let classes = counted.tours.up_to_symmetry().unwrap();
    prop_assert_eq!(&classes.all, &BigUint::from(walked.classes(asked.puzzle.board()).len()), "classes");
    Ok(())
}

/// A count that ends for want of memory leaves a layer, and another goes on from there.
pub(crate) fn gone_on_with(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let directory = tempfile::tempdir().unwrap();
    let resources = Resources::default().with_checkpoint(directory.path());
    let memory = u128::from(100 + asked.number / 64 % 1000);
    match count(&asked.puzzle, &resources.clone().with_memory(memory)) {
        Err(CountError::OutOfMemory { .. }) => {}
        counted => is_number("count in little memory", &counted.unwrap(), walked)?,
    }
    is_number("count gone on with", &count(&asked.puzzle, &resources).unwrap(), walked)
}
