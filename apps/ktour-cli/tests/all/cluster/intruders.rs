//! Connections from other programs: without a key, with a wrong key, and with a replayed handshake.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpListener, TcpStream},
    path::Path,
    thread,
    time::Duration,
};

use super::{ANSWER, Place, all, ended, heard, is_counted, process, sentence};

/// Connects to a process that is about to listen.
fn dialled(port: u16) -> TcpStream {
    loop {
        match TcpStream::connect(("127.0.0.1", port)) {
            Ok(stream) => break stream,
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

#[test]
fn strangers_neither_delay_nor_end_a_count() {
    let place = Place::new(2);
    let hosts = place.hosts(2);
    let more = ["--cluster-wait", "60"];
    let first = process("6x8", &hosts, 0, &more).spawn().unwrap();
    let dial = || dialled(place.ports[0]);
    // One after the other, with five seconds each, they would use up the waiting time.
    let silent: Vec<TcpStream> = (0..20).map(|_| dial()).collect();
    // Other protocols, and noise.
    let tls = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    let strangers = [&b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], &[0; 4096], &[0xff; 4096], &tls];
    let talkative: Vec<TcpStream> = strangers
        .into_iter()
        .map(|bytes| {
            let mut stream = dial();
            let _ = stream.write_all(bytes);
            stream
        })
        .collect();
    let mut other = dial();
    let greeting = "ktour cluster\nversion 0.0.1\nsomething\nelse\n1\n2\nfalse";
    other.write_all(&(greeting.len() as u32).to_le_bytes()).unwrap();
    other.write_all(greeting.as_bytes()).unwrap();
    let mut length = [0; 4];
    other.read_exact(&mut length).unwrap();
    let second = process("6x8", &hosts, 1, &more).spawn().unwrap();
    is_counted(&all(vec![first, second]), ANSWER);
    drop((silent, talkative));
}

#[test]
fn processes_with_the_key_count_and_others_are_refused_by_name() {
    let place = Place::new(3);
    let key = |name: &str, bytes: &str| {
        let path = place.directory.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.into_os_string().into_string().unwrap()
    };
    let (right, again) = (key("right", "a long secret\n"), key("again", "a long secret"));
    let wrong = key("wrong", "another secret\n");
    let hosts = place.hosts(3);
    let begin = |at: usize, key: &[&str]| process("6x8", &hosts, at, key).spawn().unwrap();
    let first = begin(0, &["--cluster-key", &right]);
    let refused = |key: &[&str]| sentence(&ended(begin(1, key)), 2);
    assert_eq!(
        refused(&["--cluster-key", &wrong]),
        format!(
            "ktour: {} has a --cluster-key, but this process has another: start all processes with the same command",
            place.name(0)
        )
    );
    assert_eq!(
        refused(&[]),
        format!(
            "ktour: {} has a --cluster-key, but this process has none: start all processes with the same command",
            place.name(0)
        )
    );
    // The count continues with the processes that have the key, and a missing newline in their key file does
    // not matter.
    let second = begin(1, &["--cluster-key", &again]);
    let third = begin(2, &["--cluster-key", &right]);
    is_counted(&all(vec![first, second, third]), ANSWER);
}

#[test]
fn a_process_names_the_caller_without_a_key_if_no_other_comes() {
    let place = Place::new(2);
    let (hosts, key) = (place.hosts(2), place.directory.path().join("key"));
    fs::write(&key, "secret").unwrap();
    let key = ["--cluster-key", key.to_str().unwrap()];
    let short = ["--cluster-wait", "4"];
    let sentences = |ours: &[&str], theirs: &[&str]| {
        let dialled = process("6x8", &hosts, 0, &[ours, &short].concat()).spawn().unwrap();
        let dialling = process("6x8", &hosts, 1, theirs).spawn().unwrap();
        [dialled, dialling].map(|child| sentence(&ended(child), 2))
    };
    let said = |number: usize, what: &str| {
        format!("ktour: {} {what}: start all processes with the same command", place.name(number))
    };
    assert_eq!(
        sentences(&key, &[]),
        [
            said(1, "has no --cluster-key, but this process has one"),
            said(0, "has a --cluster-key, but this process has none")
        ]
    );
    assert_eq!(
        sentences(&[], &key),
        [
            said(1, "has a --cluster-key, but this process has none"),
            said(0, "has no --cluster-key, but this process has one")
        ]
    );
}

/// Returns a message without a seal: its length, then its text.
fn message(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

#[test]
fn a_replayed_greeting_is_refused() {
    let place = Place::new(2);
    let (hosts, key) = (place.hosts(2), place.directory.path().join("key"));
    fs::write(&key, "secret").unwrap();
    let key = ["--cluster-key", key.to_str().unwrap()];
    // Process 1 connects to a listener that never answers, and the connection is drained.
    let listener = TcpListener::bind(("127.0.0.1", place.ports[0])).unwrap();
    let mut second = process("6x8", &hosts, 1, &key).spawn().unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let greeting = heard(&mut stream);
    assert!(greeting.contains("\nfalse\nnonce "), "{greeting}");
    // A replay of its own greeting gets its proof, which is not valid for any other greeting.
    stream.write_all(&message(&greeting)).unwrap();
    let mut proof = [0; 36];
    stream.read_exact(&mut proof).unwrap();
    second.kill().unwrap();
    second.wait().unwrap();
    drop((listener, stream));
    let first = process("6x8", &hosts, 0, &key).spawn().unwrap();
    let mut stranger = dialled(place.ports[0]);
    stranger.write_all(&message(&greeting)).unwrap();
    stranger.write_all(&proof).unwrap();
    // The listener receives the greeting and the proof of process 0, and nothing after them.
    let mut heard = Vec::new();
    stranger.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stranger.read_to_end(&mut heard).unwrap();
    assert!(String::from_utf8_lossy(&heard).contains("ktour cluster\n"));
    let second = process("6x8", &hosts, 1, &key).spawn().unwrap();
    is_counted(&all(vec![first, second]), ANSWER);
}

#[test]
fn a_file_without_a_key_is_refused() {
    let place = Place::new(2);
    let hosts = place.hosts(2);
    let refused = |key: &Path| {
        let key = key.to_str().unwrap();
        sentence(&process("6x8", &hosts, 0, &["--cluster-key", key]).output().unwrap(), 2)
    };
    let cure = "write a secret into it, such as 32 random bytes, and give it to all processes";
    let empty = place.directory.path().join("empty");
    fs::write(&empty, "\n").unwrap();
    assert_eq!(refused(&empty), format!("ktour: {} is empty: {cure}", empty.display()));
    let nowhere = place.directory.path().join("nowhere");
    let refusal = refused(&nowhere);
    assert!(refusal.contains("nowhere cannot be read: ") && refusal.ends_with(cure), "{refusal}");
    let endless = refused(Path::new("/dev/zero"));
    assert_eq!(endless, format!("ktour: /dev/zero has more than 4096 bytes, the limit of a key: {cure}"));
}
