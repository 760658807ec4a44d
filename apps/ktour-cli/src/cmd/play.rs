//! `ktour play`: the game in the terminal, a search to watch, or a number puzzle.

use std::io::{self, IsTerminal};

use ktour_answer::{
    puzzles::{given::Given, make::MakePuzzle},
    solve::Solve,
};
use ktour_core::{Outcome, Tour, notation};
use ktour_play::{self as play, App, GameEnd, NumberGame, Scene, Speed};
use ktour_puzzle::{Givens, Uniqueness};

use crate::{
    args::PlayArgs,
    cmd::puzzle::given::given_parameters,
    console::Console,
    exit::{Exit, Failure},
};

/// Maximum number of squares in the command that resumes a game.
const MAX_SQUARES_NAMED: usize = 400;

pub(crate) fn run(mut args: PlayArgs, console: &Console) -> Result<Exit, Failure> {
    let screen = play::Look { has_colour: console.look.has_colour, is_ascii: args.ascii };
    if args.puzzle {
        let (givens, solution, about) = match puzzle(&mut args, console)? {
            Ok(puzzle) => puzzle,
            Err(exit) => return Ok(exit),
        };
        return on_terminal(&mut NumberGame::new(givens, solution, about, screen), console);
    }
    let Solve { puzzle, strategy, .. } = args.question()?;
    let app = App::new(puzzle, strategy, screen).map_err(Failure::refused)?;
    let mut app = match args.watch {
        true => app.watching(Speed::new(args.speed)).map_err(Failure::refused)?,
        false => app,
    };
    let exit = on_terminal(&mut app, console)?;
    if !console.look.is_quiet {
        print_resume_command(&app);
    }
    Ok(exit)
}

/// Plays until the player leaves.
fn on_terminal(scene: &mut impl Scene, console: &Console) -> Result<Exit, Failure> {
    if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
        let sentence = "play needs a terminal to draw on and to read keys from: run it without a pipe, or use ktour solve";
        return Err(Failure::Refused(sentence.into()));
    }
    let ended = console.run_cancellable(|cancel| play::run(scene, &cancel));
    let ended = ended.map_err(|error| Failure::Refused(format!("the terminal cannot be used: {error}")))?;
    Ok(match ended {
        GameEnd::Quit => Exit::Yes,
        GameEnd::Interrupted => Exit::Interrupted,
    })
}

/// Returns the puzzle with its only solution and its description, or the exit code if there is none.
fn puzzle(args: &mut PlayArgs, console: &Console) -> Result<Result<(Givens, Tour, String), Exit>, Failure> {
    let stopped = |spent: ktour_core::control::Spent| {
        console.note(spent);
        if spent.cancelled { Exit::Interrupted } else { Exit::Unknown }
    };
    if let Some(path) = &args.given.clone() {
        let givens = Given::new(&given_parameters(args.tours()?, path)?)?.givens;
        let what = format!("a puzzle of {}", givens.board());
        return match console.search(&what, args.max_time(), |control| givens.solve(control)) {
            Uniqueness::Unique(tour) => Ok(Ok((givens, tour, path.display().to_string()))),
            Uniqueness::Two(..) => Err(Failure::Refused(
                "the puzzle has more than one solution and cannot be played: ktour solve --given shows two of them".into(),
            )),
            Uniqueness::None(impasse) => {
                console.note(format!("no solution: {}", impasse.text(givens.board())));
                Ok(Err(Exit::No))
            }
            Uniqueness::Unknown(_, spent) => Ok(Err(stopped(spent))),
        };
    }
    let (parameters, about) = args.puzzle_parameters()?;
    let question = MakePuzzle::new(&parameters)?;
    let what = format!("a puzzle of {}", question.wish.board);
    Ok(match console.search(&what, args.max_time(), |control| question.answer(control))? {
        Outcome::Found(made) => Ok((made.givens, made.solution, about)),
        Outcome::Impossible(reason) => {
            console.note(format!("no puzzle: {}", reason.text(&question.wish.board)));
            Err(Exit::No)
        }
        Outcome::Unknown(spent) => Err(stopped(spent)),
    })
}

/// Prints the command that resumes an unfinished game.
fn print_resume_command(app: &App) {
    let (board, played) = (app.game().board(), app.game().played());
    if (1..=MAX_SQUARES_NAMED).contains(&played.len()) && app.game().remaining() > 0 {
        let names: Vec<String> = played.iter().map(|&square| notation::name(board, square)).collect();
        say!("ktour: to go on, add --after {}", names.join(","));
    }
}
