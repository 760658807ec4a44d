//! Boards drawn as images.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let _ = ktour_render::read::board(&[b"\x89PNG\r\n\x1a\n", data].concat());
});
