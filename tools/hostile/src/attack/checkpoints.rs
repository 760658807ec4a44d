//! Damaged checkpoints are refused, or resumed with the right number.

use std::{fs, path::Path, thread, time::Duration};

use ktour_hostile::{Random, spoil};
use rustix::process::Signal;

use super::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{RunOutput, Trial, send},
};

const COUNT: &str = "count 5x11 --open";
/// File of a checkpoint.
const LAYER: &str = "cp/layer.ktour";

pub(super) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("checkpoints");
    let mut random = Random::new(target.seed, 6);
    let run =
        |command: &str| trial(target, &folder, command).memory(4096).within(Duration::from_secs(120)).run();
    // Resumes a count with a layer, which may have nothing to do with it.
    let resumed = |command: &str, layer: &[u8], right: &[u8]| {
        let _ = fs::remove_dir_all(folder.join("cp"));
        fs::create_dir(folder.join("cp")).expect("a folder in a temporary folder");
        fs::write(folder.join(LAYER), layer).expect("a file in a temporary folder");
        refused_or_right(&run(&format!("{command} --checkpoint cp")), right)
    };
    report.row("spoiled checkpoints", |row| {
        let whole = run(COUNT);
        let Some(layer) = interrupted(target, &folder, whole.took) else {
            return row.check("a count that is interrupted", Err("it leaves no layer".to_owned()));
        };
        for number in 0..target.times(300, 4) {
            let mut spoiled = spoil(&layer, &mut random);
            if random.chance(30) {
                // A wrong header is worse than noise in the data.
                let place = random.below(spoiled.len().clamp(1, 64));
                if let Some(byte) = spoiled.get_mut(place) {
                    *byte = random.byte();
                }
            }
            row.check(format!("spoiled layer {number}"), resumed(COUNT, &spoiled, &whole.stdout));
        }
        for other in ["count 5x10 --open", "count 5x11 --closed", "count 11x5 --open"] {
            let right = run(other).stdout;
            row.check(format!("the layer of another question: {other}"), resumed(other, &layer, &right));
        }
    });
}

fn trial<'a>(target: &'a AttackTarget, folder: &Path, command: &str) -> Trial<'a> {
    Trial::new(target, folder, &command.split(' ').collect::<Vec<_>>())
}

/// Interrupts a count at increasing times until it has written a checkpoint.
fn interrupted(target: &AttackTarget, folder: &Path, took: Duration) -> Option<Vec<u8>> {
    (1..20).find_map(|twentieth| {
        let _ = fs::remove_dir_all(folder.join("cp"));
        let mut child = trial(target, folder, &format!("{COUNT} --checkpoint cp")).spawn();
        thread::sleep(took * twentieth / 20);
        send(&child, Signal::INT);
        let _ = child.wait();
        fs::read(folder.join(LAYER)).ok()
    })
}

fn refused_or_right(output: &RunOutput, right: &[u8]) -> CheckResult {
    output.check(&[0, 2])?;
    let is_right = output.code() == Some(2) || output.stdout == right;
    if is_right { Ok(()) } else { Err(format!("a wrong number: {}", output.text())) }
}
