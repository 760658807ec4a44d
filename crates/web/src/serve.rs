//! Running the app on an address, until it is told to stop.

use std::{io, net::SocketAddr, time::Duration};

use axum::serve::ListenerExt as _;
use knights_tour::Cancel;
use tokio::net::TcpListener;

use crate::{Settings, app};

/// How long answers under way may take to end once the server is told to stop.
const FAREWELL: Duration = Duration::from_secs(3);

/// Serves until `stop` says so; then streams end, jobs stop, and what was nearly answered is answered.
/// `ready` hears the address, whose port may have been chosen by the system.
pub fn serve(
    addr: SocketAddr,
    settings: Settings,
    stop: &Cancel,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(addr).await?;
        ready(listener.local_addr()?);
        let (router, app) = app(settings);
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let (told, stopping) = tokio::sync::oneshot::channel();
        let stop = stop.clone();
        let heed = async move {
            told_to(&stop).await;
            app.jobs.stop();
            let _ = told.send(());
        };
        let server = async { axum::serve(listener, router).with_graceful_shutdown(heed).await };
        let farewell = async {
            let _ = stopping.await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            served = server => served,
            () = farewell => Ok(()),
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    served
}

async fn told_to(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
