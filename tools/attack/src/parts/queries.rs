//! Malformed and absurd questions over HTTP.
//!
//! The questions and their words are read from the server's own OpenAPI document. A query mixes
//! values that mean something with hostile ones, as GET and as POST. Every answer must be a document,
//! a refusal in one sentence or a wish to wait; the server must live, and keep to its memory.
//! The requests that once broke a bound are asked again, each of a server of its own.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    dice::Dice,
    hostile,
    http::{Client, encode},
    report::{CheckResult, Report, Row},
    server::{API, Server},
    target::AttackTarget,
};

/// How long one waits for an answer before it is none.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time of a job with a limit of 300 ms, queueing included; generous, because machines are shared.
const SLOW: Duration = Duration::from_secs(5);

/// MiB for jobs, and what the server may take beside them.
const MEMORY: (u64, u64) = (200, 200);

/// A question of the API: its path and its words, each with the values it lists.
struct Question {
    path: String,
    words: Vec<(String, Vec<String>)>,
}

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("random queries", |row| match serve(target, "300ms") {
        Ok(server) => fuzz(target, server, row),
        Err(why) => row.judge("serve", Err(why)),
    });
    report.row("requests that once broke a bound", |row| {
        for request in ONCE.iter().take(target.times(ONCE.len(), 2)) {
            let verdict = serve(target, "2s").and_then(|server| once(server, request));
            row.judge(request, verdict);
        }
    });
}

fn serve(target: &AttackTarget, max_time: &str) -> Result<Server, String> {
    let memory = format!("{}MiB", MEMORY.0);
    Server::start(target, "ulimit -v 8388608", &["--max-time", max_time, "--memory", &memory])
}

/// Limits of every question: 2 s of time and 200 MiB of memory.
const ONCE: [&str; 16] = [
    "render?board=3x4000&format=png&width=4000",
    "tours?board=2x32768&max_time=1s",
    "count?board=1x65536&max_time=1s",
    "render?board=40&format=gif&width=4000&max_time=8s",
    "render?board=5x12000&format=png&width=4000",
    "render?board=3x83332&format=png&width=4000",
    "render?board=3x1000&format=png&width=4000",
    "tours?board=5x13107&leaper=1,3",
    "tours?board=5x12000&max_time=1s",
    "count?board=6x10922&kind=open",
    "count?board=5x11000&kind=open",
    "sample?board=6x8&kind=open&n=100",
    "lab/warnsdorff?sizes=2000&tries=100000&ties=random",
    "lab/backtracking",
    "render?board=500&format=pdf&numbers=always&path=smooth&max_time=1s",
    "render?board=500&format=png&width=4000",
];

/// An answer within the time and the memory, and the place free afterwards.
fn once(mut server: Server, request: &str) -> CheckResult {
    let began = Instant::now();
    let answer = Client::new(server.address, ANSWER_TIMEOUT).ask(&format!("{API}/{request}"));
    let took = began.elapsed();
    server.is_well()?;
    answer.map_err(|error| format!("no answer: {error}"))?.verdict()?;
    if took > Duration::from_secs(6) {
        return Err(format!("took {:.1} s of 2 s", took.as_secs_f64()));
    }
    server.wait_for(0, Duration::from_secs(5)).ok_or("the place is still taken")?;
    within_memory(&server)
}

fn within_memory(server: &Server) -> CheckResult {
    let (peak, (jobs, beside)) = (server.memory().peak, MEMORY);
    if peak > jobs + beside { Err(format!("{peak} MiB where jobs may take {jobs}")) } else { Ok(()) }
}

fn fuzz(target: &AttackTarget, mut server: Server, row: &mut Row) {
    let questions = match questions(&server) {
        Ok(questions) => questions,
        Err(why) => return row.judge("openapi.json", Err(why)),
    };
    let (wanted, limit) = (target.times(100_000, 250), Duration::from_secs(target.times(900, 6) as u64));
    let (asked, began, address) = (AtomicUsize::new(0), Instant::now(), server.address);
    let falls = thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|client| {
                let (questions, asked) = (&questions, &asked);
                scope.spawn(move || {
                    let mut dice = Dice::new(target.seed, 40 + client);
                    let mut client = Client::new(address, ANSWER_TIMEOUT);
                    let mut verdicts = Vec::new();
                    while began.elapsed() < limit && asked.fetch_add(1, Ordering::Relaxed) < wanted {
                        let question = dice.pick(questions);
                        verdicts.push(ask(&mut client, question, &mut dice));
                    }
                    verdicts
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect::<Vec<_>>()
    });
    for (tried, verdict) in falls {
        row.judge(tried, verdict);
    }
    row.judge("the server lives", server.is_well());
    row.judge(
        "no place is left taken",
        server.wait_for(0, Duration::from_secs(10)).map(drop).ok_or("one is".to_owned()),
    );
    row.judge("memory", within_memory(&server));
    row.figure(format!("{} questions, peak {} MiB", questions.len(), server.memory().peak));
}

fn ask(client: &mut Client, question: &Question, dice: &mut Dice) -> (String, CheckResult) {
    let (words, began) = (words(question, dice), Instant::now());
    let (tried, answer) = if dice.is_lucky(70) {
        let query: Vec<String> = words
            .iter()
            .map(|(word, value)| format!("{}={}", encode(word.as_bytes()), raw(value, dice)))
            .collect();
        let target = format!("{}?{}", question.path, query.join("&"));
        let answer = client.ask(&target);
        (target, answer)
    } else {
        let body = body(&words, dice);
        let kind = if dice.is_lucky(90) { "application/json" } else { "text/plain" };
        let answer = client.post(&question.path, kind, &body);
        (format!("{} with {}", question.path, String::from_utf8_lossy(&body)), answer)
    };
    let verdict = answer.map_err(|error| format!("no answer: {error}")).and_then(|answer| answer.verdict());
    let took = began.elapsed();
    let verdict =
        verdict.and_then(|()| if took > SLOW { Err(format!("took {took:.1?} of 300 ms")) } else { Ok(()) });
    (tried, verdict)
}

/// A value in a query: encoded, sometimes with a NUL, bad UTF-8 or a broken escape behind it.
fn raw(value: &str, dice: &mut Dice) -> String {
    let tail = if dice.is_lucky(4) {
        *dice.pick(&["%00", "%ff%fe", "%c0%80", "%", "%f", "%zz", "+", "&&", "="])
    } else {
        ""
    };
    encode(value.as_bytes()) + tail
}

fn words(question: &Question, dice: &mut Dice) -> Vec<(String, String)> {
    let mut words = Vec::new();
    for (word, listed) in &question.words {
        let is_asked = word == "board" || dice.is_lucky(20);
        if is_asked && word != "max_time" {
            words.push((word.clone(), value(word, listed, dice)));
            if dice.is_lucky(3) {
                words.push((word.clone(), value(word, listed, dice)));
            }
        }
    }
    if question.words.iter().any(|(word, _)| word == "max_time") {
        words.push((
            "max_time".to_owned(),
            if dice.is_lucky(90) { "20ms".to_owned() } else { hostile::value(dice) },
        ));
    }
    if dice.is_lucky(3) {
        words.push((hostile::value(dice), hostile::value(dice)));
    }
    dice.shuffle(&mut words);
    words
}

/// A value that means something, or one that does not.
fn value(word: &str, listed: &[String], dice: &mut Dice) -> String {
    if dice.is_lucky(25) {
        return hostile::value(dice);
    }
    if !listed.is_empty() {
        return dice.pick(listed).clone();
    }
    let meant: &[&str] = match word {
        "board" | "size" | "boards" => {
            &["5", "3x4", "6", "8", "4x5", "3x3", "7x3", "30", "1000x1000", "3x10", "..#\n...\n.#.\n..."]
        }
        "holes" | "after" | "squares" => {
            &["a1", "b2", "a1,b3", "b2,c3", "a1,b3,c1,a2,b4,c2,a3,c4,b2,a4,c3,b1", ""]
        }
        "leaper" => &["knight", "camel", "1,2", "0,1", "2,3", "1,1", "3,5"],
        "start" | "end" | "square" => &["a1", "c3", "b1", "0,0", "2,2", "random"],
        "order" => &["d0", "d2", "sorted", "1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2"],
        "text" => {
            &["1 4 7 10\n12 9 2 5\n3 6 11 8", "a1\nb3\nc1", "move,x,y\n1,0,0", "{\"squares\":[\"a1\"]}"]
        }
        "sizes" => &["5", "5..7", "6,8", "100", "5..200:50"],
        "delay" | "hold" | "length" => &["10ms", "1s"],
        "ties" | "starts" | "methods" => &["first", "random", "possible", "warnsdorff", "auto,exact"],
        _ => &["0", "1", "2", "7", "64", "1000", "true", "false"],
    };
    (*dice.pick(meant)).to_owned()
}

/// The same words as a JSON body: as text, as numbers, as lists; sometimes spoiled.
fn body(words: &[(String, String)], dice: &mut Dice) -> Vec<u8> {
    let mut document = serde_json::Map::new();
    for (word, value) in words {
        let value = match dice.below(10) {
            0 => json!([value]),
            1 => json!({ value: value }),
            2 => {
                dice.pick(&[Value::Null, json!(true), json!(-1), json!(1e300), json!([]), json!({})]).clone()
            }
            3 => json!(value.split(',').collect::<Vec<_>>()),
            _ => value.parse::<u64>().map_or_else(|_| json!(value), |number| json!(number)),
        };
        document.insert(word.clone(), value);
    }
    let body = Value::Object(document).to_string().into_bytes();
    if dice.is_lucky(10) { hostile::spoil(&body, dice) } else { body }
}

fn questions(server: &Server) -> Result<Vec<Question>, String> {
    let answer = Client::new(server.address, ANSWER_TIMEOUT).ask(&format!("{API}/openapi.json"));
    let answer = answer.map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?;
    let paths = document["paths"].as_object().ok_or("no paths")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
    let word = |word: &Value| (text(&word["name"]), list(&word["schema"]["enum"]));
    let question = |(path, methods): (&String, &Value)| Question {
        path: path.clone(),
        words: methods["get"]["parameters"].as_array().into_iter().flatten().map(word).collect(),
    };
    Ok(paths.iter().map(question).collect())
}
