//! The seal: a keyed hash that only processes with the same key can make.
//!
//! Each side of a connection sends a number that was never used before as its greeting. From the key and both
//! greetings each direction gets a key of its own, so messages recorded on one connection are invalid on any
//! other, and messages sent back to their sender are invalid too. Every message carries the hash of its
//! number in its direction and of its bytes, so a message that was changed, repeated, dropped or reordered is
//! also invalid. Nothing is encrypted: a seal authenticates, but does not hide.
//!
//! Reference: Krawczyk, Bellare & Canetti, HMAC, RFC 2104, 1997.

use std::{
    fmt,
    fs::File,
    io::{self, Read},
    path::Path,
};

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::{ClusterError, error::WrongKey};

/// The most bytes of a key; more is a mistake.
const MAX_KEY_BYTES: u64 = 1 << 12;

/// A secret that all processes of a cluster share.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Vec<u8>);

/// Hides the key from logs.
impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

impl Key {
    /// The bytes of a file, without the newline at its end.
    ///
    /// ```
    /// use ktour_cluster::Key;
    /// assert!(Key::read("no such file".as_ref()).is_err());
    /// ```
    pub fn read(path: &Path) -> Result<Key, ClusterError> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|file| file.take(MAX_KEY_BYTES + 1).read_to_end(&mut bytes));
        let wrong = |why| ClusterError::NoKey { path: path.display().to_string(), why };
        read.map_err(|error| wrong(WrongKey::Unreadable { error: error.to_string() }))?;
        if bytes.len() as u64 > MAX_KEY_BYTES {
            return Err(wrong(WrongKey::TooLong { most: MAX_KEY_BYTES }));
        }
        Key::new(&bytes).ok_or_else(|| wrong(WrongKey::Empty))
    }

    /// These bytes, without the newline at their end; there must be some.
    pub fn new(bytes: &[u8]) -> Option<Key> {
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        (!bytes.is_empty()).then(|| Key(bytes.to_vec()))
    }

    fn mac(bytes: &[u8]) -> Hmac<Sha256> {
        Hmac::new_from_slice(bytes).expect("a key of any length will do")
    }

    /// The seal of one direction of the connection whose sides have greeted so.
    fn seal(&self, by: &str, dialling: &str, dialled: &str) -> Seal {
        let mut mac = Key::mac(&self.0);
        for part in [by, dialling, dialled] {
            mac.update(&(part.len() as u64).to_le_bytes());
            mac.update(part.as_bytes());
        }
        Seal { mac: Key::mac(&mac.finalize().into_bytes()), messages: 0 }
    }

    /// The seals of the side that dialled: one for sending, one for receiving.
    pub(crate) fn of_dialling(&self, dialling: &str, dialled: &str) -> Seals {
        let [said, heard] = ["dialling", "dialled"].map(|by| self.seal(by, dialling, dialled));
        Seals { said, heard }
    }

    /// The seals of the side that was dialled.
    pub(crate) fn of_dialled(&self, dialling: &str, dialled: &str) -> Seals {
        let Seals { said, heard } = self.of_dialling(dialling, dialled);
        Seals { said: heard, heard: said }
    }
}

/// A number that was never said before.
pub(crate) fn nonce() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

/// Both directions of a connection.
#[derive(Clone)]
pub(crate) struct Seals {
    pub(crate) said: Seal,
    pub(crate) heard: Seal,
}

/// One direction of a connection.
#[derive(Clone)]
pub(crate) struct Seal {
    mac: Hmac<Sha256>,
    /// Messages so far.
    messages: u64,
}

impl Seal {
    /// Bytes of a seal.
    pub(crate) const BYTES: usize = 32;

    fn next(&mut self, message: &[u8]) -> Hmac<Sha256> {
        let mut mac = self.mac.clone();
        mac.update(&self.messages.to_le_bytes());
        mac.update(message);
        self.messages += 1;
        mac
    }

    /// The seal of the next message.
    pub(crate) fn of(&mut self, message: &[u8]) -> [u8; Seal::BYTES] {
        self.next(message).finalize().into_bytes().into()
    }

    /// Whether this is the seal of the next message; that takes as long whether or not it is.
    pub(crate) fn is_of(&mut self, message: &[u8], seal: &[u8]) -> bool {
        self.next(message).verify_slice(seal).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(bytes: &[u8]) -> Key {
        Key::new(bytes).unwrap()
    }

    #[test]
    fn the_newline_of_a_file_is_no_part_of_the_key() {
        assert_eq!(key(b"secret\n"), key(b"secret"));
        assert_eq!(key(b"secret\r\n"), key(b"secret"));
        assert_ne!(key(b"secret\n\n"), key(b"secret"));
        assert_eq!(Key::new(b"\n"), None);
        assert_eq!(format!("{:?}", key(b"secret")), "Key");
    }

    #[test]
    fn a_seal_fits_its_message_its_place_and_its_direction_only() {
        let key = key(b"secret");
        let mut said = key.of_dialling("a", "b").said;
        let seals = [said.of(b"one"), said.of(b"two")];
        let heard = || key.of_dialled("a", "b").heard;
        let mut in_order = heard();
        assert!(in_order.is_of(b"one", &seals[0]) && in_order.is_of(b"two", &seals[1]));
        assert!(!in_order.is_of(b"two", &seals[1]), "repeated");
        assert!(!heard().is_of(b"two", &seals[1]), "one was left out");
        assert!(!heard().is_of(b"One", &seals[0]), "changed");
        assert!(!heard().is_of(b"one", &seals[0][1..]), "cut short");
        assert!(!key.of_dialling("a", "b").heard.is_of(b"one", &seals[0]), "said back");
        assert!(!key.of_dialled("a", "c").heard.is_of(b"one", &seals[0]), "another connection");
        assert!(!key.of_dialled("ab", "").heard.is_of(b"one", &seals[0]), "other greetings");
        assert!(!self::key(b"Secret").of_dialled("a", "b").heard.is_of(b"one", &seals[0]), "another key");
    }

    #[test]
    fn no_nonce_comes_twice() {
        assert_ne!(nonce().unwrap(), nonce().unwrap());
    }
}
