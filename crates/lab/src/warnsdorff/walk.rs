//! One greedy walk, with random numbers of its own.

use knights_tour::{
    Board, Control, KNIGHT, Method, Outcome, Puzzle, Refusal, Square, Strategy, Tie, TourKind,
    search::MoveOrder,
    solve,
    theory::{self, Verdict},
};

use super::{Cell, Starts, Warnsdorff};

impl Warnsdorff {
    /// One walk: whether it succeeded, and how many squares it visited.
    pub(super) fn walk(
        &self,
        board: &Board,
        cell: &Cell,
        number: u64,
        control: &Control,
    ) -> Result<(bool, u64), Refusal> {
        let tie = Tie::NAMED.iter().position(|&(_, tie)| tie == cell.tie).unwrap_or(0) as u64;
        let start = cell.start.map_or(u64::MAX, |start| board.index(start) as u64);
        let mut draw =
            Draw([self.seed, cell.size, tie, start, number].into_iter().fold(0, |all, part| mix(all ^ part)));
        let start = match (cell.start, self.starts) {
            (Some(start), _) => start,
            (None, Starts::Corner) => corner(board),
            (None, _) => loop {
                let square = Square::new(draw.below(board.files()), draw.below(board.ranks()));
                if self.starts == Starts::All || has_tour(board, square) {
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

/// Random numbers of one try (splitmix64).
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }
}

fn mix(number: u64) -> u64 {
    let number =
        (number ^ number >> 30).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
