//! State of the game on the screen, and its change by every input.
//!
//! The module has no clock, thread or terminal: keys, clicks, ticks and replies are inputs, and each returns
//! one [`Effect`]. `keys` handles the keys of the two modes, `requests` the requests to the engine, `messages`
//! the texts.

mod keys;
mod messages;
mod requests;

use std::{collections::HashSet, time::Duration};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ktour_core::{Puzzle, Square, Tour};
use ktour_search::{
    Refusal, Strategy,
    game::{Game, TooLarge},
};

use crate::{
    AdviceReply, Look, Query, Speed,
    layout::{CELLS, ScreenLayout, neighbouring_square},
    overlays,
    watch::Watch,
};

/// Time limit of the first request about a position; every repeated request has ten times as much.
const FIRST_THINK_TIME: Duration = Duration::from_millis(300);
const MAX_THINK_TIME: Duration = Duration::from_secs(300);

/// Input of the game: keys, clicks, ticks and replies of the engine.
#[derive(Clone, Debug)]
pub enum Input {
    /// A key was pressed.
    Key(KeyEvent),
    /// The left button was pressed on this cell.
    Click {
        /// Column of the cell.
        x: u16,
        /// Row of the cell.
        y: u16,
    },
    /// The wheel was turned.
    Wheel {
        /// Whether it was turned up.
        is_up: bool,
    },
    /// Time has passed.
    Tick(Duration),
    /// The screen was resized.
    Resize(u16, u16),
    /// The engine has replied.
    Reply(AdviceReply),
}

/// Effect that the caller carries out after an input.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Draw again.
    Draw,
    /// Nothing changed.
    Nothing,
    /// Draw, and send a query to the engine.
    Ask(Box<Query>),
    /// The player quits.
    Quit,
    /// The player pressed Ctrl-C.
    Interrupt,
}

/// Reason of a query to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Hint,
    Check,
    /// Back to a position from which a tour continues.
    Back,
    Step,
    Finish,
    Generate,
}

/// Tone of a message.
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

/// State of a game and of everything on its screen.
pub struct App {
    pub(crate) look: Look,
    pub(crate) game: Game,
    pub(crate) cursor: Square,
    pub(crate) watch: Option<Watch>,
    /// Strategy of a search that is watched.
    strategy: Strategy,
    pub(crate) speed: Speed,
    /// Tour whose leaps can be played step by step.
    plan: Option<Tour>,
    /// Whether the plan is played automatically.
    pub(crate) is_running: bool,
    pub(crate) message: String,
    pub(crate) tone: Tone,
    pub(crate) hint: Option<Square>,
    /// Squares that cause the dead end.
    pub(crate) trouble: HashSet<Square>,
    /// Number and reason of the pending query.
    pending: Option<(u64, Request)>,
    thinking_time: Duration,
    /// Number of the last query.
    last_id: u64,
    /// Time limit of the next query.
    query_time: Duration,
    pub(crate) overlay: Option<Overlay>,
    pub(crate) overlay_scroll: u16,
    pub(crate) is_vi: bool,
    /// Whether onward counts are shown.
    pub(crate) has_counts: bool,
    /// Index of the chosen size in [`CELLS`]; otherwise the largest that fits.
    zoom: Option<usize>,
    /// Size of the screen.
    size: (u16, u16),
    /// Files and ranks left of and above the window.
    pub(crate) scroll: (u64, u64),
}

impl App {
    /// Creates a game of the puzzle. `w` watches a search with this strategy.
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
            pending: None,
            thinking_time: Duration::ZERO,
            last_id: 0,
            query_time: FIRST_THINK_TIME,
            overlay: None,
            overlay_scroll: 0,
            is_vi: false,
            has_counts: true,
            zoom: None,
            size: (80, 24),
            scroll: (0, 0),
        };
        app.show_game_state();
        app.follow_cursor();
        Ok(app)
    }

    /// Starts with the search instead of the game.
    pub fn watching(mut self, speed: Speed) -> Result<App, Refusal> {
        self.speed = speed;
        self.watch = Some(Watch::new(self.game.puzzle().clone(), self.strategy.clone())?);
        self.show_watch_state();
        Ok(self)
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Number of the query whose reply is pending.
    pub fn pending_query(&self) -> Option<u64> {
        self.pending.map(|(id, _)| id)
    }

    /// Whether ticks change the state.
    pub fn is_moving(&self) -> bool {
        self.is_running || self.pending.is_some() || self.watch.as_ref().is_some_and(Watch::is_running)
    }

    pub(crate) fn layout(&self) -> ScreenLayout {
        ScreenLayout::new(self.size, self.game.board(), self.zoom)
    }

    /// Lines of the overlay.
    pub(crate) fn overlay_lines(&self) -> Vec<String> {
        match self.overlay {
            Some(Overlay::Message) => overlays::message(&self.message),
            _ if self.watch.is_some() => overlays::search_help(),
            _ => overlays::game_help(),
        }
    }

    /// Time for which the engine has been computing.
    pub(crate) fn thinking(&self) -> Option<Duration> {
        self.pending.map(|_| self.thinking_time)
    }

    /// Changes the state by an input.
    pub fn update(&mut self, input: Input) -> Effect {
        let effect = match input {
            Input::Key(key) => self.key(key),
            Input::Click { x, y } => self.click(x, y),
            Input::Wheel { is_up } if self.overlay.is_some() => {
                self.scroll_overlay(if is_up { -1 } else { 1 })
            }
            Input::Wheel { is_up } => self.move_cursor(0, if is_up { 1 } else { -1 }),
            Input::Tick(time) => self.tick(time),
            Input::Resize(width, height) => {
                self.size = (width, height);
                Effect::Draw
            }
            Input::Reply(reply) => self.on_reply(reply),
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
        if let Some(overlay) = self.overlay {
            return self.overlay_key(overlay, key.code);
        }
        match key.code {
            KeyCode::Char('q') => return Effect::Quit,
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Overlay::Help),
            KeyCode::Char('m') => self.open(Overlay::Message),
            KeyCode::Left => return self.move_cursor(-1, 0),
            KeyCode::Right | KeyCode::Char('l') => return self.move_cursor(1, 0),
            KeyCode::Up | KeyCode::Char('k') => return self.move_cursor(0, 1),
            KeyCode::Down | KeyCode::Char('j') => return self.move_cursor(0, -1),
            KeyCode::Char('h') if self.is_vi => return self.move_cursor(-1, 0),
            KeyCode::PageUp => return self.move_cursor(0, self.layout().visible.1 as i64),
            KeyCode::PageDown => return self.move_cursor(0, -(self.layout().visible.1 as i64)),
            KeyCode::Home => return self.move_cursor(-(self.layout().visible.0 as i64), 0),
            KeyCode::End => return self.move_cursor(self.layout().visible.0 as i64, 0),
            KeyCode::Char('z') => self.zoom = self.zoom.map_or(Some(CELLS.len() - 1), |at| at.checked_sub(1)),
            KeyCode::Char('v') => {
                self.is_vi = !self.is_vi;
                let keys = if self.is_vi { "h j k l move the cursor, i hints" } else { "h hints" };
                self.show_message(Tone::Plain, keys);
            }
            KeyCode::Char('+' | '=') => self.speed.faster(),
            KeyCode::Char('-' | '_') => self.speed.slower(),
            code if self.watch.is_some() => return self.watch_key(code),
            code => return self.game_key(code),
        }
        Effect::Draw
    }

    fn open(&mut self, overlay: Overlay) {
        self.overlay = Some(overlay);
        self.overlay_scroll = 0;
    }

    fn overlay_key(&mut self, overlay: Overlay, code: KeyCode) -> Effect {
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll_overlay(-1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll_overlay(1),
            KeyCode::PageUp => self.scroll_overlay(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll_overlay(10),
            KeyCode::Char('m') if overlay == Overlay::Help => {
                self.open(Overlay::Message);
                Effect::Draw
            }
            _ => {
                self.overlay = None;
                Effect::Draw
            }
        }
    }

    fn scroll_overlay(&mut self, by: i32) -> Effect {
        let max = self.overlay_lines().len() as i32;
        self.overlay_scroll = (i32::from(self.overlay_scroll) + by).clamp(0, max) as u16;
        Effect::Draw
    }

    /// Moves the cursor within the board.
    fn move_cursor(&mut self, files: i64, ranks: i64) -> Effect {
        self.cursor = neighbouring_square(self.game.board(), self.cursor, files, ranks);
        Effect::Draw
    }

    fn click(&mut self, x: u16, y: u16) -> Effect {
        if self.overlay.take().is_some() {
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
            self.show_watch_state();
            return Effect::Draw;
        }
        if self.pending.is_some() {
            self.thinking_time += time;
            return Effect::Draw;
        }
        if !self.is_running {
            return Effect::Nothing;
        }
        let steps = self.speed.steps(time);
        for _ in 0..steps {
            if !self.step_along_plan() {
                self.is_running = false;
                break;
            }
        }
        if steps > 0 { Effect::Draw } else { Effect::Nothing }
    }
}
