//! Meeting in the middle: two half boards, one table.
//!
//! Let the *near* half be all lines before the middle ones, as many as a leap is long. Its table
//! talks only about the middle lines, and the far half is its mirror image: the same table. The
//! leaps between middle squares are shared out, each to one half and its image to the other. Two
//! tables fit if their degrees add up to two everywhere, and they make a tour exactly if the
//! union of their pairings is one single cycle. The place beyond the board, through which open
//! tours are cycles, is one more middle square, its own image.
//!
//! *Guarantee:* exact. *Cost:* the layers of half the board, and the pairs of states with
//! complementary degrees.

use std::sync::Arc;

use knights_tour::{Puzzle, Square, Symmetry};

use crate::{
    CountError,
    problem::{
        frontier::BEYOND,
        graph::{End, Graph, Order},
        plan::Plan,
    },
    run::Run,
    state::{
        mates::{Form, MOST_PLACES},
        moves::{Degrees, mirrored},
        packed::Nibbles,
        pairing::number_of,
    },
};

/// Two squares a leap apart, the earlier first.
pub(crate) type Leap = (usize, usize);

fn image_of((a, b): Leap, image: &impl Fn(usize) -> usize) -> Leap {
    let (a, b) = (image(a), image(b));
    (a.min(b), a.max(b))
}

/// A plan that stops in the middle, and the images of every place there.
pub(crate) struct Meeting {
    pub(crate) plan: Arc<Plan>,
    /// After how many steps the halves are glued.
    pub(crate) glue: usize,
    /// How many squares the near half has.
    pub(crate) first: usize,
    /// All leaps between middle squares.
    pub(crate) offers: Vec<Leap>,
    /// The square that each square comes to when the halves change sides.
    pub(crate) across: Vec<usize>,
    /// The place that each place comes to when they do.
    pub(crate) image: Vec<u8>,
    /// How the tables there are written.
    form: Form,
    /// The place that each place comes to when the lines are reversed, where the layers count
    /// states together with those images.
    pub(crate) flip: Option<Vec<u8>>,
    /// Whether they did, and came apart in the middle.
    pub(crate) is_unfolded: bool,
    /// How a state of the glued frontier may be seen.
    views: Vec<View>,
}

impl Meeting {
    /// The halves of a board, where they are mirror images.
    pub(crate) fn new(puzzle: &Puzzle, graph: &Graph, run: &Run<'_>) -> Result<Option<Meeting>, CountError> {
        let board = puzzle.board();
        let reach = u64::from(puzzle.leaper().s());
        let (lines, mirror) = match graph.order {
            Order::Ranks => (board.ranks(), Symmetry::MirrorRanks),
            Order::Files => (board.files(), Symmetry::MirrorFiles),
            Order::Leaps => return Ok(None),
        };
        let is_even = lines > reach && (lines - reach) % 2 == 0;
        if !is_even || mirror.of_board(board) != *board {
            return Ok(None);
        }
        let line = |square: Square| if graph.order == Order::Files { square.file } else { square.rank };
        let near = (lines - reach) / 2;
        let first = graph.squares.iter().take_while(|&&square| line(square) < near).count();
        let middle: Vec<usize> = (first..graph.squares.len())
            .take_while(|&square| line(graph.squares[square]) < near + reach)
            .collect();
        let across: Vec<usize> = graph
            .squares
            .iter()
            .map(|&square| graph.number(board.index(mirror.of_square(board, square)) as u32))
            .collect();
        let image = |square: usize| across.get(square).copied().unwrap_or(BEYOND);
        let end = |square: usize| graph.ends.as_ref().map_or(End::Never, |ends| ends[square]);
        let are_ends_alike = (0..graph.squares.len()).all(|square| end(square) == end(image(square)));
        // A square of the middle that is its own image is on neither side: no half could end there.
        let is_shared = |square: usize| match end(square) {
            End::Never => false,
            End::Maybe => image(square) == square,
            End::Always => true,
        };
        if !are_ends_alike || middle.iter().any(|&square| is_shared(square)) {
            return Ok(None);
        }
        let flipped = graph.mirror();
        let flip_square = |square: usize| flipped.as_ref().map_or(square, |flipped| flipped[square]);
        let Some(mut leaps) = share(&middle, graph, &image, &flip_square) else { return Ok(None) };
        // Tours that end on a middle square do so in the half on whose side it is.
        let ends_near = |square: &usize| *square < image(*square) && end(*square) == End::Maybe;
        leaps.extend(middle.iter().copied().filter(ends_near).map(|square| (square, BEYOND)));
        let images = leaps.iter().map(|&leap| image_of(leap, &image));
        let offers: Vec<Leap> = leaps.iter().copied().chain(images).collect();
        let plan = Plan::with_offers(graph, first, &offers, run)?.with_mirror(graph, run)?;
        let glue = first + leaps.len();
        let frontier = plan.frontier(glue);
        if first == 0 || frontier.len != middle.len() {
            return Ok(None);
        }
        let image: Vec<u8> = (0..frontier.beyond)
            .map(|_| BEYOND)
            .chain(middle.iter().copied())
            .map(|square| frontier.place(image(square)) as u8)
            .collect();
        let is_folded = plan.steps[first - 1].mirror.is_some();
        let flip = plan.steps[glue - 1].mirror.as_ref().map(|mirror| mirror.order.clone());
        let form = frontier.form;
        let views = View::all(&image, flip.as_deref());
        // Where the image of a choice in the middle is none, states and images come apart first.
        let is_unfolded = is_folded && flip.is_none();
        let (plan, glue) = if is_unfolded { (plan.with_unfolding(first), glue + 1) } else { (plan, glue) };
        let plan = Arc::new(plan);
        Ok(Some(Meeting { plan, glue, first, offers, across, image, form, flip, is_unfolded, views }))
    }

    /// How often the groups count every tour.
    pub(crate) fn times(&self) -> u128 {
        if self.is_unfolded { 4 } else { 1 }
    }

    /// A state as a member of its group, in every view that has the group's lowest degrees; and
    /// whether that is seen in the mirror, and whether the state is its own image there.
    pub(crate) fn members(&self, word: u64, ways: u64, emit: &mut dyn FnMut(Member, bool, bool)) {
        match self.form {
            Form::Nibbles => self.members_in(word, ways, emit),
            form => self.members_in(u128::kept(word, form), ways, emit),
        }
    }

    fn members_in<N: Nibbles>(&self, word: N, ways: u64, emit: &mut dyn FnMut(Member, bool, bool)) {
        let mut degrees = [u32::MAX; 4];
        for (view, degrees) in self.views.iter().zip(&mut degrees) {
            *degrees = view.degrees.sum(word);
        }
        let lowest = degrees.iter().copied().min().unwrap_or(0);
        // A state that is counted with its image stands for both, half each.
        let is_two =
            self.flip.as_ref().is_some_and(|flip| degrees[0] != degrees[2] || mirrored(word, flip) != word);
        let (ways, views) = if is_two { (ways / 2, 4) } else { (ways, 2) };
        let is_own_image = self.flip.is_some() && !is_two;
        for (at, view) in self.views.iter().enumerate().take(views).filter(|(at, _)| degrees[*at] == lowest) {
            let seen = if view.is_own { word } else { mirrored(word, &view.order) };
            let key = Member::key(lowest.into(), view.is_far, number_of(seen));
            emit(Member { key, ways }, at >= 2, is_own_image);
        }
    }

    /// How many ends a group has, and how many groups are its images.
    pub(crate) fn images_of(&self, mut degrees: u64) -> (usize, u128) {
        let places = self.image.len();
        let mut near = [0u64; MOST_PLACES];
        for digit in near.iter_mut().take(places) {
            (*digit, degrees) = (degrees % 3, degrees / 3);
        }
        let seen = |view: &View| {
            (0..places).rev().fold(0, |sum, place| {
                let digit = near[view.order[place] as usize];
                sum * 3 + if view.is_far { 2 - digit } else { digit }
            })
        };
        let mut images: Vec<u64> = self.views.iter().map(seen).collect();
        images.sort_unstable();
        images.dedup();
        (near.iter().filter(|&&digit| digit == 1).count(), images.len() as u128)
    }
}

/// How a state of the glued frontier may be seen: as a near half, as the far half that fits it,
/// or as the image of one of these.
struct View {
    /// Whether it is seen as it is.
    is_own: bool,
    is_far: bool,
    /// Which place comes to which.
    order: Vec<u8>,
    /// The degrees of the near half.
    degrees: Degrees,
}

impl View {
    /// Near and far; and the same flipped, if there is a flip.
    fn all(image: &[u8], flip: Option<&[u8]>) -> Vec<View> {
        let own: Vec<u8> = (0..image.len() as u8).collect();
        let mut views = vec![View::new(own, false), View::new(image.to_vec(), true)];
        if let Some(flip) = flip {
            views.push(View::new(flip.to_vec(), false));
            views.push(View::new(image.iter().map(|&place| flip[place as usize]).collect(), true));
        }
        views
    }

    fn new(order: Vec<u8>, is_far: bool) -> View {
        let is_own = order.iter().enumerate().all(|(place, &from)| place == from as usize);
        let degrees = Degrees::in_order(&order, is_far);
        View { is_own, is_far, order, degrees }
    }
}

/// The leaps between middle squares that fall to the near half: whole chains, one of each chain
/// and its image, with a chain its flipped one where that can be. `None` where a leap is its own
/// image.
fn share(
    middle: &[usize],
    graph: &Graph,
    image: &impl Fn(usize) -> usize,
    flip: &impl Fn(usize) -> usize,
) -> Option<Vec<Leap>> {
    let end = middle.last()? + 1;
    let leaps: Vec<Leap> = middle
        .iter()
        .flat_map(|&from| graph.later[from].iter().filter(|&&to| to < end).map(move |&to| (from, to)))
        .collect();
    let (mut near, mut far) = (Vec::new(), Vec::new());
    for &leap in &leaps {
        let mut chain = vec![leap];
        while let Some(chained) = chain.pop() {
            if near.contains(&chained) || far.contains(&chained) {
                continue;
            }
            if image_of(chained, image) == chained {
                return None;
            }
            near.push(chained);
            far.push(image_of(chained, image));
            let touches =
                |other: &&Leap| [other.0, other.1].iter().any(|end| [chained.0, chained.1].contains(end));
            chain.extend(leaps.iter().filter(touches));
            // Its flipped one comes next, so that states can be counted with their images again.
            chain.push(image_of(chained, flip));
        }
    }
    Some(near)
}

/// A state in its group.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    /// Degrees of the near half, then whether this is the far half, then the number of the pairing.
    pub(crate) key: u64,
    pub(crate) ways: u64,
}

impl Member {
    pub(crate) fn key(group: u64, is_far: bool, number: u32) -> u64 {
        group << 32 | u64::from(is_far) << 31 | u64::from(number)
    }

    pub(crate) fn group(&self) -> u64 {
        self.key >> 32
    }
}
