//! Style of the screen: sixteen colours or none, Unicode or plain ASCII.
//!
//! Every meaning of a colour is also shown by a character, so that nothing is lost without colours.

use crossterm::style::{Color, ContentStyle, Stylize};

/// Capabilities of the terminal: colours, symbols, animation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether colours are used.
    pub has_colour: bool,
    /// Whether only ASCII characters are used.
    pub is_ascii: bool,
}

/// Content of a square on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Not visited yet.
    Free,
    /// A hole of the board.
    Hole,
    /// Visited; perhaps by one of the last leaps.
    Visited { step: usize, is_recent: bool },
    /// The knight.
    Knight { step: usize },
    /// Legal move, with the number of squares that can be reached from it.
    Legal { onward: usize },
    /// Legal move that is the hint.
    Hint { onward: usize },
    /// Part of the reason for which there is no tour.
    Trouble,
    /// Given end that is not visited yet.
    End,
    /// Just given up by a search.
    GivenUp,
}

impl Look {
    pub(crate) fn knight(self) -> &'static str {
        if self.is_ascii { "N" } else { "♞" }
    }

    /// Character of a visited square that is too small for its number.
    pub(crate) fn visited(self) -> &'static str {
        if self.is_ascii { "o" } else { "■" }
    }

    pub(crate) fn free(self) -> &'static str {
        match (self.has_colour, self.is_ascii) {
            (true, _) => " ",
            (_, true) => ".",
            _ => "·",
        }
    }

    pub(crate) fn hole(self) -> &'static str {
        match (self.has_colour, self.is_ascii) {
            (true, _) => " ",
            (_, true) => "#",
            _ => "░",
        }
    }

    pub(crate) fn dots(self) -> &'static str {
        if self.is_ascii { "..." } else { "…" }
    }

    pub(crate) fn arrows(self) -> &'static str {
        if self.is_ascii { "arrows" } else { "←↑↓→" }
    }

    /// Style of a square.
    pub(crate) fn style(self, mark: Mark, is_dark: bool, is_cursor: bool) -> ContentStyle {
        if !self.has_colour {
            let is_bold = matches!(
                mark,
                Mark::Knight { .. }
                    | Mark::Hint { .. }
                    | Mark::Trouble
                    | Mark::Visited { is_recent: true, .. }
            );
            let style = if is_bold { ContentStyle::new().bold() } else { ContentStyle::new() };
            return if is_cursor { style.reverse() } else { style };
        }
        // crossterm names the first eight of the sixteen colours dark.
        let on = |back: Color, front: Color| ContentStyle::new().on(back).with(front);
        let style = match mark {
            Mark::Hole => ContentStyle::new(),
            Mark::Free if is_dark => on(Color::DarkGrey, Color::White),
            Mark::Free => on(Color::Grey, Color::Black),
            Mark::Visited { is_recent: true, .. } => on(Color::DarkCyan, Color::Black),
            Mark::Visited { .. } if is_dark => on(Color::DarkBlue, Color::White),
            Mark::Visited { .. } => on(Color::Blue, Color::Black),
            Mark::Knight { .. } => on(Color::DarkYellow, Color::Black).bold(),
            Mark::Legal { .. } => on(Color::DarkGreen, Color::Black),
            Mark::Hint { .. } => on(Color::DarkMagenta, Color::White).bold(),
            Mark::Trouble => on(Color::DarkRed, Color::White).bold(),
            Mark::End => on(Color::Magenta, Color::Black),
            Mark::GivenUp => on(Color::Red, Color::Black),
        };
        match is_cursor {
            true if matches!(mark, Mark::Free | Mark::Hole) => on(Color::White, Color::Black),
            true => style.bold().underlined(),
            false => style,
        }
    }

    /// Style of a text in this colour, if colours are used.
    pub(crate) fn text_style(self, colour: Color) -> ContentStyle {
        if self.has_colour { ContentStyle::new().with(colour) } else { ContentStyle::new() }
    }
}
