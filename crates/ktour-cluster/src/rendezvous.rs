//! The rendezvous: all processes meet, and agree on what they are about to do.
//!
//! Every process listens at its own line of the hosts file and dials those before it. Both sides of a
//! connection send a greeting. Every connection is handled in a thread of its own, so that a silent one
//! delays no other. A connection that sends anything but a greeting is ignored. A process that was started
//! for another count, or with another key, receives the question of this process, and is reported only if no
//! matching one comes.

use std::{
    io,
    net::{TcpListener, TcpStream, ToSocketAddrs},
    sync::{
        Arc,
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use super::{
    Cluster, ClusterError, Difference,
    checkpoint::LayerPart,
    connection::{Connection, Traffic},
    handshake::{ConnectionSide, GreetedPeer, Greeting},
    heartbeat::{PeerState, Peers},
    socket::Socket,
};
use ktour_count::{CountError, engine::Context};

/// How long a greeting may take.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of greetings exchanged at once; further connections wait, and may be repeated.
const MAX_PENDING_GREETINGS: usize = 64;
/// Between two looks at which processes have come.
const ARRIVAL_CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// All processes that have come.
pub(crate) struct Gathered {
    /// A connection to every process but this one.
    pub(crate) connections: Vec<Option<Connection>>,
    /// The parts that every process sees.
    pub(crate) seen: Vec<Vec<LayerPart>>,
}

/// A process that may have come, half or wholly.
#[derive(Default)]
struct ExpectedPeer {
    greeting: Option<Greeting>,
    standing: Option<Arc<PeerState>>,
    connection: Option<Socket>,
}

/// State of a rendezvous: the processes gather until all are connected.
pub(crate) struct Rendezvous<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) greeting: Greeting,
    pub(crate) peers: &'a Arc<Peers>,
    pub(crate) traffic: &'a Arc<Traffic>,
    pub(crate) events: &'a Receiver<ClusterError>,
    pub(crate) run: &'a Context<'a>,
}

impl Rendezvous<'_> {
    /// Waits for all, or says which process has not come or was started for something else.
    pub(crate) fn gather(&self) -> Result<Gathered, ClusterError> {
        let Cluster { hosts, process, wait, .. } = self.cluster;
        let clock = self.run.control.clock();
        let began = clock.now();
        let mut guests: Vec<ExpectedPeer> = (0..hosts.len()).map(|_| ExpectedPeer::default()).collect();
        let listener = (hosts.len() > 1).then(|| self.listen()).transpose()?;
        if listener.is_some() {
            self.peers.beat().map_err(|error| self.not_listening(&error))?;
        }
        let (greetings, greeted) = channel();
        let pending = Arc::new(());
        let mut other = None;
        loop {
            let is_missing = |(at, guest): &(usize, &ExpectedPeer)| {
                at != process && (guest.standing.is_none() || guest.connection.is_none())
            };
            let Some((missing, _)) = guests.iter().enumerate().find(is_missing) else { break };
            if self.run.is_stopped(0) {
                return Err(CountError::Stopped.into());
            }
            if let Ok(ended) = self.events.try_recv() {
                return Err(ended);
            }
            if clock.now().saturating_sub(began) > *wait {
                let (peer, seconds) = (self.cluster.named(missing), wait.as_secs());
                return Err(other.unwrap_or(ClusterError::NoAnswer { peer, seconds }));
            }
            let mut has_come = false;
            while let Some(Ok((stream, _))) = listener.as_ref().map(TcpListener::accept) {
                has_come = true;
                if Arc::strong_count(&pending) <= MAX_PENDING_GREETINGS {
                    self.exchange_greetings(stream, greetings.clone(), pending.clone());
                }
            }
            while let Ok(met) = greeted.try_recv() {
                has_come = true;
                other = self.receive(met, &mut guests).err().or(other);
            }
            for at in (0..*process).filter(|&at| at == missing) {
                has_come |= self.dial(at, &mut guests[at])?;
            }
            if !has_come {
                thread::sleep(ARRIVAL_CHECK_INTERVAL);
            }
        }
        let seen = guests.iter().map(|guest| match &guest.greeting {
            Some(greeting) => greeting.seen.clone(),
            None => self.greeting.seen.clone(),
        });
        let seen = seen.collect();
        let connections = guests.into_iter().enumerate().map(|(at, guest)| {
            let (peers, traffic) = (self.peers.clone(), self.traffic.clone());
            Some(Connection::new(self.cluster.named(at), guest.connection?, guest.standing?, peers, traffic))
        });
        Ok(Gathered { connections: connections.collect(), seen })
    }

    fn not_listening(&self, error: &io::Error) -> ClusterError {
        let process = self.cluster.process;
        let address = self.cluster.hosts.address(process).to_owned();
        let error = match error.kind() {
            io::ErrorKind::AddrInUse => {
                "the port is already in use: stop the program that uses it, or choose another port".to_owned()
            }
            io::ErrorKind::AddrNotAvailable => "this machine has no such address".to_owned(),
            _ => error.to_string(),
        };
        ClusterError::NotListening { process, address, error }
    }

    fn listen(&self) -> Result<TcpListener, ClusterError> {
        let listener = TcpListener::bind(self.cluster.hosts.address(self.cluster.process));
        let listener = listener.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
        listener.map_err(|error| self.not_listening(&error))
    }

    /// Starts a thread that exchanges greetings over a new connection; `pending` counts these threads.
    fn exchange_greetings(&self, stream: TcpStream, greetings: Sender<GreetedPeer>, pending: Arc<()>) {
        let (patience, greeting, key) = (self.patience(), self.greeting.clone(), self.cluster.key.clone());
        let exchange = move || {
            let met = socket(stream, patience)
                .and_then(|socket| greeting.exchange(socket, key.as_ref(), ConnectionSide::Dialled));
            if let Ok(met) = met {
                // The receiver is dropped when all processes are connected.
                let _ = greetings.send(met);
            }
            drop(pending);
        };
        // Without a thread it is left standing, and may come again.
        let _ = thread::Builder::new().name("greeting".to_owned()).spawn(exchange);
    }

    fn patience(&self) -> Duration {
        GREETING_TIMEOUT.min(self.cluster.wait)
    }

    /// A process has greeted; an error names what is not alike.
    fn receive(&self, mut met: GreetedPeer, guests: &mut [ExpectedPeer]) -> Result<(), ClusterError> {
        let at = met.theirs.process;
        let peer = match at < guests.len() && met.theirs.hosts == self.greeting.hosts {
            true => self.cluster.named(at),
            // Its number means something only in its own list.
            false => match met.socket.stream.peer_addr() {
                Ok(address) => format!("process {at} ({})", address.ip()),
                Err(_) => format!("process {at}"),
            },
        };
        self.check(&met, &peer)?;
        let is_known = guests.get(at).is_some_and(|guest| match met.theirs.is_data {
            true => guest.connection.is_some(),
            false => guest.standing.is_some(),
        });
        if at <= self.cluster.process || at >= guests.len() || is_known {
            // Duplicate process number: refuse it and keep waiting.
            let _ = met.socket.say(format!("refused\nthere is a process {at} already").as_bytes());
            return Ok(());
        }
        self.admit(met, peer, &mut guests[at]);
        Ok(())
    }

    /// Dials another process; whether it answered.
    fn dial(&self, at: usize, guest: &mut ExpectedPeer) -> Result<bool, ClusterError> {
        let is_data = guest.standing.is_some();
        let Ok(addresses) = self.cluster.hosts.address(at).to_socket_addrs() else { return Ok(false) };
        for address in addresses {
            let Ok(stream) = TcpStream::connect_timeout(&address, Duration::from_millis(500)) else {
                continue;
            };
            // TCP may connect a socket to itself when the port is in the ephemeral range.
            let is_own =
                stream.local_addr().is_ok_and(|own| stream.peer_addr().is_ok_and(|peer| own == peer));
            if is_own {
                continue;
            }
            let mut greeting = self.greeting.clone();
            greeting.is_data = is_data;
            let met = socket(stream, self.patience()).and_then(|socket| {
                greeting.exchange(socket, self.cluster.key.as_ref(), ConnectionSide::Dialling)
            });
            let Ok(mut met) = met else { continue };
            let peer = self.cluster.named(at);
            self.check(&met, &peer)?;
            if met.theirs.process != at {
                let difference = Difference::Number { theirs: met.theirs.process };
                return Err(ClusterError::Differs { peer, difference });
            }
            met.theirs.is_data = is_data;
            self.admit(met, peer, guest);
            return Ok(true);
        }
        Ok(false)
    }

    /// Refuses a process that differs from this one.
    fn check(&self, met: &GreetedPeer, peer: &str) -> Result<(), ClusterError> {
        match self.greeting.difference(met) {
            Some(difference) => Err(ClusterError::Differs { peer: peer.to_owned(), difference }),
            None => Ok(()),
        }
    }

    /// A process that is alike.
    fn admit(&self, GreetedPeer { socket, theirs, .. }: GreetedPeer, peer: String, guest: &mut ExpectedPeer) {
        if theirs.is_data {
            // The engine's connections wait as long as they must.
            let stream = &socket.stream;
            let is_patient = stream.set_read_timeout(None).and(stream.set_write_timeout(None)).is_ok();
            guest.connection = is_patient.then_some(socket);
        } else {
            guest.standing = self.peers.add(peer, socket).ok();
            guest.greeting = Some(theirs);
        }
    }
}

/// A connection that may take so long to greet.
fn socket(stream: TcpStream, patience: Duration) -> io::Result<Socket> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.set_nodelay(true)?;
    Ok(Socket::new(stream))
}
