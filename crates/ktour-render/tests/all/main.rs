//! Tests of every format, written, read and damaged.

mod golden;
mod pictures;
mod round_trips;
mod rubbish;
