//! The rules for boards three, four and five wide, against the strip: every length, every pair of
//! ends, every missing square.
//!
//! Beyond the lengths compared here both sides repeat: the strip's answers by its periods, the
//! rules because they look at no more than the four nearest columns, whether lengths are even,
//! and whether they exceed 13.

use ktour_core::{Board, Puzzle, Square, TourKind};
use ktour_search::theory::{self, Verdict, exists};

use super::strip::{EMPTY, FINISHED, Orbit, RowCell, Strip};

/// All that the strip says of one width.
struct WidthAnswers {
    strip: Strip,
    /// The states after n plain columns.
    before: Orbit<Vec<u32>>,
    /// Which states n plain columns finish.
    finish: Orbit<Vec<bool>>,
}

impl WidthAnswers {
    fn of(width: usize) -> WidthAnswers {
        let mut strip = Strip::new(width);
        let plain = strip.column(&[]);
        let before = Orbit::of(vec![EMPTY], |states| strip.after_all(states, &plain));
        // Meet every state: up to two ends or a hole, at any distance.
        let mut met = 0;
        while met < strip.len() {
            let state = met as u32;
            strip.after(state, &plain);
            let ends = strip.ends(state);
            for row in 0..width {
                if ends < 2 {
                    strip.after(state, &strip.column(&[(row, RowCell::End)]));
                }
                if ends == 0 {
                    strip.after(state, &strip.column(&[(row, RowCell::Hole)]));
                    for other in row + 1..width {
                        strip.after(state, &strip.column(&[(row, RowCell::End), (other, RowCell::End)]));
                    }
                }
            }
            met += 1;
        }
        let all = strip.len();
        let finished = (0..all).map(|state| state == FINISHED as usize).collect();
        let finish = Orbit::of(finished, |finish: &Vec<bool>| {
            let leads =
                |state: usize| strip.after(state as u32, &plain).iter().any(|&next| finish[next as usize]);
            (0..all).map(leads).collect()
        });
        WidthAnswers { strip, before, finish }
    }

    fn finishes(&self, states: &[u32], columns: usize) -> bool {
        let finish = self.finish.at(columns);
        states.iter().any(|&state| finish[state as usize])
    }

    /// Compares every length, by columns before, between and after the special ones.
    fn agree_with_the_rules(&mut self) {
        let width = self.strip.width;
        let plain = self.strip.column(&[]);
        let (spans, tails) = (self.before.span(), self.finish.span());
        for (first, row) in (0..spans).flat_map(|first| (0..width).map(move |row| (first, row))) {
            let states = self.before.at(first).clone();
            let hole = self.strip.after_all(&states, &self.strip.column(&[(row, RowCell::Hole)]));
            for tail in 0..tails {
                self.compare_hole((first, row), first + 1 + tail, self.finishes(&hole, tail));
            }
            for other in row + 1..width {
                let both = self.strip.column(&[(row, RowCell::End), (other, RowCell::End)]);
                let ends = self.strip.after_all(&states, &both);
                for tail in 0..tails {
                    self.compare((first, row), (first, other), first + 1 + tail, self.finishes(&ends, tail));
                }
            }
            let end = self.strip.column(&[(row, RowCell::End)]);
            let one = self.strip.after_all(&states, &end);
            let between = Orbit::of(one, |states| self.strip.after_all(states, &plain));
            for (gap, other) in (0..between.span()).flat_map(|gap| (0..width).map(move |row| (gap, row))) {
                let second = self.strip.column(&[(other, RowCell::End)]);
                let ends = self.strip.after_all(between.at(gap), &second);
                let at = first + 1 + gap;
                for tail in 0..tails {
                    self.compare((first, row), (at, other), at + 1 + tail, self.finishes(&ends, tail));
                }
            }
        }
    }

    fn board(&self, length: usize) -> Board {
        Board::new(length as u64, self.strip.width as u64).unwrap()
    }

    fn compare(&self, start: (usize, usize), end: (usize, usize), length: usize, is_possible: bool) {
        let puzzle = Puzzle::new(self.board(length))
            .starting_at(square(start))
            .unwrap()
            .ending_at(square(end))
            .unwrap();
        let verdict = exists(&puzzle);
        assert_ne!(verdict, Verdict::Unknown, "{} {start:?} {end:?}", puzzle.board());
        assert_eq!(verdict.is_yes(), is_possible, "{} {start:?} {end:?} {verdict:?}", puzzle.board());
    }

    fn compare_hole(&self, hole: (usize, usize), length: usize, is_possible: bool) {
        let board = self.board(length);
        let allowed = theory::missing_square_rule(&board).allows(square(hole));
        assert_eq!(allowed, is_possible, "{board} without {hole:?}");
        if let Ok(holed) = board.with_holes([square(hole)]) {
            let verdict = exists(&Puzzle::new(holed).with_kind(TourKind::Closed));
            assert_eq!(verdict.is_yes(), is_possible, "{board} without {hole:?}");
            assert_ne!(verdict, Verdict::Unknown, "{board} without {hole:?}");
        }
    }
}

fn square((file, rank): (usize, usize)) -> Square {
    Square::new(file as u64, rank as u64)
}

/// Schwenk's theorem, and open tours, on a strip of every length.
fn plain_strips_agree(answers: &WidthAnswers) {
    for length in 1..answers.before.span() {
        let is_closed = answers.before.at(length).contains(&FINISHED);
        let verdict = exists(&Puzzle::new(answers.board(length)).with_kind(TourKind::Closed));
        assert_eq!(verdict.is_yes(), is_closed, "{} {verdict:?}", answers.board(length));
    }
}

#[test]
fn three_wide_boards_of_every_length() {
    let mut answers = WidthAnswers::of(3);
    plain_strips_agree(&answers);
    answers.agree_with_the_rules();
}

#[test]
fn four_wide_boards_of_every_length() {
    let mut answers = WidthAnswers::of(4);
    plain_strips_agree(&answers);
    answers.agree_with_the_rules();
}

#[test]
#[ignore = "600,000 states: about two minutes and 2 GB in a release build"]
fn five_wide_boards_of_every_length() {
    let mut answers = WidthAnswers::of(5);
    plain_strips_agree(&answers);
    answers.agree_with_the_rules();
}
