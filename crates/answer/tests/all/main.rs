//! The room of questions and its neighbours, in one program that is linked once.

mod best;
mod examples;
mod house;
mod languages;
mod names;
mod proofs;
mod rooms;
#[path = "../../../cli/tests/all/skipping.rs"]
mod skipping;
