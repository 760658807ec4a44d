//! The question in a request: a board, a leaper, a kind, squares; and how to search.

use std::time::Duration;

use knights_tour::{
    Board, Leaper, Method, MoveOrder, Puzzle, Square, Strategy, TourKind,
    budget::parse_time,
    notation::{parse_place, parse_square},
    solve::random_start,
};
use serde_json::Value;

use crate::{
    error::Error,
    request::{Asked, names, wrong},
};

impl Asked {
    /// The board, with all its holes.
    pub(crate) fn board(&self) -> Result<Board, Error> {
        let Some(value) = self.value("board") else {
            return Err(Error::malformed(
                "a board is missing: write 8, 31x29 or {\"files\": 8, \"ranks\": 8}",
            ));
        };
        let (board, mut holes) = match value {
            Value::String(text) if text.contains(['.', '#', '\n']) => {
                (knights_tour_render::read::board(text.as_bytes()).map_err(Error::refused)?, Vec::new())
            }
            Value::String(text) => (text.parse().map_err(Error::refused)?, Vec::new()),
            Value::Number(side) => (side.to_string().parse().map_err(Error::refused)?, Vec::new()),
            Value::Object(board) => {
                let side = |word: &str| match board.get(word) {
                    Some(Value::Number(side)) => Ok(side.to_string()),
                    Some(Value::String(side)) => Ok(side.clone()),
                    Some(other) => Err(wrong(word, "a whole number", other)),
                    None => Err(Error::malformed(format!("the board has no `{word}`"))),
                };
                let board_text = format!("{}x{}", side("files")?, side("ranks")?);
                let holes = board.get("holes").map_or(Ok(Vec::new()), |holes| names("holes", holes))?;
                (board_text.parse().map_err(Error::refused)?, holes)
            }
            other => return Err(wrong("board", "8, \"31x29\" or {\"files\": 8, \"ranks\": 8}", other)),
        };
        let board: Board = board;
        holes.extend(self.names("holes")?);
        let places: Result<Vec<Square>, _> = holes.iter().map(|hole| parse_place(&board, hole)).collect();
        board.with_holes(places.map_err(Error::refused)?).map_err(Error::refused)
    }

    /// The board, which must not have more squares than this.
    pub(crate) fn board_within(&self, most: u128) -> Result<Board, Error> {
        let board = self.board()?;
        if board.area() <= most {
            return Ok(board);
        }
        let sentence = format!(
            "{board} has {} squares, and this answers up to {most}: /at looks into boards of any size",
            board.area()
        );
        Err(Error::refused(sentence))
    }

    pub(crate) fn leaper(&self) -> Result<Leaper, Error> {
        match self.value("leaper") {
            None => Ok(Leaper::default()),
            Some(Value::String(text)) => text.parse().map_err(Error::refused),
            Some(Value::Array(pair)) => {
                let pair: Vec<String> = pair.iter().map(Value::to_string).collect();
                pair.join(",").parse().map_err(Error::refused)
            }
            Some(other) => Err(wrong("leaper", "\"knight\", \"1,2\" or [1, 2]", other)),
        }
    }

    pub(crate) fn kind(&self) -> Result<Option<TourKind>, Error> {
        match self.text("kind")?.as_deref() {
            None => Ok(None),
            Some("closed") => Ok(Some(TourKind::Closed)),
            Some("open") => Ok(Some(TourKind::Open)),
            Some(other) => Err(Error::malformed(format!("`{other}` is not a kind: write closed or open"))),
        }
    }

    /// One square of the board.
    pub(crate) fn square(&self, word: &str, board: &Board) -> Result<Option<Square>, Error> {
        let text = self.text(word)?;
        text.map(|text| parse_square(board, &text)).transpose().map_err(Error::refused)
    }

    /// A list of squares of the board.
    pub(crate) fn squares(&self, word: &str, board: &Board) -> Result<Vec<Square>, Error> {
        let names = self.names(word)?;
        names.iter().map(|name| parse_square(board, name)).collect::<Result<_, _>>().map_err(Error::refused)
    }

    /// The whole question.
    pub(crate) fn puzzle(&self, most: u128) -> Result<Puzzle, Error> {
        let board = self.board_within(most)?;
        let mut puzzle = Puzzle::new(board.clone()).with_leaper(self.leaper()?);
        if let Some(kind) = self.kind()? {
            puzzle = puzzle.with_kind(kind);
        }
        if let Some(end) = self.square("end", &board)? {
            puzzle = puzzle.to(end).map_err(Error::refused)?;
        }
        let after = self.squares("after", &board)?;
        if !after.is_empty() {
            return puzzle.after(after).map_err(Error::refused);
        }
        let start = match self.text("start")?.as_deref() {
            Some("random") => Some(random_start(&puzzle, self.seed()?)),
            _ => self.square("start", &board)?,
        };
        match start {
            Some(start) => puzzle.from(start).map_err(Error::refused),
            None => Ok(puzzle),
        }
    }

    /// How to search.
    pub(crate) fn strategy(&self, leaper: Leaper) -> Result<Strategy, Error> {
        let method = self.text("method")?.map_or(Ok(Method::Auto), |name| name.parse());
        let tie = self.text("tie")?.unwrap_or_else(|| "first".to_owned());
        let order = self.text("order")?.map(|order| MoveOrder::parse(&order, leaper)).transpose();
        let tries = self.number("tries", 1, u64::MAX)?;
        if tries == 0 {
            return Err(Error::refused("0 tries find nothing: give at least 1"));
        }
        Ok(Strategy {
            method: method.map_err(Error::refused)?,
            order: order.map_err(Error::refused)?,
            tie: tie.parse().map_err(Error::refused)?,
            tries,
            seed: self.seed()?,
        })
    }

    /// Same seed, same answer; 0 where none is given.
    pub(crate) fn seed(&self) -> Result<u64, Error> {
        self.number("seed", 0, u64::MAX)
    }

    /// How long the work may take: as asked for, or as usual, but no longer than the server allows.
    pub(crate) fn time(&self, usual: Duration, most: Duration) -> Result<Duration, Error> {
        let asked = self.text("max_time")?.map(|text| parse_time(&text)).transpose();
        Ok(asked.map_err(Error::malformed)?.unwrap_or(usual).min(most))
    }
}
