//! The page of the binary, and the headers of all responses.

use std::io::Read as _;

use crate::client::{Server, ask};

#[test]
fn every_tab_is_the_page() {
    let server = Server::start();
    // Only the picture of the link differs.
    let html = |path: &str| {
        let body = String::from_utf8(server.get(path).body).unwrap();
        body.lines().filter(|line| !line.contains("og:image")).collect::<String>()
    };
    let page = html("/");
    assert!(page.starts_with("<!doctype html>"));
    for tab in ["play", "puzzle", "solve", "learn", "explore", "atlas", "lab", "count", "index.html"] {
        let answer = server.get(&format!("/{tab}?board=8"));
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, "text/html; charset=utf-8"),
            "{tab}"
        );
        assert!(html(&format!("/{tab}?board=8")) == page, "{tab}");
    }
}

#[test]
fn the_picture_of_a_link_is_its_tour() {
    let server = Server::start();
    let html = String::from_utf8(server.get("/solve?board=6x6&start=a1&seed=3&at=36").body).unwrap();
    let (_, rest) = html.split_once(r#"property="og:image" content="http://"#).unwrap();
    let link = rest.split_once('"').unwrap().0.replace("&amp;", "&");
    let path = &link[link.find('/').unwrap()..];
    let picture = server.get(path);
    assert_eq!((picture.status, picture.header("content-type")), (200, "image/png"), "{path}");
}

#[test]
fn the_policy_allows_no_inline_scripts() {
    let server = Server::start();
    let answer = server.get("/");
    let policy = answer.header("content-security-policy");
    for part in ["default-src 'self'", "style-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"), "{policy}");
    for path in ["/", "/api/v1/board?board=3", "/api/v1/solve", "/nothing", "/api/v1/trace?board=3x4"] {
        let answer = server.get(path);
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("referrer-policy"), "no-referrer", "{path}");
        assert!(!answer.header("content-security-policy").is_empty(), "{path}");
    }
}

#[test]
fn only_the_embedded_board_may_be_framed() {
    let server = Server::start();
    for (path, framers) in
        [("/embed?board=5", "*"), ("/embed.html", "*"), ("/play", "'none'"), ("/nothing", "'none'")]
    {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy");
        assert!(policy.ends_with(&format!("frame-ancestors {framers}")), "{path}: {policy}");
    }
    assert!(server.get("/embed").body.starts_with(b"<!doctype html>"));
}

#[test]
fn an_unknown_path_gets_a_page_in_a_browser_and_a_document_elsewhere() {
    let server = Server::start();
    let get = |path: &str, accept: &str| {
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: {accept}\r\n\r\n"
        );
        ask(server.addr, &head, b"")
    };
    let page = get("/no/such/page", "text/html,application/xhtml+xml,*/*;q=0.8");
    assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("style-src 'self';"));
    let html = String::from_utf8_lossy(&page.body);
    assert!(html.contains(r#"<a href="/""#), "the way home is from the root");
    assert!(html.contains(r#"href="/404.css""#), "and so is its style");
    for (path, accept) in [("/no/such/page", "*/*"), ("/api/v1/nothing", "text/html")] {
        let answer = get(path, accept);
        assert_eq!((answer.status, answer.header("content-type")), (404, "application/json"), "{path}");
    }
}

#[test]
fn files_have_etags_and_are_compressed() {
    let server = Server::start();
    let etag = server.get("/").header("etag").to_owned();
    let head =
        |header: &str| format!("GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{header}\r\n\r\n");
    let known = ask(server.addr, &head(&format!("if-none-match: {etag}")), b"");
    assert_eq!((known.status, known.body.len()), (304, 0));
    assert_eq!(unpacked(&ask(server.addr, &head("accept-encoding: br, gzip"), b"")), server.get("/").body);
    let none = ask(server.addr, &head("accept-encoding: gzip;q=0"), b"");
    assert_eq!(none.header("content-encoding"), "");
}

#[test]
fn long_responses_are_compressed_if_the_client_accepts_gzip() {
    let server = Server::start();
    let path = "/api/v1/solve?board=40";
    let head = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept-encoding: gzip\r\n\r\n"
    );
    let packed = ask(server.addr, &head, b"");
    let whole: serde_json::Value = serde_json::from_slice(&unpacked(&packed)).unwrap();
    assert_eq!(whole["squares"], server.get(path).document()["squares"]);
    assert!(packed.body.len() * 2 < unpacked(&packed).len());
}

fn unpacked(answer: &crate::client::TestResponse) -> Vec<u8> {
    assert_eq!(answer.header("content-encoding"), "gzip");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&answer.body[..]).read_to_end(&mut bytes).unwrap();
    bytes
}
