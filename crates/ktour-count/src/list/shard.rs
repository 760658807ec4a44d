//! Shards: a list divided into disjoint parts that together are complete.

use std::{fmt, num::NonZeroU64, str::FromStr};

use thiserror::Error;

/// One of n disjoint parts, counted from 1.
///
/// ```
/// use ktour::count::Shard;
/// let shard: Shard = "1/4".parse()?;
/// assert_eq!(shard.to_string(), "1/4");
/// assert!("5/4".parse::<Shard>().is_err());
/// # Ok::<(), ktour::count::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    part: u64,
    of: NonZeroU64,
}

impl Default for Shard {
    fn default() -> Self {
        Shard { part: 1, of: NonZeroU64::MIN }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=NonZeroU64::get(of)).contains(&part) => Ok(Shard { part, of }),
            _ => Err(ShardError { text: text.to_owned() }),
        }
    }
}

/// A text that is not a shard.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("write a shard such as 1/4: the first of four")]
pub struct ShardError {
    /// The text.
    pub text: String,
}

impl Shard {
    /// Whether the thing with this number, from 0, belongs to this part.
    pub(crate) fn has(&self, number: u64) -> bool {
        (number + 1) % self.of == self.part % self.of
    }
}
