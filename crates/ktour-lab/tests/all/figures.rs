//! Figures of the university report and of papers, reproduced with fixed seeds.

use std::{ops::ControlFlow, time::Duration};

use ktour_core::{Board, Control};
use ktour_lab::{
    Backtracking, Completion, Experiment, Line, OutcomeKind, Warnsdorff,
    backtracking::PRINTED,
    chance, run, stats,
    warnsdorff::{PUBLISHED, StartRule, WarnsdorffRow},
};
use ktour_search::Tie;

fn rows<E: Experiment>(plan: &E) -> Vec<E::Row> {
    let mut rows = Vec::new();
    let ended = run(plan, &|_| false, &Control::unlimited(), &mut |row| {
        rows.push(row);
        ControlFlow::Continue(())
    });
    assert_eq!(ended, Ok(Completion::Complete));
    rows
}

fn facts(name: &str) -> toml::Table {
    let path = format!("{}/../../testdata/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

fn board(size: u64) -> Board {
    Board::new(size, size).unwrap()
}

#[test]
fn the_three_rows_of_the_report_are_reproduced_exactly() {
    let facts = facts("documents.toml");
    let printed = facts["backtracking_rows"]["rows"].as_array().unwrap();
    assert_eq!(printed.len(), PRINTED.len());
    let boards = [(6, 6), (6, 7), (8, 8)].map(|(files, ranks)| Board::new(files, ranks).unwrap()).to_vec();
    let plan = Backtracking { boards, ..Backtracking::default() };
    let rows = rows(&plan);
    for fact in printed {
        let number = |name: &str| fact[name].as_integer().unwrap() as u64;
        let name = format!("{}x{}", number("cols"), number("rows"));
        let row = rows.iter().find(|row| row.board == name && row.method == "backtrack").unwrap();
        assert_eq!((row.trials, row.moves), (number("tested"), number("placed")), "{name}");
        assert_eq!((row.report_trials, row.report_moves), (number("report_trials"), number("report_moves")));
        assert_eq!(row.printed(), Some((row.report_trials, row.report_moves)));
        // The rule saves nearly all trials: they fall from thousands to a few per square.
        let rule = rows.iter().find(|row| row.board == name && row.method == "warnsdorff-backtrack").unwrap();
        assert_eq!(rule.outcome, OutcomeKind::Found);
        assert!(rule.trials * 20 < row.trials && rule.backtracks < row.backtracks / 20, "{rule:?}");
    }
    let findings = plan.findings(&rows);
    let sentences: Vec<String> = findings.sentences.iter().map(Line::to_string).collect();
    assert_eq!(
        sentences,
        ["3 of 3 rows printed in the university report come out exactly, trials and moves."]
    );
    assert!(findings.notes.iter().any(|note| note.code == "the-report"), "the report is explained");
}

#[test]
fn ten_by_ten_is_unknown_after_the_time_limit() {
    let plan = Backtracking { boards: vec![board(10)], max_time: Duration::from_millis(500) };
    let rows = rows(&plan);
    assert_eq!((rows[0].outcome, rows[1].outcome), (OutcomeKind::Unknown, OutcomeKind::Found));
    let sentence = plan.findings(&rows).sentences[0].to_string();
    assert!(sentence.starts_with("10x10 by backtrack is unknown after "), "{sentence}");
}

/// Knuth's 97.2 % and 97.9 %: the mean over all squares as starts, ties with equal chances, open tours.
#[test]
fn the_published_exact_figures_are_the_mean_over_all_starts() {
    let facts = facts("published.toml");
    let published = facts["warnsdorff"].as_array().unwrap()[0]["success"].as_table().unwrap();
    for (name, exact) in [("6x6", 0.971_788), ("8x8", 0.979_074)] {
        let chance = chance::over_all_starts(&name.parse().unwrap(), &Control::unlimited()).unwrap();
        assert!((chance - exact).abs() < 1e-6, "{name}: {chance}");
        assert_eq!((chance * 1000.0).round() / 1000.0, published[name].as_float().unwrap(), "{name}");
    }
}

#[test]
fn published_rates_match_the_facts_file() {
    let facts = facts("published.toml");
    let rates = facts["warnsdorff"].as_array().unwrap().iter().filter_map(|entry| entry.get("success"));
    let rates: Vec<&toml::Table> = rates.filter_map(|success| success.as_table()).collect();
    for published in PUBLISHED.iter().filter(|published| published.rate > 0.0) {
        let board = format!("{0}x{0}", published.size);
        let rate = rates.iter().find_map(|table| table.get(&board)?.as_float());
        assert_eq!(rate, Some(published.rate), "{board}");
    }
}

#[test]
fn intervals_of_sampled_rates_contain_the_exact_probability() {
    let plan =
        Warnsdorff { sizes: vec![5, 6, 7, 8], tries: 4000, ties: vec![Tie::Random], ..Warnsdorff::default() };
    for row in rows(&plan) {
        let interval = stats::wilson(row.successes, row.tries);
        assert!(interval.contains(row.exact.unwrap()), "{row:?}");
    }
}

#[test]
fn published_rates_agree_with_measured_ones() {
    let walks = |sizes: &[u64], starts| Warnsdorff {
        sizes: sizes.to_vec(),
        tries: 600,
        ties: vec![Tie::Random],
        starts,
        ..Warnsdorff::default()
    };
    let all = rows(&walks(&[6, 8], StartRule::All));
    let corner = rows(&walks(&[7, 50, 100], StartRule::Corner));
    for published in PUBLISHED.iter().filter(|published| published.size <= 100) {
        let rows = if published.starts == StartRule::All { &all } else { &corner };
        let row = rows.iter().find(|row| row.size == published.size).unwrap();
        assert!(published.agrees(row), "{published:?}, here {row:?}");
    }
    let anywhere = rows(&walks(&[50], StartRule::All));
    assert!(!PUBLISHED[3].agrees(&anywhere[0]), "81 % is the rate from a corner: {anywhere:?}");
}

#[test]
fn random_ties_collapse_past_two_hundred() {
    let plan = Warnsdorff {
        sizes: vec![250, 330],
        tries: 60,
        ties: vec![Tie::Random, Tie::Far],
        starts: StartRule::Corner,
        ..Warnsdorff::default()
    };
    let rows = rows(&plan);
    let successes =
        |tie: &str| rows.iter().filter(|row| row.tie == tie).map(|row| row.successes).collect::<Vec<_>>();
    assert!(successes("random").iter().all(|&successes| successes <= 3), "{rows:?}");
    assert!(successes("far").iter().all(|&successes| successes > 30), "{rows:?}");
}

#[test]
fn every_start_can_have_a_row_of_its_own() {
    let plan = Warnsdorff {
        sizes: vec![5],
        tries: 200,
        ties: vec![Tie::Random],
        starts: StartRule::Each,
        ..Warnsdorff::default()
    };
    let rows = rows(&plan);
    assert_eq!(rows.len(), 13, "the squares of 5x5 that have a tour");
    let row_from = |start: &str| rows.iter().find(|row| row.start == start).unwrap();
    assert_eq!((row_from("a1").rate, row_from("c3").rate), (1.0, 1.0));
    assert_eq!(row_from("c1").exact, Some(0.5));
    assert!((row_from("c1").low..=row_from("c1").high).contains(&0.5));
}

#[test]
fn impossible_starts_are_included_only_on_request() {
    let rate = |starts| -> WarnsdorffRow {
        rows(&Warnsdorff {
            sizes: vec![5],
            tries: 10,
            ties: vec![Tie::Random],
            starts,
            ..Warnsdorff::default()
        })
        .remove(0)
    };
    assert!((rate(StartRule::All).exact.unwrap() - 0.4).abs() < 1e-12);
    assert!((rate(StartRule::Possible).exact.unwrap() - 10.0 / 13.0).abs() < 1e-12);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let plan = Warnsdorff { sizes: vec![6, 9, 30], tries: 150, ..Warnsdorff::default() };
    let rows_with = |threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(|| rows(&plan))
    };
    assert_eq!(rows_with(1), rows_with(3));
}

#[test]
fn another_seed_gives_other_walks() {
    let rows = |seed| {
        rows(&Warnsdorff {
            sizes: vec![40],
            tries: 200,
            ties: vec![Tie::Random],
            seed,
            ..Warnsdorff::default()
        })
    };
    assert_eq!(rows(1), rows(1));
    assert_ne!(rows(1)[0].stuck_earliest, rows(2)[0].stuck_earliest);
}
