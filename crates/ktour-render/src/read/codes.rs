//! Error codes of unreadable input, and the facts of each.

use ktour_core::{Coded, Fact, notation};

use super::{
    error::ReadError,
    fault::{DocumentFault, LineFault, NumbersFault, PictureFault},
};

impl Coded for ReadError {
    const CODES: &'static [(&'static str, &'static [&'static str])] = &[
        ("read-io", &["what"]),
        ("read-empty", &[]),
        ("read-binary", &[]),
        ("read-unknown-format", &["text"]),
        ("read-line", &["line", "what"]),
        ("read-line-length", &["line", "found", "expected"]),
        ("read-line-order", &["line", "found", "expected"]),
        ("read-numbers", &[]),
        ("read-missing", &["number"]),
        ("read-twice", &["number", "first", "second"]),
        ("read-out-of-range", &["number", "square", "squares"]),
        ("read-other-size", &["files", "ranks", "board"]),
        ("read-mixed", &[]),
        ("read-picture", &["what"]),
        ("read-picture-empty", &[]),
        ("read-picture-large", &["files", "ranks", "most"]),
        ("read-json", &["what"]),
        ("read-json-lacks", &["key"]),
        ("read-json-late", &["key"]),
        ("read-json-value", &["key", "found", "right"]),
        ("read-array", &["what"]),
        ("read-too-large", &["squares", "limit"]),
        ("read-memory", &["needed", "memory"]),
        ("read-no-successor", &["step", "square", "leaper"]),
        ("read-several", &["line"]),
        ("read-maybe-holes", &["square", "visited", "of", "board", "holes"]),
    ];

    fn code(&self) -> &'static str {
        match self {
            ReadError::Io(_) => "read-io",
            ReadError::Empty => "read-empty",
            ReadError::Binary => "read-binary",
            ReadError::UnknownFormat(_) => "read-unknown-format",
            ReadError::Line { fault, .. } => match fault {
                LineFault::Length { .. } => "read-line-length",
                LineFault::Order { .. } => "read-line-order",
                LineFault::Mixed => "read-mixed",
                _ => "read-line",
            },
            ReadError::Numbers(fault) => match fault {
                NumbersFault::Missing { .. } => "read-missing",
                NumbersFault::Twice { .. } => "read-twice",
                NumbersFault::OutOfRange { .. } => "read-out-of-range",
                NumbersFault::OtherSize { .. } => "read-other-size",
                NumbersFault::Mixed => "read-mixed",
                NumbersFault::Changed | NumbersFault::Hopeless { .. } => "read-numbers",
            },
            ReadError::Picture(fault) => match fault {
                PictureFault::Empty => "read-picture-empty",
                PictureFault::TooLarge { .. } => "read-picture-large",
                PictureFault::Board(error) => error.code(),
                PictureFault::Stranger | PictureFault::Broken(_) => "read-picture",
            },
            ReadError::Json(fault) => match fault {
                DocumentFault::Unreadable(_)
                | DocumentFault::LongString { .. }
                | DocumentFault::Deep { .. }
                | DocumentFault::Twice { .. }
                | DocumentFault::ManyKeys { .. } => "read-json",
                DocumentFault::Lacks { .. } => "read-json-lacks",
                DocumentFault::Late { .. } => "read-json-late",
                DocumentFault::Value { .. } => "read-json-value",
                DocumentFault::Board(error) => error.code(),
                DocumentFault::Leaper(error) => error.code(),
                DocumentFault::Square(error) => error.code(),
            },
            ReadError::Array(_) => "read-array",
            ReadError::Board(error) => error.code(),
            ReadError::Square(error) => error.code(),
            ReadError::TooLarge { .. } => "read-too-large",
            ReadError::Memory { .. } => "read-memory",
            ReadError::NoSuccessor { .. } => "read-no-successor",
            ReadError::Several { .. } => "read-several",
            ReadError::MaybeHoles { .. } => "read-maybe-holes",
            ReadError::NotATour(error) => error.code(),
        }
    }

    fn facts(&self) -> Vec<(&'static str, Fact)> {
        match self {
            ReadError::Io(error) => vec![("what", Fact::Text(error.to_string()))],
            ReadError::Empty | ReadError::Binary => Vec::new(),
            ReadError::UnknownFormat(text) => vec![("text", text.into())],
            ReadError::Line { line, fault } => match fault {
                LineFault::Length { found, expected } => {
                    vec![("line", line.into()), ("found", found.into()), ("expected", expected.into())]
                }
                LineFault::Order { found, expected } => {
                    vec![("line", line.into()), ("found", found.into()), ("expected", expected.into())]
                }
                LineFault::Mixed => Vec::new(),
                _ => vec![("line", line.into()), ("what", Fact::Text(fault.found()))],
            },
            ReadError::Numbers(fault) => match fault {
                NumbersFault::Missing { number } => vec![("number", number.into())],
                NumbersFault::Twice { number, first, second } => {
                    vec![("number", number.into()), ("first", first.into()), ("second", second.into())]
                }
                NumbersFault::OutOfRange { number, square, squares } => {
                    vec![("number", number.into()), ("square", square.into()), ("squares", squares.into())]
                }
                NumbersFault::OtherSize { files, ranks, board } => {
                    vec![("files", files.into()), ("ranks", ranks.into()), ("board", board.into())]
                }
                NumbersFault::Mixed | NumbersFault::Changed | NumbersFault::Hopeless { .. } => Vec::new(),
            },
            ReadError::Picture(fault) => match fault {
                PictureFault::Empty => Vec::new(),
                PictureFault::TooLarge { files, ranks, most } => {
                    vec![("files", files.into()), ("ranks", ranks.into()), ("most", most.into())]
                }
                PictureFault::Board(error) => error.facts(),
                PictureFault::Stranger | PictureFault::Broken(_) => {
                    vec![("what", Fact::Text(fault.to_string()))]
                }
            },
            ReadError::Json(fault) => match fault {
                DocumentFault::Unreadable(what) => vec![("what", what.into())],
                DocumentFault::LongString { .. }
                | DocumentFault::Deep { .. }
                | DocumentFault::Twice { .. }
                | DocumentFault::ManyKeys { .. } => {
                    vec![("what", Fact::Text(fault.to_string()))]
                }
                DocumentFault::Lacks { key } | DocumentFault::Late { key } => vec![("key", key.into())],
                DocumentFault::Value { key, found, right } => {
                    let right = Fact::List(right.iter().map(|&word| word.to_owned()).collect());
                    vec![("key", key.into()), ("found", found.into()), ("right", right)]
                }
                DocumentFault::Board(error) => error.facts(),
                DocumentFault::Leaper(error) => error.facts(),
                DocumentFault::Square(error) => error.facts(),
            },
            ReadError::Array(fault) => vec![("what", Fact::Text(fault.to_string()))],
            ReadError::Board(error) => error.facts(),
            ReadError::Square(error) => error.facts(),
            ReadError::TooLarge { verified, limit } => {
                vec![("squares", (&verified.squares).into()), ("limit", limit.into())]
            }
            ReadError::Memory { needed, memory, .. } => {
                vec![("needed", needed.into()), ("memory", memory.into())]
            }
            ReadError::NoSuccessor { step, square, leaper } => {
                vec![("step", step.into()), ("square", square.into()), ("leaper", leaper.into())]
            }
            ReadError::Several { line } => vec![("line", line.into())],
            ReadError::MaybeHoles { board, holes, visited, of } => vec![
                ("square", (&holes[0]).into()),
                ("visited", visited.into()),
                ("of", of.into()),
                ("board", board.into()),
                ("holes", Fact::List(holes.iter().map(|&hole| notation::name(board, hole)).collect())),
            ],
            ReadError::NotATour(error) => error.facts(),
        }
    }
}
