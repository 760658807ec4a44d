//! What the server allows itself.

use std::{path::PathBuf, time::Duration};

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many heavy jobs run at once.
    pub jobs: usize,
    /// How many more may wait.
    pub queue: usize,
    /// Time that work has to end or to find a place among the heavy jobs before it waits in the queue.
    pub look: Duration,
    /// How long one job may take.
    pub max_time: Duration,
    /// How many bytes all jobs and their answers may take together; heavy jobs leave an eighth to others.
    pub memory: u128,
    /// Names of this server beside `localhost` and its addresses.
    pub hosts: Vec<String>,
    /// A folder to read the page from instead of the files in the binary, for those who write it.
    pub page: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            // Four searches can be raced side by side.
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

/// Bytes of a request's body.
pub(crate) const MAX_BODY_BYTES: usize = 4 << 20;
/// Approximate memory of one byte of a JSON document once it is parsed.
pub(crate) const DOCUMENT_BYTES_PER_BODY_BYTE: usize = 16;
/// How long a request's body may take to arrive.
pub(crate) const BODY_TIMEOUT: Duration = Duration::from_secs(10);
