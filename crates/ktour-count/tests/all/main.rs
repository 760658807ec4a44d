//! Counting, listing and sampling, in one program that is linked once.

mod agreement;
mod classes;
mod differential;
mod facts;
mod files;
mod lists;
mod measures;
mod progress;
mod puzzles;
mod ranks;
