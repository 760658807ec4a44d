//! A connection of the engine, which counts its bytes and breaks silently.
//!
//! Without a key it carries the engine's bytes directly. With a key they are sent in sealed messages, and the
//! engine reads only bytes whose seal is right.
//!
//! When a connection breaks, the engine would end the thread with a panic. Instead, a broken connection waits
//! for the heartbeat of that process: if the process is done, the connection ends normally; if it is gone,
//! the connection stays silent, because the count is over and the error is reported elsewhere.

use std::{
    io::{self, Cursor, Read, Write},
    net::Shutdown,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::{
    heartbeat::{PeerState, Peers},
    loss::Loss,
    socket::Socket,
};

/// The most bytes that are sealed together.
const MAX_SEALED_BYTES: usize = 1 << 16;
/// How long a broken connection waits for what its peer says, and between two looks at it.
const LAST_BEAT_TIMEOUT: Duration = Duration::from_secs(5);
const BEAT_CHECK_INTERVAL: Duration = Duration::from_millis(5);
/// How many bytes may wait to be sent before workers wait for them.
const MAX_UNSENT_BYTES: u64 = 64 << 20;

/// The bytes of a process.
#[derive(Default)]
pub(crate) struct Traffic {
    /// Handed to the engine since the last layer.
    given: AtomicU64,
    /// Written since the last layer, and in all layers before.
    written: AtomicU64,
    before: AtomicU64,
}

impl Traffic {
    pub(crate) fn give(&self, bytes: usize) {
        self.given.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// Whether more should wait.
    pub(crate) fn is_crowded(&self) -> bool {
        self.given.load(Ordering::Relaxed) > self.written.load(Ordering::Relaxed) + MAX_UNSENT_BYTES
    }

    /// Everything has arrived: nothing waits.
    pub(crate) fn settle(&self) {
        self.given.store(0, Ordering::Relaxed);
        self.before.fetch_add(self.written.swap(0, Ordering::Relaxed), Ordering::Relaxed);
    }

    /// All bytes written so far.
    pub(crate) fn all(&self) -> u64 {
        self.before.load(Ordering::Relaxed) + self.written.load(Ordering::Relaxed)
    }
}

/// A connection of the engine.
pub(crate) struct Connection {
    peer: String,
    socket: Socket,
    /// The last sealed message and the position of the reader in it.
    heard: Cursor<Vec<u8>>,
    standing: Arc<PeerState>,
    peers: Arc<Peers>,
    traffic: Arc<Traffic>,
}

impl Connection {
    pub(crate) fn new(
        peer: String,
        socket: Socket,
        standing: Arc<PeerState>,
        peers: Arc<Peers>,
        traffic: Arc<Traffic>,
    ) -> Connection {
        Connection { peer, socket, heard: Cursor::default(), standing, peers, traffic }
    }

    /// Bytes as they come, or those of messages whose seals fit.
    fn take(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.socket.seals.is_none() {
            return self.socket.stream.read(to);
        }
        while self.heard.position() == self.heard.get_ref().len() as u64 {
            self.heard = Cursor::new(self.socket.hear()?);
        }
        self.heard.read(to)
    }

    /// Bytes as they are, or a sealed message.
    fn give(&mut self, from: &[u8]) -> io::Result<usize> {
        if self.socket.seals.is_none() {
            return self.socket.stream.write(from);
        }
        let from = &from[..from.len().min(MAX_SEALED_BYTES)];
        self.socket.say(from).map(|()| from.len())
    }

    /// Comes back only if the other process is done.
    fn broken(&self) {
        let mut waited = Duration::ZERO;
        while !self.standing.is_done() {
            if self.standing.is_gone() {
                thread::park();
            }
            thread::sleep(BEAT_CHECK_INTERVAL);
            waited += BEAT_CHECK_INTERVAL;
            if waited == LAST_BEAT_TIMEOUT {
                self.peers.lost(&self.peer, Loss::BrokenOff);
            }
        }
    }

    /// Never comes back: nothing that came may be counted, and the count is over.
    fn forged(&self) -> ! {
        self.peers.lost(&self.peer, Loss::WrongSeal);
        loop {
            thread::park();
        }
    }
}

impl Read for Connection {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.take(to) {
                Ok(read @ 1..) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::InvalidData => self.forged(),
                Ok(0) | Err(_) => {
                    self.broken();
                    return Ok(0);
                }
            }
        }
    }
}

impl Write for Connection {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self.give(from) {
            Ok(written @ 1..) => {
                self.traffic.written.fetch_add(written as u64, Ordering::Relaxed);
                Ok(written)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Ok(0) | Err(_) => {
                self.broken();
                Ok(from.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.socket.stream.flush()
    }
}

impl Stream for Connection {
    fn try_clone(&self) -> io::Result<Connection> {
        let (socket, standing) = (self.socket.try_clone()?, self.standing.clone());
        Ok(Connection::new(self.peer.clone(), socket, standing, self.peers.clone(), self.traffic.clone()))
    }

    fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        self.socket.stream.set_nonblocking(is_nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // A process that is done may have hung up already.
        let _ = self.socket.stream.shutdown(how);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{
        net::{TcpListener, TcpStream},
        sync::mpsc::channel,
    };

    use super::{super::ClusterError, *};
    use crate::{Key, seal::Seals};

    fn connection(stream: TcpStream, seals: Seals, peers: &Arc<Peers>) -> Connection {
        let socket = Socket { stream, seals: Some(seals) };
        Connection::new("process 1".to_owned(), socket, Arc::default(), peers.clone(), Arc::default())
    }

    fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let dialling = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (dialling, listener.accept().unwrap().0)
    }

    #[test]
    fn messages_arrive_sealed_and_one_with_a_flipped_bit_ends_the_count_by_name() {
        let (events, ends) = channel();
        let peers = Arc::new(Peers::new("process 0".to_owned(), events, Duration::from_secs(60)));
        let key = Key::new(b"secret").unwrap();
        // A third party sits between the two.
        let ((from, mut middle), (mut onwards, to)) = (pair(), pair());
        let mut from = connection(from, key.of_dialling("a", "b"), &peers);
        let mut to = connection(to, key.of_dialled("a", "b"), &peers);
        let message: Vec<u8> = (0..3 * MAX_SEALED_BYTES + 5).map(|at| at as u8).collect();
        let (sent, sealed) = (message.clone(), message.len() + 4 * (4 + 32));
        let sender = thread::spawn(move || {
            from.write_all(&sent).unwrap();
            from.write_all(b"states").unwrap();
        });
        let mut bytes = vec![0; sealed];
        middle.read_exact(&mut bytes).unwrap();
        let passing = thread::spawn(move || onwards.write_all(&bytes).map(|()| onwards).unwrap());
        let mut arrived = vec![0; message.len()];
        to.read_exact(&mut arrived).unwrap();
        assert_eq!(arrived, message);
        let mut onwards = passing.join().unwrap();
        let mut bytes = [0; 4 + 6 + 32];
        middle.read_exact(&mut bytes).unwrap();
        sender.join().unwrap();
        bytes[7] ^= 1;
        onwards.write_all(&bytes).unwrap();
        // It never comes back with bytes.
        thread::spawn(move || to.read(&mut [0; 8]));
        let lost = ClusterError::Lost { peer: "process 1".to_owned(), how: Loss::WrongSeal };
        assert_eq!(ends.recv().unwrap(), lost);
    }
}
