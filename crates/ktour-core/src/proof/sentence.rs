//! Reasons as English sentences.

use std::fmt::{self, Write};

use super::{LeaperBound, Reason, SymmetryFacts};
use crate::{
    Board, Square, TourKind,
    notation::{self, and_list, counted},
};

impl Reason {
    /// Writes the reason as a sentence, with squares named as in the board's output.
    ///
    /// ```
    /// use ktour::{Board, Puzzle, theory::exists};
    /// let board = Board::new(3, 3)?;
    /// let verdict = exists(&Puzzle::new(board.clone()));
    /// assert_eq!(verdict.reason().unwrap().text(&board), "no leap leads to b2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn text(&self, board: &Board) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text, &|square| notation::name(board, square));
        text
    }

    fn write(&self, f: &mut dyn Write, name: &dyn Fn(Square) -> String) -> fmt::Result {
        let list = |squares: &[Square]| {
            let names: Vec<String> = squares.iter().map(|&square| name(square)).collect();
            and_list(&names)
        };
        match self {
            Reason::TooSmall { squares } => {
                write!(f, "a closed tour visits at least three squares, and the board has {squares}")
            }
            Reason::Parity { kind, dark, light, start, end } => {
                write!(
                    f,
                    "every leap changes the colour of the square, and the board has {dark} squares of a1's colour and {light} of the other"
                )?;
                match (kind, start, end) {
                    (_, Some(start), Some(end)) => {
                        let which =
                            if dark == light { "of two colours" } else { "both of the more frequent colour" };
                        write!(
                            f,
                            ": the ends of a tour are {which}, which {} and {} are not",
                            name(*start),
                            name(*end)
                        )
                    }
                    (_, Some(square), None) | (_, None, Some(square)) => {
                        let colour = if square.is_dark() { "a1's" } else { "the other" };
                        write!(
                            f,
                            ": an open tour begins and ends on the more frequent colour, and {} has {colour} colour",
                            name(*square)
                        )
                    }
                    (TourKind::Closed, None, None) => write!(f, ": a closed tour needs as many of each"),
                    (TourKind::Open, None, None) => write!(f, ": an open tour allows a difference of one"),
                }
            }
            Reason::FewNeighbours { kind, squares } => {
                let names: Vec<Square> = squares.iter().map(|&(square, _)| square).collect();
                match (kind, &squares[..]) {
                    (_, [(square, 0), ..]) => write!(f, "no leap leads to {}", name(*square)),
                    (TourKind::Closed, _) => {
                        write!(
                            f,
                            "{} has only one neighbour, and a closed tour comes from one neighbour and goes on to another",
                            list(&names)
                        )
                    }
                    (TourKind::Open, [(square, _)]) => {
                        write!(
                            f,
                            "{} has only one neighbour, so it would have to be an end, and the ends are given",
                            name(*square)
                        )
                    }
                    (TourKind::Open, _) => {
                        write!(
                            f,
                            "{} have only one neighbour each, so each would have to be an end, and a tour has no more than two",
                            list(&names)
                        )
                    }
                }
            }
            Reason::Contested { square, by, gives } => {
                let leaps =
                    if *gives == 1 { "as an end gives one leap only" } else { "gives two leaps only" };
                write!(
                    f,
                    "{} each need {}, one of their two neighbours, which {leaps}",
                    list(by),
                    name(*square)
                )
            }
            Reason::Shortage { squares, givers } => {
                let few = |squares: &[Square]| match squares.len() {
                    0..=12 => list(squares),
                    many => format!(
                        "{} and {} more",
                        squares[..10].iter().map(|&s| name(s)).collect::<Vec<_>>().join(", "),
                        many - 10
                    ),
                };
                if let [only] = squares[..] {
                    return write!(f, "{} needs more leaps than it can have", name(only));
                }
                write!(
                    f,
                    "no two of the {} squares {} are a leap apart, and together they need more leaps than ",
                    squares.len(),
                    few(squares)
                )?;
                match givers[..] {
                    [] => return write!(f, "lead to them"),
                    [only] => write!(f, "{}", name(only))?,
                    _ => write!(f, "the {} squares {}", givers.len(), few(givers))?,
                }
                write!(f, " and all leaps to other squares can supply")
            }
            Reason::Disconnected { from, to } => {
                write!(f, "no sequence of leaps leads from {} to {}", name(*from), name(*to))
            }
            Reason::Cut { removed, pieces, joins } => {
                let (few, through) = match removed.len() {
                    1 => ("square".to_owned(), "it"),
                    k => (format!("{k} squares"), "them"),
                };
                let firsts: Vec<Square> = pieces.iter().filter_map(|piece| piece.first().copied()).collect();
                write!(
                    f,
                    "without the {few} {} the board falls into {} pieces (those of {}), and a tour can join {joins} at most through {through}",
                    list(removed),
                    pieces.len(),
                    list(&firsts)
                )
            }
            Reason::OuterLines { length, end, hole } => {
                write!(
                    f,
                    "on a 4x{length} board every leap from the two outer lines leads to the two inner ones, which have no more squares, so "
                )?;
                match (hole, end) {
                    (Some(hole), _) => write!(f, "without {} outer and inner squares", name(*hole))?,
                    (_, Some(end)) => {
                        write!(f, "with the end {} on an inner line outer and inner squares", name(*end))?
                    }
                    _ => write!(f, "outer and inner squares")?,
                }
                write!(f, " would alternate, as colours do, and all outer squares would have one colour")
            }
            Reason::Schwenk { short: 4, long } => write!(
                f,
                "4x{long} has no closed tour by Schwenk's theorem: every leap from the two outer lines leads to the two inner ones, which have as many squares, so they would alternate as colours do, and all outer squares would have one colour"
            ),
            Reason::Schwenk { short, long } => {
                write!(
                    f,
                    "{short}x{long} has no closed tour by Schwenk's theorem, which excepts 3x4, 3x6 and 3x8"
                )
            }
            Reason::Leaper { leaper, bound } => {
                let (r, s) = (leaper.r(), leaper.s());
                match bound {
                    LeaperBound::Colour => {
                        write!(f, "{r}+{s} is even, so the {leaper} never changes the colour of its square")
                    }
                    LeaperBound::Divisor(d) => write!(
                        f,
                        "{d} divides both {r} and {s}, so the {leaper} moves by multiples of {d} only"
                    ),
                    LeaperBound::Narrow(side) => {
                        write!(
                            f,
                            "the {leaper} reaches every square only if the shorter side is at least {r}+{s} (Knuth), and it is {side}"
                        )
                    }
                    LeaperBound::Short(side) => {
                        write!(
                            f,
                            "the {leaper} reaches every square only if the longer side is at least 2*{s} (Knuth), and it is {side}"
                        )
                    }
                }
            }
            Reason::Forced(proof) => proof.write(f, name),
            Reason::SymmetryImpossible(all) => SymmetryFacts::write_all(all, f, name),
            Reason::Exhausted { nodes } => {
                write!(f, "an exhaustive search ended without a tour after {}", counted(*nodes, "node"))
            }
        }
    }
}

impl std::error::Error for Reason {}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &|square| square.to_string())
    }
}
