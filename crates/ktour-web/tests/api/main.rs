//! The server as its clients see it: real sockets, real bytes.

mod bad_requests;
mod client;
mod connections;
mod doc;
mod guard;
mod jobs;
mod page;
mod schema;
