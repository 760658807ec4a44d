//! Every transcript in the README and beside this file is run as it is written.

#[test]
fn transcripts_are_true() {
    trycmd::TestCases::new().case("tests/transcripts/*.md").case("../../README.md").default_bin_name("ktour");
}
