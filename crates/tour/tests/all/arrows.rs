//! Arrows between the rooms of the vocabulary never turn back, in no folder.

use std::path::Path;

use crate::rooms::{House, never_turn_back};

#[test]
fn arrows_between_rooms_never_turn_back() {
    let house = House::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let arrows = house.arrows(&[]);
    assert!(arrows.len() > 15 && arrows["search"].contains("build"), "{arrows:?}");
    assert!(house.folders().len() > 12);
    for folder in house.folders() {
        never_turn_back(&folder, house.arrows(&folder));
    }
}
