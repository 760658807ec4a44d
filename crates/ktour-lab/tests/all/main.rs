//! Experiments, in one program that is linked once.

mod figures;
mod fits;
mod records;
