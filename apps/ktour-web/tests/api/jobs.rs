//! Jobs: their number at once, the queue, and cancellation when the client disconnects.

use std::{
    io::{BufReader, Read},
    thread,
    time::{Duration, Instant},
};

use crate::{
    client::{Server, read_answer},
    doc::line_is_like,
};
use ktour_answer::{Question, questions};
use ktour_web::Settings;

/// Questions whose work does not end within a test, each in a different way.
const ENDLESS: [&str; 6] = [
    "/api/v1/trace?board=20&start=b1&kind=closed&max_time=10m",
    "/api/v1/solve?board=20&start=b1&kind=closed&method=backtrack&max_time=10m",
    "/api/v1/count?board=7x40&kind=closed",
    "/api/v1/lab/warnsdorff?sizes=500&tries=100000&ties=random",
    "/api/v1/starts?board=20&kind=closed&method=backtrack-iterative&max_time=10m",
    "/api/v1/tours?board=6x10&kind=closed&unique=true&skip=9999999&max_time=10m",
];

/// Questions that take milliseconds, besides the examples of all questions.
const SHORT_QUESTIONS: [&str; 17] = [
    "exists?board=4x1000000",
    "exists?board=4x1000000&kind=closed",
    "exists?board=20",
    "exists?board=9&holes=a1",
    "starts?board=5",
    "render?board=8&format=svg",
    "render?board=8&format=png&width=64",
    "render?board=8&format=pdf",
    "tours?board=5&limit=3",
    "sample?board=5",
    "count?board=3x4",
    "count?board=5&kind=open&symmetry=true",
    "count?board=5&kind=open&by=turns",
    "proof?board=5&kind=closed",
    "trace?board=5&start=a1&events=100",
    "trace?board=5&start=a1",
    "solve?board=8",
];

/// Settings with enough memory for the tables of a long count.
fn large_memory() -> Settings {
    Settings { memory: 8 << 30, ..Settings::default() }
}

#[test]
fn a_job_is_cancelled_when_its_client_disconnects() {
    let server = Server::with(large_memory());
    for path in ENDLESS {
        // The fastest of five attempts counts, and it is compared with a question, since other programs may
        // delay the server.
        let is_soon = |_| {
            let took = time_to_stop(&server, path);
            let began = Instant::now();
            server.jobs();
            took < Duration::from_millis(100) + 10 * began.elapsed()
        };
        assert!((0..5).any(is_soon), "{path} ran on for 100 ms or more, five times");
    }
}

/// Time that a job runs on after its client disconnects in the middle of it.
fn time_to_stop(server: &Server, path: &str) -> Duration {
    let stream = server.begin(path);
    server.until_running(1);
    // The job is past its quick first try, and in the search.
    thread::sleep(Duration::from_millis(300));
    assert_eq!(server.jobs().0, 1, "{path} ended by itself");
    drop(stream);
    server.until_running(0)
}

#[test]
fn a_hundred_clients_that_hang_up_leave_no_job_behind() {
    let server = Server::with(Settings { jobs: 4, queue: 100, ..Settings::default() });
    let streams: Vec<_> = (0..100).map(|at| server.begin(ENDLESS[at % 2])).collect();
    server.until_running(4);
    drop(streams);
    // The number of running jobs is briefly 0 before the last waiting jobs have left the queue.
    let began = Instant::now();
    while server.jobs() != (0, 0) {
        assert!(began.elapsed() < Duration::from_secs(60), "{:?}", server.jobs());
    }
}

#[test]
fn a_full_queue_answers_with_retry_after() {
    let server = Server::with(Settings { jobs: 1, queue: 1, ..Settings::default() });
    let _first = server.begin(ENDLESS[0]);
    server.until_running(1);
    let _second = server.begin(ENDLESS[0]);
    let began = Instant::now();
    while server.jobs() != (1, 1) {
        assert!(began.elapsed() < Duration::from_secs(60));
    }
    let answer = server.get(ENDLESS[0]);
    assert_eq!((answer.status, answer.header("retry-after")), (503, "2"));
    assert_eq!(answer.error(), "too many long jobs are waiting already: try again in a few seconds");
    // Light questions are still answered.
    assert_eq!(server.get("/api/v1/solve?board=8").status, 200);
    assert_eq!(server.get("/api/v1/finish?board=8&after=a1,b3").status, 200);
}

#[test]
fn short_questions_are_answered_while_long_jobs_fill_the_server() {
    for (heavy, queue) in [(4, 0), (20, 16)] {
        // The limit is long enough for an unoptimized binary on a busy machine.
        let look = Duration::from_secs(2);
        let server = Server::with(Settings { jobs: 4, queue, look, ..Settings::default() });
        let long = (0..heavy).map(|_| server.begin(ENDLESS[1])).collect::<Vec<_>>();
        let all = (4, heavy - 4);
        let began = Instant::now();
        while server.jobs() != all {
            assert!(began.elapsed() < Duration::from_secs(120), "{:?} and not {all:?}", server.jobs());
            thread::sleep(Duration::from_millis(10));
        }
        // Experiments repeat their work to measure it, so they are not short.
        let is_short = |question: &&Question| !question.name.starts_with("lab/");
        let examples =
            questions().filter(is_short).map(|question| format!("{}?{}", question.name, question.example));
        for question in SHORT_QUESTIONS.into_iter().map(str::to_owned).chain(examples) {
            let answer = server.get(&format!("/api/v1/{question}"));
            assert_eq!(answer.status, 200, "{question} beside {heavy}: {}", answer.text());
            let failed = answer.events().into_iter().find(|(name, _)| name == "error");
            assert_eq!(failed, None, "{question} beside {heavy}");
        }
        // No place was free during all of the questions.
        assert_eq!(server.jobs(), all);
        drop(long);
    }
}

#[test]
fn a_job_ends_at_its_time_limit() {
    let server = Server::start();
    let began = Instant::now();
    let answer = server.get("/api/v1/solve?board=20&start=b1&kind=closed&method=backtrack&max_time=500ms");
    assert_eq!(answer.document()["outcome"], "unknown");
    let answer = server.get("/api/v1/tours?board=6x10&unique=true&skip=9999999&max_time=500ms");
    assert_eq!(answer.status, 422);
    assert!(line_is_like(&answer.error(), "stopped after [..] s without an answer"), "{}", answer.error());
    // Both questions take hours without a limit.
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(server.jobs(), (0, 0));
}

#[test]
fn open_streams_receive_their_end_when_the_server_stops() {
    let mut server = Server::with(large_memory());
    let mut streams: Vec<_> = [ENDLESS[0], ENDLESS[2]].iter().map(|path| server.begin(path)).collect();
    server.until_running(2);
    thread::sleep(Duration::from_millis(300));
    let began = Instant::now();
    server.end();
    assert!(began.elapsed() < Duration::from_secs(60), "{:?}", began.elapsed());
    for stream in &mut streams {
        let answer = read_answer(&mut BufReader::new(&mut *stream)).unwrap();
        let last = answer.events().pop().expect("a last event");
        assert!(last.0 == "end" && last.1["outcome"] == "unknown" || last.0 == "error", "{last:?}");
        assert_eq!(stream.read_to_end(&mut Vec::new()).unwrap(), 0, "the connection is closed");
    }
}

#[test]
fn a_slow_client_receives_all_of_a_long_trace() {
    let server = Server::start();
    let stream = server.begin("/api/v1/trace?board=8&start=a1&events=200000&max_time=5m");
    thread::sleep(Duration::from_millis(500));
    let answer = read_answer(&mut BufReader::new(stream)).unwrap();
    let events = answer.events();
    let steps: usize = events
        .iter()
        .filter(|(name, _)| name == "step")
        .map(|(_, data)| data["events"].as_array().unwrap().len())
        .sum();
    assert_eq!(steps, 200_000);
    assert_eq!(events.last().unwrap().0, "end");
}

#[test]
fn every_kind_of_work_ends_at_the_time_limit_of_the_server() {
    let server = Server::with(Settings { max_time: Duration::from_millis(150), ..large_memory() });
    for path in [
        "/api/v1/lab/warnsdorff?sizes=1000&tries=100000&ties=random",
        "/api/v1/lab/backtracking?boards=20x20,30x30",
        "/api/v1/lab/growth?method=backtrack&sizes=20&repeats=100",
        "/api/v1/lab/race?board=30&methods=backtrack",
        "/api/v1/count?board=7x40&kind=closed",
        "/api/v1/trace?board=20&start=b1&kind=closed&events=0",
        "/api/v1/render?board=500&format=pdf&numbers=always&path=smooth",
        "/api/v1/render?board=500&format=svg&numbers=always&path=smooth",
        "/api/v1/render?board=500&format=png&width=4000",
        "/api/v1/render?board=40&format=gif&width=2000",
    ] {
        let began = Instant::now();
        let answer = server.get(path);
        // Wide, because other tests share the processors; work that ignores the limit takes minutes.
        assert!(began.elapsed() < Duration::from_secs(30), "{path} took {:?}", began.elapsed());
        assert!(matches!(answer.status, 200 | 422), "{path}: {}", answer.text());
        assert_eq!(server.jobs(), (0, 0), "{path}");
    }
}

#[test]
fn a_drawing_that_is_not_ready_in_time_is_refused_in_a_sentence() {
    let server = Server::start();
    for format in ["gif&width=4000", "pdf&numbers=always&path=smooth", "png&width=4000"] {
        let board = if format.starts_with("gif") { 40 } else { 500 };
        let answer = server.get(&format!("/api/v1/render?board={board}&format={format}&max_time=60ms"));
        assert_eq!(answer.status, 422, "{format}: {}", answer.text());
        assert_eq!(
            answer.error(),
            "drawing took too long: choose a smaller picture or allow more time",
            "{format}"
        );
    }
}

#[test]
fn a_client_that_reads_nothing_loses_its_place_when_its_time_is_over() {
    let server = Server::with(Settings { max_time: Duration::from_millis(500), ..large_memory() });
    let _unread = server.begin("/api/v1/trace?board=20&start=b1&kind=closed&events=1000000");
    server.until_running(1);
    server.until_running(0);
}

#[test]
fn long_boards_are_refused_by_their_number_of_squares() {
    let server = Server::with(Settings { memory: 200 << 20, ..Settings::default() });
    let wide = server.get("/api/v1/count?board=64");
    assert!(wide.status == 422 && wide.error().ends_with("take a narrower board"), "{}", wide.text());
    for question in ["tours?board=2x32768", "count?board=1x65536", "sample?board=5x13107&leaper=1,3"] {
        let answer = server.get(&format!("/api/v1/{question}"));
        assert_eq!(answer.status, 422, "{question}");
        assert!(answer.error().contains("the limit is 4096"), "{}", answer.text());
    }
}
