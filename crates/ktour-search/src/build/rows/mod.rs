//! Tours in rows: equal blocks around a core, arranged once and computed square by square.

pub(crate) mod comb;
pub(crate) mod corridor;
pub(crate) mod implicit;
pub(crate) mod layout;
pub(crate) mod rank_writer;
pub(crate) mod route;
mod route_iter;
mod step_index;
pub(crate) mod strip;
mod strip_block;
mod sweep;
