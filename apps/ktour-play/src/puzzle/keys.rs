//! Keys of a number puzzle.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{
    game::{Entries, NumberGame},
    hint::Hint,
};
use crate::{
    Effect, Input,
    app::{Overlay, Tone},
    layout::{CELLS, neighbouring_square},
    overlays,
};

/// Keys of a number puzzle, and what they do.
const KEYS: [(&str, &str); 13] = [
    ("arrows, j k l", "move the cursor"),
    ("0 to 9, Enter", "write a step on the cursor's square"),
    ("Backspace", "erase it, or its last digit"),
    ("Enter, Space", "choose a step, then a square in brackets for the next"),
    ("Tab, Shift-Tab", "to the next square in brackets"),
    ("b", "leap backwards, to smaller steps; and forwards again"),
    ("u  r", "take back; write again what was taken back"),
    ("R", "erase everything; u brings it back"),
    ("h, i", "hint: where to look, then which deduction, then the step"),
    ("c", "check: mark what is wrong"),
    ("z  m", "zoom; the whole message"),
    ("Esc", "forget the digits, and the chosen step"),
    ("q, Ctrl-C", "quit"),
];

impl NumberGame {
    pub(super) fn input(&mut self, input: Input) -> Effect {
        match input {
            Input::Key(key) => self.key(key),
            Input::Click { x, y } => self.click(x, y),
            Input::Wheel { is_up } if self.overlay.is_some() => {
                self.scroll_overlay(if is_up { -1 } else { 1 })
            }
            Input::Wheel { is_up } => self.move_cursor(0, if is_up { 1 } else { -1 }),
            Input::Resize(width, height) => {
                self.size = (width, height);
                Effect::Draw
            }
            Input::Tick(_) | Input::Reply(_) => Effect::Nothing,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Effect::Interrupt,
                KeyCode::Char('l') => Effect::Draw,
                _ => Effect::Nothing,
            };
        }
        if self.overlay.is_some() {
            return match key.code {
                KeyCode::Up | KeyCode::Char('k') => self.scroll_overlay(-1),
                KeyCode::Down | KeyCode::Char('j') => self.scroll_overlay(1),
                _ => {
                    self.overlay = None;
                    Effect::Draw
                }
            };
        }
        match key.code {
            KeyCode::Char('q') => return Effect::Quit,
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit),
            KeyCode::Enter | KeyCode::Char(' ') => self.press_enter(),
            KeyCode::Backspace | KeyCode::Delete => match self.draft.pop() {
                Some(_) => {}
                None => self.erase(self.cursor),
            },
            KeyCode::Esc => {
                self.draft.clear();
                self.chosen = None;
                self.hint = None;
                self.show_state();
            }
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Overlay::Help),
            KeyCode::Char('m') => self.open(Overlay::Message),
            KeyCode::Char('z') => self.zoom = self.zoom.map_or(Some(CELLS.len() - 1), |at| at.checked_sub(1)),
            KeyCode::Left => return self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => return self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('k') => return self.move_cursor(0, 1),
            KeyCode::Down | KeyCode::Char('j') => return self.move_cursor(0, -1),
            code => return self.command_key(code),
        }
        Effect::Draw
    }

    /// Applies a command to the numbers; pending digits are entered first.
    fn command_key(&mut self, code: KeyCode) -> Effect {
        self.enter_draft();
        match code {
            KeyCode::Tab => self.move_to_next_open(1),
            KeyCode::BackTab => self.move_to_next_open(-1),
            KeyCode::Char('b') => {
                self.is_backwards = !self.is_backwards;
                self.show_state();
            }
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('R') => self.set_entries(Entries::new()),
            KeyCode::Char('c') => self.check(),
            KeyCode::Char('h' | 'i') => self.show_hint(),
            _ => return Effect::Nothing,
        }
        Effect::Draw
    }

    fn click(&mut self, x: u16, y: u16) -> Effect {
        if self.overlay.take().is_some() {
            return Effect::Draw;
        }
        self.enter_draft();
        if let Some(square) = self.layout().square_at(self.board(), self.scroll, x, y) {
            self.cursor = square;
            self.press_enter();
        }
        Effect::Draw
    }

    /// Moves the cursor within the board.
    fn move_cursor(&mut self, files: i64, ranks: i64) -> Effect {
        self.enter_draft();
        self.cursor = neighbouring_square(self.givens.board(), self.cursor, files, ranks);
        Effect::Draw
    }

    /// Moves the cursor to another possible square of the next step, rank by rank.
    fn move_to_next_open(&mut self, by: isize) {
        let Some((_, mut open)) = self.next_step().filter(|(_, open)| !open.is_empty()) else { return };
        open.sort_unstable_by_key(|square| (square.rank, square.file));
        let here = open.iter().position(|&square| square == self.cursor);
        let next = here.map_or(0, |here| (here as isize + by).rem_euclid(open.len() as isize) as usize);
        self.cursor = open[next];
    }

    /// Enters the typed digits; else the next step, if it may be on this square; else chooses the step on it.
    fn press_enter(&mut self) {
        if !self.draft.is_empty() {
            return self.enter_draft();
        }
        if self.is_solved() || !self.board().contains(self.cursor) {
            return;
        }
        match self.next_step() {
            Some((step, open)) if open.contains(&self.cursor) => self.write(self.cursor, step),
            _ => {
                self.chosen = Some(self.cursor);
                self.show_state();
            }
        }
    }

    fn type_digit(&mut self, digit: char) {
        if self.is_solved() || !self.board().contains(self.cursor) {
            return;
        }
        if let Some(given) = self.givens.step_of(self.cursor) {
            return self.show_message(Tone::Bad, format!("{given} is given on {}", self.name(self.cursor)));
        }
        let longer = format!("{}{digit}", self.draft);
        let step = longer.parse().ok().filter(|&step| step <= self.last());
        let step = step.or_else(|| digit.to_digit(10)).unwrap_or(0);
        match step {
            0 => self.show_message(Tone::Bad, format!("the steps are 1 to {}", self.last())),
            step if step * 10 > self.last() => {
                self.draft.clear();
                self.write(self.cursor, step);
            }
            step => {
                self.draft = step.to_string();
                self.show_message(Tone::Plain, format!("Enter writes {step}, another digit makes it longer"));
            }
        }
    }

    /// Enters the typed digits when the player goes to another square.
    fn enter_draft(&mut self) {
        if let Ok(step) = std::mem::take(&mut self.draft).parse() {
            self.write(self.cursor, step);
        }
    }

    /// Shows the next grade of the hint; the last one enters the step.
    fn show_hint(&mut self) {
        if self.is_solved() {
            return self.show_state();
        }
        if self.wrong_squares().next().is_some() {
            let text = "a step that you wrote is wrong, so no hint would help: c shows which";
            return self.show_message(Tone::Bad, text);
        }
        let hint = match self.hint.take() {
            Some(hint) => Some(hint.next_grade()),
            None => {
                let hint = Hint::new(&self.givens, self.entries(), &self.solution);
                self.hints += usize::from(hint.is_some());
                hint
            }
        };
        let Some(hint) = hint else { return };
        let text = hint.text(self.board());
        if hint.shows_step() {
            self.cursor = hint.square();
            self.write(hint.square(), hint.step());
            if self.is_solved() {
                return;
            }
        } else {
            self.hint = Some(hint);
        }
        self.show_message(Tone::Good, text);
    }

    fn open(&mut self, overlay: Overlay) {
        self.overlay = Some(overlay);
        self.overlay_scroll = 0;
    }

    fn scroll_overlay(&mut self, by: i32) -> Effect {
        let max = self.overlay_lines().len() as i32;
        self.overlay_scroll = (i32::from(self.overlay_scroll) + by).clamp(0, max) as u16;
        Effect::Draw
    }

    /// Lines of the overlay.
    pub(super) fn overlay_lines(&self) -> Vec<String> {
        match self.overlay {
            Some(Overlay::Message) => overlays::message(&self.message),
            _ => overlays::help_lines(&KEYS, &["(7) may have the next step, 7; * the hint; ! a wrong step."]),
        }
    }
}
