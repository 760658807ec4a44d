//! Flags for making puzzles.

use std::{path::PathBuf, time::Duration};

use clap::{Args, builder::PossibleValuesParser};
use ktour_answer::{Parameters, puzzles::spelled::Split};
use ktour_core::control::parse_time;
use ktour_puzzle::Difficulty;
use ktour_render::{Picture, Theme};

use super::{BoardArgs, KindArgs, any_seed};
use crate::exit::Failure;

#[derive(Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    kind: KindArgs,
    /// Difficulty, by the rules that a person needs; medium if neither this nor --clues is given.
    #[arg(long, short, value_name = "D", value_parser = PossibleValuesParser::new(Difficulty::NAMES))]
    difficulty: Option<String>,
    /// Number of steps to give, or fewest: then every clue is necessary.
    #[arg(long, value_name = "N|fewest")]
    clues: Option<String>,
    /// Place the given squares symmetrically under a half turn; clues are then removed in pairs.
    #[arg(long)]
    symmetric: bool,
    /// Seed of all random choices: the same seed gives the same puzzle.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Make the puzzle of a day such as 2026-11-15, or of today (UTC): the same for everybody.
    #[arg(long, value_name = "DAY", conflicts_with = "seed")]
    date: Option<String>,
    /// Number of puzzles, each with the next seed.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) number: u16,
    /// Lay this text along a tour, one sign a square, as a puzzle of words; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["difficulty", "clues", "symmetric", "number", "date"])]
    pub(crate) text: Option<PathBuf>,
    /// Unit of the text on one square.
    #[arg(long, value_name = "S", default_value = "letters", requires = "text", value_parser = PossibleValuesParser::new(Split::NAMES))]
    split: String,
    /// Search for a tour along which the text can be read in one way only.
    #[arg(long, requires = "text")]
    unique: bool,
    /// Stop after this long and answer unknown: 500ms, 10s, 2m, 1h.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
    /// Format: grid, json, svg, png or pdf (the answers on other pages); otherwise the ending of -o decides.
    #[arg(long, short, value_name = "F")]
    pub(crate) format: Option<String>,
    /// The same as --format json: a document a line, with the solution.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    /// Colours of pictures.
    #[arg(long, value_name = "T", default_value = "classic", value_parser = PossibleValuesParser::new(Theme::NAMES))]
    pub(crate) theme: String,
    /// Width of a picture in pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    pub(crate) width: Option<u32>,
}

impl PuzzleArgs {
    /// Returns the parameters of the question; the seed is random if neither a seed nor a day is given.
    pub(crate) fn parameters(&self) -> Result<Parameters, Failure> {
        let words = self.board.parameters()?.with("kind", self.kind.word());
        let words = words.with("difficulty", self.difficulty.as_deref()).with("clues", self.clues.as_deref());
        let words = words.with("symmetric", Some(self.symmetric));
        Ok(match self.date.as_deref() {
            Some("today") => words.with("date", Some(today())),
            Some(date) => words.with("date", Some(date)),
            None => words.with("seed", Some(self.seed.unwrap_or_else(|| any_seed() % 1_000_000))),
        })
    }
}

impl PuzzleArgs {
    /// Returns the parameters of a text on a board.
    pub(crate) fn spelled_parameters(&self, text: String) -> Result<Parameters, Failure> {
        let words = self.board.parameters()?.with("kind", self.kind.word()).with("phrase", Some(text));
        let words = words.with("split", Some(&*self.split)).with("single", Some(self.unique));
        Ok(words.with("seed", Some(self.seed.unwrap_or_else(|| any_seed() % 1_000_000))))
    }

    /// Returns the options of pictures.
    pub(crate) fn picture(&self) -> Result<Picture, Failure> {
        let theme = self.theme.parse().map_err(Failure::refused)?;
        Ok(Picture { theme, width: self.width, ..Picture::default() })
    }
}

/// Returns the current day in UTC, such as 2026-11-15.
pub(super) fn today() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    day(now.map_or(0, |since| since.as_secs() / 86_400))
}

/// Returns the date that is `days` days after 1970-01-01.
///
/// Years are counted from March, so that the leap day is the last of its year.
/// *Reference:* H. Hinnant, chrono-compatible low-level date algorithms.
fn day(days: u64) -> String {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + 400 * era + later)
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_have_their_dates() {
        for (days, date) in
            [(0, "1970-01-01"), (59, "1970-03-01"), (11_016, "2000-02-29"), (20_772, "2026-11-15")]
        {
            assert_eq!(super::day(days), date);
        }
    }
}
