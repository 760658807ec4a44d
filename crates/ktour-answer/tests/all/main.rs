//! Tests of the answers as documents, linked into one program.

mod best;
mod generated;
mod languages;
mod proofs;
#[path = "../../../../apps/ktour-cli/tests/all/skipping.rs"]
mod skipping;
mod symmetric;
