//! A game: a hint is a promise, and a dead end has a reason.

use std::error::Error;

use ktour::{
    Board, Control, Puzzle,
    game::{Advice, Game, advise},
};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(Puzzle::new(Board::new(5, 5)?))?;
    for square in ["a1", "b3"] {
        game.leap(square.parse()?)?;
    }
    match advise(&game, &Control::unlimited()) {
        Advice::Leap { to, .. } => println!("go to {to}: a tour goes on from there"),
        Advice::DeadEnd(reason) => println!("a dead end: {reason}"),
        other => println!("{other:?}"),
    }
    Ok(())
}
