//! Errors of a command line, in one sentence that says what is wrong and what would be right.

use std::io::{self, Write};

use clap::{
    Arg, Command, CommandFactory,
    error::{ContextKind, ContextValue, ErrorKind},
};
use ktour_answer::one_line;
use ktour_core::Board;

use crate::{
    args::Cli,
    exit::{Exit, Failure},
    similar_names::nearest,
};

/// Prints help and version to standard output; everything else is one sentence and exit code 2.
pub(crate) fn report(mut error: clap::Error) -> Exit {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let printed = error.print().and_then(|()| io::stdout().flush());
        let failure = printed.err().map(|error| Failure::writing("standard output", &error));
        return failure.map_or(Exit::Yes, |failure| failure.report());
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        say!("{}", error.to_string().trim_end());
        return Exit::Usage;
    }
    show_escaped(&mut error);
    Failure::Refused(UsageError::new(&error).sentence()).report()
}

/// Command line that cannot be parsed.
struct UsageError<'a> {
    error: &'a clap::Error,
    /// Error text of clap, in several lines.
    text: String,
    /// Arguments after the program's name.
    given: Vec<String>,
    /// Command that the arguments name, as far as they do.
    command: Command,
}

impl<'a> UsageError<'a> {
    fn new(error: &'a clap::Error) -> UsageError<'a> {
        let given: Vec<String> =
            std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let command = find_command(&given);
        UsageError { error, text: error.to_string(), given, command }
    }

    fn sentence(&self) -> String {
        let known = self.negative().or_else(|| self.one_dash()).or_else(|| self.no_command());
        known.unwrap_or_else(|| format!("{}{}", self.problem(), self.advice()))
    }

    /// Returns a name from clap's context.
    fn context_word(&self, kind: ContextKind) -> Option<&'a str> {
        match self.error.get(kind)? {
            ContextValue::String(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the argument that clap does not know.
    fn unknown(&self) -> Option<&'a str> {
        self.context_word(ContextKind::InvalidArg).filter(|_| self.error.kind() == ErrorKind::UnknownArgument)
    }

    /// Advice about a negative number, which looks like a flag.
    fn negative(&self) -> Option<String> {
        let unknown = self.unknown()?;
        unknown.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))?;
        let option = self.given.windows(2).find(|two| two[1].starts_with(unknown)).map(|two| two[0].as_str());
        Some(match option.filter(|option| option.starts_with('-')) {
            Some(option) => format!("{unknown} is negative: {option} takes no such value"),
            None => format!("a side of {unknown} is negative: sides are counted from 1"),
        })
    }

    /// Advice about `-start`, which clap parses as five flags of one letter.
    fn one_dash(&self) -> Option<String> {
        let flag = |word: &String| {
            let name = word.strip_prefix('-')?.split('=').next()?;
            self.flags().find(|flag| *flag == name && flag.len() > 1).map(str::to_owned)
        };
        let flag = self.given.iter().find_map(flag)?;
        Some(format!("-{flag} has one dash and needs two: write --{flag}"))
    }

    /// Advice about an argument in place of a command: usually the user wants to solve a board.
    fn no_command(&self) -> Option<String> {
        let word = self.context_word(ContextKind::InvalidSubcommand)?;
        if word == "version" {
            return Some("the version is a flag: write `ktour --version`".to_owned());
        }
        word.parse::<Board>().ok()?;
        Some(format!("{word} is a board, not a command: write `ktour solve {}`", self.given.join(" ")))
    }

    /// Returns what is wrong, in clap's words if they are plain.
    fn problem(&self) -> String {
        let is_beyond =
            |line: &&str| ["Usage:", "For more", "tip:"].iter().any(|start| line.starts_with(start));
        let lines = self.text.lines().map(str::trim).take_while(|line| !is_beyond(line));
        let sentence = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
        let sentence = sentence.strip_prefix("error: ").unwrap_or(&sentence);
        match sentence.strip_prefix("the following required arguments were not provided: ") {
            // One of several alternatives is `<--step <K>|--square <S>>`.
            Some(missing) => match missing.strip_prefix('<').and_then(|rest| rest.strip_suffix(">>")) {
                Some(either) => format!("{}> is missing", either.replace('|', " or ")),
                None => format!("{missing} is missing"),
            },
            // Rust's message about digits is replaced.
            None => sentence
                .replace("invalid digit found in string", "write a whole number")
                .replace("cannot parse integer from empty string", "write a whole number")
                .replace("number too large to fit in target type", "it is too large"),
        }
    }

    /// Returns what would be right: the probable meaning, else the usage of the command, else where
    /// everything is listed.
    fn advice(&self) -> String {
        if let Some(meant) = self.suggestion() {
            return format!(": did you mean {meant}?");
        }
        let name = self.command.get_bin_name().unwrap_or("ktour");
        match self.error.kind() {
            ErrorKind::MissingRequiredArgument => {
                let usage = self.text.lines().find_map(|line| line.trim().strip_prefix("Usage: "));
                let usage = usage.unwrap_or_default();
                // If several flags would do, the first is shown with the given arguments.
                let first = usage.split_once('<').and_then(|(_, rest)| Some(rest.split_once('|')?.0));
                match first.map(|flag| flag.replace("<K>", "5")) {
                    Some(flag) => format!(": write `ktour {} {flag}`", self.given.join(" ")),
                    None => format!(": write `{usage}`"),
                }
            }
            ErrorKind::InvalidSubcommand if name == "ktour" => ": `ktour help` lists all commands".into(),
            ErrorKind::InvalidSubcommand => format!(": `{name} --help` lists its commands"),
            ErrorKind::UnknownArgument => {
                self.two_sides().unwrap_or_else(|| format!(": `{name} --help` lists what it takes"))
            }
            _ => String::new(),
        }
    }

    /// Returns the command, the flag or the value that was probably meant.
    fn suggestion(&self) -> Option<String> {
        match self.error.kind() {
            ErrorKind::InvalidSubcommand => {
                let word = self.context_word(ContextKind::InvalidSubcommand)?;
                nearest(word, names(&self.command)).map(str::to_owned)
            }
            ErrorKind::UnknownArgument => {
                let flag = self.unknown()?.strip_prefix("--")?.split('=').next()?;
                nearest(flag, self.flags()).map(|flag| format!("--{flag}"))
            }
            ErrorKind::InvalidValue => match self.error.get(ContextKind::ValidValue)? {
                ContextValue::Strings(values) => {
                    let word = self.context_word(ContextKind::InvalidValue)?;
                    nearest(word, values.iter().map(String::as_str)).map(str::to_owned)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the long flags of the command.
    fn flags(&self) -> impl Iterator<Item = &str> {
        self.command.get_arguments().filter_map(Arg::get_long)
    }

    /// Advice about a second number after a first one or after an x: two sides of a board.
    fn two_sides(&self) -> Option<String> {
        let unknown = self.unknown()?;
        let is_side = |word: &String| word.parse::<u64>().is_ok_and(|side| side > 0);
        let is_beside = |two: &[String]| is_side(&two[0]) && two[1] == unknown;
        let at = self.given.windows(2).position(is_beside)?;
        let is_between = ["x", "X", "×", "*", "by"].contains(&unknown);
        let ranks = self.given.get(at + 1 + usize::from(is_between)).filter(|word| is_side(word))?;
        Some(format!(": a board is one word, {}x{ranks}", self.given[at]))
    }
}

/// Returns the command that the arguments name, as far as they do.
pub(crate) fn find_command(words: &[String]) -> Command {
    let mut command = Cli::command();
    command.build();
    words.iter().fold(command, |command, word| match command.find_subcommand(word) {
        Some(asked) => asked.clone(),
        None => command,
    })
}

/// Returns the visible commands under one.
pub(crate) fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set())
}

fn names(command: &Command) -> impl Iterator<Item = &str> {
    subcommands(command).map(Command::get_name)
}

/// Returns the error for arguments that should name a command or one of `pages`.
pub(crate) fn not_named(words: &[String], pages: &[&str], what: &str) -> Failure {
    let command = find_command(words);
    let last = words.last().map_or("", String::as_str);
    let meant = match nearest(last, names(&command).chain(pages.iter().copied())) {
        Some(meant) => format!(" did you mean {meant}?"),
        None => String::new(),
    };
    Failure::Refused(format!("there is no {what} `{}`:{meant} `ktour help` lists them", words.join(" ")))
}

/// Escapes the user's arguments, since a line break in them would truncate clap's message.
fn show_escaped(error: &mut clap::Error) {
    let given = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(text) => Some((kind, ContextValue::String(one_line(text)))),
        _ => None,
    });
    for (kind, shown) in given.collect::<Vec<_>>() {
        error.insert(kind, shown);
    }
}
