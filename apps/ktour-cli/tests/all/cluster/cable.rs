//! Processes in separate network namespaces, whose connection is cut.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use super::{ANSWER, all, is_counted, process, sentence, text};

/// Runs `ip`, if it is installed and permitted.
fn ip(arguments: &str) -> Result<(), String> {
    let output = Command::new("ip").args(arguments.split(' ')).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(())
    } else {
        Err(format!("ip {arguments}: {}", text(&output.stderr).trim()))
    }
}

/// Two network namespaces with a connection, removed on drop.
struct Cable([String; 2]);

impl Cable {
    fn new() -> Result<Cable, String> {
        let names = ["a", "b"].map(|end| format!("ktour-{end}-{}", std::process::id()));
        let cable = Cable(names);
        let [a, b] = &cable.0;
        ip(&format!("netns add {a}"))?;
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add veth0 netns {a} type veth peer name veth0 netns {b}"))?;
        for (name, address) in [(a, "10.77.0.1/24"), (b, "10.77.0.2/24")] {
            ip(&format!("-n {name} addr add {address} dev veth0"))?;
            ip(&format!("-n {name} link set veth0 up"))?;
            ip(&format!("-n {name} link set lo up"))?;
        }
        Ok(cable)
    }

    fn run(&self, end: usize, command: &Command) -> Command {
        let mut inside = Command::new("ip");
        inside.args(["netns", "exec", &self.0[end]]).arg(command.get_program()).args(command.get_args());
        inside.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        inside
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for name in &self.0 {
            let _ = ip(&format!("netns del {name}"));
        }
    }
}

#[test]
fn separate_machines_count_over_a_cable_and_notice_when_it_is_cut() {
    let cable = match Cable::new() {
        Ok(cable) => cable,
        Err(why) => {
            crate::skipping::skipped(&format!("no network namespaces here, {why}"));
            return;
        }
    };
    let directory = tempfile::tempdir().unwrap();
    let hosts = directory.path().join("hosts");
    fs::write(&hosts, "10.77.0.1:4001\n10.77.0.2:4001\n").unwrap();
    let start = |board, more: &[&str]| -> Vec<Child> {
        (0..2).map(|at| cable.run(at, &process(board, &hosts, at, more)).spawn().unwrap()).collect()
    };
    is_counted(&all(start("6x8", &[])), ANSWER);
    // A cut cable closes no connection: the only sign is silence.
    let children = start("8x8", &["--cluster-wait", "3"]);
    thread::sleep(Duration::from_millis(2500));
    ip(&format!("-n {} link set veth0 down", cable.0[1])).unwrap();
    for (output, other) in
        all(children).iter().zip(["process 1 (10.77.0.2:4001)", "process 0 (10.77.0.1:4001)"])
    {
        let sentence = sentence(output, 3);
        assert!(
            sentence.contains(&format!("{other} was lost, nothing was received from it for 3 s")),
            "{sentence}"
        );
    }
}
