//! Hard boards: two thousand from a seed, of the kinds on which searches are slow, four seconds each.
//!
//! Families: a fifth to a third of the squares missing, at random (`holes`) and without squares that cannot
//! be on a tour (`pruned`); long thin regions (`thin`); zebras, giraffes and antelopes on boards a little
//! larger than the smallest with a tour. In turns closed, open, with a start, with both ends. `SEED=7 cargo
//! xtask bench hard` makes other boards. The slowest thirty are written to `target/peers/hard.txt`, where
//! `python3 tools/bench/peers/anyboard.py hard` reads them for CP-SAT.

use std::{env, fmt::Write, fs, time::Duration};

use ktour_core::{Board, KNIGHT, Leaper, Square, random::Random};

use crate::{
    anyboard::{decide, puzzle, row},
    row::Row,
};

/// Number of boards of each family.
const FAMILIES: [(&str, usize); 6] =
    [("holes", 300), ("pruned", 600), ("thin", 500), ("zebra", 200), ("giraffe", 200), ("antelope", 200)];
/// Time limit of one board.
const SOLVE_LIMIT: Duration = Duration::from_secs(4);
/// File for the slowest boards, and their number.
const SLOWEST: (&str, usize) = ("hard.txt", 30);
/// Folder of the boards that peers read.
pub(crate) const PEERS: &str = "target/peers";

/// A row for every family and one for all, none of them with an unknown board.
pub(crate) fn hard() -> Vec<Row> {
    let mut all = decided_boards();
    let of = |family: &str| -> Vec<(Duration, char)> {
        all.iter()
            .filter(|board| board.block.starts_with(family))
            .map(|board| (board.time, board.outcome))
            .collect()
    };
    let mut rows: Vec<Row> = FAMILIES
        .into_iter()
        .map(|(family, _)| row(&format!("hard {family}, median"), "boards", of(family)))
        .collect();
    rows.push(row("hard all, median", "boards", of("")));
    all.sort_by_key(|board| std::cmp::Reverse(board.time));
    write_for_peers(&all[..SLOWEST.1]);
    rows
}

struct DecidedBoard {
    time: Duration,
    outcome: char,
    block: String,
}

/// Every board, decided; each family has its own stream, so that one can change and the others stay.
fn decided_boards() -> Vec<DecidedBoard> {
    let seed = env::var("SEED").map_or(1, |seed| seed.parse().expect("SEED is a number"));
    let decide_one = |family: &str, at: usize, random: &mut Random| {
        let block = board(family, at, random);
        let (name, puzzle) = puzzle(&block).expect("a board that was just made can be read");
        let (time, outcome) = decide(&name, &puzzle, SOLVE_LIMIT);
        assert_ne!(outcome, 'u', "{name} of seed {seed} is unknown:\n= {block}");
        DecidedBoard { time, outcome, block }
    };
    let of_family = |(family, count): (&'static str, usize)| {
        let mut random = Random::new(seed, family.len() as u64 * 256 + u64::from(family.as_bytes()[0]));
        (0..count).map(move |at| decide_one(family, at, &mut random)).collect::<Vec<_>>()
    };
    FAMILIES.into_iter().flat_map(of_family).collect()
}

/// Writes boards as a corpus has them; a failure is only reported.
fn write_for_peers(slowest: &[DecidedBoard]) {
    let mut text = String::from("# The slowest of `cargo xtask bench hard`, the slowest first.\n");
    for DecidedBoard { time, block, .. } in slowest {
        let _ = write!(text, "# {:.6} s\n= {block}", time.as_secs_f64());
    }
    let (file, count) = SLOWEST;
    let path = format!("{PEERS}/{file}");
    let written = fs::create_dir_all(PEERS).and_then(|()| fs::write(&path, text));
    match written {
        Ok(()) => eprintln!("the slowest {count} are in {path}"),
        Err(error) => eprintln!("{path}: {error}"),
    }
}

/// One board as a block of a corpus, without its `= `.
fn board(family: &str, at: usize, random: &mut Random) -> String {
    let leaper = if family.len() > 6 || family == "zebra" { family } else { "knight" };
    let leaper: Leaper = leaper.parse().expect("a leaper of the glossary");
    let mut within = |from: usize, to: usize| (from + random.index(to - from + 1)) as u64;
    let (r, s) = (leaper.r() as usize, leaper.s() as usize);
    let (files, ranks, holes) = match family {
        "holes" | "pruned" => (within(8, 30), within(8, 30), within(20, 35)),
        "thin" => (within(15, 70), within(3, 6), within(0, 6)),
        _ => (within(2 * s, 4 * (r + s)), within(2 * s, 4 * (r + s)), within(0, 2)),
    };
    let full = Board::new(files, ranks).expect("the board has squares");
    let count = (files * ranks * holes / 100) as usize;
    let mut board = even(without(&full, count, |_| true, random), random);
    // To even out colours can starve squares again.
    while family == "pruned" && starved(&board).next().is_some() {
        let rest: Vec<Square> = starved(&board).collect();
        match board.with_holes(rest) {
            Ok(pruned) => board = even(pruned, random),
            Err(_) => return self::board(family, at, random),
        }
    }
    block(&format!("{family}-{at:03}"), &board, leaper, at % 4, random)
}

/// Removes `count` eligible squares, each with the same probability.
fn without(board: &Board, count: usize, is_eligible: impl Fn(&Square) -> bool, random: &mut Random) -> Board {
    let mut squares: Vec<Square> = board.squares().filter(is_eligible).collect();
    let count = count.min(squares.len());
    for i in 0..count {
        let j = i + random.index(squares.len() - i);
        squares.swap(i, j);
    }
    board.with_holes(squares.into_iter().take(count)).unwrap_or_else(|_| board.clone())
}

/// The board with as count squares of one colour as of the other.
fn even(board: Board, random: &mut Random) -> Board {
    let (dark, light) = board.colour_counts();
    without(&board, dark.abs_diff(light) as usize, |square| square.is_dark() == (dark > light), random)
}

/// Squares that a knight cannot both enter and leave.
fn starved(board: &Board) -> impl Iterator<Item = Square> {
    board.squares().filter(|&square| board.leaps(KNIGHT, square).count() < 2)
}

/// The words of a board and its picture; ends are of the two colours, as they have to be.
pub(crate) fn block(name: &str, board: &Board, leaper: Leaper, terms: usize, random: &mut Random) -> String {
    let row = |square: Square| (square.file, board.row_of(square.rank));
    let mut text = format!("{name} {}", if terms == 0 { "closed" } else { "open" });
    for (word, is_dark) in [("start", true), ("end", false)].into_iter().take(terms.saturating_sub(1)) {
        let fits: Vec<Square> = board.squares().filter(|square| square.is_dark() == is_dark).collect();
        if !fits.is_empty() {
            let (x, y) = row(fits[random.index(fits.len())]);
            let _ = write!(text, " {word} {x},{y}");
        }
    }
    if leaper != KNIGHT {
        let _ = write!(text, " leaper {},{}", leaper.r(), leaper.s());
    }
    for rank in (0..board.ranks()).rev() {
        text.push('\n');
        let picture = |file| if board.contains(Square::new(file, rank)) { '.' } else { '#' };
        text.extend((0..board.files()).map(picture));
    }
    text + "\n"
}
