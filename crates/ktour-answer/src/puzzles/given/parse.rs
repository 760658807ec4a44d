//! Parser for given steps.
//!
//! The formats are: a grid, the top rank first, with a number for a given step, `.`, `_` or `0` for a step
//! to be found and `#` for a hole, separated by blanks or commas, its lines ended by a line break or a
//! slash; a list `a1:1, c4:7`; a table `move,x,y` as tours are written; or an object, such as the document
//! of a puzzle.

use ktour_core::{Board, Leaper, Square, TourKind, notation::parse_square};
use ktour_puzzle::Givens;
use serde_json::{Map, Value, json};

use super::GivenParameters;
use crate::{
    Refused, UnreadableGivens,
    parameters::{BoardParameters, Parameter, Squares, text},
};

/// Given steps that are not placed on a board yet.
#[derive(Clone, PartialEq, Debug)]
pub enum GivenSteps {
    /// Steps by the names of squares.
    Listed(Map<String, Value>),
    /// Text in any of the formats.
    Text(String),
}

impl Parameter for GivenSteps {
    fn schema() -> Value {
        json!({"type": ["string", "object"]})
    }

    fn parse(name: &str, value: &Value) -> Result<GivenSteps, Refused> {
        match value {
            Value::Object(steps) => Ok(GivenSteps::Listed(steps.clone())),
            value => text(name, value).map(GivenSteps::Text),
        }
    }
}

/// Parses the given steps of a question; without a kind, tours are open.
pub(super) fn givens(words: &GivenParameters) -> Result<Givens, Refused> {
    let text = match &words.givens {
        Some(GivenSteps::Listed(steps)) => return listed(words, steps),
        Some(GivenSteps::Text(text)) => text,
        None => return Err(Refused::new(UnreadableGivens::Nothing)),
    };
    let text = text.trim_matches(|c: char| c == '\u{feff}' || c == '\r' || c == '\n');
    if text.trim_start().starts_with('{') {
        return document(words, text);
    }
    if text.contains(':') {
        let board = words.board.board()?;
        let pairs = text.split([',', ' ', '\n', '\r', ';']).filter(|pair| !pair.is_empty());
        return checked(
            words,
            &board,
            pairs.map(|pair| pair_of(&board, pair)).collect::<Result<Vec<_>, _>>()?,
        );
    }
    match text.lines().next() {
        Some(head) if head.starts_with(|c: char| c.is_ascii_alphabetic()) => table(words, text),
        _ => grid(words, text),
    }
}

fn checked(words: &GivenParameters, board: &Board, steps: Vec<(Square, u32)>) -> Result<Givens, Refused> {
    let kind = words.kind.unwrap_or(TourKind::Open);
    Givens::new(board, words.board.leaper(), kind, steps).map_err(Refused::new)
}

/// Parses an object such as `{"a1": 1}`.
fn listed(words: &GivenParameters, steps: &Map<String, Value>) -> Result<Givens, Refused> {
    let board = words.board.board()?;
    let step = |(name, step): (&String, &Value)| {
        let square = parse_square(&board, name).map_err(Refused::new)?;
        let text = step.as_str().map_or(step.to_string(), str::to_owned);
        Ok((square, number(&text, 1)?))
    };
    checked(words, &board, steps.iter().map(step).collect::<Result<Vec<_>, Refused>>()?)
}

/// Parses the document of a puzzle; the question's own parameters take precedence.
fn document(words: &GivenParameters, text: &str) -> Result<Givens, Refused> {
    let unreadable =
        || Refused::new(UnreadableGivens::NoStep { line: 1, text: text.chars().take(20).collect() });
    let Ok(Value::Object(mut written)) = serde_json::from_str(text) else { return Err(unreadable()) };
    let Some(Value::Object(steps)) = written.remove("givens") else {
        return Err(Refused::new(UnreadableGivens::Nothing));
    };
    fn own<T: Parameter>(written: &mut Map<String, Value>, name: &str) -> Result<Option<T>, Refused> {
        written.remove(name).filter(|value| !value.is_null()).map(|value| T::parse(name, &value)).transpose()
    }
    let board = own::<Board>(&mut written, "board")?;
    let holes = own::<Squares>(&mut written, "holes")?.unwrap_or_default();
    let mut asked = words.clone();
    if asked.board.leaper.is_none() {
        asked.board.leaper = own::<Leaper>(&mut written, "leaper")?;
    }
    if asked.kind.is_none() {
        asked.kind = own::<TourKind>(&mut written, "kind")?;
    }
    match (&words.board.board, board) {
        (Some(_), Some(board)) => {
            let own = BoardParameters { holes, ..BoardParameters::new(board) };
            same(&own.board()?, &words.board.board()?)?;
        }
        (None, Some(board)) => {
            let own = BoardParameters { holes, ..BoardParameters::new(board) };
            asked.board.board = Some(own.board()?);
        }
        (_, None) if words.board.holes.0.is_empty() => asked.board.holes = holes,
        (_, None) => {}
    }
    listed(&asked, &steps)
}

/// Refuses a puzzle whose own board is not the board of the question.
fn same(own: &Board, board: &Board) -> Result<(), Refused> {
    if (board.files(), board.ranks()) != (own.files(), own.ranks()) {
        let (grid, board) = (own.to_string(), board.to_string());
        return Err(Refused::new(UnreadableGivens::OtherBoard { grid, board }));
    }
    let is_in_one =
        |holes: &[Square], others: &Board| holes.iter().copied().find(|&hole| others.contains(hole));
    match is_in_one(own.holes(), board).into_iter().chain(is_in_one(board.holes(), own)).min() {
        Some(square) => {
            let square = ktour_core::notation::name(board, square);
            Err(Refused::new(UnreadableGivens::OtherHoles { square }))
        }
        None => Ok(()),
    }
}

fn pair_of(board: &Board, pair: &str) -> Result<(Square, u32), Refused> {
    let (name, step) = pair.split_once(':').unwrap_or((pair, ""));
    Ok((parse_square(board, name).map_err(Refused::new)?, number(step, 1)?))
}

fn number(text: &str, line: usize) -> Result<u32, Refused> {
    let number = text.trim().parse();
    number.map_err(|_| Refused::new(UnreadableGivens::NoStep { line, text: text.chars().take(20).collect() }))
}

/// Parses a table: a header, then a step, a column and a row from the top left in each line.
fn table(words: &GivenParameters, text: &str) -> Result<Givens, Refused> {
    let board = words.board.board()?;
    let mut steps = Vec::new();
    for (line, row) in (1..).zip(text.lines()).skip(1).filter(|(_, row)| !row.trim().is_empty()) {
        let (step, place) = row.split_once(',').unwrap_or((row, ""));
        let square = parse_square(&board, place.trim()).map_err(Refused::new)?;
        steps.push((square, number(step, line)?));
    }
    checked(words, &board, steps)
}

fn grid(words: &GivenParameters, text: &str) -> Result<Givens, Refused> {
    let lines: Vec<Vec<&str>> = text.split(['\n', '/']).map(cells).filter(|line| !line.is_empty()).collect();
    let (files, ranks) = (lines.first().map_or(0, Vec::len), lines.len());
    if files == 0 {
        return Err(Refused::new(UnreadableGivens::Nothing));
    }
    if let Some((line, row)) = (1..).zip(&lines).find(|(_, row)| row.len() != files) {
        return Err(Refused::new(UnreadableGivens::Ragged { line, cells: row.len(), first: files }));
    }
    let size = Board::new(files as u64, ranks as u64).map_err(Refused::new)?;
    let (mut holes, mut steps) = (Vec::new(), Vec::new());
    for (line, row) in (1..).zip(&lines) {
        for (file, &cell) in (0..).zip(row) {
            let square = Square::new(file, size.rank_of(line as u64 - 1));
            match cell {
                "" | "." | "_" | "0" => {}
                "#" => holes.push(square),
                step => steps.push((square, number(step, line)?)),
            }
        }
    }
    let own = size.with_holes(holes).map_err(Refused::new)?;
    if words.board.board.is_some() {
        let board = words.board.board()?;
        same(&own, &board)?;
        return checked(words, &board, steps);
    }
    let more = BoardParameters { board: Some(size), ..words.board.clone() }.board()?;
    checked(words, &own.with_holes(more.holes().iter().copied()).map_err(Refused::new)?, steps)
}

/// Splits a line into cells: at commas, else at blanks.
fn cells(line: &str) -> Vec<&str> {
    match line.contains(',') {
        true => line.trim_end_matches('\r').split(',').map(str::trim).collect(),
        false => line.split_whitespace().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParameterGroup as _;

    fn parameters(values: &[(&str, &str)]) -> GivenParameters {
        let values = values.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        GivenParameters::read(&values.collect()).unwrap()
    }

    fn read(givens: &str) -> Result<Givens, String> {
        super::givens(&parameters(&[("givens", givens)])).map_err(|refused| refused.to_string())
    }

    #[test]
    fn one_puzzle_is_written_in_many_ways() {
        let puzzle = read(" 1 . . .\n12 _ 0 .\n . . . .\n").unwrap();
        assert_eq!(puzzle.to_string(), " 1  .  .  .\n12  .  .  .\n .  .  .  .\n");
        let same = [
            "1 . . ./12 . . ./. . . .",
            "1,,,\n12,,,\n.,.,.,.",
            r#"{"board": "4x3", "givens": {"a3": 1, "a2": 12}}"#,
            r#"{"board": {"files": 4, "ranks": 3, "holes": []}, "leaper": [1, 2], "kind": "open", "givens": {"a3": "1", "a2": 12}, "seed": 1}"#,
        ];
        same.into_iter().for_each(|text| assert_eq!(read(text), Ok(puzzle.clone()), "{text}"));
        for text in ["a3:1, a2:12", "move,x,y\n1,0,0\n12,0,1\n"] {
            let words = parameters(&[("board", "4x3"), ("givens", text)]);
            assert_eq!(super::givens(&words).unwrap(), puzzle, "{text}");
        }
    }

    #[test]
    fn a_requested_board_must_be_the_board_of_the_puzzle() {
        let document = r##"{"board": {"files": 3, "ranks": 3, "holes": ["b2"]}, "givens": {"a1": 1}}"##;
        for puzzle in ["...\n.#.\n1..".replace("", " ").as_str(), document] {
            for (size, holes, fault) in [
                ("3", Some("b2"), None),
                ("3", None, Some("b2 is a hole in one of the two")),
                ("3", Some("b2,c3"), Some("c3 is a hole in one of the two")),
                ("4", Some("b2"), Some("the grid is 3x3 and the board is 4x4")),
            ] {
                let holes_given = holes.unwrap_or_default();
                let words = parameters(&[("board", size), ("holes", holes_given), ("givens", puzzle)]);
                let read = super::givens(&words).map_err(|error| error.to_string());
                match (read, fault) {
                    (Ok(givens), None) => assert_eq!(givens.board().square_count(), 8),
                    (Err(error), Some(fault)) => assert!(error.starts_with(fault), "{error}"),
                    (read, fault) => {
                        panic!("{puzzle:?} on {size} without {holes:?}: {read:?}, not {fault:?}")
                    }
                }
            }
        }
    }

    #[test]
    fn unreadable_steps_are_refused_in_one_sentence() {
        for (text, sentence) in [
            (
                "1 . x",
                "`x` in line 1 is not a step: write a number, or . for what is to be found and # for a hole",
            ),
            (
                "1 . .\n. .",
                "line 2 has 2 squares and line 1 has 3: all lines of a grid must have the same length",
            ),
            ("1 . .\n. 1 .\n. . .", "1 is given twice, on b2 and on a3"),
            (
                "",
                "no steps are given: write a grid of numbers with . for what is to be found, or a list such as a1:1, c4:7",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), sentence, "{text}");
        }
        let strange = [
            "/",
            ":",
            "a1:",
            "{}",
            "{\"givens\": []}",
            "move,x,y\n1",
            "-1",
            "99999999999",
            "#",
            ",,\n,",
            "\u{feff}0",
        ];
        strange.into_iter().for_each(|text| drop(read(text)));
    }
}
