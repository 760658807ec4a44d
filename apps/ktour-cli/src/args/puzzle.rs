//! Flags for making puzzles.

use std::path::PathBuf;

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use ktour_answer::puzzles::{
    make::{Day, PuzzleParameters},
    spelled::{SpellOptions, SpellParameters},
};
use ktour_render::{Format, Picture, Theme};

use super::{BoardArgs, any_seed, format};
use crate::exit::Failure;

#[derive(Args)]
pub(crate) struct PuzzleArgs {
    #[command(flatten)]
    board: BoardArgs,
    #[command(flatten)]
    pub(crate) question: PuzzleParameters,
    /// Make the puzzle of a day such as 2026-11-15, or of today (UTC): the same for everybody.
    #[arg(long, value_name = "DAY", conflicts_with = "seed")]
    date: Option<String>,
    /// Number of puzzles, each with the next seed.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) number: u16,
    /// Lay this text along a tour, one sign a square, as a puzzle of words; - is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["difficulty", "clues", "symmetric", "number", "date"])]
    pub(crate) text: Option<PathBuf>,
    #[command(flatten)]
    spelling: SpellOptions,
    /// Format: grid, json, svg, png or pdf (the answers on other pages); otherwise the ending of -o decides.
    #[arg(long, short, value_name = "F", value_parser = format())]
    pub(crate) format: Option<Format>,
    /// The same as --format json: a document a line, with the solution.
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Write to a file; may be given several times.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Vec<PathBuf>,
    /// Colours of pictures.
    #[arg(long, value_name = "T", default_value = "classic", value_parser = PossibleValuesParser::new(Theme::NAMES).try_map(|name| name.parse::<Theme>()))]
    pub(crate) theme: Theme,
    /// Width of a picture in pixels.
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=20_000))]
    pub(crate) width: Option<u32>,
}

impl PuzzleArgs {
    /// Returns the parameters of the question; the seed is random if neither a seed nor a day is given.
    pub(crate) fn parameters(&self) -> Result<PuzzleParameters, Failure> {
        let date = self.date.clone().map(|date| if date == "today" { today() } else { date });
        let date = date.map(|day| Day::parse(&day)).transpose()?;
        let seed = Some(self.seed());
        Ok(PuzzleParameters {
            board: self.board.of(&self.question.board)?,
            seed,
            date,
            ..self.question.clone()
        })
    }

    /// Returns the parameters of a text on a board.
    pub(crate) fn spelled_parameters(&self, text: String) -> Result<SpellParameters, Failure> {
        Ok(SpellParameters {
            board: self.board.of(&self.question.board)?,
            options: self.spelling.clone(),
            kind: self.question.kind,
            phrase: Some(text),
            seed: self.seed(),
            max_time: self.question.max_time,
        })
    }

    fn seed(&self) -> u64 {
        self.question.seed.unwrap_or_else(|| any_seed() % 1_000_000)
    }

    /// Returns the options of pictures.
    pub(crate) fn picture(&self) -> Picture {
        Picture { theme: self.theme, width: self.width, ..Picture::default() }
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
