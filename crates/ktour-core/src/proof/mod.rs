//! Reasons why there is no tour, with the data to check them, and a checker that does not depend on how they
//! were found.

mod check;
mod group;
mod reason;
mod sentence;
mod steps;
mod symmetry_facts;

pub use check::{Flaw, check};
pub use group::{Group, Region};
pub use reason::{LeaperBound, Reason};
pub use steps::{Proof, ProofEnd, ProofStep};
pub use symmetry_facts::SymmetryFacts;
