//! Finds the name that a mistyped word probably means.
//!
//! The distance of two words is the number of letters to insert, delete, replace, or swap with their
//! neighbour. Up to a third of the letters may be wrong; for other words there is no suggestion.

/// Returns the name most similar to a word, if any is similar; case does not matter.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let letters = word.chars().count();
    let begins = |name: &str| letters >= 3 && name.starts_with(&word);
    let apart = |name: &str| if begins(name) { 1 } else { distance(&word, name) };
    let (apart, name) = names.into_iter().map(|name| (apart(name), name)).min_by_key(|(apart, _)| *apart)?;
    // A word of three letters is similar to too many others.
    let is_like = apart <= letters / 3 && (letters > 3 || apart == 0 || begins(name));
    is_like.then_some(name)
}

/// Restricted Damerau–Levenshtein distance. *Cost:* the product of both lengths.
fn distance(word: &str, name: &str) -> usize {
    let [word, name] = [word, name].map(|word| word.chars().collect::<Vec<_>>());
    // Row i has the distances between the first i letters of `word` and every prefix of `name`.
    let mut rows = vec![(0..=name.len()).collect::<Vec<_>>()];
    for i in 0..word.len() {
        let mut row = vec![i + 1];
        for j in 0..name.len() {
            let changed = rows[i][j] + usize::from(word[i] != name[j]);
            let exchanged = i > 0 && j > 0 && word[i] == name[j - 1] && word[i - 1] == name[j];
            let exchanged = if exchanged { rows[i - 1][j - 1] + 1 } else { usize::MAX };
            row.push(changed.min(exchanged).min(rows[i][j + 1] + 1).min(row[j] + 1));
        }
        rows.push(row);
    }
    rows[word.len()][name.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 8] =
        ["solve", "solving", "verify", "beauty", "render", "enumerate", "warnsdorff", "race"];

    #[test]
    fn a_typing_error_is_recognised() {
        let meant = [
            ("slove", "solve"),
            ("SOLVE", "solve"),
            ("rase", "race"),
            ("warnsdorf", "warnsdorff"),
            ("enumrte", "enumerate"),
            ("enum", "enumerate"),
        ];
        for (word, name) in meant {
            assert_eq!(nearest(word, NAMES), Some(name), "{word}");
        }
    }

    #[test]
    fn a_different_word_is_not_taken_for_a_name() {
        for word in ["version", "security", "readme", "nothing", "frobnicate", "ab", "sov", ""] {
            assert_eq!(nearest(word, NAMES), None, "{word}");
        }
    }
}
