//! Running the app on an address, until it is told to stop.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use ktour_tour::Cancel;
use tokio::{net::TcpListener, sync::watch};

use crate::{Settings, app, connections};

/// How long answers under way may take to end once the server is told to stop.
const FAREWELL: Duration = Duration::from_millis(700);
/// How long jobs may take to notice, after that.
const NOTICE: Duration = Duration::from_millis(200);

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
        let app = app(settings);
        let (tell, stopping) = watch::channel(false);
        let (stop, jobs) = (stop.clone(), Arc::clone(&app.jobs));
        tokio::spawn(async move {
            until_cancelled(&stop).await;
            jobs.stop();
            let _ = tell.send(true);
        });
        connections::serve(listener, app, stopping, FAREWELL).await;
        Ok(())
    });
    runtime.shutdown_timeout(NOTICE);
    served
}

async fn until_cancelled(stop: &Cancel) {
    while !stop.is_cancelled() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
