//! A picture for a terminal: a character and a style for every cell.
//!
//! Games draw the whole picture every time; only the differences to the picture on the screen are written to
//! the terminal. All characters of the games are one cell wide, and text that does not fit is cut off.

use std::io::{self, Write};

use crossterm::{
    cursor::MoveTo,
    queue,
    style::{Attribute, ContentStyle, Print, SetAttribute, SetStyle},
};

/// Cells in rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenPicture {
    size: (u16, u16),
    cells: Vec<ScreenCell>,
}

/// A character and its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenCell {
    /// The character.
    pub sign: char,
    /// Colours and attributes.
    pub style: ContentStyle,
}

/// A rectangle of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScreenArea {
    pub(crate) x: u16,
    pub(crate) y: u16,
    pub(crate) width: u16,
    pub(crate) height: u16,
}

/// An empty cell.
fn blank() -> ScreenCell {
    ScreenCell { sign: ' ', style: ContentStyle::default() }
}

impl ScreenPicture {
    /// An empty picture of this many columns and lines.
    pub fn new(size: (u16, u16)) -> ScreenPicture {
        ScreenPicture { size, cells: vec![blank(); usize::from(size.0) * usize::from(size.1)] }
    }

    /// Number of columns and rows.
    pub fn size(&self) -> (u16, u16) {
        self.size
    }

    /// Cells in rows from the top.
    pub fn lines(&self) -> impl Iterator<Item = &[ScreenCell]> {
        self.cells.chunks(usize::from(self.size.0).max(1))
    }

    /// Writes a text from a cell on, cut after `max_cells` cells.
    pub(crate) fn write(&mut self, (x, y): (u16, u16), text: &str, max_cells: usize, style: ContentStyle) {
        let (x, width) = (usize::from(x), usize::from(self.size.0));
        if x < width && y < self.size.1 {
            let line = usize::from(y) * width;
            let cells = &mut self.cells[line + x..line + width];
            cells
                .iter_mut()
                .zip(text.chars().take(max_cells))
                .for_each(|(cell, sign)| *cell = ScreenCell { sign, style });
        }
    }

    /// Writes the differences to `shown`, a picture of the same size, to the terminal.
    pub(crate) fn write_changes(&self, shown: &ScreenPicture, out: &mut impl Write) -> io::Result<()> {
        let mut style = ContentStyle::default();
        queue!(out, SetAttribute(Attribute::Reset))?;
        for (y, (line, before)) in (0..).zip(self.lines().zip(shown.lines())) {
            let mut at = None;
            for (x, (cell, _)) in
                (0..).zip(line.iter().zip(before)).filter(|(_, (cell, before))| cell != before)
            {
                if at != Some(x) {
                    queue!(out, MoveTo(x, y))?;
                }
                if cell.style != style {
                    style = cell.style;
                    queue!(out, SetAttribute(Attribute::Reset), SetStyle(style))?;
                }
                queue!(out, Print(cell.sign))?;
                at = Some(x + 1);
            }
        }
        queue!(out, SetAttribute(Attribute::Reset))?;
        out.flush()
    }
}

impl ScreenArea {
    pub(crate) fn new(x: u16, y: u16, width: u16, height: u16) -> ScreenArea {
        ScreenArea { x, y, width, height }
    }

    pub(crate) fn right(self) -> u16 {
        self.x + self.width
    }

    pub(crate) fn bottom(self) -> u16 {
        self.y + self.height
    }

    pub(crate) fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    pub(crate) fn contains(self, x: u16, y: u16) -> bool {
        (self.x..self.right()).contains(&x) && (self.y..self.bottom()).contains(&y)
    }

    /// Whether the whole area is inside a picture of this size.
    pub(crate) fn is_on(self, size: (u16, u16)) -> bool {
        self.right() <= size.0 && self.bottom() <= size.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::style::Stylize;

    fn changes(now: &ScreenPicture, shown: &ScreenPicture) -> String {
        let mut out = Vec::new();
        now.write_changes(shown, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_does_not_fit_is_cut_off() {
        let mut picture = ScreenPicture::new((4, 2));
        for (at, text, max_cells) in
            [((1, 0), "knight", 9), ((0, 1), "tour", 2), ((4, 0), "x", 1), ((0, 2), "x", 1)]
        {
            picture.write(at, text, max_cells, ContentStyle::new());
        }
        let lines: Vec<String> =
            picture.lines().map(|line| line.iter().map(|cell| cell.sign).collect()).collect();
        assert_eq!(lines, [" kni", "to  "]);
        ScreenPicture::new((0, 3)).write((0, 0), "x", 1, ContentStyle::new());
        assert_eq!(ScreenPicture::new((0, 3)).lines().count(), 0);
    }

    #[test]
    fn only_the_changes_are_written_to_the_terminal() {
        let shown = ScreenPicture::new((8, 3));
        let mut now = shown.clone();
        assert_eq!(changes(&now, &shown), "\x1b[0m\x1b[0m");
        now.write((2, 1), "ab", 9, ContentStyle::new());
        now.write((6, 1), "c", 9, ContentStyle::new().bold());
        assert_eq!(changes(&now, &shown), "\x1b[0m\x1b[2;3Hab\x1b[2;7H\x1b[0m\x1b[1mc\x1b[0m");
        assert_eq!(changes(&shown, &now), "\x1b[0m\x1b[2;3H  \x1b[2;7H \x1b[0m");
    }
}
