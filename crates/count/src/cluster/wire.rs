//! The wire: a connection that counts its bytes, and breaks without noise.
//!
//! The engine ends a thread with a panic when a connection breaks. Here a broken one waits for
//! what the bond to that process says: done, then this is the end; gone, then it stays silent for
//! good, since the count is over and its sentence is said elsewhere.

use std::{
    io::{self, Read, Write},
    net::{Shutdown, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use timely::communication::allocator::zero_copy::stream::Stream;

use super::bond::{Bonds, Standing};

/// How many bytes may wait to be sent before workers wait for them.
const CROWD: u64 = 64 << 20;

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
        self.given.load(Ordering::Relaxed) > self.written.load(Ordering::Relaxed) + CROWD
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
pub(crate) struct Wire {
    pub(crate) who: String,
    pub(crate) stream: TcpStream,
    pub(crate) standing: Arc<Standing>,
    pub(crate) bonds: Arc<Bonds>,
    pub(crate) traffic: Arc<Traffic>,
}

impl Wire {
    /// Comes back only if the other process is done.
    fn broken(&self) {
        let began = Instant::now();
        let mut is_told = false;
        while !self.standing.is_done() {
            if self.standing.is_gone() {
                thread::park();
            }
            thread::sleep(Duration::from_millis(5));
            if !is_told && began.elapsed() > Duration::from_secs(5) {
                self.bonds.lost(&self.who, "its data broke off");
                is_told = true;
            }
        }
    }
}

impl Read for Wire {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(to) {
                Ok(read @ 1..) => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => {
                    self.broken();
                    return Ok(0);
                }
            }
        }
    }
}

impl Write for Wire {
    fn write(&mut self, from: &[u8]) -> io::Result<usize> {
        match self.stream.write(from) {
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
        self.stream.flush()
    }
}

impl Stream for Wire {
    fn try_clone(&self) -> io::Result<Wire> {
        Ok(Wire {
            who: self.who.clone(),
            stream: self.stream.try_clone()?,
            standing: self.standing.clone(),
            bonds: self.bonds.clone(),
            traffic: self.traffic.clone(),
        })
    }

    fn set_nonblocking(&self, is_nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(is_nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // Who is done may have hung up already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
