//! Tours with a symmetry on small boards: every question agrees with the list of all tours.

use ktour_answer::{Limits, Parameters, Refused, Reply, Work, question};
use ktour_core::{Board, Control, Square, Symmetry};
use ktour_search::symmetric::WantedSymmetry;
use serde_json::{Value, json};

/// Returns the last document of a question.
fn last_document(name: &str, parameters: &Value, limits: &Limits) -> Result<Value, Refused> {
    let Value::Object(parameters) = parameters.clone() else { panic!("{parameters}") };
    let control = &Control::unlimited();
    let text = match question(name).unwrap().prepare(&Parameters::from(parameters), limits)?.work {
        Work::Whole(work) => match work(control)? {
            Reply::Json { text, .. } => text,
            _ => panic!("{name} is answered with a document"),
        },
        Work::Stream(mut events) => {
            let mut last = String::new();
            while let Some(event) = events.next_event(control)? {
                last = event.data;
            }
            last
        }
    };
    Ok(serde_json::from_str(&text).unwrap())
}

/// Returns the last document of a question with these and more parameters.
fn document(name: &str, parameters: &Value, more: Value) -> Value {
    let mut parameters = parameters.clone();
    let more = more.as_object().unwrap().clone();
    parameters.as_object_mut().unwrap().extend(more);
    last_document(name, &parameters, &Limits::default())
        .unwrap_or_else(|refused| panic!("{name} {parameters}: {refused}"))
}

/// Returns the squares of a tour; those of a closed tour from the square and in the direction that sort
/// first.
fn squares(tour: &Value) -> Vec<String> {
    let squares = tour["squares"].as_array().unwrap().iter();
    let mut squares: Vec<String> = squares.map(|square| square.as_str().unwrap().to_owned()).collect();
    if tour["kind"] == "closed" {
        let first = (0..squares.len()).min_by_key(|&at| &squares[at]).unwrap();
        squares.rotate_left(first);
        if squares[1] > squares[squares.len() - 1] {
            squares[1..].reverse();
        }
    }
    squares
}

/// Whether a tour has a symmetry: the images of its leaps are its leaps.
fn has_symmetry(board: &Board, tour: &[String], is_closed: bool, symmetry: Symmetry) -> bool {
    let squares: Vec<Square> = tour.iter().map(|square| square.parse().unwrap()).collect();
    let leaps = |squares: &[Square]| {
        let closing = is_closed.then(|| [squares[squares.len() - 1], squares[0]]);
        let pairs = squares.windows(2).map(|pair| [pair[0], pair[1]]).chain(closing);
        let mut leaps: Vec<[Square; 2]> = pairs.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        leaps.sort_unstable();
        leaps
    };
    let images: Vec<Square> = squares.iter().map(|&square| symmetry.apply_to_square(board, square)).collect();
    leaps(&squares) == leaps(&images)
}

/// Compares all answers about a board and a leaper with the list of all tours. Returns the number of tours.
fn assert_answers_agree(board: &Board, leaper: &str, kind: &str) -> usize {
    let holes: Vec<String> = board.holes().iter().map(ToString::to_string).collect();
    let parameters = json!({
        "board": {"files": board.files(), "ranks": board.ranks(), "holes": holes}, "leaper": leaper, "kind": kind,
    });
    let all: Vec<Vec<String>> = document("tours", &parameters, json!({"limit": 100}))["tours"]
        .as_array()
        .unwrap()
        .iter()
        .map(squares)
        .collect();
    assert!(all.len() < 100, "{parameters}");
    let is_closed = kind == "closed";
    let has_one_direction = is_closed || board.square_count() == 1;
    for tour in &all {
        let measured = document("measure", &parameters, json!({"squares": tour}));
        let named = measured["measures"]["symmetry"]["kept"].as_array().unwrap();
        let named: Vec<&str> = named.iter().map(|named| named["symmetry"].as_str().unwrap()).collect();
        // A list of squares is measured as a closed tour if its ends are a leap apart.
        let closes = measured["kind"] == "closed";
        let count = board
            .symmetries()
            .into_iter()
            .filter(|&symmetry| has_symmetry(board, tour, closes, symmetry))
            .count();
        assert_eq!(1 + named.len(), count, "{parameters} {tour:?}: {named:?}");
    }
    for (name, sought) in WantedSymmetry::NAMED {
        let Ok(symmetries) = sought.on(board) else { continue };
        let is_wanted = |tour: &&Vec<String>| {
            symmetries.iter().any(|&symmetry| has_symmetry(board, tour, is_closed, symmetry))
        };
        let mut wanted: Vec<&Vec<String>> = all.iter().filter(is_wanted).collect();
        wanted.sort_unstable();
        let symmetric = json!({"symmetry": name});
        let count = document("count", &parameters, symmetric.clone());
        let (directed, undirected) = match (is_closed, has_one_direction) {
            (true, _) => (2 * wanted.len(), wanted.len()),
            (_, true) => (wanted.len(), wanted.len()),
            _ => (wanted.len(), wanted.len() / 2),
        };
        let numbers = [&count["directed"], &count["undirected"]];
        assert_eq!(
            numbers,
            [&json!(directed.to_string()), &json!(undirected.to_string())],
            "{parameters} {name}"
        );
        let listed = document("tours", &parameters, json!({"symmetry": name, "limit": 100}));
        let mut listed: Vec<Vec<String>> = listed["tours"].as_array().unwrap().iter().map(squares).collect();
        listed.sort_unstable();
        assert_eq!(listed.iter().collect::<Vec<_>>(), wanted, "{parameters} {name}");
        let drawn = document("sample", &parameters, json!({"symmetry": name, "n": 5}));
        let drawn: Vec<Vec<String>> = drawn["tours"].as_array().unwrap().iter().map(squares).collect();
        assert_eq!(drawn.len(), if wanted.is_empty() { 0 } else { 5 }, "{parameters} {name}");
        assert!(drawn.iter().all(|tour| wanted.contains(&tour)), "{parameters} {name}: {drawn:?}");
        let solved = document("solve", &parameters, symmetric);
        let outcome = if wanted.is_empty() { "impossible" } else { "found" };
        assert_eq!(solved["outcome"], outcome, "{parameters} {name}: {solved}");
        if outcome == "found" {
            let tour = squares(&solved);
            assert!(is_wanted(&&tour), "{parameters} {name}: {tour:?}");
        }
    }
    all.len()
}

/// Compares the answers about every symmetric board in these boxes whose index is chosen.
fn assert_boards_agree(boxes: &[(u64, u64)], is_chosen: impl Fn(usize) -> bool) {
    let (mut boards, mut tours) = (0, 0);
    for &(files, ranks) in boxes {
        let full = Board::new(files, ranks).unwrap();
        let squares: Vec<Square> = full.squares().collect();
        for holes in 0..(1 << squares.len()) - 1 {
            let holes = (0..squares.len()).filter(|at| holes >> at & 1 == 1).map(|at| squares[at]);
            let board = full.clone().with_holes(holes).unwrap();
            if board.symmetries().len() == 1 || board.square_count() > 9 {
                continue;
            }
            boards += 1;
            if board.square_count() > 4 && !is_chosen(boards) {
                continue;
            }
            for leaper in ["0,1", "1,1", "0,2", "1,2", "1,3"] {
                for kind in ["open", "closed"] {
                    tours += assert_answers_agree(&board, leaper, kind);
                }
            }
        }
    }
    eprintln!("{boards} boards, {tours} tours");
    assert!(boards > 100 && tours > 100);
}

#[test]
fn every_question_agrees_with_the_list_of_all_tours_on_small_boards() {
    assert_boards_agree(&[(1, 1), (2, 1), (1, 3), (5, 1), (2, 2), (3, 2), (2, 4), (3, 3)], |number| {
        number % 9 == 0
    });
}

#[test]
#[ignore = "a minute: more boards"]
fn every_question_agrees_with_the_list_of_all_tours_on_more_small_boards() {
    assert_boards_agree(&[(1, 9), (7, 1), (4, 2), (2, 4), (3, 3), (3, 4), (5, 3), (4, 4)], |number| {
        number % 3 == 0
    });
}

#[test]
fn large_boards_and_little_memory_are_refused_before_any_work() {
    let limits = |memory: u128| Limits { counted: u128::MAX, memory, ..Limits::default() };
    let refused = |name: &str, parameters: Value, memory: u128| {
        last_document(name, &parameters, &limits(memory))
            .map(|document| panic!("{name} {parameters}: {document}"))
            .unwrap_err()
            .to_string()
    };
    for (board, kind, symmetry) in [
        ("3000", "closed", "half-turn"),
        ("30000", "closed", "quarter-turn"),
        ("1000000000x1", "open", "mirror"),
        ("1000000000x1000000000", "closed", "mirror"),
    ] {
        for name in ["count", "tours", "sample"] {
            let parameters = json!({"board": board, "kind": kind, "symmetry": symmetry});
            let sentence = refused(name, parameters, 100 << 20);
            assert!(sentence.contains("the limit is 65536"), "{name} {board}: {sentence}");
        }
    }
    for (name, parameters) in [
        ("count", json!({"board": "256", "kind": "closed", "symmetry": "half-turn"})),
        ("tours", json!({"board": "256", "kind": "closed", "symmetry": "half-turn"})),
        ("sample", json!({"board": "256", "kind": "closed", "symmetry": "half-turn"})),
        ("count", json!({"board": "20x4", "magic": "columns"})),
    ] {
        let sentence = refused(name, parameters, 20 << 20);
        assert!(sentence.contains("and 20.0 MiB may be used"), "{name}: {sentence}");
    }
    let sentence = refused("count", json!({"board": "6x8", "kind": "closed", "by": "angle"}), 20 << 20);
    assert!(sentence.contains("and 20.0 MiB may be used"), "{sentence}");
}
