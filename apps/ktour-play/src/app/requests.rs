//! Requests of the player to the engine, and their replies.

use std::time::Duration;

use ktour_core::{Square, Tour, notation};
use ktour_search::game::{Advice, Ending};

use super::{App, Effect, MAX_THINK_TIME, Request, Tone, messages::article};
use crate::{AdviceReply, Query};

impl App {
    /// Fulfils a request, at once if the tour is known already.
    pub(super) fn wish(&mut self, wish: Request) -> Effect {
        let mut game = self.game.clone();
        if wish == Request::Generate {
            let first = game.played().first().copied().unwrap_or(self.cursor);
            game.restart();
            if game.played().is_empty()
                && let Err(error) = game.leap(first)
            {
                self.say(Tone::Bad, error.to_string());
                return Effect::Draw;
            }
        } else if let Ending::Finished(_) = game.ending() {
            self.tell_game();
            return Effect::Draw;
        } else if let Some(tour) = self.plan.clone().filter(|tour| game.is_prefix_of(tour)) {
            let to = tour.square_at(game.played().len() + 1).unwrap_or(self.cursor);
            self.fulfil(wish, Advice::Leap { to, tour });
            return Effect::Draw;
        }
        self.is_running = false;
        self.last_id += 1;
        self.asked = Some((self.last_id, wish));
        self.asked_for = Duration::ZERO;
        let (is_back, patience) = (wish == Request::Back, self.patience);
        Effect::Ask(Box::new(Query { id: self.last_id, game, is_back, patience }))
    }

    pub(super) fn answered(&mut self, answer: AdviceReply) -> Effect {
        match self.asked {
            Some((id, wish)) if id == answer.id => {
                self.asked = None;
                self.fulfil(wish, answer.advice);
                Effect::Draw
            }
            _ => Effect::Nothing,
        }
    }

    pub(super) fn fulfil(&mut self, wish: Request, advice: Advice) {
        let name = |square| notation::name(self.game.board(), square);
        match advice {
            Advice::Leap { to, tour } => self.fulfil_along(wish, to, tour),
            Advice::Finished(_) if wish != Request::Generate => self.tell_game(),
            Advice::Finished(_) => {
                self.moved();
                self.game.restart();
                let _ = self.game.leap(self.cursor);
                self.tell_game();
            }
            Advice::DeadEnd(reason) => {
                let text = reason.text(self.game.board());
                let text = match (wish, self.game.played()) {
                    (Request::Generate, [first, ..]) => format!("no tour from {}: {text}", name(*first)),
                    (Request::Generate, []) => format!("no tour from {}: {text}", name(self.cursor)),
                    (_, [] | [_]) | (Request::Back, _) => format!("no tour: {text}"),
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
                self.patience = (self.patience * 10).min(MAX_THINK_TIME);
                let text = format!(
                    "not known after {seconds:.1} s: the same key again thinks for up to {} s, Esc stops it",
                    self.patience.as_secs()
                );
                self.say(Tone::Plain, text);
            }
        }
    }

    pub(super) fn fulfil_along(&mut self, wish: Request, to: Square, tour: Tour) {
        let name = notation::name(self.game.board(), to);
        match wish {
            Request::Hint => {
                self.cursor = to;
                self.hint = Some(to);
                self.say(Tone::Good, format!("{name}: a verified tour goes there and on to the last square"));
            }
            Request::Check => self.say(Tone::Good, "not a dead end: a verified tour goes on from here"),
            Request::Back => {
                self.moved();
                let before = self.game.played().len();
                while !self.game.is_prefix_of(&tour) && self.game.undo().is_some() {}
                self.cursor = self.game.knight().unwrap_or(self.cursor);
                let text = match before - self.game.played().len() {
                    0 => "nothing to take back: a verified tour goes on from here".to_owned(),
                    1 => "took 1 leap back: a verified tour goes on from here".to_owned(),
                    many => format!("took {many} leaps back: a verified tour goes on from here"),
                };
                self.say(Tone::Good, text);
            }
            Request::Step => {
                self.moved();
                self.plan = Some(tour);
                self.go_along();
                return;
            }
            Request::Finish => {
                self.moved();
                // The tour begins with the played squares and was verified.
                let _ = self.game.follow(&tour);
                self.cursor = self.game.knight().unwrap_or(self.cursor);
                self.tell_game();
            }
            Request::Generate => {
                self.moved();
                self.game.restart();
                if self.game.played().is_empty() {
                    let _ = self.game.leap(tour.square_at(1).unwrap_or(to));
                }
                self.cursor = self.game.knight().unwrap_or(to);
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

    /// Plays one step of the plan; returns false if there is none.
    pub(super) fn go_along(&mut self) -> bool {
        let next = self.plan.as_ref().filter(|tour| self.game.is_prefix_of(tour));
        let Some(to) = next.and_then(|tour| tour.square_at(self.game.played().len() + 1)) else {
            return false;
        };
        let went = self.game.leap(to).is_ok();
        self.cursor = to;
        if !self.is_running || self.game.remaining() == 0 {
            self.tell_game();
        }
        went
    }

    pub(super) fn run_or_pause(&mut self) -> Effect {
        if self.is_running {
            self.is_running = false;
            self.say(Tone::Plain, "paused: p goes on, s goes one step, f goes to the end");
        } else if self.plan.as_ref().is_some_and(|tour| self.game.is_prefix_of(tour))
            && self.game.remaining() > 0
        {
            self.is_running = true;
            self.speed.begin();
        } else {
            self.say(Tone::Plain, "nothing to run: g generates a tour, s goes one step of one");
        }
        Effect::Draw
    }
}
