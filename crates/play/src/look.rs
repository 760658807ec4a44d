//! How it looks: sixteen colours or none, Unicode or plain ASCII.
//!
//! Whatever colour says is also said by a character, so that nothing is lost without it.

use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether colours are wanted.
    pub has_colour: bool,
    /// Whether only ASCII is.
    pub is_ascii: bool,
}

/// What a square shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// Nothing: it is to be visited.
    Free,
    /// The board lacks it.
    Hole,
    /// Visited; perhaps one of the last leaps.
    Visited { step: usize, is_recent: bool },
    /// The knight stands here.
    Knight { step: usize },
    /// It can be gone to, and so many squares from there.
    Legal { onward: usize },
    /// The advised one of them.
    Hint { onward: usize },
    /// Part of the reason why there is no tour.
    Trouble,
    /// The given end, still to come.
    End,
    /// A search has just come back from it.
    GivenUp,
}

impl Look {
    pub(crate) fn knight(self) -> &'static str {
        if self.is_ascii { "N" } else { "♞" }
    }

    /// A visited square too small for its number.
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

    /// The colours of a square.
    pub(crate) fn style(self, mark: Mark, is_dark: bool, is_cursor: bool) -> Style {
        if !self.has_colour {
            let modifier = match mark {
                Mark::Knight { .. } | Mark::Hint { .. } | Mark::Trouble => Modifier::BOLD,
                Mark::Visited { is_recent: true, .. } => Modifier::BOLD,
                _ => Modifier::empty(),
            };
            let cursor = if is_cursor { Modifier::REVERSED } else { Modifier::empty() };
            return Style::new().add_modifier(modifier | cursor);
        }
        let on = |back: Color, front: Color| Style::new().bg(back).fg(front);
        let style = match mark {
            Mark::Hole => Style::new(),
            Mark::Free if is_dark => on(Color::DarkGray, Color::White),
            Mark::Free => on(Color::Gray, Color::Black),
            Mark::Visited { is_recent: true, .. } => on(Color::Cyan, Color::Black),
            Mark::Visited { .. } if is_dark => on(Color::Blue, Color::White),
            Mark::Visited { .. } => on(Color::LightBlue, Color::Black),
            Mark::Knight { .. } => on(Color::Yellow, Color::Black).add_modifier(Modifier::BOLD),
            Mark::Legal { .. } => on(Color::Green, Color::Black),
            Mark::Hint { .. } => on(Color::Magenta, Color::White).add_modifier(Modifier::BOLD),
            Mark::Trouble => on(Color::Red, Color::White).add_modifier(Modifier::BOLD),
            Mark::End => on(Color::LightMagenta, Color::Black),
            Mark::GivenUp => on(Color::LightRed, Color::Black),
        };
        match is_cursor {
            true if matches!(mark, Mark::Free | Mark::Hole) => on(Color::White, Color::Black),
            true => style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
            false => style,
        }
    }

    /// A colour for words, where there are colours.
    pub(crate) fn words(self, colour: Color) -> Style {
        if self.has_colour { Style::new().fg(colour) } else { Style::new() }
    }
}
