//! Draws the state of a number puzzle as cells of a screen, without changing it.

use ktour_core::{Square, TourKind};

use super::game::{NumberGame, count_of_steps};
use crate::{
    app::Overlay,
    draw::{centred, draw_labels, draw_overlay},
    layout::ScreenLayout,
    look::Mark,
    panel::{self, Panel, leaper_and_board, tone_style, visible_part},
    picture::ScreenPicture,
};

pub(super) fn draw(numbers: &NumberGame, picture: &mut ScreenPicture) {
    let layout = numbers.layout();
    let parts = [layout.title, layout.cells, layout.text_area];
    if !parts.iter().all(|part| part.is_on(picture.size())) {
        // The screen was just resized; the next picture has its new size.
        return;
    }
    panel::draw_title(&title(numbers, &layout), layout.title, picture);
    draw_labels(numbers.board(), numbers.scroll, &layout, picture);
    let open = numbers.next_step().filter(|_| !numbers.is_solved());
    for down in 0..layout.visible.1 {
        for across in 0..layout.visible.0 {
            draw_square(numbers, open.as_ref(), &layout, (across, down), picture);
        }
    }
    panel::draw_panel(&panel_text(numbers), numbers.look, &layout, picture);
    if let Some(overlay) = numbers.overlay {
        let title = if overlay == Overlay::Help { " keys " } else { " message " };
        draw_overlay(&numbers.overlay_lines(), title, numbers.overlay_scroll, numbers.look, picture);
    }
}

fn title(numbers: &NumberGame, layout: &ScreenLayout) -> Vec<String> {
    let mut words = leaper_and_board(numbers.givens.leaper(), numbers.board());
    if !layout.is_beside {
        words.push(count_of_steps(numbers.remaining(), "to go"));
    }
    words.push(format!("{} puzzle", numbers.givens.kind()));
    words.push(numbers.about.clone());
    words.extend(visible_part(layout, numbers.board(), numbers.scroll));
    words
}

fn panel_text(numbers: &NumberGame) -> Panel {
    let look = numbers.look;
    let last = numbers.last();
    let rule = match numbers.givens.kind() {
        TourKind::Closed => format!("1 to {last} and 1 again, leap by leap"),
        TourKind::Open => format!("1 to {last}, leap by leap"),
    };
    let direction = if numbers.is_backwards { "leaping backwards" } else { "leaping forwards" };
    let remaining = match numbers.is_solved() {
        true => String::new(),
        false => format!("{}, {direction}", count_of_steps(numbers.remaining(), "to go")),
    };
    let status = vec![rule, remaining];
    let beside = vec![
        format!("{} move  0-9 Enter write", look.arrows()),
        "Enter choose, leap  Tab next".to_owned(),
        "b backwards  u undo  r redo".to_owned(),
        "h hint  c check".to_owned(),
        "z zoom  ? help  q quit".to_owned(),
    ];
    let below =
        "?~help q~quit 0-9~write Enter~choose,~leap b~backwards u~undo r~redo h~hint c~check".to_owned();
    Panel { status, message: (numbers.message.clone(), tone_style(look, numbers.tone)), beside, below }
}

/// Draws a square: given numbers are bold, entered ones are not, candidates of the next step are in brackets.
fn draw_square(
    numbers: &NumberGame,
    open: Option<&(u32, Vec<Square>)>,
    layout: &ScreenLayout,
    (across, down): (u64, u64),
    picture: &mut ScreenPicture,
) {
    let (look, board) = (numbers.look, numbers.board());
    let square = layout.square(board, numbers.scroll, across, down);
    let is_cursor = numbers.cursor == square;
    let area = layout.cell_at(across, down);
    let width = usize::from(area.width);
    let is_hinted = numbers.hint.as_ref().is_some_and(|hint| hint.is_about(square));
    let step = numbers.step_on(square);
    let candidate = open.filter(|(_, open)| open.contains(&square)).map(|&(step, _)| step);
    let mark = match step {
        _ if !board.contains(square) => Mark::Hole,
        _ if numbers.wrong.contains(&square) => Mark::Trouble,
        _ if is_hinted => Mark::Hint { onward: 0 },
        Some(step) if numbers.chosen == Some(square) && !numbers.is_solved() => {
            Mark::Knight { step: step as usize }
        }
        Some(step) => {
            Mark::Visited { step: step as usize, is_recent: numbers.givens.step_of(square).is_some() }
        }
        None if candidate.is_some() => Mark::Legal { onward: 0 },
        None => Mark::Free,
    };
    let style = look.style(mark, square.is_dark(), is_cursor);
    let blank = if mark == Mark::Hole { look.hole() } else { " " };
    for y in area.y..area.bottom() {
        picture.write((area.x, y), &blank.repeat(width), width, style);
    }
    if mark == Mark::Hole && !is_cursor {
        return;
    }
    let core = match (step.or(candidate), is_cursor && !numbers.draft.is_empty()) {
        (_, true) => numbers.draft.clone() + "_",
        (Some(step), _) => step.to_string(),
        (None, _) if mark == Mark::Hole => look.hole().to_owned(),
        (None, _) => look.free().to_owned(),
    };
    let sign = match mark {
        Mark::Trouble => "!",
        Mark::Hint { .. } => "*",
        _ => "",
    };
    let core = format!("{sign}{core}");
    let brackets = match mark {
        _ if is_cursor => ["[", "]"],
        Mark::Legal { .. } => ["(", ")"],
        _ => ["", ""],
    };
    let text = [brackets[0], &core, brackets[1]].concat();
    let fits = |text: &str| text.chars().count() <= width;
    let text = match (fits(&text), fits(&core)) {
        (true, _) => text,
        // A narrow square shows only what is indispensable.
        (_, true) if mark == (Mark::Legal { onward: 0 }) => "+".to_owned(),
        (_, true) => core,
        _ => look.visited().to_owned(),
    };
    let text = if brackets[0].is_empty() && sign.is_empty() && step.is_some() && width == 4 {
        format!("{text:>3} ")
    } else {
        centred(&text, width)
    };
    picture.write((area.x, area.y + (area.height - 1) / 2), &text, width, style);
}
