//! Puts the browser's files into the binary: every file under `page/`, by its path.

use std::{env, fmt::Write as _, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=page");
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("page");
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
