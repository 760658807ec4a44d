//! One file a command.

pub(crate) mod at;
mod cluster;
pub(crate) mod count;
pub(crate) mod enumerate;
pub(crate) mod exists;
pub(crate) mod explain;
mod given;
pub(crate) mod help;
pub(crate) mod lab;
mod lines;
pub(crate) mod measure;
pub(crate) mod play;
pub(crate) mod poster;
pub(crate) mod proof;
pub(crate) mod puzzle;
pub(crate) mod render;
pub(crate) mod sample;
pub(crate) mod serve;
pub(crate) mod shell;
pub(crate) mod solve;
mod spelled;
pub(crate) mod starts;
mod steps;
mod trace;
pub(crate) mod verify;
