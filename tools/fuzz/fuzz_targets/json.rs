//! JSON documents.
#![no_main]

include!("any_tour.rs");

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    any_tour(&[b"{", data].concat());
});
