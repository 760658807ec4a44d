//! What makes a plan this plan: the experiment's name, and every word that tells it from another.
//!
//! Two plans are one when their identities are. On paper an identity is one line,
//! `warnsdorff sizes=5..8 tries=100 ties=random starts=possible seed=1`; whoever has words of its own,
//! such as a command line, makes its own text of it.

use std::fmt;

use ktour_tour::{Board, notation};
use serde::Serialize;

use crate::line::by_name;

/// An experiment's name and words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// Which experiment.
    pub experiment: String,
    /// What was chosen, seed included; neither names nor values have spaces.
    #[serde(serialize_with = "by_name")]
    pub words: Vec<(String, String)>,
}

impl Identity {
    pub(crate) fn new<const N: usize>(experiment: &str, words: [(&str, String); N]) -> Identity {
        let words = words.into_iter().map(|(word, value)| (word.to_owned(), value)).collect();
        Identity { experiment: experiment.to_owned(), words }
    }

    /// The same with the squares that its board lacks, where there are any.
    pub(crate) fn with_holes(mut self, board: &Board) -> Identity {
        let holes: Vec<String> = board.holes().iter().map(|&hole| notation::name(board, hole)).collect();
        if !holes.is_empty() {
            self.words.push(("holes".to_owned(), holes.join(",")));
        }
        self
    }

    /// Reads what [`Display`](fmt::Display) writes, and the commands by which plans were named before.
    ///
    /// ```
    /// use ktour_lab::Identity;
    /// let now = Identity::read("race board=8x8 max_time=1s").unwrap();
    /// let before = Identity::read(&["ktour", "lab", "race", "--board", "8x8", "--max-time", "1s"].join(" "));
    /// assert_eq!(before, Some(now));
    /// ```
    pub fn read(text: &str) -> Option<Identity> {
        let is_command = text.starts_with("ktour lab ");
        let mut parts = text.split(' ').skip(if is_command { 2 } else { 0 });
        let experiment = parts.next().filter(|name| name.bytes().all(|byte| byte.is_ascii_lowercase()))?;
        let mut words = Vec::new();
        while let Some(part) = parts.next() {
            let (word, value) = match part.strip_prefix("--").filter(|_| is_command) {
                Some(flag) => (flag.replace('-', "_"), parts.next()?),
                None => part.split_once('=').map(|(word, value)| (word.to_owned(), value))?,
            };
            words.push((word, value.to_owned()));
        }
        (!experiment.is_empty()).then(|| Identity { experiment: experiment.to_owned(), words })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.experiment)?;
        self.words.iter().try_for_each(|(word, value)| write!(f, " {word}={value}"))
    }
}
