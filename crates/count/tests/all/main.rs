//! Counting, listing and sampling, in one program that is linked once.

mod agreement;
mod arrows;
mod classes;
mod cluster;
mod differential;
mod facts;
mod files;
mod lists;
mod measures;
mod puzzles;
#[path = "../../../tour/tests/all/rooms.rs"]
mod rooms;
