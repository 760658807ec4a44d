//! Text around the board: title, status, message, keys.

use crossterm::style::{Color, ContentStyle, Stylize};
use ktour_core::{Board, Leaper, Puzzle, TourKind, notation};

use crate::{
    app::{App, Tone},
    layout::ScreenLayout,
    look::Look,
    picture::{ScreenArea, ScreenPicture},
    wrap::{wrap, wrap_to_height},
};

/// Lines of text next to the board or below it.
pub(crate) struct Panel {
    /// Status lines, shown only next to the board.
    pub(crate) status: Vec<String>,
    /// The message and its style.
    pub(crate) message: (String, ContentStyle),
    /// Keys shown next to the board.
    pub(crate) beside: Vec<String>,
    /// Keys shown below the board; `~` keeps a key and its action on one line.
    pub(crate) below: String,
}

impl App {
    /// Parts of the title line.
    pub(crate) fn title(&self) -> Vec<String> {
        let puzzle = self.game.puzzle();
        let (board, layout) = (puzzle.board(), self.layout());
        let mut words = leaper_and_board(puzzle.leaper(), board);
        // The most important part is first, since a narrow screen cuts off the rest.
        if !layout.is_beside {
            words.extend(status(self));
        }
        words.push(wanted_tour(puzzle));
        words.extend(visible_part(&layout, board, self.scroll));
        words
    }

    /// Text around the board.
    pub(crate) fn panel(&self, layout: &ScreenLayout) -> Panel {
        let mut lines = status(self);
        lines.push(last_squares(self, usize::from(layout.text_area.width)));
        let message = match self.thinking() {
            Some(time) => {
                let text = format!("thinking{} {:.1} s, Esc stops", self.look.dots(), time.as_secs_f64());
                (text, self.look.text_style(Color::DarkYellow))
            }
            None => (self.message.clone(), tone_style(self.look, self.tone)),
        };
        Panel { status: lines, message, beside: keys_beside(self), below: keys_below(self) }
    }
}

/// Leaper and board, for the title.
pub(crate) fn leaper_and_board(leaper: Leaper, board: &Board) -> Vec<String> {
    let mut words = vec![format!(" {} {board}", capital(&leaper.to_string()))];
    match board.holes().len() {
        0 => {}
        1 => words.push("1 hole".to_owned()),
        holes => words.push(format!("{holes} holes")),
    }
    words
}

/// Visible part of a board that does not fit on the screen.
pub(crate) fn visible_part(layout: &ScreenLayout, board: &Board, scroll: (u64, u64)) -> Option<String> {
    let is_part =
        layout.visible != (board.files(), board.ranks()) && layout.visible.0 > 0 && layout.visible.1 > 0;
    is_part.then(|| {
        let first = layout.square(board, scroll, 0, layout.visible.1 - 1);
        let last = layout.square(board, scroll, layout.visible.0 - 1, 0);
        format!("seen {} to {}", notation::name(board, first), notation::name(board, last))
    })
}

/// Style of a message of this tone.
pub(crate) fn tone_style(look: Look, tone: Tone) -> ContentStyle {
    match tone {
        Tone::Plain => ContentStyle::new(),
        Tone::Good => look.text_style(Color::DarkGreen).bold(),
        Tone::Bad => look.text_style(Color::DarkRed).bold(),
    }
}

/// Draws the title line.
pub(crate) fn draw_title(words: &[String], area: ScreenArea, picture: &mut ScreenPicture) {
    if !area.is_empty() {
        let bold = ContentStyle::new().bold();
        picture.write((area.x, area.y), &words.join(", "), usize::from(area.width), bold);
    }
}

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Description of the wanted tour.
fn wanted_tour(puzzle: &Puzzle) -> String {
    match (puzzle.kind(), puzzle.end()) {
        (_, Some(end)) => format!("a tour to {}", notation::name(puzzle.board(), end)),
        (Some(TourKind::Closed), _) => "a closed tour".to_owned(),
        (Some(TourKind::Open), _) => "an open tour".to_owned(),
        (None, _) => "any tour".to_owned(),
    }
}

/// Status lines.
fn status(app: &App) -> Vec<String> {
    let board = app.game.board();
    let squares = board.square_count();
    let Some(watch) = &app.watch else {
        let mut words = vec![format!("step {} of {squares}", app.game.played().len())];
        if let Some(at) = app.game.knight() {
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
    let speed = match (watch.is_over(), watch.is_running()) {
        (true, _) => "over".to_owned(),
        (_, true) => format!("{} a second", app.speed.per_second()),
        _ => "paused".to_owned(),
    };
    vec![
        format!("{}, {speed}", watch.strategy().method),
        format!("step {depth} of {squares}, deepest {deepest}"),
        format!("{} entered, {} given up", watch.trace().entered(), watch.trace().given_up()),
        format!("{} leaps tested", watch.trace().trials()),
    ]
}

/// Draws status, message and keys next to the board or below it.
pub(crate) fn draw_panel(panel: &Panel, look: Look, layout: &ScreenLayout, picture: &mut ScreenPicture) {
    let area = layout.text_area;
    if area.is_empty() {
        return;
    }
    let width = usize::from(area.width);
    let keys = if layout.is_beside {
        panel.beside.clone()
    } else {
        wrap(&panel.below, width).into_iter().map(|line| line.replace('~', " ")).collect()
    };
    let max_key_lines = if layout.is_beside { area.height.saturating_sub(1) } else { area.height / 2 };
    let keys: Vec<String> = keys.into_iter().take(usize::from(max_key_lines)).collect();
    let mut free = ScreenArea { height: area.height - keys.len() as u16, ..area };
    if layout.is_beside {
        for line in panel.status.iter().filter(|line| !line.is_empty()) {
            if free.height > 0 {
                picture.write((free.x, free.y), line, width, ContentStyle::new());
                free = ScreenArea { y: free.y + 1, height: free.height - 1, ..free };
            }
        }
        if free.height > 0 {
            free = ScreenArea { y: free.y + 1, height: free.height - 1, ..free };
        }
    }
    let more = format!("{} m: all of it", look.dots());
    let (text, style) = &panel.message;
    for (y, line) in (free.y..).zip(wrap_to_height(text, width, usize::from(free.height), &more)) {
        picture.write((free.x, y), &line, width, *style);
    }
    let y = area.bottom() - keys.len() as u16;
    for (line, text) in (0..).zip(&keys) {
        picture.write((area.x, y + line), text, width, ContentStyle::new().dim());
    }
}

/// The last squares of the path, as many as fit on a line.
fn last_squares(app: &App, width: usize) -> String {
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

fn keys_below(app: &App) -> String {
    let hint = if app.is_vi { "i~hint" } else { "h~hint" };
    match app.watch.is_some() {
        true => "?~help q~quit p~pause s~step +-~speed R~again b~method w~play z~zoom".to_owned(),
        false => {
            format!("?~help q~quit Enter~leap u~undo r~redo {hint} H~dead~end? g~generate s~step f~finish")
        }
    }
}
