//! A single greedy walk, with random numbers of its own.

use ktour_core::{Board, Control, KNIGHT, Outcome, Puzzle, Square, TourKind, random::Splitmix};
use ktour_search::{
    Method, MoveOrder, Refusal, Strategy, Tie, solve,
    theory::{self, Verdict},
};

use super::plan::{StartRule, WalkCell, Warnsdorff};

impl Warnsdorff {
    /// Runs one walk: whether it succeeded, and the number of squares it visited.
    pub(super) fn walk(
        &self,
        board: &Board,
        cell: &WalkCell,
        number: u64,
        control: &Control,
    ) -> Result<(bool, u64), Refusal> {
        let tie = Tie::NAMED.iter().position(|&(_, tie)| tie == cell.tie).unwrap_or(0) as u64;
        let start = cell.start.map_or(u64::MAX, |start| board.index(start) as u64);
        let mut draw = Splitmix::from_parts([self.seed, cell.size, tie, start, number]);
        let start = match (cell.start, self.starts) {
            (Some(start), _) => start,
            (None, StartRule::Corner) => corner(board),
            (None, _) => loop {
                let square = Square::new(draw.below(board.files()), draw.below(board.ranks()));
                if self.starts == StartRule::All || has_tour(board, square) {
                    break square;
                }
            },
        };
        let puzzle = Puzzle::new(board.clone()).starting_at(start).expect("a square of the board");
        let strategy = Strategy {
            method: Method::Warnsdorff,
            order: Some(MoveOrder::standard(KNIGHT).shuffled(draw.next())),
            tie: cell.tie,
            tries: 1,
            seed: draw.next(),
        };
        let answer = solve(&puzzle, &strategy, control)?;
        Ok((matches!(answer.outcome, Outcome::Found(_)), answer.stats.moves + 1))
    }
}

pub(super) fn corner(board: &Board) -> Square {
    Square::new(0, board.rank_of(0))
}

pub(super) fn has_tour(board: &Board, start: Square) -> bool {
    let from_here = Puzzle::new(board.clone()).with_kind(TourKind::Open).starting_at(start);
    from_here.is_ok_and(|puzzle| !matches!(theory::exists(&puzzle), Verdict::No(_)))
}
