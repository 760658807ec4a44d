//! `ktour`: everything a person wants to do with a knight and a board.
//!
//! Data goes to standard output and nothing else does. One sentence on bad input, and an exit
//! code that scripts can rely on ([`exit::Exit`]).

#[macro_use]
mod notes;

mod args;
mod bench;
mod cmd;
mod drawing;
mod exit;
mod interrupt;
mod memory;
mod output;
mod parquet;
mod progress;
mod shape;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::{Exit, Failure};
use interrupt::Interrupt;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return exit::of_usage(&error).into(),
    };
    let interrupt = Interrupt::install();
    run(cli, &interrupt).unwrap_or_else(|failure| failure.tell()).into()
}

fn run(cli: Cli, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let look = cli.look();
    match cli.command {
        Command::Solve(solve) => cmd::solve::run(&solve, look, interrupt),
        Command::Starts(starts) => cmd::starts::run(&starts, look, interrupt),
        Command::Exists(exists) => cmd::exists::run(&exists, interrupt),
        Command::Count(count) => cmd::count::run(&count, look, interrupt),
        Command::Enumerate(enumerate) => cmd::enumerate::run(&enumerate, look, interrupt),
        Command::Sample(sample) => cmd::sample::run(&sample, look, interrupt),
        Command::Verify(verify) => cmd::verify::run(&verify),
        Command::Render(render) => cmd::render::run(&render, look, interrupt),
        Command::At(at) => cmd::at::run(&at),
        Command::Serve(serve) => cmd::serve::run(&serve, look, interrupt),
        Command::Play(play) => cmd::play::run(play, look, interrupt),
        Command::Lab(lab) => cmd::lab::run(&lab, look, interrupt),
        Command::Bench(options) => bench::run(&options),
        Command::Completions { shell } => cmd::shell::completions(shell),
        Command::Man => cmd::shell::man(),
    }
}
