//! The flags of every command, and the parameters that they become; `effect` refuses flags without effect.

mod board;
mod count;
mod effect;
mod files;
mod lab;
mod play;
mod proof;
mod puzzle;
mod search;
mod serve;
mod units;

use std::{ffi::OsString, path::PathBuf};

use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::exit::Failure;

pub(crate) use board::{AtArgs, BoardArgs};
pub(crate) use count::{
    CountArgs, EnumerateArgs, RankArgs, SampleArgs, StreamArgs, StreamFormat, UnrankArgs,
};
pub(crate) use files::{MeasureArgs, PosterArgs, RenderArgs, VerifyArgs, reader};
pub(crate) use lab::{LabArgs, LabCommand, ReportArgs, RowsArgs};
pub(crate) use play::PlayArgs;
pub(crate) use proof::{CheckArgs, ProofArgs, ProofCommand, ProofCommandArgs};
pub(crate) use puzzle::PuzzleArgs;
pub(crate) use search::{ExistsArgs, SolveArgs, StartsArgs};
pub(crate) use serve::ServeArgs;
pub(crate) use units::{any_seed, format, parse_bytes, parse_memory, symmetry};

/// Finds, proves, counts and draws knight's tours.
#[derive(Parser)]
#[command(name = "ktour", version, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print nothing but the answer.
    #[arg(long, short, global = true)]
    quiet: bool,
    /// When to use colour.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    color: ColorChoice,
}

/// Error of a command line.
pub(crate) enum Misunderstood {
    /// The command line breaks a rule of clap.
    Unparsed(Box<clap::Error>),
    /// A value is empty, or a flag would have no effect.
    Refused(Failure),
}

impl From<clap::Error> for Misunderstood {
    fn from(error: clap::Error) -> Misunderstood {
        Misunderstood::Unparsed(Box::new(error))
    }
}

impl From<Failure> for Misunderstood {
    fn from(failure: Failure) -> Misunderstood {
        Misunderstood::Refused(failure)
    }
}

/// Style of text output.
#[derive(Clone, Copy)]
pub(crate) struct TextStyle {
    pub(crate) is_quiet: bool,
    pub(crate) has_colour: bool,
}

impl Cli {
    /// Parses the command line, and refuses flags without effect.
    pub(crate) fn parse_line(
        words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    ) -> Result<Cli, Misunderstood> {
        let mut command = Cli::command();
        let matches = command.try_get_matches_from_mut(words)?;
        effect::check(&command, &matches)?;
        Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command).into())
    }

    pub(crate) fn look(&self) -> TextStyle {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stdout());
        let has_colour = match self.color {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => is_terminal && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty()),
        };
        TextStyle { is_quiet: self.quiet, has_colour }
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Find one verified tour, or say why there is none.
    Solve(Box<SolveArgs>),
    /// Answer yes or no for every starting square.
    Starts(StartsArgs),
    /// Say whether a tour exists, and if not, why, on boards of any size.
    Exists(ExistsArgs),
    /// Count all tours exactly.
    Count(CountArgs),
    /// List all tours, one after the other.
    Enumerate(EnumerateArgs),
    /// Draw tours at random; every tour is equally likely.
    Sample(SampleArgs),
    /// Print the tour with a number: every tour of a board has one.
    Unrank(UnrankArgs),
    /// Say which number a tour has among all tours of its board.
    Rank(RankArgs),
    /// Make number puzzles with exactly one solution.
    Puzzle(Box<PuzzleArgs>),
    /// Check a tour in any format, from a file or a pipe, and name the first error.
    Verify(VerifyArgs),
    /// Measure a tour: turns, angles, crossings, area, symmetry, sums.
    Measure(MeasureArgs),
    /// Check a directory written by --proof.
    Proof(ProofCommandArgs),
    /// Draw a tour read in any format: svg, png, pdf, gif; or write it in another format.
    Render(RenderArgs),
    /// Draw one tour of every symmetry class of a small board on one sheet.
    Poster(PosterArgs),
    /// Show one step or one square of a tour too large to store.
    At(AtArgs),
    /// Serve the web app and the HTTP API.
    Serve(ServeArgs),
    /// Write the web app as plain files for any host, with the engine inside.
    #[command(hide = ktour_web::site().is_none())]
    Site {
        /// The directory to write to: a new or an empty one.
        #[arg(long, short, value_name = "DIR")]
        output: PathBuf,
    },
    /// Play in the terminal, or watch a search at work.
    Play(PlayArgs),
    /// Run experiments: trials, success rates, growth laws, races, and a report of them all.
    Lab(LabArgs),
    /// Explain a method, a reason or a word, with a lesson of the web page as text.
    Explain {
        /// Word such as warnsdorff, parity or tour; without one, all methods, reasons and chapters are
        /// listed.
        word: Option<String>,
    },
    /// Print a completion script for a shell.
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the squares of the board in a command line, for the completions of a shell.
    #[command(hide = true)]
    Squares {
        /// The command line to complete.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Show the manual page of one command or of all, or write them to files.
    Man {
        /// Command, such as solve or lab race; otherwise all of them.
        command: Vec<String>,
        /// Write a file for each command into this directory: ktour.1, ktour-solve.1 and so on.
        #[arg(long, value_name = "DIR", conflicts_with = "command")]
        dir: Option<PathBuf>,
    },
    /// List all commands and the pages of the manual, or show one.
    Help {
        /// Page, such as solving, or a command.
        topic: Vec<String>,
    },
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// Returns the lines of a page that are typed into a shell.
    fn typed(page: &str) -> impl Iterator<Item = &str> {
        let blocks = page.split("\n```").skip(1).step_by(2);
        blocks.filter_map(|block| block.strip_prefix("sh\n")).flat_map(str::lines)
    }

    /// Splits a line into commands, without comments and redirections.
    fn commands(line: &str) -> Vec<Vec<String>> {
        let line = line.split(" #").next().unwrap_or_default();
        let commands =
            line.split(" | ").map(|command| command.split(" > ").next().unwrap_or_default().trim());
        commands.map(|command| command.split(' ').map(|word| word.replace('"', "")).collect()).collect()
    }

    #[test]
    fn help_lists_no_flag_and_no_command_that_the_program_was_built_without() {
        let mut cli = Cli::command();
        let count = cli.find_subcommand_mut("count").unwrap().render_long_help().to_string();
        for flag in ["--cluster ", "--process ", "--workers ", "--cluster-wait ", "--cluster-key "] {
            assert_eq!(count.contains(flag), cfg!(feature = "cluster"), "{flag}");
        }
        let commands = cli.render_long_help().to_string();
        assert_eq!(commands.contains("\n  site "), ktour_web::site().is_some());
    }

    #[test]
    fn every_line_of_the_manual_that_is_typed_is_understood() {
        let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let fronts = ["README.md", "CONTRIBUTING.md", "docs/gallery/README.md"];
        let pages = fs::read_dir(house.join("docs")).unwrap().map(|page| page.unwrap().path());
        let pages = pages.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
        let mut understood = 0;
        for page in fronts.iter().map(|front| house.join(front)).chain(pages) {
            let text = fs::read_to_string(&page).unwrap();
            let lines: Vec<_> = typed(&text).flat_map(commands).filter(|words| words[0] == "ktour").collect();
            for words in &lines {
                let refused = match Cli::parse_line(words) {
                    Ok(_) => continue,
                    Err(Misunderstood::Unparsed(error)) => error.to_string(),
                    Err(Misunderstood::Refused(failure)) => format!("{failure:?}"),
                };
                panic!("{}: {words:?}: {refused}", page.display());
            }
            understood += lines.len();
        }
        assert!(understood > 60, "{understood} lines");
    }
}
