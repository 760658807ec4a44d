//! The engine: queries about a position, answered on a thread of their own.
//!
//! The screen never waits. A query carries its time limit; a new query, or a change of position, cancels the
//! running one.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Duration,
};

use ktour_core::{Cancel, Control, Outcome};
use ktour_search::game::{Advice, Game, advise, longest_completable_prefix};

/// Query about a position.
#[derive(Clone, Debug)]
pub struct Query {
    /// Number of the query, by which late replies are recognised.
    pub id: u64,
    /// The position.
    pub game: Game,
    /// Whether squares may be taken back to reach a tour.
    pub may_take_back: bool,
    /// Time limit.
    pub time_limit: Duration,
}

/// Reply to a query.
#[derive(Clone, Debug)]
pub struct AdviceReply {
    /// Number of the query.
    pub id: u64,
    /// Advice of the engine.
    pub advice: Advice,
}

/// Answers a query on the calling thread.
pub fn answer(query: &Query, cancel: &Cancel) -> AdviceReply {
    let control = Control::within(query.time_limit).with_cancel(cancel.clone());
    let advice = match query.may_take_back {
        false => advise(&query.game, &control),
        true => match longest_completable_prefix(&query.game, &control) {
            Outcome::Found(tour) => match tour.square_at(1) {
                Some(to) => Advice::Leap { to, tour },
                None => Advice::Finished(tour.kind()),
            },
            Outcome::Impossible(reason) => Advice::DeadEnd(reason),
            Outcome::Unknown(spent) => Advice::Unknown(spent),
        },
    };
    AdviceReply { id: query.id, advice }
}

/// Answers queries on another thread.
pub(crate) struct EngineThread {
    sender: Sender<AdviceReply>,
    replies: Receiver<AdviceReply>,
    /// Number of the running query, and its cancellation.
    running: Option<(u64, Cancel)>,
}

impl EngineThread {
    pub(crate) fn new() -> EngineThread {
        let (sender, replies) = channel();
        EngineThread { sender, replies, running: None }
    }

    /// Starts a query and cancels the running one.
    pub(crate) fn ask(&mut self, query: Query) {
        self.stop();
        let (cancel, sender) = (Cancel::default(), self.sender.clone());
        self.running = Some((query.id, cancel.clone()));
        thread::spawn(move || {
            // The receiver may have been dropped.
            let _ = sender.send(answer(&query, &cancel));
        });
    }

    /// Cancels the running query unless it is this pending one.
    pub(crate) fn cancel_unless(&mut self, pending: Option<u64>) {
        if self.running.as_ref().map(|&(id, _)| id) != pending {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if let Some((_, cancel)) = self.running.take() {
            cancel.cancel();
        }
    }

    /// Returns a reply that has arrived.
    pub(crate) fn try_reply(&mut self) -> Option<AdviceReply> {
        self.replies.try_recv().ok()
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}
