//! Checkpoints that were tampered with: refused by name, or of no consequence. Never a wrong number.

use std::{fs, path::Path, thread, time::Duration};

use rustix::process::Signal;

use crate::{
    dice::Dice,
    hostile::spoil,
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{Trial, signal},
};

const COUNT: [&str; 5] = ["count", "5x11", "--open", "--checkpoint", "cp"];

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("checkpoints");
    let mut dice = Dice::new(target.seed, 6);
    report.row("spoiled checkpoints", |row| {
        let whole = Trial::new(target, &folder, &COUNT).within(Duration::from_secs(120)).run();
        let Some(layer) = layer(target, &folder, whole.took) else {
            return row.judge("a count that is interrupted", Err("it leaves no layer".to_owned()));
        };
        for number in 0..target.times(300, 4) {
            let mut spoiled = spoil(&layer, &mut dice);
            if dice.is_lucky(30) {
                // A header that lies is worse than noise in the data.
                let place = dice.below(spoiled.len().clamp(1, 64));
                if let Some(byte) = spoiled.get_mut(place) {
                    *byte = dice.byte();
                }
            }
            row.judge(format!("spoiled layer {number}"), go_on(target, &folder, &spoiled, &whole.stdout));
        }
        for other in [["count", "5x10", "--open"], ["count", "5x11", "--closed"], ["count", "11x5", "--open"]]
        {
            let right = Trial::new(target, &folder, &other).within(Duration::from_secs(120)).run().stdout;
            fs::write(folder.join("cp/layer.ktour"), &layer).expect("a file in a temporary folder");
            let words = [&other[..], &["--checkpoint", "cp"]].concat();
            let said = Trial::new(target, &folder, &words).within(Duration::from_secs(120)).run();
            row.judge(format!("the layer of another question: {}", words.join(" ")), agrees(&said, &right));
        }
    });
}

/// Interrupts a count at varying times until it has written a checkpoint.
fn layer(target: &AttackTarget, folder: &Path, took: Duration) -> Option<Vec<u8>> {
    (1..20).find_map(|twentieth| {
        let _ = fs::remove_dir_all(folder.join("cp"));
        let mut child = Trial::new(target, folder, &COUNT).spawn();
        thread::sleep(took * twentieth / 20);
        signal(&child, Signal::INT);
        let _ = child.wait();
        fs::read(folder.join("cp/layer.ktour")).ok()
    })
}

fn go_on(target: &AttackTarget, folder: &Path, layer: &[u8], right: &[u8]) -> CheckResult {
    let _ = fs::remove_dir_all(folder.join("cp"));
    fs::create_dir(folder.join("cp")).expect("a folder in a temporary folder");
    fs::write(folder.join("cp/layer.ktour"), layer).expect("a file in a temporary folder");
    let said = Trial::new(target, folder, &COUNT).memory(4096).within(Duration::from_secs(120)).run();
    agrees(&said, right)
}

fn agrees(said: &crate::trial::RunOutput, right: &[u8]) -> CheckResult {
    said.verdict(&[0, 2])?;
    let is_right = said.code() == Some(2) || said.stdout == right;
    if is_right { Ok(()) } else { Err(format!("a wrong number: {}", said.text())) }
}
