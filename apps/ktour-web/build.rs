//! Includes the page in the binary: every file under `page/`, by its path; or the files of the folder
//! `KTOUR_SITE`, relative to the workspace root, which `cargo xtask site` has built with the engine among
//! them.

use std::{env, fmt::Write as _, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed=KTOUR_SITE");
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo says where");
    let here = Path::new(&here);
    let site = |site| fs::canonicalize(here.join("../..").join(site)).expect("KTOUR_SITE is a folder");
    let root = env::var_os("KTOUR_SITE").map_or(here.join("page"), site);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut paths = Vec::new();
    collect(&root, String::new(), &mut paths);
    paths.sort();
    let mut table = String::from("&[\n");
    for path in paths {
        writeln!(table, "    ({path:?}, include_bytes!({:?})),", root.join(&path)).expect("strings grow");
    }
    table.push(']');
    let out = Path::new(&env::var("OUT_DIR").expect("cargo says where")).join("page.rs");
    fs::write(out, table).expect("the table of files is written");
}

fn collect(folder: &Path, prefix: String, paths: &mut Vec<String>) {
    for entry in
        fs::read_dir(folder).expect("the page is a folder").map(|entry| entry.expect("it is readable"))
    {
        let name = format!("{prefix}{}", entry.file_name().to_str().expect("names are text"));
        if entry.path().is_dir() {
            collect(&entry.path(), name + "/", paths);
        } else {
            paths.push(name);
        }
    }
}
