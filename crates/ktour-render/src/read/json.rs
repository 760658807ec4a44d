//! The JSON document of a tour, read without storing its squares.
//!
//! The input may be endless, so everything that is stored has a limit: the length of a string, the depth of
//! nesting ([`BoundedReader`]), the number of keys and the list of holes.

use std::{
    collections::HashSet,
    fmt,
    io::{self, BufRead},
};

use ktour_core::{Board, Leaper, Square, error::BoardError};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{
    Hints, ReadError,
    bounded::BoundedReader,
    fault::DocumentFault,
    list::clip,
    visits::{Spelling, Visits, spelled},
};

/// Number of keys an object may have; a tour's document has a dozen.
const MAX_KEYS: usize = 1000;

/// Memory of one hole while a board is created, in bytes.
const BYTES_PER_HOLE: u128 = 64;

/// Reads a document and checks its squares with `visits`; its board and leaper, if given, are used.
pub(super) fn read<R: BufRead>(
    input: &mut R,
    line: &mut u64,
    hints: &Hints,
    visits: Visits,
) -> Result<Visits, ReadError> {
    let mut document = Document { visits, hints, fault: None, has_squares: false };
    let mut input = BoundedReader::new(input);
    // The parser reads no byte after the last brace, since another document may follow.
    let read = serde_json::Deserializer::from_reader(&mut input).deserialize_map(&mut document);
    *line += input.lines;
    match (document.fault, read) {
        (Some(fault), _) => Err(fault),
        (None, Err(error)) => Err(unreadable(error).into()),
        (None, Ok(())) if !document.has_squares => Err(DocumentFault::Lacks { key: "squares" }.into()),
        (None, Ok(())) => Ok(document.visits),
    }
}

/// Error of the parser: a fault of [`BoundedReader`], or the parser's own message.
fn unreadable(error: serde_json::Error) -> DocumentFault {
    let unreadable = DocumentFault::Unreadable(error.to_string());
    if error.is_io() { io::Error::from(error).downcast().unwrap_or(unreadable) } else { unreadable }
}

struct Document<'a> {
    visits: Visits,
    hints: &'a Hints,
    /// First error of this crate; serde's error carries only its text.
    fault: Option<ReadError>,
    has_squares: bool,
}

impl Document<'_> {
    fn note<E: de::Error>(&mut self, result: Result<(), ReadError>) -> Result<(), E> {
        result.map_err(|fault| {
            let text = fault.to_string();
            self.fault = Some(fault);
            E::custom(text)
        })
    }

    fn board(&mut self, board: Result<Board, ReadError>) -> Result<(), ReadError> {
        let board = board?;
        if self.hints.board.as_ref() == Some(&board) {
            return Ok(());
        }
        if self.has_squares {
            return Err(DocumentFault::Late { key: "board" }.into());
        }
        self.visits.set_written_board(board)
    }

    /// Records a key of an object; returns an error if it is repeated, or if there are too many keys.
    fn key<E: de::Error>(&mut self, keys: &mut HashSet<String>, key: &str) -> Result<(), E> {
        let fault = match keys.insert(key.to_owned()) {
            false => DocumentFault::Twice { key: clip(key) },
            true if keys.len() > MAX_KEYS => DocumentFault::ManyKeys { most: MAX_KEYS },
            true => return Ok(()),
        };
        self.note(Err(fault.into()))
    }
}

fn with_holes(files: u64, ranks: u64, holes: &[(Square, Spelling)]) -> Result<Board, ReadError> {
    let board = Board::new(files, ranks).map_err(DocumentFault::Board)?;
    let mut squares: Vec<Square> = Vec::new();
    for &(mut square, spelling) in holes {
        if !board.spans(square) {
            let error = BoardError::HoleOffBoard { hole: square, files, ranks };
            return Err(DocumentFault::Board(error).into());
        }
        if spelling == Spelling::FromTop {
            square.rank = board.rank_of(square.rank);
        }
        squares.push(square);
    }
    Ok(board.with_holes(squares).map_err(DocumentFault::Board)?)
}

/// Returns an error unless the value is one of those that the key can have.
fn expect_value(key: &'static str, found: &str, right: &'static [&'static str]) -> Result<(), ReadError> {
    match right.contains(&found) {
        true => Ok(()),
        false => Err(DocumentFault::Value { key, found: clip(found), right }.into()),
    }
}

impl<'de> Visitor<'de> for &mut Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `board` and `squares`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            self.key(&mut keys, &key)?;
            match key.as_str() {
                "board" => map.next_value_seed(BoardValue(self))?,
                "outcome" => {
                    let outcome = map.next_value::<String>()?;
                    self.note(expect_value("outcome", &outcome, &["found"]))?;
                }
                "kind" => {
                    let kind = map.next_value::<String>()?;
                    self.visits.is_said_closed = kind == "closed";
                    self.note(expect_value("kind", &kind, &["open", "closed"]))?;
                }
                "leaper" => {
                    let (r, s) = map.next_value::<(u32, u32)>()?;
                    let leaper = Leaper::new(r, s).map_err(|error| DocumentFault::Leaper(error).into());
                    let result =
                        leaper.and_then(|leaper| self.visits.set_leaper(self.hints.leaper.unwrap_or(leaper)));
                    self.note(result)?;
                }
                "squares" => {
                    self.has_squares = true;
                    map.next_value_seed(SquareList(self))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// A board as `"8x8"`, or as an object of files, ranks and holes.
struct BoardValue<'a, 'b>(&'a mut Document<'b>);

impl<'de> DeserializeSeed<'de> for BoardValue<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for BoardValue<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board such as \"8x8\", or an object with `files` and `ranks`")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<(), E> {
        let result = self.0.board(text.parse::<Board>().map_err(|error| DocumentFault::Board(error).into()));
        self.0.note(result)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut files, mut ranks, mut holes) = (None, None, Vec::new());
        let mut keys = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            self.0.key(&mut keys, &key)?;
            match key.as_str() {
                "files" => files = Some(map.next_value::<u64>()?),
                "ranks" => ranks = Some(map.next_value::<u64>()?),
                "holes" => map.next_value_seed(HoleList(self.0, &mut holes))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let files = files.ok_or_else(|| de::Error::missing_field("files"))?;
        let ranks = ranks.ok_or_else(|| de::Error::missing_field("ranks"))?;
        let result = self.0.board(with_holes(files, ranks, &holes));
        self.0.note(result)
    }
}

struct HoleList<'a, 'b>(&'a mut Document<'b>, &'a mut Vec<(Square, Spelling)>);

impl<'de> DeserializeSeed<'de> for HoleList<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for HoleList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of holes such as \"a1\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let HoleList(document, holes) = self;
        while let Some(name) = list.next_element::<String>()? {
            let memory = document.hints.memory;
            let needed = (holes.len() as u128 + 1) * BYTES_PER_HOLE;
            let hole = spelled(&name).map_err(|error| DocumentFault::Square(error).into());
            let hole = hole.and_then(|hole| match needed > memory {
                true => Err(ReadError::Memory { needed, memory, why: "64 bytes a hole" }),
                false => Ok(hole),
            });
            document.note(hole.map(|hole| holes.push(hole)))?;
        }
        Ok(())
    }
}

struct SquareList<'a, 'b>(&'a mut Document<'b>);

impl<'de> DeserializeSeed<'de> for SquareList<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for SquareList<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squares such as \"a1\"")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(name) = list.next_element::<String>()? {
            let result = self.0.visits.visit_text(&name);
            self.0.note(result)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use ktour_core::TourKind;

    use super::super::{Hints, ReadError, tour, verify};

    const RING: &str = r#"{"board":{"files":3,"ranks":3,"holes":["b2"]},"outcome":"found","kind":"closed",
        "squares":["a1","b3","c1","a2","c3","b1","a3","c2"]}"#;

    /// Result of verifying a document, which must be the same as that of reading its tour.
    fn verdict(document: &str) -> String {
        let verified = verify(document.as_bytes(), &Hints::default()).map(|verified| verified.kind);
        let read = tour(document.as_bytes(), &Hints::default()).map(|tour| tour.kind());
        let verdict = |kind: Result<TourKind, ReadError>| {
            kind.map_or_else(|error| error.to_string(), |kind| kind.to_string())
        };
        let (verified, read) = (verdict(verified), verdict(read));
        assert_eq!(verified, read, "{document}");
        read
    }

    #[test]
    fn a_document_is_what_it_says_it_is() {
        assert_eq!(verdict(RING), "closed");
        assert_eq!(verdict(&RING.replace("\"closed\"", "\"open\"")), "closed");
        assert_eq!(
            verdict(&RING.replace("\"closed\"", "\"closer\"")),
            "the JSON is not a tour's document: its kind is `closer`, not `open` or `closed`"
        );
        assert!(verdict(&RING.replace("\"closed\"", "7")).contains("invalid type: integer `7`"));
        let open =
            r#"{"kind":"closed","squares":["a3","c2","a1","b3","d2","b1","c3","d1","b2","d3","c1","a2"]}"#;
        assert_eq!(verdict(open), "a2 to a3 is not a knight's leap");
        assert_eq!(verdict(&open.replace("closed", "open")), "open");
        assert_eq!(verdict(r#"{"squares":["0,0"],"kind":"closed"}"#), "a1 to a1 is not a knight's leap");
    }
}
