//! `ktour completions`: completion scripts for shells.
//!
//! Boards, methods and other names are in the script. Squares depend on the board that was typed, so the
//! script runs the program for them.

use clap::{
    Arg, Command, CommandFactory,
    builder::{PossibleValue, PossibleValuesParser},
};
use clap_complete::Shell;
use ktour_core::{Board, Leaper};
use ktour_manual::PAGES;
use ktour_render::Format;
use ktour_search::Method;

use crate::{
    args::Cli,
    cmd::explain,
    exit::{Exit, Failure},
    output,
    usage::subcommands,
};

/// Boards that a shell offers as examples.
const BOARDS: [&str; 10] = ["5", "6", "7", "8", "10", "3x4", "3x10", "5x6", "6x8", "31x29"];

/// Maximum number of squares that are offered.
const MAX_COMPLETED_SQUARES: u128 = 1024;

/// Placeholder in a script for the call that lists squares.
const SQUARES: &str = "ktour-squares";

pub(crate) fn completions(shell: Shell) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let command = with_known_values(visible(&Cli::command()));
    let mut command = if offers_values(shell) { command } else { with_value_help(command) };
    clap_complete::generate(shell, &mut command, "ktour", &mut script);
    let mut script = with_square_completion(shell, &String::from_utf8_lossy(&script));
    if shell == Shell::Fish {
        script.extend(subcommands(&command).filter_map(first_words));
    }
    output::to_stdout(|out| out.write_all(script.as_bytes()))?;
    Ok(Exit::Yes)
}

/// Whether scripts for this shell complete values; others complete flags and commands only.
fn offers_values(shell: Shell) -> bool {
    matches!(shell, Shell::Bash | Shell::Zsh | Shell::Fish)
}

/// Replaces the placeholder by a call of the program.
fn with_square_completion(shell: Shell, script: &str) -> String {
    match shell {
        Shell::Bash => script.replace(SQUARES, r#"$(ktour squares "${COMP_WORDS[@]}" 2>/dev/null)"#),
        // `$words` begins with the command, not with the program.
        Shell::Zsh => script.replace(SQUARES, "$(ktour squares ktour $words 2>/dev/null)"),
        _ => script.replace(&format!(r"{SQUARES}\t''"), "(ktour squares (commandline -opc) 2>/dev/null)"),
    }
}

/// Returns the values that fish offers after a command: scripts of clap have only values of flags.
fn first_words(command: &Command) -> Option<String> {
    let values = command.get_positionals().next()?.get_possible_values();
    let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    let name = command.get_name();
    let is_asked = format!("__fish_ktour_using_subcommand {name}");
    (!values.is_empty())
        .then(|| format!("complete -c ktour -n \"{is_asked}\" -f -a \"{}\"\n", values.join(" ")))
}

/// Prints the squares of the board in a command line; none if it has no board, or too large a one.
pub(crate) fn squares(words: &[String]) -> Result<Exit, Failure> {
    let line = Cli::command().ignore_errors(true).try_get_matches_from(words);
    let board = line.ok().as_ref().and_then(|line| line.subcommand()).and_then(|(_, command)| {
        let board = command.try_get_one::<String>("board").ok()??;
        board.parse::<Board>().ok().filter(|board| board.square_count() <= MAX_COMPLETED_SQUARES)
    });
    output::to_stdout(|out| {
        board.iter().flat_map(|board| board.squares()).try_for_each(|square| writeln!(out, "{square}"))
    })?;
    Ok(Exit::Yes)
}

/// Returns the program without its hidden commands.
fn visible(cli: &Command) -> Command {
    let program = Command::new("ktour").disable_help_subcommand(true).args(cli.get_arguments());
    program.version("").subcommands(subcommands(cli))
}

/// Adds the values that a shell can offer: boards, squares, leapers, orders, formats, pages and lessons.
fn with_known_values(command: Command) -> Command {
    command.mut_args(with_completions).mut_subcommands(with_known_values)
}

fn with_completions(argument: Arg) -> Arg {
    let name = argument.get_value_names().and_then(|names| names.first()).map(|name| name.to_string());
    let values: Vec<&'static str> = match name.as_deref() {
        _ if !argument.get_possible_values().is_empty() => return argument,
        Some("BOARD") => BOARDS.to_vec(),
        Some("S" | "SQUARES") => vec![SQUARES],
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

/// Adds the values of flags to their descriptions.
fn with_value_help(command: Command) -> Command {
    let describe = |argument: Arg| {
        let values = argument.get_possible_values();
        let values: Vec<&str> =
            values.iter().map(PossibleValue::get_name).filter(|name| *name != SQUARES).collect();
        match argument.get_help() {
            Some(help) if !values.is_empty() && !help.to_string().contains(&values.join(", ")) => {
                let told = format!("{help}: {}", values.join(", "));
                argument.help(told)
            }
            _ => argument,
        }
    };
    command.mut_args(describe).mut_subcommands(with_value_help)
}

/// Returns the command names; they are static because the program ends after printing them.
fn commands() -> impl Iterator<Item = &'static str> {
    let cli = Cli::command();
    let names: Vec<String> = subcommands(&cli).map(|command| command.get_name().to_owned()).collect();
    names.into_iter().map(|name| &*name.leak())
}
