//! Proofs are accepted by an independent checker, and rejected once they are changed.
//!
//! `cargo xtask test` installs `veripb` under `target/veripb`; without it these tests report that they are
//! skipped.

use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use ktour_answer::proof;
use ktour_core::{
    Board, Control, Outcome, Puzzle, Reason, Square, TourKind, notation::parse_square, random::Random,
};
use ktour_render::read;
use ktour_search::{
    Method, Strategy,
    certificate::{check, prove},
    solve,
};
use serde::Deserialize;

/// Returns the path of the checker if it is installed.
fn veripb() -> Option<PathBuf> {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/veripb/bin/veripb");
    let program = env::var_os("VERIPB").map_or_else(default, PathBuf::from);
    if program.exists() {
        return Some(program);
    }
    crate::skipping::skipped("veripb is not installed");
    None
}

/// Proof in memory.
struct WrittenProof {
    puzzle: Puzzle,
    reason: Reason,
    formula: String,
    proof: String,
    /// The files beside formula and proof, such as the script that checks the formula.
    other_files: Vec<proof::File>,
    /// Time for writing it.
    time: Duration,
}

/// Proves in memory that a puzzle has no tour.
fn write(puzzle: &Puzzle, reason: &Reason) -> WrittenProof {
    let began = Instant::now();
    let (mut cuts, mut steps) = (Vec::new(), Vec::new());
    let written = prove(puzzle, reason, 1 << 30, &mut cuts, &mut steps, &Control::unlimited());
    let time = began.elapsed();
    let certificate = written.unwrap_or_else(|error| panic!("{puzzle:?}: {error}"));
    let (mut formula, mut proof) = (Vec::new(), Vec::new());
    certificate.write_formula(&mut &cuts[..], &mut formula).unwrap();
    certificate.write_proof(&mut &steps[..], &mut proof).unwrap();
    let [formula, proof] = [formula, proof].map(|bytes| String::from_utf8(bytes).unwrap());
    let other_files = proof::accompanying_files(puzzle, reason, &certificate).to_vec();
    WrittenProof { puzzle: puzzle.clone(), reason: reason.clone(), formula, proof, other_files, time }
}

/// Whether the public checker accepts a proof.
fn is_accepted(veripb: &Path, folder: &Path, formula: &str, proof: &str) -> bool {
    fs::write(folder.join("formula.opb"), formula).unwrap();
    fs::write(folder.join("proof.pbp"), proof).unwrap();
    let output =
        Command::new(veripb).args(["formula.opb", "proof.pbp"]).current_dir(folder).output().unwrap();
    output.status.success() && String::from_utf8_lossy(&output.stdout).contains("s VERIFIED UNSATISFIABLE")
}

/// Whether `check.py` confirms the formula; `None` without Python.
fn is_confirmed(folder: &Path) -> Option<bool> {
    let output = Command::new("python3").arg("check.py").current_dir(folder).output().ok()?;
    Some(output.status.success())
}

/// Checks the proof of every puzzle with the public checker, and some of them with the script. Prints the
/// time and the sizes.
fn assert_all_accepted(
    puzzles: impl IntoIterator<Item = Puzzle>,
    strategy: &Strategy,
    scripted: usize,
) -> usize {
    let Some(veripb) = veripb() else { return 0 };
    let folder = tempfile::tempdir().unwrap();
    let (mut count, mut sizes, mut our_time, mut checker_time) = (0, 0, Duration::ZERO, Duration::ZERO);
    let mut ratios = Vec::new();
    for puzzle in puzzles {
        let began = Instant::now();
        let answer = solve(&puzzle, strategy, &Control::within(Duration::from_secs(10))).unwrap();
        let search_time = began.elapsed();
        let Outcome::Impossible(reason) = answer.outcome else { continue };
        let written = write(&puzzle, &reason);
        let checked = check(&puzzle, &mut written.formula.as_bytes());
        assert!(checked.is_ok(), "{puzzle:?}: {checked:?}");
        let began = Instant::now();
        let is_accepted = is_accepted(&veripb, folder.path(), &written.formula, &written.proof);
        assert!(is_accepted, "{puzzle:?}: {reason:?}");
        checker_time += began.elapsed();
        if count % scripted == 0 {
            written
                .other_files
                .iter()
                .for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
            assert_ne!(is_confirmed(folder.path()), Some(false), "{puzzle:?}");
        }
        our_time += search_time + written.time;
        sizes += written.formula.len() + written.proof.len();
        ratios.push(written.time.as_secs_f64() / search_time.as_secs_f64().max(1e-6));
        count += 1;
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
    eprintln!(
        "{count} proofs of {} kB: ours {:.2} s, proof against answer {median:.2} at the median, veripb {:.2} s",
        sizes / 1000,
        our_time.as_secs_f64(),
        checker_time.as_secs_f64()
    );
    count
}

fn rectangle(files: u64, ranks: u64, kind: TourKind) -> Puzzle {
    Puzzle::new(Board::new(files, ranks).unwrap()).with_kind(kind)
}

/// Returns the questions about a board: closed, open, and open from every square, or from one square of each
/// symmetry class.
fn questions(files: u64, ranks: u64, has_all_starts: bool) -> Vec<Puzzle> {
    let open = rectangle(files, ranks, TourKind::Open);
    let mut starts: BTreeSet<Square> = open.board().squares().collect();
    if !has_all_starts {
        let first = |square: Square| {
            let symmetries = open.board().symmetries();
            symmetries
                .into_iter()
                .map(|symmetry| symmetry.apply_to_square(open.board(), square))
                .min()
                .unwrap()
        };
        starts = starts.into_iter().map(first).collect();
    }
    let from = starts.into_iter().map(|start| open.clone().starting_at(start).unwrap());
    [rectangle(files, ranks, TourKind::Closed), open.clone()].into_iter().chain(from).collect()
}

#[derive(Deserialize)]
struct Impossibles {
    impossible: Vec<Impossible>,
}

#[derive(Deserialize)]
struct Impossible {
    board: String,
    kind: Option<String>,
    start: Option<String>,
    end: Option<String>,
    #[serde(default)]
    holes: Vec<String>,
    leaper: Option<String>,
}

/// The impossible puzzles of the facts.
fn impossible() -> Vec<Puzzle> {
    let facts: Impossibles = toml::from_str(include_str!("../../../../testdata/impossible.toml")).unwrap();
    let puzzle = |fact: Impossible| {
        let whole: Board = fact.board.parse().unwrap();
        let square = |name: &String| name.parse::<Square>().unwrap();
        let mut puzzle = Puzzle::new(whole.with_holes(fact.holes.iter().map(square)).unwrap());
        if let Some(leaper) = fact.leaper {
            puzzle = puzzle.with_leaper(leaper.parse().unwrap());
        }
        if fact.kind.as_deref() == Some("closed") {
            puzzle = puzzle.with_kind(TourKind::Closed);
        }
        if let Some(start) = &fact.start {
            puzzle = puzzle.starting_at(square(start)).unwrap();
        }
        if let Some(end) = &fact.end {
            puzzle = puzzle.ending_at(square(end)).unwrap();
        }
        puzzle
    };
    facts.impossible.into_iter().map(puzzle).collect()
}

/// Returns the boards of a benchmark corpus.
fn corpus(text: &str) -> Vec<Puzzle> {
    let puzzle = |block: &str| {
        let (head, picture) = block.split_once('\n').unwrap();
        let mut words = head.split(' ').skip(1);
        let kind = if words.next() == Some("closed") { TourKind::Closed } else { TourKind::Open };
        let mut puzzle = Puzzle::new(read::picture(picture.as_bytes()).unwrap()).with_kind(kind);
        while let (Some(word), Some(value)) = (words.next(), words.next()) {
            let square = || parse_square(puzzle.board(), value).unwrap();
            puzzle = match word {
                "start" => puzzle.clone().starting_at(square()).unwrap(),
                "end" => puzzle.clone().ending_at(square()).unwrap(),
                _ => puzzle.clone().with_leaper(value.parse().unwrap()),
            };
        }
        puzzle
    };
    text.split("\n= ").skip(1).map(puzzle).collect()
}

/// Returns games of random leaps on 6x6 and 5x6, many of which cannot be finished.
fn games(count: usize) -> Vec<Puzzle> {
    let mut random = Random::new(25, 0);
    (0..count)
        .map(|at| {
            let (files, kind) =
                (5 + at as u64 % 2, if at % 3 == 0 { TourKind::Open } else { TourKind::Closed });
            let puzzle = rectangle(files, 6, kind);
            let squares: Vec<Square> = puzzle.board().squares().collect();
            let mut game = vec![squares[random.index(squares.len())]];
            while game.len() < 3 + at % 14 {
                let here = game[game.len() - 1];
                let next: Vec<Square> =
                    puzzle.board().leaps(puzzle.leaper(), here).filter(|to| !game.contains(to)).collect();
                if next.is_empty() {
                    break;
                }
                game.push(next[random.index(next.len())]);
            }
            puzzle.after(game).unwrap()
        })
        .collect()
}

/// Returns small boards with holes, also for other leapers, with and without ends.
fn holed(count: usize) -> Vec<Puzzle> {
    let mut random = Random::new(26, 0);
    (0..count)
        .map(|at| {
            let (files, ranks) = (4 + random.index(4) as u64, 4 + random.index(4) as u64);
            let board = Board::new(files, ranks).unwrap();
            let squares: Vec<Square> = board.squares().collect();
            let mut random_square = || squares[random.index(squares.len())];
            let holes: Vec<Square> = (0..at % 5).map(|_| random_square()).collect();
            let (start, end) = (random_square(), random_square());
            let board = board.with_holes(holes).unwrap();
            let leaper = ["knight", "knight", "knight", "zebra", "camel"][at % 5].parse().unwrap();
            let kind = if at % 2 == 0 { TourKind::Closed } else { TourKind::Open };
            let puzzle = Puzzle::new(board).with_leaper(leaper).with_kind(kind);
            let ended = puzzle.clone().starting_at(start).and_then(|puzzle| puzzle.ending_at(end));
            if at % 4 == 1 { ended.unwrap_or(puzzle) } else { puzzle }
        })
        .collect()
}

#[test]
fn every_impossible_puzzle_of_the_facts_has_a_proof() {
    assert_all_accepted(impossible(), &Strategy::default(), 1);
}

#[test]
fn rectangles_without_a_tour_have_a_proof_from_one_square_of_every_class() {
    let sides = (1..=8).flat_map(|files| (files..=8).map(move |ranks| (files, ranks)));
    assert_all_accepted(
        sides.flat_map(|(files, ranks)| questions(files, ranks, false)),
        &Strategy::default(),
        20,
    );
}

#[test]
fn boards_of_the_corpus_have_a_proof() {
    let boards = corpus(include_str!("../../../../testdata/corpus.txt"));
    let proven = assert_all_accepted(boards, &Strategy::default(), 20);
    assert!(proven == 0 || proven >= 100, "{proven}");
}

#[test]
fn games_that_cannot_be_finished_and_boards_with_holes_have_a_proof() {
    assert_all_accepted(games(60), &Strategy::default(), 10);
    assert_all_accepted(holed(120), &Strategy::new(Method::Exact), 10);
}

#[test]
fn a_search_exhausted_by_plain_backtracking_has_a_proof() {
    let boards = [(4, 4), (3, 5), (3, 6)].map(|(files, ranks)| rectangle(files, ranks, TourKind::Open));
    assert_all_accepted(boards, &Strategy::new(Method::Backtrack), 1);
}

#[test]
fn boards_whose_2_factors_all_have_several_parts_have_a_proof() {
    let antelope = "antelope".parse().unwrap();
    let boards = [(22, 24), (24, 26)].map(|(files, ranks)| rectangle(files, ranks, TourKind::Closed));
    let proven =
        assert_all_accepted(boards.map(|board| board.with_leaper(antelope)), &Strategy::default(), 2);
    assert!(proven == 0 || proven == 2, "{proven}");
}

#[test]
fn the_cut_of_a_fixed_leap_that_closes_a_path_is_in_the_proof() {
    let board = Board::new(18, 18).unwrap();
    let holes = ["c2", "g5", "k5", "p7", "e10", "d12"].map(|name| parse_square(&board, name).unwrap());
    let puzzle = Puzzle::new(board.with_holes(holes).unwrap()).with_kind(TourKind::Open);
    let proven = assert_all_accepted([puzzle.with_leaper("1,6".parse().unwrap())], &Strategy::default(), 1);
    assert!(proven == 1 || veripb().is_none(), "{proven}");
}

/// Returns a text with one number changed.
fn changed(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let has_numbers = |line: &String| line.starts_with(['+', '-', '>', 'f']) || line.starts_with("pol");
    let numbered: Vec<usize> = (0..lines.len()).filter(|&at| has_numbers(&lines[at])).collect();
    let at = numbered[random.index(numbered.len())];
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let is_number = |word: &String| word.trim_start_matches(['+', '-']).parse::<u32>().is_ok();
    let numbers: Vec<usize> = (0..words.len()).filter(|&at| is_number(&words[at])).collect();
    let word = &mut words[numbers[random.index(numbers.len())]];
    let number: i64 = word.parse().unwrap();
    // `>=` becomes `<=` of the same square and the reverse; 1 becomes 2 or 0.
    *word = if number % 2 == 0 { number - 1 } else { number + 1 }.to_string();
    lines[at] = words.join(" ");
    lines.join("\n") + "\n"
}

#[test]
fn a_changed_proof_a_changed_formula_and_another_boards_formula_are_refused() {
    assert_changes_refused(60);
}

#[test]
#[ignore = "the same with more changes: a minute"]
fn many_changed_proofs_and_formulas_are_refused() {
    assert_changes_refused(1000);
}

/// Changes proofs and formulas at random, this many times.
fn assert_changes_refused(changes: u32) {
    let Some(veripb) = veripb() else { return };
    let folder = tempfile::tempdir().unwrap();
    // In the sums of the first four every number matters. A changed step of another proof may still be
    // valid.
    let closed =
        [(5, 5), (7, 5), (7, 7), (5, 9)].map(|(files, ranks)| rectangle(files, ranks, TourKind::Closed));
    let open = [(4, 4), (6, 3), (3, 3), (3, 5)].map(|(files, ranks)| rectangle(files, ranks, TourKind::Open));
    let proofs: Vec<WrittenProof> = closed
        .into_iter()
        .chain(open)
        .map(|puzzle| match solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome {
            Outcome::Impossible(reason) => write(&puzzle, &reason),
            other => panic!("{puzzle:?}: {other:?}"),
        })
        .collect();
    let mut random = Random::new(200, 0);
    let (mut tried, mut scripted) = (0, 0);
    while tried < changes {
        let mutation = random.index(3);
        let at = random.index(if mutation == 0 { 4 } else { proofs.len() });
        let original = &proofs[at];
        let (mut formula, mut proof) = (original.formula.clone(), original.proof.clone());
        match mutation {
            0 => proof = changed(&proof, &mut random),
            1 => formula = changed(&formula, &mut random),
            _ => {
                let other = (at + 1 + random.index(proofs.len() - 1)) % proofs.len();
                formula = proofs[other].formula.clone();
            }
        }
        tried += 1;
        let is_true = check(&original.puzzle, &mut formula.as_bytes()).is_ok();
        let is_proven = is_accepted(&veripb, folder.path(), &formula, &proof);
        assert!(
            !(is_true && is_proven),
            "{:?} {}: mutation {tried} is accepted:\n{proof}",
            original.puzzle,
            original.reason
        );
        if mutation > 0 && tried % 10 == 0 {
            original
                .other_files
                .iter()
                .for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
            let confirmed = is_confirmed(folder.path());
            assert!(
                confirmed.is_none_or(|confirmed| confirmed == is_true),
                "the script and our checker disagree"
            );
            scripted += 1;
        }
    }
    assert!(scripted > 0);
}

#[test]
fn the_manual_has_the_proof_of_five_by_five() {
    let manual = include_str!("../../../../docs/proofs.md");
    let puzzle = rectangle(5, 5, TourKind::Closed);
    let WrittenProof { formula, proof, .. } = write(&puzzle, &ktour_search::theory::parity(&puzzle).unwrap());
    assert!(manual.contains(&formula) && manual.contains(&proof), "{formula}{proof}");
    let transcript = include_str!("../../../../apps/ktour-cli/tests/transcripts/proof.md");
    let block = manual.split("```console\n").nth(1).unwrap().split("```").next().unwrap();
    assert!(transcript.contains(block), "{block}");
}

#[test]
fn check_py_has_at_most_sixty_lines() {
    assert!(ktour_search::certificate::SCRIPT.lines().count() <= 60);
}

#[test]
#[ignore = "thousands of proofs; its figures are in docs/proofs.md"]
fn every_rectangle_every_start_and_both_corpora_have_a_proof() {
    let sides = (1..=8).flat_map(|files| (1..=8).map(move |ranks| (files, ranks)));
    assert_all_accepted(
        sides.flat_map(|(files, ranks)| questions(files, ranks, true)),
        &Strategy::default(),
        1,
    );
    for text in [
        include_str!("../../../../testdata/corpus.txt"),
        include_str!("../../../../testdata/corpus-held-out.txt"),
    ] {
        assert_all_accepted(corpus(text), &Strategy::default(), 1);
        assert_all_accepted(corpus(text), &Strategy::new(Method::Exact), 10);
    }
    assert_all_accepted(games(1000), &Strategy::new(Method::Exact), 10);
    assert_all_accepted(holed(2000), &Strategy::new(Method::Exact), 10);
}

/// Returns the verdict of both checkers about a forged directory, which must be equal: whether they confirm
/// its formula.
fn both_confirm(folder: &Path, question: &str, formula: &str) -> bool {
    fs::write(folder.join("board.json"), question).unwrap();
    fs::write(folder.join("formula.opb"), formula).unwrap();
    fs::write(folder.join("check.py"), ktour_search::certificate::SCRIPT).unwrap();
    let ours = proof::question(question.as_bytes())
        .is_ok_and(|puzzle| check(&puzzle, &mut formula.as_bytes()).is_ok());
    let theirs = is_confirmed(folder);
    assert!(theirs.is_none_or(|theirs| theirs == ours), "ours {ours}, the script {theirs:?}: {question}");
    ours
}

#[test]
fn no_formula_about_a_single_square_is_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let tour = r#"["a4","b2","c4","a3","b1","c3","a2","c1","b3","a1","c2","b4"]"#.to_owned();
    let questions = [
        (r#""board":{"files":1,"ranks":1,"holes":[]}"#, "[]".to_owned(), "null", ["a1_beyond", "a1_beyond"]),
        (
            r#""board":{"files":1,"ranks":1,"holes":[]}"#,
            r#"["a1"]"#.to_owned(),
            "null",
            ["a1_first", "beyond_first"],
        ),
        (
            r#""board":{"files":3,"ranks":1,"holes":["a1","c1"]}"#,
            "[]".to_owned(),
            "null",
            ["b1_beyond", "b1_beyond"],
        ),
        (r#""board":{"files":3,"ranks":4,"holes":[]}"#, tour, "null", ["b4_first", "beyond_first"]),
    ];
    let mut forged = 0;
    for (board, after, end, [leap, other]) in questions {
        let question = format!(r#"{{{board},"leaper":[1,2],"kind":"open","after":{after},"end":{end}}}"#);
        assert!(proof::question(question.as_bytes()).is_ok(), "{question}");
        for (vertex, leaps) in [
            (leap.split('_').next().unwrap(), vec![leap]),
            ("beyond", vec![other]),
            ("first", vec![leap, other]),
        ] {
            for (sign, bound) in [("+1", "2"), ("-1", "-2")] {
                let terms: String = leaps.iter().map(|leap| format!("{sign} {leap} ")).collect();
                let formula = format!("* out of {vertex}\n{terms}>= {bound} ;\n");
                assert!(!both_confirm(folder.path(), &question, &formula), "{question}\n{formula}");
                forged += 1;
            }
        }
    }
    assert_eq!(forged, 24);
    // Two squares form a cycle with the virtual vertex that joins the ends.
    let question =
        r#"{"board":{"files":2,"ranks":1,"holes":[]},"leaper":[0,1],"kind":"open","after":[],"end":null}"#;
    let formula = "* out of a1\n+1 a1_b1 +1 a1_beyond >= 2 ;\n";
    assert!(both_confirm(folder.path(), question, formula));
}

#[test]
fn both_checkers_read_a_question_alike() {
    let folder = tempfile::tempdir().unwrap();
    let question = r#"{"board":{"files":3,"ranks":3,"holes":["b2"]},"leaper":[1,2],"kind":"open","after":[],"end":null}"#;
    let formula = "* out of a1\n+1 a1_c2 +1 a1_b3 +1 a1_beyond >= 2 ;\n";
    assert!(both_confirm(folder.path(), question, formula));
    let changes = [
        (r#""open""#, vec![r#""Open""#, "1", "null", r#""""#, r#"["open"]"#, r#""closed ""#, "true"]),
        (
            "[1,2]",
            vec![
                "[-1,2]",
                "[2,1]",
                "[1,-2]",
                "[1,2.0]",
                "[1]",
                "[1,2,3]",
                "[true,2]",
                r#"["1","2"]"#,
                r#""1,2""#,
                r#""knight""#,
                "null",
                "{}",
                "[0,0]",
            ],
        ),
        (
            r#""files":3"#,
            vec![r#""files":3.0"#, r#""files":"3""#, r#""files":-3"#, r#""files":0"#, r#""files":true"#],
        ),
        (
            r#""holes":["b2"]"#,
            vec![r#""holes":"b2""#, r#""holes":["b2","b2"]"#, r#""holes":["d4"]"#, r#""none":[]"#],
        ),
        (
            r#""after":[]"#,
            vec![r#""after":[],"start":"a1""#, r#""after":[],"holes":["c3"]"#, r#""before":[]"#],
        ),
        (r#","end":null"#, vec!["", r#","end":"""#, r#","end":0"#, r#","end":"b2""#]),
    ];
    for (right, wrong) in changes {
        for wrong in wrong {
            let changed = question.replace(right, wrong);
            assert!(changed != question && !both_confirm(folder.path(), &changed, formula), "{changed}");
        }
    }
}
