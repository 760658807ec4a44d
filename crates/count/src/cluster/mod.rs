//! Counting across processes and machines: the same layers, shared out by a hash.
//!
//! Every worker has a share of each layer. It follows its states with the step that one machine
//! uses and sends what follows to the worker whose share it belongs to, over
//! [timely dataflow](https://docs.rs/timely); between two layers all of them agree on how many
//! states there are and how wide the numbers must be. So the layers, and the count, are those of
//! one machine.
//!
//! The engine carries bytes and knows when a layer is complete. Who takes part (`rendezvous`), who
//! is lost (`heartbeat`), who has the key (`seal`), and what is left of a count that was killed
//! (`checkpoint`) is decided here.
//!
//! Connections are not encrypted, and authenticated only where processes share a [`Key`].
//!
//! ```
//! use knights_tour::{Board, Control, Puzzle, TourKind};
//! use knights_tour_count::{Counter, Resources, cluster::Cluster};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let (resources, control) = (Resources::default(), Control::unlimited());
//! let tally = Cluster::alone(2).count(&Counter::new(&puzzle)?, &resources, &control)?;
//! assert_eq!(*tally.counted.tours.undirected(), 9862u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod connection;
mod epoch;
mod error;
mod exchange;
mod handshake;
mod heartbeat;
mod hosts;
mod message;
mod rendezvous;
mod report;
mod seal;
mod shared;
mod socket;
mod worker;

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use knights_tour::Control;
use timely::{
    CommunicationConfig, WorkerConfig,
    communication::{
        AllocatorBuilder, Hooks,
        allocator::zero_copy::initialize::{CommsGuard, initialize_networking_from_sockets},
        initialize_from,
    },
};

use self::{
    checkpoint::{Hold, Parts, newest_whole},
    connection::{Connection, Traffic},
    handshake::Greeting,
    heartbeat::Peers,
    rendezvous::Rendezvous,
    shared::{Process, SharedWalk},
    worker::Worker,
};
use crate::{CountError, Counted, Counter, Resources, TourCount, halves::meeting::Side, run::Run};

pub use error::ClusterError;
pub use hosts::Hosts;
pub use seal::Key;

/// How long to wait for a process that has not come, or is silent.
const WAIT: Duration = Duration::from_secs(60);
/// Between two looks at whether to stop.
const LOOK: Duration = Duration::from_millis(50);

/// One process among those that count together.
#[derive(Clone, Debug)]
pub struct Cluster {
    hosts: Hosts,
    process: usize,
    workers: usize,
    wait: Duration,
    key: Option<Key>,
}

/// A count, and what travelled for it.
#[derive(Clone, Debug)]
pub struct Tally {
    /// The count; memory is that of all processes together.
    pub counted: Counted,
    /// States that went from one process to another.
    pub sent_states: u64,
    /// Bytes that all processes have sent.
    pub sent_bytes: u64,
}

impl Cluster {
    /// The process with this number, from 0.
    pub fn new(hosts: Hosts, process: usize) -> Result<Cluster, ClusterError> {
        match process < hosts.len() {
            true => Ok(Cluster { hosts, process, workers: 1, wait: WAIT, key: None }),
            false => Err(ClusterError::NoSuchProcess { process, processes: hosts.len() }),
        }
    }

    /// The only process, with so many workers.
    pub fn alone(workers: usize) -> Cluster {
        Cluster { hosts: Hosts::alone(), process: 0, workers: workers.max(1), wait: WAIT, key: None }
    }

    /// With so many workers in every process.
    pub fn with_workers(self, workers: usize) -> Cluster {
        Cluster { workers: workers.max(1), ..self }
    }

    /// Giving up on a process that has not come, or has not been heard, for so long.
    pub fn with_wait(self, wait: Duration) -> Cluster {
        Cluster { wait: wait.max(Duration::from_secs(1)), ..self }
    }

    /// With a secret: who does not have it is refused.
    ///
    /// ```
    /// use std::time::Duration;
    /// use knights_tour_count::cluster::{Cluster, Hosts, Key};
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
    fn who(&self, process: usize) -> String {
        format!("process {process} ({})", self.hosts.address(process))
    }

    /// How many tours, exactly; every process comes to know.
    ///
    /// *Guarantee:* the number and the layers of [`Counter::count`], or an error that names what
    /// went wrong and where. *Cost:* that of `count`, shared out, and the states that go from one
    /// process to another.
    pub fn count(
        &self,
        counter: &Counter,
        resources: &Resources,
        control: &Control,
    ) -> Result<Tally, ClusterError> {
        let (prepared, report) = (counter.prepared(), counter.report());
        report.begin();
        let resources = resources.clone().with_threads(self.workers);
        let run = &Run { resources: &resources, control, report };
        if let Some(number) = prepared.tiny() {
            let tours = TourCount::of(&prepared.puzzle, number.into());
            let counted = Counted { tours, states: 0, peak_bytes: 0 };
            return Ok(Tally { counted, sent_states: 0, sent_bytes: 0 });
        }
        let (meeting, whole) = (prepared.meeting(run)?, prepared.folded(run)?);
        let question = prepared.about();
        // Held until this returns, however it does.
        let _hold = match &resources.checkpoint {
            Some(directory) => Some(Hold::new(directory, &self.hosts.line(), self.processes() == 1)?),
            None => None,
        };
        let parts = resources.checkpoint.as_deref().map(|directory| Parts::new(directory, &question));
        let seen = parts.as_ref().map_or(Ok(Vec::new()), Parts::seen)?;
        let (events, ends) = channel();
        let peers = Arc::new(Peers::new(events, self.wait));
        let traffic = Arc::<Traffic>::default();
        let greeting = Greeting::new(self, question, seen);
        let met =
            Rendezvous { cluster: self, greeting, peers: &peers, traffic: &traffic, events: &ends, run };
        let gathered = met.gather().inspect_err(|error| peers.end(error))?;
        let (glue, steps) = (meeting.map_or(0, |meeting| meeting.last().glue), whole.steps.len());
        let halves = meeting.map(|meeting| {
            let walk = |side: &Side| SharedWalk::new(&side.plan, side.glue, &resources);
            (meeting.sides.iter().map(walk).collect(), meeting.clone())
        });
        let process = Arc::new(Process {
            puzzle: prepared.puzzle.clone(),
            number: self.process,
            workers: self.workers,
            halves,
            whole: SharedWalk::new(whole, steps, &resources),
            pairings: OnceLock::new(),
            left: newest_whole(&gathered.seen).filter(|left| [glue, steps].contains(&left.at.end)),
            parts,
            traffic,
            is_over: AtomicBool::new(false),
            resources,
            control: control.clone(),
            report: report.clone(),
        });
        let (answers, answered) = channel();
        let running = match start(&process, gathered.connections, &peers, answers) {
            Ok(running) => running,
            Err(error) => {
                let address = self.hosts.address(self.process).to_owned();
                let error = ClusterError::NotListening { process: self.process, address, error };
                peers.end(&error);
                return Err(error);
            }
        };
        let tally = loop {
            match answered.recv_timeout(LOOK) {
                Ok(Ok(tally)) => break Ok(tally),
                // Who stops because all is over does not say why.
                Ok(Err(CountError::Stopped)) => {}
                Ok(Err(error)) => break Err(error.into()),
                Err(RecvTimeoutError::Disconnected) => {
                    break Err(ends.recv_timeout(LOOK).unwrap_or(CountError::Stopped.into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Ok(ended) = ends.try_recv() {
                break Err(ended);
            }
            if process.run().is_stopped(0) {
                break Err(CountError::Stopped.into());
            }
        };
        match tally {
            Ok(tally) => {
                peers.done();
                running.finish(|| ends.try_recv().is_ok());
                peers.close();
                Ok(tally)
            }
            Err(error) => {
                process.is_over.store(true, Ordering::Relaxed);
                peers.end(&error);
                // Its threads wait for somebody who is gone.
                std::mem::forget(running);
                Err(error)
            }
        }
    }
}

/// Threads that end by themselves once everybody is done.
struct Running {
    workers: timely::communication::WorkerGuards<()>,
    connections: Option<CommsGuard>,
}

impl Running {
    /// Waits for what is still on its way, unless somebody is lost who would have taken it.
    fn finish(self, mut is_lost: impl FnMut() -> bool) {
        let (done, is_done) = channel::<()>();
        let ended = thread::Builder::new().spawn(move || {
            drop(self.workers.join());
            drop(self.connections);
            drop(done);
        });
        if ended.is_ok() {
            while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) && !is_lost() {}
        }
    }
}

/// Without it, all would wait for a worker that has panicked.
struct Alarm(Arc<Peers>);

impl Drop for Alarm {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lost("a worker of this process", "by a panic");
        }
    }
}

/// Starts the workers of this process; the first of them answers, and whoever fails.
fn start(
    process: &Arc<Process>,
    connections: Vec<Option<Connection>>,
    peers: &Arc<Peers>,
    answers: Sender<Result<Tally, CountError>>,
) -> Result<Running, String> {
    let (builders, _) = CommunicationConfig::Process(process.workers).try_build()?;
    let (builders, connections) = if connections.len() == 1 {
        (builders, None)
    } else {
        let inner = builders.into_iter().filter_map(|builder| match builder {
            AllocatorBuilder::Process(builder) => Some(builder),
            _ => None,
        });
        let (number, workers) = (process.number, process.workers);
        let hooks = Hooks::default();
        let (builders, connections) =
            initialize_networking_from_sockets(inner.collect(), connections, number, workers, hooks)
                .map_err(|error| error.to_string())?;
        (builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Some(connections))
    };
    let (process, peers) = (process.clone(), peers.clone());
    let answers = std::sync::Mutex::new(answers);
    let workers = initialize_from(builders, Box::new(()), move |allocator| {
        let answers = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        let _alarm = Alarm(peers.clone());
        // Without a clock the engine never sleeps.
        let clock = Some(Instant::now());
        let mut engine = timely::worker::Worker::new(WorkerConfig::default(), allocator, clock);
        let is_first = engine.index() == process.own().start;
        let tally = Worker::new(&mut engine, &process).run();
        let is_whole = tally.is_ok();
        if is_first || !is_whole {
            // Nobody listens any more when the count has ended.
            let _ = answers.send(tally);
        }
        while is_whole && engine.has_dataflows() && process.check().is_ok() {
            engine.step_or_park(Some(LOOK));
        }
    })?;
    Ok(Running { workers, connections })
}
