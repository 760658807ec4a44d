//! Random ways back to the empty board: among all states that lead to the present one, each is chosen with
//! probability in proportion to its multiplicity.

use crate::{CountError, problem::path::Chosen, run::Run, sample::chance::Chance, state_class::StoredLayers};

/// A draw on its way back.
pub(crate) struct Draw {
    /// The state: its key, and the number of its pairing.
    state: (u64, u32),
    /// Whether what comes before is seen in the mirror.
    is_flipped: bool,
    /// What was chosen, and whether it is seen in the mirror.
    chosen: Vec<(Chosen, bool)>,
    pub(crate) chance: Chance,
}

impl Draw {
    pub(crate) fn new(chance: Chance, state: (u64, u32), is_flipped: bool) -> Draw {
        Draw { state, is_flipped, chosen: Vec::new(), chance }
    }

    /// The leaps, with those seen in the mirror where the mirror takes them.
    pub(crate) fn leaps(&self, mirror: Option<&[usize]>) -> Vec<Chosen> {
        let there = |square: usize, is_flipped: bool| match mirror {
            Some(mirror) if is_flipped => mirror[square],
            _ => square,
        };
        let leap = |&((from, to), is_flipped): &(Chosen, bool)| {
            (there(from, is_flipped), to.map(|to| there(to, is_flipped)))
        };
        self.chosen.iter().map(leap).collect()
    }
}

/// The leaps of a tour, and the chance that drew them.
pub(crate) type Drawn = (Vec<Chosen>, Chance);

/// All draws back to the empty board.
pub(crate) fn walk_back(kept: &StoredLayers, draws: &mut [Draw], run: &Run<'_>) -> Result<(), CountError> {
    for back in kept.back() {
        let back = back?;
        let predecessors = back.predecessors(draws.iter().map(|draw| draw.state), run)?;
        for draw in draws.iter_mut() {
            let before = *draw.chance.among(&predecessors[&draw.state], |before| before.multiplicity);
            draw.state = (before.key, before.number);
            draw.is_flipped ^= before.is_mirrored;
            let leaps = back.leaps(before.choice).into_iter();
            draw.chosen.extend(leaps.map(|leap| (leap, draw.is_flipped)));
        }
    }
    Ok(())
}
