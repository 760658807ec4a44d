//! Runs every curl command of `docs/api.md` and compares its output.

use crate::client::{Server, TestResponse, ask};

#[test]
fn every_curl_of_the_documentation_answers_as_written() {
    let server = Server::start();
    let page = include_str!("../../../../docs/api.md");
    let (mut runs, mut wrong) = (0, String::new());
    for block in page.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap()) {
        for run in block.split("$ curl ").skip(1) {
            let (command, wanted) = run.split_once('\n').unwrap();
            let got = curl(&server, command);
            if !is_like(&got, wanted) {
                wrong += &format!("curl {command}\n{got}\ninstead of\n{wanted}\n");
            }
            runs += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(runs >= 20, "{runs} commands found");
    let description = server.get("/api/v1/openapi.json").document();
    for path in description["paths"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("localhost:8080{path}")), "{path} is not in docs/api.md");
    }
}

/// Output of a curl command.
fn curl(server: &Server, command: &str) -> String {
    let mut words = split(command).into_iter();
    let (mut url, mut headers, mut body, mut method) = (String::new(), Vec::new(), None, None);
    let (mut is_head_shown, mut is_kept) = (false, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-s" | "-sN" => (),
            "-si" => is_head_shown = true,
            "-H" => headers.push(words.next().unwrap()),
            "-d" => body = words.next(),
            "-X" => method = words.next(),
            "-o" | "-OJ" => {
                is_kept = true;
                if word == "-o" {
                    words.next();
                }
            }
            other => url = other.to_owned(),
        }
    }
    let path = url.strip_prefix("localhost:8080").expect("the server is on localhost:8080");
    let method = method.unwrap_or(if body.is_some() { "POST" } else { "GET" }.to_owned());
    let body = body.unwrap_or_default();
    headers.push(format!("content-length: {}", body.len()));
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{}\r\n\r\n",
        headers.join("\r\n")
    );
    let answer = ask(server.addr, &head, body.as_bytes());
    assert!(answer.status == 200 || !is_kept, "{command}: {}", answer.text());
    match (is_kept, is_head_shown) {
        (true, _) => String::new(),
        (_, true) => format!("{}{}", shown(&answer), answer.text()),
        _ => answer.text(),
    }
}

/// Status line, headers and body of a response, as curl prints them.
fn shown(answer: &TestResponse) -> String {
    let mut text = format!("{}\n", answer.line);
    for (name, value) in &answer.headers {
        text += &format!("{name}: {value}\n");
    }
    text + "\n"
}

/// Splits a command into arguments; quotes group words.
fn split(command: &str) -> Vec<String> {
    let (mut words, mut quote, mut is_in_word) = (vec![String::new()], None, false);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '\'' | '"') => (quote, is_in_word) = (Some(letter), true),
            (None, ' ') if is_in_word => {
                words.push(String::new());
                is_in_word = false;
            }
            (None, ' ') => (),
            _ => {
                is_in_word = true;
                words.last_mut().unwrap().push(letter);
            }
        }
    }
    words
}

/// Whether texts are equal, where `[..]` matches a part of a line and `...` any lines.
fn is_like(got: &str, wanted: &str) -> bool {
    let got: Vec<&str> = got.trim_end().lines().collect();
    let wanted: Vec<&str> = wanted.trim_end().lines().collect();
    are_like(&got, &wanted)
}

fn are_like(got: &[&str], wanted: &[&str]) -> bool {
    match (got, wanted) {
        (_, ["...", rest @ ..]) => (0..=got.len()).any(|at| are_like(&got[at..], rest)),
        ([line, got @ ..], [pattern, wanted @ ..]) => line_is_like(line, pattern) && are_like(got, wanted),
        (got, wanted) => got.is_empty() && wanted.is_empty(),
    }
}

/// Whether a line equals a pattern, in which `[..]` matches any text.
pub(crate) fn line_is_like(text: &str, pattern: &str) -> bool {
    match pattern.split_once("[..]") {
        None => text == pattern,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            rest.is_empty()
                || (0..=text.len()).any(|at| text.is_char_boundary(at) && line_is_like(&text[at..], rest))
        }),
    }
}
