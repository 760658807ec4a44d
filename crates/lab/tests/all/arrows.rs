//! Arrows between the rooms of the laboratory never turn back.

use std::path::Path;

use crate::rooms::{House, never_turn_back};

#[test]
fn arrows_between_rooms_never_turn_back() {
    let house = House::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    for folder in house.folders() {
        never_turn_back(&folder, house.arrows(&folder));
    }
}
