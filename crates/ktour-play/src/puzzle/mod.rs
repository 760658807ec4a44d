//! A number puzzle on the screen: some steps of a tour are given, and the player finds the rest.
//!
//! Plain state, as [`App`](crate::App) is. Numbers are typed, or one leaps along from a step that is there; what is
//! wrong is shown when it is asked for, and hints tell more each time: where to look, which deduction, the number.
//! `game` is the state, `keys` knows the keys, `hint` the words of a hint, `draw` only looks.

mod draw;
mod game;
mod hint;
mod keys;

pub use game::NumberGame;

use crate::{Effect, Input, Look, Scene, picture::ScreenPicture};

impl Scene for NumberGame {
    fn look(&self) -> Look {
        self.look
    }

    fn update(&mut self, input: Input) -> Effect {
        let effect = self.input(input);
        self.scroll = self.layout().scroll_to(self.board(), self.scroll, self.cursor);
        effect
    }

    fn draw(&self, picture: &mut ScreenPicture) {
        draw::draw(self, picture);
    }
}
