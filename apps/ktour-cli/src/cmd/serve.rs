//! `ktour serve`: the web app and the HTTP API, until Ctrl-C.

use std::io;

use ktour_web::{Settings, serve};

use crate::{
    args::ServeArgs,
    console::Console,
    exit::{Exit, Failure},
    memory,
};

pub(crate) fn run(args: &ServeArgs, console: &Console) -> Result<Exit, Failure> {
    let usual = Settings::default();
    let settings = Settings {
        jobs: args.jobs.map_or(usual.jobs, usize::from),
        queue: args.queue.map_or(usual.queue, usize::from),
        look: usual.look,
        max_time: args.max_time.unwrap_or(usual.max_time),
        memory: args.memory.unwrap_or_else(|| memory::free() / 2),
        hosts: args.allow_host.clone(),
        page: std::env::var_os("KTOUR_PAGE").map(Into::into),
    };
    let ready = |addr: std::net::SocketAddr| {
        // This is a warning, not progress, so --quiet does not silence it. The server starts even if it
        // cannot be printed.
        if !addr.ip().is_loopback() {
            say!(
                "ktour: {addr} can be reached from other machines, which may then use this one's processors"
            );
        }
        let _ = crate::output::to_stdout(|out| writeln!(out, "http://{addr}/"));
    };
    match console.run_cancellable(|cancel| serve(args.addr, settings, &cancel, ready)) {
        Ok(()) => Ok(Exit::Yes),
        Err(error) => Err(Failure::Refused(sentence(args, &error))),
    }
}

fn sentence(args: &ServeArgs, error: &io::Error) -> String {
    let addr = args.addr;
    match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "{addr} is in use already: choose another port with --addr {}:{}, or any free one with :0",
            addr.ip(),
            addr.port().wrapping_add(1).max(1024)
        ),
        io::ErrorKind::PermissionDenied => format!("{addr} may not be used: choose a port from 1024 up"),
        io::ErrorKind::AddrNotAvailable => format!("{addr} is not an address of this machine: use 127.0.0.1"),
        _ => format!("{addr} cannot be served: {error}"),
    }
}
