//! Responses: constructors, complete bodies, streams of events and compression.

mod body;
mod events;
mod gzip;
mod head;

pub(crate) use self::{
    body::Body,
    events::stream,
    gzip::{compress, gzip, takes_gzip},
    head::{Response, head_of, json, not_allowed, typed, with_heads, with_permit},
};
