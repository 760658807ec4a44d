//! Tests of the server through real sockets.

mod bad_requests;
mod client;
mod connections;
mod doc;
mod guard;
mod jobs;
mod malformed;
mod page;
mod schema;
