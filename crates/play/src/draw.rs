//! Drawing: the state as cells of a screen. It only looks.

use knights_tour::{Board, Square, notation};
use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    widgets::{Block, Clear, Paragraph, Widget},
};

use crate::{
    app::{App, Sheet},
    help,
    layout::Layout,
    look::{Look, Mark},
    panel,
};

/// The last leaps that stand out.
const RECENT: usize = 3;

/// Draws everything.
pub fn draw(app: &App, frame: &mut Frame<'_>) {
    let area = frame.area();
    let layout = app.layout();
    let buffer = frame.buffer_mut();
    let parts = [layout.title, layout.cells, layout.words];
    if parts.iter().any(|part| part.right() > area.right() || part.bottom() > area.bottom()) {
        // The screen was resized a moment ago, and the next picture fits again.
        return;
    }
    panel::title(&app.title(), layout.title, buffer);
    labels(app.game.board(), app.scroll, &layout, buffer);
    for down in 0..layout.seen.1 {
        for across in 0..layout.seen.0 {
            square(app, &layout, across, down, buffer);
        }
    }
    panel::words(&app.panel(&layout), app.look, &layout, buffer);
    if let Some(sheet) = app.sheet {
        let title = if sheet == Sheet::Help { " keys " } else { " message " };
        over(&help::lines(app), title, app.sheet_scroll, app.look, area, buffer);
    }
}

/// The numbers of the ranks on the left, the letters of the files below.
pub(crate) fn labels(board: &Board, scroll: (u64, u64), layout: &Layout, buffer: &mut Buffer) {
    let cells = layout.cells;
    let style = Style::new().add_modifier(Modifier::DIM);
    let width = usize::from(layout.label.saturating_sub(1));
    for down in 0..layout.seen.1 {
        let rank = layout.square(board, scroll, 0, down).rank + 1;
        let y = cells.y + down as u16 * layout.cell.1 + (layout.cell.1 - 1) / 2;
        buffer.set_stringn(0, y, format!("{rank:>width$}"), width, style);
    }
    if cells.bottom() >= buffer.area.bottom() {
        return;
    }
    for across in 0..layout.seen.0 {
        let name = notation::file_name(scroll.0 + across);
        let x = cells.x + across as u16 * layout.cell.0;
        let name = centred(&name, usize::from(layout.cell.0));
        buffer.set_stringn(x, cells.bottom(), name, usize::from(layout.cell.0), style);
    }
}

/// What a square shows.
fn mark(app: &App, square: Square) -> Mark {
    if !app.game.board().contains(square) {
        return Mark::Hole;
    }
    let (step, last) = match &app.watch {
        Some(watch) => (watch.step_of(square), watch.depth().0),
        None => (app.game.step_of(square), app.game.played().len()),
    };
    let is_end = app.game.puzzle().end() == Some(square);
    match step {
        Some(step) if step == last => Mark::Knight { step },
        _ if app.trouble.contains(&square) => Mark::Trouble,
        Some(step) => Mark::Visited { step, is_recent: step + RECENT >= last },
        None => match &app.watch {
            Some(watch) if watch.has_given_up(square) => Mark::GivenUp,
            None if app.hint == Some(square) => Mark::Hint { onward: app.game.onward(square) },
            None if app.game.at().is_some() && app.game.is_legal(square) => {
                Mark::Legal { onward: app.game.onward(square) }
            }
            _ if is_end => Mark::End,
            _ => Mark::Free,
        },
    }
}

fn square(app: &App, layout: &Layout, across: u64, down: u64, buffer: &mut Buffer) {
    let square = layout.square(app.game.board(), app.scroll, across, down);
    let (mark, is_cursor, look) = (mark(app, square), app.cursor == square, app.look);
    let (width, height) = layout.cell;
    let area = layout.cell_at(across, down);
    let style = look.style(mark, square.is_dark(), is_cursor);
    let blank = if mark == Mark::Hole { look.hole() } else { " " };
    for y in area.top()..area.bottom() {
        buffer.set_string(area.x, y, blank.repeat(usize::from(width)), style);
    }
    if mark == Mark::Hole && !is_cursor {
        return;
    }
    let middle = area.y + (height - 1) / 2;
    let is_high = height > 1;
    let text = face(app, mark, usize::from(width), is_cursor, is_high);
    buffer.set_stringn(area.x, middle, text, usize::from(width), style);
    if is_high && matches!(mark, Mark::Knight { .. }) {
        let knight = match width {
            4 => format!("{:>3} ", look.knight()),
            _ => centred(look.knight(), usize::from(width)),
        };
        buffer.set_string(area.x, area.bottom() - 1, knight, style);
    }
}

/// A square's line of text, as wide as the square.
fn face(app: &App, mark: Mark, width: usize, is_cursor: bool, is_high: bool) -> String {
    let look = app.look;
    let onward = |onward: usize| if app.has_counts { onward.to_string() } else { "+".to_owned() };
    let number = |step: usize| step.to_string();
    // What is said, and what stands around it where there is room.
    let (core, around) = match mark {
        Mark::Free => (look.free().to_owned(), ("", "")),
        Mark::Hole => (look.hole().to_owned(), ("", "")),
        Mark::Visited { step, .. } => (number(step), ("", "")),
        Mark::Knight { step } if is_high => (number(step), ("", "")),
        Mark::Knight { step } if number(step).len() + 2 <= width && width > 3 && !is_cursor => {
            (format!("{}{step}", look.knight()), ("", ""))
        }
        Mark::Knight { .. } => (look.knight().to_owned(), ("", "")),
        Mark::Legal { onward: count } => (onward(count), ("(", ")")),
        Mark::Hint { onward: count } => (onward(count), ("*", "*")),
        Mark::Trouble => ("!".to_owned(), ("", "")),
        Mark::End => ("E".to_owned(), ("", "")),
        Mark::GivenUp => ("x".to_owned(), ("", "")),
    };
    let is_number = matches!(mark, Mark::Visited { .. } | Mark::Knight { .. });
    let length = core.chars().count();
    let fits = length < width || length == width && look.has_colour && width > 2;
    let core =
        if is_number && (!fits || width < 3) && !is_knight(mark) { look.visited().to_owned() } else { core };
    let length = core.chars().count();
    match (is_cursor, around) {
        (true, ("*", _)) if length + 4 <= width => centred(&format!("*[{core}]*"), width),
        (true, ("*", _)) if length + 3 <= width => format!("[{core}]*"),
        (true, ("*", _)) if width >= 3 => centred("[*]", width),
        (true, _) if length + 2 <= width => centred(&format!("[{core}]"), width),
        (true, _) if length < width && !look.has_colour => format!(">{core}"),
        (false, ("*", _)) if length + 2 <= width => centred(&format!("*{core}*"), width),
        (false, ("(", _)) if length + 2 <= width => centred(&format!("({core})"), width),
        (false, ("*", _)) if length < width => format!("*{core}"),
        (false, ("(", _)) if length < width && !look.has_colour => format!("+{core}"),
        _ if is_number && width == 4 => format!("{core:>3} "),
        _ => centred(&core, width),
    }
}

fn is_knight(mark: Mark) -> bool {
    matches!(mark, Mark::Knight { .. })
}

/// A text in the middle of its field, rather to the left.
pub(crate) fn centred(text: &str, width: usize) -> String {
    let length = text.chars().count();
    let left = width.saturating_sub(length) / 2;
    let left = if width == 4 && length == 2 { 1 } else { left };
    format!("{:left$}{text:<rest$}", "", rest = width.saturating_sub(left))
}

/// A sheet over the board.
pub(crate) fn over(
    lines: &[String],
    title: &'static str,
    scroll: u16,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let width = (help::WIDTH as u16).min(area.width);
    let height = (lines.len() as u16 + 2).min(area.height);
    let area = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    Clear.render(area, buffer);
    let below =
        if lines.len() as u16 + 2 > height { " arrows turn, Esc closes " } else { " any key closes " };
    let mut block = Block::bordered().title(title).title_bottom(below);
    if look.is_ascii {
        block = block.border_set(ASCII);
    }
    let most = (lines.len() as u16).saturating_sub(height.saturating_sub(2));
    let text = lines.iter().map(|line| format!(" {line}")).collect::<Vec<_>>().join("\n");
    Paragraph::new(text).block(block).scroll((scroll.min(most), 0)).render(area, buffer);
}

const ASCII: ratatui::symbols::border::Set<'static> = ratatui::symbols::border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};
