//! Hostile values: a dictionary for queries and arguments, and ways to corrupt bytes.

use crate::dice::Dice;

/// Text where a number, a board, a square, a list or a time is expected.
pub(crate) const VALUES: &[&str] = &[
    "",
    " ",
    "0",
    "-1",
    "-0",
    "+5",
    "00008",
    "1e9",
    "1e400",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "5.5",
    "٣",
    "５",
    "८",
    "½",
    "²",
    "8x",
    "x8",
    "0x0",
    "1x1",
    "1x2",
    "2x1000000000",
    "8X8",
    "8×8",
    "-8x8",
    "8x8x8",
    "999999999999999999999999999999999999999999",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775808",
    "4294967295",
    "4294967296",
    "65535",
    "65536",
    "65536x65536",
    "3x83332",
    "1000000000x1000000000",
    "18446744073709551615x2",
    "a0",
    "a1",
    "a1,a1",
    "a1,,a1",
    "A1",
    "zzzzzzzz1",
    "aaaaaaaaaaaaaaaaaaaa99999999999999999999",
    "-1,-1",
    "0,0",
    "0,1",
    "1,1",
    "1,-2",
    "1,2,3",
    "4000000000,1",
    "é",
    "🐴",
    "\u{202e}8",
    "\u{feff}8",
    "null",
    "true",
    "[]",
    "{}",
    "[[[[[[[[[[[[[[[[",
    "\"",
    "{\"files\":1e400,\"ranks\":3}",
    "{\"files\":3,\"ranks\":-1}",
    "{\"files\":3,\"ranks\":4,\"holes\":7}",
    "%",
    "%zz",
    "8;ls",
    "$(id)",
    "8\n8",
    "....\n.#",
    ".",
    "#",
    "....",
    ".#.\n#.#\n.#.",
    " . ",
    "\t",
    "\r\n",
    "first,,first",
    "random,random",
    "auto,auto",
    "5..1",
    "1..999999999",
    "5..",
    "..",
    "5..6:0",
    "0s",
    "-1s",
    "1e400s",
    "99999999999h",
    "1ns",
    "0.000001ms",
    "s",
    "0/0",
    "2/1",
    "1/18446744073709551616",
    "0B",
    "-1GiB",
    "1e99GiB",
    "random",
    "closed",
    "open",
    "knight",
    "2147483648",
    "-9223372036854775808",
];

/// A value from the dictionary, a long one, or two of them run together.
pub(crate) fn value(dice: &mut Dice) -> String {
    match dice.below(20) {
        0 => dice.pick(VALUES).repeat(dice.below(200)),
        1 => [*dice.pick(VALUES), *dice.pick(VALUES)].join(*dice.pick(&[",", "x", "", " ", "\n", "-"])),
        _ => (*dice.pick(VALUES)).to_owned(),
    }
}

/// Bytes where text is expected: text, text cut or spoiled, bad UTF-8. Never NUL, which no argument can hold.
pub(crate) fn bytes(dice: &mut Dice) -> Vec<u8> {
    let mut bytes = value(dice).into_bytes();
    if dice.is_lucky(10) {
        let wild = [0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0xf5];
        let place = dice.below(bytes.len() + 1);
        bytes.insert(place, *dice.pick(&wild));
    }
    bytes
}

/// One change to a file: a bit, a byte, a word, a line, a piece.
pub(crate) fn spoil(file: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut spoiled = file.to_vec();
    let place = dice.below(spoiled.len().max(1));
    if spoiled.is_empty() {
        return vec![dice.byte()];
    }
    match dice.below(9) {
        0 => spoiled[place] ^= 1 << dice.below(8),
        1 => spoiled[place] = dice.byte(),
        2 => spoiled.truncate(place),
        3 => spoiled.insert(place, dice.byte()),
        4 => drop(spoiled.remove(place)),
        5 => {
            let end = (place + 1 + dice.below(40)).min(spoiled.len());
            let piece = spoiled[place..end].to_vec();
            let to = dice.below(spoiled.len());
            spoiled.splice(to..to, piece);
        }
        6 => {
            let end = (place + dice.below(12)).min(spoiled.len());
            spoiled.splice(place..end, bytes(dice));
        }
        7 => return swap(file, dice, |byte| byte.is_ascii_alphanumeric()),
        _ => return swap(file, dice, |byte| *byte != b'\n'),
    }
    spoiled
}

/// Swaps two words (or lines); `is_part` says which characters belong to a word.
fn swap(file: &[u8], dice: &mut Dice, is_part: impl Fn(&u8) -> bool) -> Vec<u8> {
    let mut pieces: Vec<&[u8]> = file.chunk_by(|a, b| is_part(a) == is_part(b)).collect();
    let words: Vec<usize> = (0..pieces.len()).filter(|&piece| is_part(&pieces[piece][0])).collect();
    if !words.is_empty() {
        pieces.swap(*dice.pick(&words), *dice.pick(&words));
    }
    pieces.concat()
}
