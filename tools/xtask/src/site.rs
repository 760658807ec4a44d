//! The page as plain files: a folder that any host can serve, under any path, with the engine inside.
//!
//! The page's own files stay as they are written; this bundles them for the wire. Styles become one file,
//! scripts one for the first view and some for later, named by their contents, so that a browser may cache
//! them forever; the HTML says that a worker answers, with a strict policy; the service worker gets the list
//! of names, so that a second visit needs no network.

use std::{
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{browser, root, tools::Tools};

/// Content security policy of the page: its own files, and WebAssembly.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'";

/// Files that are bundled; all others are copied.
const MADE: [&str; 6] = ["index.html", "embed.html", "sw.js", "js", "css", "vendor"];

/// Page for unknown addresses, and its style.
const MISSING: [&str; 2] = ["404.html", "404.css"];

/// `cargo xtask site [-o DIR]`.
pub(crate) fn site(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let folder = match (arguments.next().as_deref(), arguments.next()) {
        (None, _) => root().join("target/site"),
        (Some("-o" | "--output"), Some(folder)) => PathBuf::from(folder),
        _ => return Err("usage: cargo xtask site [-o DIR]".into()),
    };
    let tools = Tools::found();
    if !tools.has_node {
        return Err("the site needs Node.js 20 or newer, to put its scripts together".into());
    }
    browser::install(&tools)?;
    browser::build_site(&tools, &folder)?;
    eprintln!("== {} can be served by any host", folder.display());
    Ok(())
}

/// Returns the modules that `tools/wasm.sh` builds: the one that a page needs first, the one that can be
/// fetched later, and the one for heavy questions.
pub(crate) fn modules() -> [PathBuf; 3] {
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    let folder = target.join("wasm32-unknown-unknown/wasm/examples");
    ["first", "light", "heavy"].map(|name| folder.join(name).with_extension("wasm"))
}

/// Puts the folder together.
pub(crate) fn make(tools: &Tools, folder: &Path) -> Result<(), String> {
    let site = Site { page: root().join("apps/ktour-web/page"), folder: folder.to_owned() };
    site.put(tools).map_err(|error| format!("{}: {error}", folder.display()))
}

struct Site {
    page: PathBuf,
    folder: PathBuf,
}

/// The names of the scripts.
#[derive(Default)]
struct Scripts {
    main: String,
    /// Files that the page needs to start.
    with_main: Vec<String>,
    /// Files that the page fetches later.
    later: Vec<String>,
    worker: String,
    /// Script that fetches the texts of the reader's language first.
    early: String,
    /// A board in other people's pages.
    embed: String,
}

impl Site {
    fn put(&self, tools: &Tools) -> Result<(), String> {
        let _ = fs::remove_dir_all(&self.folder);
        fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        let html = read(&self.page.join("index.html"))?;
        let Scripts { main, with_main, later, worker, early, embed } = self.scripts(tools)?;
        let [first, light, heavy] = modules().map(|file| {
            let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            self.named("engine", "wasm", &bytes)
        });
        let [first, light, heavy] = [first?, light?, heavy?];
        let styles = attributes(&html, "<link rel=\"stylesheet\"", "href");
        let styles: Result<Vec<String>, String> =
            styles.iter().map(|style| read(&self.page.join(style))).collect();
        let style = self.named("page", "css", styles?.join("\n").as_bytes())?;
        let mut files = vec![main.clone(), early.clone(), worker.clone(), first.clone(), style.clone()];
        files.extend(with_main.iter().cloned());
        for entry in fs::read_dir(&self.page).map_err(|error| error.to_string())?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !MADE.contains(&name.as_str()) {
                self.copy(&name, &mut files)?;
            }
        }
        let names = Names { style, worker, first, light, heavy };
        let html = rewritten(&html, Some(&early), &main, &with_main, &names);
        self.write("index.html", html.as_bytes())?;
        let framed = rewritten(&read(&self.page.join("embed.html"))?, None, &embed, &[], &names);
        self.write("embed.html", framed.as_bytes())?;
        for entry in fs::read_dir(self.page.join("vendor")).map_err(|error| error.to_string())?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with("LICENSE") {
                self.copy(&format!("vendor/{name}"), &mut Vec::new())?;
            }
        }
        // An icon is fetched only when the page is installed; every address has a page offline.
        files.retain(|file| !file.ends_with(".png") && !MISSING.contains(&file.as_str()));
        files.sort();
        let version = self.version(&(html + &framed), &files)?;
        // What one tab alone reads is kept in a quiet moment, and so is a board for other pages.
        let (mut at_once, mut in_time): (Vec<String>, Vec<String>) =
            files.into_iter().partition(|file| is_shared(file));
        at_once.push("./".into());
        in_time.extend(later.into_iter().chain([names.light, names.heavy, embed, "embed.html".into()]));
        let service = read(&self.page.join("sw.js"))?.replace("%VERSION%", &version);
        let service = service.replace("%FILES%", &at_once.join("', '"));
        let service = service.replace("%LATER%", &in_time.join("', '"));
        self.write("sw.js", service.as_bytes())
    }

    /// Changes with every file.
    fn version(&self, html: &str, files: &[String]) -> Result<String, String> {
        let mut all = html.as_bytes().to_vec();
        for file in files {
            all.extend(fs::read(self.folder.join(file)).map_err(|error| format!("{file}: {error}"))?);
        }
        Ok(hash(&all))
    }

    /// The page's scripts, put together and named by what they hold.
    fn scripts(&self, tools: &Tools) -> Result<Scripts, String> {
        let mut node = Command::new("node");
        node.current_dir(browser::tests()).env("PATH", &tools.path);
        let bundled = node.arg("bundle.js").arg(absolute(&self.folder)).stderr(Stdio::inherit()).output();
        let bundled = bundled.map_err(|error| format!("node: {error}"))?;
        if !bundled.status.success() {
            return Err("the scripts could not be put together".into());
        }
        let mut scripts = Scripts::default();
        for line in String::from_utf8_lossy(&bundled.stdout).lines() {
            let (what, file) = line.split_once(' ').unwrap_or_default();
            match what {
                "main" => scripts.main = file.to_owned(),
                "first" => scripts.with_main.push(file.to_owned()),
                "later" => scripts.later.push(file.to_owned()),
                "worker" => scripts.worker = file.to_owned(),
                "early" => scripts.early = file.to_owned(),
                "embed" => scripts.embed = file.to_owned(),
                _ => return Err(format!("the scripts say `{line}`, which means nothing")),
            }
        }
        Ok(scripts)
    }

    /// Writes a file under a name that changes with its contents.
    fn named(&self, name: &str, ending: &str, bytes: &[u8]) -> Result<String, String> {
        let name = format!("{name}-{}.{ending}", hash(bytes));
        self.write(&name, bytes).map(|()| name)
    }

    /// Copies a file or a folder, and lists what was copied.
    fn copy(&self, name: &str, files: &mut Vec<String>) -> Result<(), String> {
        let from = self.page.join(name);
        if from.is_dir() {
            let entries = fs::read_dir(&from).map_err(|error| format!("{name}: {error}"))?;
            return entries.flatten().try_for_each(|entry| {
                self.copy(&format!("{name}/{}", entry.file_name().to_string_lossy()), files)
            });
        }
        self.write(name, &fs::read(&from).map_err(|error| format!("{name}: {error}"))?)?;
        files.push(name.to_owned());
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let file = self.folder.join(name);
        let folder = file.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&file, bytes))
            .map_err(|error| format!("{name}: {error}"))
    }
}

/// Whether a file is for every tab: it lies at the top, or has the texts that all of them share.
fn is_shared(file: &str) -> bool {
    !file.strip_prefix("i18n/").unwrap_or(file).contains('/')
}

/// Names of the files that the HTML refers to.
struct Names {
    style: String,
    worker: String,
    first: String,
    light: String,
    heavy: String,
}

/// A page's HTML with its files under their new names, and a worker for an engine.
fn rewritten(html: &str, early: Option<&str>, main: &str, with_main: &[String], names: &Names) -> String {
    let Names { style, worker, first, light, heavy } = names;
    // It waits for nothing, and nothing waits for it.
    let early = early.map(|file| format!("<script async src=\"{file}\"></script>\n")).unwrap_or_default();
    let html = without(html, "<script type=\"importmap\">", "</script>\n");
    let is_old = |line: &&str| {
        [
            "<link rel=\"stylesheet\"",
            "<link rel=\"modulepreload\"",
            "<meta name=\"engine\"",
            "<script type=\"module\"",
        ]
        .iter()
        .any(|begin| line.trim_start().starts_with(begin))
    };
    let modules: String =
        with_main.iter().map(|file| format!("<link rel=\"modulepreload\" href=\"{file}\">\n")).collect();
    let head = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"engine\" content=\"worker\" data-worker=\"{worker}\" data-first=\"{first}\" data-light=\"{light}\" data-heavy=\"{heavy}\">\n\
         {early}\
         <link rel=\"stylesheet\" href=\"{style}\">\n\
         <script type=\"module\" src=\"{main}\"></script>\n\
         {modules}\
         <link rel=\"preload\" href=\"{first}\" as=\"fetch\" crossorigin>\n"
    );
    let lines = html.lines().filter(|line| !is_old(line)).map(|line| match line.trim() {
        "</head>" => format!("{head}</head>\n"),
        _ => format!("{line}\n"),
    });
    lines.collect()
}

/// A text without the part from one word to another.
fn without(text: &str, begin: &str, end: &str) -> String {
    let cut = text.split_once(begin).and_then(|(before, rest)| Some((before, rest.split_once(end)?.1)));
    cut.map_or(text.to_owned(), |(before, after)| before.to_owned() + after)
}

/// The values of an attribute in all lines that begin so.
fn attributes(html: &str, begin: &str, name: &str) -> Vec<String> {
    let lines = html.lines().filter(|line| line.trim_start().starts_with(begin));
    let value = |line: &str| line.split_once(&format!("{name}=\""))?.1.split('"').next().map(str::to_owned);
    lines.filter_map(value).collect()
}

/// A name for contents.
fn hash(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn absolute(path: &Path) -> PathBuf {
    env::current_dir().map_or(path.to_owned(), |here| here.join(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_html_of_a_site_names_its_own_files_and_has_no_inline_script() {
        let html = "<head>\n<meta name=\"engine\" content=\"server\">\n<link rel=\"stylesheet\" href=\"css/a.css\">\n<script type=\"importmap\">\n{}\n</script>\n<script type=\"module\" src=\"js/main.js\"></script>\n</head>\n<body></body>\n";
        let [style, worker, first, light, heavy] =
            ["page-2.css", "worker-3.js", "engine-4.wasm", "engine-5.wasm", "engine-6.wasm"]
                .map(str::to_owned);
        let names = Names { style, worker, first, light, heavy };
        let site = rewritten(html, Some("early-8.js"), "main-1.js", &["chunk-7.js".to_owned()], &names);
        assert!(site.contains(
            "content=\"worker\" data-worker=\"worker-3.js\" data-first=\"engine-4.wasm\" data-light=\"engine-5.wasm\" data-heavy=\"engine-6.wasm\""
        ));
        assert!(site.contains("<link rel=\"modulepreload\" href=\"chunk-7.js\">"));
        assert!(site.contains("<link rel=\"preload\" href=\"engine-4.wasm\""));
        assert!(site.contains("<script type=\"module\" src=\"main-1.js\"></script>"));
        let at = |text: &str| site.find(text).unwrap_or_else(|| panic!("{text} is not there"));
        assert!(at("<script async src=\"early-8.js\"></script>") < at("<link rel=\"stylesheet\""));
        for gone in ["importmap", "css/a.css", "js/main.js", "content=\"server\""] {
            assert!(!site.contains(gone), "{gone}");
        }
        assert_eq!(attributes(html, "<link rel=\"stylesheet\"", "href"), ["css/a.css"]);
    }

    #[test]
    fn what_one_tab_reads_is_not_what_every_reader_fetches() {
        for shared in ["main-1.js", "i18n/en.json", "icon.svg"] {
            assert!(is_shared(shared), "{shared}");
        }
        for own in ["i18n/solve/en.json", "learn/vi.json", "data/counts.json"] {
            assert!(!is_shared(own), "{own}");
        }
    }
}
