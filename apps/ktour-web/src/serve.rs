//! Serves the app on an address until it is stopped.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use ktour_core::Cancel;
use tokio::{
    net::{TcpListener, TcpSocket},
    sync::watch,
};

use crate::{Settings, app, connections};

/// Time limit for running responses once the server is stopped.
const FAREWELL: Duration = Duration::from_millis(700);
/// Time limit for jobs to notice their cancellation, after that.
const NOTICE: Duration = Duration::from_millis(200);

/// Length of the listener's queue. A client whose first packet finds it full repeats the packet after a
/// second.
const MAX_PENDING_CONNECTIONS: u32 = 1024;

/// Serves until `stop` is set; then streams end, jobs are cancelled, and other responses may finish within a
/// time limit. `ready` receives the address, whose port may have been chosen by the system.
pub fn serve(
    addr: SocketAddr,
    settings: Settings,
    stop: &Cancel,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = listen(addr)?;
        ready(listener.local_addr()?);
        let app = app(settings);
        let (tell, stopping) = watch::channel(false);
        let (stop, jobs) = (stop.clone(), Arc::clone(&app.jobs));
        tokio::spawn(async move {
            cancelled(&stop).await;
            jobs.stop();
            let _ = tell.send(true);
        });
        connections::serve(listener, app, stopping, FAREWELL).await;
        Ok(())
    });
    runtime.shutdown_timeout(NOTICE);
    served
}

fn listen(addr: SocketAddr) -> io::Result<TcpListener> {
    let socket = if addr.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // On Windows this option would let other programs take the address.
    if cfg!(unix) {
        socket.set_reuseaddr(true)?;
    }
    socket.bind(addr)?;
    socket.listen(MAX_PENDING_CONNECTIONS)
}

async fn cancelled(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
