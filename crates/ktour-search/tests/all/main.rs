//! The searches and their theory, in one program that is linked once.

mod any_tour;
mod anyboard;
mod best;
mod build;
mod documents;
mod games;
mod implicit;
mod large_holes;
mod node_counts;
mod parberry;
mod reasons;
mod searches;
mod symmetric;
mod theory;
mod tidy;
