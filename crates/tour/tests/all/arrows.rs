//! Arrows between the rooms of the vocabulary never turn back.

use std::path::Path;

use crate::rooms;

#[test]
fn arrows_between_rooms_never_turn_back() {
    let arrows = rooms::arrows(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(arrows.len() > 15 && arrows["search"].contains("build"), "{arrows:?}");
    rooms::never_turn_back(arrows);
}
