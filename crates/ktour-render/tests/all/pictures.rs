//! Snapshots of every picture format, and properties of all of them.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use ktour_core::{Board, Control, KNIGHT, Puzzle, Square, Tour, TourKind, control::Clock, notation};
use ktour_render::{Gif, Motion, PathStyle, Pdf, Picture, Png, Render, Show, ShownSearch, Svg, Theme};
use ktour_search::{Method, Strategy, solve};
use proptest::prelude::*;

/// The tour of the verifier's example: ` 1 4 7 10 / 12 9 2 5 / 3 6 11 8`.
fn small() -> Tour {
    let board = Board::new(4, 3).unwrap();
    let names = ["a3", "c2", "a1", "b3", "d2", "b1", "c3", "d1", "b2", "d3", "c1", "a2"];
    Tour::verify(&board, KNIGHT, names.map(|name| notation::parse_square(&board, name).unwrap())).unwrap()
}

/// The file that a format writes.
fn bytes(render: &dyn Render, tour: &Tour) -> Vec<u8> {
    let mut bytes = Vec::new();
    render.write(tour, &mut bytes, &Control::unlimited()).unwrap();
    bytes
}

#[test]
fn an_svg_has_few_short_elements() {
    let picture = Picture {
        is_plain: true,
        numbers: Show::Never,
        coordinates: Show::Never,
        theme: Theme::Print,
        ..Picture::default()
    };
    let text = Svg(picture).to_text(&small());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1], "<title>Open knight's tour of the 4x3 board</title>");
    assert!(lines.contains(&r##"<path fill="none" stroke="#e2e2e2" stroke-width="1" stroke-dasharray="1" d="m0 .5h4m-3 1h3m-4 1h4"/>"##), "{text}");
    let path =
        lines.iter().find(|line| line.contains(r##"stroke="#000""##) && line.contains("m.5 .5l2 1")).unwrap();
    assert!(path.ends_with(r#"d="m.5 .5l2 1-2 1 1-2 2 1-2 1 1-2 1 2-2-1 2-1-1 2-2-1"/>"#), "{path}");
    assert!(lines.len() <= 13 && text.len() < 1800, "{} lines, {} bytes", lines.len(), text.len());
}

#[test]
fn a_large_svg_takes_few_bytes_per_leap() {
    let puzzle = Puzzle::new(Board::new(200, 200).unwrap());
    let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    let text = Svg::default().to_text(&tour);
    assert!(text.lines().count() < 60, "{}", text.lines().count());
    assert!(text.len() < 6 * 40_000, "{}", text.len());
}

#[test]
fn a_png_has_the_requested_width_and_the_colour_of_the_paper() {
    let png = Png(Picture { width: Some(200), theme: Theme::Blueprint, ..Picture::default() });
    let bytes = bytes(&png, &small());
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.width, 200);
    let paper = Theme::Blueprint.palette().paper;
    assert_eq!(pixels[..3], [paper.0, paper.1, paper.2]);
    let colours: std::collections::HashSet<&[u8]> = pixels.chunks_exact(3).collect();
    let light = Theme::Blueprint.palette().light;
    assert!(colours.contains(&[light.0, light.1, light.2][..]));
}

#[test]
fn a_gif_has_one_frame_per_leap_and_is_small() {
    let puzzle = Puzzle::new(Board::new(8, 8).unwrap());
    let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    let bytes = bytes(&Gif::default(), &tour);
    assert!(bytes.len() < 1_000_000, "{}", bytes.len());
    let mut decoder = gif::DecodeOptions::new().read_info(bytes.as_slice()).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!((delays.len(), delays[0], delays[64]), (65, 12, 300));
}

#[test]
fn a_pdf_has_one_page_and_a_worksheet_two() {
    for (is_worksheet, pages) in [(false, 1), (true, 2)] {
        let bytes = bytes(&Pdf { is_worksheet, ..Pdf::default() }, &small());
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains(&format!("/Count {pages}")), "{text}");
        assert!(!text.contains("/Font"), "letters are strokes");
    }
}

#[test]
fn numbers_too_small_to_read_are_not_drawn() {
    let drawn = |side: u64| {
        let puzzle = Puzzle::new(Board::new(side, side).unwrap());
        let tour =
            solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
        let auto = Svg::default().to_text(&tour).len();
        let never = Svg(Picture { numbers: Show::Never, ..Picture::default() }).to_text(&tour).len();
        auto > never
    };
    assert!(drawn(8) && drawn(20));
    assert!(!drawn(30) && !drawn(60) && !drawn(200));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn any_tour_is_drawn_in_any_style(files in 1u64..12, ranks in 3u64..12, hole in 0u64..12, theme in 0usize..5, is_smooth: bool, is_plain: bool, width in prop::option::of(16u32..400)) {
        let board = Board::new(files, ranks).unwrap();
        let board = board.with_holes([Square::new(hole % files, 0)]).unwrap_or(board);
        let puzzle = Puzzle::new(board).with_kind(TourKind::Open);
        let control = Control::unlimited().with_time(Duration::from_millis(200));
        let strategy = Strategy::new(Method::WarnsdorffBacktrack);
        let Some(tour) = solve(&puzzle, &strategy, &control).unwrap().outcome.found() else { return Ok(()) };
        let path = if is_smooth { PathStyle::Smooth } else { PathStyle::Straight };
        let picture = Picture { theme: Theme::NAMED[theme].1, path, is_plain, width, ..Picture::default() };
        prop_assert!(Svg(picture.clone()).to_text(&tour).ends_with("</svg>\n"));
        prop_assert!(bytes(&Png(picture.clone()), &tour).len() > 50);
        let pdf = Pdf { picture, is_worksheet: is_smooth };
        prop_assert!(bytes(&pdf, &tour).len() > 300);
    }
}

#[test]
fn a_search_that_is_too_long_is_shown_in_part() {
    let puzzle = Puzzle::new(Board::new(5, 5).unwrap()).starting_at(Square::new(0, 0)).unwrap();
    let gif = Gif { picture: Picture { width: Some(120), ..Picture::default() }, ..Gif::default() };
    let show = |method, limit| {
        let mut bytes = Vec::new();
        let shown =
            gif.write_search(&puzzle, &Strategy::new(method), limit, &mut bytes, &Control::unlimited());
        assert!(bytes.starts_with(b"GIF89a"));
        shown.unwrap()
    };
    assert_eq!(show(Method::Backtrack, 100), ShownSearch { events: 100, is_whole: false, is_found: false });
    assert_eq!(show(Method::Warnsdorff, 100), ShownSearch { events: 24, is_whole: true, is_found: true });
    assert!(show(Method::WarnsdorffBacktrack, 24).is_whole);
}

/// A control whose clock advances by a millisecond with every reading, and the number of readings.
fn ticking(ticks: u64) -> (Control, Arc<AtomicU64>) {
    let readings = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&readings);
    let clock = Clock::new(move || Duration::from_millis(counted.fetch_add(1, Ordering::Relaxed)));
    (Control::unlimited().with_clock(clock).with_time(Duration::from_millis(ticks)), readings)
}

/// Naming twenty thousand files takes most of the time of an empty board.
#[test]
fn an_empty_board_checks_its_time_limit_as_well() {
    let puzzle = Puzzle::new(Board::new(20_000, 3).unwrap());
    let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    let readings = |is_worksheet| {
        let picture = Picture { coordinates: Show::Always, ..Picture::default() };
        let (control, readings) = ticking(u64::MAX / 4);
        Pdf { picture, is_worksheet }.write(&tour, &mut std::io::sink(), &control).unwrap();
        readings.load(Ordering::Relaxed)
    };
    let (alone, with_the_board) = (readings(false), readings(true));
    assert!(
        with_the_board >= alone + 20,
        "{alone} readings for a tour, {with_the_board} with the board before it"
    );
}

#[test]
fn every_format_checks_its_time_limit_regularly_and_stops_at_once() {
    let puzzle = Puzzle::new(Board::new(60, 60).unwrap());
    let tour = solve(&puzzle, &Strategy::default(), &Control::unlimited()).unwrap().outcome.found().unwrap();
    let picture = |width| Picture { numbers: Show::Always, width, ..Picture::default() };
    let motion = Motion { length: Some(Duration::from_secs(5)), ..Motion::default() };
    let formats: [(&str, Box<dyn Render>); 4] = [
        ("svg", Box::new(Svg(picture(None)))),
        ("pdf", Box::new(Pdf { picture: picture(None), is_worksheet: false })),
        ("png", Box::new(Png(picture(Some(800))))),
        ("gif", Box::new(Gif { picture: picture(Some(400)), motion })),
    ];
    for (name, format) in formats {
        let (control, readings) = ticking(u64::MAX / 4);
        format.write(&tour, &mut std::io::sink(), &control).unwrap();
        let all = readings.load(Ordering::Relaxed);
        // There is a reading for every few hundred strokes of 3600 squares and their numbers.
        assert!(all >= 8, "{name}: {all} readings");
        for share in [4, 2] {
            let (control, readings) = ticking(all / share);
            assert!(format.write(&tour, &mut std::io::sink(), &control).is_err(), "{name}");
            let after = readings.load(Ordering::Relaxed) - all / share;
            assert!(after <= all / 8 + 8, "{name}: {after} more readings, of {all}");
        }
    }
}
