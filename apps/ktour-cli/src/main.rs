//! `ktour`: finds, proves, counts and draws knight's tours.
//!
//! Only data goes to standard output. Bad input gives one sentence and an exit code that scripts can rely on
//! ([`exit::Exit`]).

#[macro_use]
mod stderr;

mod args;
mod cmd;
mod console;
mod drawing;
mod exit;
mod greeting;
mod interrupt;
mod manual;
mod memory;
mod output;
mod parquet;
mod partial_files;
mod progress;
mod refusal_text;
mod similar_names;
mod usage;

use std::process::ExitCode;

use args::{Cli, Command, Misunderstood, ProofCommand};
use console::Console;
use exit::{Exit, Failure};
use interrupt::Interrupt;
use memory::HeapUse;

fn main() -> ExitCode {
    if greeting::is_due() {
        return greeting::greet().unwrap_or_else(|failure| failure.report()).into();
    }
    let cli = match Cli::parse_line(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Misunderstood::Unparsed(error)) => return usage::report(*error).into(),
        Err(Misunderstood::Refused(failure)) => return failure.report().into(),
    };
    // The server runs for days, so it frees the memory of finished jobs; a count keeps to its memory. The restart
    // precedes the signal handlers.
    match &cli.command {
        Command::Serve(_) => memory::restart_for(HeapUse::Server),
        Command::Count(args) => memory::restart_for(HeapUse::Count { threads: args.resources(0).threads() }),
        _ => {}
    }
    let console = Console { look: cli.look(), interrupt: Interrupt::install() };
    run(cli.command, &console).unwrap_or_else(|failure| failure.report()).into()
}

fn run(command: Command, console: &Console) -> Result<Exit, Failure> {
    match command {
        Command::Solve(solve) => cmd::solve::run(&solve, console),
        Command::Starts(starts) => cmd::starts::run(&starts, console),
        Command::Exists(exists) => cmd::exists::run(&exists, console),
        Command::Count(count) => cmd::count::run(&count, console),
        Command::Enumerate(enumerate) => cmd::enumerate::run(&enumerate, console),
        Command::Sample(sample) => cmd::sample::run(&sample, console),
        Command::Unrank(unrank) => cmd::rank::unrank(&unrank, console),
        Command::Rank(rank) => cmd::rank::rank(&rank, console),
        Command::Puzzle(puzzle) => cmd::puzzle::run(&puzzle, console),
        Command::Verify(verify) => cmd::verify::run(&verify),
        Command::Measure(measure) => cmd::measure::run(&measure),
        Command::Proof(proof) => match proof.command {
            ProofCommand::Check(check) => cmd::proof::run(&check),
        },
        Command::Render(render) => cmd::render::run(&render, console),
        Command::Poster(poster) => cmd::poster::run(&poster, console),
        Command::At(at) => cmd::at::run(&at),
        Command::Serve(serve) => cmd::serve::run(&serve, console),
        Command::Site { output } => cmd::site::run(&output, console),
        Command::Play(play) => cmd::play::run(play, console),
        Command::Lab(lab) => cmd::lab::run(&lab, console),
        Command::Explain { word } => cmd::explain::run(word.as_deref(), console.look.has_colour),
        Command::Completions { shell } => cmd::shell::completions(shell),
        Command::Squares { words } => cmd::shell::squares(&words),
        Command::Man { command, dir: None } => cmd::man::run(&command),
        Command::Man { dir: Some(folder), .. } => cmd::man::files(&folder),
        Command::Help { topic } => cmd::help::run(&topic, console.look.has_colour),
    }
}
