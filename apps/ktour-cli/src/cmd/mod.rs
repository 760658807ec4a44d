//! One file per command: it parses the flags, answers the question, prints the answer, and returns the exit
//! code.

pub(crate) mod at;
pub(crate) mod count;
pub(crate) mod enumerate;
pub(crate) mod exists;
pub(crate) mod explain;
pub(crate) mod help;
pub(crate) mod lab;
pub(crate) mod man;
pub(crate) mod measure;
pub(crate) mod play;
pub(crate) mod poster;
pub(crate) mod proof;
pub(crate) mod puzzle;
pub(crate) mod rank;
pub(crate) mod render;
pub(crate) mod sample;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod site;
pub(crate) mod solve;
pub(crate) mod starts;
mod tour_output;
pub(crate) mod verify;
