//! Requests of the player to the engine, and their replies.

use std::time::Duration;

use ktour_core::{Square, Tour, notation};
use ktour_search::game::{Advice, Ending};

use super::{App, Effect, MAX_THINK_TIME, Request, Tone, messages::article};
use crate::{AdviceReply, Query};

impl App {
    /// Fulfils a request, at once if the tour is known already.
    pub(super) fn request(&mut self, request: Request) -> Effect {
        let mut game = self.game.clone();
        if request == Request::Generate {
            let first = game.played().first().copied().unwrap_or(self.cursor);
            game.restart();
            if game.played().is_empty()
                && let Err(error) = game.leap(first)
            {
                self.show_message(Tone::Bad, error.to_string());
                return Effect::Draw;
            }
        } else if let Ending::Finished(_) = game.ending() {
            self.show_game_state();
            return Effect::Draw;
        } else if let Some(tour) = self.plan.clone().filter(|tour| game.is_prefix_of(tour)) {
            let to = tour.square_at(game.played().len() + 1).unwrap_or(self.cursor);
            self.apply_advice(request, Advice::Leap { to, tour });
            return Effect::Draw;
        }
        self.is_running = false;
        self.last_id += 1;
        self.pending = Some((self.last_id, request));
        self.thinking_time = Duration::ZERO;
        let (may_take_back, time_limit) = (request == Request::Back, self.query_time);
        Effect::Ask(Box::new(Query { id: self.last_id, game, may_take_back, time_limit }))
    }

    pub(super) fn on_reply(&mut self, reply: AdviceReply) -> Effect {
        match self.pending {
            Some((id, request)) if id == reply.id => {
                self.pending = None;
                self.apply_advice(request, reply.advice);
                Effect::Draw
            }
            _ => Effect::Nothing,
        }
    }

    /// Carries out a request with the advice for it.
    pub(super) fn apply_advice(&mut self, request: Request, advice: Advice) {
        let name = |square| notation::name(self.game.board(), square);
        match advice {
            Advice::Leap { to, tour } => self.apply_tour(request, to, tour),
            Advice::Finished(_) if request != Request::Generate => self.show_game_state(),
            Advice::Finished(_) => {
                self.on_position_changed();
                self.game.restart();
                let _ = self.game.leap(self.cursor);
                self.show_game_state();
            }
            Advice::DeadEnd(reason) => {
                let text = reason.text(self.game.board());
                let text = match (request, self.game.played()) {
                    (Request::Generate, [first, ..]) => format!("no tour from {}: {text}", name(*first)),
                    (Request::Generate, []) => format!("no tour from {}: {text}", name(self.cursor)),
                    (_, [] | [_]) | (Request::Back, _) => format!("no tour: {text}"),
                    _ => format!(
                        "dead end: on the squares that are left, {text}; U goes back to where a tour goes on"
                    ),
                };
                self.hint = None;
                self.trouble = reason.squares().into_iter().collect();
                self.show_message(Tone::Bad, text);
            }
            Advice::Unknown(spent) => {
                let seconds = spent.elapsed.as_secs_f64();
                self.query_time = (self.query_time * 10).min(MAX_THINK_TIME);
                let text = format!(
                    "not known after {seconds:.1} s: the same key again thinks for up to {} s, Esc stops it",
                    self.query_time.as_secs()
                );
                self.show_message(Tone::Plain, text);
            }
        }
    }

    /// Carries out a request with a tour that continues the game, and its next square.
    pub(super) fn apply_tour(&mut self, request: Request, to: Square, tour: Tour) {
        let name = notation::name(self.game.board(), to);
        match request {
            Request::Hint => {
                self.cursor = to;
                self.hint = Some(to);
                self.show_message(
                    Tone::Good,
                    format!("{name}: a verified tour goes there and on to the last square"),
                );
            }
            Request::Check => {
                self.show_message(Tone::Good, "not a dead end: a verified tour goes on from here")
            }
            Request::Back => {
                self.on_position_changed();
                let before = self.game.played().len();
                while !self.game.is_prefix_of(&tour) && self.game.undo().is_some() {}
                self.cursor = self.game.knight().unwrap_or(self.cursor);
                let text = match before - self.game.played().len() {
                    0 => "nothing to take back: a verified tour goes on from here".to_owned(),
                    1 => "took 1 leap back: a verified tour goes on from here".to_owned(),
                    many => format!("took {many} leaps back: a verified tour goes on from here"),
                };
                self.show_message(Tone::Good, text);
            }
            Request::Step => {
                self.on_position_changed();
                self.plan = Some(tour);
                self.step_along_plan();
                return;
            }
            Request::Finish => {
                self.on_position_changed();
                // The tour begins with the played squares and was verified.
                let _ = self.game.follow(&tour);
                self.cursor = self.game.knight().unwrap_or(self.cursor);
                self.show_game_state();
            }
            Request::Generate => {
                self.on_position_changed();
                self.game.restart();
                if self.game.played().is_empty() {
                    let _ = self.game.leap(tour.square_at(1).unwrap_or(to));
                }
                self.cursor = self.game.knight().unwrap_or(to);
                self.speed.reset();
                self.is_running = true;
                let kind = tour.kind();
                self.show_message(
                    Tone::Good,
                    format!("{} {kind} tour: s goes one step, p pauses, + and - change the speed, f goes to the end", article(kind)),
                );
            }
        }
        self.plan = Some(tour);
    }

    /// Plays one step of the plan; returns false if there is none.
    pub(super) fn step_along_plan(&mut self) -> bool {
        let next = self.plan.as_ref().filter(|tour| self.game.is_prefix_of(tour));
        let Some(to) = next.and_then(|tour| tour.square_at(self.game.played().len() + 1)) else {
            return false;
        };
        let is_played = self.game.leap(to).is_ok();
        self.cursor = to;
        if !self.is_running || self.game.remaining() == 0 {
            self.show_game_state();
        }
        is_played
    }

    pub(super) fn run_or_pause(&mut self) -> Effect {
        if self.is_running {
            self.is_running = false;
            self.show_message(Tone::Plain, "paused: p goes on, s goes one step, f goes to the end");
        } else if self.plan.as_ref().is_some_and(|tour| self.game.is_prefix_of(tour))
            && self.game.remaining() > 0
        {
            self.is_running = true;
            self.speed.reset();
        } else {
            self.show_message(Tone::Plain, "nothing to run: g generates a tour, s goes one step of one");
        }
        Effect::Draw
    }
}
