//! Boards drawn in text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = knights_tour_render::read::picture(data);
});
