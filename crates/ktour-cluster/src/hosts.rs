//! The hosts file: one line `host:port` per process.
//!
//! Empty lines and everything after a `#` are ignored. A line without a host, `:4001` or `4001`, means this
//! machine, so nothing can be reached from outside unless the file says so.

use std::{fs, path::Path};

use super::{ClusterError, error::WrongLine};

/// The addresses of the processes, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// Address of a process whose line names no host.
const LOOPBACK: &str = "127.0.0.1";

impl Hosts {
    /// A single process without others.
    pub fn alone() -> Hosts {
        Hosts(vec![LOOPBACK.to_owned()])
    }

    /// Reads a hosts file.
    ///
    /// ```
    /// use ktour_cluster::Hosts;
    /// let file = std::env::temp_dir().join(format!("hosts-{}", std::process::id()));
    /// std::fs::write(&file, "10.0.0.2:4001\n10.0.0.3:4001\n")?;
    /// assert_eq!(Hosts::read(&file)?.len(), 2);
    /// assert_eq!(Hosts::parse("4001 # this machine\n:4002\n", "two lines")?.len(), 2);
    /// assert_eq!(Hosts::alone().len(), 1); // a single process
    /// std::fs::remove_file(file)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(path: &Path) -> Result<Hosts, ClusterError> {
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Hosts::parse(&text, &name),
            Err(error) => Err(ClusterError::HostsUnreadable { path: name, error: error.to_string() }),
        }
    }

    /// Reads the lines of a hosts file; `name` is used for it in errors.
    pub fn parse(text: &str, name: &str) -> Result<Hosts, ClusterError> {
        let mut hosts: Vec<String> = Vec::new();
        for (at, whole) in text.lines().enumerate() {
            let line = whole.split('#').next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let wrong = |why| ClusterError::HostsLine {
                path: name.to_owned(),
                line: at + 1,
                found: line.to_owned(),
                why,
            };
            let address = address(line).ok_or(wrong(WrongLine::NoAddress))?;
            if hosts.contains(&address) {
                return Err(wrong(WrongLine::Twice));
            }
            hosts.push(address);
        }
        match hosts.is_empty() {
            true => Err(ClusterError::HostsEmpty { path: name.to_owned() }),
            false => Ok(Hosts(hosts)),
        }
    }

    /// How many processes there are.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Address of a process.
    pub(super) fn address(&self, process: usize) -> &str {
        &self.0[process]
    }

    /// All of them in one line.
    pub(super) fn line(&self) -> String {
        self.0.join(" ")
    }
}

/// A host and a port, as they are dialled.
fn address(line: &str) -> Option<String> {
    let (host, port) = line.rsplit_once(':').unwrap_or(("", line));
    let port: u16 = port.parse().ok().filter(|port| *port > 0)?;
    let is_bare_v6 = host.contains(':') && !(host.starts_with('[') && host.ends_with(']'));
    if is_bare_v6 || host.contains(|c: char| c.is_whitespace() || c.is_control() || "/,;@".contains(c)) {
        return None;
    }
    let host = if host.is_empty() { LOOPBACK } else { host };
    Some(format!("{host}:{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_hosts_and_ports() {
        let hosts =
            Hosts::parse("# two here\n:4001\n4002\n\nbig.lan:4001 # the big one\n[::1]:7\n", "f").unwrap();
        assert_eq!(hosts.line(), "127.0.0.1:4001 127.0.0.1:4002 big.lan:4001 [::1]:7");
        assert_eq!(hosts.len(), 4);
    }

    #[test]
    fn a_wrong_line_is_named_with_what_would_be_right() {
        for (line, why) in [
            ("big.lan", "is no address"),
            ("big.lan:0", "is no address"),
            ("big.lan:70000", "is no address"),
            ("big lan:4001", "is no address"),
            ("::1:4001", "is no address"),
            ("127.0.0.1:4001", "is listed twice"),
        ] {
            let error = Hosts::parse(&format!(":4001\n\n{line}\n"), "hosts").unwrap_err().to_string();
            let wanted = format!(
                "hosts line 3: {line:?} {why}: write host:port, such as 10.0.0.2:4001, once for every process"
            );
            assert_eq!(error, wanted);
        }
        let error = Hosts::parse("# nobody\n", "hosts").unwrap_err().to_string();
        assert_eq!(error, "hosts names no process: write a line host:port for each, such as 10.0.0.2:4001");
    }
}
