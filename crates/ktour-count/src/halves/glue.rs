//! Gluing: which states of the middle fit together, and how many cycles they make.
//!
//! States are distributed into buckets by the degrees they would fit, group by group; a bucket has only
//! complete groups. If memory is short, the groups are processed in parts. All of this is done in slices, so
//! that it can be interrupted and continued.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    vec,
};

use crate::{
    CountError,
    frontier::mix,
    halves::meeting::{Meeting, Member},
    layers::layer::Layer,
    run::Run,
    state::pairing::{Pairings, Weighted},
    threads::in_threads,
};

/// Members that are glued cost as much as so many states that are followed.
const GLUED: usize = 4;

/// The states of the middle, glued: of a layer for each side.
pub(crate) struct Gluing {
    meeting: Arc<Meeting>,
    layers: Vec<Layer<u64>>,
    groups: Groups,
    pairings: Pairings,
    sum: u128,
    /// Members of all groups so far.
    pub(crate) states: usize,
}

impl Gluing {
    pub(crate) fn new(meeting: Arc<Meeting>, layers: Vec<Layer<u64>>, run: &Run<'_>) -> Gluing {
        let (groups, pairings) = (Groups::new(&layers, run), Pairings::new(states_of(&layers)));
        Gluing { meeting, layers, groups, pairings, sum: 0, states: 0 }
    }

    /// Goes on for a slice of work; how many cycles there are, once that is known.
    pub(crate) fn advance(&mut self, work: &mut u64, run: &Run<'_>) -> Result<Option<u128>, CountError> {
        let Gluing { meeting, layers, groups, pairings, .. } = self;
        while *work > 0 {
            let buckets = groups.advance(meeting, layers, work, run, |members| {
                (members.len(), glue_groups(meeting, members, pairings, run))
            })?;
            let Some(buckets) = buckets else { return Ok(Some(self.sum / meeting.times())) };
            for (states, sum) in buckets {
                self.states += states;
                self.sum += sum;
            }
        }
        Ok(None)
    }

    /// About how much memory the groups took at most.
    pub(crate) fn peak_bytes(&self) -> u64 {
        (self.states.div_ceil(self.groups.parts) * size_of::<Member>()) as u64
    }
}

/// The states of all layers.
fn states_of(layers: &[Layer<u64>]) -> usize {
    layers.iter().map(Layer::len).sum()
}

/// How many cycles the groups of some members make.
pub(crate) fn glue_groups(
    meeting: &Meeting,
    members: Vec<Member>,
    pairings: &Pairings,
    run: &Run<'_>,
) -> u128 {
    let (mut sum, mut pairs) = (0, 0);
    each_group(members, &mut |group, near, far| {
        pairs += (near.len() * far.len()) as u64;
        let (outer, images) = meeting.images_of(group);
        // Every image of the group is a group of its own with the same sum, which is not seen.
        sum += images * pairings.glue(outer / 2, near, far);
    });
    run.report.tell_pairs(pairs);
    sum
}

/// Hears of a group: its near and its far pairings, by number.
type Hearing<'a> = dyn FnMut(u64, &[Weighted], &[Weighted]) + 'a;

/// Calls `with` with every group.
pub(crate) fn each_group(mut members: Vec<Member>, with: &mut Hearing<'_>) {
    members.sort_unstable_by_key(|member| member.key);
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for group in members.chunk_by(|a, b| a.group() == b.group()) {
        near.clear();
        far.clear();
        for same in group.chunk_by(|a, b| a.key == b.key) {
            let number = (same[0].key & 0x7fff_ffff) as u32;
            let list = if same[0].key >> 31 & 1 == 0 { &mut near } else { &mut far };
            list.push((number, same.iter().map(|member| member.multiplicity).sum()));
        }
        with(group[0].group(), &near, &far);
    }
}

/// The members of one bucket, from each thread.
type Bucket = Vec<Vec<Member>>;

/// The members of the layers in buckets, in which every group is whole.
pub(crate) struct Groups {
    /// Which part is at hand, and of how many.
    part: usize,
    parts: usize,
    /// Buckets of a part.
    count: usize,
    threads: usize,
    /// The layer that is being shared out and its next bucket, and what every thread has shared out.
    layer: usize,
    next: usize,
    shared: Vec<Vec<Vec<Member>>>,
    /// The buckets of the part at hand that are left, once all is shared out.
    buckets: Option<vec::IntoIter<Bucket>>,
}

impl Groups {
    pub(crate) fn new(layers: &[Layer<u64>], run: &Run<'_>) -> Groups {
        let states = states_of(layers);
        // Where memory is short, the groups are gone through in parts.
        let held = states as u128 * size_of::<(u64, u64)>() as u128;
        let needed = states as u128 * size_of::<Member>() as u128 * 3;
        let room = run.memory().saturating_sub(held).max(run.memory() / 4).max(1);
        let parts = needed.div_ceil(room).next_power_of_two().min(1 << 10) as usize;
        let count = (states / parts / (1 << 11)).next_power_of_two().min(1 << 14);
        let threads = layers.iter().map(|layer| layer.threads(run)).max().unwrap_or(1);
        Groups { part: 0, parts, count, threads, layer: 0, next: 0, shared: Vec::new(), buckets: None }
    }

    /// What `each` makes of some more buckets, perhaps of none: a slice of work. `None` when all
    /// were there.
    fn advance<T: Send>(
        &mut self,
        meeting: &Meeting,
        layers: &[Layer<u64>],
        work: &mut u64,
        run: &Run<'_>,
        each: impl Fn(Vec<Member>) -> T + Sync,
    ) -> Result<Option<Vec<T>>, CountError> {
        if self.part == self.parts {
            return Ok(None);
        }
        let Some(buckets) = &mut self.buckets else {
            self.share_out(meeting, layers, work, run)?;
            return Ok(Some(Vec::new()));
        };
        let first = (self.part * self.count + self.count).saturating_sub(buckets.len());
        let all = (self.parts * self.count) as f64;
        let mut some = Vec::new();
        while *work > 0
            && let Some(bucket) = buckets.next()
        {
            let members: usize = bucket.iter().map(Vec::len).sum();
            *work = work.saturating_sub((GLUED * members) as u64 + 1);
            some.push(bucket);
        }
        if some.is_empty() {
            (self.part, self.layer, self.buckets) = (self.part + 1, 0, None);
            return Ok(Some(Vec::new()));
        }
        let next = AtomicUsize::new(0);
        let done = in_threads(self.threads.min(some.len()), |_| {
            let mut done = Vec::new();
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(members) = some.get(at) else { return Ok(done) };
                done.push(each(members.concat()));
                run.report.tell_share((first + at) as f64 / all);
                run.check(0)?;
            }
        });
        let done = done.into_iter().collect::<Result<Vec<_>, CountError>>()?;
        Ok(Some(done.into_iter().flatten().collect()))
    }

    /// Brings states that fit together into the same bucket.
    fn share_out(
        &mut self,
        meeting: &Meeting,
        layers: &[Layer<u64>],
        work: &mut u64,
        run: &Run<'_>,
    ) -> Result<(), CountError> {
        let (part, parts, count) = (self.part, self.parts, self.count);
        self.shared.resize_with(self.threads, || vec![Vec::new(); count]);
        let (side, layer) = (&meeting.sides[self.layer], &layers[self.layer]);
        let buckets = layer.slice(self.next, work);
        self.next = buckets.end;
        layer.gather(buckets, &mut self.shared, run, |buckets, states| {
            for &(word, multiplicity) in states {
                side.members(word, multiplicity, &mut |member| {
                    let at = mix(member.group()) as usize >> 8 & (count * parts - 1);
                    if at / count == part {
                        buckets[at % count].push(member);
                    }
                });
            }
        })?;
        if self.next == layer.buckets.len() {
            (self.layer, self.next) = (self.layer + 1, 0);
        }
        if self.layer == layers.len() {
            let mut shared: Vec<_> = self.shared.drain(..).map(Vec::into_iter).collect();
            let bucket = |_| shared.iter_mut().filter_map(Iterator::next).collect();
            self.buckets = Some((0..count).map(bucket).collect::<Vec<Bucket>>().into_iter());
        }
        Ok(())
    }
}
