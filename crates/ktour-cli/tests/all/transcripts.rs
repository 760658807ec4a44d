//! Every transcript in the README, in `docs` and beside this file is run as it is written.

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
    // They run when they are dropped, and need their pages then.
    drop(cases);
}

/// The pages of `docs` with a transcript, each with a folder in which it may leave files.
fn pages_in_folders_of_their_own() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for page in super::docs::pages() {
        let text = fs::read_to_string(&page).unwrap();
        // What curl is answered is run by the tests of the server.
        if text.contains("\n$ ktour ") {
            let copy = folder.path().join(page.file_name().unwrap());
            fs::create_dir(copy.with_extension("in")).unwrap();
            fs::write(copy, text).unwrap();
        }
    }
    folder
}
