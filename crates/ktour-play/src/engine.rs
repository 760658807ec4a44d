//! The engine: questions about a position, answered on a thread of their own.
//!
//! The screen never waits. A question carries its time; a new one, or the end of interest in the old one,
//! cancels what is being thought about.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::Duration,
};

use ktour_tour::{
    Cancel, Control, Outcome,
    game::{Advice, Game, advise, longest_completable_prefix},
};

/// Query about a position.
#[derive(Clone, Debug)]
pub struct Query {
    /// Which question, so that late answers are known.
    pub id: u64,
    /// The position.
    pub game: Game,
    /// Whether squares may be taken back to reach a tour.
    pub is_back: bool,
    /// How long it may take.
    pub patience: Duration,
}

/// Reply to a query.
#[derive(Clone, Debug)]
pub struct AdviceReply {
    /// Which question.
    pub id: u64,
    /// The answer.
    pub advice: Advice,
}

/// Answers here and now.
pub fn answer(question: &Query, cancel: &Cancel) -> AdviceReply {
    let control = Control::within(question.patience).with_cancel(cancel.clone());
    let advice = match question.is_back {
        false => advise(&question.game, &control),
        true => match longest_completable_prefix(&question.game, &control) {
            Outcome::Found(tour) => match tour.square_at(1) {
                Some(to) => Advice::Leap { to, tour },
                None => Advice::Finished(tour.kind()),
            },
            Outcome::Impossible(reason) => Advice::DeadEnd(reason),
            Outcome::Unknown(spent) => Advice::Unknown(spent),
        },
    };
    AdviceReply { id: question.id, advice }
}

/// Answers elsewhere and later.
pub(crate) struct EngineThread {
    sender: Sender<AdviceReply>,
    answers: Receiver<AdviceReply>,
    /// The question being thought about.
    thinking: Option<(u64, Cancel)>,
}

impl EngineThread {
    pub(crate) fn new() -> EngineThread {
        let (sender, answers) = channel();
        EngineThread { sender, answers, thinking: None }
    }

    /// Begins to think, about this and nothing else.
    pub(crate) fn ask(&mut self, question: Query) {
        self.stop();
        let (cancel, sender) = (Cancel::default(), self.sender.clone());
        self.thinking = Some((question.id, cancel.clone()));
        thread::spawn(move || {
            // The receiver may have been dropped.
            let _ = sender.send(answer(&question, &cancel));
        });
    }

    /// Goes on thinking only if this is still what is asked.
    pub(crate) fn keep(&mut self, asked: Option<u64>) {
        if self.thinking.as_ref().map(|&(id, _)| id) != asked {
            self.stop();
        }
    }

    fn stop(&mut self) {
        if let Some((_, cancel)) = self.thinking.take() {
            cancel.cancel();
        }
    }

    /// An answer that has arrived.
    pub(crate) fn heard(&mut self) -> Option<AdviceReply> {
        self.answers.try_recv().ok()
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        self.stop();
    }
}
