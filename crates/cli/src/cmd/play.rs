//! `ktour play`: the game in the terminal, or a search to watch.

use std::io::{self, IsTerminal};

use knights_tour::notation;
use knights_tour_answer::solve::Solve;
use knights_tour_play::{self as play, App, Ended, Speed};

use crate::{
    args::PlayArgs,
    console::Console,
    exit::{Exit, Failure},
};

/// The most squares that the command to go on with names.
const NAMED: usize = 400;

pub(crate) fn run(mut args: PlayArgs, console: &Console) -> Result<Exit, Failure> {
    let Solve { puzzle, strategy, .. } = args.question()?;
    let screen = play::Look { has_colour: console.look.has_colour, is_ascii: args.ascii };
    let app = App::new(puzzle, strategy, screen).map_err(Failure::refused)?;
    let mut app = match args.watch {
        true => app.watching(Speed::new(args.speed)).map_err(Failure::refused)?,
        false => app,
    };
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let sentence = "play needs a terminal to draw on and to read keys from: run it without a pipe, or use ktour solve";
        return Err(Failure::Refused(sentence.into()));
    }
    let ended = console.during(|cancel| play::run(&mut app, &cancel));
    let ended = ended.map_err(|error| Failure::Refused(format!("the terminal cannot be used: {error}")))?;
    if !console.look.is_quiet {
        tell_how_to_go_on(&app);
    }
    Ok(match ended {
        Ended::Quit => Exit::Yes,
        Ended::Interrupted => Exit::Interrupted,
    })
}

/// A game that was left half-way is not lost.
fn tell_how_to_go_on(app: &App) {
    let (board, played) = (app.game().board(), app.game().played());
    if (1..=NAMED).contains(&played.len()) && app.game().left() > 0 {
        let names: Vec<String> = played.iter().map(|&square| notation::name(board, square)).collect();
        say!("ktour: to go on, add --after {}", names.join(","));
    }
}
