use ktour_render::read::{Hints, tour, verify};

/// Reading and verifying agree, and nothing takes more than its memory.
fn any_tour(bytes: &[u8]) {
    let hints = Hints { memory: 64 << 20, ..Hints::default() };
    assert_eq!(tour(bytes, &hints).is_ok(), verify(bytes, &hints).is_ok());
}
