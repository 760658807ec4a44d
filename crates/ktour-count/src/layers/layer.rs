//! A layer: the states of one frontier, each once, with its multiplicity.

use std::{
    io,
    ops::Range,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use num_bigint::BigUint;

use crate::{
    CountError,
    frontier::{
        disk,
        multiplicity::{Multiplicity, Wide},
    },
    layers::{
        spill::Bucket,
        table::{State, widest_of},
    },
    run::Run,
    threads::in_threads_with,
};

/// States a bucket should have.
pub(crate) const BUCKET: usize = 1 << 13;

/// The states of one frontier.
#[derive(Clone, Debug)]
pub(crate) struct Layer<C> {
    pub(crate) buckets: Vec<Bucket<C>>,
    /// Bits of the largest multiplicity.
    pub(crate) widest: u64,
}

impl<C: Multiplicity> Layer<C> {
    /// One state, chosen in one way.
    pub(crate) fn root(word: u64) -> Layer<C> {
        Layer { buckets: vec![Bucket::Here(vec![(word, C::ONE)])], widest: 1 }
    }

    /// No state at all.
    pub(crate) fn empty() -> Layer<C> {
        Layer { buckets: Vec::new(), widest: 0 }
    }

    /// Of some buckets.
    pub(crate) fn new(buckets: Vec<Bucket<C>>) -> io::Result<Layer<C>> {
        let mut widest = 0;
        for bucket in &buckets {
            widest = widest.max(widest_of(&bucket.states()?));
        }
        Ok(Layer { buckets, widest })
    }

    pub(crate) fn len(&self) -> usize {
        self.buckets.iter().map(Bucket::len).sum()
    }

    /// How many bytes its states take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.len() * size_of::<State<C>>()) as u64
    }

    /// How many threads it is worth.
    pub(crate) fn threads(&self, run: &Run<'_>) -> usize {
        if self.len() < crate::frontier::MIN_STATES_FOR_THREADS { 1 } else { run.threads() }
    }

    /// Calls `with` with every state.
    pub(crate) fn each(&self, mut with: impl FnMut(u64, C)) -> Result<(), CountError> {
        for bucket in &self.buckets {
            bucket.states().map_err(disk)?.iter().for_each(|&(word, multiplicity)| with(word, multiplicity));
        }
        Ok(())
    }

    /// The buckets from one on that a slice of work is enough for: one at least, while there is work.
    pub(crate) fn slice(&self, from: usize, work: &mut u64) -> Range<usize> {
        let mut end = from;
        while end < self.buckets.len() && *work > 0 {
            *work = work.saturating_sub(self.buckets[end].len() as u64 + 1);
            end += 1;
        }
        from..end
    }

    /// Gathers something of the states of some buckets: every thread has its own list to add to.
    pub(crate) fn gather<T: Send>(
        &self,
        buckets: Range<usize>,
        lists: &mut [T],
        run: &Run<'_>,
        with: impl Fn(&mut T, &[State<C>]) + Sync,
    ) -> Result<(), CountError> {
        let next = AtomicUsize::new(buckets.start);
        let gathered = in_threads_with(lists.iter_mut().take(buckets.len()).collect(), |list| {
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(bucket) = self.buckets[..buckets.end].get(at) else { return Ok(()) };
                with(list, &bucket.states().map_err(disk)?);
                run.check(bucket.len())?;
            }
        });
        gathered.into_iter().collect()
    }

    /// The same, and forgets the buckets.
    pub(crate) fn consume<T: Send>(
        &mut self,
        buckets: Range<usize>,
        lists: &mut [T],
        run: &Run<'_>,
        with: impl Fn(&mut T, &[State<C>]) + Sync,
    ) -> Result<(), CountError> {
        let count = buckets.len();
        let next = Mutex::new(self.buckets[buckets].iter_mut());
        let consumed = in_threads_with(lists.iter_mut().take(count).collect(), |list| {
            loop {
                let bucket = next.lock().unwrap_or_else(PoisonError::into_inner).next();
                let Some(bucket) = bucket.map(std::mem::take) else { return Ok(()) };
                with(list, &bucket.states().map_err(disk)?);
                run.check(bucket.len())?;
            }
        });
        consumed.into_iter().collect()
    }

    /// The same layer in wider numbers.
    pub(crate) fn widened<D: Multiplicity + From<C>>(self) -> Result<Layer<D>, CountError> {
        let widen = |states: &[State<C>]| {
            states.iter().map(|&(word, multiplicity)| (word, multiplicity.into())).collect()
        };
        let widen = |bucket: &Bucket<C>| Ok(Bucket::Here(widen(&bucket.states()?)));
        let buckets = self.buckets.iter().map(widen).collect::<io::Result<_>>().map_err(disk)?;
        Ok(Layer { buckets, widest: self.widest })
    }

    /// Whether two more steps of a layer with so many states, the largest multiplicity of so many
    /// bits, could reach the end of the numbers: a state has at most fifteen successors, so no sum
    /// exceeds 256 times the sum of all.
    fn would_fill(widest: u64, states: u64) -> bool {
        widest + u64::from(states.max(1).ilog2()) + 10 > C::BITS
    }

    fn sum(&self) -> Result<BigUint, CountError> {
        let mut sum = BigUint::ZERO;
        self.each(|_, multiplicity| sum += multiplicity.to_big())?;
        Ok(sum)
    }
}

/// A layer in numbers just wide enough.
#[derive(Clone)]
pub(crate) enum AnyLayer {
    Word(Layer<u64>),
    Double(Layer<u128>),
    Wide(Layer<Wide>),
}

macro_rules! any_layer {
    ($($variant:ident of $numbers:ty),*) => {$(
        impl From<Layer<$numbers>> for AnyLayer {
            fn from(layer: Layer<$numbers>) -> AnyLayer {
                AnyLayer::$variant(layer)
            }
        }
    )*};
}

any_layer!(Word of u64, Double of u128, Wide of Wide);

/// The same of a layer in numbers of any width.
macro_rules! of_any {
    ($any:expr, $layer:ident => $of:expr) => {
        match $any {
            $crate::layers::layer::AnyLayer::Word($layer) => $of,
            $crate::layers::layer::AnyLayer::Double($layer) => $of,
            $crate::layers::layer::AnyLayer::Wide($layer) => $of,
        }
    };
}
pub(crate) use of_any;

impl AnyLayer {
    /// The empty board, or nothing at all.
    pub(crate) fn begin(has_future: bool) -> AnyLayer {
        AnyLayer::Word(if has_future { Layer::root(0) } else { Layer::empty() })
    }

    pub(crate) fn len(&self) -> usize {
        of_any!(self, layer => layer.len())
    }

    /// Bits of the largest multiplicity.
    pub(crate) fn widest(&self) -> u64 {
        of_any!(self, layer => layer.widest)
    }

    /// How many bytes a state takes.
    pub(crate) fn state_bytes(&self) -> u128 {
        match self {
            AnyLayer::Word(_) => size_of::<State<u64>>() as u128,
            AnyLayer::Double(_) => size_of::<State<u128>>() as u128,
            AnyLayer::Wide(_) => size_of::<State<Wide>>() as u128,
        }
    }

    /// How many bytes its states take.
    #[cfg(feature = "cluster")]
    pub(crate) fn bytes(&self) -> u128 {
        self.len() as u128 * self.state_bytes()
    }

    /// The multiplicities of all states together.
    pub(crate) fn sum(&self) -> Result<BigUint, CountError> {
        of_any!(self, layer => layer.sum())
    }

    /// The same layer in wider numbers, where a layer with so many states, the largest
    /// multiplicity of so many bits, might outgrow these within two steps.
    pub(crate) fn widened(self, widest: u64, states: u64) -> Result<AnyLayer, CountError> {
        Ok(match self {
            AnyLayer::Word(layer) if Layer::<u64>::would_fill(widest, states) => {
                AnyLayer::Double(layer.widened()?)
            }
            AnyLayer::Double(layer) if Layer::<u128>::would_fill(widest, states) => {
                AnyLayer::Wide(layer.widened()?)
            }
            AnyLayer::Wide(_) if Layer::<Wide>::would_fill(widest, states) => {
                return Err(CountError::TooMany);
            }
            fits => fits,
        })
    }
}
