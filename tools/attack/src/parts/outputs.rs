//! Files that the program writes: their modes, links and neighbours.

use std::{
    fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
    process::Command,
    thread,
    time::Duration,
};

use rustix::process::Signal;

use crate::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::{Trial, signal},
};

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    report.row("-o keeps modes and links", |row| {
        let folder = target.folder("outputs");
        row.judge("umask 077", new_mode(target, &folder));
        row.judge("a file of mode 0600", old_mode(target, &folder));
        row.judge("a link to a file", link(target, &folder));
        row.judge("a link in the place of a checkpoint", planted(target, &folder));
    });
    report.row("-o that cannot be written", |row| {
        let folder = target.folder("refused");
        for ending in ["csv", "grid", "json", "npy", "squares", "svg", "png", "gif", "pdf"] {
            let format = ["solve", "5", "-f", ending, "-o", "/dev/full"];
            row.judge(format.join(" "), Trial::new(target, &folder, &format).run().verdict(&[2]));
            let nowhere = ["solve", "5", "-f", ending, "-o", "missing/file"];
            row.judge(nowhere.join(" "), Trial::new(target, &folder, &nowhere).run().verdict(&[2]));
        }
        row.judge("a pipe that nobody reads, and Ctrl-C", pipe(target, &folder));
    });
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).map_or(0, |data| data.permissions().mode() & 0o777)
}

fn new_mode(target: &AttackTarget, folder: &Path) -> CheckResult {
    let script = "umask 077; exec \"$0\" solve 5 -o new.svg";
    let status = Command::new("sh").arg("-c").arg(script).arg(&target.ktour).current_dir(folder).status();
    let mode = mode(&folder.join("new.svg"));
    if status.is_ok_and(|status| status.success()) && mode == 0o600 {
        Ok(())
    } else {
        Err(format!("the new file has mode {mode:o}"))
    }
}

fn old_mode(target: &AttackTarget, folder: &Path) -> CheckResult {
    let path = folder.join("old.svg");
    fs::write(&path, "old").expect("a file in a temporary folder");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("a mode");
    Trial::new(target, folder, &["solve", "5", "-o", "old.svg"]).run().verdict(&[0])?;
    if mode(&path) == 0o600 { Ok(()) } else { Err(format!("its mode is now {:o}", mode(&path))) }
}

fn link(target: &AttackTarget, folder: &Path) -> CheckResult {
    let (path, link) = (folder.join("far.svg"), folder.join("near.svg"));
    fs::write(&path, "old").expect("a file in a temporary folder");
    symlink(&path, &link).expect("a link");
    Trial::new(target, folder, &["solve", "5", "-o", "near.svg"]).run().verdict(&[0])?;
    let is_link = fs::symlink_metadata(&link).is_ok_and(|data| data.is_symlink());
    let is_new = fs::read(&path).is_ok_and(|file| file.starts_with(b"<svg"));
    if is_link && is_new { Ok(()) } else { Err("the link was replaced and its file stayed old".to_owned()) }
}

/// The names of a checkpoint are known: none of them may be written through.
fn planted(target: &AttackTarget, folder: &Path) -> CheckResult {
    let treasure = folder.join("treasure");
    for name in ["layer.half", "layer.ktour", "lock", ".lock", "ktour.lock"] {
        let place = folder.join(format!("cp-{name}"));
        fs::create_dir_all(&place).expect("a folder in a temporary folder");
        fs::write(&treasure, "treasure").expect("a file in a temporary folder");
        symlink(&treasure, place.join(name)).expect("a link");
        let place = place.to_string_lossy();
        Trial::new(target, folder, &["count", "6x6", "--checkpoint", &place]).run().verdict(&[0, 2])?;
        if fs::read(&treasure).ok().as_deref() != Some(b"treasure") {
            return Err(format!("a file was written through a link named {name}"));
        }
    }
    Ok(())
}

fn pipe(target: &AttackTarget, folder: &Path) -> CheckResult {
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    if !made.is_ok_and(|status| status.success()) {
        return Ok(());
    }
    let mut child = Trial::new(target, folder, &["solve", "6", "-f", "npy", "-o", "pipe"]).spawn();
    thread::sleep(Duration::from_millis(300));
    signal(&child, Signal::INT);
    for _ in 0..500 {
        if child.try_wait().is_ok_and(|status| status.is_some()) {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(10));
    }
    let _ = child.kill().and_then(|()| child.wait());
    Err("Ctrl-C did not end it within 5 s".to_owned())
}
