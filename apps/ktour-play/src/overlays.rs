//! Overlays on the board: the keys, or a long message.

use crate::wrap::wrap;

/// Maximum width of an overlay in columns.
pub(crate) const MAX_OVERLAY_COLUMNS: usize = 74;

/// Keys of a game.
const GAME_KEYS: [(&str, &str); 16] = [
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

/// Keys of a search that is watched.
const SEARCH_KEYS: [(&str, &str); 9] = [
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

/// The help of a game.
pub(crate) fn game_help() -> Vec<String> {
    help_lines(
        &GAME_KEYS,
        &[
            "(3) a square to leap to, with 3 squares beyond it; * the hint;",
            "! marks a square that causes the dead end; E the given end.",
        ],
    )
}

/// The help of a search that is watched.
pub(crate) fn search_help() -> Vec<String> {
    help_lines(&SEARCH_KEYS, &["Numbers are the path; marked squares were just given up."])
}

/// Lines of help: keys with their actions, and the meaning of the marks on the board.
pub(crate) fn help_lines(keys: &[(&str, &str)], signs: &[&str]) -> Vec<String> {
    let keys = keys.iter().map(|(keys, what)| format!("{keys:<15} {what}"));
    keys.chain([String::new()]).chain(signs.iter().map(|&line| line.to_owned())).collect()
}

/// The whole message.
pub(crate) fn message(message: &str) -> Vec<String> {
    wrap(if message.is_empty() { "there is no message" } else { message }, MAX_OVERLAY_COLUMNS - 4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_the_overlay() {
        for (keys, what) in GAME_KEYS.iter().chain(&SEARCH_KEYS) {
            assert!(keys.len() <= 15 && 16 + what.len() <= MAX_OVERLAY_COLUMNS - 4, "{keys} {what}");
        }
    }
}
