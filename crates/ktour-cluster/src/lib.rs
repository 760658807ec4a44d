//! Counting across processes and machines: the same layers, divided by a hash.
//!
//! Every process has a share of each layer. It takes the same step as one machine, on all its threads, and
//! sends each resulting state class to the process that owns it, over [timely
//! dataflow](https://docs.rs/timely); between two layers all processes agree on the number of states and
//! their widths. So the layers and the count are the same as on one machine.
//!
//! The engine carries bytes and knows when a layer is complete. This module decides which processes take part
//! (`rendezvous`), which are lost (`heartbeat`), which have the key (`seal`), and how a killed count
//! continues (`checkpoint`).
//!
//! Connections are not encrypted, and are authenticated only if the processes share a [`Key`].
//!
//! ```
//! use ktour_core::{Board, Control, Puzzle, TourKind};
//! use ktour_cluster::Cluster;
//! use ktour_count::{Counter, Resources};
//!
//! let puzzle = Puzzle::new(Board::new(6, 6)?).with_kind(TourKind::Closed);
//! let (resources, control) = (Resources::default(), Control::unlimited());
//! let tally = Cluster::alone(2).count(&Counter::new(&puzzle)?, &resources, &control)?;
//! assert_eq!(*tally.counted.tours.undirected(), 9862u32.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod config;
mod connection;
mod epoch;
mod error;
mod handshake;
mod heartbeat;
mod hosts;
mod loss;
mod message;
mod rendezvous;
mod report;
mod seal;
mod shared;
mod socket;
mod threads;
mod worker;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
    mpsc::{Receiver, RecvTimeoutError, channel},
};

use ktour_core::Control;

use self::{
    checkpoint::{DirectoryLock, Parts, newest_whole},
    connection::Traffic,
    handshake::Greeting,
    heartbeat::Peers,
    rendezvous::Rendezvous,
    shared::Process,
    threads::{STOP_CHECK_INTERVAL, start},
};
use ktour_count::{CountError, Counted, Counter, Resources, TourCount, engine::Context};

pub use config::Cluster;
pub use error::{ClusterError, Difference, WrongKey, WrongLine};
pub use hosts::Hosts;
pub use loss::Loss;
pub use seal::Key;
pub use worker::Tally;

impl Cluster {
    /// Exactly how many tours there are; every process gets the answer.
    ///
    /// *Guarantee:* the number and the layers of [`Counter::count`], or an error that names what went wrong
    /// and where. *Cost:* that of `count`, divided among the processes, and sending states from one process
    /// to another.
    pub fn count(
        &self,
        counter: &Counter,
        resources: &Resources,
        control: &Control,
    ) -> Result<Tally, ClusterError> {
        let (prepared, report) = (counter.prepared(), counter.report());
        let resources = resources.clone().with_threads(self.workers);
        let run = &Context { resources: &resources, control, report };
        run.report_begin();
        if let Some(number) = prepared.tiny() {
            let tours = TourCount::of(&prepared.puzzle, number.into());
            let counted = Counted { tours, states: 0, peak_bytes: 0, written_bytes: 0, read_bytes: 0 };
            return Ok(Tally { counted, sent_states: 0, sent_bytes: 0 });
        }
        let (meeting, whole) = (prepared.meeting(run)?, prepared.folded(run)?);
        let question = prepared.about();
        // Held until this returns, however it does.
        let _hold = match resources.checkpoint() {
            Some(directory) => {
                Some(DirectoryLock::new(directory, &self.hosts.line(), self.processes() == 1)?)
            }
            None => None,
        };
        let parts = resources.checkpoint().map(|directory| Parts::new(directory, &question));
        let seen = parts.as_ref().map_or(Ok(Vec::new()), Parts::seen)?;
        let (events, ends) = channel();
        let peers = Arc::new(Peers::new(self.named(self.process), events, self.wait));
        let traffic = Arc::<Traffic>::default();
        let greeting = Greeting::new(self, question, seen);
        let met =
            Rendezvous { cluster: self, greeting, peers: &peers, traffic: &traffic, events: &ends, run };
        let gathered = met.gather().inspect_err(|error| peers.end(error))?;
        let (glue, steps) = (meeting.map_or(0, |meeting| meeting.last().glue), whole.len());
        let process = Arc::new(Process {
            puzzle: prepared.puzzle.clone(),
            number: self.process,
            meeting: meeting.cloned(),
            whole: whole.clone(),
            left: newest_whole(&gathered.seen).filter(|left| [glue, steps].contains(&left.at.end)),
            parts,
            traffic,
            is_over: AtomicBool::new(false),
            resources,
            control: control.clone(),
            report: report.clone(),
        });
        let (answers, answered) = channel();
        let running = start(&process, gathered.connections, &peers, answers)
            .map_err(|error| ClusterError::NotStarted { process: self.process, error: error.to_string() })
            .inspect_err(|error| peers.end(error))?;
        match answer(&process, &answered, &ends) {
            Ok(tally) => {
                peers.done();
                running.finish(|| ends.try_recv().is_ok());
                peers.close();
                Ok(tally)
            }
            Err(error) => {
                process.is_over.store(true, Ordering::Relaxed);
                peers.end(&error);
                // Its threads wait for a process that is gone.
                std::mem::forget(running);
                Err(error)
            }
        }
    }
}

/// Waits for the workers' answer, for the end of another process, or to be stopped.
fn answer(
    process: &Process,
    answered: &Receiver<Result<Tally, CountError>>,
    ends: &Receiver<ClusterError>,
) -> Result<Tally, ClusterError> {
    loop {
        match answered.recv_timeout(STOP_CHECK_INTERVAL) {
            Ok(Ok(tally)) => return Ok(tally),
            // A worker that stops because all is over does not say why.
            Ok(Err(CountError::Stopped)) => {}
            Ok(Err(error)) => return Err(error.into()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(ends.recv_timeout(STOP_CHECK_INTERVAL).unwrap_or(CountError::Stopped.into()));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Ok(ended) = ends.try_recv() {
            return Err(ended);
        }
        if process.run().is_stopped(0) {
            return Err(CountError::Stopped.into());
        }
    }
}
