//! Refuses requests of other sites: any page in a browser can send requests to this machine.
//!
//! The name in `Host` must be an IP address, `localhost` or an allowed name, so that no other name can be
//! pointed at the server (DNS rebinding). API requests must come from the page itself or from no page at all.
//! Responses carry headers that restrict what a browser may do with them.

use std::net::{Ipv4Addr, Ipv6Addr};

use hyper::{
    HeaderMap, Uri,
    header::{self, HeaderValue},
};

use crate::{
    error::{Error, Unserved},
    response::Response,
};

/// Adds the headers that prevent content sniffing, framing, referrers and embedding by other sites.
pub(crate) fn seal(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers
        .entry(header::CONTENT_SECURITY_POLICY)
        .or_insert(HeaderValue::from_static("default-src 'none'; frame-ancestors 'none'"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    answer
}

/// Returns an error unless a request is addressed to this server, and comes from its own page or from none.
pub(crate) fn admit(allowed: &[String], uri: &Uri, headers: &HeaderMap) -> Result<(), Error> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else {
        return Err(Unserved::NoHost.into());
    };
    let host = host.to_str().unwrap_or("?");
    for name in [Some(host), uri.authority().map(|authority| authority.as_str())].into_iter().flatten() {
        if !is_here(allowed, name) {
            return Err(Unserved::OtherHost { host: name.to_owned() }.into());
        }
    }
    if uri.path() != "/api" && !uri.path().starts_with("/api/") {
        return Ok(());
    }
    let is_same = |site: &HeaderValue| matches!(site.as_bytes(), b"none" | b"same-origin");
    let is_own = |origin: &HeaderValue| {
        let place = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        place.is_some_and(|(_, place)| place.eq_ignore_ascii_case(host))
    };
    if !is_at_most_one(headers, "sec-fetch-site", is_same) || !is_at_most_one(headers, "origin", is_own) {
        return Err(Unserved::OtherSite.into());
    }
    Ok(())
}

/// Whether a header is absent, or present once with a right value.
fn is_at_most_one(headers: &HeaderMap, name: &str, is_right: impl Fn(&HeaderValue) -> bool) -> bool {
    let mut values = headers.get_all(name).iter();
    values.next().is_none_or(is_right) && values.next().is_none()
}

/// Whether a host, with or without a port, is loopback (which DNS cannot redirect) or an allowed one.
fn is_here(allowed: &[String], host: &str) -> bool {
    if let Some(rest) = host.strip_prefix('[') {
        return rest.split_once(']').is_some_and(|(address, port)| {
            address.parse::<Ipv6Addr>().is_ok() && (port.is_empty() || is_port(port.strip_prefix(':')))
        });
    }
    let (name, port) = host.split_once(':').map_or((host, None), |(name, port)| (name, Some(port)));
    if port.is_some() && !is_port(port) {
        return false;
    }
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    name == "localhost"
        || name
            .strip_suffix(".localhost")
            .is_some_and(|labels| labels.split('.').all(|label| !label.is_empty()))
        || name.parse::<Ipv4Addr>().is_ok()
        || allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(&name))
}

fn is_port(text: Option<&str>) -> bool {
    text.is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_dns_can_redirect_are_refused() {
        let allowed = ["knight.example".to_owned()];
        for host in [
            "localhost",
            "LOCALHOST:8080",
            "a.localhost:1",
            "a.b.localhost.",
            "127.0.0.1:8080",
            "192.168.1.7",
            "[::1]:8080",
            "[::1]",
            "Knight.Example:80",
            "localhost.",
        ] {
            assert!(is_here(&allowed, host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "notlocalhost",
            "127.0.0.1.evil.example",
            "localhost:x",
            "localhost:80:80",
            "[::1",
            "[::1]x",
            "user@localhost",
            "0x7f000001",
            ".localhost",
            "a..localhost",
            "..localhost",
            ".a.localhost:80",
            "localhost..",
            ".",
        ] {
            assert!(!is_here(&allowed, host), "{host}");
        }
    }
}
