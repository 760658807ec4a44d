use knights_tour_render::read::{Hints, rows, tour, verify};

/// Reading and verifying agree, and nothing takes more than its memory.
fn any_tour(bytes: &[u8]) {
    let hints = Hints { memory: 64 << 20, ..Hints::default() };
    assert_eq!(tour(bytes, &hints).is_ok(), verify(bytes, &hints).is_ok());
    let mut row = Vec::new();
    let _ = rows(bytes, &hints, |next| while next(&mut row).is_ok_and(|is_there| is_there) {});
}
