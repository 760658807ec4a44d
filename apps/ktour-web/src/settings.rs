//! Limits and options of a server.

use std::{path::PathBuf, time::Duration};

/// Limits and options of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Maximum number of heavy jobs at once.
    pub jobs: usize,
    /// Maximum number of jobs that wait for a place.
    pub queue: usize,
    /// Time that a job without a place has to end or to find one, before it is stopped and waits in the
    /// queue.
    pub look: Duration,
    /// Time limit of a job.
    pub max_time: Duration,
    /// Memory limit in bytes of all jobs and their responses; heavy jobs leave an eighth of it to others.
    pub memory: u128,
    /// Allowed names of this server besides `localhost` and its addresses.
    pub hosts: Vec<String>,
    /// Folder from which the page is read instead of the binary, for those who edit it.
    pub page: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            // The page races four searches at once.
            jobs: cores.max(4),
            queue: 16,
            look: Duration::from_millis(200),
            max_time: Duration::from_secs(600),
            memory: 1 << 30,
            hosts: Vec::new(),
            page: None,
        }
    }
}

/// Maximum size of a request's body in bytes.
pub(crate) const MAX_BODY_BYTES: usize = 4 << 20;
/// Approximate memory of one byte of a JSON document once it is parsed.
pub(crate) const DOCUMENT_BYTES_PER_BODY_BYTE: usize = 16;
/// Time limit for a request's body to arrive.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);
