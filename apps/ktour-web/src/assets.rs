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
    HeaderMap, StatusCode,
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

    /// Answers a request for a path, if there is such a file.
    pub(crate) fn answer(&self, path: &str, headers: &HeaderMap) -> Option<Response> {
        let path = path.trim_start_matches('/');
        let path = match path {
            "embed" => EMBED,
            tab if TABS.contains(&tab) => "index.html",
            file => file,
        };
        self.find(path, |asset| asset.answer(headers))
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
        let whole = assets.answer("/play", &HeaderMap::new()).expect("it is a tab");
        let mut known = HeaderMap::new();
        known.insert(header::IF_NONE_MATCH, whole.headers()[header::ETAG].clone());
        let same = assets.answer("/play", &known).expect("it is a tab");
        assert_eq!(same.status(), StatusCode::NOT_MODIFIED);
        let policy = |answer: &Response| answer.headers()[header::CONTENT_SECURITY_POLICY].clone();
        assert_eq!(policy(&same), policy(&whole));
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
        assert!(assets.answer("/", &HeaderMap::new()).is_some());
        for outside in
            ["/../Cargo.toml", "/../src/lib.rs", "//etc/passwd", "/etc/passwd", "/js/../../Cargo.toml"]
        {
            assert!(assets.answer(outside, &HeaderMap::new()).is_none(), "{outside}");
        }
    }
}
