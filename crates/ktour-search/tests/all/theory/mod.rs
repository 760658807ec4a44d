//! The oracle against facts, against plain searches, and against itself.

mod facts;
mod leapers;
mod missing;
mod pairs;
mod plain;
mod strip;
mod strips;
mod table;
