//! Every format, written, read and damaged, in one program that is linked once.

mod arrows;
mod golden;
mod pictures;
#[path = "../../../tour/tests/all/rooms.rs"]
mod rooms;
mod round_trips;
mod rubbish;
