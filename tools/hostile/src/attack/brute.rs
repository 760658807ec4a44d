//! All tours of a board by a plain depth-first search that shares no code with the program.
//!
//! It has no pruning, no symmetry and no table, only the definition: a tour visits every square once by
//! leaps.

use ktour_hostile::Random;

use super::check::{Square, is_leap};

/// A board with a piece.
pub(super) struct Board {
    pub(super) files: i64,
    pub(super) ranks: i64,
    pub(super) leaper: (i64, i64),
    pub(super) squares: Vec<Square>,
}

/// Every tour of a board, as numbers of squares, in each direction and from each start.
pub(super) type BruteTours = Vec<Vec<usize>>;

/// Leapers of all kinds: odd and even, with zero, with equal sides, larger ones.
const LEAPERS: [(i64, i64); 16] = [
    (1, 2),
    (1, 2),
    (1, 2),
    (0, 1),
    (1, 1),
    (0, 2),
    (2, 2),
    (1, 3),
    (2, 3),
    (1, 4),
    (0, 3),
    (3, 3),
    (3, 4),
    (1, 5),
    (2, 4),
    (3, 5),
];

impl Board {
    /// Creates a random shape, free, mirrored or turned. Most grow along a walk, so that many have tours.
    pub(super) fn random(random: &mut Random) -> Board {
        let leaper = *random.pick(&LEAPERS);
        let (files, ranks) = (1 + random.below(6) as i64, 2 + random.below(5) as i64);
        let most = 4 + random.below(14);
        let mut squares = if random.chance(60) {
            walk(random, files, ranks, leaper, most)
        } else {
            let mut all: Vec<Square> =
                (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank))).collect();
            random.shuffle(&mut all);
            all.truncate(most);
            all
        };
        let image = match random.below(4) {
            0 => |(file, rank): Square, (files, _): Square| (files - 1 - file, rank),
            1 => |(file, rank): Square, (_, ranks): Square| (file, ranks - 1 - rank),
            2 => |(file, rank): Square, (files, ranks): Square| (files - 1 - file, ranks - 1 - rank),
            _ => |square: Square, _: Square| square,
        };
        for square in squares.clone() {
            squares.push(image(square, (files, ranks)));
        }
        squares.sort_unstable();
        squares.dedup();
        Board { files, ranks, leaper, squares }
    }

    /// Returns all tours, unless the search takes more than `max_steps`.
    pub(super) fn tours(&self, max_steps: usize) -> Option<BruteTours> {
        let near: Vec<Vec<usize>> = self.squares.iter().map(|from| self.near(*from)).collect();
        let mut tours = Vec::new();
        let mut left = max_steps;
        for start in 0..self.squares.len() {
            let mut path = vec![start];
            let mut is_visited = vec![false; self.squares.len()];
            is_visited[start] = true;
            go(&near, &mut path, &mut is_visited, &mut tours, &mut left)?;
        }
        Some(tours)
    }

    fn near(&self, from: Square) -> Vec<usize> {
        (0..self.squares.len()).filter(|&to| is_leap(from, self.squares[to], self.leaper)).collect()
    }

    /// Returns whether the end of a tour is a leap from its start.
    pub(super) fn is_closed(&self, tour: &[usize]) -> bool {
        tour.len() > 2 && is_leap(self.squares[tour[0]], self.squares[tour[tour.len() - 1]], self.leaper)
    }

    /// Returns the name of a square.
    pub(super) fn name(&self, square: usize) -> String {
        let (file, rank) = self.squares[square];
        format!("{}{}", (b'a' + file as u8) as char, rank + 1)
    }

    /// Returns the arguments that describe the board to the program.
    pub(super) fn words(&self) -> Vec<String> {
        let is_hole = |square: &Square| !self.squares.contains(square);
        let all = (0..self.files).flat_map(|file| (0..self.ranks).map(move |rank| (file, rank)));
        let holes: Vec<String> = all
            .filter(is_hole)
            .map(|(file, rank)| format!("{}{}", (b'a' + file as u8) as char, rank + 1))
            .collect();
        let mut words = vec![format!("{}x{}", self.files, self.ranks)];
        words.extend(["--leaper".to_owned(), format!("{},{}", self.leaper.0, self.leaper.1)]);
        if !holes.is_empty() {
            words.extend(["--holes".to_owned(), holes.join(",")]);
        }
        words
    }
}

/// Returns the squares of a random walk that visits none twice.
fn walk(random: &mut Random, files: i64, ranks: i64, leaper: (i64, i64), most: usize) -> Vec<Square> {
    let mut squares = vec![(random.below(files as usize) as i64, random.below(ranks as usize) as i64)];
    while squares.len() < most {
        let from = squares[squares.len() - 1];
        let all = (0..files).flat_map(|file| (0..ranks).map(move |rank| (file, rank)));
        let next: Vec<Square> =
            all.filter(|to| is_leap(from, *to, leaper) && !squares.contains(to)).collect();
        if next.is_empty() {
            break;
        }
        squares.push(*random.pick(&next));
    }
    squares
}

fn go(
    near: &[Vec<usize>],
    path: &mut Vec<usize>,
    is_visited: &mut [bool],
    tours: &mut BruteTours,
    left: &mut usize,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    if path.len() == near.len() {
        tours.push(path.clone());
        return Some(());
    }
    for &to in &near[path[path.len() - 1]] {
        if !is_visited[to] {
            is_visited[to] = true;
            path.push(to);
            go(near, path, is_visited, tours, left)?;
            path.pop();
            is_visited[to] = false;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_of_eight_and_three_by_four_have_as_many_as_is_known() {
        let all = (0..3).flat_map(|file| (0..3).map(move |rank| (file, rank)));
        let ring = Board {
            files: 3,
            ranks: 3,
            leaper: (1, 2),
            squares: all.filter(|square| *square != (1, 1)).collect(),
        };
        let tours = ring.tours(10_000).unwrap();
        assert_eq!((tours.len(), tours.iter().filter(|tour| ring.is_closed(tour)).count()), (16, 16));
        let all = (0..3).flat_map(|file| (0..4).map(move |rank| (file, rank))).collect();
        let board = Board { files: 3, ranks: 4, leaper: (1, 2), squares: all };
        assert_eq!(board.tours(1_000_000).unwrap().len(), 16);
    }
}
