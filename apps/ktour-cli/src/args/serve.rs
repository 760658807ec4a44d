//! Flags of the server.

use std::{net::SocketAddr, time::Duration};

use clap::Args;
use ktour_core::control::parse_time;
use thiserror::Error;

use super::units::parse_some_bytes;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; port 0 takes any free one.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", value_parser = parse_address)]
    pub(crate) addr: SocketAddr,
    /// Number of heavy jobs that run at once; otherwise one for each core, at least four.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Number of further jobs that may wait; otherwise 16.
    #[arg(long, value_name = "N")]
    pub(crate) queue: Option<u16>,
    /// Maximum time of a job; otherwise 10m.
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    pub(crate) max_time: Option<Duration>,
    /// Maximum memory of all jobs together; otherwise half of the free memory.
    #[arg(long, value_name = "SIZE", value_parser = parse_some_bytes)]
    pub(crate) memory: Option<u128>,
    /// Name under which the server is reached, in addition to localhost and its addresses; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
}

/// Address that cannot be parsed.
#[derive(Debug, PartialEq, Eq, Error)]
enum AddressError {
    #[error("a port is only half of an address: write --addr 127.0.0.1:{port}")]
    OnlyPort { port: u16 },
    #[error("write an address and a port, such as --addr 127.0.0.1:8080")]
    NoAddress,
}

/// Parses an address with a port.
fn parse_address(text: &str) -> Result<SocketAddr, AddressError> {
    text.parse().map_err(|_| match text.trim_start_matches(':').parse() {
        Ok(port) => AddressError::OnlyPort { port },
        Err(_) => AddressError::NoAddress,
    })
}
