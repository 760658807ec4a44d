//! What users of the libraries can call is called by an example.
//!
//! Read off the sources: whatever says `pub` can be reached, the compiler sees to that (`unreachable_pub`). An example
//! shows a function by calling it. The example of a method also stands in the method's file or names its type, so that
//! a method of the same name elsewhere does not count.

use std::{fs, path::Path};

const CRATES: [&str; 5] = ["tour", "count", "render", "lab", "ktour"];

/// What needs no example, as `Type::method` or `function`, and why.
const WITHOUT: [(&str, &str); 0] = [];

/// A public function, and the type or trait it belongs to.
struct Function<'a> {
    file: &'a str,
    of: Option<String>,
    name: String,
}

impl Function<'_> {
    fn full_name(&self) -> String {
        self.of.as_ref().map_or(self.name.clone(), |of| format!("{of}::{}", self.name))
    }

    fn is_shown_by(&self, file: &str, example: &str) -> bool {
        let is_called = |(before, after): (&str, &str)| match self.of {
            Some(_) if before.ends_with('.') => after.starts_with('(') || after.starts_with("::<"),
            Some(_) => before.ends_with("::"),
            None => after.starts_with(['(', ')', ',']) || after.starts_with("::<"),
        };
        let is_near = |of: &String| file == self.file || around(example, of).next().is_some();
        self.of.as_ref().is_none_or(is_near) && around(example, &self.name).any(is_called)
    }
}

/// What stands before a word and after it, wherever it stands.
fn around<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let all = text.match_indices(word).map(move |(at, _)| (&text[..at], &text[at + word.len()..]));
    all.filter(move |(before, after)| !before.ends_with(is_letter) && !after.starts_with(is_letter))
}

/// The name that a text begins with.
fn name(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The public functions of a file. What belongs to a type or a trait is indented.
fn functions<'a>(file: &'a str, text: &str) -> Vec<Function<'a>> {
    let (mut found, mut of, mut is_trait) = (Vec::new(), String::new(), false);
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("impl").map(|rest| rest.split(" {").next().unwrap_or(rest)) {
            // `impl<T: A> b::C<T> for D<T>` is D.
            let head = head.rsplit(" for ").next().unwrap_or(head).rsplit("> ").next().unwrap_or(head);
            (of, is_trait) = (name(head.trim().rsplit("::").next().unwrap_or(head)), false);
        } else if let Some(rest) = line.strip_prefix("pub trait ") {
            (of, is_trait) = (name(rest), true);
        }
        let code = line.trim_start();
        let is_inside = code.len() < line.len();
        let public = code.strip_prefix("pub ").or((is_trait && is_inside).then_some(code));
        let rest = public.map(|rest| rest.trim_start_matches("const ").trim_start_matches("async "));
        if let Some(rest) = rest.and_then(|rest| rest.strip_prefix("fn ")) {
            found.push(Function { file, of: is_inside.then(|| of.clone()), name: name(rest) });
        } else if line == "}" {
            (of, is_trait) = (String::new(), false);
        }
    }
    found
}

/// The examples of a file that are run.
fn examples(text: &str) -> Vec<String> {
    let (mut found, mut open) = (Vec::new(), None::<(bool, String)>);
    for line in text.lines().map(str::trim_start) {
        let Some(words) = line.strip_prefix("///").or(line.strip_prefix("//!")).map(str::trim_start) else {
            open = None;
            continue;
        };
        open = match (open, words.strip_prefix("```")) {
            (None, Some(kind)) => Some((!kind.starts_with("text"), String::new())),
            (None, None) => None,
            (Some((is_run, example)), Some(_)) => {
                found.extend(is_run.then_some(example));
                None
            }
            (Some((is_run, example)), None) => Some((is_run, example + words + "\n")),
        };
    }
    found
}

/// What no example of a crate shows.
fn unshown(files: &[(String, String)]) -> Vec<String> {
    let examples: Vec<(&str, String)> = files
        .iter()
        .flat_map(|(file, text)| examples(text).into_iter().map(|one| (file.as_str(), one)))
        .collect();
    let functions = files.iter().flat_map(|(file, text)| functions(file, text));
    let lacks =
        |function: &Function| !examples.iter().any(|(file, example)| function.is_shown_by(file, example));
    functions.filter(lacks).map(|function| function.full_name()).collect()
}

/// The sources of a folder.
fn read(folder: &Path, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            files.push((path.display().to_string(), fs::read_to_string(&path).unwrap()));
        }
    }
}

#[test]
fn whatever_a_user_can_call_has_an_example() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut lacking = Vec::new();
    for name in CRATES {
        let mut files = Vec::new();
        read(&crates.join(name).join("src"), &mut files);
        lacking.extend(unshown(&files).into_iter().map(|function| format!("{name}: {function}")));
    }
    lacking.retain(|function| !WITHOUT.iter().any(|(name, _)| function.ends_with(&format!(": {name}"))));
    assert!(lacking.is_empty(), "no example calls {lacking:#?}");
}

#[test]
fn a_function_without_an_example_is_found() {
    let of = |text: &str| unshown(&[("board.rs".to_owned(), text.to_owned())]);
    let board =
        "impl Board {\n    pub fn files(&self) {}\n    pub const fn ranks(&self) {}\n}\npub fn any() {}\n";
    assert_eq!(of(board), ["Board::files", "Board::ranks", "any"]);
    assert_eq!(of(&format!("/// ```\n/// board.files();\n/// any();\n/// ```\n{board}")), ["Board::ranks"]);
    assert_eq!(of(&format!("/// ```text\n/// board.files();\n/// ```\n// any()\n{board}")).len(), 3);
    // Another type's method of the same name does not count, the type's own in another file does.
    let other =
        |example: &str| ("tour.rs".to_owned(), format!("/// ```\n/// {example}\n/// ```\nstruct Tour;"));
    let with = |example: &str| unshown(&[("board.rs".to_owned(), board.to_owned()), other(example)]).len();
    assert_eq!((with("tour.files();"), with("Board::new(5, 5)?.files();")), (3, 2));
    assert_eq!(
        of("pub trait Any {\n    fn len(&self);\n}\nimpl Any for Tour {\n    fn len(&self) {}\n}"),
        ["Any::len"]
    );
}
