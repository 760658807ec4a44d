//! Colour themes of boards, paths and numbers.

use super::colour::{Gradient, Rgb};

/// Colour theme of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Theme {
    /// Beige and gray.
    #[default]
    Classic,
    /// Light on dark.
    Dark,
    /// Black on white, for printers.
    Print,
    /// White lines on blue paper.
    Blueprint,
    /// Pure colours on black, thick lines.
    HighContrast,
}

/// The colours of a theme.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Palette {
    /// Area around the board, and its holes.
    pub paper: Rgb,
    /// Squares of the other colour than a1's.
    pub light: Rgb,
    /// Squares of a1's colour.
    pub dark: Rgb,
    /// Edge of the board.
    pub edge: Rgb,
    /// Numbers and coordinates.
    pub ink: Rgb,
    /// The knight on its start.
    pub knight: Rgb,
    /// Leaps that a search gave up.
    pub taken_back: Rgb,
    /// Leaps that a merge adds.
    pub added: Rgb,
    /// The path from its first leap to its last.
    pub gradient: Gradient,
    /// The path in one colour.
    pub plain: Rgb,
    /// Thickness of lines, as a multiple of the default.
    pub weight: f64,
}

ktour_core::named! {
    Theme: "theme" {
        "classic" => Classic,
        "dark" => Dark,
        "print" => Print,
        "blueprint" => Blueprint,
        "high-contrast" => HighContrast,
    }
}

impl Theme {
    /// Colours of the theme.
    ///
    /// ```
    /// use ktour::render::Theme;
    /// assert_ne!(Theme::Classic.palette().dark, Theme::Blueprint.palette().dark);
    /// ```
    pub const fn palette(self) -> Palette {
        match self {
            Theme::Classic => Palette {
                paper: Rgb::hex(0xfffdf7),
                light: Rgb::hex(0xf5f0dc),
                dark: Rgb::hex(0xc9c9c4),
                edge: Rgb::hex(0x77736a),
                ink: Rgb::hex(0x33312c),
                knight: Rgb::hex(0x1d2b3f),
                taken_back: Rgb::hex(0xd8452e),
                added: Rgb::hex(0x1e8a3c),
                gradient: Gradient(&[0x12467f, 0x6b3396, 0xb3245f, 0xd4551b]),
                plain: Rgb::hex(0x2f6ea5),
                weight: 1.0,
            },
            Theme::Dark => Palette {
                paper: Rgb::hex(0x15171c),
                light: Rgb::hex(0x363c48),
                dark: Rgb::hex(0x272c35),
                edge: Rgb::hex(0x5a6272),
                ink: Rgb::hex(0xd0d5de),
                knight: Rgb::hex(0xffffff),
                taken_back: Rgb::hex(0xff6b5e),
                added: Rgb::hex(0x7fe07f),
                gradient: Gradient(&[0x4fb3ff, 0x52d9a8, 0xd7e35c, 0xff9e4f]),
                plain: Rgb::hex(0x5ac8fa),
                weight: 1.0,
            },
            Theme::Print => Palette {
                paper: Rgb::hex(0xffffff),
                light: Rgb::hex(0xffffff),
                dark: Rgb::hex(0xe2e2e2),
                edge: Rgb::hex(0x000000),
                ink: Rgb::hex(0x000000),
                knight: Rgb::hex(0x000000),
                taken_back: Rgb::hex(0xb8b8b8),
                added: Rgb::hex(0x000000),
                gradient: Gradient(&[0x9c9c9c, 0x222222]),
                plain: Rgb::hex(0x000000),
                weight: 0.8,
            },
            Theme::Blueprint => Palette {
                paper: Rgb::hex(0x0d3b66),
                light: Rgb::hex(0x164b7e),
                dark: Rgb::hex(0x104171),
                edge: Rgb::hex(0xa8cdf0),
                ink: Rgb::hex(0xcfe5fa),
                knight: Rgb::hex(0xffffff),
                taken_back: Rgb::hex(0xffa98f),
                added: Rgb::hex(0x8ff0b4),
                gradient: Gradient(&[0x6fb7f2, 0xffffff]),
                plain: Rgb::hex(0xffffff),
                weight: 0.8,
            },
            Theme::HighContrast => Palette {
                paper: Rgb::hex(0x000000),
                light: Rgb::hex(0x262626),
                dark: Rgb::hex(0x000000),
                edge: Rgb::hex(0xffffff),
                ink: Rgb::hex(0xffffff),
                knight: Rgb::hex(0xffffff),
                taken_back: Rgb::hex(0xff5050),
                added: Rgb::hex(0x40ff80),
                gradient: Gradient(&[0x00e5ff, 0xffff00]),
                plain: Rgb::hex(0xffff00),
                weight: 1.35,
            },
        }
    }
}
