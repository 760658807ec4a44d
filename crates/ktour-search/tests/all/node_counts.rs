//! Node counts of 8×8 with up to six holes: every piece, kind and number of given ends.

use ktour_core::{Board, Control, KNIGHT, Leaper, Outcome, Puzzle, Square, TourKind, random::Random};
use ktour_search::{Strategy, solve};

/// Boards of each piece and number of holes.
const BOARDS: u64 = 20;
/// Trials after which a board counts as undecided.
const MAX_TRIALS: u64 = 200_000;

/// Removes `n` squares of one colour, or of any.
fn with_holes(board: &Board, n: usize, is_dark: Option<bool>, random: &mut Random) -> Board {
    let is_wanted = |square: &Square| is_dark.is_none_or(|is_dark| square.is_dark() == is_dark);
    let mut squares: Vec<Square> = board.squares().filter(is_wanted).collect();
    let holes: Vec<Square> = (0..n).map(|_| squares.swap_remove(random.index(squares.len()))).collect();
    board.with_holes(holes).unwrap()
}

/// The four questions about a board; two given ends of a knight's tour have different colours.
fn questions(board: &Board, leaper: Leaper, random: &mut Random) -> Vec<(&'static str, Puzzle)> {
    let squares: Vec<Square> = board.squares().collect();
    let start = squares[random.index(squares.len())];
    let is_end = |end: &Square| *end != start && (leaper != KNIGHT || end.is_dark() != start.is_dark());
    let ends: Vec<Square> = squares.into_iter().filter(is_end).collect();
    let end = ends[random.index(ends.len())];
    let puzzle = Puzzle::new(board.clone()).with_leaper(leaper);
    let open = puzzle.clone().with_kind(TourKind::Open);
    let from_start = open.clone().starting_at(start).unwrap();
    let between = from_start.clone().ending_at(end).unwrap();
    vec![
        ("closed", puzzle.with_kind(TourKind::Closed)),
        ("open", open),
        ("start", from_start),
        ("both ends", between),
    ]
}

/// Prints a line for each board, to be compared with that of another commit, and the sums of each piece.
#[test]
#[ignore = "a table to compare two commits by: run it alone in a release build, with --nocapture"]
fn node_counts_of_chessboards_with_up_to_six_holes() {
    let mut sums = Vec::new();
    for (name, leaper) in Leaper::NAMED {
        let (mut boards, mut decided, mut nodes) = (0, 0, 0);
        for (holes, seed) in (0..=6).flat_map(|holes| (0..BOARDS).map(move |seed| (holes, seed))) {
            let mut random = Random::new(seed, holes as u64);
            let full = Board::new(8, 8).unwrap();
            // Three in four lack equally many squares of both colours, as far as that is possible.
            let board = match seed % 4 {
                3 => with_holes(&full, holes, None, &mut random),
                _ => {
                    let half = with_holes(&full, holes / 2, Some(true), &mut random);
                    with_holes(&half, holes - holes / 2, Some(false), &mut random)
                }
            };
            for (question, puzzle) in questions(&board, leaper, &mut random) {
                let control = Control::unlimited().with_trials(MAX_TRIALS);
                let answer = solve(&puzzle, &Strategy::default(), &control).unwrap();
                let outcome = match answer.outcome {
                    Outcome::Found(_) => "found",
                    Outcome::Impossible(_) => "impossible",
                    Outcome::Unknown(_) => "unknown",
                };
                println!(
                    "{name} {holes} holes, seed {seed}, {question}: {outcome}, {} nodes",
                    answer.stats.moves
                );
                boards += 1;
                decided += u64::from(outcome != "unknown");
                nodes += answer.stats.moves;
            }
        }
        sums.push(format!("{name:12} {boards:4} boards {decided:4} decided {nodes:8} nodes"));
    }
    println!("{}", sums.join("\n"));
}
