//! Csv.
#![no_main]

include!("any_tour.rs");

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    any_tour(&[b"move,x,y\n", data].concat());
});
