//! Whether a tour exists, and why not.

use knights_tour::{
    Board, BoardError, KNIGHT, Puzzle, Square, TourKind, notation,
    theory::{self, Class, Missing, Verdict},
};
use serde_json::{Map, Value, json};

use super::reason_json;

/// Boards of up to this many squares have their missing squares listed; larger ones have a rule.
const LISTED: u128 = 4096;
/// The longest side of a table.
pub const TABLE: u64 = 1000;

/// All that is answered about one board.
pub struct Survey<'a> {
    /// The question.
    pub puzzle: &'a Puzzle,
    /// Whether a closed tour exists, where that was asked.
    pub closed: Option<Verdict>,
    /// Whether an open tour exists, where that was asked.
    pub open: Option<Verdict>,
    /// For a knight on a full rectangle.
    pub class: Option<Class>,
    /// Which one square may be missing, where that was asked.
    pub missing: Option<Missing>,
}

impl<'a> Survey<'a> {
    /// Answers all that was asked; `decide` gives the word on one kind.
    pub fn of(puzzle: &'a Puzzle, decide: impl Fn(&Puzzle) -> Verdict) -> Self {
        let asks = |kind| puzzle.kind().is_none_or(|asked| asked == kind);
        let verdict = |kind| asks(kind).then(|| decide(&puzzle.clone().with_kind(kind)));
        let has_start = puzzle.start().is_some() || puzzle.end().is_some();
        let is_plain = puzzle.board().is_rectangle() && puzzle.leaper() == KNIGHT;
        Survey {
            puzzle,
            closed: if puzzle.end().is_none() { verdict(TourKind::Closed) } else { None },
            open: verdict(TourKind::Open),
            class: is_plain.then(|| Class::of(puzzle.board())),
            missing: (is_plain && !has_start && puzzle.kind().is_none())
                .then(|| theory::missing(puzzle.board())),
        }
    }

    fn name(&self, square: Square) -> String {
        notation::name(self.puzzle.board(), square)
    }

    /// The document.
    pub fn json(&self) -> Value {
        let board = self.puzzle.board();
        let mut document = Map::new();
        document.insert("board".into(), board.to_string().into());
        if !board.is_rectangle() {
            let holes = board.holes().iter().map(|&hole| self.name(hole));
            document.insert("holes".into(), holes.collect());
        }
        if self.puzzle.leaper() != KNIGHT {
            let leaper = self.puzzle.leaper();
            document.insert("leaper".into(), json!([leaper.r(), leaper.s()]));
            if board.is_rectangle() {
                let connected = theory::leaper_bound(board, leaper).is_none();
                document.insert("connected".into(), connected.into());
            }
        }
        for (key, square) in [("start", self.puzzle.start()), ("end", self.puzzle.end())] {
            if let Some(square) = square {
                document.insert(key.into(), self.name(square).into());
            }
        }
        if let Some(class) = self.class {
            document.insert("class".into(), class.to_string().into());
        }
        for (key, verdict) in [("closed", &self.closed), ("open", &self.open)] {
            if let Some(verdict) = verdict {
                document.insert(key.into(), verdict_json(board, verdict));
            }
        }
        if let Some(missing) = &self.missing {
            document.insert("closed_with_one_missing".into(), missing_json(board, missing));
        }
        document.into()
    }
}

fn verdict_json(board: &Board, verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Yes(grounds) => json!({"answer": "yes", "because": grounds.to_string()}),
        Verdict::No(reason) => json!({"answer": "no", "reason": reason_json(board, reason)}),
        Verdict::Unknown => json!({"answer": "unknown"}),
    }
}

/// The squares that may be missing, as a list where it is short, always as a rule.
fn missing_json(board: &Board, missing: &Missing) -> Value {
    if !missing.is_possible() {
        let code = if *missing == Missing::EvenBoard { "parity" } else { "every-square" };
        let mut answer = json!({"answer": "no", "reason": {"code": code, "text": missing.text(board)}});
        if code == "every-square" && board.area() <= LISTED {
            answer["reason"]["squares"] =
                board.squares().filter_map(|hole| without_json(board, hole)).collect();
        }
        return answer;
    }
    let mut answer = json!({"answer": "yes", "rule": {"text": missing.text(board)}});
    if board.area() <= LISTED {
        let squares = board.squares().filter(|&square| missing.allows(square));
        answer["missing"] = squares.map(|square| Value::from(notation::name(board, square))).collect();
    }
    if let Missing::DarkBut(but) = missing {
        answer["rule"]["colour_of"] = notation::name(board, Square::new(0, 0)).into();
        answer["rule"]["except"] =
            but.iter().map(|&square| Value::from(notation::name(board, square))).collect();
    }
    answer
}

/// Why leaving out this square leaves no closed tour.
fn without_json(board: &Board, hole: Square) -> Option<Value> {
    let rest = board.with_holes([hole]).ok()?;
    let verdict = theory::exists(&Puzzle::new(rest).with_kind(TourKind::Closed));
    let reason = verdict.reason().map(|reason| reason_json(board, reason));
    Some(json!({"square": notation::name(board, hole), "reason": reason}))
}

/// The class of every rectangle up to a size, a row a text; row m, column n.
pub fn table_rows(sides: &Board) -> Result<Vec<String>, BoardError> {
    let class = |m, n| Board::new(n, m).map(|board| Class::of(&board).to_string());
    let row = |m| (1..=sides.files()).map(|n| class(m, n)).collect::<Result<Vec<_>, _>>();
    (1..=sides.ranks()).map(|m| row(m).map(|row| row.join(" "))).collect()
}

/// `{"files": …, "ranks": …, "rows": […]}`.
pub fn table_json(sides: &Board, rows: &[String]) -> Value {
    json!({"files": sides.files(), "ranks": sides.ranks(), "rows": rows})
}
