//! Why there is no tour: reasons with the data to check them again, proofs step by step, and a checker that
//! is independent of how they were found.

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
