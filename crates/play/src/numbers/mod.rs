//! A number puzzle on the screen: some steps of a tour are given, and the player finds the rest.
//!
//! Plain state, as [`App`](crate::App) is. Numbers are typed, or one leaps along from a step that is there; what is
//! wrong is shown when it is asked for, and hints tell more each time: where to look, which deduction, the number.
//! `keys` knows the keys, `hint` the words of a hint, `draw` only looks.

mod draw;
mod hint;
mod keys;

use std::collections::{BTreeMap, HashSet};

use knights_tour::{Board, Square, Tour, TourKind, givens::Givens, notation};

use crate::{
    Effect, Input, Look, Scene,
    app::{Sheet, Tone},
    layout::Layout,
    picture::ScreenPicture,
};
use hint::Hint;

/// Written numbers by their squares.
type Entries = BTreeMap<Square, u32>;

/// Everything on the screen.
pub struct NumberGame {
    look: Look,
    givens: Givens,
    solution: Tour,
    /// What the line at the top says of the puzzle.
    about: String,
    entries: Entries,
    past: Vec<Entries>,
    undone: Vec<Entries>,
    cursor: Square,
    /// The step from which one leaps along.
    chosen: Option<Square>,
    /// Digits that may become a longer number, on the cursor's square.
    draft: String,
    is_backwards: bool,
    wrong: HashSet<Square>,
    hint: Option<Hint>,
    hints: usize,
    message: String,
    tone: Tone,
    sheet: Option<Sheet>,
    sheet_scroll: u16,
    zoom: Option<usize>,
    size: (u16, u16),
    scroll: (u64, u64),
}

impl NumberGame {
    /// A puzzle and its only solution; `about` is said at the top.
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
            sheet: None,
            sheet_scroll: 0,
            zoom: None,
            size: (80, 24),
            scroll: (0, 0),
        };
        numbers.tell();
        numbers
    }

    /// The steps that are written, without those that are given.
    pub fn written(&self) -> impl Iterator<Item = (Square, u32)> + '_ {
        self.entries.iter().map(|(&square, &step)| (square, step))
    }

    /// Whether every step is where the solution has it.
    pub fn is_solved(&self) -> bool {
        self.left() == 0 && self.wrong_squares().next().is_none()
    }

    fn board(&self) -> &Board {
        self.givens.board()
    }

    fn layout(&self) -> Layout {
        Layout::new(self.size, self.board(), self.zoom)
    }

    fn name(&self, square: Square) -> String {
        notation::name(self.board(), square)
    }

    /// The last step.
    fn last(&self) -> u32 {
        self.solution.len() as u32
    }

    /// How many squares have no step yet.
    fn left(&self) -> usize {
        self.solution.len() - self.givens.steps().len() - self.entries.len()
    }

    fn step_on(&self, square: Square) -> Option<u32> {
        self.givens.step_of(square).or_else(|| self.entries.get(&square).copied())
    }

    fn square_of(&self, step: u32) -> Option<Square> {
        let given = self.givens.steps().iter().find(|&&(given, _)| given == step).map(|&(_, square)| square);
        given
            .or_else(|| self.entries.iter().find(|&(_, &written)| written == step).map(|(&square, _)| square))
    }

    fn wrong_squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.written()
            .filter(|&(square, step)| self.solution.square_at(step as usize) != Some(square))
            .map(|(square, _)| square)
    }

    /// The step that comes next from the chosen one, and where it may be: the other way where the next is there already.
    fn onward(&self) -> Option<(u32, Vec<Square>)> {
        let from = self.chosen?;
        let (here, last) = (self.step_on(from)?, self.last());
        let is_closed = self.givens.kind() == TourKind::Closed;
        let next = |is_back: bool| match (is_back, is_closed) {
            (false, true) => Some(here % last + 1),
            (true, true) => Some((here + last - 2) % last + 1),
            (false, false) => Some(here + 1).filter(|&step| step <= last),
            (true, false) => Some(here - 1).filter(|&step| step > 0),
        };
        let open = |step: &u32| self.square_of(*step).is_none();
        let step = next(self.is_backwards).filter(open).or_else(|| next(!self.is_backwards).filter(open))?;
        let leaps = self.board().leaps(self.givens.leaper(), from);
        Some((step, leaps.filter(|&to| self.step_on(to).is_none()).collect()))
    }

    /// A step on a square; it leaves the square where it was.
    fn write(&mut self, square: Square, step: u32) {
        let given = self.givens.step_of(square).map(|given| (given, square));
        let same = || self.givens.steps().iter().find(|&&(given, _)| given == step).copied();
        if let Some((given, on)) = given.or_else(same) {
            return self.say(Tone::Bad, format!("{given} is given on {}", self.name(on)));
        }
        if !(1..=self.last()).contains(&step) {
            return self.say(Tone::Bad, format!("the steps are 1 to {}", self.last()));
        }
        let mut entries = self.entries.clone();
        entries.retain(|_, written| *written != step);
        entries.insert(square, step);
        self.chosen = Some(square);
        self.set_entries(entries);
    }

    fn erase(&mut self, square: Square) {
        let mut entries = self.entries.clone();
        match entries.remove(&square) {
            Some(_) => self.set_entries(entries),
            None if self.givens.step_of(square).is_some() => self.say(Tone::Plain, "what is given stays"),
            None => {}
        }
    }

    /// The written steps are others now; what is solved stays.
    fn set_entries(&mut self, entries: Entries) {
        if entries != self.entries && !self.is_solved() {
            self.past.push(std::mem::replace(&mut self.entries, entries));
            self.undone.clear();
            self.changed();
        }
    }

    fn undo(&mut self) {
        match self.past.pop() {
            Some(entries) if !self.is_solved() => {
                self.undone.push(std::mem::replace(&mut self.entries, entries));
                self.changed();
            }
            _ => self.say(Tone::Plain, "nothing is written that could be taken back"),
        }
    }

    fn redo(&mut self) {
        match self.undone.pop() {
            Some(entries) => {
                self.past.push(std::mem::replace(&mut self.entries, entries));
                self.changed();
            }
            None => self.say(Tone::Plain, "nothing was taken back"),
        }
    }

    fn changed(&mut self) {
        self.wrong.clear();
        self.hint = None;
        self.tell();
    }

    /// Marks what the solution does not have.
    fn check(&mut self) {
        self.wrong = self.wrong_squares().collect();
        match (self.wrong.len(), self.left()) {
            (0, 0) => self.tell(),
            (0, left) => self.say(Tone::Good, format!("all right so far, {}", steps(left, "to go"))),
            (1, _) => self.say(Tone::Bad, "1 step is wrong: it is marked with !"),
            (wrong, _) => self.say(Tone::Bad, format!("{wrong} steps are wrong: they are marked with !")),
        }
    }

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = text.into();
        self.tone = tone;
    }

    /// What there is to say of how it stands.
    fn tell(&mut self) {
        if self.is_solved() {
            let hints = match self.hints {
                0 => "without a hint".to_owned(),
                1 => "with 1 hint".to_owned(),
                many => format!("with {many} hints"),
            };
            return self.say(
                Tone::Good,
                format!("solved {hints}: all {} steps, and there is no other way", self.last()),
            );
        }
        if self.left() == 0 {
            return self
                .say(Tone::Bad, "every square has a step, and something is not right yet: c shows what");
        }
        let text = match self.onward() {
            Some((step, squares)) if !squares.is_empty() => {
                format!("Enter on a square in brackets writes {step}")
            }
            _ => "type a step and press Enter, or choose one with Enter and leap along".to_owned(),
        };
        self.say(Tone::Plain, text);
    }
}

/// `3 steps to go`.
fn steps(many: usize, what: &str) -> String {
    format!("{many} {} {what}", if many == 1 { "step" } else { "steps" })
}

impl Scene for NumberGame {
    fn look(&self) -> Look {
        self.look
    }

    fn update(&mut self, input: Input) -> Effect {
        let effect = self.input(input);
        self.scroll = self.layout().scroll_to(self.board(), self.scroll, self.cursor);
        effect
    }

    fn draw(&self, picture: &mut ScreenPicture) {
        draw::draw(self, picture);
    }
}
