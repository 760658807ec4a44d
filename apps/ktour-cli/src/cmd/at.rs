//! `ktour at`: a step or a square of the implicit tour, on a board of any size.

use ktour_answer::{
    at::{At, AtDocument, Located},
    to_json,
};
use ktour_core::notation::name;

use crate::{
    args::AtArgs,
    exit::{Exit, Failure},
    output, refusal_text,
};

pub(crate) fn run(args: &AtArgs) -> Result<Exit, Failure> {
    let question = At::new(&args.parameters()?)?;
    let found = match question.answer() {
        // A search might find a tour that cannot be constructed, so the answer is unknown, not an error.
        Err(refused) if refused.code() == "not-built" => {
            say!("ktour: {}", refusal_text::refusal_text(&refused));
            return Ok(Exit::Unknown);
        }
        found => found?,
    };
    let board = question.puzzle.board();
    match &found {
        _ if args.json => {
            let document = AtDocument::new(&question.puzzle, &found);
            output::to_stdout(|out| writeln!(out, "{}", to_json(&document)))?;
        }
        Located::Here { square, .. } if args.parameters.step.is_some() => {
            output::to_stdout(|out| writeln!(out, "{}", name(board, *square)))?;
        }
        Located::Here { step, .. } => output::to_stdout(|out| writeln!(out, "{step}"))?,
        Located::Impossible(reason) => say!("ktour: no tour: {}", reason.text(board)),
    }
    Ok(if matches!(found, Located::Impossible(_)) { Exit::No } else { Exit::Yes })
}
