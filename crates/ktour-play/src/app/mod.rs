//! The state of the game on the screen, and how every input changes it.
//!
//! No clock, no thread, no terminal: keys, clicks, ticks and answers come in, and at most one [`Effect`]
//! goes out. `playing` and `watching` know the keys of either, `wishes` what is asked of the engine,
//! `saying` the words.

mod messages;
mod playing;
mod requests;
mod watching;

use std::{collections::HashSet, time::Duration};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ktour_tour::{
    Puzzle, Refusal, Square, Strategy, Tour,
    game::{Game, TooLarge},
};

use crate::{
    AdviceReply, Look, Query, Speed,
    layout::{CELLS, ScreenLayout, beside},
    overlays,
    watch::Watch,
};

/// How long the engine may think about a position at first; every further wish for the same one gives it ten
/// times as long.
const FIRST_THINK_TIME: Duration = Duration::from_millis(300);
const MAX_THINK_TIME: Duration = Duration::from_secs(300);

/// Input of the game: keys, clicks, ticks and replies of the engine.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The left button was pressed there.
    Click {
        /// The column.
        x: u16,
        /// The row.
        y: u16,
    },
    /// The wheel was turned, up or down.
    Wheel {
        /// Up.
        is_up: bool,
    },
    /// Time has passed.
    Tick(Duration),
    /// The screen has this size now.
    Resize(u16, u16),
    /// The engine has an answer.
    Answered(AdviceReply),
}

/// Effect that the caller carries out after an input.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Draw again.
    Draw,
    /// Nothing changed.
    Nothing,
    /// Draw, and ask the engine.
    Ask(Box<Query>),
    /// The player leaves.
    Quit,
    /// The player pressed Ctrl-C.
    Interrupt,
}

/// Why the engine was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Hint,
    Check,
    /// Back to where a tour goes on.
    Back,
    Step,
    Finish,
    Generate,
}

/// How a message is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Plain,
    Good,
    Bad,
}

/// Overlay on top of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Overlay {
    Help,
    Message,
}

/// Everything on the screen.
pub struct App {
    pub(crate) look: Look,
    pub(crate) game: Game,
    pub(crate) cursor: Square,
    pub(crate) watch: Option<Watch>,
    strategy: Strategy,
    pub(crate) speed: Speed,
    /// A tour to go along.
    plan: Option<Tour>,
    /// Whether the knight goes along it by itself.
    pub(crate) is_running: bool,
    pub(crate) message: String,
    pub(crate) tone: Tone,
    pub(crate) hint: Option<Square>,
    /// The squares that the reason of a dead end is about.
    pub(crate) trouble: HashSet<Square>,
    asked: Option<(u64, Request)>,
    asked_for: Duration,
    last_id: u64,
    patience: Duration,
    pub(crate) sheet: Option<Overlay>,
    pub(crate) sheet_scroll: u16,
    pub(crate) is_vi: bool,
    pub(crate) has_counts: bool,
    zoom: Option<usize>,
    size: (u16, u16),
    pub(crate) scroll: (u64, u64),
}

impl App {
    /// A game of the puzzle. `w` watches the search that the strategy makes.
    pub fn new(puzzle: Puzzle, strategy: Strategy, look: Look) -> Result<App, TooLarge> {
        let game = Game::new(puzzle)?;
        let board = game.board();
        let middle = Square::new((board.files() - 1) / 2, (board.ranks() - 1) / 2);
        let mut app = App {
            cursor: game.knight().unwrap_or(middle),
            look,
            game,
            watch: None,
            strategy,
            speed: Speed::default(),
            plan: None,
            is_running: false,
            message: String::new(),
            tone: Tone::Plain,
            hint: None,
            trouble: HashSet::new(),
            asked: None,
            asked_for: Duration::ZERO,
            last_id: 0,
            patience: FIRST_THINK_TIME,
            sheet: None,
            sheet_scroll: 0,
            is_vi: false,
            has_counts: true,
            zoom: None,
            size: (80, 24),
            scroll: (0, 0),
        };
        app.tell_game();
        app.follow_cursor();
        Ok(app)
    }

    /// The same, watching the search from the beginning.
    pub fn watching(mut self, speed: Speed) -> Result<App, Refusal> {
        self.speed = speed;
        self.watch = Some(Watch::new(self.game.puzzle().clone(), self.strategy.clone())?);
        self.tell_watch();
        Ok(self)
    }

    /// The game, as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Which question waits for its answer.
    pub fn asked(&self) -> Option<u64> {
        self.asked.map(|(id, _)| id)
    }

    /// Whether time changes anything.
    pub fn is_moving(&self) -> bool {
        self.is_running || self.asked.is_some() || self.watch.as_ref().is_some_and(Watch::is_running)
    }

    pub(crate) fn layout(&self) -> ScreenLayout {
        ScreenLayout::new(self.size, self.game.board(), self.zoom)
    }

    /// The lines of the sheet that lies over the board.
    pub(crate) fn sheet_lines(&self) -> Vec<String> {
        match self.sheet {
            Some(Overlay::Message) => overlays::message(&self.message),
            _ if self.watch.is_some() => overlays::of_a_search(),
            _ => overlays::of_a_game(),
        }
    }

    /// How long the engine has been thinking.
    pub(crate) fn thinking(&self) -> Option<Duration> {
        self.asked.map(|_| self.asked_for)
    }

    /// Changes the state as the input says.
    pub fn update(&mut self, input: Input) -> Effect {
        let effect = match input {
            Input::Key(key) => self.key(key),
            Input::Click { x, y } => self.click(x, y),
            Input::Wheel { is_up } if self.sheet.is_some() => self.turn_sheet(if is_up { -1 } else { 1 }),
            Input::Wheel { is_up } => self.go(0, if is_up { 1 } else { -1 }),
            Input::Tick(time) => self.tick(time),
            Input::Resize(width, height) => {
                self.size = (width, height);
                Effect::Draw
            }
            Input::Answered(answer) => self.answered(answer),
        };
        self.follow_cursor();
        effect
    }

    fn follow_cursor(&mut self) {
        self.scroll = self.layout().scroll_to(self.game.board(), self.scroll, self.cursor);
    }

    fn key(&mut self, key: KeyEvent) -> Effect {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c') => Effect::Interrupt,
                KeyCode::Char('l') => Effect::Draw,
                _ => Effect::Nothing,
            };
        }
        if let Some(sheet) = self.sheet {
            return self.sheet_key(sheet, key.code);
        }
        match key.code {
            KeyCode::Char('q') => return Effect::Quit,
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Overlay::Help),
            KeyCode::Char('m') => self.open(Overlay::Message),
            KeyCode::Left => return self.go(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => return self.go(1, 0),
            KeyCode::Up | KeyCode::Char('k') => return self.go(0, 1),
            KeyCode::Down | KeyCode::Char('j') => return self.go(0, -1),
            KeyCode::Char('h') if self.is_vi => return self.go(-1, 0),
            KeyCode::PageUp => return self.go(0, self.layout().seen.1 as i64),
            KeyCode::PageDown => return self.go(0, -(self.layout().seen.1 as i64)),
            KeyCode::Home => return self.go(-(self.layout().seen.0 as i64), 0),
            KeyCode::End => return self.go(self.layout().seen.0 as i64, 0),
            KeyCode::Char('z') => self.zoom = self.zoom.map_or(Some(CELLS.len() - 1), |at| at.checked_sub(1)),
            KeyCode::Char('v') => {
                self.is_vi = !self.is_vi;
                let keys = if self.is_vi { "h j k l move the cursor, i hints" } else { "h hints" };
                self.say(Tone::Plain, keys);
            }
            KeyCode::Char('+' | '=') => self.speed.faster(),
            KeyCode::Char('-' | '_') => self.speed.slower(),
            code if self.watch.is_some() => return self.watch_key(code),
            code => return self.game_key(code),
        }
        Effect::Draw
    }

    fn open(&mut self, sheet: Overlay) {
        self.sheet = Some(sheet);
        self.sheet_scroll = 0;
    }

    fn sheet_key(&mut self, sheet: Overlay, code: KeyCode) -> Effect {
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.turn_sheet(-1),
            KeyCode::Down | KeyCode::Char('j') => self.turn_sheet(1),
            KeyCode::PageUp => self.turn_sheet(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.turn_sheet(10),
            KeyCode::Char('m') if sheet == Overlay::Help => {
                self.open(Overlay::Message);
                Effect::Draw
            }
            _ => {
                self.sheet = None;
                Effect::Draw
            }
        }
    }

    fn turn_sheet(&mut self, by: i32) -> Effect {
        let most = self.sheet_lines().len() as i32;
        self.sheet_scroll = (i32::from(self.sheet_scroll) + by).clamp(0, most) as u16;
        Effect::Draw
    }

    /// Moves the cursor, not beyond the edge.
    fn go(&mut self, files: i64, ranks: i64) -> Effect {
        self.cursor = beside(self.game.board(), self.cursor, files, ranks);
        Effect::Draw
    }

    fn click(&mut self, x: u16, y: u16) -> Effect {
        if self.sheet.take().is_some() {
            return Effect::Draw;
        }
        if let Some(square) = self.layout().square_at(self.game.board(), self.scroll, x, y) {
            self.cursor = square;
            if self.watch.is_none() {
                self.leap_to(square);
            }
        }
        Effect::Draw
    }

    fn tick(&mut self, time: Duration) -> Effect {
        if let Some(watch) = &mut self.watch {
            if !watch.tick(&mut self.speed, time) {
                return Effect::Nothing;
            }
            self.cursor = watch.trace().knight();
            self.tell_watch();
            return Effect::Draw;
        }
        if self.asked.is_some() {
            self.asked_for += time;
            return Effect::Draw;
        }
        if !self.is_running {
            return Effect::Nothing;
        }
        let steps = self.speed.steps(time);
        for _ in 0..steps {
            if !self.go_along() {
                self.is_running = false;
                break;
            }
        }
        if steps > 0 { Effect::Draw } else { Effect::Nothing }
    }
}
