//! Draws the state of a game as cells of a screen, without changing it.

use std::iter;

use crossterm::style::{ContentStyle, Stylize};
use ktour_core::{Board, Square, notation};

use crate::{
    app::{App, Overlay},
    layout::ScreenLayout,
    look::{Look, Mark},
    overlays, panel,
    picture::{ScreenArea, ScreenPicture},
};

/// Number of last leaps that are highlighted.
const RECENT_LEAPS_MARKED: usize = 3;

/// Draws everything.
pub fn draw(app: &App, picture: &mut ScreenPicture) {
    let layout = app.layout();
    let parts = [layout.title, layout.cells, layout.text_area];
    if !parts.iter().all(|part| part.is_on(picture.size())) {
        // The screen was just resized; the next picture has its new size.
        return;
    }
    panel::draw_title(&app.title(), layout.title, picture);
    draw_labels(app.game.board(), app.scroll, &layout, picture);
    for down in 0..layout.visible.1 {
        for across in 0..layout.visible.0 {
            draw_square(app, &layout, across, down, picture);
        }
    }
    panel::draw_panel(&app.panel(&layout), app.look, &layout, picture);
    if let Some(overlay) = app.overlay {
        let title = if overlay == Overlay::Help { " keys " } else { " message " };
        draw_overlay(&app.overlay_lines(), title, app.overlay_scroll, app.look, picture);
    }
}

/// Draws the numbers of the ranks on the left and the letters of the files below.
pub(crate) fn draw_labels(
    board: &Board,
    scroll: (u64, u64),
    layout: &ScreenLayout,
    picture: &mut ScreenPicture,
) {
    let cells = layout.cells;
    let style = ContentStyle::new().dim();
    let width = usize::from(layout.label_width.saturating_sub(1));
    for down in 0..layout.visible.1 {
        let rank = layout.square(board, scroll, 0, down).rank + 1;
        let y = cells.y + down as u16 * layout.cell.1 + (layout.cell.1 - 1) / 2;
        picture.write((0, y), &format!("{rank:>width$}"), width, style);
    }
    if cells.bottom() >= picture.size().1 {
        return;
    }
    for across in 0..layout.visible.0 {
        let name = notation::file_name(scroll.0 + across);
        let x = cells.x + across as u16 * layout.cell.0;
        let width = usize::from(layout.cell.0);
        picture.write((x, cells.bottom()), &centred(&name, width), width, style);
    }
}

/// Content of a square on the screen.
fn mark_of(app: &App, square: Square) -> Mark {
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
        Some(step) => Mark::Visited { step, is_recent: step + RECENT_LEAPS_MARKED >= last },
        None => match &app.watch {
            Some(watch) if watch.has_given_up(square) => Mark::GivenUp,
            None if app.hint == Some(square) => Mark::Hint { onward: app.game.onward(square) },
            None if app.game.knight().is_some() && app.game.is_legal(square) => {
                Mark::Legal { onward: app.game.onward(square) }
            }
            _ if is_end => Mark::End,
            _ => Mark::Free,
        },
    }
}

/// Draws a square of the window.
fn draw_square(app: &App, layout: &ScreenLayout, across: u64, down: u64, picture: &mut ScreenPicture) {
    let square = layout.square(app.game.board(), app.scroll, across, down);
    let (mark, is_cursor, look) = (mark_of(app, square), app.cursor == square, app.look);
    let (width, height) = layout.cell;
    let area = layout.cell_at(across, down);
    let style = look.style(mark, square.is_dark(), is_cursor);
    let blank = if mark == Mark::Hole { look.hole() } else { " " };
    for y in area.y..area.bottom() {
        picture.write((area.x, y), &blank.repeat(usize::from(width)), usize::from(width), style);
    }
    if mark == Mark::Hole && !is_cursor {
        return;
    }
    let middle = area.y + (height - 1) / 2;
    let is_high = height > 1;
    let text = square_text(app, mark, usize::from(width), is_cursor, is_high);
    picture.write((area.x, middle), &text, usize::from(width), style);
    if is_high && matches!(mark, Mark::Knight { .. }) {
        let knight = match width {
            4 => format!("{:>3} ", look.knight()),
            _ => centred(look.knight(), usize::from(width)),
        };
        picture.write((area.x, area.bottom() - 1), &knight, usize::from(width), style);
    }
}

/// One line of a square's text, as wide as the square.
fn square_text(app: &App, mark: Mark, width: usize, is_cursor: bool, is_high: bool) -> String {
    let look = app.look;
    let onward = |onward: usize| if app.has_counts { onward.to_string() } else { "+".to_owned() };
    let number = |step: usize| step.to_string();
    // The text, and the brackets around it if there is space for them.
    let (core, brackets) = match mark {
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
    match (is_cursor, brackets) {
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

/// Centres a text in a field; an odd space goes to the right.
pub(crate) fn centred(text: &str, width: usize) -> String {
    let length = text.chars().count();
    let left = width.saturating_sub(length) / 2;
    let left = if width == 4 && length == 2 { 1 } else { left };
    format!("{:left$}{text:<rest$}", "", rest = width.saturating_sub(left))
}

/// Draws a framed overlay on the board.
pub(crate) fn draw_overlay(
    lines: &[String],
    title: &str,
    scroll: u16,
    look: Look,
    picture: &mut ScreenPicture,
) {
    let size = picture.size();
    let width = (overlays::MAX_OVERLAY_COLUMNS as u16).min(size.0);
    let height = (lines.len() as u16 + 2).min(size.1);
    let area = ScreenArea::new((size.0 - width) / 2, (size.1 - height) / 2, width, height);
    if area.is_empty() {
        return;
    }
    let inner_rows = usize::from(height.saturating_sub(2));
    let footer = if lines.len() > inner_rows { " arrows turn, Esc closes " } else { " any key closes " };
    let [left, right, low_left, low_right, upright, level] = match look.is_ascii {
        true => ["+", "+", "+", "+", "|", "-"],
        false => ["┌", "┐", "└", "┘", "│", "─"],
    };
    let inner_columns = usize::from(width.saturating_sub(2));
    let edge = |left: &str, text: &str, right: &str| {
        let text: String = text.chars().take(inner_columns).collect();
        format!("{left}{text}{}{right}", level.repeat(inner_columns - text.chars().count()))
    };
    let first = usize::from(scroll).min(lines.len().saturating_sub(inner_rows));
    let shown = lines[first..].iter().take(inner_rows);
    let shown =
        shown.map(|line| format!("{upright}{:<inner_columns$.inner_columns$}{upright}", format!(" {line}")));
    let (top, bottom) = (edge(left, title, right), edge(low_left, footer, low_right));
    let rows = iter::once(top).chain(shown).chain(iter::once(bottom)).take(usize::from(height));
    for (y, line) in (area.y..).zip(rows) {
        picture.write((area.x, y), &line, usize::from(width), ContentStyle::new());
    }
}
