//! A socket: messages over a connection, sealed if the processes share a key.
//!
//! A message is its length, its bytes and, after the greetings, its seal if there is a key.

use std::{
    io::{self, Read, Write},
    net::TcpStream,
};

use super::seal::{Seal, Seals};

/// The most bytes of a message.
const MAX_MESSAGE_BYTES: usize = 1 << 22;

/// A connection to another process.
pub(crate) struct Socket {
    pub(crate) stream: TcpStream,
    pub(crate) seals: Option<Seals>,
}

impl Socket {
    pub(crate) fn new(stream: TcpStream) -> Socket {
        Socket { stream, seals: None }
    }

    /// Clones the socket, one to send and one to receive: their messages are numbered separately.
    pub(crate) fn try_clone(&self) -> io::Result<Socket> {
        Ok(Socket { stream: self.stream.try_clone()?, seals: self.seals.clone() })
    }

    pub(crate) fn say(&mut self, message: &[u8]) -> io::Result<()> {
        say(&mut self.stream, self.seals.as_mut().map(|seals| &mut seals.said), message)
    }

    /// The next message; one whose seal does not fit is invalid data.
    pub(crate) fn hear(&mut self) -> io::Result<Vec<u8>> {
        hear(&mut self.stream, self.seals.as_mut().map(|seals| &mut seals.heard))
    }

    /// The next message, if it is text.
    pub(crate) fn hear_text(&mut self) -> io::Result<String> {
        String::from_utf8(self.hear()?).map_err(|_| io::ErrorKind::InvalidData.into())
    }
}

fn say(to: &mut impl Write, seal: Option<&mut Seal>, message: &[u8]) -> io::Result<()> {
    // At once, since every write is a packet.
    let mut bytes = Vec::with_capacity(4 + message.len() + Seal::BYTES);
    bytes.extend((message.len() as u32).to_le_bytes());
    bytes.extend(message);
    if let Some(seal) = seal {
        bytes.extend(seal.of(message));
    }
    to.write_all(&bytes)
}

fn hear(from: &mut impl Read, seal: Option<&mut Seal>) -> io::Result<Vec<u8>> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MAX_MESSAGE_BYTES {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let sealed = if seal.is_some() { Seal::BYTES } else { 0 };
    let mut message = vec![0; length + sealed];
    from.read_exact(&mut message)?;
    let theirs = message.split_off(length);
    match seal.is_none_or(|seal| seal.is_of(&message, &theirs)) {
        true => Ok(message),
        false => Err(io::ErrorKind::InvalidData.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{super::seal::Key, *};

    #[test]
    fn a_line_without_a_key_carries_a_length_and_the_bytes() {
        let mut bytes = Vec::new();
        say(&mut bytes, None, b"beat").unwrap();
        assert_eq!(bytes, b"\x04\0\0\0beat");
        assert_eq!(hear(&mut &bytes[..], None).unwrap(), b"beat");
    }

    #[test]
    fn no_flipped_bit_of_a_sealed_message_goes_unnoticed() {
        let key = Key::new(b"secret").unwrap();
        let (mut said, heard) = (key.of_dialling("a", "b").said, key.of_dialled("a", "b").heard);
        let mut bytes = Vec::new();
        say(&mut bytes, Some(&mut said), b"states").unwrap();
        assert_eq!(hear(&mut &bytes[..], Some(&mut heard.clone())).unwrap(), b"states");
        for bit in 0..8 * bytes.len() {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert!(hear(&mut &flipped[..], Some(&mut heard.clone())).is_err(), "bit {bit}");
        }
    }
}
