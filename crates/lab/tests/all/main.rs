//! Experiments, in one program that is linked once.

mod arrows;
mod figures;
mod fits;
mod records;
#[path = "../../../tour/tests/all/rooms.rs"]
mod rooms;
