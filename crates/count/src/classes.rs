//! Classes: tours that no symmetry of the board carries to one another.
//!
//! By Burnside's lemma their number follows from how many tours each symmetry leaves as they are.
//! No leap joins a square to its image in a mirror, so a mirror that keeps a tour carries every
//! square half way along it; two mirrors cannot both. Hence of the mirrors and the half turn at
//! most one keeps a tour, and where a quarter turn does, only the half turn with it.
//!
//! * *Half turns and mirrors across the middle* exchange the two halves of the board: the table
//!   of the near half decides the far one, and only the leaps in the middle are left to choose.
//! * *Mirrors along* are mirrors across, of the turned board.
//! * *Axes through squares:* a symmetry of a cycle fixes two of its squares at most.
//! * *Quarter turns* repeat a quarter of the tour, which is walked plainly.
//!
//! An open tour can only be kept by being reversed. Then its middle is a square that stays where
//! it is, the only one, or a leap between a square and its image: only half turns have these, on
//! boards with an odd side. The half of the tour from there on is walked plainly.

use std::{collections::HashMap, sync::Arc};

use knights_tour::{Board, Puzzle, Square, Symmetry, TourKind};
use num_bigint::BigUint;

use crate::{
    CountError,
    groups::{self, Layer, Walk},
    halves::meeting::{Leap, Meeting},
    layers::multiplicity::{Multiplicity, Wide},
    problem::graph::{Graph, Order},
    run::Run,
    state::{
        mates::{INNER, Mates},
        rewiring::Rewirings,
    },
};

/// The most squares of half a tour that is walked plainly.
const MOST_HALF: usize = 20;

/// How many classes of undirected tours there are, and how symmetric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// All together.
    pub all: BigUint,
    /// Classes of tours that a quarter turn keeps.
    pub quaternary: BigUint,
    /// Classes of tours that a half turn or a mirror keeps, and no quarter turn.
    pub binary: BigUint,
    /// Classes of tours that only the identity keeps.
    pub asymmetric: BigUint,
}

fn is_open(puzzle: &Puzzle) -> bool {
    puzzle.kind() != Some(TourKind::Closed)
}

/// Refuses what is known not to be possible before anything is counted.
pub(crate) fn check(puzzle: &Puzzle) -> Result<(), CountError> {
    let board = puzzle.board();
    let is_given = puzzle.start().is_some() || puzzle.end().is_some();
    let is_plain = board.is_rectangle() && puzzle.leaper() == knights_tour::KNIGHT;
    let is_long = || half_of(board) > MOST_HALF && !middles(puzzle).is_empty();
    if !is_plain || is_open(puzzle) && (is_given || is_long()) {
        return Err(CountError::NoClasses);
    }
    Ok(())
}

/// The classes of all tours of a full rectangle, in slices.
pub(crate) struct ClassCount {
    /// How many tours there are.
    tours: BigUint,
    /// Symmetries that were not looked at, and the one that is.
    left: Vec<Symmetry>,
    at_hand: Option<Kept>,
    /// How many tours quarter turns keep, and how many the others.
    turned: BigUint,
    halved: BigUint,
}

impl ClassCount {
    /// Given how many tours there are.
    pub(crate) fn new(puzzle: &Puzzle, tours: BigUint) -> ClassCount {
        let has_tours = tours != BigUint::ZERO;
        let left = if has_tours && !is_open(puzzle) { puzzle.board().symmetries() } else { Vec::new() };
        ClassCount { tours, left, at_hand: None, turned: BigUint::ZERO, halved: BigUint::ZERO }
    }

    /// Goes on for a slice of work; the classes, once they are known. Graph and halves are those
    /// that the tours were counted with.
    pub(crate) fn advance(
        &mut self,
        puzzle: &Puzzle,
        graph: &Graph,
        halves: Option<&Arc<Meeting>>,
        work: &mut u64,
        run: &Run<'_>,
    ) -> Result<Option<Classes>, CountError> {
        if is_open(puzzle) {
            return open_classes(puzzle, &self.tours, run).map(Some);
        }
        while *work > 0 {
            if let Some(kept) = &mut self.at_hand {
                match kept.advance(work, run)? {
                    None => continue,
                    Some(tours) => self.halved += tours,
                }
                self.at_hand = None;
            }
            match self.left.pop() {
                None => return Ok(Some(self.classes(puzzle.board()))),
                Some(Symmetry::Identity | Symmetry::QuarterTurnBack) => {}
                Some(Symmetry::QuarterTurn) => self.turned = quarter_turned(puzzle, run)?.into(),
                Some(other) => self.at_hand = Kept::new(puzzle, graph, halves, other, run)?,
            }
        }
        Ok(None)
    }

    fn classes(&self, board: &Board) -> Classes {
        let group = BigUint::from(board.symmetries().len());
        // A quarter turn twice is a half turn: those tours are among the halved ones.
        let halved = &self.halved - &self.turned;
        let alone = &self.tours - &halved - &self.turned;
        let quaternary = &self.turned * 4u32 / &group;
        let (binary, asymmetric) = (halved * 2u32 / &group, alone / &group);
        Classes { all: &quaternary + &binary + &asymmetric, quaternary, binary, asymmetric }
    }
}

/// How many tours a half turn or a mirror keeps.
struct Kept {
    meeting: Arc<Meeting>,
    /// The place that each place of the middle comes to.
    image: Vec<usize>,
    choices: HashMap<Vec<u8>, Vec<Vec<Leap>>>,
    /// To the middle, and then the layer there with the next of its buckets.
    walk: Option<Walk>,
    layer: Layer,
    next: usize,
    sum: BigUint,
}

impl Kept {
    /// `None` where it keeps none.
    fn new(
        puzzle: &Puzzle,
        graph: &Graph,
        halves: Option<&Arc<Meeting>>,
        symmetry: Symmetry,
        run: &Run<'_>,
    ) -> Result<Option<Kept>, CountError> {
        let board = puzzle.board();
        let fixed = board.squares().filter(|&square| symmetry.of_square(board, square) == square).count();
        if fixed > 2 {
            return Ok(None);
        }
        let (ranks, files) = ((Order::Ranks, Symmetry::MirrorRanks), (Order::Files, Symmetry::MirrorFiles));
        let is_upright = graph.order != Order::Files;
        for (order, across) in if is_upright { [ranks, files] } else { [files, ranks] } {
            if symmetry != Symmetry::HalfTurn && symmetry != across {
                continue;
            }
            if graph.order == order {
                if let Some(halves) = halves.filter(|halves| halves.one().is_some()) {
                    return Ok(Some(Kept::by_halves(halves.clone(), graph, board, symmetry, run)));
                }
                continue;
            }
            let graph = Graph::oriented(puzzle, order, run)?;
            if let Some(halves) = Meeting::of_one(puzzle, &graph, run)? {
                return Ok(Some(Kept::by_halves(Arc::new(halves), &graph, board, symmetry, run)));
            }
        }
        Err(CountError::NoClasses)
    }

    fn by_halves(
        meeting: Arc<Meeting>,
        graph: &Graph,
        board: &Board,
        symmetry: Symmetry,
        run: &Run<'_>,
    ) -> Kept {
        let side = meeting.last();
        let first = side.first;
        let image: Vec<usize> = (first..first + meeting.places)
            .map(|square| symmetry.of_square(board, graph.squares[square]))
            .map(|square| graph.squares.iter().position(|&other| other == square).unwrap_or(0) - first)
            .collect();
        let choices = middle_choices(&meeting, &image);
        let walk = Some(Walk::new(&side.plan, first, &Arc::new(Rewirings::new()), run));
        Kept { meeting, image, choices, walk, layer: Layer::default(), next: 0, sum: BigUint::ZERO }
    }

    /// Goes on for a slice of work; how many, once that is known.
    fn advance(&mut self, work: &mut u64, run: &Run<'_>) -> Result<Option<BigUint>, CountError> {
        if let Some(walk) = &mut self.walk {
            walk.advance(work, run)?;
            if !walk.is_done() {
                return Ok(None);
            }
            self.layer = self.walk.take().map_or_else(Layer::default, |walk| walk.layer);
        }
        while *work > 0
            && let Some(bucket) = self.layer.buckets.get(self.next)
        {
            for (group, &key) in bucket.keys().iter().enumerate() {
                self.sum += self.kept(key, bucket, group);
            }
            self.next += 1;
            *work = work.saturating_sub(bucket.states() + 1);
            run.check(bucket.states() as usize)?;
        }
        let is_done = self.next == self.layer.buckets.len();
        Ok(is_done.then(|| std::mem::take(&mut self.sum)))
    }

    /// How many tours that are kept begin with the halves of a group.
    fn kept(&self, key: u64, bucket: &groups::Bucket, group: usize) -> BigUint {
        let degree = |place: usize| groups::degree(key, place) as u8;
        let missing: Option<Vec<u8>> = (0..self.meeting.places)
            // An image is its own preimage: the symmetry has order two.
            .map(|place| 2u8.checked_sub(degree(place) + degree(self.image[place])))
            .collect();
        let choices = missing.and_then(|missing| self.choices.get(&missing));
        let (mut sum, mut numbers) = (BigUint::ZERO, Vec::new());
        let Some(choices) = choices else { return sum };
        let ways = bucket.group(group, &mut numbers);
        for (at, &number) in numbers.iter().enumerate() {
            let mates = groups::mates(key, number);
            let fitting = choices.iter().filter(|leaps| is_single(&mates, &self.image, leaps)).count();
            if fitting > 0 {
                sum += ways.of::<Wide>(at).to_big() * fitting;
            }
        }
        sum
    }
}

/// Every choice of leaps in the middle that the symmetry keeps, by the degrees it gives.
fn middle_choices(meeting: &Meeting, image: &[usize]) -> HashMap<Vec<u8>, Vec<Vec<Leap>>> {
    let first = meeting.last().first;
    let leaps: Vec<Leap> = meeting.offers.iter().map(|&(a, b)| (a - first, b - first)).collect();
    let mut orbits: Vec<Vec<Leap>> = Vec::new();
    for &(a, b) in &leaps {
        let there = (image[a].min(image[b]), image[a].max(image[b]));
        if !orbits.iter().any(|orbit| orbit.contains(&(a, b))) {
            orbits.push(if there == (a, b) { vec![there] } else { vec![(a, b), there] });
        }
    }
    let mut choices: HashMap<Vec<u8>, Vec<Vec<Leap>>> = HashMap::new();
    for choice in 0u64..1 << orbits.len() {
        let chosen = orbits.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
        let leaps: Vec<Leap> = chosen.flat_map(|(_, orbit)| orbit.iter().copied()).collect();
        let mut degrees = vec![0; image.len()];
        for &(a, b) in &leaps {
            degrees[a] += 1;
            degrees[b] += 1;
        }
        if degrees.iter().all(|&degree| degree <= 2) {
            choices.entry(degrees).or_default().push(leaps);
        }
    }
    choices
}

/// Whether a half, its image and some leaps between them make one cycle.
fn is_single(half: &Mates, image: &[usize], leaps: &[Leap]) -> bool {
    let mut mates = *half;
    let mut pairs = leaps.to_vec();
    for (place, &there) in image.iter().enumerate() {
        match half.0[place] {
            INNER => mates.0[there] = INNER,
            mate if mate as usize > place => pairs.push((there, image[mate as usize])),
            _ => {}
        }
    }
    let last = pairs.len() - 1;
    // A cycle that closes early leaves leaps over, and those make another one.
    pairs.iter().enumerate().all(|(at, &(a, b))| mates.take(a, b) == (at == last))
}

/// The classes of all open tours, given how many there are.
fn open_classes(puzzle: &Puzzle, tours: &BigUint, run: &Run<'_>) -> Result<Classes, CountError> {
    let group = puzzle.board().symmetries().len();
    let (zero, one) = (BigUint::ZERO, BigUint::from(1u32));
    if puzzle.board().square_count() == 1 {
        return Ok(Classes { all: one.clone(), quaternary: one, binary: zero.clone(), asymmetric: zero });
    }
    let turned = if *tours == zero { zero.clone() } else { half_turned(puzzle, run)?.into() };
    let (binary, asymmetric) = (&turned * 2u32 / group, (tours - turned) / group);
    Ok(Classes { all: &binary + &asymmetric, quaternary: zero, binary, asymmetric })
}

/// How many squares half a tour has, that in the middle included.
fn half_of(board: &Board) -> usize {
    board.square_count().div_ceil(2) as usize
}

/// Where the second half of an open tour that a half turn keeps may begin.
fn middles(puzzle: &Puzzle) -> Vec<Square> {
    let board = puzzle.board();
    let is_middle = |&square: &Square| {
        let there = Symmetry::HalfTurn.of_square(board, square);
        there == square || square < there && puzzle.leaper().is_leap(square, there)
    };
    board.squares().filter(is_middle).collect()
}

/// How many undirected open tours a half turn keeps.
fn half_turned(puzzle: &Puzzle, run: &Run<'_>) -> Result<u64, CountError> {
    let board = puzzle.board();
    let turn = |square: Square| Symmetry::HalfTurn.of_square(board, square);
    let mut ways = 0;
    for start in middles(puzzle) {
        ways += walks(puzzle, start, half_of(board), (&turn, 2), &|_| true, run)?;
    }
    // From a square that stays, both halves are walks.
    Ok(if board.square_count() % 2 == 1 { ways / 2 } else { ways })
}

/// How many closed tours a quarter turn keeps: a quarter of the tour leads from a square to its
/// image and sees one square of every four that the turn exchanges.
fn quarter_turned(puzzle: &Puzzle, run: &Run<'_>) -> Result<u64, CountError> {
    let board = puzzle.board();
    let quarter = (board.square_count() / 4) as usize;
    // On an even board the turn changes the colour, so the quarter has an odd number of leaps.
    if board.files() % 2 == 1 || quarter.is_multiple_of(2) {
        return Ok(0);
    }
    if quarter > 25 {
        return Err(CountError::NoClasses);
    }
    let turn = |square: Square| Symmetry::QuarterTurn.of_square(board, square);
    let start = Square::new(0, 0);
    let is_counted = |last: Square| puzzle.leaper().is_leap(last, turn(start));
    walks(puzzle, start, quarter, (&turn, 4), &is_counted, run)
}

/// How many walks of so many squares see one of all squares that a turn of some order exchanges,
/// and end on a square that counts.
fn walks(
    puzzle: &Puzzle,
    start: Square,
    squares: usize,
    (turn, order): (&dyn Fn(Square) -> Square, usize),
    is_counted: &dyn Fn(Square) -> bool,
    run: &Run<'_>,
) -> Result<u64, CountError> {
    let board = puzzle.board();
    let mut is_seen = vec![false; board.area() as usize];
    let mark = |is_seen: &mut Vec<bool>, square: Square, seen: bool| {
        let mut at = square;
        for _ in 0..order {
            is_seen[board.index(at)] = seen;
            at = turn(at);
        }
    };
    mark(&mut is_seen, start, true);
    let mut path = vec![start];
    let mut open: Vec<Vec<Square>> = vec![board.leaps(puzzle.leaper(), start).collect()];
    let (mut walks, mut looked) = (0, 0);
    while let Some(next) = open.last_mut() {
        run.check_at(looked)?;
        looked += 1;
        if path.len() == squares {
            walks += u64::from(is_counted(path[squares - 1]));
            next.clear();
        }
        match next.pop() {
            Some(square) if is_seen[board.index(square)] => {}
            Some(square) => {
                mark(&mut is_seen, square, true);
                path.push(square);
                open.push(board.leaps(puzzle.leaper(), square).collect());
            }
            None => {
                open.pop();
                path.pop().into_iter().for_each(|square| mark(&mut is_seen, square, false));
            }
        }
    }
    Ok(walks)
}
