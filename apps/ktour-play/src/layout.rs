//! Layout of the screen, computed from its size.
//!
//! ```text
//! title                                      the board's cells are as large as fits the
//!  8 . . . . . . . .   panel                 whole board; a board that does not fit is
//!  …                   …                     seen through a window that follows the cursor.
//!  1 . . . . . . . .   keys                  Without space beside the board the text is
//!    a b c d e f g h                         below it.
//! ```

use ktour_core::{Board, Square};

use crate::picture::ScreenArea;

/// Sizes of a square, in columns and rows.
pub(crate) const CELLS: [(u16, u16); 5] = [(6, 3), (4, 2), (4, 1), (3, 1), (2, 1)];
/// Minimum number of columns of the panel.
const MIN_PANEL_COLUMNS: u16 = 28;
/// Maximum number of rows of text below a board without a panel.
const MAX_ROWS_BELOW: u16 = 4;

/// Position of the board, the panel and the message on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScreenLayout {
    /// Line at the top.
    pub(crate) title: ScreenArea,
    /// Visible squares.
    pub(crate) cells: ScreenArea,
    /// Size of a square.
    pub(crate) cell: (u16, u16),
    /// Number of visible files and ranks.
    pub(crate) visible: (u64, u64),
    /// Width of the rank numbers.
    pub(crate) label_width: u16,
    /// Area of the text, next to the board or below it.
    pub(crate) text_area: ScreenArea,
    /// Whether the text is next to the board.
    pub(crate) is_beside: bool,
}

impl ScreenLayout {
    /// Computes the layout of a board on a screen; `zoom` is an index of [`CELLS`].
    pub(crate) fn new(size: (u16, u16), board: &Board, zoom: Option<usize>) -> ScreenLayout {
        let choices = zoom.map_or(&CELLS[..], |zoom| &CELLS[zoom..=zoom]);
        let whole =
            choices.iter().flat_map(|&cell| [(cell, true), (cell, false)]).find_map(|(cell, is_beside)| {
                let layout = ScreenLayout::with_cell(size, board, cell, is_beside);
                (layout.visible == (board.files(), board.ranks())).then_some(layout)
            });
        whole.unwrap_or_else(|| {
            let digits = board.square_count().to_string().len() as u16;
            let cell = zoom.map_or((digits.max(3) + 1, 1), |zoom| CELLS[zoom]);
            ScreenLayout::with_cell(size, board, cell, size.0 >= MIN_PANEL_COLUMNS + 30)
        })
    }

    /// Computes the layout for squares of a size, with the text beside the board or below it.
    fn with_cell(
        (width, height): (u16, u16),
        board: &Board,
        cell: (u16, u16),
        is_beside: bool,
    ) -> ScreenLayout {
        let label_width = (board.ranks().to_string().len() as u16 + 1).min(width);
        let title = ScreenArea::new(0, 0, width, height.min(1));
        let below = if is_beside { 0 } else { MAX_ROWS_BELOW.min(height / 3) };
        let beside = if is_beside { MIN_PANEL_COLUMNS } else { 0 };
        // One line is for the title and one for the letters of the files.
        let free_columns = width.saturating_sub(label_width + beside);
        let free_rows = height.saturating_sub(2 + below);
        let count = |free: u16, cell: u16, side: u64| u64::from(free / cell).min(side);
        let visible = (count(free_columns, cell.0, board.files()), count(free_rows, cell.1, board.ranks()));
        let cells =
            ScreenArea::new(label_width, title.height, visible.0 as u16 * cell.0, visible.1 as u16 * cell.1);
        let text_area = match is_beside {
            true => {
                let x = (cells.right() + 2).min(width);
                ScreenArea::new(x, title.height, width - x, height - title.height)
            }
            false => {
                // The text begins one row below the board and has at most as many rows as the screen.
                let y = (cells.bottom() + 1).min(height);
                ScreenArea::new(0, y, width, height - y)
            }
        };
        ScreenLayout { title, cells, cell, visible, label_width, text_area, is_beside }
    }

    /// Moves the window as little as possible so that the square is visible.
    pub(crate) fn scroll_to(&self, board: &Board, scroll: (u64, u64), square: Square) -> (u64, u64) {
        let along = |scroll: u64, at: u64, visible: u64, side: u64| {
            let margin = if visible > 6 { 2 } else { 0 };
            let lowest = (at + margin + 1).saturating_sub(visible);
            let highest = at.saturating_sub(margin);
            let scroll = if scroll < lowest { lowest } else { scroll.min(highest) };
            scroll.min(side.saturating_sub(visible))
        };
        (
            along(scroll.0, square.file, self.visible.0, board.files()),
            along(scroll.1, board.row_of(square.rank), self.visible.1, board.ranks()),
        )
    }

    /// Square at a file and rank of the window, counted from its top left.
    pub(crate) fn square(&self, board: &Board, scroll: (u64, u64), across: u64, down: u64) -> Square {
        Square::new(scroll.0 + across, board.rank_of(scroll.1 + down))
    }

    /// Returns the cell of the screen at which a square of the window is drawn.
    pub(crate) fn cell_at(&self, across: u64, down: u64) -> ScreenArea {
        let (width, height) = self.cell;
        ScreenArea::new(
            self.cells.x + across as u16 * width,
            self.cells.y + down as u16 * height,
            width,
            height,
        )
    }

    /// Square at a cell of the screen.
    pub(crate) fn square_at(&self, board: &Board, scroll: (u64, u64), x: u16, y: u16) -> Option<Square> {
        self.cells.contains(x, y).then(|| {
            let across = u64::from((x - self.cells.x) / self.cell.0);
            let down = u64::from((y - self.cells.y) / self.cell.1);
            self.square(board, scroll, across, down)
        })
    }
}

/// The square at this distance in files and ranks, clamped to the board.
pub(crate) fn neighbouring_square(board: &Board, square: Square, files: i64, ranks: i64) -> Square {
    let along = |at: u64, by: i64, side: u64| at.saturating_add_signed(by).min(side - 1);
    Square::new(along(square.file, files, board.files()), along(square.rank, ranks, board.ranks()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(size: (u16, u16), board: &str) -> ScreenLayout {
        ScreenLayout::new(size, &board.parse().unwrap(), None)
    }

    #[test]
    fn squares_are_as_large_as_the_board_allows() {
        assert_eq!(layout((80, 24), "3").cell, (6, 3));
        assert_eq!(layout((80, 24), "8").cell, (4, 2));
        assert_eq!(layout((80, 24), "12").cell, (4, 1));
        assert_eq!(layout((80, 24), "20").cell, (2, 1));
        assert_eq!(layout((80, 24), "20").visible, (20, 20));
        assert_eq!(layout((200, 60), "20").cell, (4, 2));
        assert!(layout((80, 24), "50").visible.1 < 50);
    }

    #[test]
    fn every_part_is_on_the_screen() {
        for board in ["1", "3", "8", "5x40", "40x5", "100", "1x1000"] {
            let board: Board = board.parse().unwrap();
            for width in 0..90 {
                for height in 0..30 {
                    for zoom in [None, Some(0), Some(2), Some(4)] {
                        let layout = ScreenLayout::new((width, height), &board, zoom);
                        for part in [layout.title, layout.cells, layout.text_area] {
                            assert!(part.right() <= width && part.bottom() <= height, "{layout:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_window_follows_the_cursor_and_a_click_finds_its_square() {
        let board: Board = "100x60".parse().unwrap();
        let layout = ScreenLayout::new((80, 24), &board, None);
        let mut scroll = (0, 0);
        for square in [Square::new(0, 0), Square::new(99, 59), Square::new(50, 30), Square::new(50, 31)] {
            scroll = layout.scroll_to(&board, scroll, square);
            let x = layout.cells.x + ((square.file - scroll.0) as u16) * layout.cell.0;
            let y = layout.cells.y + ((59 - square.rank - scroll.1) as u16) * layout.cell.1;
            assert_eq!(layout.square_at(&board, scroll, x, y), Some(square));
        }
        assert_eq!(layout.square_at(&board, scroll, 79, 0), None);
    }
}
