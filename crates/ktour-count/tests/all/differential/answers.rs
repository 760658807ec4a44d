//! The same tours from every engine that lists, draws, decides or searches.

use std::{collections::BTreeSet, ops::ControlFlow};

use ktour_core::{Control, Outcome, Square, Tour};
use ktour_count::{Counter, Resources, Shard, is_first_of_its_class};
use ktour_search::{
    CanStart, Method, StartAnswer, Strategy, solve, starts, starts_with_tours,
    theory::{Verdict, exists},
};
use proptest::{prelude::*, test_runner::TestCaseError};

use super::{every_tour::EveryTour, random_question::RandomQuestion};

type Agreed = Result<(), TestCaseError>;

/// The most tours that are drawn until each has come.
const MAX_TOURS_TO_DRAW_ALL: usize = 24;

fn list(asked: &RandomQuestion, shard: Shard) -> Vec<Tour> {
    let mut tours = Vec::new();
    let (resources, control) = (Resources::default(), Control::unlimited());
    let mut found = |tour| {
        tours.push(tour);
        ControlFlow::Continue(())
    };
    Counter::new(&asked.puzzle).unwrap().each_tour(shard, &resources, &control, &mut found).unwrap();
    tours
}

fn squares(tour: &Tour) -> Vec<Square> {
    tour.squares().collect()
}

/// Every tour, none twice, and one of every class.
pub(crate) fn of_lists(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let tours = list(asked, Shard::default());
    prop_assert_eq!(tours.len(), walked.listed(), "list");
    let different: BTreeSet<Vec<Square>> = tours.iter().map(squares).collect();
    prop_assert_eq!(different.len(), tours.len(), "a tour comes twice");
    let leaps: BTreeSet<_> = different.iter().map(|tour| walked.leaps_of(tour)).collect();
    prop_assert_eq!(leaps, walked.all_leaps(), "list");
    if asked.puzzle.start().is_none() && asked.puzzle.end().is_none() {
        let symmetries = asked.puzzle.board().symmetries();
        let firsts = tours.iter().filter(|tour| is_first_of_its_class(tour, &symmetries)).count();
        prop_assert_eq!(firsts, walked.classes(asked.puzzle.board()).len(), "one of every class");
    }
    Ok(())
}

/// Shards are disjoint and together complete.
pub(crate) fn of_shards(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let of = 2 + asked.number % 3;
    let all: Vec<Vec<Square>> = (1..=of)
        .flat_map(|part| list(asked, format!("{part}/{of}").parse().unwrap()))
        .map(|tour| squares(&tour))
        .collect();
    prop_assert_eq!(all.len(), walked.listed(), "shards");
    let leaps: BTreeSet<_> = all.iter().map(|tour| walked.leaps_of(tour)).collect();
    prop_assert_eq!(leaps, walked.all_leaps(), "shards");
    Ok(())
}

/// Every sample is a tour, and if there are few tours, each one is drawn.
pub(crate) fn of_draws(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    let tours = walked.listed();
    let draws = if tours <= MAX_TOURS_TO_DRAW_ALL { 40 * tours.max(1) } else { 10 };
    let counter = Counter::new(&asked.puzzle).unwrap();
    let drawn = counter.sample(draws, asked.number, &Resources::default(), &Control::unlimited()).unwrap();
    prop_assert_eq!(drawn.is_none(), tours == 0, "draws");
    let drawn: BTreeSet<Vec<Square>> = drawn.into_iter().flatten().map(|tour| squares(&tour)).collect();
    let all = walked.all_leaps();
    prop_assert!(drawn.iter().all(|tour| all.contains(&walked.leaps_of(tour))), "drawn, but no tour");
    if tours <= MAX_TOURS_TO_DRAW_ALL {
        prop_assert_eq!(drawn.len(), tours, "not every tour is drawn");
    }
    Ok(())
}

/// A word of theory is never wrong.
pub(crate) fn of_theory(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    match exists(&asked.puzzle) {
        Verdict::Unknown => {}
        verdict => prop_assert_eq!(verdict.is_yes(), walked.listed() > 0, "{:?}", verdict),
    }
    Ok(())
}

/// Checks the answer of a search about tours from a square.
fn is_right(what: &str, outcome: &Outcome, is_complete: bool, walked: &EveryTour, has_tours: bool) -> Agreed {
    match outcome {
        Outcome::Found(tour) => {
            prop_assert!(has_tours, "{} finds {:?}", what, tour);
            let leaps = walked.leaps_of(&squares(tour));
            prop_assert!(walked.all_leaps().contains(&leaps), "{} finds {:?}", what, tour);
        }
        Outcome::Impossible(reason) => prop_assert!(!has_tours, "{} says no: {:?}", what, reason),
        Outcome::Unknown(_) => prop_assert!(!is_complete, "{} does not know", what),
    }
    Ok(())
}

/// Every method.
pub(crate) fn of_searches(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    for (name, method) in Method::NAMED {
        let Ok(answer) = solve(&asked.puzzle, &Strategy::new(method), &Control::unlimited()) else {
            continue;
        };
        let is_complete = !matches!(method, Method::Warnsdorff | Method::Repair);
        is_right(name, &answer.outcome, is_complete, walked, walked.listed() > 0)?;
    }
    Ok(())
}

/// Every start; a closed tour starts anywhere.
pub(crate) fn of_starts(asked: &RandomQuestion, walked: &EveryTour) -> Agreed {
    if asked.puzzle.start().is_some() {
        return Ok(());
    }
    let mut with_tours: Vec<(Square, Outcome)> = Vec::new();
    let each = |answer: &StartAnswer, tour: Option<&Tour>| {
        let outcome = match (&answer.answer, tour) {
            (CanStart::Yes, tour) => Outcome::Found(tour.expect("a yes comes with its tour").clone()),
            (CanStart::No(reason), _) => Outcome::Impossible(reason.clone()),
            (CanStart::Unknown(spent), _) => Outcome::Unknown(*spent),
        };
        with_tours.push((answer.start, outcome));
        ControlFlow::Continue(())
    };
    let control = Control::unlimited();
    starts_with_tours(&asked.puzzle, &Strategy::default(), &control, each).unwrap();
    let answers = starts(&asked.puzzle, &Strategy::default(), &control, |_| ()).unwrap();
    let is_open = asked.puzzle.kind() == Some(ktour_core::TourKind::Open);
    for (answer, (start, outcome)) in answers.iter().zip(&with_tours) {
        let begins = |tour: &&Vec<Square>| !is_open || tour[0] == *start || tour[tour.len() - 1] == *start;
        let has_tours = walked.tours.iter().any(|tour| begins(&tour));
        is_right(&format!("start {start}"), outcome, true, walked, has_tours)?;
        prop_assert_eq!(answer.start, *start);
        prop_assert_eq!(
            matches!(answer.answer, CanStart::Yes),
            has_tours,
            "start {} without its tour",
            start
        );
    }
    Ok(())
}
