//! The 2-factor of a large board: its leaps and the chosen ones, in two bytes per square.
//!
//! Squares are numbered as the board numbers them, leaps by their direction: one bit of eight. One byte has
//! the legal leaps (none for a hole), the other the chosen ones. A tour chooses two at every square, one at
//! its ends.

use super::tiles::{RANKS_PER_TILE, run_parallel};
use crate::{build, cycle::chosen::ChosenLeaps};
use ktour_core::{Board, Control, Leap, Puzzle, Square, graph::NONE};

/// The knight's leaps by direction; each is four places from its opposite.
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

/// The leap that joins the ends of an open tour into a cycle.
const VIRTUAL_LEAP: u32 = NONE - 1;

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

/// Legal and chosen leaps of every square.
pub(super) struct BoardFactor {
    files: u32,
    pub(super) legal: Vec<u8>,
    pub(super) chosen: Vec<u8>,
    /// Differences of square numbers by direction; added to a `u32`, they wrap.
    offsets: [u32; 8],
    /// The ends of an open tour, as far as they are known.
    pub(super) ends: [u32; 2],
    /// Directions that complete an exchange of two leaps, given those of the first removed and of the first
    /// added leap: a bit for each direction of the second removed leap.
    completions: [[u8; 8]; 8],
}

impl BoardFactor {
    /// The leaps of a board at least five files wide, none of them chosen; `None` if it was stopped.
    pub(super) fn new(board: &Board, control: &Control) -> Option<BoardFactor> {
        let (files, ranks) = (board.files(), board.ranks());
        let mut legal = vec![u8::MAX; (files * ranks) as usize];
        let is_edge = |at: u64, side: u64| at < 2 || at + 2 >= side;
        let mut at_edge = |square: Square| {
            let leads = |leap| square.leap(leap).is_some_and(|to| board.spans(to));
            let byte = (0..8).filter(|&k| leads(LEAPS[k])).fold(0, |byte, k| byte | 1 << k);
            legal[board.index(square)] = byte;
        };
        for rank in 0..ranks {
            if control.is_stopped_at(rank) {
                return None;
            }
            if is_edge(rank, ranks) {
                (0..files).for_each(|file| at_edge(Square::new(file, rank)));
            } else {
                [0, 1, files - 2, files - 1].into_iter().for_each(|file| at_edge(Square::new(file, rank)));
            }
        }
        let mut choice = BoardFactor::with_legal_leaps(files as u32, legal);
        for (nth, &hole) in (0..).zip(board.holes()) {
            if control.is_stopped_at(nth) {
                return None;
            }
            let at = board.index(hole) as u32;
            for direction in directions(std::mem::take(&mut choice.legal[at as usize])) {
                let to = choice.neighbour(at, direction);
                choice.legal[to as usize] &= !(1 << opposite(direction));
            }
        }
        Some(choice)
    }

    /// Creates a board with these leaps, none of them chosen.
    pub(super) fn with_legal_leaps(files: u32, legal: Vec<u8>) -> BoardFactor {
        let offsets = LEAPS.map(|leap| (leap.rank * i64::from(files) + leap.file) as u32);
        let chosen = vec![0; legal.len()];
        BoardFactor { files, legal, chosen, offsets, ends: [NONE; 2], completions: completions() }
    }

    /// Chooses the legal leaps of a tour of the whole rectangle: those between squares whose numbers are
    /// adjacent. The lowest bits of the seed select a mirror image. `false` if there is no such tour, or if
    /// it was stopped.
    pub(super) fn choose_tour(&mut self, board: &Board, seed: u64, control: &Control) -> bool {
        let Ok(whole) = Board::new(board.files(), board.ranks()) else { return false };
        let Some(tour) = build::build(&Puzzle::new(whole)) else { return false };
        let mirrored = |at: u64, side: u64, bit: u32| if seed >> bit & 1 == 1 { side - 1 - at } else { at };
        let numbers = |rank: u64, to: &mut [u32]| {
            tour.write_rank(mirrored(rank, board.ranks(), 1), to);
            if seed & 1 == 1 {
                to.reverse();
            }
        };
        let (files, ranks) = (self.files as usize, board.ranks());
        let height = RANKS_PER_TILE * files;
        let tiles =
            (0..).step_by(RANKS_PER_TILE).zip(self.legal.chunks(height).zip(self.chosen.chunks_mut(height)));
        run_parallel(
            tiles,
            || RankWindow::new(files),
            |rows, (first, (legal, chosen)): (u64, (&[u8], &mut [u8]))| {
                let own = legal.chunks_exact(files).zip(chosen.chunks_exact_mut(files));
                for (rank, (legal, chosen)) in (first..).zip(own) {
                    if control.is_stopped() {
                        return;
                    }
                    let new =
                        if rank == first { first.saturating_sub(2)..rank + 3 } else { rank + 2..rank + 3 };
                    new.filter(|&rank| rank < ranks).for_each(|rank| numbers(rank, rows.rank_mut(rank)));
                    rows.choose(rank, legal, chosen);
                }
            },
        );
        let number = |square: Square| {
            let file = mirrored(square.file, board.files(), 0);
            self.index(Square::new(file, mirrored(square.rank, board.ranks(), 1)))
        };
        if let (Some(first), Some(last)) = (tour.square_at(1), tour.square_at(tour.len()))
            && let (first, last) = (number(first), number(last))
            && let Some(direction) = self.direction(last, first)
        {
            self.flip(last, direction);
        }
        !control.is_stopped()
    }

    /// Makes a square an end, with one leap instead of two.
    pub(super) fn set_end(&mut self, at: u32) {
        let free = usize::from(self.ends[0] != NONE);
        self.ends[free] = at;
        if self.chosen[at as usize].count_ones() == 2 {
            self.flip(at, self.chosen[at as usize].trailing_zeros() as usize);
        }
    }

    /// Makes the leap between two squares illegal, if there is one.
    pub(super) fn exclude(&mut self, a: u32, b: u32) {
        if let Some(direction) = self.direction(a, b) {
            if self.chosen[a as usize] >> direction & 1 == 1 {
                self.flip(a, direction);
            }
            self.legal[a as usize] &= !(1 << direction);
            self.legal[b as usize] &= !(1 << opposite(direction));
        }
    }

    /// Makes the leap between two squares legal again, if they are a leap apart.
    pub(super) fn allow(&mut self, a: u32, b: u32) {
        let (from, to) = (self.square(a), self.square(b));
        if let Some(direction) = LEAPS.iter().position(|&leap| from.leap(leap) == Some(to)) {
            self.legal[a as usize] |= 1 << direction;
            self.legal[b as usize] |= 1 << opposite(direction);
        }
    }

    /// The square a leap away.
    pub(super) fn neighbour(&self, at: u32, direction: usize) -> u32 {
        at.wrapping_add(self.offsets[direction])
    }

    /// The chosen leaps of a square that stay inside; in a tile, some lead out of it.
    pub(super) fn chosen_inside(&self, at: u32) -> u8 {
        self.legal[at as usize] & self.chosen[at as usize]
    }

    /// The leaps of a square that are not chosen.
    pub(super) fn free(&self, at: u32) -> u8 {
        self.legal[at as usize] & !self.chosen[at as usize]
    }

    /// Number of leaps that a square lacks; 0 for a hole.
    pub(super) fn deficit(&self, at: u32) -> u32 {
        let chosen = self.chosen[at as usize];
        // Most squares have two.
        if chosen & chosen.wrapping_sub(1) != 0 || self.legal[at as usize] == 0 {
            return 0;
        }
        2 - chosen.count_ones() - u32::from(self.ends.contains(&at))
    }

    /// Chooses a leap, or removes it.
    pub(super) fn flip(&mut self, at: u32, direction: usize) {
        let to = self.neighbour(at, direction);
        self.chosen[at as usize] ^= 1 << direction;
        self.chosen[to as usize] ^= 1 << opposite(direction);
    }

    /// The direction of the leap from one square to another.
    pub(super) fn direction(&self, a: u32, b: u32) -> Option<usize> {
        let offset = b.wrapping_sub(a);
        (0..8).find(|&k| self.offsets[k] == offset).filter(|k| self.legal[a as usize] >> k & 1 == 1)
    }

    /// Numbers of files and ranks.
    pub(super) fn sides(&self) -> (u64, u64) {
        (self.files.into(), (self.legal.len() / self.files as usize) as u64)
    }

    /// The number of a square.
    pub(super) fn index(&self, square: Square) -> u32 {
        (square.rank * u64::from(self.files) + square.file) as u32
    }

    /// The square of a number.
    pub(super) fn square(&self, at: u32) -> Square {
        Square::new((at % self.files).into(), (at / self.files).into())
    }

    /// Whether a square has a1's colour.
    pub(super) fn is_dark(&self, at: u32) -> bool {
        self.square(at).is_dark()
    }

    /// The number of a leap: that of the end from which it has one of the first four directions, and this
    /// direction.
    pub(super) fn leap_of(&self, at: u32, direction: usize) -> u32 {
        match direction {
            0..4 => at * 4 + direction as u32,
            _ => self.neighbour(at, direction) * 4 + opposite(direction) as u32,
        }
    }
}

/// The second removed leaps that complete an exchange of two leaps, for [`BoardFactor`].
fn completions() -> [[u8; 8]; 8] {
    let is_leap = |files: i64, ranks: i64| LEAPS.iter().any(|leap| (leap.file, leap.rank) == (files, ranks));
    let of = |give: usize, get: usize| {
        (0..8).fold(0, |byte, too: usize| {
            let files = LEAPS[get].file + LEAPS[too].file - LEAPS[give].file;
            let ranks = LEAPS[get].rank + LEAPS[too].rank - LEAPS[give].rank;
            byte | u8::from(is_leap(files, ranks)) << too
        })
    };
    std::array::from_fn(|give| std::array::from_fn(|get| of(give, get)))
}

/// The step numbers of a built tour on five ranks around the current one.
struct RankWindow {
    /// One row per rank modulo 5, with two cells more at both ends that are adjacent to no number.
    numbers: [Vec<u32>; 5],
}

impl RankWindow {
    fn new(files: usize) -> RankWindow {
        RankWindow { numbers: std::array::from_fn(|_| vec![u32::MAX; files + 4]) }
    }

    /// The numbers of a rank.
    fn rank_mut(&mut self, rank: u64) -> &mut [u32] {
        let numbers = &mut self.numbers[(rank % 5) as usize];
        let files = numbers.len() - 4;
        &mut numbers[2..2 + files]
    }

    /// Chooses the leaps of a rank between adjacent numbers. Illegal leaps may lead to ranks that have left
    /// the window.
    fn choose(&self, rank: u64, legal: &[u8], chosen: &mut [u8]) {
        chosen.fill(0);
        let own = &self.numbers[(rank % 5) as usize][2..];
        for (direction, leap) in LEAPS.iter().enumerate() {
            let other = &self.numbers[(rank as i64 + 5 + leap.rank) as usize % 5][(2 + leap.file) as usize..];
            for ((byte, &a), &b) in chosen.iter_mut().zip(own).zip(other) {
                // The numbers differ by one.
                let is_next = a.wrapping_sub(b).wrapping_add(1) & !2 == 0;
                *byte |= u8::from(is_next) << direction;
            }
        }
        chosen.iter_mut().zip(legal).for_each(|(byte, legal)| *byte &= legal);
    }
}

/// Leaps are numbered by a square and one of four directions, so a board has less than 2³⁰ squares.
impl ChosenLeaps for BoardFactor {
    fn len(&self) -> usize {
        self.legal.len()
    }

    fn degree(&self, at: u32) -> usize {
        self.legal[at as usize].count_ones() as usize
    }

    fn leap(&self, at: u32, nth: usize) -> (u32, u32) {
        let direction = directions(self.legal[at as usize]).nth(nth).unwrap_or(0);
        (self.leap_of(at, direction), self.neighbour(at, direction))
    }

    fn chosen(&self, at: u32) -> [u32; 2] {
        let mut leaps = directions(self.chosen[at as usize]).map(|direction| self.leap_of(at, direction));
        let beyond = if self.ends.contains(&at) { VIRTUAL_LEAP } else { NONE };
        [leaps.next().unwrap_or(NONE), leaps.next().unwrap_or(beyond)]
    }

    fn other(&self, leap: u32, at: u32) -> u32 {
        if leap == VIRTUAL_LEAP {
            return self.ends[0] ^ self.ends[1] ^ at;
        }
        let low = leap / 4;
        if low == at { self.neighbour(low, leap as usize % 4) } else { low }
    }

    fn between(&self, a: u32, b: u32) -> Option<u32> {
        self.direction(a, b).map(|direction| self.leap_of(a, direction))
    }

    fn is_included(&self, leap: u32) -> bool {
        leap >= VIRTUAL_LEAP
    }

    fn is_excluded(&self, _: u32) -> bool {
        false
    }

    fn remove(&mut self, leap: u32) {
        self.flip(leap / 4, leap as usize % 4);
    }

    fn choose(&mut self, leap: u32) {
        self.flip(leap / 4, leap as usize % 4);
    }

    /// The squares from one on, until the path ends or the cycle closes.
    fn follow(&self, from: u32) -> impl Iterator<Item = u32> {
        let mut next = Some((from, self.chosen_inside(from)));
        std::iter::from_fn(move || {
            let (at, onward) = next?;
            next = (onward != 0).then(|| {
                let direction = onward.trailing_zeros() as usize;
                let to = self.neighbour(at, direction);
                (to, self.chosen_inside(to) & !(1 << opposite(direction)))
            });
            next = next.filter(|&(to, _)| to != from);
            Some(at)
        })
    }

    /// Paths begin next to leaps that lead out of a tile, or at the ends of a tour.
    fn path_ends(&self) -> impl Iterator<Item = u32> {
        let (squares, edge) = (self.legal.len() as u32, 2 * self.files);
        let edges = (0..edge.min(squares)).chain(squares.saturating_sub(edge)..squares);
        let ends = edges.chain(self.ends.into_iter().filter(move |&end| end < squares));
        ends.filter(|&at| self.chosen[at as usize] != 0 && self.chosen_inside(at).count_ones() < 2)
    }

    #[inline]
    fn find_exchange(&self, a: u32, mut is_other: impl FnMut(u32) -> bool) -> Option<([u32; 4], u32)> {
        let gives = self.chosen_inside(a);
        for get in directions(self.free(a)) {
            let c = self.neighbour(a, get);
            if !is_other(c) {
                continue;
            }
            for give in directions(gives) {
                for give_too in directions(self.chosen_inside(c) & self.completions[give][get]) {
                    let (b, d) = (self.neighbour(a, give), self.neighbour(c, give_too));
                    if let Some(get_too) = self.direction(b, d) {
                        let removed = [self.leap_of(a, give), self.leap_of(c, give_too)];
                        let added = [self.leap_of(a, get), self.leap_of(b, get_too)];
                        return Some(([removed[0], added[0], removed[1], added[1]], c));
                    }
                }
            }
        }
        None
    }
}
