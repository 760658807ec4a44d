//! The sheet of keys.

use crate::{app::App, app::Sheet, words::wrap};

/// How wide a sheet is, at most.
pub(crate) const WIDTH: usize = 74;

const PLAY: [(&str, &str); 16] = [
    ("arrows, j k l", "move the cursor"),
    ("Tab, Shift-Tab", "to the next square the knight can go to"),
    ("Enter, Space", "leap to the cursor; a click does both"),
    ("u, Backspace", "take the last leap back"),
    ("r", "play again what was taken back"),
    ("R", "restart"),
    ("h, i", "hint: a square from which a verified tour goes on"),
    ("H", "is it a dead end? if so, why, and which squares"),
    ("U", "out of a dead end: back to where a tour goes on"),
    ("g", "generate a tour from the first square or the cursor"),
    ("s  p  + -", "one step of a tour; run and pause; faster, slower"),
    ("f", "finish from here"),
    ("w", "watch a search from here"),
    ("v", "vi keys: h j k l move, and i hints"),
    ("c  z  m", "onward counts; zoom; the whole message"),
    ("q, Ctrl-C", "quit"),
];

const WATCH: [(&str, &str); 9] = [
    ("p, Space", "pause, go on"),
    ("s, Enter", "one step: a square entered or given up"),
    ("+ -", "faster, slower"),
    ("f", "as fast as it goes"),
    ("R", "from the beginning"),
    ("b", "the next method: backtracking, Warnsdorff's rule, both"),
    ("w, Esc", "stop watching and play"),
    ("arrows, z, m", "move the window; zoom; the whole message"),
    ("q, Ctrl-C", "quit"),
];

/// The lines of the sheet that lies over the board.
pub(crate) fn lines(app: &App) -> Vec<String> {
    if app.sheet == Some(Sheet::Message) {
        let message = if app.message.is_empty() { "there is no message" } else { &app.message };
        return wrap(message, WIDTH - 4);
    }
    let keys = if app.watch.is_some() { &WATCH[..] } else { &PLAY[..] };
    let mut lines: Vec<String> = keys.iter().map(|(keys, what)| format!("{keys:<15} {what}")).collect();
    lines.push(String::new());
    lines.extend(match app.watch.is_some() {
        true => ["Numbers are the path; marked squares were just given up."].map(str::to_owned).to_vec(),
        false => [
            "(3) can be gone to, and 3 squares from there; * the hint;",
            "! a square that a dead end is about; E the given end.",
        ]
        .map(str::to_owned)
        .to_vec(),
    });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_sheet() {
        for (keys, what) in PLAY.iter().chain(&WATCH) {
            assert!(keys.len() <= 15 && 16 + what.len() <= WIDTH - 4, "{keys} {what}");
        }
    }
}
