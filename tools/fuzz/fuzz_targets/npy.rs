//! Arrays of NumPy.
#![no_main]

include!("any_tour.rs");

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    any_tour(&[b"\x93NUMPY\x01\x00", data].concat());
});
