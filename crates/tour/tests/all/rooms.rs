//! The rooms of a crate and the arrows between them.
//!
//! A room is a file or a folder. Its arrows are read off its `crate::`, `super::` and `self::` paths, in `use` lines
//! with all their braces and in the code; a name that a door (`lib.rs` or `mod.rs`) hands on counts for the room it
//! comes from. What a door defines itself is a room too, called `mod`; it also knows the rooms behind it by their
//! names alone. Comments and tests are not read.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Every room of a folder, and the rooms of this folder it knows.
pub(crate) type Arrows = BTreeMap<String, BTreeSet<String>>;

/// A module or a name in it, from the crate's door on.
type Names = Vec<String>;

/// The sources of a crate.
pub(crate) struct House {
    /// The code of each module; the door's has no name.
    modules: BTreeMap<Names, String>,
    /// What each door hands on, and where it comes from.
    handed_on: BTreeMap<Names, Names>,
}

impl House {
    pub(crate) fn read(src: &Path) -> House {
        let mut modules = BTreeMap::new();
        read(src, &[], &mut modules);
        let mut house = House { modules, handed_on: BTreeMap::new() };
        for (module, code) in &house.modules {
            let uses = code.split("use ").skip(1).filter_map(|text| text.split(';').next());
            for path in uses.flat_map(paths) {
                let [child, .., name] = &path[..] else { continue };
                if house.modules.contains_key(&inside(module, child)) {
                    house.handed_on.insert(inside(module, name), joined(module, &path));
                }
            }
        }
        // Macros are at the door by themselves.
        for name in ["coded", "named"].map(str::to_owned) {
            if house.modules.contains_key(&vec![name.clone()]) {
                house.handed_on.insert(vec![name.clone()], vec![name]);
            }
        }
        house
    }

    /// The folders, by the names of their modules; the first is the whole house.
    pub(crate) fn folders(&self) -> Vec<Names> {
        let inner = self.modules.keys().filter(|module| !module.is_empty());
        inner.map(|module| module[..module.len() - 1].to_vec()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The arrows between the rooms of a folder and what its door defines.
    pub(crate) fn arrows(&self, folder: &[String]) -> Arrows {
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
                [mentioned(module, &own), self.behind(module, &own)].concat()
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
            "lib" | "mod" => drop(modules.insert(module.to_vec(), code(&fs::read_to_string(&path).unwrap()))),
            _ => drop(modules.insert(inner, code(&fs::read_to_string(&path).unwrap()))),
        }
    }
}

/// The code of a file without its comments and without what is there for its tests only.
fn code(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
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

/// Fails where an arrow comes back to its room: rooms without arrows to others are taken away,
/// again and again, and none may be left.
pub(crate) fn never_turn_back(folder: &[String], mut left: Arrows) {
    loop {
        let done: Vec<String> =
            left.iter().filter(|(_, to)| to.is_empty()).map(|(room, _)| room.clone()).collect();
        if done.is_empty() {
            break;
        }
        left.retain(|room, _| !done.contains(room));
        left.values_mut().for_each(|to| to.retain(|room| !done.contains(room)));
    }
    assert!(left.is_empty(), "rooms of {folder:?} whose arrows come back to them: {left:#?}");
}

#[test]
fn every_way_to_write_a_path_is_read() {
    let of = |code: &str| {
        let module = ["search", "path", "trace"].map(str::to_owned);
        mentioned(&module, &super::rooms::code(code)).iter().map(|path| path.join("::")).collect::<Vec<_>>()
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
