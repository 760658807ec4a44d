//! Hostile values where a number, a board, a square, a list or a time is expected, and ways to corrupt bytes.

use crate::Random;

/// Values and fragments of files, separated by `|`.
const VALUES: &str = "| |0|-1|-0|+5|00008|1e9|1e400|NaN|inf|-inf|0x10|1_000|5.5|٣|５|८|½|²|8x|x8|0x0|1x1|1x2|\
    2x1000000000|8X8|8×8|-8x8|8x8x8|999999999999999999999999999999999999999999|18446744073709551615|\
    18446744073709551616|9223372036854775807|9223372036854775808|-9223372036854775808|2147483648|4294967295|\
    4294967296|65535|65536|65536x65536|3x83332|1000000000x1000000000|18446744073709551615x2|\
    a0|a1|a1,a1|a1,,a1|A1|zzzzzzzz1|aaaaaaaaaaaaaaaaaaaa99999999999999999999|\
    -1,-1|0,0|0,1|1,1|1,-2|1,2,3|4000000000,1|1000000000,1000000000|é|🐴|\u{202e}8|\u{feff}8|null|true|[]|{}|\
    [[[[[[[[[[[[[[[[|[|{|\"|,|\"files\":|\"holes\":[|{\"files\":1e400,\"ranks\":3}|{\"files\":3,\"ranks\":-1}|\
    {\"files\":3,\"ranks\":4,\"holes\":7}|(9999999999, 9999999999)|'<u8'|move,x,y|%|%zz|8;ls|$(id)|8\n8|\
    ....\n.#|.|#|....|.#.\n#.#\n.#.| . |\t|\n|\r\n|first,,first|random,random|auto,auto|5..1|1..999999999|5..|..|\
    5..6:0|0s|-1s|1e400s|99999999999h|1ns|0.000001ms|s|0/0|2/1|1/18446744073709551616|0B|-1GiB|1e99GiB|random|\
    closed|open|knight";

/// Returns a hostile value, a long one, or two in one.
pub fn value(random: &mut Random) -> String {
    let values: Vec<&str> = VALUES.split('|').collect();
    match random.below(20) {
        0 => random.pick(&values).repeat(random.below(200)),
        1 => [*random.pick(&values), *random.pick(&values)]
            .join(random.pick::<&str>(&[",", "x", "", " ", "\n", "-"])),
        _ => (*random.pick(&values)).to_owned(),
    }
}

/// Returns a hostile value as bytes, sometimes with bad UTF-8, and never with NUL, which no argument can
/// hold.
pub fn text(random: &mut Random) -> Vec<u8> {
    let mut bytes = value(random).into_bytes();
    if random.chance(10) {
        let place = random.below(bytes.len() + 1);
        bytes.insert(place, *random.pick(&[0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0xf5]));
    }
    bytes
}

/// Makes one change to a file: a bit, a byte, a word, a line, a piece.
pub fn spoil(file: &[u8], random: &mut Random) -> Vec<u8> {
    let mut spoiled = file.to_vec();
    let place = random.below(spoiled.len().max(1));
    if spoiled.is_empty() {
        return if random.chance(50) { vec![random.byte()] } else { text(random) };
    }
    match random.below(9) {
        0 => spoiled[place] ^= 1 << random.below(8),
        1 => spoiled[place] = random.byte(),
        2 => spoiled.truncate(place),
        3 => spoiled.insert(place, random.byte()),
        4 => drop(spoiled.remove(place)),
        5 => {
            let end = (place + 1 + random.below(400)).min(spoiled.len());
            let piece = spoiled[place..end].to_vec();
            let to = random.below(spoiled.len());
            spoiled.splice(to..to, piece);
        }
        6 => {
            let end = (place + random.below(12)).min(spoiled.len());
            spoiled.splice(place..end, text(random));
        }
        7 => return swap(file, random, |byte| byte.is_ascii_alphanumeric()),
        _ => return swap(file, random, |byte| *byte != b'\n'),
    }
    spoiled
}

/// Swaps two words (or lines); `is_part` says which characters belong to a word.
fn swap(file: &[u8], random: &mut Random, is_part: impl Fn(&u8) -> bool) -> Vec<u8> {
    let mut pieces: Vec<&[u8]> = file.chunk_by(|a, b| is_part(a) == is_part(b)).collect();
    let words: Vec<usize> = (0..pieces.len()).filter(|&piece| is_part(&pieces[piece][0])).collect();
    if !words.is_empty() {
        pieces.swap(*random.pick(&words), *random.pick(&words));
    }
    pieces.concat()
}
