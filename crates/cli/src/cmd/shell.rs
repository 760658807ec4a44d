//! `ktour completions` and `ktour man`: for the shell.

use std::path::Path;

use clap::{Arg, Command, CommandFactory, builder::PossibleValuesParser};
use knights_tour::{Board, Leaper, Method, Square};
use knights_tour_render::Format;
use ktour_manual::PAGES;

use crate::{
    args::Cli,
    cmd::explain,
    exit::{Exit, Failure},
    output,
    usage::not_named,
};

/// Boards that a shell offers; any other can be written.
const BOARDS: [&str; 10] = ["5", "6", "7", "8", "10", "3x4", "3x10", "5x6", "6x8", "31x29"];

pub(crate) fn completions(shell: clap_complete::Shell) -> Result<Exit, Failure> {
    output::to_stdout(|out| {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut knowing(Cli::command()), "ktour", &mut script);
        out.write_all(&script)
    })?;
    Ok(Exit::Yes)
}

/// A command whose boards, squares, leapers, orders, formats, pages and lessons have names that a shell can offer.
fn knowing(command: Command) -> Command {
    command.mut_args(offering).mut_subcommands(knowing)
}

fn offering(argument: Arg) -> Arg {
    let name = argument.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
    let values: Vec<&'static str> = match name.as_deref() {
        _ if !argument.get_possible_values().is_empty() => return argument,
        Some("BOARD") => BOARDS.to_vec(),
        Some("S" | "SQUARES") => squares(),
        Some("R,S") => Leaper::NAMED.map(|(name, _)| name).to_vec(),
        Some("O") => vec!["d0", "d2", "sorted"],
        Some("F") => Format::NAMES.to_vec(),
        Some("METHODS") => Method::NAMES.to_vec(),
        Some("WORD") => explain::topics(),
        Some("COMMAND") => commands().collect(),
        Some("TOPIC") => commands().chain(PAGES.iter().map(|page| page.name)).collect(),
        _ => return argument,
    };
    argument.value_parser(PossibleValuesParser::new(values))
}

/// The squares of the chessboard; they live as long as the program, which ends when they are printed.
fn squares() -> Vec<&'static str> {
    let name = |square: Square| &*square.to_string().leak();
    Board::new(8, 8).map_or_else(|_| Vec::new(), |board| board.squares().map(name).collect())
}

/// The commands, as long as the program too.
fn commands() -> impl Iterator<Item = &'static str> {
    let commands: Vec<Command> = Cli::command().get_subcommands().cloned().collect();
    commands.into_iter().map(|command| &*command.get_name().to_owned().leak())
}

/// All manual pages one after the other, or that of one command.
pub(crate) fn man(words: &[String]) -> Result<Exit, Failure> {
    let mut cli = Cli::command();
    let pages = if words.is_empty() {
        let commands = cli.get_subcommands().cloned();
        std::iter::once(cli.clone()).chain(commands).collect()
    } else {
        cli.build();
        let found = words.iter().try_fold(&cli, |command, word| command.find_subcommand(word));
        vec![found.cloned().ok_or_else(|| not_named(words, &[], "command"))?]
    };
    output::to_stdout(|mut out| {
        pages.into_iter().try_for_each(|page| clap_mangen::Man::new(page).render(&mut out))
    })?;
    Ok(Exit::Yes)
}

/// A manual page a command, as files.
pub(crate) fn man_pages(folder: &Path) -> Result<Exit, Failure> {
    let written =
        std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(|error| Failure::writing(format!("the directory {}", folder.display()), &error))?;
    Ok(Exit::Yes)
}
