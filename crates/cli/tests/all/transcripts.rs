//! Every transcript in the README and beside this file is run as it is written.

#[test]
fn transcripts_are_true() {
    let cases = trycmd::TestCases::new();
    cases.case("tests/transcripts/*.md").case("../../README.md").default_bin_name("ktour");
    if cfg!(not(feature = "cluster")) {
        cases.skip("tests/transcripts/cluster.md");
    }
}
