//! Every format, written, read and damaged, in one program that is linked once.

mod golden;
mod pictures;
mod round_trips;
mod rubbish;
