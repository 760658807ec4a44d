//! Answers on their way out: a head, and a body that is there at once or comes event by event.

mod body;
mod events;
mod gzip;
mod head;

pub(crate) use self::{
    body::Body,
    events::stream,
    gzip::{compress, gzip, takes_gzip},
    head::{Response, head_of, json, kept, not_allowed, typed, with_heads},
};
