//! Bad requests: each a 4xx with one sentence, a code and its facts.

use ktour_core::{Board, Control, Puzzle, random::Random};
use ktour_render::{Render, Squares};
use ktour_search::{Strategy, solve};
use serde_json::json;

use crate::{
    client::{Server, ask},
    doc::line_is_like,
};

#[test]
fn every_bad_request_is_refused_in_one_sentence() {
    let server = Server::start();
    let json = |body: &str| server.json("/api/v1/solve", body);
    let get = |path: &str| server.get(&format!("/api/v1{path}"));
    let cases = [
        (json("{\"board\": "), 400, "the body is not JSON: EOF while parsing a value at line 1 column 10"),
        (json("[8]"), 400, "the body is JSON, but not an object such as {\"board\": \"8x8\"}"),
        (json("{}"), 400, "a board is missing: write 8, 31x29 or {\"files\": 8, \"ranks\": 8}"),
        (
            json("{\"board\": true}"),
            400,
            "`board` should be 8, \"31x29\" or {\"files\": 8, \"ranks\": 8}, not true",
        ),
        (json("{\"board\": {\"files\": 8}}"), 400, "the board has no `ranks`"),
        (
            json("{\"board\": 8, \"holes\": [1]}"),
            400,
            "`holes` should be a list of squares such as [\"a1\", \"c3\"], not 1",
        ),
        (json("{\"board\": 8, \"kind\": \"round\"}"), 400, "`kind` is round: choose open or closed"),
        (json("{\"board\": 8, \"start\": [\"a1\"]}"), 400, "`start` should be a text, not [\"a1\"]"),
        (get("/solve?board=8&max_time=soon"), 400, "write a time such as 500ms, 10s, 2m or 1h"),
        (
            get("/solve?board=8&seed=-1"),
            400,
            "`seed` is -1, and should be a whole number from 0 to 18446744073709551615",
        ),
        (get("/at?board=8"), 400, "give either a `step` or a `square`"),
        (get("/verify?board=8"), 400, "nothing to verify: give `squares` as a list, or `text` in any format"),
        (get("/solve?board=0x8"), 422, "a board of 0x8 has no squares: both sides must be at least 1"),
        (
            get("/solve?board=eight"),
            422,
            "`eight` is not a board: write 8 for 8x8, or 31x29 for 31 files by 29 ranks",
        ),
        (get("/solve?board=8&start=i9"), 422, "i9 is off the 8x8 board, whose squares run from a1 to h8"),
        (
            get("/solve?board=8&start=me"),
            422,
            "`me` is not a square: write c3, or x,y counted from the top left (2,2)",
        ),
        (
            get("/solve?board=8&holes=a1&start=a1"),
            422,
            "a1 is a hole of the board: choose a square that exists",
        ),
        (
            get("/solve?board=8&start=a1&end=a1"),
            422,
            "the end a1 is also the start: an open tour ends elsewhere",
        ),
        (
            get("/finish?board=8&after=a1,a2"),
            422,
            "a1 to a2 is not a knight's leap, so the squares already visited are not the beginning of a tour",
        ),
        (
            get("/hint?board=8&after=a1&grade=much"),
            422,
            "`much` is not a grade: choose one of solvable, trouble, next, way",
        ),
        (
            get("/finish?board=8&after=a1&method=exact"),
            400,
            "`method` is not a parameter of this question: choose among board, holes, leaper, kind, start, end, after, max_time",
        ),
        (get("/solve?board=8&tries=0"), 422, "0 tries find nothing: give at least 1"),
        (get("/table?size=2000"), 422, "a table of 2000x2000 is too long: the longest side is 200"),
        (get("/at?board=8&step=65"), 422, "there is no step 65: write a whole number from 1 to 64"),
        (
            get("/count?board=12&kind=closed"),
            422,
            "12x12 closed needs about [..] states in a layer, [..] TiB and [..] days, and [..]iB may be used[..]",
        ),
        (get("/render?board=8&width=9"), 422, "a width of 9 is too small: choose 16 to 4000 pixels"),
        (
            get("/render?board=3x4&squares=a1,b3,c5"),
            422,
            "not a tour: step 3: c5 is not a square of the 3x4 board",
        ),
        (get("/render?board=4"), 422, "[..]"),
        // Pictures with more pixels than the memory allows are refused before memory is allocated.
        (
            get("/render?board=3x1000&format=png&width=4000"),
            422,
            "a picture of 4000x[..] pixels is too large[..]",
        ),
        (
            get("/render?board=3x4000&format=png&width=4000"),
            422,
            "a picture of 4000x[..] pixels is too large[..]",
        ),
        (
            get("/render?board=3x83332&format=png&width=4000"),
            422,
            "a picture of 4000x[..] pixels is too large[..]",
        ),
        (
            server.post("/api/v1/render?format=png&width=4000", "text/plain", long_tour().as_bytes()),
            422,
            "a picture of 4000x[..] pixels is too large[..]",
        ),
        (get("/trace?board=8&method=exact"), 422, "[..]exact[..]"),
        (get("/count?board=12"), 422, "[..]"),
        (get("/sample?board=8&n=101"), 400, "`n` is 101, and should be a whole number from 0 to 100"),
        (
            get("/solve?board=8&colour=red"),
            400,
            "`colour` is not a parameter of this question: choose among board, holes, leaper, kind, start, end, tie, order, tries, seed, after, method, max_time, best, symmetry, measure",
        ),
        (get("/nothing"), 404, "there is no /api/v1/nothing: /api/v1/openapi.json lists what there is"),
        (server.get("/nothing"), 404, "there is no /nothing: /api/v1/openapi.json lists what there is"),
        (server.get("/../Cargo.toml"), 404, "[..]"),
        (server.get("/%2e%2e/Cargo.toml"), 404, "[..]"),
        (
            server.post("/api/v1/solve", "application/x-www-form-urlencoded", b"board=8"),
            415,
            "a body of type `application/x-www-form-urlencoded` is not read: send application/json, or text/plain for a tour as text",
        ),
        (server.post("/api/v1/verify", "text/plain", b"\xff\xfe"), 400, "the body is not text in UTF-8"),
        (server.post("/play", "application/json", b"{}"), 405, "POST is not answered here: use GET"),
        (
            ask(
                server.addr,
                "DELETE /api/v1/solve HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
                b"",
            ),
            405,
            "DELETE is not answered here: use GET or POST",
        ),
    ];
    let mut wrong = String::new();
    for (answer, status, sentence) in cases {
        let said = answer.error();
        if answer.status != status || !line_is_like(&said, sentence) {
            wrong += &format!("{}: {said}\n  instead of\n{status}: {sentence}\n", answer.status);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// All formats and questions give the same verdict on one tour and one board.
#[test]
fn a_given_board_is_the_board_of_a_tour() {
    let server = Server::start();
    let squares = ["a1", "b3", "c1", "a2", "c3", "b1", "a3", "c2"];
    let texts = [
        "7 2 5\n4 # 8\n1 6 3\n".to_owned(),
        squares.join("\n"),
        squares.join(" "),
        "move,x,y\n1,0,2\n2,1,0\n3,2,2\n4,0,1\n5,2,0\n6,1,2\n7,0,0\n8,2,1\n".to_owned(),
        json!({"board": {"files": 3, "ranks": 3, "holes": ["b2"]}, "squares": squares}).to_string(),
    ];
    for text in texts {
        for (board, holes, code) in [
            ("3", json!(["b2"]), None),
            ("3", json!([]), Some("tour-missing")),
            ("3", json!(["b2", "c3"]), Some("tour-no-such-square")),
            ("2", json!([]), Some("")),
            ("4", json!(["b2"]), Some("")),
        ] {
            let body = json!({"text": text, "board": board, "holes": holes}).to_string();
            let verdict = server.json("/api/v1/verify", &body);
            assert_eq!((verdict.status, verdict.document()["valid"].as_bool()), (200, Some(code.is_none())));
            for question in ["measure", "render"] {
                let answer = server.json(&format!("/api/v1/{question}"), &body);
                assert_eq!(answer.status, if code.is_none() { 200 } else { 422 }, "{question} {body}");
            }
            if let Some(code) = code.filter(|code| !code.is_empty()) {
                assert_eq!(verdict.document()["code"], code, "{body}");
            }
        }
    }
    let alone = server.json("/api/v1/verify", &json!({"text": "1", "holes": ["b2"]}).to_string());
    assert_eq!(alone.status, 400, "holes without a board are not ignored: {}", alone.error());
    let two = server.post("/api/v1/verify", "text/plain", b"a1 b3\na1 b3\n");
    assert!(!two.document()["valid"].as_bool().unwrap_or(false), "{two:?}");
}

#[test]
fn a_board_of_a_billion_squares_is_refused_where_squares_are_named() {
    let server = Server::start();
    for question in [
        "solve", "hint", "finish", "board", "starts", "merge", "joining", "trace", "count", "tours",
        "sample", "render",
    ] {
        let answer = server.get(&format!("/api/v1/{question}?board=100000x10000"));
        assert_eq!(answer.status, 422, "{question}");
        assert!(answer.error().contains("has 1000000000 squares, and the limit is"), "{}", answer.error());
    }
    for question in ["exists?", "at?step=7&"] {
        assert_eq!(server.get(&format!("/api/v1/{question}board=100000x10000")).status, 200, "{question}");
    }
}

#[test]
fn ten_megabytes_are_too_large() {
    let server = Server::start();
    let mut random = Random::new(1, 0);
    let rubbish: Vec<u8> = (0..1_250_000).flat_map(|_| random.next().to_le_bytes()).collect();
    for kind in ["application/json", "text/plain", "application/octet-stream"] {
        let answer = server.post("/api/v1/verify", kind, &rubbish);
        assert_eq!(answer.status, 413);
        assert_eq!(answer.error(), "the body is too large: the limit is 4194304 bytes");
    }
    let answer = server.post("/api/v1/verify", "text/plain", &rubbish[..100_000]);
    assert_eq!(answer.status, 400, "{}", answer.error());
    assert_eq!(server.get("/api/v1/status").status, 200);
}

#[test]
fn a_refusal_has_its_facts_and_those_of_its_cause() {
    let server = Server::start();
    let refused = server.get("/api/v1/solve?board=8&start=i9").document();
    assert_eq!(refused["code"], "square-off-board");
    assert_eq!(refused["facts"], json!({"square": "i9", "files": 8, "ranks": 8, "last": "h8"}));
    let refused = server.get("/api/v1/render?board=3x4&squares=a1,b3,c4").document();
    assert_eq!(refused["code"], "not-a-tour");
    let facts = &refused["facts"];
    assert_eq!((&facts["code"], &facts["step"]), (&json!("tour-not-a-leap"), &json!(3)));
    assert_eq!((&facts["from"], &facts["to"]), (&json!("b3"), &json!("c4")));
}

#[test]
fn no_refusal_names_a_flag() {
    let server = Server::start();
    for question in [
        "solve?",
        "solve?board=8&start=a1&end=a1",
        "solve?board=8&tries=0",
        "solve?board=5x9&method=parberry",
        "count?board=64",
        "at?board=8&step=0",
        "render?board=40&format=gif&delay=1h",
        "render?board=400&format=gif",
    ] {
        let error = server.get(&format!("/api/v1/{question}")).error();
        assert!(!error.contains(" --"), "{question}: {error}");
    }
}

/// A tour of the board of 3 files and 4000 ranks, as a list.
fn long_tour() -> String {
    let puzzle = Puzzle::new(Board::new(3, 4000).unwrap());
    let answer = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap();
    Squares.to_text(&answer.outcome.found().unwrap())
}

#[test]
fn tours_with_a_symmetry_on_tiny_boards_are_counted_listed_drawn_and_found() {
    let server = Server::start();
    let knights = "board=4&holes=a1,a2,a4,b2,b3,b4,c1,c2,c3,d1,d3,d4&kind=closed&symmetry=quarter-turn";
    // Numbers of tours of each kind. A tour of two squares or more counts in both directions.
    for (query, listed, directed, undirected) in [
        ("board=2&leaper=0,1&kind=closed&symmetry=quarter-turn", 1, "2", "1"),
        (knights, 1, "2", "1"),
        ("board=2&leaper=0,1&kind=closed&symmetry=mirror", 1, "2", "1"),
        ("board=5x1&leaper=0,1&kind=open&symmetry=mirror-ranks", 2, "2", "1"),
        ("board=5x1&leaper=0,1&kind=open&symmetry=mirror-files", 2, "2", "1"),
        ("board=2&holes=a2,b1&leaper=1,1&kind=open&symmetry=transpose", 2, "2", "1"),
        ("board=3&holes=a1,a2,a3,c1,c2,c3&leaper=0,1&kind=open&symmetry=mirror-files", 2, "2", "1"),
        ("board=1&kind=open&symmetry=half-turn", 1, "1", "1"),
        ("board=1&kind=open&symmetry=quarter-turn", 1, "1", "1"),
        ("board=1&kind=closed&symmetry=quarter-turn", 0, "0", "0"),
        ("board=2x1&leaper=0,1&kind=closed&symmetry=mirror", 0, "0", "0"),
        ("board=2x1&leaper=0,1&kind=closed&symmetry=half-turn", 0, "0", "0"),
        ("board=2x1&leaper=0,1&kind=open&symmetry=half-turn", 2, "2", "1"),
        ("board=5x1&leaper=0,2&kind=open&symmetry=mirror-ranks", 0, "0", "0"),
        ("board=2&leaper=0,1&kind=open&symmetry=quarter-turn", 0, "0", "0"),
    ] {
        let count = server.get(&format!("/api/v1/count?{query}")).events().pop().unwrap();
        assert_eq!((count.0.as_str(), &count.1["directed"]), ("end", &directed.into()), "{query}");
        assert_eq!(count.1["undirected"], undirected, "{query}");
        for (question, n) in [("tours?", listed), ("sample?n=3&", if listed > 0 { 3 } else { 0 })] {
            let tours = server.get(&format!("/api/v1/{question}{query}")).document();
            assert_eq!(tours["tours"].as_array().unwrap().len(), n, "{question}{query}: {tours}");
        }
        let solved = server.get(&format!("/api/v1/solve?{query}")).document();
        let outcome = if listed > 0 { "found" } else { "impossible" };
        assert_eq!(solved["outcome"], outcome, "{query}: {solved}");
    }
}
