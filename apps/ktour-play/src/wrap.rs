//! Breaks text into lines of a given width.

/// Breaks a text between words into lines of at most `width` characters; longer words are broken.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut word: Vec<char> = word.chars().collect();
        if length > 0 && length + 1 + word.len() <= width {
            line.push(' ');
            length += 1;
        } else if length > 0 {
            lines.push(std::mem::take(&mut line));
            length = 0;
        }
        while word.len() > width {
            lines.push(word.drain(..width).collect());
        }
        length += word.len();
        line.extend(word);
    }
    if length > 0 {
        lines.push(line);
    }
    lines
}

/// Lines that fit into a height; if some do not, the last one ends in `more`.
pub(crate) fn wrap_to_height(text: &str, width: usize, height: usize, more: &str) -> Vec<String> {
    let mut lines = wrap(text, width);
    if lines.len() > height {
        lines.truncate(height);
        if let Some(last) = lines.last_mut() {
            let kept = width.saturating_sub(more.chars().count());
            *last = last.chars().take(kept).chain(more.chars()).take(width).collect();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_between_words_and_within_long_ones() {
        assert_eq!(wrap("the knight leaps", 10), ["the knight", "leaps"]);
        assert_eq!(wrap("a1-b3-c5-d7-e9 on", 6), ["a1-b3-", "c5-d7-", "e9 on"]);
        assert_eq!(wrap("", 5), [""; 0]);
        assert_eq!(wrap("knight", 0), ["k", "n", "i", "g", "h", "t"]);
    }

    #[test]
    fn the_last_line_says_that_there_is_more() {
        assert_eq!(wrap_to_height("the knight leaps on", 10, 1, "…"), ["the knigh…"]);
        assert_eq!(wrap_to_height("the knight", 10, 1, "…"), ["the knight"]);
        assert_eq!(wrap_to_height("the knight leaps", 10, 0, "…"), [""; 0]);
    }
}
