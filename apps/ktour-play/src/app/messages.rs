//! The message line under the board.

use ktour_core::TourKind;
use ktour_search::{Method, game::Ending};

use super::{App, Tone};

impl App {
    pub(super) fn show_message(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = text.into();
        self.tone = tone;
    }

    /// Messages about the game itself.
    pub(super) fn show_game_state(&mut self) {
        let squares = self.game.played().len();
        match self.game.ending() {
            Ending::Finished(kind) => {
                let many = if squares == 1 { "1 square".to_owned() } else { format!("{squares} squares") };
                let text = format!("finished: {} {kind} tour of {many}", article(kind));
                self.show_message(Tone::Good, text);
            }
            Ending::NotClosed => self.show_message(
                Tone::Bad,
                "every square is visited, but no leap leads back to the first, and you asked for a closed tour",
            ),
            Ending::Stuck => {
                let left = self.game.remaining();
                let many = if left == 1 { "1 square is".to_owned() } else { format!("{left} squares are") };
                let text = format!("stuck: {many} left, and none is a leap away; u takes back");
                self.show_message(Tone::Bad, text);
            }
            Ending::GoingOn if squares == 0 => {
                self.show_message(Tone::Plain, "choose the first square: arrows and Enter, or a click; g generates a tour from the cursor");
            }
            Ending::GoingOn => self.show_message(Tone::Plain, ""),
        }
    }

    pub(super) fn show_watch_state(&mut self) {
        let Some(watch) = &self.watch else { return };
        let trace = watch.trace();
        let (tone, text) = match (watch.is_over(), trace.is_found()) {
            (true, true) => {
                let text = format!(
                    "found: {} squares, {} leaps tested, {} squares given up; w plays",
                    watch.depth().0,
                    trace.trials(),
                    trace.given_up()
                );
                (Tone::Good, text)
            }
            (true, false) if watch.strategy().method == Method::Warnsdorff => (
                Tone::Bad,
                "stuck: a greedy walk cannot go back; this does not prove that there is no tour; w plays"
                    .to_owned(),
            ),
            (true, false) => {
                (Tone::Bad, "every way was tried: no tour from this first square; w plays".to_owned())
            }
            _ => (Tone::Plain, String::new()),
        };
        self.show_message(tone, text);
    }
}

pub(super) fn article(kind: TourKind) -> &'static str {
    match kind {
        TourKind::Open => "an",
        TourKind::Closed => "a",
    }
}
