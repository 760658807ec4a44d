//! The pictures of `docs/gallery`, drawn by the commands of its page.

use std::fs;

use crate::{cargo, step};

/// Draws every picture of the gallery with the program itself.
pub(crate) fn gallery() -> Result<(), String> {
    const PAGE: &str = "docs/gallery/README.md";
    let page = fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    for command in page.lines().filter_map(|line| line.strip_prefix("ktour ")) {
        let (words, file) =
            command.rsplit_once(' ').ok_or_else(|| format!("{PAGE}: `{command}` has no file"))?;
        let run = ["run", "--quiet", "--package", "ktour-cli", "--"];
        let path = format!("docs/gallery/{file}");
        step(file, cargo().args(run).args(words.split(' ')).arg(path))?;
    }
    Ok(())
}
