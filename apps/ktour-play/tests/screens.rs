//! Games played by keys without a terminal, and snapshots of their screens.
//!
//! The snapshots are next to this file. `UPDATE_SCREENS=1 cargo test -p ktour-play` rewrites them.

#[path = "screens/numbers.rs"]
mod numbers;

use std::{fs, path::PathBuf, time::Duration};

use crossterm::{
    event::{KeyCode, KeyEvent, KeyModifiers},
    style::Color,
};
use ktour_core::random::Random;
use ktour_core::{Board, Cancel, Control, Puzzle, Square, TourKind, notation::parse_square};
use ktour_play::{AdviceReply, App, Effect, Input, Look, ScreenCell, ScreenPicture, Speed, answer, draw};
use ktour_search::{
    Method, Strategy,
    game::{Advice, Ending},
};

const COLOUR: Look = Look { has_colour: true, is_ascii: false };
const PLAIN: Look = Look { has_colour: false, is_ascii: false };
const ASCII: Look = Look { has_colour: false, is_ascii: true };

/// A game whose queries are answered at once.
struct Played {
    app: App,
    size: (u16, u16),
    has_ended: bool,
    /// Time limit of a query.
    time_limit: Duration,
}

impl Played {
    fn new(puzzle: Puzzle, look: Look, size: (u16, u16)) -> Played {
        let strategy = Strategy::new(Method::WarnsdorffBacktrack);
        Played::from_app(App::new(puzzle, strategy, look).unwrap(), size)
    }

    fn watching(puzzle: Puzzle, method: Method, look: Look, size: (u16, u16)) -> Played {
        let app = App::new(puzzle, Strategy::new(method), look).unwrap();
        Played::from_app(app.watching(Speed::new(10)).unwrap(), size)
    }

    fn from_app(app: App, size: (u16, u16)) -> Played {
        let mut played = Played { app, size, has_ended: false, time_limit: Duration::from_secs(60) };
        played.input(Input::Resize(size.0, size.1));
        played
    }

    fn input(&mut self, input: Input) {
        match self.app.update(input) {
            Effect::Ask(mut query) => {
                query.time_limit = self.time_limit;
                let reply = Input::Reply(answer(&query, &Cancel::default()));
                self.input(reply);
            }
            Effect::Quit | Effect::Interrupt => self.has_ended = true,
            Effect::Draw | Effect::Nothing => {}
        }
    }

    fn key(&mut self, code: KeyCode) {
        self.input(Input::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types keys: letters are themselves; `⏎` `⇥` `←` `→` `↑` `↓` `⎋` are named keys.
    fn keys(&mut self, keys: &str) -> &mut Played {
        for key in keys.chars() {
            self.key(key_of(key));
        }
        self
    }

    /// Moves the cursor to each square and leaps.
    fn leaps(&mut self, names: &str) -> &mut Played {
        for name in names.split_whitespace() {
            let to = parse_square(self.app.game().board(), name).unwrap();
            (0..100).for_each(|_| _ = self.keys("←↓"));
            (0..to.file).for_each(|_| self.key(KeyCode::Right));
            (0..to.rank).for_each(|_| self.key(KeyCode::Up));
            self.keys("⏎");
            assert_eq!(self.app.game().knight(), Some(to), "{name}");
        }
        self
    }

    fn wait(&mut self, milliseconds: u64) -> &mut Played {
        self.input(Input::Tick(Duration::from_millis(milliseconds)));
        self
    }

    fn picture(&self) -> ScreenPicture {
        picture(self.size, |picture| draw(&self.app, picture))
    }

    fn screen(&self) -> String {
        text_of(&self.picture())
    }

    /// Number of cells with a property.
    fn cells(&self, has_property: impl Fn(&ScreenCell) -> bool) -> usize {
        self.picture().lines().flatten().filter(|cell| has_property(cell)).count()
    }

    /// Compares the screen with its snapshot.
    fn assert_shows(&self, name: &str) {
        assert_shows(name, &self.screen());
    }
}

/// Key of a character; some symbols are named keys.
fn key_of(key: char) -> KeyCode {
    match key {
        '⏎' => KeyCode::Enter,
        '⇥' => KeyCode::Tab,
        '←' => KeyCode::Left,
        '→' => KeyCode::Right,
        '↑' => KeyCode::Up,
        '↓' => KeyCode::Down,
        '⎋' => KeyCode::Esc,
        letter => KeyCode::Char(letter),
    }
}

/// Returns a picture of this size with a drawing on it.
fn picture(size: (u16, u16), draw: impl FnOnce(&mut ScreenPicture)) -> ScreenPicture {
    let mut picture = ScreenPicture::new(size);
    draw(&mut picture);
    picture
}

fn text_of(picture: &ScreenPicture) -> String {
    let line =
        |line: &[ScreenCell]| line.iter().map(|cell| cell.sign).collect::<String>().trim_end().to_owned();
    picture.lines().map(|cells| line(cells) + "\n").collect()
}

/// Compares a screen with its snapshot.
fn assert_shows(name: &str, screen: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        fs::write(&path, screen).unwrap();
        return;
    }
    let snapshot = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(screen == snapshot, "{name} is\n{screen}\nand was\n{snapshot}");
}

fn puzzle(board: &str) -> Puzzle {
    Puzzle::new(board.parse().unwrap())
}

fn holed(board: &str, holes: &str) -> Puzzle {
    let board: Board = board.parse().unwrap();
    let holes: Vec<Square> = holes.split(' ').map(|name| parse_square(&board, name).unwrap()).collect();
    Puzzle::new(board.with_holes(holes).unwrap())
}

/// Moves after which both neighbours of a8 and both of h1 are visited.
const DEAD_END: &str = "d5 b6 d7 f8 e6 c7 e8 f6 h5 g3 e4 f2 d3";

#[test]
fn the_smallest_boards_have_the_largest_squares() {
    Played::new(puzzle("3"), PLAIN, (80, 24)).assert_shows("3x3-begun");
    Played::new(holed("3x4", "b2"), ASCII, (80, 24)).leaps("a1 b3").assert_shows("3x4-hole-ascii");
    Played::new(puzzle("1"), PLAIN, (80, 24)).keys("⏎").assert_shows("1x1-finished");
}

#[test]
fn the_chessboard_has_the_text_beside_it() {
    let mut game = Played::new(puzzle("8"), PLAIN, (80, 24));
    game.leaps("d4 e6 g7").keys("h").assert_shows("8x8-hint");
    game.keys("⏎H").assert_shows("8x8-check");
    game.keys("uu").assert_shows("8x8-undone");
    game.keys("r?").assert_shows("8x8-help");
    Played::new(puzzle("8"), COLOUR, (80, 24)).leaps("a1").keys("sssss").assert_shows("8x8-steps-colour");
    Played::new(puzzle("8"), ASCII, (80, 24)).leaps("a1").keys("sssss").assert_shows("8x8-steps-ascii");
}

#[test]
fn a_dead_end_says_why_and_where() {
    let mut game = Played::new(puzzle("8"), PLAIN, (80, 24));
    game.leaps(DEAD_END).keys("H").assert_shows("8x8-dead-end");
    game.keys("m").assert_shows("8x8-dead-end-message");
    game.keys("⎋U").assert_shows("8x8-way-back");
    // From d7 only c7 leads to a8, which has d5's colour and so cannot be the end of a tour.
    assert_eq!(game.app.game().played().len(), 2);
    let red = |game: &Played| game.cells(|cell| cell.style.background_color == Some(Color::DarkRed));
    let mut coloured = Played::new(puzzle("8"), COLOUR, (80, 24));
    coloured.leaps(DEAD_END);
    assert_eq!(red(&coloured), 0);
    assert!(red(coloured.keys("H")) > 0);
    assert_eq!(red(coloured.keys("u")), 0);
}

#[test]
fn the_manual_shows_a_real_screen() {
    let manual = include_str!("../../../docs/playing.md").replace("\r\n", "\n");
    let mut game = Played::new(puzzle("8"), PLAIN, (80, 24));
    assert!(
        manual.contains(&game.leaps(DEAD_END).keys("H").screen()),
        "copy 8x8-dead-end.txt into docs/playing.md"
    );
}

#[test]
fn a_large_board_is_shown_whole_or_in_a_window() {
    let mut game = Played::new(puzzle("20"), PLAIN, (80, 24));
    game.leaps("a1").keys("fuuuh").assert_shows("20x20-whole");
    game.keys("zzz").assert_shows("20x20-zoomed");
    let mut game = Played::new(puzzle("100x60"), PLAIN, (80, 24));
    game.leaps("a1 b3").assert_shows("100x60-corner");
    (0..99).for_each(|_| game.key(KeyCode::Right));
    game.assert_shows("100x60-other-corner");
}

#[test]
fn rectangles_leapers_ends_and_kinds_are_shown() {
    Played::new(puzzle("16x5"), PLAIN, (80, 24)).keys("gf").assert_shows("16x5-generated");
    let zebra = puzzle("10").with_leaper("zebra".parse().unwrap()).with_kind(TourKind::Closed);
    Played::new(zebra, PLAIN, (80, 24)).leaps("a1 c4").assert_shows("10x10-zebra");
    let ended = puzzle("5").starting_at(Square::new(0, 0)).unwrap().ending_at(Square::new(4, 4)).unwrap();
    Played::new(ended, PLAIN, (80, 24)).keys("ss").assert_shows("5x5-to-e5");
}

#[test]
fn a_narrow_screen_has_the_text_below_the_board() {
    Played::new(puzzle("8"), PLAIN, (40, 24)).leaps("a1").keys("h").assert_shows("8x8-narrow");
    Played::new(puzzle("8"), PLAIN, (24, 12)).leaps("a1").keys("h").assert_shows("8x8-tiny");
}

#[test]
fn a_search_is_watched_at_its_speed() {
    let from = |board: &str| puzzle(board).starting_at(Square::new(0, 0)).unwrap();
    let mut watch = Played::watching(from("5"), Method::Backtrack, PLAIN, (80, 24));
    watch.wait(950).assert_shows("watch-9-events");
    watch.wait(50).keys("p").wait(5000).keys("sss").assert_shows("watch-paused-13-events");
    watch.keys("?").assert_shows("watch-help");
    watch.keys("⎋f").wait(5000).assert_shows("watch-found");
    let mut watch = Played::watching(from("5"), Method::Backtrack, PLAIN, (80, 24));
    watch.keys("++").wait(1010).assert_shows("watch-50-a-second");
    for method in [Method::Warnsdorff, Method::WarnsdorffBacktrack] {
        Played::watching(from("8"), method, PLAIN, (80, 24))
            .wait(3000)
            .assert_shows(&format!("watch-{method}"));
    }
}

#[test]
fn every_key_of_the_help_does_what_it_says() {
    let mut game = Played::new(puzzle("5"), PLAIN, (80, 24));
    let steps = |game: &Played| game.app.game().played().len();
    // The cursor starts in the middle; j, k, l and arrows move it, Enter and Space leap.
    game.keys("jkl←").keys("⏎");
    assert_eq!(game.app.game().knight(), Some(Square::new(2, 2)));
    game.keys("⇥ ");
    assert_eq!(steps(&game), 2);
    game.keys("uu");
    assert_eq!(steps(&game), 0);
    game.keys("rr");
    assert_eq!(steps(&game), 2);
    game.keys("R");
    assert_eq!(steps(&game), 0);
    game.keys("rrs");
    assert_eq!(steps(&game), 3);
    game.keys("h⏎");
    assert_eq!(steps(&game), 4);
    game.keys("H");
    assert!(game.screen().contains("not a dead end"));
    game.keys("f");
    assert_eq!(game.app.game().ending(), Ending::Finished(TourKind::Open));
    game.keys("Rg").wait(1000);
    assert_eq!(steps(&game), 11, "the generated tour runs, ten steps a second");
    game.keys("p").wait(1000);
    assert_eq!(steps(&game), 11);
    game.keys("s");
    assert_eq!(steps(&game), 12);
    game.keys("p").wait(60_000);
    assert_eq!(game.app.game().ending(), Ending::Finished(TourKind::Open));
    game.keys("?");
    assert!(game.screen().contains("keys"));
    game.keys("q");
    assert!(!game.has_ended, "a key closes the help first");
    game.keys("q");
    assert!(game.has_ended);
}

#[test]
fn vi_keys_move_and_the_hint_moves_to_i() {
    let mut game = Played::new(puzzle("5"), PLAIN, (80, 24));
    game.keys("v").keys("hhjj⏎");
    assert_eq!(game.app.game().knight(), Some(Square::new(0, 0)));
    game.keys("i⏎");
    assert_eq!(game.app.game().played().len(), 2);
}

#[test]
fn clicks_leap_and_refused_ones_say_why() {
    let mut game = Played::new(puzzle("8"), PLAIN, (80, 24));
    // Cells are 4 x 2, and a8 begins at column 2 of line 1.
    let click = |game: &mut Played, file: u16, rank: u16| {
        game.input(Input::Click { x: 2 + 4 * file + 3, y: 1 + 2 * (7 - rank) + 1 });
    };
    click(&mut game, 0, 0);
    click(&mut game, 1, 2);
    assert_eq!(game.app.game().played(), [Square::new(0, 0), Square::new(1, 2)]);
    click(&mut game, 7, 7);
    assert!(game.screen().contains("b3 to h8 is not a knight's leap"));
    game.input(Input::Click { x: 79, y: 23 });
    assert_eq!(game.app.game().played().len(), 2);
}

fn letter(letter: char) -> Input {
    Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE))
}

#[test]
fn late_replies_are_ignored() {
    let mut app = App::new(puzzle("8"), Strategy::default(), PLAIN).unwrap();
    app.update(letter(' '));
    let Effect::Ask(query) = app.update(letter('s')) else { panic!("a step is asked for") };
    assert_eq!(app.pending_query(), Some(query.id));
    app.update(letter('u'));
    assert_eq!(app.pending_query(), None);
    app.update(Input::Reply(answer(&query, &Cancel::default())));
    assert!(app.game().played().is_empty());
}

#[test]
fn a_repeated_request_gets_more_time() {
    let mut app = App::new(puzzle("8"), Strategy::default(), PLAIN).unwrap();
    let mut time_limit = Duration::ZERO;
    for _ in 0..3 {
        let Effect::Ask(query) = app.update(letter('h')) else { panic!("a hint is asked for") };
        assert!(query.time_limit > time_limit, "a longer one every time");
        time_limit = query.time_limit;
        let advice = Advice::Unknown(Control::unlimited().spent(1));
        app.update(Input::Reply(AdviceReply { id: query.id, advice }));
    }
}

#[test]
fn screens_of_any_size_can_be_drawn() {
    for board in ["1", "3", "8", "20", "100x60", "2x300"] {
        let mut game = Played::new(puzzle(board), COLOUR, (80, 24));
        let mut watch = Played::watching(puzzle(board), Method::Backtrack, ASCII, (80, 24));
        game.keys("⏎⇥⏎?");
        for size in (0..90).step_by(7).flat_map(|width| (0..30).step_by(3).map(move |height| (width, height)))
        {
            for played in [&mut game, &mut watch] {
                // The game still has its old size when the terminal already has the new one.
                played.size = size;
                played.screen();
                played.input(Input::Resize(size.0, size.1));
                played.screen();
                played.keys("⎋→z").screen();
                played.keys("?").screen();
            }
        }
    }
}

#[test]
fn after_any_keys_the_game_can_be_drawn() {
    let letters: Vec<char> = "⏎⇥←→↑↓⎋hjkliuUrRHsgpfwcvzm+- b?x".chars().collect();
    let mut random = Random::new(7, 0);
    for (board, look) in [("5", PLAIN), ("3x4", COLOUR), ("8", ASCII), ("30x4", COLOUR)] {
        let mut game = Played::new(puzzle(board), look, (60, 20));
        game.time_limit = Duration::from_millis(100);
        for _ in 0..400 {
            let letter = letters[random.index(letters.len())];
            game.keys(&letter.to_string()).wait(40).screen();
        }
    }
}

#[test]
fn only_sixteen_colours_are_used_or_none() {
    let has = |is_wanted: fn(Color) -> bool| {
        move |cell: &ScreenCell| {
            [cell.style.foreground_color, cell.style.background_color].into_iter().flatten().any(is_wanted)
        }
    };
    let mut game = Played::new(holed("8", "c3 d4"), COLOUR, (80, 24));
    game.leaps("a1").keys("sssh");
    assert_eq!(game.cells(has(|colour| matches!(colour, Color::Rgb { .. } | Color::AnsiValue(_)))), 0);
    assert!(game.cells(has(|_| true)) > 100);
    for look in [PLAIN, ASCII] {
        let mut game = Played::new(holed("8", "c3 d4"), look, (80, 24));
        game.leaps("a1").keys("sssh");
        assert_eq!(game.cells(has(|_| true)), 0);
        for keys in ["", "?", "⎋w", "?"] {
            assert!(look != ASCII || game.keys(keys).screen().is_ascii(), "{}", game.screen());
        }
    }
}
