//! A number for these sources, so that processes of a cluster know whether they are one build.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let own = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut files = Vec::new();
    for folder in ["src", "../ktour-count/src", "../ktour-core/src", "../ktour-search/src"]
        .map(|folder| own.join(folder))
    {
        println!("cargo::rerun-if-changed={}", folder.display());
        collect(&folder, &mut files);
    }
    files.sort();
    // FNV-1a: not against malice, only against mistakes.
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for bytes in files.iter().filter_map(|file| fs::read(file).ok()) {
        for byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=KTOUR_BUILD={hash:016x}");
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
