//! What is tried, one file a part.

mod arguments;
mod bounds;
mod checkpoints;
mod counts;
mod files;
mod kills;
mod load;
mod malformed;
mod outputs;
mod places;
mod proofs;
mod queries;
mod sites;
mod strangers;
mod together;

use crate::{report::Report, target::AttackTarget};

/// A name and what it tries.
pub(crate) type Part = (&'static str, fn(&AttackTarget, &mut Report));

/// Parts in order of how soon they find a failure.
pub(crate) const PARTS: [Part; 16] = [
    ("arguments", arguments::attack),
    ("files", files::attack),
    ("outputs", outputs::attack),
    ("counts", counts::attack),
    ("proofs", proofs::attack),
    ("checkpoints", checkpoints::attack),
    ("malformed", malformed::attack),
    ("sites", sites::attack),
    ("queries", queries::attack),
    ("places", places::attack),
    ("load", load::attack),
    ("together", together::attack),
    ("strangers", strangers::attack),
    ("bounds", bounds::attack),
    ("endless", files::attack_endlessly),
    ("kills", kills::attack),
];
