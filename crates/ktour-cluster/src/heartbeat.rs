//! The heartbeat: a second connection to every other process, to notice a lost process.
//!
//! The engine cannot report that a process has vanished. So every process receives a beat from every other
//! process each second, and a final message when one ends: done, interrupted, or the error. If a connection
//! closes without that message, or is silent for too long, the process is lost. The process that notices this
//! first sends its name to the others before it ends, so that all report the same one.

use std::{
    io,
    net::Shutdown,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
        mpsc::Sender,
    },
    thread,
    time::Duration,
};

use super::{ClusterError, loss::Loss, socket::Socket};

/// How things stand with another process.
#[derive(Default)]
pub(crate) struct PeerState(AtomicU8);

impl PeerState {
    const DONE: u8 = 1;
    const GONE: u8 = 2;

    /// Whether it has ended well.
    pub(crate) fn is_done(&self) -> bool {
        self.0.load(Ordering::Acquire) == PeerState::DONE
    }

    pub(crate) fn is_gone(&self) -> bool {
        self.0.load(Ordering::Acquire) == PeerState::GONE
    }

    fn set(&self, standing: u8) {
        self.0.store(standing, Ordering::Release);
    }
}

/// One other process.
struct Peer {
    name: String,
    socket: Mutex<Socket>,
    standing: Arc<PeerState>,
}

/// All of them.
pub(crate) struct Peers {
    /// Name of this process.
    own: String,
    peers: Mutex<Vec<Arc<Peer>>>,
    /// Sender of the reason for which the count ends.
    events: Sender<ClusterError>,
    wait: Duration,
    is_closed: Arc<AtomicBool>,
}

impl Peers {
    /// None yet, of a process with this name; `wait` is how long one may be silent.
    pub(crate) fn new(own: String, events: Sender<ClusterError>, wait: Duration) -> Peers {
        Peers { own, peers: Mutex::default(), events, wait, is_closed: Arc::default() }
    }

    fn all(&self) -> Vec<Arc<Peer>> {
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// One more, over a connection whose greetings are exchanged.
    pub(crate) fn add(&self, name: String, socket: Socket) -> io::Result<Arc<PeerState>> {
        socket.stream.set_read_timeout(Some(self.wait))?;
        socket.stream.set_write_timeout(Some(self.wait))?;
        let mut heard = socket.try_clone()?;
        let standing = Arc::<PeerState>::default();
        let peer = Arc::new(Peer { name, socket: Mutex::new(socket), standing: standing.clone() });
        self.peers.lock().unwrap_or_else(PoisonError::into_inner).push(peer.clone());
        let (events, wait, is_closed) = (self.events.clone(), self.wait, self.is_closed.clone());
        thread::Builder::new().name(format!("heartbeat of {}", peer.name)).spawn(move || {
            let ended = peer.listen(&mut heard, wait);
            if let Some(error) = ended
                && !is_closed.load(Ordering::Acquire)
            {
                peer.standing.set(PeerState::GONE);
                // The receiver is dropped when the count has ended.
                let _ = events.send(error);
            }
        })?;
        Ok(standing)
    }

    /// Beats from now on, until it is closed.
    pub(crate) fn beat(self: &Arc<Peers>) -> io::Result<()> {
        let peers = self.clone();
        let pause = Duration::from_secs(1).min(self.wait / 4);
        thread::Builder::new().name("beat".to_owned()).spawn(move || {
            while !peers.is_closed.load(Ordering::Acquire) {
                peers.tell("beat");
                thread::sleep(pause);
            }
        })?;
        Ok(())
    }

    fn tell(&self, text: &str) {
        for peer in self.all() {
            let mut socket = peer.socket.lock().unwrap_or_else(PoisonError::into_inner);
            // A connection that is broken is noticed by the thread that listens to it.
            let _ = socket.say(text.as_bytes());
        }
    }

    /// This process is done: that its connections close is no loss.
    pub(crate) fn done(&self) {
        self.tell("done");
    }

    /// Sends the reason for which this process ends early to the others.
    pub(crate) fn end(&self, why: &ClusterError) {
        use ktour_count::CountError::Stopped;
        match why {
            ClusterError::Lost { peer, how } => self.tell(&format!("lost\n{peer}\n{}", how.line())),
            ClusterError::Count(Stopped) => self.tell("interrupted"),
            ClusterError::Interrupted { peer } => self.tell(&format!("interrupted\n{peer}")),
            other => self.tell(&format!("ended\n{other}")),
        }
        self.close();
    }

    /// Hangs up.
    pub(crate) fn close(&self) {
        self.is_closed.store(true, Ordering::Release);
        for peer in self.all() {
            let socket = peer.socket.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = socket.stream.shutdown(Shutdown::Both);
        }
    }

    /// A process is lost.
    pub(crate) fn lost(&self, peer: &str, how: Loss) {
        let _ = self.events.send(ClusterError::Lost { peer: peer.to_owned(), how });
    }

    /// This process is lost itself.
    pub(crate) fn lost_here(&self, how: Loss) {
        self.lost(&self.own, how);
    }
}

impl Peer {
    /// Listens until the last message and returns the reason for which the count must end, if any.
    fn listen(&self, heard: &mut Socket, wait: Duration) -> Option<ClusterError> {
        let lost = |how| Some(ClusterError::Lost { peer: self.name.clone(), how });
        loop {
            let text = match heard.hear_text() {
                Ok(text) => text,
                Err(_) if self.standing.is_done() => return None,
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return lost(Loss::Silent { seconds: wait.as_secs() });
                }
                Err(error) if error.kind() == io::ErrorKind::InvalidData => return lost(Loss::WrongSeal),
                Err(_) => return lost(Loss::Closed),
            };
            let mut lines = text.splitn(3, '\n');
            match (lines.next(), lines.next(), lines.next()) {
                (Some("done"), ..) => self.standing.set(PeerState::DONE),
                (Some("interrupted"), peer, _) => {
                    let peer = peer.unwrap_or(&self.name).to_owned();
                    return Some(ClusterError::Interrupted { peer });
                }
                (Some("lost"), Some(peer), Some(how)) => {
                    let (peer, how) = (peer.to_owned(), Loss::of_line(how).unwrap_or(Loss::Closed));
                    return Some(ClusterError::Lost { peer, how });
                }
                (Some(word @ ("ended" | "refused")), ..) => {
                    let why = text.split_once('\n').map_or("", |(_, why)| why).to_owned();
                    let peer = self.name.clone();
                    return Some(match word {
                        "ended" => ClusterError::Ended { peer, why },
                        _ => ClusterError::Refused { peer, why },
                    });
                }
                _ => {}
            }
        }
    }
}
