//! The state of the game on the screen, and how every input changes it.
//!
//! No clock, no thread, no terminal: keys, clicks, ticks and answers come in, and at most one [`Effect`]
//! goes out.

use std::{collections::HashSet, time::Duration};

use knights_tour::{
    Method, Puzzle, Refusal, Square, Strategy, Tour, TourKind,
    game::{Advice, Ending, Game, TooLarge},
    notation,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{Answer, Look, Question, Speed, help, layout::CELLS, layout::Layout, watch::Watch};

/// How long the engine may think about a position at first; every further wish for the same one gives it ten
/// times as long.
const PATIENCE: Duration = Duration::from_millis(300);
const LONGEST: Duration = Duration::from_secs(300);

/// What can happen.
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
    Answered(Answer),
}

/// What is to be done about it.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Draw again.
    Draw,
    /// Nothing changed.
    Nothing,
    /// Draw, and ask the engine.
    Ask(Box<Question>),
    /// The player leaves.
    Quit,
    /// The player pressed Ctrl-C.
    Interrupt,
}

/// Why the engine was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
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

/// What lies over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sheet {
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
    asked: Option<(u64, Wish)>,
    asked_for: Duration,
    last_id: u64,
    patience: Duration,
    pub(crate) sheet: Option<Sheet>,
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
            cursor: game.at().unwrap_or(middle),
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
            patience: PATIENCE,
            sheet: None,
            sheet_scroll: 0,
            is_vi: false,
            has_counts: true,
            zoom: None,
            size: (80, 24),
            scroll: (0, 0),
        };
        app.tell_position();
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

    pub(crate) fn layout(&self) -> Layout {
        Layout::new(self.size, self.game.board(), self.zoom)
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
            KeyCode::Char('?') | KeyCode::F(1) => self.open(Sheet::Help),
            KeyCode::Char('m') => self.open(Sheet::Message),
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

    fn open(&mut self, sheet: Sheet) {
        self.sheet = Some(sheet);
        self.sheet_scroll = 0;
    }

    fn sheet_key(&mut self, sheet: Sheet, code: KeyCode) -> Effect {
        match code {
            KeyCode::Up | KeyCode::Char('k') => self.turn_sheet(-1),
            KeyCode::Down | KeyCode::Char('j') => self.turn_sheet(1),
            KeyCode::PageUp => self.turn_sheet(-10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.turn_sheet(10),
            KeyCode::Char('m') if sheet == Sheet::Help => {
                self.open(Sheet::Message);
                Effect::Draw
            }
            _ => {
                self.sheet = None;
                Effect::Draw
            }
        }
    }

    fn turn_sheet(&mut self, by: i32) -> Effect {
        let most = help::lines(self).len() as i32;
        self.sheet_scroll = (i32::from(self.sheet_scroll) + by).clamp(0, most) as u16;
        Effect::Draw
    }

    /// Moves the cursor, not beyond the edge.
    fn go(&mut self, files: i64, ranks: i64) -> Effect {
        let board = self.game.board();
        let along = |at: u64, by: i64, side: u64| at.saturating_add_signed(by).min(side - 1);
        self.cursor = Square::new(
            along(self.cursor.file, files, board.files()),
            along(self.cursor.rank, ranks, board.ranks()),
        );
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

    // The game.

    fn game_key(&mut self, code: KeyCode) -> Effect {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.leap_to(self.cursor),
            KeyCode::Char('u') | KeyCode::Backspace => self.take_back(),
            KeyCode::Char('r') => self.play_again(),
            KeyCode::Char('R') => {
                self.moved();
                self.game.restart();
                self.cursor = self.game.at().unwrap_or(self.cursor);
                self.tell_position();
                if self.game.undone().len() > 0 {
                    self.say(Tone::Plain, "from the beginning; r plays again what was taken back");
                }
            }
            KeyCode::Char('h' | 'i') => return self.wish(Wish::Hint),
            KeyCode::Char('H') => return self.wish(Wish::Check),
            KeyCode::Char('U') => return self.wish(Wish::Back),
            KeyCode::Char('s') => {
                self.is_running = false;
                return self.wish(Wish::Step);
            }
            KeyCode::Char('f') => return self.wish(Wish::Finish),
            KeyCode::Char('g') => return self.wish(Wish::Generate),
            KeyCode::Char('p') => return self.run_or_pause(),
            KeyCode::Tab => self.next_legal(1),
            KeyCode::BackTab => self.next_legal(-1),
            KeyCode::Char('c') => self.has_counts = !self.has_counts,
            KeyCode::Char('w') => self.watch_from_here(),
            KeyCode::Esc => {
                let was_asked = self.asked.is_some();
                self.moved();
                self.tell_position();
                if was_asked {
                    self.say(Tone::Plain, "stopped thinking");
                }
            }
            _ => return Effect::Nothing,
        }
        Effect::Draw
    }

    fn leap_to(&mut self, to: Square) {
        match self.game.leap(to) {
            Ok(()) => {
                self.moved();
                self.cursor = to;
                self.tell_position();
            }
            Err(error) => self.say(Tone::Bad, error.to_string()),
        }
    }

    fn take_back(&mut self) {
        match self.game.undo() {
            Some(square) => {
                self.moved();
                self.cursor = self.game.at().unwrap_or(square);
                self.tell_position();
            }
            None if self.game.played().is_empty() => self.say(Tone::Plain, "nothing is played yet"),
            None => self.say(Tone::Plain, "the squares given at the start stay"),
        }
    }

    fn play_again(&mut self) {
        match self.game.redo() {
            Some(square) => {
                self.moved();
                self.cursor = square;
                self.tell_position();
            }
            None => self.say(Tone::Plain, "nothing was taken back"),
        }
    }

    /// The position is another one, or the player wants no more of the old answers.
    fn moved(&mut self) {
        self.is_running = false;
        self.asked = None;
        self.hint = None;
        self.trouble.clear();
        self.patience = PATIENCE;
    }

    fn next_legal(&mut self, by: isize) {
        let Some(at) = self.game.at() else { return };
        let mut legal: Vec<Square> = self.game.legal().collect();
        // Clockwise from above, so that the eye can follow.
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

    // The engine.

    /// Fulfils a wish, at once where the tour is known already.
    fn wish(&mut self, wish: Wish) -> Effect {
        let mut game = self.game.clone();
        if wish == Wish::Generate {
            let first = game.played().first().copied().unwrap_or(self.cursor);
            game.restart();
            if game.played().is_empty()
                && let Err(error) = game.leap(first)
            {
                self.say(Tone::Bad, error.to_string());
                return Effect::Draw;
            }
        } else if let Ending::Finished(_) = game.ending() {
            self.tell_position();
            return Effect::Draw;
        } else if let Some(tour) = self.plan.clone().filter(|tour| game.is_along(tour)) {
            let to = tour.square_at(game.played().len() + 1).unwrap_or(self.cursor);
            self.fulfil(wish, Advice::Leap { to, tour });
            return Effect::Draw;
        }
        self.is_running = false;
        self.last_id += 1;
        self.asked = Some((self.last_id, wish));
        self.asked_for = Duration::ZERO;
        let (is_back, patience) = (wish == Wish::Back, self.patience);
        Effect::Ask(Box::new(Question { id: self.last_id, game, is_back, patience }))
    }

    fn answered(&mut self, answer: Answer) -> Effect {
        match self.asked {
            Some((id, wish)) if id == answer.id => {
                self.asked = None;
                self.fulfil(wish, answer.advice);
                Effect::Draw
            }
            _ => Effect::Nothing,
        }
    }

    fn fulfil(&mut self, wish: Wish, advice: Advice) {
        let name = |square| notation::name(self.game.board(), square);
        match advice {
            Advice::Leap { to, tour } => self.fulfil_along(wish, to, tour),
            Advice::Finished(_) if wish != Wish::Generate => self.tell_position(),
            Advice::Finished(_) => {
                self.moved();
                self.game.restart();
                let _ = self.game.leap(self.cursor);
                self.tell_position();
            }
            Advice::DeadEnd(reason) => {
                let text = reason.text(self.game.board());
                let text = match (wish, self.game.played()) {
                    (Wish::Generate, [first, ..]) => format!("no tour from {}: {text}", name(*first)),
                    (Wish::Generate, []) => format!("no tour from {}: {text}", name(self.cursor)),
                    (_, [] | [_]) | (Wish::Back, _) => format!("no tour: {text}"),
                    _ => format!(
                        "dead end: on the squares that are left, {text}; U goes back to where a tour goes on"
                    ),
                };
                self.hint = None;
                self.trouble = reason.squares().into_iter().collect();
                self.say(Tone::Bad, text);
            }
            Advice::Unknown(spent) => {
                let seconds = spent.elapsed.as_secs_f64();
                self.patience = (self.patience * 10).min(LONGEST);
                let text = format!(
                    "not known after {seconds:.1} s: the same key again thinks for up to {} s, Esc stops it",
                    self.patience.as_secs()
                );
                self.say(Tone::Plain, text);
            }
        }
    }

    fn fulfil_along(&mut self, wish: Wish, to: Square, tour: Tour) {
        let name = notation::name(self.game.board(), to);
        match wish {
            Wish::Hint => {
                self.cursor = to;
                self.hint = Some(to);
                self.say(Tone::Good, format!("{name}: a verified tour goes there and on to the last square"));
            }
            Wish::Check => self.say(Tone::Good, "not a dead end: a verified tour goes on from here"),
            Wish::Back => {
                self.moved();
                let before = self.game.played().len();
                while !self.game.is_along(&tour) && self.game.undo().is_some() {}
                self.cursor = self.game.at().unwrap_or(self.cursor);
                let text = match before - self.game.played().len() {
                    0 => "nothing to take back: a verified tour goes on from here".to_owned(),
                    1 => "took 1 leap back: a verified tour goes on from here".to_owned(),
                    many => format!("took {many} leaps back: a verified tour goes on from here"),
                };
                self.say(Tone::Good, text);
            }
            Wish::Step => {
                self.moved();
                self.plan = Some(tour);
                self.go_along();
                return;
            }
            Wish::Finish => {
                self.moved();
                // The tour begins with what was played and was verified.
                let _ = self.game.follow(&tour);
                self.cursor = self.game.at().unwrap_or(self.cursor);
                self.tell_position();
            }
            Wish::Generate => {
                self.moved();
                self.game.restart();
                if self.game.played().is_empty() {
                    let _ = self.game.leap(tour.square_at(1).unwrap_or(to));
                }
                self.cursor = self.game.at().unwrap_or(to);
                self.speed.begin();
                self.is_running = true;
                let kind = tour.kind();
                self.say(
                    Tone::Good,
                    format!("{} {kind} tour: s goes one step, p pauses, + and - change the speed, f goes to the end", article(kind)),
                );
            }
        }
        self.plan = Some(tour);
    }

    /// One step along the plan; whether there was one.
    fn go_along(&mut self) -> bool {
        let next = self.plan.as_ref().filter(|tour| self.game.is_along(tour));
        let Some(to) = next.and_then(|tour| tour.square_at(self.game.played().len() + 1)) else {
            return false;
        };
        let went = self.game.leap(to).is_ok();
        self.cursor = to;
        if !self.is_running || self.game.left() == 0 {
            self.tell_position();
        }
        went
    }

    fn run_or_pause(&mut self) -> Effect {
        if self.is_running {
            self.is_running = false;
            self.say(Tone::Plain, "paused: p goes on, s goes one step, f goes to the end");
        } else if self.plan.as_ref().is_some_and(|tour| self.game.is_along(tour)) && self.game.left() > 0 {
            self.is_running = true;
            self.speed.begin();
        } else {
            self.say(Tone::Plain, "nothing to run: g generates a tour, s goes one step of one");
        }
        Effect::Draw
    }

    // Watching.

    fn watch_from_here(&mut self) {
        self.moved();
        let begun = self.game.puzzle().clone().after(self.game.played().to_vec());
        let begun = begun.map_err(|error| error.to_string());
        let watch = begun
            .and_then(|puzzle| Watch::new(puzzle, self.strategy.clone()).map_err(|error| error.to_string()));
        match watch {
            Ok(watch) => {
                self.watch = Some(watch);
                self.speed.begin();
                self.tell_watch();
            }
            Err(error) => self.say(Tone::Bad, error),
        }
    }

    fn watch_key(&mut self, code: KeyCode) -> Effect {
        let Some(watch) = &mut self.watch else { return Effect::Nothing };
        match code {
            KeyCode::Char('p' | ' ') => {
                let is_running = watch.is_running();
                watch.pause(is_running);
                self.speed.begin();
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
                if let Ok(again) = watch.again() {
                    *watch = again;
                }
                self.speed.begin();
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
                self.tell_position();
                return Effect::Draw;
            }
            _ => return Effect::Nothing,
        }
        self.tell_watch();
        Effect::Draw
    }

    // Words.

    fn say(&mut self, tone: Tone, text: impl Into<String>) {
        self.message = text.into();
        self.tone = tone;
    }

    /// What there is to say about the position itself.
    fn tell_position(&mut self) {
        let squares = self.game.played().len();
        match self.game.ending() {
            Ending::Finished(kind) => {
                let many = if squares == 1 { "1 square".to_owned() } else { format!("{squares} squares") };
                let text = format!("finished: {} {kind} tour of {many}", article(kind));
                self.say(Tone::Good, text);
            }
            Ending::NotClosed => self.say(
                Tone::Bad,
                "every square is visited, but no leap leads back to the first: a closed tour was wished for",
            ),
            Ending::Stuck => {
                let left = self.game.left();
                let many = if left == 1 { "1 square is".to_owned() } else { format!("{left} squares are") };
                let text = format!("stuck: {many} left, and none is a leap away; u takes back");
                self.say(Tone::Bad, text);
            }
            Ending::GoingOn if squares == 0 => {
                self.say(Tone::Plain, "choose the first square: arrows and Enter, or a click; g generates a tour from the cursor");
            }
            Ending::GoingOn => self.say(Tone::Plain, ""),
        }
    }

    fn tell_watch(&mut self) {
        let Some(watch) = &self.watch else { return };
        let trace = watch.trace();
        let (tone, text) = match (watch.is_over(), trace.is_found()) {
            (true, true) => {
                let text = format!(
                    "found: {} squares, {} leaps tested, {} squares given up; w plays",
                    watch.depth().0,
                    trace.trials(),
                    trace.left()
                );
                (Tone::Good, text)
            }
            (true, false) if watch.strategy().method == Method::Warnsdorff => {
                (Tone::Bad, "stuck: a greedy walk has no way back, and nothing is proven; w plays".to_owned())
            }
            (true, false) => {
                (Tone::Bad, "every way was tried: no tour from this first square; w plays".to_owned())
            }
            _ => (Tone::Plain, String::new()),
        };
        self.say(tone, text);
    }
}

fn article(kind: TourKind) -> &'static str {
    match kind {
        TourKind::Open => "an",
        TourKind::Closed => "a",
    }
}

/// The direction from one square to another, clockwise from above.
fn angle(from: Square, to: Square) -> f64 {
    let (right, up) = (to.file as f64 - from.file as f64, to.rank as f64 - from.rank as f64);
    right.atan2(up).rem_euclid(std::f64::consts::TAU)
}
