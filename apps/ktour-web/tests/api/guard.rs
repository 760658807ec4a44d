//! Requests that are refused for their host name or their origin.

use crate::client::{Server, TestResponse, ask};
use ktour_web::Settings;

fn get_with_headers(server: &Server, path: &str, headers: &str) -> TestResponse {
    ask(server.addr, &format!("GET {path} HTTP/1.1\r\nconnection: close\r\n{headers}\r\n"), b"")
}

#[test]
fn an_unknown_host_name_is_refused() {
    let server = Server::with(Settings { hosts: vec!["knight.example".into()], ..Settings::default() });
    for headers in [
        "",
        "host: localhost\r\nhost: localhost\r\n",
        "host: evil.example\r\n",
        "host: .localhost\r\n",
        "host: a..localhost\r\n",
    ] {
        for path in ["/", "/api/v1/status", "/api/v1/solve?board=5"] {
            let answer = get_with_headers(&server, path, headers);
            assert_eq!(answer.status, 421, "{path} {headers}");
            assert!(answer.error().contains("localhost"), "{}", answer.text());
        }
    }
    let answer = get_with_headers(&server, "http://evil.example/api/v1/status", "host: localhost\r\n");
    assert_eq!(answer.status, 421);
    for host in ["localhost:8080", "127.0.0.1", "[::1]:8080", "tour.localhost", "knight.example:443"] {
        assert_eq!(
            get_with_headers(&server, "/api/v1/status", &format!("host: {host}\r\n")).status,
            200,
            "{host}"
        );
    }
}

#[test]
fn requests_of_other_sites_are_refused() {
    let server = Server::start();
    let path = "/api/v1/solve?board=5";
    for headers in [
        "sec-fetch-site: cross-site\r\nsec-fetch-mode: no-cors\r\n",
        "sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\n",
        "sec-fetch-site: same-site\r\n",
        "origin: http://evil.example\r\n",
        "origin: null\r\n",
        "origin: http://localhost:3000\r\n",
        "origin: http://localhost:8080\r\norigin: http://evil.example\r\n",
        "origin: http://localhost:8080\r\norigin: http://localhost:8080\r\n",
        "sec-fetch-site: same-origin\r\nsec-fetch-site: cross-site\r\n",
        "sec-fetch-site: none\r\nsec-fetch-site: none\r\n",
    ] {
        let answer = get_with_headers(&server, path, &format!("host: localhost:8080\r\n{headers}"));
        assert_eq!(answer.status, 403, "{headers}");
        assert!(
            answer.error().starts_with("pages of other sites may not send requests here"),
            "{}",
            answer.text()
        );
    }
    for headers in [
        "sec-fetch-site: same-origin\r\norigin: http://localhost:8080\r\n",
        "sec-fetch-site: none\r\n",
        "origin: http://LOCALHOST:8080\r\n",
    ] {
        assert_eq!(
            get_with_headers(&server, path, &format!("host: localhost:8080\r\n{headers}")).status,
            200,
            "{headers}"
        );
    }
    let link = "host: localhost\r\nsec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\n";
    assert_eq!(get_with_headers(&server, "/solve?board=8", link).status, 200, "a link to the page is a link");
}
