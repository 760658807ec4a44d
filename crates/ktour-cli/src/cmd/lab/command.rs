//! The command that makes an experiment again.

use ktour_lab::Identity;

/// Its name, and a flag for every word.
pub(super) fn command(identity: &Identity) -> String {
    let flag = |(word, value): &(String, String)| format!(" --{} {value}", word.replace('_', "-"));
    let flags: String = identity.words.iter().map(flag).collect();
    format!("ktour lab {}{flags}", identity.experiment)
}
