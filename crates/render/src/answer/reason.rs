//! A reason as JSON: its code, its sentence, and the data by which it can be checked again.

use crate::whole;
use knights_tour::{
    Board, Reason, Square, notation,
    reason::LeaperBound,
    theory::{Proof, Step, Then},
};
use serde_json::{Value, json};

/// `{"code": …, "text": …, "squares": […], "certificate": {…}}`: the sentence, the squares it is about, the
/// data.
pub fn reason_json(board: &Board, reason: &Reason) -> Value {
    json!({
        "code": reason.code(),
        "text": reason.text(board),
        "squares": Names(board).squares(&reason.squares()),
        "certificate": Names(board).certificate(reason),
    })
}

/// Writes squares as the board's output names them.
#[derive(Clone, Copy)]
struct Names<'a>(&'a Board);

impl Names<'_> {
    fn square(self, square: Square) -> Value {
        notation::name(self.0, square).into()
    }

    fn squares(self, squares: &[Square]) -> Value {
        squares.iter().map(|&square| self.square(square)).collect()
    }

    fn certificate(self, reason: &Reason) -> Value {
        match reason {
            Reason::TooSmall { squares } => json!({"squares": whole(*squares)}),
            Reason::Parity { dark, light, start, end, .. } => json!({
                "a1_colour": whole(*dark),
                "other_colour": whole(*light),
                "start": start.map(|start| self.square(start)),
                "end": end.map(|end| self.square(end)),
            }),
            Reason::FewNeighbours { squares, .. } => {
                let square = |&(square, count): &(Square, usize)| json!({"square": self.square(square), "neighbours": count});
                json!({"squares": squares.iter().map(square).collect::<Value>()})
            }
            Reason::Contested { square, by, gives } => {
                json!({"square": self.square(*square), "needed_by": self.squares(by), "gives": gives})
            }
            Reason::Shortage { squares, givers } => {
                json!({"squares": self.squares(squares), "givers": self.squares(givers)})
            }
            Reason::Disconnected { from, to } => json!({"from": self.square(*from), "to": self.square(*to)}),
            Reason::Cut { removed, pieces, joins } => {
                json!({"removed": self.squares(removed), "pieces": self.squares(pieces), "joins": joins})
            }
            Reason::OuterLines { length, end, hole } => json!({
                "length": whole((*length).into()),
                "end": end.map(|end| self.square(end)),
                "hole": hole.map(|hole| self.square(hole)),
            }),
            Reason::Schwenk { short, long } => json!({"short": short, "long": whole((*long).into())}),
            Reason::Leaper { leaper, bound } => {
                let (name, number) = match *bound {
                    LeaperBound::Colour => ("colour", None),
                    LeaperBound::Divisor(divisor) => ("divisor", Some(divisor)),
                    LeaperBound::Narrow(side) => ("shorter side", Some(side)),
                    LeaperBound::Short(side) => ("longer side", Some(side)),
                    _ => ("other", None),
                };
                let number = number.map(|number| whole(number.into()));
                json!({"leaper": [leaper.r(), leaper.s()], "bound": name, "is": number})
            }
            Reason::Forced(proof) => self.proof(proof),
            Reason::Exhausted { nodes } => json!({"nodes": whole((*nodes).into())}),
            _ => Value::Null,
        }
    }

    /// The steps of a proof, and how it ends.
    fn proof(self, proof: &Proof) -> Value {
        let step = |step: &Step| match step {
            Step::Only { at, to } => json!({"take": self.squares(&[*at, *to])}),
            Step::Full { at, to } => json!({"drop": self.squares(&[*at, *to])}),
            Step::Loop { path } => json!({"drop_loop": self.squares(path)}),
        };
        let steps: Value = proof.steps.iter().map(step).collect();
        match &proof.then {
            Then::Lost(square) => json!({"steps": steps, "lost": self.square(*square)}),
            Then::Apart(from, to) => json!({"steps": steps, "apart": self.squares(&[*from, *to])}),
            Then::Cases { leap, taken, dropped } => json!({
                "steps": steps,
                "leap": self.squares(&[leap.0, leap.1]),
                "if_taken": self.proof(taken),
                "if_dropped": self.proof(dropped),
            }),
            Then::Ends(ends) => {
                let end = |(end, proof): &(Square, Proof)| json!({"end": self.square(*end), "proof": self.proof(proof)});
                json!({"ends": ends.iter().map(end).collect::<Value>()})
            }
        }
    }
}
