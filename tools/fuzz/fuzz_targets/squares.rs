//! Squares one a line.
#![no_main]

include!("any_tour.rs");

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    any_tour(&[b"a1\n", data].concat());
});
