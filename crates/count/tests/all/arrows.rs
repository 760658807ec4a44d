//! Arrows between the rooms of counting never turn back.

use std::path::Path;

use crate::rooms::{House, never_turn_back};

#[test]
fn arrows_between_rooms_never_turn_back() {
    let house = House::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    let arrows = house.arrows(&[]);
    // Words know no board, and what is on top knows what is below.
    assert!(arrows["state"].is_empty(), "{arrows:?}");
    let path = ["cluster", "counter", "list", "layers", "problem", "state"];
    for (from, to) in path.iter().zip(&path[1..]) {
        assert!(arrows[*from].contains(*to), "{from} -> {to}: {arrows:?}");
    }
    for folder in house.folders() {
        never_turn_back(&folder, house.arrows(&folder));
    }
}
