//! Malformed and absurd questions over HTTP.
//!
//! The questions and their parameters are read from the OpenAPI document of the server. A query mixes
//! sensible values with hostile ones, as GET and as POST. Every answer must be a document, a refusal in one
//! sentence or a request to try again; the server must stay alive and within its memory.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use ktour_hostile::Random;
use serde_json::{Value, json};

use super::{
    http::{Client, encode},
    report::{CheckResult, Report, Row},
    server::{API, Server},
    target::AttackTarget,
};

/// Time after which an answer is no answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum time of a job with a limit of 300 ms, queueing included; long, because the machine may be shared.
const MAX_ANSWER_TIME: Duration = Duration::from_secs(5);

/// MiB that the server gives to jobs, and that it may take in all.
const JOBS_MIB: u64 = 200;
const MAX_SERVER_MIB: u64 = 400;

/// A question of the API: its path and its parameters, each with the values it lists.
struct Question {
    path: String,
    parameters: Vec<(String, Vec<String>)>,
}

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("random queries", |row| {
        let memory = format!("{JOBS_MIB}MiB");
        let limits = ["--max-time", "300ms", "--memory", &memory];
        let server = Server::start(target, "ulimit -v 8388608", &limits);
        match server.and_then(|server| Ok((questions(&server)?, server))) {
            Ok((questions, server)) => random_queries(target, server, &questions, row),
            Err(why) => row.check("a server with questions", Err(why)),
        }
    });
}

fn random_queries(target: &AttackTarget, mut server: Server, questions: &[Question], row: &mut Row) {
    let (wanted, limit) = (target.times(100_000, 250), Duration::from_secs(target.times(900, 6) as u64));
    let (sent, began, address) = (AtomicUsize::new(0), Instant::now(), server.address);
    let results = thread::scope(|scope| {
        let clients: Vec<_> = (0..4)
            .map(|client| {
                let sent = &sent;
                scope.spawn(move || {
                    let mut random = Random::new(target.seed, 40 + client);
                    let mut client = Client::new(address, ANSWER_TIMEOUT);
                    let mut results = Vec::new();
                    while began.elapsed() < limit && sent.fetch_add(1, Ordering::Relaxed) < wanted {
                        results.push(ask(&mut client, random.pick(questions), &mut random));
                    }
                    results
                })
            })
            .collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect::<Vec<_>>()
    });
    results.into_iter().for_each(|(input, result)| row.check(input, result));
    row.check("the server runs", server.check());
    let is_idle = server.wait_for(0, Duration::from_secs(10));
    row.check("no job is left", is_idle.ok_or("there is one".to_owned()));
    let peak = server.memory_mib();
    row.check("memory", if peak > MAX_SERVER_MIB { Err(format!("{peak} MiB")) } else { Ok(()) });
    row.figure(format!("{} questions, peak {peak} MiB", questions.len()));
}

fn ask(client: &mut Client, question: &Question, random: &mut Random) -> (String, CheckResult) {
    let (words, began) = (words(question, random), Instant::now());
    let (tried, answer) = if random.chance(70) {
        let query: Vec<String> = words
            .iter()
            .map(|(word, value)| format!("{}={}", encode(word.as_bytes()), raw(value, random)))
            .collect();
        let target = format!("{}?{}", question.path, query.join("&"));
        let answer = client.get(&target);
        (target, answer)
    } else {
        let body = body(&words, random);
        let kind = if random.chance(90) { "application/json" } else { "text/plain" };
        let answer = client.post(&question.path, kind, &body);
        (format!("{} with {}", question.path, String::from_utf8_lossy(&body)), answer)
    };
    let result = answer.map_err(|error| format!("no answer: {error}")).and_then(|answer| answer.check());
    let took = began.elapsed();
    let is_late = took > MAX_ANSWER_TIME;
    let result =
        result.and_then(|()| if is_late { Err(format!("took {took:.1?} of 300 ms")) } else { Ok(()) });
    (tried, result)
}

/// Encodes a value for a query, sometimes with a NUL, bad UTF-8 or a broken escape behind it.
fn raw(value: &str, random: &mut Random) -> String {
    let tail = if random.chance(4) {
        *random.pick(&["%00", "%ff%fe", "%c0%80", "%", "%f", "%zz", "+", "&&", "="])
    } else {
        ""
    };
    encode(value.as_bytes()) + tail
}

fn words(question: &Question, random: &mut Random) -> Vec<(String, String)> {
    let mut words = Vec::new();
    for (word, listed) in &question.parameters {
        let is_given = word == "board" || random.chance(20);
        if is_given && word != "max_time" {
            words.push((word.clone(), value(word, listed, random)));
            if random.chance(3) {
                words.push((word.clone(), value(word, listed, random)));
            }
        }
    }
    if question.parameters.iter().any(|(word, _)| word == "max_time") {
        words.push((
            "max_time".to_owned(),
            if random.chance(90) { "20ms".to_owned() } else { ktour_hostile::value(random) },
        ));
    }
    if random.chance(3) {
        words.push((ktour_hostile::value(random), ktour_hostile::value(random)));
    }
    random.shuffle(&mut words);
    words
}

/// Returns a sensible value, or a hostile one.
fn value(word: &str, listed: &[String], random: &mut Random) -> String {
    if random.chance(25) {
        return ktour_hostile::value(random);
    }
    if !listed.is_empty() {
        return random.pick(listed).clone();
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
    (*random.pick(meant)).to_owned()
}

/// Returns the same parameters as a JSON body: as text, as numbers, as lists; sometimes spoiled.
fn body(words: &[(String, String)], random: &mut Random) -> Vec<u8> {
    let mut document = serde_json::Map::new();
    for (word, value) in words {
        let value = match random.below(10) {
            0 => json!([value]),
            1 => json!({ value: value }),
            2 => random
                .pick(&[Value::Null, json!(true), json!(-1), json!(1e300), json!([]), json!({})])
                .clone(),
            3 => json!(value.split(',').collect::<Vec<_>>()),
            _ => value.parse::<u64>().map_or_else(|_| json!(value), |number| json!(number)),
        };
        document.insert(word.clone(), value);
    }
    let body = Value::Object(document).to_string().into_bytes();
    if random.chance(10) { ktour_hostile::spoil(&body, random) } else { body }
}

fn questions(server: &Server) -> Result<Vec<Question>, String> {
    let answer = Client::new(server.address, ANSWER_TIMEOUT).get(&format!("{API}/openapi.json"));
    let answer = answer.map_err(|error| error.to_string())?;
    let document: Value = serde_json::from_slice(&answer.body).map_err(|error| error.to_string())?;
    let paths = document["paths"].as_object().ok_or("no paths")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
    let word = |word: &Value| (text(&word["name"]), list(&word["schema"]["enum"]));
    let question = |(path, methods): (&String, &Value)| Question {
        path: path.clone(),
        parameters: methods["get"]["parameters"].as_array().into_iter().flatten().map(word).collect(),
    };
    Ok(paths.iter().map(question).collect())
}
