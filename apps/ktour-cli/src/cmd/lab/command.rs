//! The command line that repeats an experiment.

use ktour_lab::Identity;

/// Returns the experiment's name, and a flag for every parameter.
pub(super) fn command(identity: &Identity) -> String {
    let flag = |(word, value): &(String, String)| format!(" --{} {value}", word.replace('_', "-"));
    let flags: String = identity.words.iter().map(flag).collect();
    format!("ktour lab {}{flags}", identity.experiment)
}
