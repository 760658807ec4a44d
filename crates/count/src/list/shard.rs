//! Shards: a list in disjoint parts that are together complete.

use std::{fmt, num::NonZeroU64, str::FromStr};

/// One of n disjoint parts, counted from 1.
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
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((part, of)) if (1..=NonZeroU64::get(of)).contains(&part) => Ok(Shard { part, of }),
            _ => Err("write a shard such as 1/4: the first of four".to_owned()),
        }
    }
}

impl Shard {
    /// Whether the thing with this number, from 0, belongs to this part.
    pub(crate) fn has(&self, number: u64) -> bool {
        (number + 1) % self.of == self.part % self.of
    }
}
