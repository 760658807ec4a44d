//! Strangers at the rendezvous of a cluster: silent ones, talkers, and those who speak another tongue.
//!
//! Two processes count together while others knock at the door of the first. The count must end
//! with the right number all the same.

use std::{
    fs,
    io::Write,
    net::{TcpListener, TcpStream},
    path::Path,
    thread,
    time::Duration,
};

use crate::{
    report::{CheckResult, Report},
    target::AttackTarget,
    trial::Trial,
};

pub(crate) fn attack(target: &AttackTarget, report: &mut Report) {
    let folder = target.folder("strangers");
    let strangers: [(&str, usize, Vec<u8>); 7] = [
        ("nobody", 0, Vec::new()),
        ("3 silent ones", 3, Vec::new()),
        ("14 silent ones", 14, Vec::new()),
        ("a browser", 3, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec()),
        ("zeros", 3, vec![0; 4096]),
        ("ones", 3, vec![0xff; 4096]),
        ("a greeting of TLS", 3, vec![0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
    ];
    report.row("strangers at a cluster's door", |row| {
        for (who, count, words) in strangers.into_iter().take(target.times(7, 2)) {
            row.judge(who, counted_beside(target, &folder, count, &words));
        }
    });
}

fn counted_beside(target: &AttackTarget, folder: &Path, count: usize, words: &[u8]) -> CheckResult {
    let free: Vec<TcpListener> = (0..2)
        .map(|_| TcpListener::bind("127.0.0.1:0"))
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())?;
    let ports: Vec<u16> = free.iter().filter_map(|door| Some(door.local_addr().ok()?.port())).collect();
    drop(free);
    fs::write(folder.join("hosts"), format!("127.0.0.1:{}\n127.0.0.1:{}\n", ports[0], ports[1]))
        .map_err(|error| error.to_string())?;
    let process = |number: &str| {
        let words = [
            "count",
            "5x6",
            "--closed",
            "--workers",
            "1",
            "--cluster",
            "hosts",
            "--process",
            number,
            "--json",
        ];
        Trial::new(target, folder, &words).within(Duration::from_secs(45)).run()
    };
    thread::scope(|scope| {
        let first = scope.spawn(|| process("0"));
        let knocking: Vec<TcpStream> = (0..count).filter_map(|_| knock(ports[0], words)).collect();
        let second = process("1");
        let first = first.join().expect("a run ends");
        drop(knocking);
        first.verdict(&[0])?;
        second.verdict(&[0])?;
        if first.patience != crate::trial::RunEnd::Ended {
            return Err("the count did not end".to_owned());
        }
        // 5x6 has 8 closed tours.
        if first.text().contains("\"undirected\":\"8\"") {
            Ok(())
        } else {
            Err(format!("said {}", first.text()))
        }
    })
}

/// Knocks until the door is there.
fn knock(port: u16, words: &[u8]) -> Option<TcpStream> {
    for _ in 0..200 {
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", port)) {
            let _ = stream.write_all(words);
            return Some(stream);
        }
        thread::sleep(Duration::from_millis(10));
    }
    None
}
