//! Every engine against the obvious walk, over the whole space of questions.
//!
//! The everyday run asks thousands of small boards and takes seconds. The long one asks as many
//! as `KTOUR_CASES` says, a hundred thousand unless it is set:
//!
//! ```text
//! KTOUR_CASES=300000 cargo test --release -p ktour-count --test all -- --ignored differential
//! ```
//!
//! A board on which two engines differ is shrunk and printed, and asked first in the next run.

mod answers;
mod counts;
mod every_tour;
mod random_question;

use std::cell::Cell;

use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestRunner},
};

use self::{every_tour::EveryTour, random_question::RandomQuestion};

/// Every how many questions the engines are asked that begin threads or write files.
const SELDOM: u64 = 16;

fn cases(everyday: u32) -> ProptestConfig {
    let long = std::env::var("KTOUR_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: long.unwrap_or(everyday),
        max_local_rejects: u32::MAX,
        source_file: Some(file!()),
        ..ProptestConfig::default()
    }
}

fn counts_agree(asked: &RandomQuestion) -> Result<(), TestCaseError> {
    let walked = EveryTour::new(&asked.puzzle);
    counts::of_one_machine(asked, &walked)?;
    counts::by_starts(asked, &walked)?;
    counts::of_classes(asked, &walked)?;
    if asked.number.is_multiple_of(SELDOM) {
        counts::gone_on_with(asked, &walked)?;
    }
    Ok(())
}

fn answers_agree(asked: &RandomQuestion) -> Result<(), TestCaseError> {
    let walked = EveryTour::new(&asked.puzzle);
    answers::of_lists(asked, &walked)?;
    answers::of_shards(asked, &walked)?;
    answers::of_draws(asked, &walked)?;
    answers::of_theory(asked, &walked)?;
    answers::of_searches(asked, &walked)?;
    answers::of_starts(asked, &walked)
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn every_way_to_count_gives_the_number_of_the_obvious_walk(asked in random_question::any_question()) {
        counts_agree(&asked)?;
    }
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn lists_draws_and_searches_know_the_tours_of_the_obvious_walk(asked in random_question::any_question()) {
        answers_agree(&asked)?;
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn long_leaps_on_large_boards_are_counted_and_not_refused(asked in random_question::any_with_long_leaps()) {
        let needed = random_question::estimate(&asked.puzzle).unwrap();
        prop_assert!(needed.bytes < 64 << 20, "{:?}", needed);
        counts::of_one_machine(&asked, &EveryTour::new(&asked.puzzle))?;
    }
}

#[test]
#[ignore = "minutes: as many boards as KTOUR_CASES says"]
fn every_engine_knows_the_tours_of_many_boards() {
    let (boards, with_tours) = (Cell::new(0u64), Cell::new(0u64));
    let result = TestRunner::new(cases(100_000)).run(&random_question::any_question(), |asked| {
        boards.set(boards.get() + 1);
        with_tours.set(with_tours.get() + u64::from(!EveryTour::new(&asked.puzzle).tours.is_empty()));
        counts_agree(&asked)?;
        answers_agree(&asked)
    });
    println!("{} boards, {} of them with tours", boards.get(), with_tours.get());
    if let Err(error) = result {
        panic!("{error}");
    }
}
