//! Other people's pages: requests that a browser would send on behalf of a stranger.
//!
//! A page from anywhere may make a browser ask `localhost`. The server distinguishes its own page from
//! those by Host, Origin and Sec-Fetch-Site; strangers are refused before anything is run.

use std::time::Duration;

use crate::{
    http::Client,
    report::{CheckResult, Report},
    server::{API, Server},
    target::AttackTarget,
};

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let server = Server::start(target, ":", &["--max-time", "1s"]);
    let server = match server {
        Ok(server) => server,
        Err(why) => return report.row("serve", |row| row.judge("serve", Err(why))),
    };
    let (host, port) = (server.address.to_string(), server.address.port());
    let path = format!("{API}/solve?board=5");
    let request = |target: &str, headers: &str| format!("GET {target} HTTP/1.1\r\n{headers}\r\n");
    report.row("strangers", |row| {
        let strangers = [
            ("a foreign Host", request(&path, "Host: evil.example\r\n")),
            ("a foreign Host with our port", request(&path, &format!("Host: evil.example:{port}\r\n"))),
            ("a Host that begins like ours", request(&path, "Host: localhost.evil.example\r\n")),
            ("a Host that ends nearly like ours", request(&path, "Host: evillocalhost\r\n")),
            ("an address as a name", request(&path, "Host: 127.0.0.1.evil.example\r\n")),
            ("no Host", request(&path, "")),
            ("an empty Host", request(&path, "Host:\r\n")),
            ("two Hosts", request(&path, &format!("Host: {host}\r\nHost: evil.example\r\n"))),
            (
                "a whole foreign address",
                request(&format!("http://evil.example{path}"), "Host: evil.example\r\n"),
            ),
            ("a foreign Origin", request(&path, &format!("Host: {host}\r\nOrigin: http://evil.example\r\n"))),
            ("no one's Origin", request(&path, &format!("Host: {host}\r\nOrigin: null\r\n"))),
            (
                "an Origin of another port",
                request(&path, &format!("Host: {host}\r\nOrigin: http://127.0.0.1:1\r\n")),
            ),
            (
                "an image of a foreign page",
                request(
                    &path,
                    &format!("Host: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n"),
                ),
            ),
            (
                "a script of a foreign page",
                request(
                    &path,
                    &format!("Host: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors\r\n"),
                ),
            ),
        ];
        for (what, request) in strangers {
            row.judge(what, answers(&server, &request, 400..=499));
        }
    });
    report.row("our own visitors", |row| {
        let visitors = [
            ("an address", request(&path, &format!("Host: {host}\r\n"))),
            ("localhost", request(&path, &format!("Host: localhost:{port}\r\n"))),
            ("a name under localhost", request(&path, &format!("Host: knight.localhost:{port}\r\n"))),
            ("an address of six", request(&path, &format!("Host: [::1]:{port}\r\n"))),
            ("our own page", request(&path, &format!("Host: {host}\r\nOrigin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n"))),
            ("an address typed in", request("/", &format!("Host: {host}\r\nSec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\n"))),
            ("a link from elsewhere to the page", request("/", &format!("Host: {host}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n"))),
        ];
        for (what, request) in visitors {
            row.judge(what, answers(&server, &request, 200..=200));
        }
    });
}

fn answers(server: &Server, request: &str, right: std::ops::RangeInclusive<u16>) -> CheckResult {
    let answer = Client::new(server.address, Duration::from_secs(10)).say(request.as_bytes());
    let answer = answer.map_err(|error| format!("no answer: {error}"))?;
    if right.contains(&answer.status) { Ok(()) } else { Err(format!("answered {}", answer.status)) }
}
