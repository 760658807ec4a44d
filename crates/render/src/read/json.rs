//! The JSON document of a tour, read without holding its squares.

use std::{fmt, io::BufRead};

use knights_tour::{Board, Leaper, Square};
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{
    Hints, ReadError,
    trail::{Spelling, Trail, spelled},
};

/// Follows the squares of a document; its board and leaper, where given, are obeyed.
pub(super) fn read<R: BufRead>(input: &mut R, hints: &Hints, trail: Trail) -> Result<Trail, ReadError> {
    let mut document = Document { trail, hints, fault: None, has_squares: false };
    let mut json = serde_json::Deserializer::from_reader(input);
    let read = json.deserialize_map(&mut document).and_then(|()| json.end());
    match (document.fault, read) {
        (Some(fault), _) => Err(fault),
        (None, Err(error)) => Err(ReadError::Json(error.to_string())),
        (None, Ok(())) if !document.has_squares => Err(ReadError::Json("it has no `squares`".to_owned())),
        (None, Ok(())) => Ok(document.trail),
    }
}

struct Document<'a> {
    trail: Trail,
    hints: &'a Hints,
    /// What went wrong in our own words; serde carries only text.
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

    fn board(&mut self, board: BoardValue) -> Result<(), ReadError> {
        let read = match board {
            BoardValue::Text(text) => text.parse::<Board>().map_err(|error| error.to_string()),
            BoardValue::Parts { files, ranks, holes } => with_holes(files, ranks, &holes),
        };
        let board = read.map_err(ReadError::Json)?;
        if self.hints.board.is_none() {
            if self.has_squares {
                return Err(ReadError::Json(
                    "the board comes after the squares, it must come before".to_owned(),
                ));
            }
            self.trail.board = Some(board);
        }
        Ok(())
    }
}

fn with_holes(files: u64, ranks: u64, holes: &[String]) -> Result<Board, String> {
    let board = Board::new(files, ranks).map_err(|error| error.to_string())?;
    let mut squares: Vec<Square> = Vec::new();
    for hole in holes {
        let (mut square, spelling) = spelled(hole).map_err(|error| error.to_string())?;
        if !board.spans(square) {
            return Err(format!("the hole {hole} is off the {board} board"));
        }
        if spelling == Spelling::FromTop {
            square.rank = ranks - 1 - square.rank;
        }
        squares.push(square);
    }
    board.with_holes(squares).map_err(|error| error.to_string())
}

#[derive(serde::Deserialize)]
#[serde(untagged)]
enum BoardValue {
    Text(String),
    Parts {
        files: u64,
        ranks: u64,
        #[serde(default)]
        holes: Vec<String>,
    },
}

impl<'de> Visitor<'de> for &mut Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `board` and `squares`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "board" => {
                    let board = map.next_value::<BoardValue>()?;
                    let result = self.board(board);
                    self.note(result)?;
                }
                "leaper" => {
                    let (r, s) = map.next_value::<(u32, u32)>()?;
                    let leaper = Leaper::new(r, s).map_err(|error| ReadError::Json(error.to_string()));
                    let result =
                        leaper.and_then(|leaper| self.trail.set_leaper(self.hints.leaper.unwrap_or(leaper)));
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
            let result = self.0.trail.step_on(&name);
            self.0.note(result)?;
        }
        Ok(())
    }
}
