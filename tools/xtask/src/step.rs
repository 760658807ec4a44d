//! Programs that are run one after another, and what each took.

use std::{env, fs, process::Command, time::Instant};

/// The build tool that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program, and says what it took.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<(), String> {
    eprintln!("== {name}");
    let (began, before) = (Instant::now(), processor_time());
    let status = command.status().map_err(|error| format!("{name}: {error}"))?;
    if !status.success() {
        return Err(format!("{name} failed"));
    }
    let spent = processor_time().zip(before).map(|(now, before)| now - before);
    let spent = spent.map(|seconds| format!(", {seconds:.0} s of processor time")).unwrap_or_default();
    eprintln!("== {name}: {:.0} s{spent}", began.elapsed().as_secs_f64());
    Ok(())
}

/// Processor time of all child programs that have ended, in seconds; read from Linux.
fn processor_time() -> Option<f64> {
    /// Clock ticks per second in the kernel's reports, on every architecture.
    const TICKS: f64 = 100.0;
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The numbers follow the name, which may contain anything; the 14th and 15th are those of waited-for
    // children.
    let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let (user, system): (f64, f64) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    Some((user + system) / TICKS)
}
