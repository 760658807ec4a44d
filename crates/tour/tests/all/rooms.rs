//! The rooms of a crate and the arrows between them.
//!
//! A room is a file or a folder under `src`. Its arrows are read off its `crate::` paths; a name that
//! the crate's door hands on counts for the room it comes from.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// Every room, and the rooms it knows.
pub(crate) type Arrows = BTreeMap<String, BTreeSet<String>>;

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
    text
}

/// The first names of the paths in a list: `a::{b, c}, D` has `a` and `D`.
fn heads(list: &str) -> Vec<String> {
    let (mut depth, mut heads, mut head) = (0, Vec::new(), String::new());
    for c in list.chars().chain([',']) {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(std::mem::take(&mut head)),
            c if depth == 0 => head.push(c),
            _ => {}
        }
    }
    let first = |path: String| path.trim().split("::").next().unwrap_or("").trim().to_owned();
    heads.into_iter().map(first).filter(|head| !head.is_empty()).collect()
}

/// What the door hands on, and from which room.
fn door(lib: &str) -> BTreeMap<String, String> {
    let mut from = BTreeMap::new();
    for line in lib.split("pub use ").skip(1) {
        let path = line.split(';').next().unwrap_or("");
        let Some((room, names)) = path.split_once("::") else { continue };
        let names = if names.starts_with('{') { braced(names) } else { names };
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            from.insert(name.to_owned(), room.to_owned());
        }
    }
    // Macros are at the door by themselves.
    from.extend([("coded", "coded"), ("named", "named")].map(|(a, b)| (a.to_owned(), b.to_owned())));
    from
}

/// The code of a file without its comments and without its tests.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or("");
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn read(folder: &Path, room: Option<&str>, rooms: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let room = room.map_or(name.clone(), str::to_owned);
        if path.is_dir() {
            read(&path, Some(&room), rooms);
        } else if name != "lib" {
            *rooms.entry(room).or_default() += &code(&fs::read_to_string(&path).unwrap());
        }
    }
}

/// The arrows of a crate, read off its sources.
pub(crate) fn arrows(src: &Path) -> Arrows {
    let door = door(&fs::read_to_string(src.join("lib.rs")).unwrap());
    let mut rooms = BTreeMap::new();
    read(src, None, &mut rooms);
    let to = |room: &str, text: &str| {
        let heads = text.split("crate::").skip(1).flat_map(|rest| match rest.starts_with('{') {
            true => heads(braced(rest)),
            false => vec![rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()],
        });
        let rooms = heads.filter_map(|head| match rooms.contains_key(&head) {
            true => Some(head),
            false => door.get(&head).cloned(),
        });
        rooms.filter(|to| to != room).collect()
    };
    rooms.iter().map(|(room, text)| (room.clone(), to(room, text))).collect()
}

/// Fails where an arrow comes back to its room: rooms without arrows to others are taken away,
/// again and again, and none may be left.
pub(crate) fn never_turn_back(mut left: Arrows) {
    loop {
        let done: Vec<String> =
            left.iter().filter(|(_, to)| to.is_empty()).map(|(room, _)| room.clone()).collect();
        if done.is_empty() {
            break;
        }
        left.retain(|room, _| !done.contains(room));
        left.values_mut().for_each(|to| to.retain(|room| !done.contains(room)));
    }
    assert!(left.is_empty(), "rooms whose arrows come back to them: {left:#?}");
}
