//! `ktour help`: the commands, and the pages of the manual for a terminal.

use clap::CommandFactory;
use ktour_manual::{PAGES, Page};

use crate::{
    args::Cli,
    exit::{Exit, Failure},
    manual, output,
    usage::not_named,
};

/// Prints all commands and pages, or one of them.
pub(crate) fn run(words: &[String], is_bold: bool) -> Result<Exit, Failure> {
    let mut cli = Cli::command();
    cli.build();
    let text = match words {
        [] => format!("{}\n{}", cli.render_help(), index()),
        [name] if let Some(page) = Page::named(name) => manual::format_page(page.text, is_bold),
        words => of_command(&mut cli, words)
            .ok_or_else(|| not_named(words, &PAGES.each_ref().map(|page| page.name), "command or page"))?,
    };
    output::to_stdout(|out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Yes)
}

/// Lists the pages with their titles.
fn index() -> String {
    let rows = PAGES.iter().map(|page| format!("  {:<16} {}\n", page.name, page.title()));
    format!("Pages, such as `ktour help solving`:\n{}", rows.collect::<String>())
}

fn of_command(cli: &mut clap::Command, words: &[String]) -> Option<String> {
    let command = words.iter().try_fold(cli, |command, word| command.find_subcommand_mut(word))?;
    Some(command.render_long_help().to_string())
}
