//! The greeting: the first message of both sides of a connection.
//!
//! It contains everything that must be equal (version and build, key, question, hosts, workers), so both
//! sides can name a difference. It also says which parts of checkpoints its process can see. If there is a
//! key, both greetings carry a number that was never used before, and the first sealed message of each side,
//! which is empty, proves that it has the same key.

use std::io;

use super::{
    Cluster, Difference,
    checkpoint::LayerPart,
    seal::{Key, nonce},
    socket::Socket,
};
use ktour_count::engine::checkpoint;

/// The first line of a greeting.
const CALL: &str = "ktour cluster";
/// How the line begins that only a greeting with a key has.
const NONCE: &str = "nonce ";

/// First message of a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Greeting {
    version: String,
    question: String,
    pub(crate) hosts: String,
    pub(crate) process: usize,
    workers: usize,
    /// Whether this connection is for the engine.
    pub(crate) is_data: bool,
    /// A random number that makes this greeting unique, if there is a key.
    nonce: Option<String>,
    pub(crate) seen: Vec<LayerPart>,
}

/// Which side of a connection this process is; the one that dials speaks first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionSide {
    Dialling,
    Dialled,
}

/// A connection whose sides have greeted.
pub(crate) struct GreetedPeer {
    pub(crate) socket: Socket,
    pub(crate) theirs: Greeting,
    /// How their keys differ, if they do.
    keys: Option<Difference>,
}

impl Greeting {
    pub(crate) fn new(cluster: &Cluster, question: String, seen: Vec<LayerPart>) -> Greeting {
        let Cluster { hosts, process, workers, .. } = cluster;
        let (version, build) = (env!("CARGO_PKG_VERSION"), env!("KTOUR_BUILD"));
        let version = format!("version {version}, build {build}, {}", checkpoint::VERSION);
        let (hosts, process, workers) = (hosts.line(), *process, *workers);
        Greeting { version, question, hosts, process, workers, is_data: false, nonce: None, seen }
    }

    fn text(&self) -> String {
        let Greeting { version, question, hosts, process, workers, is_data, nonce, seen } = self;
        let mut text = format!("{CALL}\n{version}\n{question}\n{hosts}\n{process}\n{workers}\n{is_data}");
        nonce.iter().for_each(|nonce| text += &format!("\n{NONCE}{nonce}"));
        seen.iter().for_each(|part| text += &format!("\n{}", part.line()));
        text
    }

    fn of_text(text: &str) -> Option<Greeting> {
        let mut lines = text.lines().peekable();
        if lines.next()? != CALL {
            return None;
        }
        let mut next = || lines.next();
        let (version, question, hosts) = (next()?.to_owned(), next()?.to_owned(), next()?.to_owned());
        // Of another version, the rest may be anything.
        let process = next()?.parse().ok()?;
        let workers = next().and_then(|workers| workers.parse().ok()).unwrap_or(0);
        let is_data = next() == Some("true");
        let nonce = lines.next_if(|line| line.starts_with(NONCE)).map(|line| line[NONCE.len()..].to_owned());
        let seen = lines.filter_map(LayerPart::of_line).collect();
        Some(Greeting { version, question, hosts, process, workers, is_data, nonce, seen })
    }

    /// Exchanges greetings and, if both sides have a key, the proofs that it is the same.
    pub(crate) fn exchange(
        mut self,
        mut socket: Socket,
        key: Option<&Key>,
        side: ConnectionSide,
    ) -> io::Result<GreetedPeer> {
        self.nonce = key.map(|_| nonce()).transpose()?;
        let ours = self.text();
        if side == ConnectionSide::Dialling {
            socket.say(ours.as_bytes())?;
        }
        let text = socket.hear_text()?;
        let theirs = Greeting::of_text(&text).ok_or(io::ErrorKind::InvalidData)?;
        if side == ConnectionSide::Dialled {
            socket.say(ours.as_bytes())?;
        }
        let keys = match (key, &theirs.nonce) {
            // Another version may prove in another way, and is refused for its version.
            _ if theirs.version != self.version => None,
            (None, None) => None,
            (None, Some(_)) => Some(Difference::OnlyTheirKey),
            (Some(_), None) => Some(Difference::OnlyOurKey),
            (Some(key), Some(_)) => {
                socket.seals = Some(match side {
                    ConnectionSide::Dialling => key.of_dialling(&ours, &text),
                    ConnectionSide::Dialled => key.of_dialled(&text, &ours),
                });
                socket.say(b"")?;
                match socket.hear() {
                    Ok(_) => None,
                    Err(error) if error.kind() == io::ErrorKind::InvalidData => Some(Difference::Key),
                    Err(error) => return Err(error),
                }
            }
        };
        Ok(GreetedPeer { socket, theirs, keys })
    }

    /// First difference between both greetings, if any.
    pub(crate) fn difference(&self, GreetedPeer { theirs, keys, .. }: &GreetedPeer) -> Option<Difference> {
        let texts = |text: fn(&Greeting) -> &String| {
            let (theirs, ours) = (text(theirs), text(self));
            (theirs != ours).then(|| (theirs.clone(), ours.clone()))
        };
        if let Some((theirs, ours)) = texts(|greeting| &greeting.version) {
            return Some(Difference::Version { theirs, ours });
        }
        if keys.is_some() {
            return keys.clone();
        }
        if let Some((theirs, ours)) = texts(|greeting| &greeting.question) {
            return Some(Difference::Question { theirs, ours });
        }
        if let Some((theirs, ours)) = texts(|greeting| &greeting.hosts) {
            return Some(Difference::Hosts { theirs, ours });
        }
        let (theirs, ours) = (theirs.workers, self.workers);
        (theirs != ours).then_some(Difference::Workers { theirs, ours })
    }
}
