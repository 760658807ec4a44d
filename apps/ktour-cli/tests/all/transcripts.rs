//! Runs every transcript in the README, in `docs` and in the folder of this file.

use std::fs;

use tempfile::TempDir;

#[test]
fn transcripts_are_true() {
    let pages = pages_in_folders_of_their_own();
    let cases = trycmd::TestCases::new();
    cases.case("tests/transcripts/*.md").case("../../README.md").default_bin_name("ktour");
    cases.case(pages.path().join("*.md"));
    if cfg!(not(feature = "cluster")) {
        cases.skip("tests/transcripts/cluster.md");
    }
    // The cases run when they are dropped, and need their pages until then.
    drop(cases);
}

/// Copies the pages of `docs` that have a transcript, each into a folder of its own for output files.
fn pages_in_folders_of_their_own() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for page in super::docs::pages() {
        let text = fs::read_to_string(&page).unwrap();
        // Transcripts with curl are run by the tests of the server.
        if text.contains("\n$ ktour ") {
            let copy = folder.path().join(page.file_name().unwrap());
            fs::create_dir(copy.with_extension("in")).unwrap();
            fs::write(copy, text).unwrap();
        }
    }
    folder
}
