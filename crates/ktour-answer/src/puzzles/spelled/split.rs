//! Splits a text into signs: letters, syllables or words.
//!
//! A letter is a grapheme; blanks and punctuation are no signs. Syllables are marked in the text with a soft
//! hyphen, `·` or `|`. A word without marks is split by a simple rule: every syllable has one run of vowels;
//! of several consonants between two runs, the first belongs to the earlier syllable; a single one belongs
//! to the later; `ch`, `ph`, `sh` and `th` count as one. In scripts such as Chinese, each sign is a
//! syllable.

use unicode_segmentation::UnicodeSegmentation;

/// Unit of text on one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// A letter.
    Letters,
    /// A syllable.
    Syllables,
    /// A word.
    Words,
}

ktour_core::named! {
    Split: "split" {
        "letters" => Letters,
        "syllables" => Syllables,
        "words" => Words,
    }
}

/// Marks between syllables.
const MARKS: [char; 3] = ['\u{ad}', '·', '|'];
/// Pairs of consonants that are not split.
const TOGETHER: [&str; 4] = ["ch", "ph", "sh", "th"];

impl Split {
    /// Splits a text into signs.
    pub fn signs(self, text: &str) -> Vec<String> {
        match self {
            Split::Letters => text.graphemes(true).filter(|sign| is_sign(sign)).map(str::to_owned).collect(),
            Split::Words => words(text).map(|word| word.replace(MARKS, "")).collect(),
            Split::Syllables => words(text).flat_map(syllables).collect(),
        }
    }
}

fn is_sign(sign: &str) -> bool {
    sign.chars().next().is_some_and(char::is_alphanumeric)
}

/// Splits a text into words without the punctuation around them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let trimmed = text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    trimmed.filter(|word| !word.is_empty())
}

fn syllables(word: &str) -> Vec<String> {
    if word.contains(MARKS) {
        return word.split(MARKS).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    }
    let signs: Vec<&str> = word.graphemes(true).collect();
    let mut syllables = vec![String::new()];
    let mut begins = vec![false; signs.len()];
    let mut last_vowel = None;
    for (at, sign) in signs.iter().enumerate() {
        if is_whole(sign) {
            begins[at] = at > 0;
            if let Some(next) = begins.get_mut(at + 1) {
                *next = true;
            }
            last_vowel = None;
        } else if is_vowel(sign) {
            if let Some(before) = last_vowel.filter(|&before| before + 1 < at) {
                begins[onset(&signs, before, at)] = true;
            }
            last_vowel = Some(at);
        }
    }
    for (sign, begins) in signs.into_iter().zip(begins) {
        if begins {
            syllables.push(String::new());
        }
        if let Some(syllable) = syllables.last_mut() {
            syllable.push_str(sign);
        }
    }
    syllables
}

/// Returns the index at which the syllable of `vowel` begins, after the vowel at `before`.
fn onset(signs: &[&str], before: usize, vowel: usize) -> usize {
    let first = before + 1;
    let is_pair =
        |at: usize| TOGETHER.contains(&format!("{}{}", signs[at], signs[at + 1]).to_lowercase().as_str());
    let consonants = vowel - first;
    let stays = if consonants >= 2 && is_pair(first) { 2 } else { 1 };
    if consonants <= stays { first } else { first + stays }
}

/// Whether a sign begins with a vowel, with or without accents.
fn is_vowel(sign: &str) -> bool {
    const VOWELS: &str = "aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýÿœăĩũơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹāēīōūαεηιουωάέήίόύώаеёиоуыэюяієї";
    sign.to_lowercase().chars().next().is_some_and(|letter| VOWELS.contains(letter))
}

/// Whether a sign is a syllable or a word by itself: Chinese, Japanese, Korean.
fn is_whole(sign: &str) -> bool {
    let first = sign.chars().next().map_or(0, u32::from);
    matches!(first, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0x2_0000..=0x3_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_letters_syllables_and_words() {
        let letters = Split::Letters.signs("Cà phê, e\u{301}t\u{e9}! 👍🏽 7");
        assert_eq!(letters, ["C", "à", "p", "h", "ê", "e\u{301}", "t", "é", "7"]);
        assert_eq!(Split::Words.signs("— Der Springer, der springt."), ["Der", "Springer", "der", "springt"]);
        for (text, signs) in [
            ("Rösselsprung", "Rös sel sprung"),
            ("il cavallo salta", "il ca val lo sal ta"),
            ("người con ngựa", "người con ngựa"),
            ("马走日字", "马 走 日 字"),
            ("machine", "ma chi ne"),
            ("Sprin·ger ma|chine", "Sprin ger ma chine"),
        ] {
            assert_eq!(Split::Syllables.signs(text).join(" "), signs, "{text}");
        }
    }
}
