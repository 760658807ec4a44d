//! Keys of a game, and of a search that is watched.

use crossterm::event::KeyCode;
use ktour_core::Square;
use ktour_search::Method;

use super::{App, Effect, FIRST_THINK_TIME, Request, Tone};
use crate::{Speed, watch::Watch};

impl App {
    pub(super) fn game_key(&mut self, code: KeyCode) -> Effect {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.leap_to(self.cursor),
            KeyCode::Char('u') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('R') => {
                self.on_position_changed();
                self.game.restart();
                self.cursor = self.game.knight().unwrap_or(self.cursor);
                self.show_game_state();
                if self.game.undone().len() > 0 {
                    self.show_message(Tone::Plain, "from the beginning; r plays again what was taken back");
                }
            }
            KeyCode::Char('h' | 'i') => return self.request(Request::Hint),
            KeyCode::Char('H') => return self.request(Request::Check),
            KeyCode::Char('U') => return self.request(Request::Back),
            KeyCode::Char('s') => {
                self.is_running = false;
                return self.request(Request::Step);
            }
            KeyCode::Char('f') => return self.request(Request::Finish),
            KeyCode::Char('g') => return self.request(Request::Generate),
            KeyCode::Char('p') => return self.run_or_pause(),
            KeyCode::Tab => self.move_to_next_legal(1),
            KeyCode::BackTab => self.move_to_next_legal(-1),
            KeyCode::Char('c') => self.has_counts = !self.has_counts,
            KeyCode::Char('w') => self.watch_from_here(),
            KeyCode::Esc => {
                let was_pending = self.pending.is_some();
                self.on_position_changed();
                self.show_game_state();
                if was_pending {
                    self.show_message(Tone::Plain, "stopped thinking");
                }
            }
            _ => return Effect::Nothing,
        }
        Effect::Draw
    }

    pub(super) fn leap_to(&mut self, to: Square) {
        match self.game.leap(to) {
            Ok(()) => {
                self.on_position_changed();
                self.cursor = to;
                self.show_game_state();
            }
            Err(error) => self.show_message(Tone::Bad, error.to_string()),
        }
    }

    pub(super) fn undo(&mut self) {
        match self.game.undo() {
            Some(square) => {
                self.on_position_changed();
                self.cursor = self.game.knight().unwrap_or(square);
                self.show_game_state();
            }
            None if self.game.played().is_empty() => self.show_message(Tone::Plain, "nothing is played yet"),
            None => self.show_message(Tone::Plain, "the squares given at the start stay"),
        }
    }

    pub(super) fn redo(&mut self) {
        match self.game.redo() {
            Some(square) => {
                self.on_position_changed();
                self.cursor = square;
                self.show_game_state();
            }
            None => self.show_message(Tone::Plain, "there is nothing to play again"),
        }
    }

    /// Pauses the plan, and drops the pending query and the hint, after a change of position.
    pub(super) fn on_position_changed(&mut self) {
        self.is_running = false;
        self.pending = None;
        self.hint = None;
        self.trouble.clear();
        self.query_time = FIRST_THINK_TIME;
    }

    /// Moves the cursor to another square that the knight can leap to, clockwise if `by` is positive.
    pub(super) fn move_to_next_legal(&mut self, by: isize) {
        let Some(at) = self.game.knight() else { return };
        let mut legal: Vec<Square> = self.game.legal().collect();
        // Squares are ordered clockwise from above.
        legal.sort_by(|a, b| angle(at, *a).total_cmp(&angle(at, *b)));
        if legal.is_empty() {
            return;
        }
        let here = legal.iter().position(|&square| square == self.cursor);
        let next = match here {
            Some(here) => (here as isize + by).rem_euclid(legal.len() as isize) as usize,
            None => 0,
        };
        self.cursor = legal[next];
    }

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

/// The direction from one square to another, clockwise from above.
fn angle(from: Square, to: Square) -> f64 {
    let (right, up) = (to.file as f64 - from.file as f64, to.rank as f64 - from.rank as f64);
    right.atan2(up).rem_euclid(std::f64::consts::TAU)
}
