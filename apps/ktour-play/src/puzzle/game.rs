//! State of a number puzzle: the entered steps, and the messages about them.

use std::collections::{BTreeMap, HashSet};

use ktour_core::{Board, Square, Tour, TourKind, notation};
use ktour_puzzle::Givens;

use super::hint::Hint;
use crate::{
    Look,
    app::{Overlay, Tone},
    layout::ScreenLayout,
};

/// Entered steps by their squares.
pub(super) type Entries = BTreeMap<Square, u32>;

/// State of a puzzle and of everything on its screen.
pub struct NumberGame {
    pub(super) look: Look,
    pub(super) givens: Givens,
    pub(super) solution: Tour,
    /// Text of the top line of a puzzle.
    pub(super) about: String,
    entries: Entries,
    /// Entries before each change, and those that were undone.
    past: Vec<Entries>,
    undone: Vec<Entries>,
    pub(super) cursor: Square,
    /// Square of the step from which the player goes on.
    pub(super) chosen: Option<Square>,
    /// Digits that are typed on the cursor's square and may become a longer number.
    pub(super) draft: String,
    /// Whether the player goes on to smaller steps.
    pub(super) is_backwards: bool,
    /// Squares that a check marked as wrong.
    pub(super) wrong: HashSet<Square>,
    pub(super) hint: Option<Hint>,
    /// Number of steps for which a hint was given.
    pub(super) hints: usize,
    pub(super) message: String,
    pub(super) tone: Tone,
    pub(super) overlay: Option<Overlay>,
    pub(super) overlay_scroll: u16,
    pub(super) zoom: Option<usize>,
    pub(super) size: (u16, u16),
    pub(super) scroll: (u64, u64),
}

impl NumberGame {
    /// Creates a game from a puzzle and its only solution; `about` is shown at the top.
    pub fn new(givens: Givens, solution: Tour, about: impl Into<String>, look: Look) -> NumberGame {
        let first = givens.steps().first().map(|&(_, square)| square);
        let mut numbers = NumberGame {
            look,
            cursor: first.unwrap_or(Square::new(0, 0)),
            chosen: first,
            givens,
            solution,
            about: about.into(),
            entries: Entries::new(),
            past: Vec::new(),
            undone: Vec::new(),
            draft: String::new(),
            is_backwards: false,
            wrong: HashSet::new(),
            hint: None,
            hints: 0,
            message: String::new(),
            tone: Tone::Plain,
            overlay: None,
            overlay_scroll: 0,
            zoom: None,
            size: (80, 24),
            scroll: (0, 0),
        };
        numbers.show_state();
        numbers
    }

    /// Entered steps, without the given ones.
    pub fn entries(&self) -> impl Iterator<Item = (Square, u32)> + '_ {
        self.entries.iter().map(|(&square, &step)| (square, step))
    }

    /// Whether every step is on its square of the solution.
    pub fn is_solved(&self) -> bool {
        self.remaining() == 0 && self.wrong_squares().next().is_none()
    }

    pub(super) fn board(&self) -> &Board {
        self.givens.board()
    }

    pub(super) fn layout(&self) -> ScreenLayout {
        ScreenLayout::new(self.size, self.board(), self.zoom)
    }

    pub(super) fn name(&self, square: Square) -> String {
        notation::name(self.board(), square)
    }

    /// The last step.
    pub(super) fn last(&self) -> u32 {
        self.solution.len() as u32
    }

    /// Number of squares without a step.
    pub(super) fn remaining(&self) -> usize {
        self.solution.len() - self.givens.steps().len() - self.entries.len()
    }

    pub(super) fn step_on(&self, square: Square) -> Option<u32> {
        self.givens.step_of(square).or_else(|| self.entries.get(&square).copied())
    }

    fn square_of(&self, step: u32) -> Option<Square> {
        let given = self.givens.steps().iter().find(|&&(given, _)| given == step).map(|&(_, square)| square);
        given
            .or_else(|| self.entries.iter().find(|&(_, &entered)| entered == step).map(|(&square, _)| square))
    }

    pub(super) fn wrong_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.entries()
            .filter(|&(square, step)| self.solution.square_at(step as usize) != Some(square))
            .map(|(square, _)| square)
    }

    /// The step next to the chosen one in the current direction, and its possible squares; in the other
    /// direction if that step is entered already.
    pub(super) fn next_step(&self) -> Option<(u32, Vec<Square>)> {
        let from = self.chosen?;
        let (here, last) = (self.step_on(from)?, self.last());
        let is_closed = self.givens.kind() == TourKind::Closed;
        let next = |is_backwards: bool| match (is_backwards, is_closed) {
            (false, true) => Some(here % last + 1),
            (true, true) => Some((here + last - 2) % last + 1),
            (false, false) => Some(here + 1).filter(|&step| step <= last),
            (true, false) => Some(here - 1).filter(|&step| step > 0),
        };
        let is_missing = |step: &u32| self.square_of(*step).is_none();
        let step = next(self.is_backwards)
            .filter(is_missing)
            .or_else(|| next(!self.is_backwards).filter(is_missing))?;
        let leaps = self.board().leaps(self.givens.leaper(), from);
        Some((step, leaps.filter(|&to| self.step_on(to).is_none()).collect()))
    }

    /// Enters a step on a square and removes it from its previous square.
    pub(super) fn write(&mut self, square: Square, step: u32) {
        let given = self.givens.step_of(square).map(|given| (given, square));
        let elsewhere = || self.givens.steps().iter().find(|&&(given, _)| given == step).copied();
        if let Some((given, on)) = given.or_else(elsewhere) {
            return self.show_message(Tone::Bad, format!("{given} is given on {}", self.name(on)));
        }
        if !(1..=self.last()).contains(&step) {
            return self.show_message(Tone::Bad, format!("the steps are 1 to {}", self.last()));
        }
        let mut entries = self.entries.clone();
        entries.retain(|_, entered| *entered != step);
        entries.insert(square, step);
        self.chosen = Some(square);
        self.set_entries(entries);
    }

    pub(super) fn erase(&mut self, square: Square) {
        let mut entries = self.entries.clone();
        match entries.remove(&square) {
            Some(_) => self.set_entries(entries),
            None if self.givens.step_of(square).is_some() => {
                self.show_message(Tone::Plain, "given steps cannot be erased")
            }
            None => {}
        }
    }

    /// Replaces the entries; a solved puzzle stays as it is.
    pub(super) fn set_entries(&mut self, entries: Entries) {
        if entries != self.entries && !self.is_solved() {
            self.past.push(std::mem::replace(&mut self.entries, entries));
            self.undone.clear();
            self.on_entries_changed();
        }
    }

    pub(super) fn undo(&mut self) {
        match self.past.pop() {
            Some(entries) if !self.is_solved() => {
                self.undone.push(std::mem::replace(&mut self.entries, entries));
                self.on_entries_changed();
            }
            _ => self.show_message(Tone::Plain, "there is nothing to take back"),
        }
    }

    pub(super) fn redo(&mut self) {
        match self.undone.pop() {
            Some(entries) => {
                self.past.push(std::mem::replace(&mut self.entries, entries));
                self.on_entries_changed();
            }
            None => self.show_message(Tone::Plain, "there is nothing to write again"),
        }
    }

    fn on_entries_changed(&mut self) {
        self.wrong.clear();
        self.hint = None;
        self.show_state();
    }

    /// Marks the entries that differ from the solution.
    pub(super) fn check(&mut self) {
        self.wrong = self.wrong_squares().collect();
        match (self.wrong.len(), self.remaining()) {
            (0, 0) => self.show_state(),
            (0, left) => {
                self.show_message(Tone::Good, format!("all right so far, {}", count_of_steps(left, "to go")))
            }
            (1, _) => self.show_message(Tone::Bad, "1 step is wrong: it is marked with !"),
            (wrong, _) => {
                self.show_message(Tone::Bad, format!("{wrong} steps are wrong: they are marked with !"))
            }
        }
    }

    pub(super) fn show_message(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = text.into();
        self.tone = tone;
    }

    /// Message about the state of the puzzle.
    pub(super) fn show_state(&mut self) {
        if self.is_solved() {
            let hints = match self.hints {
                0 => "without a hint".to_owned(),
                1 => "with 1 hint".to_owned(),
                many => format!("with {many} hints"),
            };
            return self.show_message(
                Tone::Good,
                format!("solved {hints}: all {} steps, and there is no other way", self.last()),
            );
        }
        if self.remaining() == 0 {
            return self.show_message(
                Tone::Bad,
                "every square has a step, but not all are right: c shows which are wrong",
            );
        }
        let text = match self.next_step() {
            Some((step, squares)) if !squares.is_empty() => {
                format!("Enter on a square in brackets writes {step}")
            }
            _ => "type a step and press Enter, or choose one with Enter and leap along".to_owned(),
        };
        self.show_message(Tone::Plain, text);
    }
}

/// Number of steps as text, such as `3 steps to go`.
pub(super) fn count_of_steps(count: usize, what: &str) -> String {
    format!("{count} {} {what}", if count == 1 { "step" } else { "steps" })
}
