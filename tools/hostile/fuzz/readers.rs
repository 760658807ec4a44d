//! Every reader, with input mutated by libFuzzer and by the generator of the smoke test.
#![no_main]

use ktour_hostile::{Random, read_all, spoil};
use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let mut random = Random::new(seed.into(), 0);
    if random.chance(50) {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut spoiled = spoil(&data[..size], &mut random);
    spoiled.truncate(max_size);
    data[..spoiled.len()].copy_from_slice(&spoiled);
    spoiled.len()
});

fuzz_target!(|data: &[u8]| {
    read_all(data);
});
