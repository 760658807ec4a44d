//! Tests of the answers as documents, in one program that is linked once.

mod best;
mod languages;
mod proofs;
#[path = "../../../ktour-cli/tests/all/skipping.rs"]
mod skipping;
mod symmetric;
