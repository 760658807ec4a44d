//! The terminal, which is restored however the game ends.
//!
//! [`TerminalGuard`] enters the alternate screen, raw mode and mouse capture, and leaves them when it is
//! dropped, after an error, and in the panic hook before the message of the panic. A signal to terminate, or
//! the loss of the terminal, sets [`Cancel`] and ends the loop. Since a session without its own terminal gets
//! no signal when the terminal is lost, a second thread checks for it, and exits the process if the loop
//! hangs.

use std::{
    io::{self, BufWriter},
    panic, process,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use crossterm::{
    cursor, event,
    event::{DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind},
    execute, style,
    terminal::{
        Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
        size, window_size,
    },
};
use ktour_core::Cancel;

use crate::{App, Effect, Input, Look, ScreenPicture, draw, engine::EngineThread};

/// Interval between two checks for cancellation while the game is idle, and while it is animated.
const IDLE_POLL_INTERVAL: Duration = Duration::from_millis(100);
const MOVING_POLL_INTERVAL: Duration = Duration::from_millis(30);

/// Time after which a game that ignores cancellation is ended.
const TERMINATE_GRACE: Duration = Duration::from_secs(1);

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// The player quit.
    Quit,
    /// Ctrl-C, or a request to terminate.
    Interrupted,
}

/// Game or puzzle that is played on a terminal.
pub trait Scene {
    /// Style of the screen.
    fn look(&self) -> Look;
    /// Changes the state by an input.
    fn update(&mut self, input: Input) -> Effect;
    /// Draws everything.
    fn draw(&self, picture: &mut ScreenPicture);
    /// Number of the query whose reply is pending.
    fn pending_query(&self) -> Option<u64> {
        None
    }
    /// Whether ticks change the state.
    fn is_moving(&self) -> bool {
        false
    }
}

impl Scene for App {
    fn look(&self) -> Look {
        self.look
    }

    fn update(&mut self, input: Input) -> Effect {
        App::update(self, input)
    }

    fn draw(&self, picture: &mut ScreenPicture) {
        draw(self, picture);
    }

    fn pending_query(&self) -> Option<u64> {
        App::pending_query(self)
    }

    fn is_moving(&self) -> bool {
        App::is_moving(self)
    }
}

/// Runs a game on the terminal until the player quits or `cancel` is set.
pub fn run(app: &mut impl Scene, cancel: &Cancel) -> io::Result<GameEnd> {
    style::force_color_output(app.look().has_colour);
    let _guard = TerminalGuard::new()?;
    let _game_ended = end_if_unresponsive(cancel.clone());
    let (width, height) = size()?;
    app.update(Input::Resize(width, height));
    play(app, cancel)
}

/// Reads inputs, updates the game and draws it until it ends.
fn play(app: &mut impl Scene, cancel: &Cancel) -> io::Result<GameEnd> {
    let mut shown = None;
    let mut engine = EngineThread::new();
    let mut is_stale = true;
    let mut clock = Instant::now();
    loop {
        if is_stale {
            shown = Some(show(app, shown)?);
        }
        is_stale = false;
        let mut inputs = Vec::new();
        if event::poll(if app.is_moving() { MOVING_POLL_INTERVAL } else { IDLE_POLL_INTERVAL })? {
            while event::poll(Duration::ZERO)? {
                inputs.extend(input(event::read()?));
            }
        }
        if cancel.is_cancelled() {
            return Ok(GameEnd::Interrupted);
        }
        inputs.extend(engine.try_reply().map(Input::Reply));
        inputs.push(Input::Tick(clock.elapsed()));
        clock = Instant::now();
        for input in inputs {
            is_stale |= match app.update(input) {
                Effect::Nothing => false,
                Effect::Draw => true,
                Effect::Ask(query) => {
                    engine.ask(*query);
                    true
                }
                Effect::Quit => return Ok(GameEnd::Quit),
                Effect::Interrupt => return Ok(GameEnd::Interrupted),
            };
            engine.cancel_unless(app.pending_query());
        }
    }
}

/// Draws the game and writes the differences to the terminal.
fn show(app: &impl Scene, shown: Option<ScreenPicture>) -> io::Result<ScreenPicture> {
    let mut out = BufWriter::new(io::stdout());
    let mut picture = ScreenPicture::new(size()?);
    let shown = match shown {
        Some(shown) if shown.size() == picture.size() => shown,
        _ => {
            execute!(out, Clear(ClearType::All))?;
            picture.clone()
        }
    };
    app.draw(&mut picture);
    picture.write_changes(&shown, &mut out)?;
    Ok(picture)
}

/// Exits the process if it does not end soon after cancellation or the loss of its terminal, since reading
/// from a lost terminal may never return. The thread ends when the sender is dropped.
fn end_if_unresponsive(cancel: Cancel) -> Sender<()> {
    let (game_ended, receiver) = channel::<()>();
    thread::spawn(move || {
        let has_ended = |time: Duration| receiver.recv_timeout(time) == Err(RecvTimeoutError::Disconnected);
        while !cancel.is_cancelled() {
            if has_ended(IDLE_POLL_INTERVAL) {
                return;
            }
            // A lost terminal has no size.
            if window_size().is_err() {
                cancel.cancel();
            }
        }
        if !has_ended(TERMINATE_GRACE) {
            restore();
            process::exit(130);
        }
    });
    game_ended
}

/// Translates an event of the terminal into an input of the game.
fn input(event: Event) -> Option<Input> {
    // Tests of the panic hook type this key; it is not part of a release.
    #[cfg(debug_assertions)]
    if std::env::var_os("KTOUR_PANIC").is_some() && matches!(event, Event::Key(_)) {
        panic!("a panic was requested");
    }
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => Some(Input::Key(key)),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => Some(Input::Click { x: mouse.column, y: mouse.row }),
            MouseEventKind::ScrollUp => Some(Input::Wheel { is_up: true }),
            MouseEventKind::ScrollDown => Some(Input::Wheel { is_up: false }),
            _ => None,
        },
        Event::Resize(width, height) => Some(Input::Resize(width, height)),
        _ => None,
    }
}

/// Guard of the terminal's state.
struct TerminalGuard;

impl TerminalGuard {
    fn new() -> io::Result<TerminalGuard> {
        let previous_hook = panic::take_hook();
        let game_thread = thread::current().id();
        panic::set_hook(Box::new(move |info| {
            restore();
            previous_hook(info);
            if thread::current().id() != game_thread {
                // The state may be inconsistent, and drawing would cover the message.
                process::exit(101);
            }
        }));
        enable_raw_mode()?;
        let guard = TerminalGuard;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, cursor::Hide)?;
        Ok(guard)
    }
}

impl Drop for TerminalGuard {
    fn drop(&mut self) {
        restore();
        if !thread::panicking() {
            // The previous hook was replaced by ours; the standard hook prints the same.
            drop(panic::take_hook());
        }
    }
}

/// Restores the terminal as far as possible: it may be lost.
fn restore() {
    let _ = execute!(io::stdout(), cursor::Show, DisableMouseCapture, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
