//! The manual: the pages of this folder, for whoever shows them.

/// A page of the manual.
pub struct Page {
    /// What it is asked for by.
    pub name: &'static str,
    /// As it is written.
    pub text: &'static str,
}

macro_rules! pages {
    ($($name:literal)*) => {
        [$(Page { name: $name, text: include_str!(concat!($name, ".md")) }),*]
    };
}

/// All pages, in the order of the index.
pub static PAGES: [Page; 21] = pages![
    "solving" "playing" "boards" "pictures" "beauty" "puzzles" "counts" "cluster" "counting-wide-boards" "laboratory" "page" "api"
    "library"
    "python"
    "existence" "existence-table" "proofs" "building" "reliability" "sources" "glossary"
];

/// Other names that people ask for a page by.
const ALSO: [(&str, &str); 6] = [
    ("counting", "counts"),
    ("formats", "pictures"),
    ("gallery", "pictures"),
    ("methods", "solving"),
    ("security", "reliability"),
    ("words", "glossary"),
];

impl Page {
    /// The page of a name, or of another name for it.
    pub fn named(name: &str) -> Option<&'static Page> {
        let name = ALSO.iter().find(|(also, _)| *also == name).map_or(name, |(_, name)| name);
        PAGES.iter().find(|page| page.name == name)
    }

    /// Its first heading.
    pub fn title(&self) -> &'static str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }
}
