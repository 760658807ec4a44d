//! The plan: in which order squares are decided and leaps are offered, and which places the
//! frontier has in between.
//!
//! A step either *decides* the next square, choosing its missing leaps to later squares, or
//! *offers* one leap between two squares of the frontier, to take or to leave. Places of a
//! frontier: the one beyond the board where tours are open, then the squares from the next one to
//! be decided to the farthest one reached.
//!
//! The lines of a long board are alike, and so are its steps: what a step knows beside the numbers
//! of its squares is made once and shared, so that a plan of 65536 steps takes a few megabytes.

use std::{collections::HashMap, ops::Deref, sync::Arc};

use crate::{
    CountError, Watch,
    layers::filter::{Digits, Set},
    problem::graph::{End, Graph},
    state::mates::{FULL_DIGIT, Form, INNER, MOST_PLACES, Mates, ROOM},
    state::moves::{Degrees, Mirror, Named, Spot, mirrored},
    state::packed::{Nibbles, lone_name},
};

/// The number of the place beyond the board, among squares.
pub(crate) const BEYOND: usize = usize::MAX;

/// The squares between two steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frontier {
    /// The number of the next square to be decided.
    pub(crate) first: usize,
    /// How many squares, from that one on.
    pub(crate) len: usize,
    /// 1 where there is a place beyond the board, which is place 0.
    pub(crate) beyond: usize,
    /// How its tables are written.
    pub(crate) form: Form,
}

impl Frontier {
    pub(crate) fn places(&self) -> usize {
        self.beyond + self.len
    }

    pub(crate) fn place(&self, square: usize) -> usize {
        if square == BEYOND { 0 } else { self.beyond + square - self.first }
    }

    fn square(&self, place: usize) -> usize {
        place.checked_sub(self.beyond).map_or(BEYOND, |at| self.first + at)
    }

    /// Which place comes to which place, if squares go to their images.
    pub(crate) fn mirror(&self, image: &[usize]) -> Option<Vec<u8>> {
        let squares = self.first..self.first + self.len;
        let beyond = (0..self.beyond).map(|place| Some(place as u8));
        let places = squares
            .clone()
            .map(|square| squares.contains(&image[square]).then(|| self.place(image[square]) as u8));
        beyond.chain(places).collect()
    }
}

/// What a step does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    /// The first square of the frontier gets its missing leaps.
    Decide {
        /// Places it may leap to.
        targets: Vec<Target>,
        /// Whether the first of them must be among the chosen.
        is_first_forced: bool,
    },
    /// One leap between two places is taken or left.
    Offer(Target, Target),
    /// States that were counted together with their mirror images come apart again; each is
    /// counted twice from here on.
    Unfold,
}

/// A place, and what one more leap at it adds to a degree profile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Target {
    pub(crate) place: usize,
    pub(crate) weight: usize,
}

/// One step from a frontier to the next.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) from: Frontier,
    pub(crate) to: Frontier,
    /// Places of `from` and of the squares that enter.
    places: usize,
    /// Whether no square lies behind the frontier that this step reaches.
    is_last_view: bool,
    tables: Arc<Tables>,
}

/// What a step has in common with all that are alike.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) act: Act,
    /// What one leap weighs at each place of `from`.
    pub(crate) weights: [usize; ROOM],
    /// How words move.
    moves: Moves,
    /// Which place comes to which when the board is mirrored, where the frontier is its own image
    /// and states are counted together with their images, or come apart.
    pub(crate) mirror: Option<Mirror>,
}

impl Deref for Step {
    type Target = Tables;

    fn deref(&self) -> &Tables {
        &self.tables
    }
}

/// Tables by all that they are made of: the digit of the first square, the lengths and forms of
/// both frontiers, and the act.
type Known = HashMap<(usize, [(usize, Form); 2], Act), Arc<Tables>>;

/// New tables, and those in whose place they are.
type Replaced = (Arc<Tables>, Arc<Tables>);

/// A step as words see it.
#[derive(Clone, Debug)]
enum Moves {
    /// Nothing moves.
    None,
    /// Both frontiers are written in the nibbles of one machine word.
    Narrow(MovesIn<u64>),
    /// One of them is not, or its image is asked for and a place is left out.
    Wide(MovesIn<u128>),
}

#[derive(Clone, Debug)]
struct MovesIn<N> {
    /// The profile.
    degrees: Degrees,
    /// What one leap weighs at the place left out.
    weight_left_out: usize,
    /// The places leapt to, as they are after the step.
    spots: Vec<Spot<N>>,
}

impl Moves {
    fn new(from: Frontier, to: Frontier, act: &Act, weights: &[usize; ROOM]) -> Moves {
        let is_offer = matches!(act, Act::Offer(..));
        match act {
            Act::Unfold => Moves::None,
            // A leap to a place left out is not made for narrow words.
            _ if !from.form.is_narrow() || !to.form.is_narrow() || is_offer && from.form != Form::Nibbles => {
                Moves::Wide(MovesIn::new(from, act, weights))
            }
            _ => Moves::Narrow(MovesIn::new(from, act, weights)),
        }
    }
}

impl<N: Nibbles> MovesIn<N> {
    fn new(from: Frontier, act: &Act, weights: &[usize; ROOM]) -> MovesIn<N> {
        let spots = match act {
            Act::Decide { targets, .. } => targets
                .iter()
                .map(|target| Spot::new(target.place - usize::from(target.place > from.beyond)))
                .collect(),
            Act::Offer(a, b) => vec![Spot::new(a.place), Spot::new(b.place)],
            Act::Unfold => Vec::new(),
        };
        let degrees = Degrees::new(|place, degree| match place {
            place if place < N::PLACES.min(MOST_PLACES) => (degree * weights[place]) as u32,
            _ => 0,
        });
        MovesIn { degrees, weight_left_out: weights[16], spots }
    }

    #[inline(always)]
    fn profile(&self, word: N, lone: u64) -> usize {
        self.degrees.sum(word) as usize + if lone == 0 { 0 } else { self.weight_left_out }
    }
}

/// All steps of a board.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) steps: Vec<Step>,
    pub(crate) digits: Digits,
}

impl Plan {
    /// Square by square to the end.
    pub(crate) fn whole(graph: &Graph, watch: &Watch) -> Result<Plan, CountError> {
        Plan::with_offers(graph, usize::MAX, &[], watch)
    }

    /// Square by square; before square `at`, these leaps are offered.
    pub(crate) fn with_offers(
        graph: &Graph,
        at: usize,
        offers: &[(usize, usize)],
        watch: &Watch,
    ) -> Result<Plan, CountError> {
        let beyond = usize::from(graph.ends.is_some());
        let total = graph.squares.len();
        let most = graph.reach() + beyond;
        let too_wide = || CountError::TooWide { places: most, most: MOST_PLACES - 1 };
        if most > MOST_PLACES {
            return Err(too_wide());
        }
        let digits = Digits::new(graph.reach(), beyond == 1);
        let mut steps: Vec<Step> = Vec::with_capacity(total + offers.len());
        let mut known = Known::new();
        let mut reached = vec![0; total];
        let mut from = Frontier { first: 0, len: 0, beyond, form: Form::Nibbles };
        for (square, later) in graph.later.iter().enumerate() {
            watch.check_at(square)?;
            if square == at {
                for &(a, b) in offers {
                    // Any place may be touched twice from here on.
                    let form = Form::of(from.places(), 2).ok_or_else(too_wide)?;
                    let to = Frontier { form, ..from };
                    let weight =
                        |square| if square == BEYOND { digits.beyond() } else { digits.weight(square) };
                    let target = |square| Target { place: from.place(square), weight: weight(square) };
                    let act = Act::Offer(target(a), target(b));
                    steps.push(Step::new(from, to, act, &digits, total, &mut known));
                    from = to;
                }
            }
            let is_offered = |to: &usize| square >= at && offers.contains(&(square, *to));
            let later = later.iter().copied().filter(|to| !is_offered(to));
            let reach = later.clone().next_back().unwrap_or(square).max(square);
            let end = (from.first + from.len).max(reach + 1);
            later.clone().for_each(|to| reached[to] += 1);
            // Offers may have touched any place.
            let touched = if square < at { reached[end - 1] } else { 2 };
            let form = Form::of(end - square - 1 + beyond, touched).ok_or_else(too_wide)?;
            let to = Frontier { first: square + 1, len: end - square - 1, beyond, form };
            let end_here = graph.ends.as_ref().map_or(End::Never, |ends| ends[square]);
            let mut targets = Vec::new();
            if end_here != End::Never && !is_offered(&BEYOND) {
                targets.push(Target { place: 0, weight: digits.beyond() });
            }
            targets.extend(later.map(|to| Target { place: from.place(to), weight: digits.weight(to) }));
            let act = Act::Decide { targets, is_first_forced: end_here == End::Always };
            steps.push(Step::new(from, to, act, &digits, total, &mut known));
            from = to;
        }
        Ok(Plan { steps, digits })
    }

    /// The same plan for states counted together with their mirror images, where the board is its
    /// own image: half the states from the first line on.
    pub(crate) fn with_mirror(mut self, graph: &Graph, watch: &Watch) -> Result<Plan, CountError> {
        let Some(image) = graph.mirror() else { return Ok(self) };
        let mut last = 0;
        let mut decided = 0;
        let mut offered: Vec<[usize; 2]> = Vec::new();
        let mut known = HashMap::<(*const Tables, Vec<u8>), Replaced>::new();
        for (at, step) in self.steps.iter_mut().enumerate() {
            watch.check_at(at)?;
            while decided < step.to.first {
                last = last.max(image[decided]);
                decided += 1;
            }
            if let Act::Offer(a, b) = &step.act {
                let [a, b] = [a, b].map(|end| step.from.square(end.place));
                offered.push([a.min(b), a.max(b)]);
            }
            let is_offered = |leap: &[usize; 2]| {
                let [a, b] = leap.map(|square| image.get(square).copied().unwrap_or(BEYOND));
                offered.contains(&[a.min(b), a.max(b)])
            };
            let is_whole = last < decided && offered.iter().all(is_offered);
            let order = if is_whole && step.to.len > 0 { step.to.mirror(&image) } else { None };
            if let Some(order) = order {
                // What is replaced is kept as long as its address is a key.
                let (tables, _) = known
                    .entry((step.kind(), order.clone()))
                    .or_insert_with(|| (Arc::new(step.mirrored(order)), step.tables.clone()));
                step.tables = tables.clone();
            }
        }
        Ok(self)
    }

    /// The same plan with a step before step `at` at which images come apart.
    pub(crate) fn with_unfolding(mut self, at: usize) -> Plan {
        let mut step = self.steps[at - 1].clone();
        let tables = Tables { act: Act::Unfold, moves: Moves::None, ..Tables::clone(&step.tables) };
        (step.from, step.tables) = (step.to, Arc::new(tables));
        let mut known = HashMap::<*const Tables, Replaced>::new();
        for later in self.steps[at..].iter_mut().filter(|later| later.mirror.is_some()) {
            // What is replaced is kept as long as its address is a key.
            let (tables, _) = known.entry(later.kind()).or_insert_with(|| {
                let apart = Tables { mirror: None, ..Tables::clone(&later.tables) };
                (Arc::new(apart), later.tables.clone())
            });
            later.tables = tables.clone();
        }
        self.steps.insert(at, step);
        self
    }

    /// The frontier after so many steps.
    pub(crate) fn frontier(&self, after: usize) -> Frontier {
        match after {
            0 => self.steps[0].from,
            _ => self.steps[after - 1].to,
        }
    }
}

impl Step {
    fn new(from: Frontier, to: Frontier, act: Act, digits: &Digits, total: usize, known: &mut Known) -> Step {
        let end = to.first + to.len;
        let key = (digits.weight(from.first), [(from.len, from.form), (to.len, to.form)], act.clone());
        let tables = known.entry(key).or_insert_with(|| {
            let weights = std::array::from_fn(|place| match place.checked_sub(from.beyond) {
                None => digits.beyond(),
                Some(at) => digits.weight(from.first + at),
            });
            let moves = Moves::new(from, to, &act, &weights);
            Arc::new(Tables { act, weights, moves, mirror: None })
        });
        let (places, is_last_view) = (from.beyond + end - from.first, end == total);
        Step { from, to, places, is_last_view, tables: tables.clone() }
    }

    /// Its tables, for states counted together with their images.
    fn mirrored(&self, order: Vec<u8>) -> Tables {
        let mut tables = Tables::clone(&self.tables);
        // The image of a word that leaves a place out is seen in the whole word.
        if self.to.form != Form::Nibbles {
            tables.moves = Moves::Wide(MovesIn::new(self.from, &self.act, &self.weights));
        }
        Tables { mirror: Some(Mirror::new(order)), ..tables }
    }

    /// The same for all steps that are alike but for the numbers of their squares.
    pub(crate) fn kind(&self) -> *const Tables {
        Arc::as_ptr(&self.tables)
    }

    /// Every table that follows from one, with the places leapt to, in a fixed order.
    pub(crate) fn each(
        &self,
        mates: &Mates,
        profile: usize,
        next: Option<&Set>,
        found: &mut impl FnMut(&Mates, usize, [usize; 2]),
    ) {
        let is_open = |target: &Target| mates.0[target.place] != INNER;
        let has_future = |profile: usize| next.is_none_or(|set| set.contains(profile));
        let mut take = |leaps: &[(usize, usize)], profile: usize, chosen: [usize; 2]| {
            let mut mates = *mates;
            let mut has_closed = false;
            for &(a, b) in leaps {
                has_closed |= mates.take(a, b);
            }
            if !has_closed || self.is_finished(&mates) {
                found(&mates, profile, chosen);
            }
        };
        let (targets, is_forced) = match &self.act {
            Act::Offer(a, b) => {
                if has_future(profile) {
                    take(&[], profile, [ROOM; 2]);
                }
                let taken = profile + a.weight + b.weight;
                if is_open(a) && is_open(b) && has_future(taken) {
                    take(&[(a.place, b.place)], taken, [a.place, b.place]);
                }
                return;
            }
            Act::Unfold => return,
            Act::Decide { targets, is_first_forced } => (targets, *is_first_forced),
        };
        let square = self.from.beyond;
        let degree = mates.degree(square);
        let rest = profile - degree * self.weight_of_first();
        let firsts = if is_forced { 1 } else { targets.len() };
        match degree {
            2 if !is_forced && has_future(rest) => take(&[], rest, [ROOM; 2]),
            1 => {
                for a in targets[..firsts].iter().filter(|a| is_open(a)) {
                    if has_future(rest + a.weight) {
                        take(&[(square, a.place)], rest + a.weight, [a.place, ROOM]);
                    }
                }
            }
            0 => {
                for (at, a) in targets[..firsts].iter().enumerate().filter(|(_, a)| is_open(a)) {
                    for b in targets[at + 1..].iter().filter(|b| is_open(b)) {
                        let profile = rest + a.weight + b.weight;
                        if has_future(profile) {
                            take(&[(square, a.place), (square, b.place)], profile, [a.place, b.place]);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Every word that follows from one.
    #[inline(always)]
    pub(crate) fn each_word(&self, word: u64, next: &Set, found: &mut impl FnMut(u64)) {
        match &self.moves {
            Moves::Narrow(moves) => self.each_move(moves, word, next, found),
            Moves::Wide(moves) => self.each_move(moves, word, next, found),
            Moves::None => {
                found(word);
                if let Some(mirror) = &self.mirror {
                    let image = mirrored(u128::kept(word, self.from.form), &mirror.order);
                    found(image.keep(self.to.form));
                }
            }
        }
    }

    fn each_move<N: Nibbles>(&self, moves: &MovesIn<N>, word: u64, next: &Set, found: &mut impl FnMut(u64)) {
        let is_left_out = N::PLACES == 16 && self.from.form == Form::AllButOne;
        let lone = if is_left_out { lone_name(word) } else { 0 };
        let word = N::kept(word, self.from.form);
        match &self.mirror {
            None => self.each_moved(moves, word, lone, next, &mut |word| found(word.keep(self.to.form))),
            Some(mirror) => self.each_moved(moves, word, lone, next, &mut |word| {
                found(mirror.lower(word).keep(self.to.form));
            }),
        }
    }

    /// The same as [`each`](Step::each), on words.
    fn each_moved<N: Nibbles>(
        &self,
        moves: &MovesIn<N>,
        word: N,
        lone: u64,
        next: &Set,
        found: &mut impl FnMut(N),
    ) {
        let profile = moves.profile(word, lone);
        let (targets, is_forced) = match &self.act {
            Act::Offer(a, b) => {
                if next.contains(profile) {
                    found(word);
                }
                let (x, y) = (moves.spots[0].digit(word), moves.spots[1].digit(word));
                let is_open = x != FULL_DIGIT as usize && y != FULL_DIGIT as usize;
                if is_open && (x == 0 || x != y) && next.contains(profile + a.weight + b.weight) {
                    let named = Named::new(word, None, 0);
                    found(named.joined((x, moves.spots[0].mask), (y, moves.spots[1].mask)));
                }
                return;
            }
            Act::Unfold => return,
            Act::Decide { targets, is_first_forced } => (targets, *is_first_forced),
        };
        let named = Named::new(word, Some(self.from.beyond), lone);
        let degree = match named.first {
            0 => 0,
            digit => 1 + usize::from(digit == FULL_DIGIT as usize),
        };
        let rest = profile - degree * self.weight_of_first();
        let firsts = if is_forced { 1 } else { targets.len() };
        let open = |at: usize, named: &Named<N>| {
            let digit = moves.spots[at].digit(named.rest);
            (digit != FULL_DIGIT as usize).then_some((digit, moves.spots[at].mask))
        };
        let mut join = |x: (usize, N), y: (usize, N)| {
            if x.0 == 0 || x.0 != y.0 {
                found(named.joined(x, y));
            } else if let Some(last) = self.closed(named.rest, x, y) {
                found(last);
            }
        };
        match degree {
            2 if !is_forced && next.contains(rest) => found(named.rest),
            1 => {
                for (at, a) in targets[..firsts].iter().enumerate() {
                    let Some(y) = open(at, &named) else { continue };
                    if next.contains(rest + a.weight) {
                        join((named.first, N::BARE), y);
                    }
                }
            }
            0 => {
                for (at, a) in targets[..firsts].iter().enumerate() {
                    let Some(x) = open(at, &named) else { continue };
                    for (other, b) in targets.iter().enumerate().skip(at + 1) {
                        let Some(y) = open(other, &named) else { continue };
                        if next.contains(rest + a.weight + b.weight) {
                            join(x, y);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The word after a cycle was closed by joining two mates, if that is the whole tour.
    fn closed<N: Nibbles>(&self, rest: N, x: (usize, N), y: (usize, N)) -> Option<N> {
        let word = rest.plus(x.1.times(FULL_DIGIT - x.0 as u64)).plus(y.1.times(FULL_DIGIT - y.0 as u64));
        let is_full = word.places_of(FULL_DIGIT).count() as usize == self.to.places();
        (self.is_last_view && is_full).then_some(word)
    }

    /// The word of a table that followed.
    pub(crate) fn pack(&self, mates: &Mates) -> u64 {
        mates.pack(self.to.form, self.leaves())
    }

    /// The place that leaves the frontier with this step.
    fn leaves(&self) -> Option<usize> {
        matches!(self.act, Act::Decide { .. }).then_some(self.from.beyond)
    }

    fn weight_of_first(&self) -> usize {
        self.weights[self.from.beyond]
    }

    /// Whether a closed cycle is the whole tour.
    fn is_finished(&self, mates: &Mates) -> bool {
        self.is_last_view && mates.0[..self.places].iter().all(|&mate| mate == INNER)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use std::{
        sync::atomic::{AtomicU64, Ordering},
        time::Duration,
    };

    use knights_tour::{Cancel, Clock, Control, Puzzle, TourKind};

    use super::*;
    use crate::layers::filter::Filter;

    /// A watch whose time is over when it is looked at for the n-th time, and how often it was.
    fn over_at(look: u64) -> (Watch, Arc<AtomicU64>) {
        let looks = Arc::<AtomicU64>::default();
        let seen = looks.clone();
        let clock = Clock::new(move || Duration::from_secs(seen.fetch_add(1, Ordering::Relaxed)));
        let control = Control::unlimited().with_clock(clock);
        looks.store(0, Ordering::Relaxed);
        let control = control.with_time(Duration::from_secs(look));
        (Watch::default().with_threads(1).with_control(control), looks)
    }

    #[test]
    fn a_long_board_stops_while_its_plan_is_made() {
        let puzzle = Puzzle::new("5x12000".parse().unwrap()).with_kind(TourKind::Open);
        let (patient, looks) = over_at(u64::MAX / 2);
        let graph = Graph::new(&puzzle, &patient).unwrap();
        // Two numberings of 60000 squares are looked at every 4096 of them, and so is the plan.
        assert_eq!(looks.swap(0, Ordering::Relaxed), 1 + 2 * 15);
        let plan = Plan::whole(&graph, &patient).unwrap();
        assert_eq!(looks.swap(0, Ordering::Relaxed), 15);
        plan.with_mirror(&graph, &patient).unwrap();
        assert_eq!(looks.load(Ordering::Relaxed), 15);
        // Whenever the time is over, that look is the last: no part of a plan is made behind it.
        for look in [1, 7, 20, 40, 50, 60, 80, 200] {
            let (watch, looks) = over_at(look);
            assert_eq!(crate::count(&puzzle, &watch).unwrap_err(), CountError::Stopped);
            assert_eq!(looks.load(Ordering::Relaxed), 1 + look);
        }
    }

    #[test]
    fn nothing_is_planned_for_who_has_gone() {
        let puzzle = Puzzle::new("5x12000".parse().unwrap()).with_kind(TourKind::Open);
        let graph = Graph::new(&puzzle, &Watch::default()).unwrap();
        let plan = Plan::whole(&graph, &Watch::default()).unwrap();
        let cancel = Cancel::default();
        cancel.cancel();
        let gone = Watch::default().with_cancel(cancel);
        assert_eq!(Graph::new(&puzzle, &gone).unwrap_err(), CountError::Stopped);
        assert_eq!(Plan::whole(&graph, &gone).unwrap_err(), CountError::Stopped);
        assert_eq!(Filter::all(&plan, &gone).unwrap_err(), CountError::Stopped);
        assert_eq!(plan.with_mirror(&graph, &gone).unwrap_err(), CountError::Stopped);
    }

    #[test]
    fn a_long_board_has_few_kinds_of_steps_and_few_sets() {
        for (board, kind) in [("2x32768", TourKind::Closed), ("4x4096", TourKind::Open)] {
            let puzzle = Puzzle::new(board.parse().unwrap()).with_kind(kind);
            let watch = Watch::default();
            let graph = Graph::new(&puzzle, &watch).unwrap();
            let plan = Plan::whole(&graph, &watch).unwrap().with_mirror(&graph, &watch).unwrap();
            assert_eq!(plan.steps.len() as u128, puzzle.board().square_count());
            let kinds: HashSet<_> = plan.steps.iter().map(Step::kind).collect();
            assert!(kinds.len() < 100, "{board}: {} kinds", kinds.len());
            let sets = Filter::all(&plan, &watch).unwrap();
            let different: HashSet<_> = sets.iter().map(Set::address).collect();
            assert!(different.len() < 1000, "{board}: {} sets", different.len());
        }
    }
}
