//! A search that is watched at a chosen speed.

use std::{collections::VecDeque, time::Duration};

use ktour_core::{Board, Puzzle, Square};
use ktour_search::{Refusal, Strategy, Trace, Visit};

use crate::Speed;

/// Maximum number of squares that are shown as given up.
const MAX_GIVEN_UP_SHOWN: usize = 6;

/// A search being watched.
#[derive(Clone)]
pub(crate) struct Watch {
    puzzle: Puzzle,
    strategy: Strategy,
    trace: Trace,
    /// Step of every square by index, 0 for squares off the path.
    steps: Vec<u32>,
    /// Number of squares on the path, and its maximum so far.
    path_length: usize,
    deepest: usize,
    /// Last squares given up and not entered again, the latest last.
    given_up: VecDeque<Square>,
    is_running: bool,
    is_over: bool,
}

impl Watch {
    pub(crate) fn new(puzzle: Puzzle, strategy: Strategy) -> Result<Watch, Refusal> {
        let trace = Trace::new(&puzzle, &strategy)?;
        let mut watch = Watch {
            steps: vec![0; puzzle.board().area() as usize],
            path_length: 0,
            deepest: 0,
            given_up: VecDeque::new(),
            is_running: true,
            is_over: false,
            puzzle,
            strategy,
            trace,
        };
        for square in watch.trace.squares().collect::<Vec<_>>() {
            watch.enter(square);
        }
        Ok(watch)
    }

    /// Returns the same search from its beginning.
    pub(crate) fn restarted(&self) -> Result<Watch, Refusal> {
        Watch::new(self.puzzle.clone(), self.strategy.clone())
    }

    fn board(&self) -> &Board {
        self.puzzle.board()
    }

    /// Adds a square to the path.
    fn enter(&mut self, square: Square) {
        self.path_length += 1;
        self.deepest = self.deepest.max(self.path_length);
        let index = self.board().index(square);
        self.steps[index] = self.path_length as u32;
        self.given_up.retain(|&given_up| given_up != square);
    }

    /// Advances by one event; returns false at the end.
    pub(crate) fn step(&mut self) -> bool {
        match self.trace.next() {
            Some(Visit::Enter(square)) => self.enter(square),
            Some(Visit::Leave(square)) => {
                self.path_length -= 1;
                let index = self.board().index(square);
                self.steps[index] = 0;
                self.given_up.push_back(square);
                if self.given_up.len() > MAX_GIVEN_UP_SHOWN {
                    self.given_up.pop_front();
                }
            }
            None => {
                if let Some(end) = self.trace.pending_end().filter(|_| self.trace.is_found() && !self.is_over)
                {
                    self.enter(end);
                }
                self.is_over = true;
                self.is_running = false;
                return false;
            }
        }
        true
    }

    /// Advances by the events due in this time and returns whether anything changed.
    pub(crate) fn tick(&mut self, speed: &mut Speed, time: Duration) -> bool {
        let steps = if self.is_running { speed.steps(time) } else { 0 };
        (0..steps).take_while(|_| self.step()).count();
        steps > 0
    }

    pub(crate) fn pause(&mut self, is_paused: bool) {
        self.is_running = !is_paused && !self.is_over;
    }

    pub(crate) fn is_running(&self) -> bool {
        self.is_running
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    pub(crate) fn trace(&self) -> &Trace {
        &self.trace
    }

    pub(crate) fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    pub(crate) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    pub(crate) fn step_of(&self, square: Square) -> Option<usize> {
        match self.steps[self.board().index(square)] {
            0 => None,
            step => Some(step as usize),
        }
    }

    pub(crate) fn has_given_up(&self, square: Square) -> bool {
        self.given_up.contains(&square)
    }

    /// Number of squares on the path, and its maximum so far.
    pub(crate) fn depth(&self) -> (usize, usize) {
        (self.path_length, self.deepest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ktour_search::Method;

    fn watch(board: &str, method: Method) -> Watch {
        let puzzle = Puzzle::new(board.parse().unwrap()).starting_at(Square::new(0, 0)).unwrap();
        Watch::new(puzzle, Strategy::new(method)).unwrap()
    }

    #[test]
    fn the_steps_shown_are_those_of_the_trace() {
        let mut watch = watch("5", Method::Backtrack);
        for _ in 0..3000 {
            watch.step();
            let shown: Vec<Option<usize>> =
                watch.trace.squares().map(|square| watch.step_of(square)).collect();
            assert!(shown.into_iter().eq((1..=watch.path_length).map(Some)));
            assert_eq!(watch.steps.iter().filter(|&&step| step > 0).count(), watch.path_length);
        }
    }

    #[test]
    fn a_search_that_is_over_stays_so() {
        let mut watch = watch("8", Method::WarnsdorffBacktrack);
        let mut speed = Speed::new(1000);
        assert!(watch.tick(&mut speed, Duration::from_secs(10)));
        assert!(watch.is_over() && !watch.is_running() && watch.depth() == (64, 64));
        watch.pause(false);
        assert!(!watch.tick(&mut speed, Duration::from_secs(10)) && !watch.step());
    }
}
