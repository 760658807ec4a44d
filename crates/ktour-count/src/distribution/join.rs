//! Tours by their values: near halves, and the far halves that make one cycle with them.

use std::collections::BTreeMap;

use super::{
    cut::{CODE_BITS, Crossing, Cut},
    half_walk::HalfClass,
    measure_table::Values,
};
use crate::{
    CountError,
    context::Context,
    state::pairing::{PointMates, is_single_cycle, unrank},
};

/// How many tours have each value, for every part.
pub(super) struct ValueCounts(Vec<Vec<u128>>);

impl ValueCounts {
    pub(super) fn new(cut: &Cut<'_>) -> ValueCounts {
        ValueCounts(vec![vec![0; cut.squares + 1]; cut.scale.parts.len()])
    }

    /// Adds up the tours of a group: halves that have the same degrees at the frontier. How many pairs of
    /// them make tours.
    pub(super) fn glue(
        &mut self,
        cut: &Cut<'_>,
        near: &[HalfClass],
        far: &[HalfClass],
        run: &Context<'_>,
    ) -> Result<u64, CountError> {
        let profile = near[0].profile();
        let ends = (0..cut.frontier.len()).filter(|&slot| cut.degree(profile, cut.frontier[slot]) == 1);
        let crossings: Vec<&Crossing> = ends.map(|slot| cut.crossing(slot)).collect();
        let busy = crossings.iter().enumerate().filter(|(_, crossing)| !crossing.is_idle());
        let busy: Vec<(usize, &Crossing)> = busy.map(|(at, &crossing)| (CODE_BITS * at, crossing)).collect();
        let between = |near: u64, far: u64| {
            busy.iter().fold(Values::default(), |sum, (shift, crossing)| {
                let code = |codes: u64| (codes >> shift) as usize & ((1 << CODE_BITS) - 1);
                sum.plus(crossing.between[code(near)][code(far)])
            })
        };
        let pairs = crossings.len() / 2;
        let far = by_pairing(far, pairs);
        let mut glued = 0;
        for (points, near) in by_pairing(near, pairs) {
            run.check(0)?;
            for (_, far) in far.iter().filter(|far| is_single_cycle(pairs, &points, &far.0)) {
                for near in &near {
                    for far in far {
                        let between = between(near[0].codes, far[0].codes);
                        glued += (near.len() * far.len()) as u64;
                        for near in *near {
                            let values = near.values.plus(between);
                            for far in *far {
                                let tours = u128::from(near.count) * u128::from(far.count);
                                self.add(values.plus(far.values), tours);
                            }
                        }
                    }
                }
            }
        }
        Ok(glued)
    }

    fn add(&mut self, values: Values, tours: u128) {
        for (part, sums) in self.0.iter_mut().enumerate() {
            sums[values.of_part(part)] += tours;
        }
    }

    /// Tours of both.
    pub(super) fn plus(mut self, other: ValueCounts) -> ValueCounts {
        let sums = self.0.iter_mut().flatten().zip(other.0.into_iter().flatten());
        sums.for_each(|(sum, more)| *sum += more);
        self
    }

    /// The tours of each value that some have.
    pub(super) fn into_tours(self) -> Vec<BTreeMap<u32, u128>> {
        let tours = |sums: Vec<u128>| (0..).zip(sums).filter(|&(_, tours)| tours > 0).collect();
        self.0.into_iter().map(tours).collect()
    }
}

/// Halves by the pairing of their ends, and then by the directions there.
fn by_pairing(halves: &[HalfClass], pairs: usize) -> Vec<(PointMates, Vec<&[HalfClass]>)> {
    let alike = halves.chunk_by(|one, other| one.pairing() == other.pairing());
    alike
        .map(|halves| {
            let runs = halves.chunk_by(|one, other| one.codes == other.codes);
            (unrank(pairs, halves[0].pairing()), runs.collect())
        })
        .collect()
}
