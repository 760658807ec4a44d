//! Independent readers of every format, and the rule of a tour.
//!
//! They are written from the descriptions of the formats, not from the program. Where the program calls a
//! spoiled file valid, one of these readers must find a tour in it too. They are strict: a person looks at a
//! file that only the program can read.

use std::collections::BTreeSet;

use serde_json::Value;

use super::report::CheckResult;

/// File and rank from zero, a1 at the lower left.
pub(super) type Square = (i64, i64);

/// Claim of a file about its tour.
struct Claim {
    squares: Vec<Square>,
    holes: BTreeSet<Square>,
    size: (i64, i64),
    leaper: (i64, i64),
    /// Fault other than a wrong square.
    flaw: Option<&'static str>,
}

/// Checks that some reader finds a whole tour in these bytes, and nothing wrong beside it.
pub(super) fn tour(file: &[u8]) -> CheckResult {
    let text = String::from_utf8_lossy(file).into_owned();
    let readers: [&dyn Fn() -> Option<Claim>; 5] =
        [&|| npy(file), &|| json(&text), &|| csv(&text), &|| squares(&text), &|| grid(&text)];
    let flaws: Vec<_> =
        readers.iter().filter_map(|read| read()).filter(Claim::is_true).map(|claim| claim.flaw).collect();
    match flaws[..] {
        [] => Err("no tour is in it".to_owned()),
        [.., Some(flaw)] => Err(format!("a tour is in it, but {flaw}")),
        [.., None] => Ok(()),
    }
}

impl Claim {
    /// Creates a claim about the smallest board from a1 that has all squares.
    fn bounding(squares: Vec<Square>) -> Claim {
        let files = squares.iter().map(|square| square.0 + 1).max().unwrap_or(0);
        let ranks = squares.iter().map(|square| square.1 + 1).max().unwrap_or(0);
        Claim { squares, holes: BTreeSet::new(), size: (files, ranks), leaper: (1, 2), flaw: None }
    }

    /// Creates a claim from numbers in rows, the top rank first; zero is a hole.
    fn numbered(rows: &[Vec<i64>]) -> Option<Claim> {
        let (files, ranks) = (rows.first()?.len(), rows.len());
        let mut places = Vec::new();
        let mut holes = BTreeSet::new();
        for (line, row) in rows.iter().enumerate() {
            if row.len() != files {
                return None;
            }
            for (file, &number) in row.iter().enumerate() {
                let square = (file as i64, (ranks - 1 - line) as i64);
                match number {
                    0 => drop(holes.insert(square)),
                    _ => places.push((number, square)),
                }
            }
        }
        places.sort_unstable();
        let is_whole = places.iter().zip(1..).all(|((number, _), step)| *number == step);
        let squares = places.into_iter().map(|(_, square)| square).collect();
        let claim = Claim { holes, size: (files as i64, ranks as i64), ..Claim::bounding(squares) };
        is_whole.then_some(claim)
    }

    fn is_true(&self) -> bool {
        let (files, ranks) = self.size;
        let on_board = |square: &Square| {
            (0..files).contains(&square.0) && (0..ranks).contains(&square.1) && !self.holes.contains(square)
        };
        let visited: BTreeSet<Square> = self.squares.iter().copied().collect();
        let area = files as i128 * ranks as i128 - self.holes.len() as i128;
        !self.squares.is_empty()
            && self.squares.iter().all(on_board)
            && visited.len() == self.squares.len()
            && visited.len() as i128 == area
            && self.squares.windows(2).all(|pair| is_leap(pair[0], pair[1], self.leaper))
    }
}

/// Returns whether an (r,s) leaper goes from one square to another.
pub(super) fn is_leap(from: Square, to: Square, leaper: (i64, i64)) -> bool {
    let (across, up) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
    (across, up) == leaper || (up, across) == leaper
}

/// Reads the name of a square.
pub(super) fn square(name: &str) -> Option<Square> {
    let digits = name.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, number) = name.split_at(digits);
    let is_name = (1..6).contains(&letters.len())
        && letters.bytes().all(|letter| letter.is_ascii_alphabetic())
        && !number.starts_with('0');
    is_name.then_some(())?;
    let letters = letters.to_ascii_lowercase();
    let file = letters.bytes().fold(0, |file, letter| file * 26 + i64::from(letter - b'a') + 1);
    let rank: i64 = number.parse().ok()?;
    Some((file - 1, rank - 1))
}

fn grid(text: &str) -> Option<Claim> {
    let number =
        |word: &str| if word == "#" || word == "." { Some(0) } else { word.parse().ok().filter(|n| *n > 0) };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows = lines.map(|line| line.split_whitespace().map(number).collect::<Option<Vec<i64>>>());
    Claim::numbered(&rows.collect::<Option<Vec<_>>>()?)
}

fn squares(text: &str) -> Option<Claim> {
    let squares = text.split_whitespace().map(square).collect::<Option<Vec<_>>>()?;
    Some(Claim::bounding(squares))
}

fn csv(text: &str) -> Option<Claim> {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next()?.eq_ignore_ascii_case("move,x,y").then_some(())?;
    let mut places = Vec::new();
    for (line, step) in lines.zip(1..) {
        let numbers: Vec<i64> =
            line.split(',').map(|word| word.trim().parse().ok()).collect::<Option<_>>()?;
        let [number, x, y] = numbers[..] else { return None };
        (number == step).then_some(())?;
        places.push((x, y));
    }
    let top = places.iter().map(|place| place.1).max()?;
    Some(Claim::bounding(places.into_iter().map(|(x, y)| (x, top - y)).collect()))
}

fn json(text: &str) -> Option<Claim> {
    let document: Value = serde_json::from_str(text).ok()?;
    let names =
        |list: &Value| list.as_array()?.iter().map(|name| square(name.as_str()?)).collect::<Option<Vec<_>>>();
    let mut claim = Claim::bounding(names(document.get("squares")?)?);
    if let Some(board) = document.get("board") {
        claim.size = (board.get("files")?.as_i64()?, board.get("ranks")?.as_i64()?);
        claim.holes = board.get("holes").map_or(Some(Vec::new()), names)?.into_iter().collect();
        let is_on = |hole: &Square| hole.0 < claim.size.0 && hole.1 < claim.size.1;
        claim.holes.iter().all(is_on).then_some(())?;
    }
    if let Some(leaper) = document.get("leaper") {
        let [r, s] = &leaper.as_array()?[..] else { return None };
        claim.leaper = (r.as_i64()?, s.as_i64()?);
    }
    let is_closed = claim.squares.len() > 2
        && is_leap(claim.squares[claim.squares.len() - 1], claim.squares[0], claim.leaper);
    claim.flaw = match (document.get("outcome").map(Value::as_str), document.get("kind").map(Value::as_str)) {
        (Some(outcome), _) if outcome != Some("found") => Some("its outcome is not `found`"),
        (_, Some(Some("closed"))) if !is_closed => Some("it is not closed as it says"),
        (_, None | Some(Some("open" | "closed"))) => None,
        _ => Some("its kind is neither `open` nor `closed`"),
    };
    Some(claim)
}

fn npy(file: &[u8]) -> Option<Claim> {
    let rest = file.strip_prefix(b"\x93NUMPY\x01")?.get(1..)?;
    let length = usize::from(u16::from_le_bytes(rest.get(..2)?.try_into().ok()?));
    let (header, data) = (rest.get(2..2 + length)?, rest.get(2 + length..)?);
    let header = String::from_utf8_lossy(header);
    let (dictionary, padding) = header.split_at(header.find('}')? + 1);
    let is_padded = padding.trim_matches([' ', '\n']).is_empty();
    (dictionary.contains("'fortran_order': False")).then_some(())?;
    let after = |key: &str| Some(&dictionary[dictionary.find(key)? + key.len()..]);
    let kind = after("'descr': '")?.split('\'').next()?;
    let width: usize = kind.get(2..)?.parse().ok()?;
    let shape = after("'shape': (")?.split(')').next()?;
    let shape: Vec<usize> = shape.split(',').map(|side| side.trim().parse().ok()).collect::<Option<_>>()?;
    let [ranks, files] = shape[..] else { return None };
    let is_big = kind.starts_with('>');
    ([1, 2, 4, 8].contains(&width)
        && files > 0
        && data.len() == width.checked_mul(ranks.checked_mul(files)?)?)
    .then_some(())?;
    let number = |bytes: &[u8]| {
        let fold = |number: i64, byte: &u8| (number << 8) | i64::from(*byte);
        if is_big { bytes.iter().fold(0, fold) } else { bytes.iter().rev().fold(0, fold) }
    };
    let numbers: Vec<i64> = data.chunks(width).map(number).collect();
    let mut claim = Claim::numbered(&numbers.chunks(files).map(<[i64]>::to_vec).collect::<Vec<_>>())?;
    claim.flaw = (!is_padded).then_some("there is more in its header than blanks");
    Some(claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/golden/");

    fn holds(file: &[u8]) -> bool {
        tour(file).is_ok()
    }

    #[test]
    fn a_tour_that_says_something_wrong_of_itself_has_a_flaw() {
        let file = std::fs::read_to_string(format!("{GOLDEN}open.json")).unwrap();
        for (right, wrong) in [("\"open\"", "\"closed\""), ("\"open\"", "\"Open\""), ("found", "fou~d")] {
            let result = tour(file.replace(right, wrong).as_bytes());
            assert!(result.is_err_and(|why| why.starts_with("a tour is in it, but it")), "{wrong}");
        }
    }

    #[test]
    fn the_repositorys_examples_are_tours_and_a_swap_spoils_them() {
        for ending in ["csv", "grid", "json", "npy", "squares"] {
            let file = std::fs::read(format!("{GOLDEN}open.{ending}")).unwrap();
            assert!(holds(&file), "{ending}");
            assert!(!holds(&file[..file.len() / 2]), "half of {ending}");
        }
        assert_eq!((square("b3"), square("ab1"), square("\"a1\"")), (Some((1, 2)), Some((27, 0)), None));
        assert!(holds(b"7 2 5\n4 # 8\n1 6 3\n"));
        assert!(!holds(b"7 2 5\n4 # 8\n1 3 6\n"));
        assert!(!holds(b"a1\nb3\nc1\na2\nc3\nb1\na3\nc2\n"), "b2 is never visited");
    }
}
