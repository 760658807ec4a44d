//! `ktour man`: a manual page for each command, with examples from the manual.
//!
//! Pages of one version are equal bytes wherever they are built, so they have the version and no date.

use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    process::{self, Stdio},
};

use clap::{Command, CommandFactory};
use clap_mangen::Man;
use ktour_manual::PAGES;

use crate::{
    args::Cli,
    exit::{Exit, Failure},
    output,
    usage::{find_command, not_named, subcommands},
};

/// Maximum number of examples on a page.
const EXAMPLES: usize = 8;

/// Exit codes of every command.
const CODES: [(Exit, &str); 5] = [
    (Exit::Yes, "found, yes, valid"),
    (Exit::No, "proven impossible, no, not a tour"),
    (Exit::Usage, "bad usage, or input that cannot be read"),
    (Exit::Unknown, "not known within the budget"),
    (Exit::Interrupted, "interrupted"),
];

/// Shows all manual pages, or that of one command: as source for `man`, or on a terminal with `man`.
pub(crate) fn run(words: &[String]) -> Result<Exit, Failure> {
    let command = find_command(words);
    let name = command.get_bin_name().unwrap_or_default();
    if name.split(' ').skip(1).ne(words.iter().map(String::as_str)) {
        return Err(not_named(words, &[], "command"));
    }
    let commands = if words.is_empty() { all_commands(&command) } else { vec![command] };
    let pages: String = commands.iter().map(page).collect::<io::Result<_>>().map_err(Failure::refused)?;
    let is_seen = io::stdout().is_terminal();
    if is_seen && show_in_man(&pages).is_ok_and(|is_shown| is_shown) {
        return Ok(Exit::Yes);
    }
    let text = if is_seen { commands.into_iter().map(plain_page).collect() } else { pages };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Yes)
}

/// Writes a manual page for each command into a directory.
pub(crate) fn files(folder: &Path) -> Result<Exit, Failure> {
    let write =
        |command: &Command| std::fs::write(folder.join(format!("{}.1", name(command))), page(command)?);
    let written = std::fs::create_dir_all(folder)
        .and_then(|()| all_commands(&find_command(&[])).iter().try_for_each(write));
    written.map_err(|error| Failure::writing(format!("the directory {}", folder.display()), &error))?;
    Ok(Exit::Yes)
}

/// Returns a command and all commands under it.
fn all_commands(command: &Command) -> Vec<Command> {
    std::iter::once(command.clone()).chain(subcommands(command).flat_map(all_commands)).collect()
}

/// Name of a manual page, such as `ktour` or `ktour-lab-race`.
fn name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Formats a page for `man`.
fn page(command: &Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    let page = String::from_utf8(page).map_err(io::Error::other)?;
    let title = format!(
        ".TH {} 1 \"\" \"ktour {}\" \"Knight's Tour\"\n",
        name(command),
        Cli::command().get_version().unwrap_or_default()
    );
    let lines = page.split_inclusive('\n');
    let mut page: String = lines.map(|line| if line.starts_with(".TH") { &*title } else { line }).collect();
    page.push_str(".SH EXAMPLES\n.nf\n");
    for example in examples(command) {
        page.push_str(&format!("{}\n", example.replace('\\', "\\e").replace('-', "\\-")));
    }
    page.push_str(".fi\n.SH EXIT STATUS\n");
    for (code, meaning) in CODES {
        page.push_str(&format!(".TP\n{}\n{meaning}\n", code as u8));
    }
    Ok(page)
}

/// Formats a page as plain text.
fn plain_page(mut command: Command) -> String {
    let examples: String = examples(&command).iter().map(|example| format!("  {example}\n")).collect();
    let codes: String =
        CODES.iter().map(|(code, meaning)| format!("  {:<3}  {meaning}\n", *code as u8)).collect();
    format!("{}\nExamples:\n{examples}\nExit status:\n{codes}\n", command.render_long_help())
}

/// Returns the examples of a command in the manual; a group has one example of each of its commands.
fn examples(command: &Command) -> Vec<&'static str> {
    let under: Vec<&Command> = subcommands(command).collect();
    let (commands, most) = if under.is_empty() { (vec![command], EXAMPLES) } else { (under, 1) };
    let of = |command: &Command| {
        let name = format!("{} ", command.get_bin_name().unwrap_or_default());
        manual_examples().filter(move |line| format!("{line} ").contains(&name)).take(most)
    };
    commands.into_iter().flat_map(of).take(EXAMPLES).collect()
}

/// Returns every command line of the manual.
fn manual_examples() -> impl Iterator<Item = &'static str> {
    let lines = PAGES.iter().flat_map(|page| page.text.lines());
    lines.map(|line| line.strip_prefix("$ ").unwrap_or(line)).filter(|line| line.starts_with("ktour "))
}

/// Shows a page with `man`; `false` if there is no `man`.
fn show_in_man(page: &str) -> io::Result<bool> {
    let mut man = process::Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn()?;
    if let Some(mut pipe) = man.stdin.take() {
        pipe.write_all(page.as_bytes())?;
    }
    Ok(man.wait()?.success())
}
