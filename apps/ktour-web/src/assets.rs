//! The files of the page, from the binary.
//!
//! Every file is an entry of a table, found by its exact path, so no other file of the host can be reached.
//! Files are compressed and hashed once, when the server starts. A page with the engine among its files has a
//! marker that a server exists too: the worker answers what a browser can, the server everything else.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use flate2::Compression;
use hyper::{
    HeaderMap, StatusCode, Uri,
    body::Bytes,
    header::{self, HeaderValue},
};
use sha2::{Digest, Sha256};

use crate::response::{Body, Response, gzip, takes_gzip, with_heads};

/// The files under `page/`, by path.
static PAGE: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Tabs of the page; all have the same HTML.
pub(crate) const TABS: [&str; 9] =
    ["", "play", "puzzle", "solve", "learn", "explore", "atlas", "lab", "count"];

/// A board for the pages of other sites, the only file that they may frame.
const EMBED: &str = "embed.html";

/// HTML of every tab.
const INDEX: &str = "index.html";

/// Picture of a link in that HTML, which is replaced by one with a whole address.
const PREVIEW: &str = r#"property="og:image" content="icon-512.png""#;

/// Parameters of a link that select the tour of its picture.
const PREVIEW_PARAMETERS: [&str; 8] = ["board", "holes", "leaper", "start", "end", "kind", "seed", "squares"];

/// HTML for an unknown path.
const MISSING: &str = "404.html";

/// Marker in the HTML of a page without a server.
const ALONE: &str = r#"<meta name="engine" content="worker""#;

/// The page as static files with the engine among them, by path, for any host; `None` if the binary was built
/// without `KTOUR_SITE`.
pub fn site() -> Option<&'static [(&'static str, &'static [u8])]> {
    let (_, html) = PAGE.iter().find(|(path, _)| *path == "index.html")?;
    str::from_utf8(html).is_ok_and(|html| html.contains(ALONE)).then_some(PAGE)
}

/// The files of the page.
#[derive(Debug)]
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    /// Folder that is read at every request, for those who edit the page.
    folder: Option<PathBuf>,
}

#[derive(Debug)]
struct Asset {
    kind: &'static str,
    /// Origins that may frame the file.
    framers: &'static str,
    /// Value of the `cache-control` header.
    keep: &'static str,
    bytes: Bytes,
    packed: Option<Bytes>,
    etag: HeaderValue,
}

impl Assets {
    /// Creates the table from the binary, or for a folder.
    pub(crate) fn new(folder: Option<PathBuf>) -> Assets {
        let mut files = BTreeMap::new();
        if folder.is_none() {
            files.extend(
                PAGE.iter()
                    .map(|(path, bytes)| ((*path).to_owned(), Asset::new(path, Bytes::from_static(bytes)))),
            );
        }
        Assets { files, folder }
    }

    /// Answers a request for a path, if there is such a file. The HTML of a tab names the picture that other
    /// sites show beside a link to it.
    pub(crate) fn answer(&self, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
        let path = uri.path().trim_start_matches('/');
        match path {
            "embed" => self.find(EMBED, |asset| asset.answer(headers)),
            tab if TABS.contains(&tab) => {
                self.find(INDEX, |asset| asset.with_preview(&preview(uri, headers)).answer(headers))
            }
            file => self.find(file, |asset| asset.answer(headers)),
        }
    }

    /// Response for a path without a file.
    pub(crate) fn not_found(&self) -> Option<Response> {
        let mut answer = self.find(MISSING, |asset| asset.answer(&HeaderMap::new()))?;
        *answer.status_mut() = StatusCode::NOT_FOUND;
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Some(answer)
    }

    fn find(&self, path: &str, answer: impl Fn(&Asset) -> Response) -> Option<Response> {
        match &self.folder {
            Some(folder) => self.read_from_folder(folder, path).as_ref().map(answer),
            None => self.files.get(path).map(answer),
        }
    }

    /// Reads a file of the folder, unless its path leads out of it.
    fn read_from_folder(&self, folder: &Path, path: &str) -> Option<Asset> {
        let folder = folder.canonicalize().ok()?;
        let file = folder.join(path).canonicalize().ok().filter(|file| file.starts_with(&folder))?;
        fs::read(file).ok().map(|bytes| Asset::new(path, bytes.into()))
    }
}

impl Asset {
    fn new(path: &str, bytes: Bytes) -> Asset {
        let bytes = if path.ends_with(".html") { with_server(bytes) } else { bytes };
        let framers = if path == EMBED { "*" } else { "'none'" };
        let kind = match path.rsplit('.').next().unwrap_or_default() {
            "html" => "text/html; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            // Modules are always UTF-8.
            "js" | "mjs" => "text/javascript",
            "json" | "webmanifest" => "application/json",
            "svg" => "image/svg+xml",
            "png" => "image/png",
            "woff2" => "font/woff2",
            "wasm" => "application/wasm",
            _ => "text/plain; charset=utf-8",
        };
        let packed = Some(gzip(&bytes, Compression::best())).filter(|packed| packed.len() < bytes.len());
        let etag = HeaderValue::try_from(format!("\"{}\"", &base64(&Sha256::digest(&bytes))[..16]))
            .expect("base64 is visible text");
        let keep =
            if is_named_by_contents(path) { "public, max-age=31536000, immutable" } else { "no-cache" };
        Asset { kind, framers, keep, bytes, packed: packed.map(Bytes::from), etag }
    }

    /// The same HTML with another picture of the link.
    fn with_preview(&self, link: &str) -> Asset {
        let html = String::from_utf8_lossy(&self.bytes);
        let html = html.replacen(PREVIEW, &format!(r#"property="og:image" content="{link}""#), 1);
        Asset::new(INDEX, html.into_bytes().into())
    }

    fn answer(&self, headers: &HeaderMap) -> Response {
        let is_known = headers
            .get(header::IF_NONE_MATCH)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|tags| tags.split(',').any(|tag| self.etag == tag.trim().trim_start_matches("W/")));
        let kind = (header::CONTENT_TYPE, self.kind);
        let mut answer = match &self.packed {
            _ if is_known => with_heads(Body::Whole(Bytes::new().into()), []),
            Some(packed) if takes_gzip(headers) => {
                with_heads(Body::Whole(packed.clone().into()), [kind, (header::CONTENT_ENCODING, "gzip")])
            }
            _ => with_heads(Body::Whole(self.bytes.clone().into()), [kind]),
        };
        if is_known {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
        }
        answer.headers_mut().insert(header::ETAG, self.etag.clone());
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(self.keep));
        answer.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if self.kind.starts_with("text/html") {
            // A response 304 carries the policy as well, since browsers apply its headers to the cached page.
            answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy(&self.bytes, self.framers));
        }
        answer
    }
}

/// Whole address of the picture of a link, for an attribute of HTML: its tour as the engine draws it, or the icon.
fn preview(uri: &Uri, headers: &HeaderMap) -> String {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let scheme = text("x-forwarded-proto").filter(|scheme| *scheme == "https").unwrap_or("http");
    let host = text("host").unwrap_or("localhost");
    let parameters: String = uri
        .query()
        .unwrap_or_default()
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter(|(name, value)| PREVIEW_PARAMETERS.contains(name) && is_plain(value))
        .map(|(name, value)| format!("&amp;{name}={value}"))
        .collect();
    let board = if parameters.contains("board=") { "" } else { "&amp;board=8" };
    match uri.path() {
        "/" | "/play" | "/solve" => {
            format!("{scheme}://{host}/api/v1/render?format=png&amp;width=1200{board}{parameters}")
        }
        _ => format!("{scheme}://{host}/icon-512.png"),
    }
}

/// Whether a value consists of letters, digits and signs that mean nothing in HTML or in an address.
fn is_plain(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|sign| sign.is_ascii_alphanumeric() || b",.-%".contains(&sign))
}

/// Changes the marker and the links in the HTML of a static page for a server.
fn with_server(html: Bytes) -> Bytes {
    const HOME: &str = r#" href="./"#;
    match str::from_utf8(&html) {
        Ok(text) if text.contains(ALONE) || text.contains(HOME) => {
            let text = text.replacen(ALONE, r#"<meta name="engine" content="both""#, 1);
            text.replace(HOME, r#" href="/"#).into()
        }
        _ => html,
    }
}

/// Whether a file is named by its contents: before its extension it has sixteen hexadecimal digits, or eight
/// capital letters and digits, as bundled scripts have.
fn is_named_by_contents(path: &str) -> bool {
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    let hash = stem.rsplit_once('-').map_or("", |(_, hash)| hash);
    let is_sign = |sign: u8| sign.is_ascii_uppercase() || sign.is_ascii_digit();
    hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
        || hash.len() == 8 && hash.bytes().all(is_sign)
}

/// Content security policy of a page: its own files, its engine and its import map, nothing else.
fn policy(html: &[u8], framers: &str) -> HeaderValue {
    let html = String::from_utf8_lossy(html);
    let scripts: String =
        inline_scripts(&html).map(|text| format!(" 'sha256-{}'", base64(&Sha256::digest(text)))).collect();
    let engine = if html.contains(" data-light=") { " 'wasm-unsafe-eval'" } else { "" };
    let policy = format!(
        "default-src 'self'; script-src 'self'{engine}{scripts}; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors {framers}"
    );
    HeaderValue::try_from(policy).expect("a policy is visible text")
}

/// Texts of all scripts without `src`.
fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, rest) = rest.split_once('>')?;
        let (text, _) = rest.split_once("</script>")?;
        (!attributes.contains("src=")).then_some(text)
    })
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let word =
            three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { letter.into() } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_agrees_with_the_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_policy_has_the_hashes_of_inline_scripts_only() {
        let html =
            r#"<script type="importmap">{"a":1}</script><script type="module" src="/js/main.js"></script>"#;
        assert_eq!(inline_scripts(html).collect::<Vec<_>>(), [r#"{"a":1}"#]);
    }

    #[test]
    fn an_unchanged_page_keeps_its_policy() {
        let assets = Assets::new(Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("page")));
        let whole = assets.answer(&Uri::from_static("/play"), &HeaderMap::new()).expect("it is a tab");
        let mut known = HeaderMap::new();
        known.insert(header::IF_NONE_MATCH, whole.headers()[header::ETAG].clone());
        let same = assets.answer(&Uri::from_static("/play"), &known).expect("it is a tab");
        assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
        let policy = |answer: &Response| answer.headers()[header::CONTENT_SECURITY_POLICY].clone();
        assert_eq!(policy(&same), policy(&whole));
    }

    #[test]
    fn a_link_has_a_whole_address_for_its_picture() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("knight.example"));
        let link = |path: &'static str| preview(&Uri::from_static(path), &headers);
        let drawn = "http://knight.example/api/v1/render?format=png&amp;width=1200";
        assert_eq!(link("/"), format!("{drawn}&amp;board=8"));
        assert_eq!(link("/solve?board=6x6&seed=3&at=36"), format!("{drawn}&amp;board=6x6&amp;seed=3"));
        assert_eq!(link("/solve?board=8&seed=3'"), format!("{drawn}&amp;board=8"));
        assert_eq!(link("/puzzle?date=2026-11-15"), "http://knight.example/icon-512.png");
        headers.insert("x-forwarded-proto", HeaderValue::from_static("https"));
        assert!(preview(&Uri::from_static("/play"), &headers).starts_with("https://knight.example/api"));
        let assets = Assets::new(Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("page")));
        let page = assets.find(INDEX, |asset| asset.with_preview("X").answer(&headers)).is_some();
        let html = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/page/index.html")).unwrap();
        assert!(page && html.contains(PREVIEW), "the HTML has a picture to replace");
    }

    #[test]
    fn a_page_with_an_engine_has_a_server_too_and_its_hashed_files_are_immutable() {
        let html = r#"<meta name="engine" content="worker" data-worker="w.js" data-light="e.wasm" data-heavy="e.wasm">"#;
        let page = Asset::new("index.html", Bytes::from_static(html.as_bytes()));
        assert!(String::from_utf8_lossy(&page.bytes).contains(r#"content="both""#));
        let header = |asset: &Asset, name: header::HeaderName| {
            asset.answer(&HeaderMap::new()).headers()[name].to_str().unwrap().to_owned()
        };
        assert!(header(&page, header::CONTENT_SECURITY_POLICY).contains("'self' 'wasm-unsafe-eval';"));
        let engine = Asset::new("engine-0123456789abcdef.wasm", Bytes::from_static(b"\0asm"));
        assert_eq!(header(&engine, header::CONTENT_TYPE), "application/wasm");
        assert!(header(&engine, header::CACHE_CONTROL).contains("immutable"));
        let script = Asset::new("main-M4CRKWWE.js", Bytes::from_static(b"1"));
        assert!(header(&script, header::CACHE_CONTROL).contains("immutable"));
        for name in ["index.html", "js/main.js", "icon-maskable.png", "icon-192.png"] {
            assert_eq!(header(&Asset::new(name, Bytes::new()), header::CACHE_CONTROL), "no-cache", "{name}");
        }
    }

    #[test]
    fn the_binary_contains_the_site_that_it_was_built_with() {
        assert_eq!(site().is_some(), option_env!("KTOUR_SITE").is_some());
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_binary() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder =
            option_env!("KTOUR_SITE").map_or(here.join("page"), |site| here.join("../..").join(site));
        for (path, bytes) in PAGE {
            assert_eq!(&fs::read(folder.join(path)).unwrap(), bytes, "{path}");
        }
        let mut folders = vec![folder];
        let mut files = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
                match entry.path().is_dir() {
                    true => folders.push(entry.path()),
                    false => files += 1,
                }
            }
        }
        assert_eq!(files, PAGE.len());
    }

    #[test]
    fn no_path_leads_out_of_the_folder() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let assets = Assets::new(Some(page));
        assert!(assets.answer(&Uri::from_static("/"), &HeaderMap::new()).is_some());
        for outside in
            ["/../Cargo.toml", "/../src/lib.rs", "/%2e%2e/Cargo.toml", "/etc/passwd", "/js/../../Cargo.toml"]
        {
            assert!(assets.answer(&Uri::from_static(outside), &HeaderMap::new()).is_none(), "{outside}");
        }
    }
}
