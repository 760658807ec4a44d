//! A puzzle as a question about one cycle: places, leaps between them, and leaps that are given.
//!
//! A closed tour is a cycle through all squares. An open tour becomes one through *outside*: one
//! more place that is a leap away from every square where the tour may begin or end; two such
//! places, joined by a given leap, where the ends have two colours. Then every leap joins a dark
//! place to a light one, whatever the leaper: a leaper whose leaps keep the colour of the board
//! moves on a slanted board of its own, and leaps change the colour there.

use crate::{Control, Puzzle, Refusal, Square, TourKind};

/// No place, no leap.
pub(crate) const NONE: u32 = u32::MAX;

/// Places and the leaps between them.
pub(crate) struct Places {
    /// The squares; places beyond them are outside.
    pub(crate) squares: Vec<Square>,
    /// Pairs of places.
    pub(crate) leaps: Vec<(u32, u32)>,
    /// Leaps that every tour has.
    pub(crate) given: Vec<u32>,
    /// The colour of every place, outside included.
    pub(crate) is_dark: Vec<bool>,
    /// Whether the squares are in one piece and the given ends have the colours of ends.
    pub(crate) has_hope: bool,
}

impl Places {
    /// The places of a puzzle with no more than its start visited; any kind counts as open. `None` if it
    /// was stopped.
    pub(crate) fn new(puzzle: &Puzzle, control: &Control) -> Result<Option<Places>, Refusal> {
        debug_assert!(puzzle.visited().len() < 2);
        let board = puzzle.board();
        let area = board.small_area().ok_or_else(|| Refusal::too_large(puzzle))?;
        let mut squares: Vec<Square> = Vec::new();
        let mut place = vec![NONE; area];
        for square in board.squares() {
            if control.is_stopped_at(squares.len() as u64) {
                return Ok(None);
            }
            place[board.index(square)] = squares.len() as u32;
            squares.push(square);
        }
        let mut leaps = Vec::with_capacity(squares.len() * 4);
        for (a, &square) in squares.iter().enumerate() {
            if control.is_stopped_at(a as u64) {
                return Ok(None);
            }
            // Each leap once: from its lower place.
            for (files, ranks) in puzzle.leaper().leaps().filter(|&(files, ranks)| (ranks, files) > (0, 0)) {
                let to = square.offset(files, ranks).filter(|&to| board.spans(to));
                if let Some(b) = to.map(|to| place[board.index(to)]).filter(|&b| b != NONE) {
                    leaps.push((a as u32, b));
                }
            }
        }
        let Some((is_dark, has_hope)) = colours(squares.len(), &leaps, control) else { return Ok(None) };
        let mut places = Places { squares, leaps, given: Vec::new(), is_dark, has_hope };
        if puzzle.kind() != Some(TourKind::Closed) {
            let at = |square: Option<Square>| square.map(|square| place[board.index(square)]);
            places.add_outside([at(puzzle.start()), at(puzzle.end())]);
        }
        Ok(Some(places))
    }

    /// How many places there are.
    pub(crate) fn len(&self) -> usize {
        self.is_dark.len()
    }

    fn add_outside(&mut self, ends: [Option<u32>; 2]) {
        let squares = self.squares.len() as u32;
        let dark = self.is_dark.iter().filter(|&&is_dark| is_dark).count();
        let sides =
            if 2 * dark == squares as usize { vec![true, false] } else { vec![2 * dark > squares as usize] };
        self.has_hope &= ends.into_iter().flatten().all(|end| sides.contains(&self.is_dark[end as usize]));
        for &side in &sides {
            // One end or, where there is one side only, two have this colour.
            let outside = self.len() as u32;
            let many = 2 / sides.len();
            let given: Vec<u32> =
                ends.into_iter().flatten().filter(|&end| self.is_dark[end as usize] == side).collect();
            for a in (0..squares).filter(|&a| self.is_dark[a as usize] == side) {
                let is_given = given.contains(&a);
                if is_given {
                    self.given.push(self.leaps.len() as u32);
                }
                if is_given || given.len() < many {
                    self.leaps.push((a, outside));
                }
            }
            self.is_dark.push(!side);
        }
        if sides.len() == 2 {
            self.given.push(self.leaps.len() as u32);
            self.leaps.push((squares, squares + 1));
        }
    }

    /// The squares of a tour, given the places of a cycle in order.
    pub(crate) fn squares_of(&self, puzzle: &Puzzle, mut cycle: Vec<u32>) -> Vec<Square> {
        let squares = self.squares.len();
        let is_outside = |&place: &u32| place as usize >= squares;
        let place = |square: Square| self.squares.binary_search(&square).map_or(NONE, |at| at as u32);
        let (start, end) = (puzzle.start().map(place), puzzle.end().map(place));
        let first = match cycle.iter().position(is_outside) {
            Some(outside) => outside,
            None => cycle.iter().position(|&at| at == start.unwrap_or(0)).unwrap_or(0),
        };
        cycle.rotate_left(first);
        // Where outside is two places they may stand at both ends of the list.
        cycle.retain(|at| !is_outside(at));
        let is_open = squares < self.len();
        if is_open && (start.is_some_and(|at| cycle[0] != at) || start.is_none() && end == Some(cycle[0])) {
            cycle.reverse();
        }
        cycle.into_iter().map(|at| self.squares[at as usize]).collect()
    }
}

/// A colour for every place such that leaps change it, and whether all are joined; `None` if it was stopped.
fn colours(places: usize, leaps: &[(u32, u32)], control: &Control) -> Option<(Vec<bool>, bool)> {
    let mut first = vec![0u32; places + 1];
    for &(a, b) in leaps {
        first[a as usize + 1] += 1;
        first[b as usize + 1] += 1;
    }
    for v in 0..places {
        first[v + 1] += first[v];
    }
    let mut next = first.clone();
    let mut to = vec![0; 2 * leaps.len()];
    for &(a, b) in leaps {
        for (v, w) in [(a, b), (b, a)] {
            to[next[v as usize] as usize] = w;
            next[v as usize] += 1;
        }
    }
    let mut colour: Vec<Option<bool>> = vec![None; places];
    let (mut pieces, mut steps) = (0, 0usize);
    let mut todo = Vec::new();
    for from in 0..places {
        if colour[from].is_some() {
            continue;
        }
        pieces += 1;
        colour[from] = Some(true);
        todo.push(from as u32);
        while let Some(v) = todo.pop() {
            steps += 1;
            if control.is_stopped_at(steps as u64) {
                return None;
            }
            let opposite = colour[v as usize].map(|is_dark| !is_dark);
            for &w in &to[first[v as usize] as usize..first[v as usize + 1] as usize] {
                if colour[w as usize].is_none() {
                    colour[w as usize] = opposite;
                    todo.push(w);
                }
            }
        }
    }
    Some((colour.into_iter().map(|is_dark| is_dark == Some(true)).collect(), pieces == 1))
}
