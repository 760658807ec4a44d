//! Arrows between the rooms of every crate never turn back.
//!
//! A room is a file or a folder. Its arrows are read off its `crate::`, `super::` and `self::` paths, in `use` lines
//! with all their braces and in the code; a name that a door (`lib.rs`, `main.rs` or `mod.rs`) hands on counts for the
//! room it comes from. What a door defines itself is a room too, called `mod`; it also knows the rooms behind it by
//! their names alone, and those whose names it hands on and uses. Comments and tests are not read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// Every room of a folder, and the rooms of this folder it knows.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// A module or a name in it, from the crate's door on.
type Names = Vec<String>;

/// The sources of a crate.
struct House {
    /// The code of each module; the door's has no name.
    modules: BTreeMap<Names, String>,
    /// What each door hands on, and where it comes from.
    handed_on: BTreeMap<Names, Names>,
}

impl House {
    fn read(src: &Path) -> House {
        let mut modules = BTreeMap::new();
        read(src, &[], &mut modules);
        let mut house = House { modules, handed_on: BTreeMap::new() };
        let mut handed_on = BTreeMap::new();
        for (module, code) in &house.modules {
            for from in uses(code).flat_map(|text| house.used(module, text)) {
                let Some((name, above)) = from.split_last().filter(|(_, above)| !above.is_empty()) else {
                    continue;
                };
                let names = if name == "*" { defined(house.modules.get(above)) } else { vec![name.clone()] };
                for name in names {
                    handed_on.insert(inside(module, &name), inside(above, &name));
                }
            }
        }
        house.handed_on = handed_on;
        house
    }

    /// What a `use` line of a module brings from this house.
    fn used(&self, module: &[String], text: &str) -> Vec<Names> {
        let here =
            paths(text).into_iter().filter(|path| self.modules.contains_key(&inside(module, &path[0])));
        here.map(|path| joined(module, &path)).chain(mentioned(module, text)).collect()
    }

    /// The folders, by the names of their modules; the first is the whole house.
    fn folders(&self) -> Vec<Names> {
        let inner = self.modules.keys().filter(|module| !module.is_empty());
        inner.map(|module| module[..module.len() - 1].to_vec()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The arrows between the rooms of a folder and what its door defines.
    fn arrows(&self, folder: &[String]) -> Arrows {
        let room = |module: &[String]| {
            let name = module.strip_prefix(folder)?.first();
            let is_room = |name: &&String| self.modules.contains_key(&inside(folder, name));
            Some(name.filter(is_room).map_or("mod", String::as_str).to_owned())
        };
        let mut arrows = Arrows::new();
        for (module, code) in &self.modules {
            let Some(from) = room(module) else { continue };
            let known = arrows.entry(from.clone()).or_default();
            let paths = if module == folder {
                let own = own(code);
                [mentioned(module, &own), self.behind(module, &own), self.kept(module, &own)].concat()
            } else {
                mentioned(module, code)
            };
            let to = paths.into_iter().filter_map(|path| room(&self.home(path)));
            known.extend(to.filter(|to| *to != from));
        }
        arrows
    }

    /// The rooms behind a door that its own code names.
    fn behind(&self, door: &[String], own: &str) -> Vec<Names> {
        let is_named = |room: &Names| {
            let name = format!("{}::", room[door.len()]);
            own.match_indices(&name)
                .any(|(at, _)| !own[..at].ends_with(|c: char| c.is_alphanumeric() || "_:".contains(c)))
        };
        let behind =
            self.modules.keys().filter(|room| room.len() == door.len() + 1 && room.starts_with(door));
        behind.filter(|room| is_named(room)).cloned().collect()
    }

    /// What a door hands on and uses itself, by its name alone.
    fn kept(&self, door: &[String], own: &str) -> Vec<Names> {
        let here =
            self.handed_on.iter().filter(|(name, _)| name.len() == door.len() + 1 && name.starts_with(door));
        here.filter(|(name, _)| is_used(own, &name[door.len()])).map(|(_, from)| from.clone()).collect()
    }

    /// Where a name comes from, through all doors that hand it on.
    fn home(&self, mut path: Names) -> Names {
        for _ in 0..8 {
            let handed = (1..=path.len()).find_map(|end| {
                let is_module = self.modules.contains_key(&path[..end]);
                let from =
                    self.handed_on.get(&path[..end]).filter(|from| !is_module && from[..] != path[..])?;
                Some(joined(from, &path[end..]))
            });
            match handed {
                Some(from) => path = from,
                None => break,
            }
        }
        path
    }
}

/// The texts of all `use` lines.
fn uses(code: &str) -> impl Iterator<Item = &str> {
    let is_word = |(at, _): &(usize, &str)| !code[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
    code.match_indices("use ").filter(is_word).filter_map(|(at, _)| code[at + 4..].split(';').next())
}

/// What a module defines, for those who take all of it.
fn defined(code: Option<&String>) -> Vec<String> {
    let kinds = ["struct ", "enum ", "trait ", "type ", "fn ", "const "];
    let lines = code.into_iter().flat_map(|code| code.lines()).filter_map(|line| line.strip_prefix("pub "));
    let rests = lines.filter_map(|line| kinds.iter().find_map(|kind| line.strip_prefix(kind)));
    rests.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()).collect()
}

/// Whether code calls a name or makes a value of it; a field, a method or a variant is another name.
fn is_used(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(|c: char| c.is_alphanumeric() || "_:.'".contains(c))
            && !["fn ", "struct ", "mod "].iter().any(|word| before.ends_with(word))
            && (["::", "(", "<", ">"].iter().any(|sign| after.starts_with(sign))
                || after.starts_with('.') && name.starts_with(char::is_uppercase))
    })
}

fn joined(module: &[String], rest: &[String]) -> Names {
    module.iter().chain(rest).cloned().collect()
}

fn inside(module: &[String], name: &str) -> Names {
    joined(module, &[name.to_owned()])
}

fn read(folder: &Path, module: &[String], modules: &mut BTreeMap<Names, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let inner = inside(module, &name);
        match name.as_str() {
            _ if path.is_dir() => read(&path, &inner, modules),
            "tests" => {}
            "lib" | "main" | "mod" => {
                drop(modules.insert(module.to_vec(), code(&fs::read_to_string(&path).unwrap())))
            }
            _ => drop(modules.insert(inner, code(&fs::read_to_string(&path).unwrap()))),
        }
    }
}

/// The code of a file without its comments and without what is there for its tests only.
fn code(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n").replace("#[cfg(all(test, unix))]", "#[cfg(test)]");
    let mut parts = text.split("#[cfg(test)]");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |code, part| {
        let begin = part.find(['{', ';']).unwrap_or(part.len());
        let end =
            if part[begin..].starts_with('{') { begin + braced(&part[begin..]).len() + 2 } else { begin };
        code + part.get(end..).unwrap_or("")
    })
}

/// The code of a door without the names that it hands on.
fn own(code: &str) -> String {
    let is_handed_on = |text: &str| text.trim_start().starts_with("pub") && text.contains(" use ");
    code.split(';').filter(|text| !is_handed_on(text)).collect::<Vec<_>>().join(";")
}

/// What stands between a brace and its partner.
fn braced(text: &str) -> &str {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return &text[1..at],
            '}' => depth -= 1,
            _ => {}
        }
    }
    &text[1..]
}

/// All paths in a text that begins with one: `a::{b, c::D}` has `a::b` and `a::c::D`.
fn paths(text: &str) -> Vec<Names> {
    let text = text.trim_start();
    if text.starts_with('*') {
        return vec![vec!["*".to_owned()]];
    }
    if text.starts_with('{') {
        let (mut depth, mut from, inner) = (0, 0, braced(text));
        let mut found = Vec::new();
        for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    found.extend(paths(&inner[from..at]));
                    from = at + 1;
                }
                _ => {}
            }
        }
        return found;
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let name = text[..end].to_owned();
    match text[end..].strip_prefix("::").map(paths) {
        _ if name.is_empty() => Vec::new(),
        Some(inner) if !inner.is_empty() => {
            inner.into_iter().map(|rest| joined(std::slice::from_ref(&name), &rest)).collect()
        }
        _ => vec![vec![name]],
    }
}

/// The paths in the code of a module that say from where they begin, all from the crate's door on.
fn mentioned(module: &[String], code: &str) -> Vec<Names> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(next) =
        ["crate::", "self::", "super::"].iter().filter_map(|word| code[at..].find(word)).min()
    {
        let before = &code[..at + next];
        // `pub(in crate::build)` only says who may look in.
        let is_word =
            !before.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !before.ends_with("pub(in ");
        let mut rest = &code[at + next..];
        let mut above = if rest.starts_with("crate::") { 0 } else { module.len() };
        rest = rest.trim_start_matches("crate::").trim_start_matches("self::");
        while let Some(inner) = rest.strip_prefix("super::") {
            (rest, above) = (inner, above.saturating_sub(1));
        }
        // What is in the braces is read with them, and may go up once more: `super::{super::order, task}`.
        at = code.len() - rest.len() + if rest.starts_with('{') { braced(rest).len() } else { 0 };
        for path in paths(rest).into_iter().filter(|_| is_word) {
            let ups = path.iter().take_while(|name| *name == "super").count();
            found.push(joined(&module[..above.saturating_sub(ups)], &path[ups..]));
        }
    }
    found
}

/// The rooms whose arrows come back to them: those that know no other and those that no other knows are taken away,
/// again and again, until the rest know one another, or nothing is left.
fn knots(mut left: Arrows) -> Arrows {
    loop {
        let known: BTreeSet<&String> = left.values().flatten().collect();
        let done = left.iter().find(|(room, to)| to.is_empty() || !known.contains(room));
        let Some(done) = done.map(|(room, _)| room.clone()) else { return left };
        left.remove(&done);
        left.values_mut().for_each(|to| to.retain(|room| *room != done));
    }
}

/// The folder of all crates.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[test]
fn arrows_between_rooms_never_turn_back() {
    let crates = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().path());
    let mut folders = 0;
    for src in crates.chain([self::crates().join("../xtask")]).map(|folder| folder.join("src")) {
        let house = if src.is_dir() { House::read(&src) } else { continue };
        for folder in house.folders() {
            let knots = knots(house.arrows(&folder));
            assert!(knots.is_empty(), "{}, {folder:?}: arrows come back to {knots:#?}", src.display());
            folders += 1;
        }
    }
    assert!(folders > 60, "{folders} folders");
}

#[test]
fn what_is_above_knows_what_is_below() {
    for (name, paths) in [
        ("tour", &[["search", "build"]][..]),
        (
            "count",
            &[
                ["cluster", "counter"],
                ["counter", "list"],
                ["list", "layers"],
                ["layers", "problem"],
                ["problem", "state"],
            ],
        ),
        (
            "web",
            &[
                ["app", "api"],
                ["api", "service"],
                ["service", "request"],
                ["request", "jobs"],
                ["jobs", "error"],
            ],
        ),
    ] {
        let arrows = House::read(&crates().join(name).join("src")).arrows(&[]);
        for [from, to] in paths {
            assert!(arrows[*from].contains(*to), "{from} -> {to}: {arrows:?}");
        }
    }
}

#[test]
fn every_way_to_write_a_path_is_read() {
    let of = |code: &str| {
        let module = ["search", "path", "trace"].map(str::to_owned);
        mentioned(&module, &self::code(code)).iter().map(|path| path.join("::")).collect::<Vec<_>>()
    };
    assert_eq!(
        of("use crate::{Board, build::{comb::Comb, strip}};"),
        ["Board", "build::comb::Comb", "build::strip"]
    );
    assert_eq!(of("use super::{super::order::Order, task};"), ["search::order::Order", "search::path::task"]);
    assert_eq!(of("use super::super::order;"), ["search::order"]);
    assert_eq!(
        of("fn f() { crate::theory::exists(); super::task::ask() }"),
        ["theory::exists", "search::path::task::ask"]
    );
    assert_eq!(
        of("// crate::theory\n#[cfg(test)]\nmod tests { use crate::theory; }\nuse crate::build;"),
        ["build"]
    );
    assert_eq!(of("#[cfg(test)]\nmod tests;\nuse crate::build;"), ["build"]);
}
