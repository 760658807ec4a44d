//! The order in which leaps are tried.
//!
//! Plain backtracking depends entirely on its move order: another order gives another tour and may take
//! millions more trials. The documents' orders have names; any other order is written as `dx,dy` pairs, x to
//! the right and y **down**, as in a printed grid.

use thiserror::Error;

use ktour_core::random::Random;
use ktour_core::{Leap, Leaper};

/// The named orders, written for the knight: `dx,dy` with y down.
const NAMED: [(&str, &str, &str); 3] = [
    ("d0", "page", "-1,-2 -2,-1 -2,1 -1,2 1,2 2,1 2,-1 1,-2"),
    ("d2", "report", "1,-2 2,-1 2,1 1,2 -1,2 -2,1 -2,-1 -1,-2"),
    ("sorted", "lexicographic", "-2,-1 -2,1 -1,-2 -1,2 1,-2 1,2 2,-1 2,1"),
];

/// A leaper's leaps in the order in which they are tried, each once.
///
/// ```
/// use ktour::{KNIGHT, MoveOrder};
/// let page = MoveOrder::parse("d0", KNIGHT)?;
/// assert_eq!(page.to_string(), "-1,-2 -2,-1 -2,1 -1,2 1,2 2,1 2,-1 1,-2");
/// # Ok::<(), ktour::search::OrderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOrder(Vec<Leap>);

/// Why a text is not a move order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum OrderError {
    /// Neither a name nor pairs.
    #[error(
        "`{0}` is not a move order: write d0, d2, sorted, or every leap as dx,dy pairs separated by spaces"
    )]
    Unreadable(String),
    /// A pair that is not a leap.
    #[error("{dx},{dy} in the move order is not a {leaper}'s leap")]
    NotALeap {
        /// Files to the right.
        dx: i64,
        /// Ranks down.
        dy: i64,
        /// The leaper whose leap it should be.
        leaper: Leaper,
    },
    /// A repeated pair.
    #[error("{dx},{dy} stands twice in the move order: name each leap once")]
    Repeated {
        /// Files to the right.
        dx: i64,
        /// Ranks down.
        dy: i64,
    },
    /// Too few pairs.
    #[error(
        "the move order names {named} of the {needed} leaps of the {leaper}: write each once, as dx,dy pairs separated by spaces"
    )]
    Incomplete {
        /// Number of leaps given.
        named: usize,
        /// Number of leaps needed.
        needed: usize,
        /// The leaper.
        leaper: Leaper,
    },
}

ktour_core::coded! {
    OrderError {
        "order-unreadable": Unreadable(text),
        "order-not-a-leap": NotALeap { dx, dy, leaper },
        "order-repeated": Repeated { dx, dy },
        "order-incomplete": Incomplete { named, needed, leaper },
    }
}

impl MoveOrder {
    /// The order of the report (`d2`): clockwise from up and right.
    ///
    /// ```
    /// use ktour::{KNIGHT, MoveOrder};
    /// assert_eq!(MoveOrder::standard(KNIGHT).to_string(), "1,-2 2,-1 2,1 1,2 -1,2 -2,1 -2,-1 -1,-2");
    /// ```
    pub fn standard(leaper: Leaper) -> Self {
        MoveOrder(leaper.leaps().collect())
    }

    /// Reads a name, or pairs `dx,dy` separated by spaces.
    ///
    /// ```
    /// use ktour::{KNIGHT, MoveOrder};
    /// let order = MoveOrder::parse("1,2 2,1 2,-1 1,-2 -1,-2 -2,-1 -2,1 -1,2", KNIGHT)?;
    /// assert_eq!(order.leaps().len(), 8);
    /// assert!(MoveOrder::parse("1,1", KNIGHT).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, leaper: Leaper) -> Result<Self, OrderError> {
        let named = NAMED.into_iter().find(|(name, alias, _)| {
            name.eq_ignore_ascii_case(text.trim()) || alias.eq_ignore_ascii_case(text.trim())
        });
        if let Some((_, _, pairs)) = named {
            return Ok(MoveOrder::stretched(pairs, leaper));
        }
        let unreadable = || OrderError::Unreadable(text.to_owned());
        let needed: Vec<Leap> = leaper.leaps().collect();
        let mut order = Vec::new();
        for pair in text.split_whitespace() {
            let (dx, dy) = pair.split_once(',').ok_or_else(unreadable)?;
            let number = |n: &str| n.parse::<i64>().map_err(|_| unreadable());
            let (dx, dy) = (number(dx)?, number(dy)?);
            let leap = Leap::new(dx, dy.checked_neg().ok_or_else(unreadable)?);
            if !needed.contains(&leap) {
                return Err(OrderError::NotALeap { dx, dy, leaper });
            }
            if order.contains(&leap) {
                return Err(OrderError::Repeated { dx, dy });
            }
            order.push(leap);
        }
        match order.len() {
            0 => Err(unreadable()),
            named if named < needed.len() => {
                Err(OrderError::Incomplete { named, needed: needed.len(), leaper })
            }
            _ => Ok(MoveOrder(order)),
        }
    }

    /// A knight's order for another leaper: ±1 becomes ±r and ±2 becomes ±s.
    fn stretched(pairs: &str, leaper: Leaper) -> Self {
        let (r, s) = (i64::from(leaper.r()), i64::from(leaper.s()));
        let stretch = |n: &str| {
            let n: i64 = n.parse().unwrap_or(1);
            n.signum() * if n.abs() == 1 { r } else { s }
        };
        let mut order: Vec<Leap> = Vec::new();
        for (dx, dy) in pairs.split(' ').filter_map(|pair| pair.split_once(',')) {
            let leap = Leap::new(stretch(dx), -stretch(dy));
            if !order.contains(&leap) {
                order.push(leap);
            }
        }
        MoveOrder(order)
    }

    /// The leaps in order.
    pub fn leaps(&self) -> &[Leap] {
        &self.0
    }

    /// The same leaps in a random order that the seed determines, each order with equal probability.
    ///
    /// ```
    /// use ktour::{KNIGHT, MoveOrder};
    /// let order = MoveOrder::standard(KNIGHT);
    /// assert_eq!(order.shuffled(1), order.shuffled(1));
    /// assert_ne!(order.shuffled(1), order.shuffled(2));
    /// ```
    pub fn shuffled(&self, seed: u64) -> MoveOrder {
        let mut random = Random::new(seed, 0);
        let mut order = self.clone();
        order.shuffle(|bound| random.below(bound));
        order
    }

    pub(crate) fn shuffle(&mut self, mut below: impl FnMut(u32) -> u32) {
        for i in (1..self.0.len()).rev() {
            self.0.swap(i, below(i as u32 + 1) as usize);
        }
    }
}

/// Pairs `dx,dy` with y down.
impl std::fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (i, leap) in self.0.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{},{}", leap.file, -leap.rank)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ktour_core::KNIGHT;

    #[test]
    fn the_standard_order_is_the_reports() {
        assert_eq!(MoveOrder::parse("report", KNIGHT).unwrap(), MoveOrder::standard(KNIGHT));
    }

    #[test]
    fn reads_back_what_it_writes_for_every_leaper() {
        for (_, leaper) in Leaper::NAMED {
            for (name, ..) in NAMED {
                let order = MoveOrder::parse(name, leaper).unwrap();
                assert_eq!(MoveOrder::parse(&order.to_string(), leaper).unwrap(), order, "{name} {leaper}");
            }
        }
    }

    #[test]
    fn refuses_a_wrong_or_repeated_pair() {
        let parse = |text| MoveOrder::parse(text, KNIGHT).unwrap_err().to_string();
        assert_eq!(parse("1,1"), "1,1 in the move order is not a knight's leap");
        assert_eq!(parse("1,2 1,2"), "1,2 stands twice in the move order: name each leap once");
        assert_eq!(
            parse("1,2 2,1"),
            "the move order names 2 of the 8 leaps of the knight: write each once, as dx,dy pairs separated by spaces"
        );
        assert!(parse("clockwards").starts_with("`clockwards` is not a move order"));
    }
}
