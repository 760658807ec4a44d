//! Boards drawn in text.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = ktour_render::read::picture(data);
});
