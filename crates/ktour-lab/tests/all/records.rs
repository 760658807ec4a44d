//! Records of rows: written one by one, resumed, and refused if they belong to another plan.

use std::{fs, ops::ControlFlow, time::Duration};

use ktour_core::{Cancel, Control};
use ktour_lab::{
    AnyExperiment, Backtracking, Completion, Experiment, Figure, Growth, Identity, LabReport, Line, Race,
    Section, Warnsdorff,
    chapters::chapters,
    record::{self, Recorder},
    run,
};
use ktour_search::{Method, Tie};

fn plan() -> Warnsdorff {
    Warnsdorff { sizes: vec![5, 6, 7], tries: 30, ties: vec![Tie::Random, Tie::Far], ..Warnsdorff::default() }
}

/// Resumes the record in `text`, until it has `rows` rows.
fn resume_record<E: Experiment>(plan: &E, text: &mut Vec<u8>, rows: usize) -> Completion {
    let before = String::from_utf8(text.clone()).unwrap();
    let known = record::read(plan, &before).unwrap();
    text.truncate(known.bytes);
    let cells: Vec<String> = known.rows.iter().map(|row| plan.cell_of(row)).collect();
    let mut recorder = Recorder::resume(text, plan, &known).unwrap();
    let mut count = known.rows.len();
    run(plan, &|cell| cells.iter().any(|known| known == cell), &Control::unlimited(), &mut |row| {
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
    assert_eq!(resume_record(&plan, &mut whole, usize::MAX), Completion::Complete);
    assert_eq!(resume_record(&plan, &mut parts, 1), Completion::Stopped);
    // The machine stopped while a row was written.
    parts.extend_from_slice(b"5x5,far,poss");
    assert_eq!(resume_record(&plan, &mut parts, 4), Completion::Stopped);
    assert_eq!(resume_record(&plan, &mut parts, usize::MAX), Completion::Complete);
    assert_eq!(String::from_utf8(parts).unwrap(), String::from_utf8(whole).unwrap());
}

#[test]
fn rows_of_another_plan_are_refused_by_name() {
    let mut text = Vec::new();
    resume_record(&plan(), &mut text, 2);
    let text = String::from_utf8(text).unwrap();
    let other = Warnsdorff { seed: 2, ..plan() };
    let refusal = record::read(&other, &text).unwrap_err().to_string();
    assert!(refusal.starts_with("holds the rows of `warnsdorff sizes=5..7 tries=30 ties=random,far starts=possible seed=1`, not of `"), "{refusal}");
    let refusal = record::read(&plan(), "board,trials\n6x6,1\n").unwrap_err().to_string();
    assert!(refusal.starts_with("is not a csv of this laboratory"), "{refusal}");
    let refusal = record::read(&plan(), &format!("{text}5x5,far\n")).unwrap_err().to_string();
    assert!(refusal.starts_with("has an unreadable row"), "{refusal}");
}

/// The first line may be a command instead of an identity.
#[test]
fn a_csv_that_names_its_plan_by_a_command_is_resumed() {
    let plan = plan();
    let (mut whole, mut text) = (Vec::new(), Vec::new());
    resume_record(&plan, &mut whole, usize::MAX);
    resume_record(&plan, &mut text, 3);
    let (now, before) = (format!("# {}\n", plan.identity()), format!("# {}\n", as_command(&plan.identity())));
    let mut text = String::from_utf8(text).unwrap().replace(&now, &before).into_bytes();
    assert_eq!(resume_record(&plan, &mut text, usize::MAX), Completion::Complete);
    assert_eq!(String::from_utf8(text).unwrap().replace(&before, &now), String::from_utf8(whole).unwrap());
    let other = Warnsdorff { tries: 31, ..plan };
    assert!(record::read(&other, &format!("{before}board\n")).is_err());
}

fn as_command(identity: &Identity) -> String {
    let mut command = format!("ktour lab {}", identity.experiment);
    for (word, value) in &identity.words {
        command += &format!(" --{} {value}", word.replace('_', "-"));
    }
    command
}

#[test]
fn a_board_with_holes_has_another_identity() {
    let race = |board: &str, holes: &[ktour_core::Square]| {
        let board = board.parse::<ktour_core::Board>().unwrap().with_holes(holes.to_vec()).unwrap();
        Race { board, ..Race::default() }.identity()
    };
    let holed = race("5x5", &[ktour_core::Square::new(0, 0)]);
    assert_ne!(race("5x5", &[]), holed);
    assert_eq!(holed.words.last(), Some(&("holes".to_owned(), "a1".to_owned())));
    assert_eq!(Identity::parse(&holed.to_string()), Some(holed));
}

#[test]
fn a_deadline_inside_a_cell_ends_the_run() {
    let hour = Duration::from_secs(3600);
    let backtracking = Backtracking { boards: vec!["10x10".parse().unwrap()], max_time: hour };
    assert_eq!(run_briefly(&backtracking), (Ok(Completion::Stopped), 0));
    let warnsdorff = Warnsdorff { sizes: vec![200], tries: 1_000_000, ..Warnsdorff::default() };
    assert_eq!(run_briefly(&warnsdorff), (Ok(Completion::Stopped), 0));
    let growth = Growth { method: Method::Backtrack, sizes: vec![10], max_time: hour, ..Growth::default() };
    assert_eq!(run_briefly(&growth), (Ok(Completion::Stopped), 0));
    let race = Race { board: "10x10".parse().unwrap(), max_time: hour, ..Race::default() };
    assert_eq!(run_briefly(&race).0, Ok(Completion::Stopped));
}

/// Runs a plan for 20 ms, and returns how the run ended and its number of rows.
fn run_briefly<E: Experiment>(plan: &E) -> (Result<Completion, ktour_search::Refusal>, usize) {
    let mut rows = 0;
    let ended = run(plan, &|_| false, &Control::within(Duration::from_millis(20)), &mut |_| {
        rows += 1;
        ControlFlow::Continue(())
    });
    (ended, rows)
}

#[test]
fn a_cancelled_run_measures_nothing_more() {
    let cancel = Cancel::default();
    let mut rows = 0;
    let control = Control::unlimited().with_cancel(cancel.clone());
    let ended = run(&plan(), &|_| false, &control, &mut |_| {
        rows += 1;
        cancel.cancel();
        ControlFlow::Continue(())
    });
    assert_eq!((ended, rows), (Ok(Completion::Stopped), 1));
}

#[test]
fn rows_of_growth_and_races_are_read_back() {
    let growth = Growth { sizes: vec![6, 8], repeats: 2, ..Growth::default() };
    let race = Race {
        board: "5x5".parse().unwrap(),
        methods: vec![Method::WarnsdorffBacktrack, Method::Parberry],
        ..Race::default()
    };
    let mut text = Vec::new();
    resume_record(&growth, &mut text, usize::MAX);
    let rows = record::read(&growth, &String::from_utf8(text).unwrap()).unwrap().rows;
    assert_eq!(rows.iter().map(|row| growth.cell_of(row)).collect::<Vec<_>>(), growth.cells());
    let mut text = Vec::new();
    resume_record(&race, &mut text, usize::MAX);
    let rows = record::read(&race, &String::from_utf8(text).unwrap()).unwrap().rows;
    assert_eq!(rows.iter().map(|row| race.cell_of(row)).collect::<Vec<_>>(), race.cells());
    let findings = race.findings(&rows);
    let sentences: Vec<String> = findings.sentences.iter().map(Line::to_string).collect();
    assert_eq!(sentences, ["Every one of the 25 starts is answered by warnsdorff-backtrack."]);
    let written = |row: usize| findings.tables[0].rows[row].iter().map(Figure::to_string).collect::<Vec<_>>();
    assert_eq!(written(0), ["warnsdorff-backtrack", "25", "13", "12", "0", "0"]);
    assert_eq!(written(1), ["parberry", "25", "0", "0", "0", "25"]);
}

#[test]
fn every_figure_of_a_report_names_its_command_and_the_page_has_no_external_files() {
    let plan = plan();
    let mut text = Vec::new();
    resume_record(&plan, &mut text, usize::MAX);
    let rows = record::read(&plan, &String::from_utf8(text).unwrap()).unwrap().rows;
    let section = Section {
        name: "warnsdorff".into(),
        title: "Warnsdorff's rule".into(),
        intro: "How often?".into(),
        command: plan.identity().to_string(),
        findings: plan.findings(&rows),
    };
    let report =
        LabReport { command: "ktour lab report".into(), machine: "a test".into(), sections: vec![section] };
    let html = report.html();
    assert_eq!(html.matches("<figure>").count(), 2);
    assert_eq!(html.matches(&format!("<figcaption>Made by <code>{}</code>", plan.identity())).count(), 2);
    assert!(!html.contains("<script") && !html.contains("<link") && !html.contains("src="));
    assert!(html.replace("http://www.w3.org/2000/svg", "").find("http").is_none());
    let markdown = report.markdown(|plot| format!("{plot}.svg"));
    assert!(markdown.contains("](warnsdorff-5-7.svg)") && markdown.contains("seed=1`"));
}

/// The report in the documentation is reproduced exactly from the rows next to it.
#[test]
fn the_report_in_the_documentation_is_reproduced_from_its_rows() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lab");
    let printed = |name: &str| fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let sections = chapters(false, 1).into_iter().map(|chapter| {
        let text = printed(&format!("report-{}.csv", chapter.name));
        let (identity, findings) = match &chapter.plan {
            AnyExperiment::Backtracking(plan) => findings_of(plan, &text),
            AnyExperiment::Warnsdorff(plan) => findings_of(plan, &text),
            AnyExperiment::Growth(plan) => findings_of(plan, &text),
            AnyExperiment::Race(plan) => findings_of(plan, &text),
        };
        chapter.section(as_command(&identity), findings)
    });
    let sections = sections.collect::<Vec<Section>>();
    let markdown = printed("report.md");
    let made_by = markdown.lines().find_map(|line| line.strip_prefix("Made by `")).unwrap();
    let (command, machine) = made_by.split_once("` on ").unwrap();
    let machine = machine.trim_end_matches('.').to_owned();
    let report = LabReport { command: command.to_owned(), machine, sections };
    assert!(report.markdown(|plot| format!("report-{plot}.svg")) == markdown, "report.md");
    assert!(report.html() == printed("report.html"), "report.html");
    for plot in report.sections.iter().flat_map(|section| &section.findings.plots) {
        assert!(plot.svg() == printed(&format!("report-{}.svg", plot.name)), "{}", plot.name);
    }
}

fn findings_of<E: Experiment>(plan: &E, text: &str) -> (Identity, ktour_lab::Findings) {
    (plan.identity(), plan.findings(&record::read(plan, text).unwrap().rows))
}
