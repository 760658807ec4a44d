//! One process among those that count together: its number, its workers, its key.

use std::time::Duration;

use super::{error::ClusterError, hosts::Hosts, seal::Key};

/// How long to wait for a process that has not come, or is silent.
const DEFAULT_PEER_TIMEOUT: Duration = Duration::from_secs(60);

/// One process among those that count together.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub(super) hosts: Hosts,
    pub(super) process: usize,
    pub(super) workers: usize,
    pub(super) wait: Duration,
    pub(super) key: Option<Key>,
}

impl Cluster {
    /// The process with this number, from 0.
    pub fn new(hosts: Hosts, process: usize) -> Result<Cluster, ClusterError> {
        match process < hosts.len() {
            true => Ok(Cluster { hosts, process, workers: 1, wait: DEFAULT_PEER_TIMEOUT, key: None }),
            false => Err(ClusterError::NoSuchProcess { process, processes: hosts.len() }),
        }
    }

    /// The only process, with this many workers.
    pub fn alone(workers: usize) -> Cluster {
        Cluster {
            hosts: Hosts::alone(),
            process: 0,
            workers: workers.max(1),
            wait: DEFAULT_PEER_TIMEOUT,
            key: None,
        }
    }

    /// Sets the number of workers in every process.
    pub fn with_workers(self, workers: usize) -> Cluster {
        Cluster { workers: workers.max(1), ..self }
    }

    /// How long to wait for a process that has not connected or has gone silent.
    pub fn with_wait(self, wait: Duration) -> Cluster {
        Cluster { wait: wait.max(Duration::from_secs(1)), ..self }
    }

    /// Sets a secret: processes that do not have it are refused.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ktour_cluster::{Cluster, Hosts, Key};
    /// let hosts = Hosts::parse("10.0.0.2:4001\n10.0.0.3:4001\n", "hosts")?;
    /// let first = Cluster::new(hosts, 0)?.with_workers(2).with_wait(Duration::from_secs(5));
    /// let first = first.with_key(Key::new(b"a secret of all processes").unwrap());
    /// assert_eq!(first.processes(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_key(self, key: Key) -> Cluster {
        Cluster { key: Some(key), ..self }
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        self.hosts.len()
    }

    /// A process by its number and address.
    pub(super) fn named(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.address(process))
    }
}
