//! The states that a worker has found, for itself and for others, in buckets, and the states it has received.
//!
//! All buckets of all workers divide the range of a mixed hash evenly, so the worker of a state depends only
//! on the number of workers. When a bucket fills up, equal states in it are added up before it is sent; if
//! that makes it smaller, it stays and takes more.

use super::message::States;
use crate::{
    frontier::multiplicity::Multiplicity,
    layers::layer::BUCKET,
    layers::table::{State, Table},
};

/// States on their way to another worker.
pub(crate) struct Sending<C> {
    buckets: Vec<Vec<State<C>>>,
    /// How many buckets a worker has.
    per: usize,
    table: Table<C>,
    /// Full ones.
    full: Vec<(usize, Vec<State<C>>)>,
}

/// States for a worker.
pub(crate) struct Batch<C> {
    pub(crate) to: usize,
    pub(crate) states: States<C>,
}

impl<C: Multiplicity> Sending<C> {
    /// For so many workers with so many buckets each.
    pub(crate) fn new(workers: usize, per: usize) -> Sending<C> {
        let buckets = (0..workers * per).map(|_| Vec::new()).collect();
        Sending { buckets, per, table: Table::default(), full: Vec::new() }
    }

    /// Takes a state with a mixed hash.
    #[inline(always)]
    pub(crate) fn push(&mut self, hash: u64, word: u64, multiplicity: C) {
        let at = ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize;
        let bucket = &mut self.buckets[at];
        if bucket.len() == bucket.capacity() {
            self.make_room(at);
        }
        self.buckets[at].push((word, multiplicity));
    }

    #[cold]
    fn make_room(&mut self, at: usize) {
        let bucket = &mut self.buckets[at];
        if bucket.len() < BUCKET {
            let more = bucket.len().max(4);
            bucket.reserve_exact(more);
            return;
        }
        let summed = self.table.sum(vec![std::mem::take(bucket)]);
        if summed.len() > BUCKET / 2 {
            self.full.push((at, summed));
        } else {
            *bucket = summed;
            let more = BUCKET.saturating_sub(bucket.len());
            bucket.reserve_exact(more);
        }
    }

    /// What is full by now.
    pub(crate) fn full(&mut self) -> impl Iterator<Item = Batch<C>> + use<C> {
        let per = self.per;
        std::mem::take(&mut self.full).into_iter().map(move |(at, states)| batch(per, at, states))
    }

    /// All that is left; what leaves the process is added up.
    pub(crate) fn rest(mut self, is_near: impl Fn(usize) -> bool) -> impl Iterator<Item = Batch<C>> {
        let per = self.per;
        let buckets = self.buckets.into_iter().enumerate().filter(|(_, states)| !states.is_empty());
        buckets.map(move |(at, states)| {
            let states = if is_near(at / per) { states } else { self.table.sum(vec![states]) };
            batch(per, at, states)
        })
    }
}

fn batch<C>(per: usize, at: usize, states: Vec<State<C>>) -> Batch<C> {
    Batch { to: at / per, states: States { bucket: (at % per) as u32, states } }
}

/// What has arrived for a worker's buckets.
pub(crate) struct Receiving<C> {
    buckets: Vec<Arrived<C>>,
    table: Table<C>,
}

/// Parts of one bucket, and at how many states they are added up.
struct Arrived<C> {
    parts: Vec<Vec<State<C>>>,
    len: usize,
    limit: usize,
}

impl<C: Multiplicity> Receiving<C> {
    pub(crate) fn new(per: usize) -> Receiving<C> {
        let buckets = (0..per).map(|_| Arrived { parts: Vec::new(), len: 0, limit: 4 * BUCKET });
        Receiving { buckets: buckets.collect(), table: Table::default() }
    }

    pub(crate) fn take(&mut self, States { bucket, states }: States<C>) {
        let Some(arrived) = self.buckets.get_mut(bucket as usize) else { return };
        arrived.len += states.len();
        arrived.parts.push(states);
        if arrived.len > arrived.limit {
            let sum = self.table.sum(std::mem::take(&mut arrived.parts));
            (arrived.len, arrived.limit) = (sum.len(), arrived.limit.max(2 * sum.len()));
            arrived.parts.push(sum);
        }
    }

    /// Every bucket with each state once.
    pub(crate) fn sums(mut self) -> Vec<Vec<State<C>>> {
        self.buckets.into_iter().map(|arrived| self.table.sum(arrived.parts)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::mix;

    #[test]
    fn the_worker_of_a_state_does_not_depend_on_the_buckets() {
        let workers_with = |per| {
            let mut sending = Sending::<u64>::new(6, per);
            (0..5000).for_each(|word| sending.push(mix(word), word, 1));
            let mut all: Vec<(u64, usize)> = Vec::new();
            for Batch { to, states } in sending.rest(|_| true) {
                all.extend(states.states.iter().map(|state| (state.0, to)));
            }
            all.sort_unstable();
            all
        };
        let one = workers_with(1);
        assert_eq!(one, workers_with(7));
        for worker in 0..6 {
            let share = one.iter().filter(|state| state.1 == worker).count();
            assert!((700..1000).contains(&share), "worker {worker} has {share} of 5000");
        }
    }

    #[test]
    fn what_is_sent_twice_is_added_up() {
        let (mut sending, mut receiving) = (Sending::<u64>::new(1, 2), Receiving::new(2));
        for round in 0..40 {
            (0..3000).for_each(|word| sending.push(mix(word), word, round));
            sending.full().for_each(|batch| receiving.take(batch.states));
        }
        sending.rest(|_| false).for_each(|batch| receiving.take(batch.states));
        let sums: Vec<(u64, u64)> = receiving.sums().concat();
        assert_eq!(sums.len(), 3000);
        assert!(sums.iter().all(|state| state.1 == 39 * 40 / 2));
    }
}
