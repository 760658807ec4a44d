//! The leaps of a large board: two bytes a square.
//!
//! Squares are numbered as the board numbers them, leaps by their direction: one bit of eight. One byte has the
//! leaps that lead to squares, none for a hole; the other has those that are chosen. A tour chooses two at
//! every square, one at its ends.

use crate::{Board, Control, Leap, Puzzle, Square, build, graph::NONE, search::cycle::woven::Woven};

/// The directions of a knight's leaps; each stands four places from its opposite.
pub(super) const LEAPS: [Leap; 8] = [
    Leap::new(1, 2),
    Leap::new(2, 1),
    Leap::new(2, -1),
    Leap::new(1, -2),
    Leap::new(-1, -2),
    Leap::new(-2, -1),
    Leap::new(-2, 1),
    Leap::new(-1, 2),
];

/// The leap that joins the ends of an open tour, and makes a cycle of it.
const BEYOND: u32 = NONE - 1;

/// The other direction of the same leap.
pub(super) fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// The directions of a byte.
pub(super) fn directions(mut byte: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let direction = (byte != 0).then_some(byte.trailing_zeros() as usize)?;
        byte &= byte - 1;
        Some(direction)
    })
}

/// Which leaps there are, and which are chosen.
pub(super) struct Web {
    files: u32,
    pub(super) legal: Vec<u8>,
    pub(super) chosen: Vec<u8>,
    /// How far apart the numbers of two squares are; added to a `u32`, it wraps.
    offsets: [u32; 8],
    /// The ends of an open tour, as far as they are known.
    pub(super) ends: [u32; 2],
}

impl Web {
    /// The leaps of a board at least five files wide, none of them chosen.
    pub(super) fn new(board: &Board) -> Web {
        let (files, ranks) = (board.files(), board.ranks());
        let mut legal = vec![u8::MAX; (files * ranks) as usize];
        let is_edge = |at: u64, side: u64| at < 2 || at + 2 >= side;
        let mut at_edge = |square: Square| {
            let leads = |leap| square.leap(leap).is_some_and(|to| board.spans(to));
            let byte = (0..8).filter(|&k| leads(LEAPS[k])).fold(0, |byte, k| byte | 1 << k);
            legal[board.index(square)] = byte;
        };
        for rank in 0..ranks {
            if is_edge(rank, ranks) {
                (0..files).for_each(|file| at_edge(Square::new(file, rank)));
            } else {
                [0, 1, files - 2, files - 1].into_iter().for_each(|file| at_edge(Square::new(file, rank)));
            }
        }
        let offsets = LEAPS.map(|leap| (leap.rank * files as i64 + leap.file) as u32);
        let chosen = vec![0; legal.len()];
        let mut web = Web { files: files as u32, legal, chosen, offsets, ends: [NONE; 2] };
        for &hole in board.holes() {
            let at = board.index(hole) as u32;
            for direction in directions(std::mem::take(&mut web.legal[at as usize])) {
                let to = web.to(at, direction);
                web.legal[to as usize] &= !(1 << opposite(direction));
            }
        }
        web
    }

    /// Chooses the leaps of a tour of the whole rectangle, as far as they are there. Mirrored as the lowest bits of the
    /// seed say. `false` if there is no such tour, or if it was stopped.
    pub(super) fn begin(&mut self, board: &Board, seed: u64, control: &Control) -> bool {
        let Ok(whole) = Board::new(board.files(), board.ranks()) else { return false };
        let Some(tour) = build::build(&Puzzle::new(whole)) else { return false };
        self.chosen.fill(0);
        let mirrored = |at: u64, side: u64, bit: u32| if seed >> bit & 1 == 1 { side - 1 - at } else { at };
        let place = |square: Square| {
            let file = mirrored(square.file, board.files(), 0);
            (mirrored(square.rank, board.ranks(), 1) * board.files() + file) as u32
        };
        let mut last = None;
        for (step, square) in (0..).zip(tour.squares()) {
            if control.is_stopped_at(step) {
                return false;
            }
            let at = place(square);
            if let Some(last) = last.replace(at) {
                self.choose_between(last, at);
            }
        }
        if let (Some(first), Some(last)) = (tour.square_at(1), last) {
            self.choose_between(last, place(first));
        }
        true
    }

    /// Chooses the leap between two squares, where there is one.
    fn choose_between(&mut self, a: u32, b: u32) {
        if let Some(direction) = self.direction(a, b) {
            self.flip(a, direction);
        }
    }

    /// Makes a square an end, with one leap where others have two.
    pub(super) fn set_end(&mut self, at: u32) {
        let free = usize::from(self.ends[0] != NONE);
        self.ends[free] = at;
        if self.chosen[at as usize].count_ones() == 2 {
            self.flip(at, self.chosen[at as usize].trailing_zeros() as usize);
        }
    }

    /// Takes the leap between two squares away.
    pub(super) fn forbid(&mut self, a: u32, b: u32) {
        if let Some(direction) = self.direction(a, b) {
            if self.chosen[a as usize] >> direction & 1 == 1 {
                self.flip(a, direction);
            }
            self.legal[a as usize] &= !(1 << direction);
            self.legal[b as usize] &= !(1 << opposite(direction));
        }
    }

    /// The square a leap away.
    pub(super) fn to(&self, at: u32, direction: usize) -> u32 {
        at.wrapping_add(self.offsets[direction])
    }

    /// The leaps of a square that are not chosen.
    pub(super) fn free(&self, at: u32) -> u8 {
        self.legal[at as usize] & !self.chosen[at as usize]
    }

    /// How many leaps a square lacks; none in a hole.
    pub(super) fn lacks(&self, at: u32) -> u32 {
        let has = self.chosen[at as usize].count_ones();
        if has == 2 || self.legal[at as usize] == 0 {
            return 0;
        }
        2 - has - u32::from(self.ends.contains(&at))
    }

    /// Chooses a leap, or gives it up.
    pub(super) fn flip(&mut self, at: u32, direction: usize) {
        let to = self.to(at, direction);
        self.chosen[at as usize] ^= 1 << direction;
        self.chosen[to as usize] ^= 1 << opposite(direction);
    }

    /// The direction of the leap from one square to another.
    pub(super) fn direction(&self, a: u32, b: u32) -> Option<usize> {
        let offset = b.wrapping_sub(a);
        (0..8).find(|&k| self.offsets[k] == offset).filter(|k| self.legal[a as usize] >> k & 1 == 1)
    }

    /// The square of a number.
    pub(super) fn square(&self, at: u32) -> Square {
        Square::new((at % self.files).into(), (at / self.files).into())
    }

    /// Whether a square has a1's colour.
    pub(super) fn is_dark(&self, at: u32) -> bool {
        self.square(at).is_dark()
    }

    /// The squares from one on, along chosen leaps, until there is none or the first comes back.
    pub(super) fn walk(&self, from: u32) -> impl Iterator<Item = u32> + '_ {
        let mut next = Some((from, self.chosen[from as usize]));
        std::iter::from_fn(move || {
            let (at, onward) = next?;
            next = (onward != 0).then(|| {
                let direction = onward.trailing_zeros() as usize;
                let to = self.to(at, direction);
                (to, self.chosen[to as usize] & !(1 << opposite(direction)))
            });
            next = next.filter(|&(to, _)| to != from);
            Some(at)
        })
    }

    /// The number of a leap: of its end from which it has one of the first four directions, and of that.
    fn leap_of(&self, at: u32, direction: usize) -> u32 {
        match direction {
            0..4 => at * 4 + direction as u32,
            _ => self.to(at, direction) * 4 + opposite(direction) as u32,
        }
    }
}

/// Leaps are numbered by a square and one of four directions, so a board has less than 2³⁰ squares.
impl Woven for Web {
    fn len(&self) -> usize {
        self.legal.len()
    }

    fn degree(&self, at: u32) -> usize {
        self.legal[at as usize].count_ones() as usize
    }

    fn leap(&self, at: u32, place: usize) -> (u32, u32) {
        let direction = directions(self.legal[at as usize]).nth(place).unwrap_or(0);
        (self.leap_of(at, direction), self.to(at, direction))
    }

    fn chosen(&self, at: u32) -> [u32; 2] {
        let mut leaps = directions(self.chosen[at as usize]).map(|direction| self.leap_of(at, direction));
        let beyond = if self.ends.contains(&at) { BEYOND } else { NONE };
        [leaps.next().unwrap_or(NONE), leaps.next().unwrap_or(beyond)]
    }

    fn other(&self, leap: u32, at: u32) -> u32 {
        if leap == BEYOND {
            return self.ends[0] ^ self.ends[1] ^ at;
        }
        let low = leap / 4;
        if low == at { self.to(low, leap as usize % 4) } else { low }
    }

    fn between(&self, a: u32, b: u32) -> Option<u32> {
        self.direction(a, b).map(|direction| self.leap_of(a, direction))
    }

    fn is_taken(&self, leap: u32) -> bool {
        leap >= BEYOND
    }

    fn is_left(&self, _: u32) -> bool {
        false
    }

    fn give(&mut self, leap: u32) {
        self.flip(leap / 4, leap as usize % 4);
    }

    fn get(&mut self, leap: u32) {
        self.flip(leap / 4, leap as usize % 4);
    }
}
