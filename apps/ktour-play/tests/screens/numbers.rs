//! Number puzzles solved by keys without a terminal, and snapshots of their screens.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ktour_core::{Control, Outcome, Square, Tour};
use ktour_play::{Effect, Input, Look, NumberGame, Scene};
use ktour_puzzle::{Difficulty, Givens, PuzzleOptions};

use super::{ASCII, COLOUR, PLAIN, assert_shows, key_of, picture};

/// The daily puzzle of 2026-11-15 for a board and difficulty.
fn made(board: &str, difficulty: Difficulty) -> (Givens, Tour) {
    let options = PuzzleOptions {
        board: board.parse().unwrap(),
        leaper: "knight".parse().unwrap(),
        kind: None,
        difficulty: Some(difficulty),
        clues: None,
        is_symmetric: false,
        seed: 20_261_115,
    };
    let Ok(Outcome::Found(made)) = options.make(&Control::unlimited()) else { panic!("a puzzle") };
    (made.givens, made.solution)
}

/// A puzzle that is solved by keys.
struct Solving {
    scene: NumberGame,
    givens: Givens,
    solution: Tour,
    size: (u16, u16),
}

impl Solving {
    fn new(board: &str, difficulty: Difficulty, look: Look, size: (u16, u16)) -> Solving {
        let (givens, solution) = made(board, difficulty);
        let about = format!("{difficulty}, 2026-11-15");
        let mut scene = NumberGame::new(givens.clone(), solution.clone(), about, look);
        scene.update(Input::Resize(size.0, size.1));
        Solving { scene, givens, solution, size }
    }

    fn keys(&mut self, keys: &str) -> &mut Solving {
        for key in keys.chars() {
            self.key(key_of(key));
        }
        self
    }

    fn key(&mut self, code: KeyCode) -> Effect {
        self.scene.update(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)))
    }

    fn move_to(&mut self, to: Square) -> &mut Solving {
        self.keys(&"←↓".repeat(20));
        self.keys(&"→".repeat(to.file as usize)).keys(&"↑".repeat(to.rank as usize))
    }

    /// Missing squares and their steps, in order.
    fn missing(&self) -> Vec<(u32, Square)> {
        let all = (1..).zip(self.solution.squares());
        all.filter(|&(_, square)| self.givens.step_of(square).is_none()).collect()
    }

    fn screen(&self) -> String {
        let text = picture(self.size, |picture| self.scene.draw(picture));
        super::text_of(&text)
    }

    fn assert_shows(&self, name: &str) {
        assert_shows(name, &self.screen());
    }
}

#[test]
fn a_puzzle_is_solved_by_typing() {
    let mut puzzle = Solving::new("5", Difficulty::Easy, PLAIN, (80, 24));
    puzzle.assert_shows("puzzle-begun");
    for (step, square) in puzzle.missing() {
        assert!(!puzzle.scene.is_solved());
        puzzle.move_to(square).keys(&format!("{step}")).keys("↑");
    }
    assert!(puzzle.scene.is_solved());
    puzzle.assert_shows("puzzle-solved");
    puzzle.keys("uR");
    assert!(puzzle.scene.is_solved(), "a solved puzzle does not change");
    assert!(matches!(puzzle.key(KeyCode::Char('q')), Effect::Quit));
}

#[test]
fn steps_are_entered_by_leaping_forwards_and_backwards() {
    let mut puzzle = Solving::new("6", Difficulty::Medium, PLAIN, (80, 24));
    let next = |puzzle: &Solving, step: u32| puzzle.solution.square_at(step as usize).unwrap();
    let &(step, given) = puzzle.givens.steps().first().unwrap();
    puzzle.move_to(given).keys("⏎");
    let to = next(&puzzle, step + 1);
    puzzle.move_to(to).keys("⏎").assert_shows("puzzle-leapt");
    assert_eq!(puzzle.scene.entries().collect::<Vec<_>>(), [(to, step + 1)]);
    puzzle.keys("u");
    assert_eq!(puzzle.scene.entries().count(), 0);
    puzzle.keys("r");
    assert_eq!(puzzle.scene.entries().count(), 1);
    // Tab goes to a possible square of the next step; b changes the direction from the given step.
    puzzle.keys("⇥⏎");
    assert_eq!(puzzle.scene.entries().count(), 2);
    puzzle.keys("u").move_to(given).keys("⏎b⇥⏎");
    let before = if step == 1 { 36 } else { step - 1 };
    assert!(puzzle.scene.entries().any(|(_, entered)| entered == before));
}

#[test]
fn wrong_steps_are_marked_only_on_request() {
    let mut puzzle = Solving::new("6", Difficulty::Medium, PLAIN, (80, 24));
    let [(step, one), (_, other)] = puzzle.missing()[..2] else { panic!("two steps") };
    puzzle.move_to(other).keys(&step.to_string()).keys("⏎");
    assert!(!puzzle.screen().contains('!'));
    puzzle.keys("h");
    assert!(puzzle.screen().contains("c shows which"));
    puzzle.keys("c").assert_shows("puzzle-wrong");
    puzzle.move_to(one).keys(&step.to_string()).keys("⏎c");
    assert!(puzzle.screen().contains("all right so far"), "the step has left the wrong square");
    let &(given, square) = puzzle.givens.steps().first().unwrap();
    puzzle.move_to(square).keys("9");
    assert!(puzzle.screen().contains(&format!("{given} is given on")));
}

#[test]
fn hints_show_where_then_why_then_the_step() {
    let mut puzzle = Solving::new("6", Difficulty::Medium, PLAIN, (80, 24));
    puzzle.keys("h").assert_shows("puzzle-hint-where");
    puzzle.keys("h").assert_shows("puzzle-hint-why");
    assert_eq!(puzzle.scene.entries().count(), 0);
    puzzle.keys("h").assert_shows("puzzle-hint-step");
    assert_eq!(puzzle.scene.entries().count(), 1);
    for _ in 0..3 * 36 {
        puzzle.keys("h");
    }
    assert!(puzzle.scene.is_solved(), "{}", puzzle.screen());
    assert!(puzzle.screen().contains("solved with 28 hints"));
}

#[test]
fn a_puzzle_fits_small_screens_and_can_be_drawn_after_any_keys() {
    Solving::new("8", Difficulty::Hard, ASCII, (40, 24)).keys("?").assert_shows("puzzle-help-ascii");
    let mut puzzle = Solving::new("8", Difficulty::Hard, ASCII, (40, 24));
    puzzle.keys("h").assert_shows("puzzle-narrow-ascii");
    assert!(puzzle.screen().is_ascii());
    let mut random = ktour_core::random::Random::new(3, 0);
    let letters: Vec<char> = "⏎⇥←→↑↓⎋0123456789hjklubrRcz?m x".chars().collect();
    let mut puzzle = Solving::new("5", Difficulty::Easy, COLOUR, (80, 24));
    for at in 0..600 {
        puzzle.keys(&letters[random.index(letters.len())].to_string());
        if at % 10 == 0 {
            puzzle.size = (random.index(90) as u16, random.index(30) as u16);
            puzzle.screen();
            puzzle.scene.update(Input::Resize(puzzle.size.0, puzzle.size.1));
            puzzle.scene.update(Input::Click { x: random.index(90) as u16, y: random.index(30) as u16 });
        }
        puzzle.screen();
    }
}
