//! The leaper: an (r,s) mover, of which the knight is (1,2).
//!
//! A leap changes one coordinate by r and the other by s. There are eight leaps, or four if r = 0 or r = s.

use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Leap, Square};

/// The knight, (1,2).
pub const KNIGHT: Leaper = Leaper { r: 1, s: 2 };

/// An (r,s) leaper, with r ≤ s and s ≥ 1.
///
/// ```
/// use ktour::{KNIGHT, Leaper, Square};
/// assert_eq!("zebra".parse::<Leaper>()?, Leaper::new(3, 2)?);
/// assert!(KNIGHT.is_leap(Square::new(0, 0), Square::new(1, 2)));
/// # Ok::<(), ktour::error::LeaperError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leaper {
    r: u32,
    s: u32,
}

/// Why a leaper is not possible.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LeaperError {
    /// The piece (0,0), which never moves.
    #[error("a 0,0 leaper never moves: one of the two numbers must be at least 1")]
    StandsStill,
    /// A text that is neither `r,s` nor a name.
    #[error(
        "`{0}` is not a leaper: write two numbers such as 1,2, or a name such as knight, camel, zebra, giraffe, antelope"
    )]
    Unreadable(String),
}

crate::coded! {
    LeaperError {
        "leaper-stands-still": StandsStill,
        "leaper-unreadable": Unreadable(text),
    }
}

impl Leaper {
    /// Names that the literature of fairy chess agrees on.
    pub const NAMED: [(&str, Leaper); 15] = [
        ("wazir", Leaper { r: 0, s: 1 }),
        ("ferz", Leaper { r: 1, s: 1 }),
        ("dabbaba", Leaper { r: 0, s: 2 }),
        ("knight", KNIGHT),
        ("alfil", Leaper { r: 2, s: 2 }),
        ("threeleaper", Leaper { r: 0, s: 3 }),
        ("camel", Leaper { r: 1, s: 3 }),
        ("zebra", Leaper { r: 2, s: 3 }),
        ("tripper", Leaper { r: 3, s: 3 }),
        ("fourleaper", Leaper { r: 0, s: 4 }),
        ("giraffe", Leaper { r: 1, s: 4 }),
        ("stag", Leaper { r: 2, s: 4 }),
        ("antelope", Leaper { r: 3, s: 4 }),
        ("ibis", Leaper { r: 1, s: 5 }),
        ("flamingo", Leaper { r: 1, s: 6 }),
    ];

    /// The leaper that moves r one way and s the other, in either order.
    ///
    /// ```
    /// use ktour::{KNIGHT, Leaper};
    /// assert_eq!(Leaper::new(2, 1)?, KNIGHT);
    /// assert_eq!((KNIGHT.r(), KNIGHT.s()), (1, 2));
    /// assert!(Leaper::new(0, 0).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(r: u32, s: u32) -> Result<Self, LeaperError> {
        match (r, s) {
            (0, 0) => Err(LeaperError::StandsStill),
            _ if r <= s => Ok(Leaper { r, s }),
            _ => Ok(Leaper { r: s, s: r }),
        }
    }

    /// The shorter component.
    #[inline]
    pub const fn r(self) -> u32 {
        self.r
    }

    /// The longer component.
    #[inline]
    pub const fn s(self) -> u32 {
        self.s
    }

    /// Whether every leap changes the colour of the square, as the knight's does.
    ///
    /// ```
    /// use ktour::{KNIGHT, Leaper};
    /// assert!(KNIGHT.changes_colour());
    /// assert!(!"camel".parse::<Leaper>()?.changes_colour());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn changes_colour(self) -> bool {
        (self.r ^ self.s) & 1 == 1
    }

    /// Whether `from` and `to` are a leap apart.
    ///
    /// ```
    /// use ktour::KNIGHT;
    /// assert!(KNIGHT.is_leap("b1".parse()?, "c3".parse()?));
    /// assert!(!KNIGHT.is_leap("b1".parse()?, "b2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn is_leap(self, from: Square, to: Square) -> bool {
        let (files, ranks) = (from.file.abs_diff(to.file), from.rank.abs_diff(to.rank));
        let (r, s) = (u64::from(self.r), u64::from(self.s));
        // Branch-free, since the orientation of a leap is unpredictable. One difference and the sum,
        // even one that wraps, determine the other difference.
        ((files == r) | (files == s)) & (files.wrapping_add(ranks) == r + s)
    }

    /// The leaps, each once, clockwise from up and right.
    ///
    /// ```
    /// use ktour::{KNIGHT, Leap, Leaper};
    /// assert_eq!(KNIGHT.leaps().next(), Some(Leap::new(1, 2)));
    /// assert_eq!((KNIGHT.leaps().count(), "wazir".parse::<Leaper>()?.leaps().count()), (8, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn leaps(self) -> impl Iterator<Item = Leap> {
        /// Whether files and ranks change places, and the two signs.
        const EIGHT: [(bool, i64, i64); 8] = [
            (false, 1, 1),
            (true, 1, 1),
            (true, 1, -1),
            (false, 1, -1),
            (false, -1, -1),
            (true, -1, -1),
            (true, -1, 1),
            (false, -1, 1),
        ];
        let (r, s) = (i64::from(self.r), i64::from(self.s));
        // One bit for each leap that differs from those before it.
        let distinct: u8 = match (r, s) {
            (0, _) => 0b0010_1011,
            _ if r == s => 0b0101_0101,
            _ => 0b1111_1111,
        };
        (0..8).filter(move |i| distinct >> i & 1 == 1).map(move |i| {
            let (is_swapped, files, ranks) = EIGHT[i];
            let (r, s) = if is_swapped { (s, r) } else { (r, s) };
            Leap { file: files * r, rank: ranks * s }
        })
    }

    /// The name of the leaper, if it has one.
    ///
    /// ```
    /// use ktour::Leaper;
    /// assert_eq!(Leaper::new(1, 3)?.name(), Some("camel"));
    /// assert_eq!(Leaper::new(2, 5)?.name(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(self) -> Option<&'static str> {
        Leaper::NAMED.into_iter().find(|&(_, leaper)| leaper == self).map(|(name, _)| name)
    }
}

impl Default for Leaper {
    fn default() -> Self {
        KNIGHT
    }
}

/// Writes the name, `knight`, or else the numbers, `(2,5) leaper`.
impl fmt::Display for Leaper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "({},{}) leaper", self.r, self.s),
        }
    }
}

impl FromStr for Leaper {
    type Err = LeaperError;

    fn from_str(text: &str) -> Result<Self, LeaperError> {
        let word = text.trim();
        if let Some((_, leaper)) = Leaper::NAMED.into_iter().find(|(name, _)| name.eq_ignore_ascii_case(word))
        {
            return Ok(leaper);
        }
        let unreadable = || LeaperError::Unreadable(text.to_owned());
        let (r, s) = word.split_once(',').ok_or_else(unreadable)?;
        let number = |n: &str| n.trim().parse::<u32>().map_err(|_| unreadable());
        Leaper::new(number(r)?, number(s)?)
    }
}

crate::fact_by_name!(Leaper);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaps_are_all_that_change_one_coordinate_by_r_and_the_other_by_s_each_once() {
        for (r, s) in (0..5).flat_map(|r| (r.max(1)..5).map(move |s| (r, s))) {
            let leaper = Leaper::new(r, s).unwrap();
            let is_leap = |&(file, rank): &(i64, i64)| {
                leaper.is_leap(Square::new(9, 9), Square::new((9 + file) as u64, (9 + rank) as u64))
            };
            let mut all: Vec<(i64, i64)> =
                (-5..6).flat_map(|file| (-5..6).map(move |rank| (file, rank))).filter(is_leap).collect();
            let mut leaps: Vec<(i64, i64)> = leaper.leaps().map(|leap| (leap.file, leap.rank)).collect();
            assert_eq!(leaps.len(), if r == 0 || r == s { 4 } else { 8 });
            all.sort_unstable();
            leaps.sort_unstable();
            assert_eq!(leaps, all, "{leaper}");
        }
    }

    #[test]
    fn is_leap_agrees_with_both_differences_at_the_limits_of_u64() {
        let ends = [0, 1, 2, 5, u64::MAX - 4, u64::MAX - 1, u64::MAX];
        let squares = || ends.iter().flat_map(|&file| ends.iter().map(move |&rank| Square::new(file, rank)));
        for leaper in [KNIGHT, Leaper::new(0, 4).unwrap(), Leaper::new(3, 3).unwrap()] {
            let (r, s) = (u64::from(leaper.r()), u64::from(leaper.s()));
            for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
                let away = [from.file.abs_diff(to.file), from.rank.abs_diff(to.rank)];
                assert_eq!(leaper.is_leap(from, to), away == [r, s] || away == [s, r], "{from} {to}");
            }
        }
    }

    #[test]
    fn every_name_reads_back() {
        for (name, leaper) in Leaper::NAMED {
            assert_eq!(name.parse(), Ok(leaper));
            assert_eq!(leaper.to_string(), name);
        }
    }

    #[test]
    fn texts_that_are_no_leaper_are_refused() {
        assert_eq!("0,0".parse::<Leaper>(), Err(LeaperError::StandsStill));
        for text in ["", "1", "1,", "1,-2", "1,2,3", "bishop", "4294967296,1"] {
            assert!(matches!(text.parse::<Leaper>(), Err(LeaperError::Unreadable(_))), "{text}");
        }
    }
}
