//! A board drawn in text: `.` is a square, `#` or a space is a hole, the top line is the top rank.

use ktour_core::{Board, Square};

use super::{
    ReadError,
    fault::{LineFault, PictureFault},
    input_format::BYTE_ORDER_MARK,
};

/// Maximum number of squares of a picture, in text or in pixels.
pub(super) const MAX_PICTURE_SQUARES: usize = 1 << 27;

/// Reads a board from a text picture. Lines may end early: the missing squares on the right are holes. Blank
/// lines above and below the picture are skipped.
///
/// ```
/// let ring = ktour::render::read::picture(b"...\n.#.\n...\n")?;
/// assert_eq!(ring.square_count(), 8);
/// # Ok::<(), ktour::render::read::ReadError>(())
/// ```
pub fn picture(bytes: &[u8]) -> Result<Board, ReadError> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
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
        return Err(PictureFault::Empty.into());
    }
    if files.saturating_mul(ranks) > MAX_PICTURE_SQUARES {
        let (files, ranks) = (files as u64, ranks as u64);
        return Err(PictureFault::TooLarge { files, ranks, most: MAX_PICTURE_SQUARES }.into());
    }
    let board = Board::new(files as u64, ranks as u64).map_err(PictureFault::Board)?;
    let mut holes = Vec::new();
    for (row, (line, text)) in (0..).zip(lines().skip(above)) {
        let rank = board.rank_of(row);
        let mut width = 0;
        for symbol in text.chars() {
            match symbol {
                '.' => {}
                '#' | ' ' => holes.push(Square::new(width, rank)),
                other => {
                    let fault = LineFault::NotInABoard(other.escape_default().to_string());
                    return Err(ReadError::Line { line, fault });
                }
            }
            width += 1;
        }
        holes.extend((width..files as u64).map(|file| Square::new(file, rank)));
    }
    Ok(board.with_holes(holes).map_err(PictureFault::Board)?)
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
