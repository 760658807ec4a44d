//! The identity of a plan: the experiment's name and its parameters.
//!
//! Equal plans have equal identities. A csv file starts with the identity as one line, `warnsdorff sizes=5..8
//! tries=100 ties=random starts=possible seed=1`; an interface such as the command line writes its own form.

use std::fmt;

use ktour_core::{Board, notation};
use serde::Serialize;

use crate::line::by_name;

/// An experiment's name and parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Identity {
    /// Name of the experiment.
    pub experiment: String,
    /// Names and values of the parameters, seed included; neither contain spaces.
    #[serde(serialize_with = "by_name")]
    pub words: Vec<(String, String)>,
}

impl Identity {
    pub(crate) fn new<const N: usize>(experiment: &str, words: [(&str, String); N]) -> Identity {
        let words = words.into_iter().map(|(word, value)| (word.to_owned(), value)).collect();
        Identity { experiment: experiment.to_owned(), words }
    }

    /// Adds the holes of the board, if there are any.
    pub(crate) fn with_holes(mut self, board: &Board) -> Identity {
        let holes: Vec<String> = board.holes().iter().map(|&hole| notation::name(board, hole)).collect();
        if !holes.is_empty() {
            self.words.push(("holes".to_owned(), holes.join(",")));
        }
        self
    }

    /// Parses the text that [`Display`](fmt::Display) writes, or a command such as `ktour lab race --board
    /// 8x8`.
    ///
    /// ```
    /// use ktour::lab::Identity;
    /// let short = Identity::parse("race board=8x8 max_time=1s").unwrap();
    /// let command = Identity::parse("ktour lab race --board 8x8 --max-time 1s");
    /// assert_eq!(command, Some(short));
    /// ```
    pub fn parse(text: &str) -> Option<Identity> {
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
