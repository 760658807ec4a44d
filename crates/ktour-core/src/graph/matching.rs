//! Matching of path ends: the boundary state of searches that decide a narrow board square by square.
//!
//! Everything behind a window of squares is decided. For each square of the window, its *mate* describes the
//! path segments:
//!
//! * its own index: it has no leap yet;
//! * another index: the two are the ends of one segment;
//! * `END`: the segment's other end is an end of the tour;
//! * `DONE`: it has both leaps, or it is a hole.
//!
//! Equal matchings have the same completions. *Reference:* D. E. Knuth, TAOCP 4, 7.1.4, on *mates*.

/// Mate of a square with both leaps, and of a hole.
pub const DONE: u8 = 14;
/// Mate of a square whose segment ends at an end of the tour.
pub const END: u8 = 15;

/// Matching of a window of at most `N` squares, of which the first is decided next; `N` is at most 14.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Matching<const N: usize> {
    /// The mate of each square of the window.
    pub mate: [u8; N],
    /// Number of ends that the tour may still have, on any squares.
    pub free_ends: u8,
    /// Whether the tour is closed or has both ends: no further leap may follow.
    pub is_complete: bool,
}

impl<const N: usize> Matching<N> {
    /// Creates the matching before any decision, given the mate of every square that enters the window.
    pub fn new(window: usize, free_ends: u8, entering: impl Fn(usize) -> u8) -> Matching<N> {
        let mate = std::array::from_fn(|square| if square < window { entering(square) } else { DONE });
        Matching { mate, free_ends, is_complete: false }
    }

    /// Calls `decide` for every way to decide the first square, with the leaps that it includes: none, one or
    /// two of `onward`, and one less if the square becomes an end of the tour. Its mate is `DONE` if it has
    /// all its leaps.
    pub fn for_each_decision(
        self,
        onward: impl Iterator<Item = usize> + Clone,
        mut decide: impl FnMut(Matching<N>, [Option<usize>; 2]),
    ) {
        let onward = onward.filter(|&to| self.mate[to] != DONE);
        match self.mate[0] {
            DONE => decide(self, [None, None]),
            // The first square is its own mate: it has no leap yet, and gets two, or one as an end.
            0 => {
                for (number, to) in onward.clone().enumerate() {
                    let first = self.with_leap(to);
                    if self.free_ends > 0 {
                        decide(first.with_end(), [Some(to), None]);
                    }
                    for other in onward.clone().take(number).filter(|_| !first.is_complete) {
                        decide(first.with_leap(other), [Some(to), Some(other)]);
                    }
                }
            }
            _ => {
                if self.free_ends > 0 {
                    decide(self.with_end(), [None, None]);
                }
                onward.for_each(|to| decide(self.with_leap(to), [Some(to), None]));
            }
        }
    }

    /// Moves the window by one square, and lets a square with this mate enter at its end. `None` if the first
    /// square lacks a leap.
    pub fn advanced(mut self, window: usize, entering: u8) -> Option<Matching<N>> {
        if self.mate[0] != DONE {
            return None;
        }
        for square in 1..window {
            let mate = self.mate[square];
            self.mate[square - 1] = if mate < DONE { mate - 1 } else { mate };
        }
        self.mate[window - 1] = entering;
        Some(self)
    }

    /// Includes the leap from the first square to another.
    fn with_leap(mut self, to: usize) -> Matching<N> {
        let (first_mate, other_mate) = (self.mate[0], self.mate[to]);
        for (square, mate) in [(0, first_mate), (to, other_mate)] {
            if mate as usize != square {
                self.mate[square] = DONE;
            }
        }
        // The leap joins the two ends of one segment.
        if first_mate as usize == to && other_mate == 0 {
            self.is_complete = true;
        } else {
            self.connect(first_mate, other_mate);
        }
        self
    }

    /// Makes the first square an end of the tour.
    fn with_end(mut self) -> Matching<N> {
        let end = self.mate[0];
        self.free_ends -= 1;
        self.mate[0] = DONE;
        self.connect(end, END);
        self
    }

    /// Joins two segments, given their other ends.
    fn connect(&mut self, a: u8, b: u8) {
        match (a, b) {
            (END, END) => self.is_complete = true,
            (END, end) | (end, END) => self.mate[end as usize] = END,
            _ => (self.mate[a as usize], self.mate[b as usize]) = (b, a),
        }
    }
}
