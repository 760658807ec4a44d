//! A number puzzle on the screen: some steps of a tour are given, and the player finds the others.
//!
//! The state is plain, as in [`App`](crate::App). Numbers are typed, or chosen as the neighbours of a known
//! step. Wrong steps are shown on request, and hints have three grades: the place, the deduction, the number.
//! `game` is the state, `keys` handles the keys, `hint` words the hints, `draw` draws.

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
