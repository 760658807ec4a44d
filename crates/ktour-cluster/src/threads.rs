//! The worker of a process, a thread that runs the engine; it counts on all threads of the process.

use std::{
    io,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;
use timely::{
    CommunicationConfig, WorkerConfig,
    communication::{
        AllocatorBuilder, Hooks,
        allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets},
        initialize_from,
    },
};

use super::{
    connection::Connection,
    heartbeat::Peers,
    loss::Loss,
    shared::Process,
    worker::{Tally, Worker},
};
use ktour_count::CountError;

/// Between two looks at whether to stop.
pub(super) const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Why workers are not started.
#[derive(Debug, Error)]
pub(super) enum NotStarted {
    /// The engine refused, with its message.
    #[error("{0}")]
    Engine(String),
    /// The connections cannot be used.
    #[error(transparent)]
    Connections(#[from] io::Error),
}

/// The engine's errors have no type.
impl From<String> for NotStarted {
    fn from(words: String) -> NotStarted {
        NotStarted::Engine(words)
    }
}

/// Threads that end by themselves once all are done.
pub(super) struct Running {
    workers: timely::communication::WorkerGuards<()>,
    connections: Option<CommsGuard>,
}

impl Running {
    /// Waits for what is still on its way, unless a process is lost that would have taken it.
    pub(super) fn finish(self, mut is_lost: impl FnMut() -> bool) {
        let (done, is_done) = channel::<()>();
        let ended = thread::Builder::new().spawn(move || {
            drop(self.workers.join());
            drop(self.connections);
            drop(done);
        });
        if ended.is_ok() {
            while is_done.recv_timeout(STOP_CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) && !is_lost() {}
        }
    }
}

/// Without it, all would wait for a worker that has panicked.
struct PanicAlarm(Arc<Peers>);

impl Drop for PanicAlarm {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lost_here(Loss::Panicked);
        }
    }
}

/// Starts the worker of this process, which answers.
pub(super) fn start(
    process: &Arc<Process>,
    connections: Vec<Option<Connection>>,
    peers: &Arc<Peers>,
    answers: Sender<Result<Tally, CountError>>,
) -> Result<Running, NotStarted> {
    let (builders, _) = CommunicationConfig::Process(1).try_build()?;
    let (builders, connections) = if connections.len() == 1 {
        (builders, None)
    } else {
        let inner = builders.into_iter().filter_map(|builder| match builder {
            AllocatorBuilder::Process(builder) => Some(builder),
            _ => None,
        });
        let (number, workers) = (process.number, 1);
        let hooks = Hooks::default();
        let (builders, connections) =
            initialize_networking_from_sockets(inner.collect(), connections, number, workers, hooks)?;
        (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Some(connections))
    };
    let (process, peers) = (process.clone(), peers.clone());
    let answers = Mutex::new(answers);
    let workers = initialize_from(builders, Box::new(()), move |allocator| {
        let answers = answers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let _alarm = PanicAlarm(peers.clone());
        // Without a clock the engine never sleeps.
        let clock = Some(Instant::now());
        let mut engine = timely::worker::Worker::new(WorkerConfig::default(), allocator, clock);
        let tally = Worker::new(&mut engine, &process).run();
        let is_whole = tally.is_ok();
        // The receiver may have been dropped.
        let _ = answers.send(tally);
        while is_whole && engine.has_dataflows() && process.check().is_ok() {
            engine.step_or_park(Some(STOP_CHECK_INTERVAL));
        }
    })?;
    Ok(Running { workers, connections })
}
