//! Tests of every format, written and read.

mod golden;
mod pictures;
mod round_trips;
