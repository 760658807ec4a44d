//! Rows on paper: written as they come, gone on with, refused when they are somebody else's.

use std::ops::ControlFlow;

use knights_tour::{Cancel, Method, Tie};
use knights_tour_lab::{
    Ended, Experiment, Growth, Race, Report, Section, Warnsdorff,
    record::{self, Recorder},
    run,
};

fn plan() -> Warnsdorff {
    Warnsdorff { sizes: vec![5, 6, 7], tries: 30, ties: vec![Tie::Random, Tie::Far], ..Warnsdorff::default() }
}

/// Runs until so many rows are there, each written to the text.
fn go_on<E: Experiment>(plan: &E, text: &mut Vec<u8>, rows: usize) -> Ended {
    let before = String::from_utf8(text.clone()).unwrap();
    let known = record::read(plan, &before).unwrap();
    text.truncate(known.bytes);
    let cells: Vec<String> = known.rows.iter().map(|row| plan.cell_of(row)).collect();
    let mut recorder = Recorder::resume(text, plan, &known).unwrap();
    let mut count = known.rows.len();
    run(plan, &|cell| cells.iter().any(|known| known == cell), &Cancel::default(), &mut |row| {
        recorder.row(&row).unwrap();
        count += 1;
        if count == rows { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .unwrap()
}

#[test]
fn a_run_in_three_parts_is_the_run_in_one() {
    let plan = plan();
    let (mut whole, mut parts) = (Vec::new(), Vec::new());
    assert_eq!(go_on(&plan, &mut whole, usize::MAX), Ended::Complete);
    assert_eq!(go_on(&plan, &mut parts, 1), Ended::Stopped);
    // The machine went out while a row was written.
    parts.extend_from_slice(b"5x5,far,poss");
    assert_eq!(go_on(&plan, &mut parts, 4), Ended::Stopped);
    assert_eq!(go_on(&plan, &mut parts, usize::MAX), Ended::Complete);
    assert_eq!(String::from_utf8(parts).unwrap(), String::from_utf8(whole).unwrap());
}

#[test]
fn rows_of_another_plan_are_refused_by_name() {
    let mut text = Vec::new();
    go_on(&plan(), &mut text, 2);
    let text = String::from_utf8(text).unwrap();
    let other = Warnsdorff { seed: 2, ..plan() };
    let refusal = record::read(&other, &text).unwrap_err().to_string();
    assert!(refusal.starts_with("holds the rows of `ktour lab warnsdorff --sizes 5..7 --tries 30 --ties random,far --starts possible --seed 1`, not of `"), "{refusal}");
    let refusal = record::read(&plan(), "board,trials\n6x6,1\n").unwrap_err().to_string();
    assert!(refusal.starts_with("is not a csv of this laboratory"), "{refusal}");
    let refusal = record::read(&plan(), &format!("{text}5x5,far\n")).unwrap_err().to_string();
    assert!(refusal.starts_with("has an unreadable row"), "{refusal}");
}

#[test]
fn a_cancelled_run_measures_nothing_more() {
    let cancel = Cancel::default();
    let mut rows = 0;
    let ended = run(&plan(), &|_| false, &cancel, &mut |_| {
        rows += 1;
        cancel.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!((ended, rows), (Ok(Ended::Stopped), 1));
}

#[test]
fn growth_and_races_come_back_from_paper() {
    let growth = Growth { sizes: vec![6, 8], repeats: 2, ..Growth::default() };
    let race = Race {
        board: "5x5".parse().unwrap(),
        methods: vec![Method::WarnsdorffBacktrack, Method::Parberry],
        ..Race::default()
    };
    let mut text = Vec::new();
    go_on(&growth, &mut text, usize::MAX);
    let rows = record::read(&growth, &String::from_utf8(text).unwrap()).unwrap().rows;
    assert_eq!(rows.iter().map(|row| growth.cell_of(row)).collect::<Vec<_>>(), growth.cells());
    let mut text = Vec::new();
    go_on(&race, &mut text, usize::MAX);
    let rows = record::read(&race, &String::from_utf8(text).unwrap()).unwrap().rows;
    assert_eq!(rows.iter().map(|row| race.cell_of(row)).collect::<Vec<_>>(), race.cells());
    let findings = race.findings(&rows);
    assert_eq!(findings.sentences, ["Every one of the 25 starts is answered by warnsdorff-backtrack."]);
    assert_eq!(findings.tables[0].rows[0], ["warnsdorff-backtrack", "25", "13", "12", "0", "0"]);
    assert_eq!(findings.tables[0].rows[1], ["parberry", "25", "0", "0", "0", "25"]);
}

#[test]
fn every_figure_of_a_report_names_its_command_and_the_page_needs_nothing_else() {
    let plan = plan();
    let mut text = Vec::new();
    go_on(&plan, &mut text, usize::MAX);
    let rows = record::read(&plan, &String::from_utf8(text).unwrap()).unwrap().rows;
    let section = Section {
        name: "warnsdorff".into(),
        title: "Warnsdorff's rule".into(),
        intro: "How often?".into(),
        command: plan.command(),
        findings: plan.findings(&rows),
    };
    let report =
        Report { command: "ktour lab report".into(), machine: "a test".into(), sections: vec![section] };
    let html = report.html();
    assert_eq!(html.matches("<figure>").count(), 2);
    assert_eq!(html.matches(&format!("<figcaption>Made by <code>{}</code>", plan.command())).count(), 2);
    assert!(!html.contains("<script") && !html.contains("<link") && !html.contains("src="));
    assert!(html.replace("http://www.w3.org/2000/svg", "").find("http").is_none());
    let markdown = report.markdown(|plot| format!("{plot}.svg"));
    assert!(markdown.contains("](warnsdorff-5-7.svg)") && markdown.contains("--seed 1`"));
}
