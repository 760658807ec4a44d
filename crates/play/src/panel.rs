//! The words around the board: the title, how it stands, the message, the keys.

use knights_tour::{Puzzle, TourKind, notation};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use crate::{
    app::{App, Tone},
    layout::Layout,
    words::{fitted, wrap},
};

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// The line at the top.
pub(crate) fn title(app: &App, area: Rect, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let puzzle = app.game.puzzle();
    let (board, layout) = (puzzle.board(), app.layout());
    let mut words = vec![format!(" {} {board}", capital(&puzzle.leaper().to_string()))];
    match board.holes().len() {
        0 => {}
        1 => words.push("1 hole".to_owned()),
        holes => words.push(format!("{holes} holes")),
    }
    // What matters most comes first: a narrow screen cuts the rest.
    if !layout.is_beside {
        words.extend(stand(app));
    }
    words.push(wish(puzzle));
    if layout.seen != (board.files(), board.ranks()) && layout.seen.0 > 0 && layout.seen.1 > 0 {
        let first = layout.square(board, app.scroll, 0, layout.seen.1 - 1);
        let last = layout.square(board, app.scroll, layout.seen.0 - 1, 0);
        words.push(format!("seen {} to {}", notation::name(board, first), notation::name(board, last)));
    }
    let text = words.join(", ");
    buffer.set_stringn(area.x, area.y, text, usize::from(area.width), BOLD);
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The tour that is wished for.
fn wish(puzzle: &Puzzle) -> String {
    match (puzzle.kind(), puzzle.end()) {
        (_, Some(end)) => format!("a tour to {}", notation::name(puzzle.board(), end)),
        (Some(TourKind::Closed), _) => "a closed tour".to_owned(),
        (Some(TourKind::Open), _) => "an open tour".to_owned(),
        (None, _) => "any tour".to_owned(),
    }
}

/// How it stands, in a few words each.
fn stand(app: &App) -> Vec<String> {
    let board = app.game.board();
    let squares = board.square_count();
    let Some(watch) = &app.watch else {
        let mut words = vec![format!("step {} of {squares}", app.game.played().len())];
        if let Some(at) = app.game.at() {
            let open = app.game.legal().count();
            words.push(format!(
                "{} on {}, {open} ahead",
                app.game.puzzle().leaper(),
                notation::name(board, at)
            ));
        }
        return words;
    };
    let (depth, deepest) = watch.depth();
    let pace = match (watch.is_over(), watch.is_running()) {
        (true, _) => "over".to_owned(),
        (_, true) => format!("{} a second", app.speed.a_second()),
        _ => "paused".to_owned(),
    };
    vec![
        format!("{}, {pace}", watch.strategy().method),
        format!("step {depth} of {squares}, deepest {deepest}"),
        format!("{} entered, {} given up", watch.trace().entered(), watch.trace().left()),
        format!("{} leaps tested", watch.trace().trials()),
    ]
}

/// How it stands, the message and the keys, beside the board or below it.
pub(crate) fn words(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let area = layout.words;
    if area.is_empty() {
        return;
    }
    let width = usize::from(area.width);
    let keys = if layout.is_beside { keys_beside(app) } else { keys_below(app, width) };
    let most = if layout.is_beside { area.height.saturating_sub(1) } else { area.height / 2 };
    let keys: Vec<String> = keys.into_iter().take(usize::from(most)).collect();
    let mut room = Rect { height: area.height - keys.len() as u16, ..area };
    if layout.is_beside {
        let mut lines = stand(app);
        lines.push(path(app, width));
        for line in lines.iter().filter(|line| !line.is_empty()) {
            if room.height > 0 {
                buffer.set_stringn(room.x, room.y, line, width, Style::new());
                room = Rect { y: room.y + 1, height: room.height - 1, ..room };
            }
        }
        if room.height > 0 {
            room = Rect { y: room.y + 1, height: room.height - 1, ..room };
        }
    }
    message(app, room, buffer);
    let y = area.bottom() - keys.len() as u16;
    for (line, text) in (0..).zip(&keys) {
        buffer.set_stringn(area.x, y + line, text, width, DIM);
    }
}

fn message(app: &App, area: Rect, buffer: &mut Buffer) {
    let (text, style) = match app.thinking() {
        Some(time) => {
            let text = format!("thinking{} {:.1} s, Esc stops", app.look.dots(), time.as_secs_f64());
            (text, app.look.words(Color::Yellow))
        }
        None => {
            let style = match app.tone {
                Tone::Plain => Style::new(),
                Tone::Good => app.look.words(Color::Green).add_modifier(Modifier::BOLD),
                Tone::Bad => app.look.words(Color::Red).add_modifier(Modifier::BOLD),
            };
            (app.message.clone(), style)
        }
    };
    let more = format!("{} m: all of it", app.look.dots());
    let lines = fitted(&text, usize::from(area.width), usize::from(area.height), &more);
    for (y, line) in (area.y..).zip(lines) {
        buffer.set_string(area.x, y, line, style);
    }
}

/// The last squares, as many as a line holds.
fn path(app: &App, width: usize) -> String {
    let squares: Vec<_> = match &app.watch {
        Some(watch) => watch.trace().squares().collect(),
        None => app.game.played().to_vec(),
    };
    let mut line = String::new();
    for (at, &square) in squares.iter().enumerate().rev() {
        let name = notation::name(app.game.board(), square);
        let dots = if at > 0 { app.look.dots().chars().count() + 1 } else { 0 };
        if line.len() + name.len() + 1 + dots > width {
            return format!("{} {}", app.look.dots(), line.trim_end());
        }
        line.insert_str(0, &format!("{name} "));
    }
    line.trim_end().to_owned()
}

fn keys_beside(app: &App) -> Vec<String> {
    let arrows = app.look.arrows();
    match app.watch.is_some() {
        true => vec![
            "p pause    s one step".to_owned(),
            "+ - speed  f full speed".to_owned(),
            "R again    b other method".to_owned(),
            "w play  ? help  q quit".to_owned(),
        ],
        false => vec![
            format!("{arrows} Tab move  Enter leap"),
            "u undo  r redo  R restart".to_owned(),
            format!("{} hint  H dead end?", if app.is_vi { "i" } else { "h" }),
            "g generate  s step".to_owned(),
            "f finish  w watch".to_owned(),
            "z zoom  ? help  q quit".to_owned(),
        ],
    }
}

/// Keys and their words stay together where a line is broken.
fn keys_below(app: &App, width: usize) -> Vec<String> {
    let hint = if app.is_vi { "i~hint" } else { "h~hint" };
    let line = match app.watch.is_some() {
        true => "?~help q~quit p~pause s~step +-~speed R~again b~method w~play z~zoom".to_owned(),
        false => {
            format!("?~help q~quit Enter~leap u~undo r~redo {hint} H~dead~end? g~generate s~step f~finish")
        }
    };
    wrap(&line, width).into_iter().map(|line| line.replace('~', " ")).collect()
}
