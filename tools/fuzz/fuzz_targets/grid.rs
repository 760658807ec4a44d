//! Number grids.
#![no_main]

include!("any_tour.rs");

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if data.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'#' || *byte == b' ') {
        any_tour(data);
    }
});
