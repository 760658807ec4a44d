//! The program as people run it: all its tests in one program that is linked once.

mod beauty;
mod boards;
mod cluster;
mod counting;
mod docs;
mod files;
mod lab;
mod limits;
mod pictures;
mod pipes;
mod play;
mod serve;
mod skipping;
mod streams;
mod transcripts;
