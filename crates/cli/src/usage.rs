//! What is wrong with a command line, in one sentence, and what would be right.

use std::io::{self, Write};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use knights_tour::Board;
use knights_tour_answer::one_line;

use crate::exit::{Exit, Failure};

/// Help and version go to standard output; everything else is one sentence and exit code 2.
pub(crate) fn told(mut error: clap::Error) -> Exit {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let printed = error.print().and_then(|()| io::stdout().flush());
        let failure = printed.err().map(|error| Failure::writing("standard output", &error));
        return failure.map_or(Exit::Yes, |failure| failure.tell());
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        say!("{}", error.to_string().trim_end());
        return Exit::Usage;
    }
    show_escaped(&mut error);
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) if error.kind() == ErrorKind::UnknownArgument => {
            argument.as_str()
        }
        _ => "",
    };
    if unknown.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        let given: Vec<String> =
            std::env::args_os().map(|given| given.to_string_lossy().into_owned()).collect();
        let option = given.windows(2).find(|two| two[1].starts_with(unknown)).map(|two| two[0].as_str());
        match option.filter(|option| option.starts_with('-')) {
            Some(option) => say!("ktour: {unknown} is negative: {option} takes no such value"),
            None => say!("ktour: a side of {unknown} is negative: sides are counted from 1"),
        }
        return Exit::Usage;
    }
    if let Some(board) = board_for_a_command(&error) {
        let words: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into()).collect();
        say!("ktour: {board} is a board, not a command: write `ktour solve {}`", one_line(&words.join(" ")));
        return Exit::Usage;
    }
    let text = error.to_string();
    let lines = text
        .lines()
        .map(str::trim)
        .take_while(|line| !["Usage:", "For more", "tip:"].iter().any(|start| line.starts_with(start)));
    let sentence = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
    let sentence = match sentence.strip_prefix("the following required arguments were not provided: ") {
        Some(missing) => format!("{missing} is missing"),
        // What Rust says of digits.
        None => sentence
            .replace("invalid digit found in string", "write a whole number")
            .replace("cannot parse integer from empty string", "write a whole number")
            .replace("number too large to fit in target type", "it is too large"),
    };
    say!("ktour: {}{}", one_line(&sentence), right(&error, unknown, &text));
    Exit::Usage
}

/// What would be right: what was probably meant, else how the command is written, else where everything is listed.
fn right(error: &clap::Error, unknown: &str, text: &str) -> String {
    let meant = meant(error);
    if !meant.is_empty() {
        return meant;
    }
    let usage = text.lines().find_map(|line| line.trim().strip_prefix("Usage: ")).unwrap_or_default();
    let command: Vec<&str> =
        usage.split(' ').take_while(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).collect();
    match error.kind() {
        ErrorKind::MissingRequiredArgument => format!(": write `{usage}`"),
        ErrorKind::InvalidSubcommand if command.len() < 2 => ": `ktour help` lists all commands".into(),
        ErrorKind::InvalidSubcommand => format!(": `{} --help` lists its commands", command.join(" ")),
        ErrorKind::UnknownArgument => two_sides(unknown)
            .unwrap_or_else(|| format!(": `{} --help` lists what it takes", command.join(" "))),
        _ => String::new(),
    }
}

/// A second number beside a first: two sides of a board.
fn two_sides(unknown: &str) -> Option<String> {
    let given: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let is_side = |word: &str| word.parse::<u64>().is_ok_and(|side| side > 0);
    let two = given.windows(2).find(|two| two[1] == unknown && two.iter().all(|word| is_side(word)))?;
    Some(format!(": a board is one word, {}x{}", two[0], two[1]))
}

/// Words that should name a command, or a page beside them, and do not.
pub(crate) fn not_named(commands: clap::Command, words: &[String], what: &str) -> Failure {
    let asked =
        commands.try_get_matches_from(std::iter::once("ktour").chain(words.iter().map(String::as_str)));
    let meant = asked.err().map(|error| meant(&error)).filter(|meant| !meant.is_empty());
    let meant = meant.unwrap_or_else(|| ":".into());
    Failure::Refused(format!("there is no {what} `{}`{meant} `ktour help` lists them", words.join(" ")))
}

/// A board where a command should be: most people want it solved.
fn board_for_a_command(error: &clap::Error) -> Option<String> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(word) => word.parse::<Board>().ok().map(|_| word.clone()),
        _ => None,
    }
}

/// The command or flag that was probably meant, the likeliest is last; for a value all that would do are listed already.
fn meant(error: &clap::Error) -> String {
    let kinds = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg];
    let nearest = kinds.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(meant) => Some(meant.as_str()),
        ContextValue::Strings(meant) => meant.last().map(String::as_str),
        _ => None,
    });
    nearest.map(|nearest| format!(": did you mean {nearest}?")).unwrap_or_default()
}

/// Words as they were given may break a line; what clap says of them then ends where it should not.
fn show_escaped(error: &mut clap::Error) {
    let given = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(one_line(text)))),
        _ => None,
    });
    for (kind, shown) in given.collect::<Vec<_>>() {
        error.insert(kind, shown);
    }
}
