//! The parameters of a question, parsed into boards, squares, methods and times in this module only.
//!
//! A question can be a link, a document or a command line: `?board=8x8&start=a1`, `{"board": "8x8", "start":
//! "a1"}` and `8x8 --start a1` have the same parameters. Lists are arrays, or text as people write it.

use std::{str::FromStr, time::Duration};

use ktour_core::{
    Board, Coded, Leaper, Puzzle, Square, TourKind,
    control::parse_time,
    notation::{parse_place, parse_square, split_squares},
};
use ktour_search::{Method, MoveOrder, Strategy, random_start, symmetric::WantedSymmetry};
use serde_json::{Map, Value};

use crate::{Declined, Misread, Refused, Wanted};

/// Parameters of a question, by name.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    values: Map<String, Value>,
    /// Board that the caller has already parsed, if any.
    board: Option<Board>,
}

impl From<Map<String, Value>> for Parameters {
    fn from(values: Map<String, Value>) -> Parameters {
        Parameters { values, board: None }
    }
}

impl FromIterator<(String, String)> for Parameters {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(words: I) -> Parameters {
        Parameters::from(words.into_iter().map(|(word, text)| (word, text.into())).collect::<Map<_, _>>())
    }
}

impl Parameters {
    /// Adds a parameter if it has a value.
    pub fn with(mut self, word: &str, value: Option<impl Into<Value>>) -> Parameters {
        if let Some(value) = value {
            self.values.insert(word.to_owned(), value.into());
        }
        self
    }

    /// Sets a board that the caller has already parsed, for example from a file.
    pub fn with_board(self, board: Board) -> Parameters {
        Parameters { board: Some(board), ..self }
    }

    /// Refuses a parameter that the question does not have.
    pub fn check_known<'a>(&self, known: impl Iterator<Item = &'a str> + Clone) -> Result<(), Refused> {
        match self.values.keys().find(|word| !known.clone().any(|known| known == *word)) {
            Some(word) => {
                let (word, known) = (word.clone(), known.map(str::to_owned).collect());
                Err(Misread::UnknownWord { word, known }.into())
            }
            None => Ok(()),
        }
    }

    /// Returns the value of a parameter; an empty text counts as no value.
    pub fn value(&self, word: &str) -> Option<&Value> {
        self.values.get(word).filter(|value| !value.is_null() && value.as_str() != Some(""))
    }

    /// Whether a parameter has a value.
    pub fn has(&self, word: &str) -> bool {
        self.value(word).is_some() || word == "board" && self.board.is_some()
    }

    /// Parses a text, or a number as it is written.
    pub fn text(&self, word: &str) -> Result<Option<String>, Refused> {
        match self.value(word) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(other) => Err(wrong(word, Wanted::Text, other)),
        }
    }

    /// Parses a whole number up to `most`; `usual` is the default.
    pub fn number(&self, word: &str, usual: u64, most: u64) -> Result<u64, Refused> {
        let Some(text) = self.text(word)? else { return Ok(usual) };
        let number = text.trim().parse().ok().filter(|&number| number <= most);
        number.ok_or_else(|| Misread::NoNumber { word: word.to_owned(), text, most }.into())
    }

    /// Parses yes or no; a parameter without a value means yes.
    pub fn flag(&self, word: &str) -> Result<bool, Refused> {
        match self.values.get(word) {
            None | Some(Value::Null) => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(Value::String(text)) if ["", "true", "1", "yes"].contains(&text.as_str()) => Ok(true),
            Some(Value::String(text)) if ["false", "0", "no"].contains(&text.as_str()) => Ok(false),
            Some(other) => Err(wrong(word, Wanted::Flag, other)),
        }
    }

    /// Parses a name, such as that of a method or a theme; `usual` is the default.
    pub fn parse_named<T: FromStr<Err: Coded>>(&self, word: &str, usual: T) -> Result<T, Refused> {
        match self.text(word)? {
            Some(text) => text.parse().map_err(Refused::new),
            None => Ok(usual),
        }
    }

    /// Parses a list of names: an array, or text with commas.
    pub fn list<T: FromStr<Err: Coded>>(&self, word: &str, usual: Vec<T>) -> Result<Vec<T>, Refused> {
        let names = match self.value(word) {
            None => return Ok(usual),
            Some(Value::Array(names)) => {
                names.iter().map(|name| name.as_str().map_or(name.to_string(), str::to_owned)).collect()
            }
            Some(_) => self.text(word)?.unwrap_or_default(),
        };
        names.split(',').map(|name| name.trim().parse().map_err(Refused::new)).collect()
    }

    /// Parses a list of squares into their names: an array, or text as people write it.
    pub fn names(&self, word: &str) -> Result<Vec<String>, Refused> {
        self.value(word).map_or(Ok(Vec::new()), |value| names(word, value))
    }

    /// Parses a time, such as 500ms.
    pub fn time(&self, word: &str) -> Result<Option<Duration>, Refused> {
        self.text(word)?.map(|text| parse_time(&text).map_err(Refused::from)).transpose()
    }

    /// Parses the board with its holes.
    pub fn board(&self) -> Result<Board, Refused> {
        let (board, mut holes): (Board, Vec<String>) = match (&self.board, self.value("board")) {
            (Some(board), _) => (board.clone(), Vec::new()),
            (None, None) => return Err(Misread::NoBoard.into()),
            (None, Some(Value::String(text))) if text.contains(['.', '#', '\n']) => {
                let board = ktour_render::read::picture(text.as_bytes()).map_err(Refused::new)?;
                (board, Vec::new())
            }
            (None, Some(Value::String(text))) => (text.parse().map_err(Refused::new)?, Vec::new()),
            (None, Some(Value::Number(side))) => {
                (side.to_string().parse().map_err(Refused::new)?, Vec::new())
            }
            (None, Some(Value::Object(board))) => {
                let side = |side: &str| match board.get(side) {
                    Some(Value::Number(length)) => Ok(length.to_string()),
                    Some(Value::String(length)) => Ok(length.clone()),
                    Some(other) => Err(wrong(side, Wanted::Number, other)),
                    None => Err(Misread::NoSide { side: side.to_owned() }.into()),
                };
                let text = format!("{}x{}", side("files")?, side("ranks")?);
                let holes = board.get("holes").map_or(Ok(Vec::new()), |holes| names("holes", holes))?;
                (text.parse().map_err(Refused::new)?, holes)
            }
            (None, Some(other)) => return Err(wrong("board", Wanted::Board, other)),
        };
        holes.extend(self.names("holes")?);
        let places: Result<Vec<Square>, _> = holes.iter().map(|hole| parse_place(&board, hole)).collect();
        board.with_holes(places.map_err(Refused::new)?).map_err(Refused::new)
    }

    /// Parses the board, and refuses more than `most` squares.
    pub fn board_within(&self, most: u128) -> Result<Board, Refused> {
        let board = self.board()?;
        if board.area() <= most {
            return Ok(board);
        }
        Err(Declined::TooManySquares { board: board.to_string(), squares: board.area(), most }.into())
    }

    /// Parses the leaper; the default is the knight.
    pub fn leaper(&self) -> Result<Leaper, Refused> {
        match self.value("leaper") {
            None => Ok(Leaper::default()),
            Some(Value::String(text)) => text.parse().map_err(Refused::new),
            Some(Value::Array(pair)) => {
                let pair: Vec<String> = pair.iter().map(Value::to_string).collect();
                pair.join(",").parse().map_err(Refused::new)
            }
            Some(other) => Err(wrong("leaper", Wanted::Leaper, other)),
        }
    }

    /// Parses the kind: open or closed, if given.
    pub fn kind(&self) -> Result<Option<TourKind>, Refused> {
        self.choice("kind", &TourKind::NAMES)
    }

    /// Parses one of a few names, if given. The refusal lists the names.
    pub fn choice<T: FromStr>(&self, word: &str, names: &[&str]) -> Result<Option<T>, Refused> {
        let Some(text) = self.text(word)? else { return Ok(None) };
        text.parse().map(Some).map_err(|_| self.unknown_choice(word, names))
    }

    /// Refuses a value that is none of the choices.
    pub fn unknown_choice(&self, word: &str, choices: &[&str]) -> Refused {
        let text = self.text(word).ok().flatten().unwrap_or_default();
        let choices = choices.iter().map(|&choice| choice.to_owned()).collect();
        Misread::NoChoice { word: word.to_owned(), text, choices }.into()
    }

    /// Parses a square of the board.
    pub fn square(&self, word: &str, board: &Board) -> Result<Option<Square>, Refused> {
        self.text(word)?.map(|text| parse_square(board, &text).map_err(Refused::new)).transpose()
    }

    /// Parses a list of squares of the board.
    pub fn squares(&self, word: &str, board: &Board) -> Result<Vec<Square>, Refused> {
        self.names(word)?.iter().map(|name| parse_square(board, name).map_err(Refused::new)).collect()
    }

    /// Parses the whole puzzle, and refuses more than `most` squares.
    pub fn puzzle(&self, most: u128) -> Result<Puzzle, Refused> {
        let board = self.board_within(most)?;
        let mut puzzle = Puzzle::new(board.clone()).with_leaper(self.leaper()?);
        if let Some(kind) = self.kind()? {
            puzzle = puzzle.with_kind(kind);
        }
        if let Some(end) = self.square("end", &board)? {
            puzzle = puzzle.ending_at(end).map_err(Refused::new)?;
        }
        let after = self.squares("after", &board)?;
        if !after.is_empty() {
            return puzzle.after(after).map_err(Refused::new);
        }
        let start = match self.text("start")?.as_deref() {
            Some("random") => Some(random_start(&puzzle, self.seed()?)),
            _ => self.square("start", &board)?,
        };
        match start {
            Some(start) => puzzle.starting_at(start).map_err(Refused::new),
            None => Ok(puzzle),
        }
    }

    /// Parses the method and the options of a search.
    pub fn strategy(&self, leaper: Leaper) -> Result<Strategy, Refused> {
        let order = self.text("order")?.map(|order| MoveOrder::parse(&order, leaper)).transpose();
        let tries = self.number("tries", 1, u64::MAX)?;
        if tries == 0 {
            return Err(Declined::NoTries.into());
        }
        Ok(Strategy {
            method: self.parse_named("method", Method::Auto)?,
            order: order.map_err(Refused::new)?,
            tie: self.parse_named("tie", ktour_search::Tie::First)?,
            tries,
            seed: self.seed()?,
        })
    }

    /// Parses the symmetry that tours must have, if given.
    pub fn wanted_symmetry(&self, board: &Board) -> Result<Option<WantedSymmetry>, Refused> {
        let Some(text) = self.text("symmetry")? else { return Ok(None) };
        let sought: WantedSymmetry = text.parse().map_err(Refused::new)?;
        sought.on(board).map_err(Refused::new)?;
        Ok(Some(sought))
    }

    /// Parses the seed; the default is 0. Equal seeds give equal answers.
    pub fn seed(&self) -> Result<u64, Refused> {
        self.number("seed", 0, u64::MAX)
    }
}

/// Splits a list of squares into names.
fn names(word: &str, value: &Value) -> Result<Vec<String>, Refused> {
    match value {
        Value::String(text) => Ok(split_squares(text)),
        Value::Array(list) => list
            .iter()
            .map(|name| name.as_str().map(str::to_owned).ok_or_else(|| wrong(word, Wanted::Squares, name)))
            .collect(),
        other => Err(wrong(word, Wanted::Squares, other)),
    }
}

/// Refuses a value of another type.
fn wrong(word: &str, wanted: Wanted, got: &Value) -> Refused {
    let mut got = got.to_string();
    if got.chars().count() > 40 {
        got = got.chars().take(40).chain(['…']).collect();
    }
    Misread::WrongType { word: word.to_owned(), wanted, got }.into()
}
