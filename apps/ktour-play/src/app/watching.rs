//! Keys while a search is watched.

use crossterm::event::KeyCode;
use ktour_search::Method;

use super::{App, Effect, Tone};
use crate::{Speed, watch::Watch};

impl App {
    pub(super) fn watch_from_here(&mut self) {
        self.on_position_changed();
        let puzzle = self.game.puzzle().clone().after(self.game.played().to_vec());
        let puzzle = puzzle.map_err(|error| error.to_string());
        let watch = puzzle
            .and_then(|puzzle| Watch::new(puzzle, self.strategy.clone()).map_err(|error| error.to_string()));
        match watch {
            Ok(watch) => {
                self.watch = Some(watch);
                self.speed.reset();
                self.show_watch_state();
            }
            Err(error) => self.show_message(Tone::Bad, error),
        }
    }

    pub(super) fn watch_key(&mut self, code: KeyCode) -> Effect {
        let Some(watch) = &mut self.watch else { return Effect::Nothing };
        match code {
            KeyCode::Char('p' | ' ') => {
                let is_running = watch.is_running();
                watch.pause(is_running);
                self.speed.reset();
            }
            KeyCode::Char('s') | KeyCode::Enter => {
                watch.pause(true);
                watch.step();
                self.cursor = watch.trace().knight();
            }
            KeyCode::Char('f') => {
                self.speed = Speed::new(1_000_000);
                watch.pause(false);
            }
            KeyCode::Char('R') => {
                if let Ok(restarted) = watch.restarted() {
                    *watch = restarted;
                }
                self.speed.reset();
            }
            KeyCode::Char('b') => {
                self.strategy.method = match self.strategy.method {
                    Method::Backtrack | Method::BacktrackIterative => Method::Warnsdorff,
                    Method::Warnsdorff => Method::WarnsdorffBacktrack,
                    _ => Method::Backtrack,
                };
                if let Ok(other) = Watch::new(watch.puzzle().clone(), self.strategy.clone()) {
                    *watch = other;
                }
            }
            KeyCode::Char('w') | KeyCode::Esc => {
                self.watch = None;
                self.show_game_state();
                return Effect::Draw;
            }
            _ => return Effect::Nothing,
        }
        self.show_watch_state();
        Effect::Draw
    }
}
