//! A board drawn in text: `.` a square, `#` or a space a hole, the top line is the top rank.

use knights_tour::{Board, Square, error::BoardError};

use super::ReadError;

/// The most squares a picture may have, drawn in text or in pixels.
pub(super) const LARGEST: usize = 1 << 27;

/// Reads a board from a text picture. Lines may end early: what is missing on the right is holes.
/// Blank lines above and below the picture do not count.
///
/// ```
/// let ring = knights_tour_render::read::picture(b"...\n.#.\n...\n")?;
/// assert_eq!(ring.square_count(), 8);
/// # Ok::<(), knights_tour_render::read::ReadError>(())
/// ```
pub fn picture(bytes: &[u8]) -> Result<Board, ReadError> {
    let text = std::str::from_utf8(bytes).map_err(|_| ReadError::Binary)?;
    let text = text.trim_end_matches([' ', '\r', '\n']);
    let lines = || (1u64..).zip(text.lines().map(|line| line.trim_end_matches([' ', '\r'])));
    let above = lines().take_while(|(_, line)| line.is_empty()).count();
    let (mut files, mut ranks) = (0, 0);
    for (_, line) in lines().skip(above) {
        files = files.max(line.chars().count());
        ranks += 1;
    }
    if files == 0 {
        return Err(ReadError::Picture("it is empty, draw squares as `.` and holes as `#`".to_owned()));
    }
    if files.saturating_mul(ranks) > LARGEST {
        let what = format!("{files}x{ranks} is too large for a picture, the limit is {LARGEST} squares");
        return Err(ReadError::Picture(what));
    }
    let not_a_board = |error: BoardError| ReadError::Picture(error.to_string());
    let board = Board::new(files as u64, ranks as u64).map_err(not_a_board)?;
    let mut holes = Vec::new();
    for (row, (line, text)) in (0..).zip(lines().skip(above)) {
        let rank = board.rank_of(row);
        let mut width = 0;
        for symbol in text.chars() {
            match symbol {
                '.' => {}
                '#' | ' ' => holes.push(Square::new(width, rank)),
                other => {
                    let what = format!(
                        "`{}` means nothing in a board: draw squares as `.` and holes as `#`",
                        other.escape_default()
                    );
                    return Err(ReadError::Line { line, what });
                }
            }
            width += 1;
        }
        holes.extend((width..files as u64).map(|file| Square::new(file, rank)));
    }
    board.with_holes(holes).map_err(not_a_board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ragged_lines_are_holes_on_the_right() {
        let board = picture(b"\n..\r\n....\r\n.  .\n\n").unwrap();
        assert_eq!((board.files(), board.ranks(), board.square_count()), (4, 3, 8));
        assert!(board.contains(Square::new(1, 2)) && !board.contains(Square::new(2, 2)));
    }

    #[test]
    fn strangers_are_named_with_their_line() {
        let error = |text: &[u8]| picture(text).unwrap_err().to_string();
        assert_eq!(
            error(b"..\n.x\n"),
            "line 2: `x` means nothing in a board: draw squares as `.` and holes as `#`"
        );
        assert!(error(b"..\n.\t.\n").contains("`\\t` means nothing"));
        assert!(error(b"").contains("empty"));
        assert!(error(b"##\n##\n").contains("every square"));
        assert!(error(b"\xff\xfe\x00").contains("not text"));
    }
}
