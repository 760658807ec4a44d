//! Two halves that are mirror images: one table.
//!
//! The near half has as many lines as the far one, which is its mirror image, so both have the same table. Of
//! the leaps between middle squares, each is given to one half and its image to the other.

use std::sync::Arc;

use ktour_core::{Puzzle, Symmetry};

use super::{
    split::{BoardSplit, HalfBoard, LeapEnds},
    state_view::StateView,
};
use crate::{
    CountError,
    context::Context,
    problem::{
        frontier::VIRTUAL_VERTEX,
        graph::{EndRule, OrderedGraph, VertexOrder},
        plan::Plan,
    },
};

fn image_of((a, b): LeapEnds, image: &impl Fn(usize) -> usize) -> LeapEnds {
    let (a, b) = (image(a), image(b));
    (a.min(b), a.max(b))
}

/// The halves of a board, where they are mirror images.
pub(super) fn split(
    puzzle: &Puzzle,
    graph: &OrderedGraph,
    is_mirrored: bool,
    run: &Context<'_>,
) -> Result<Option<BoardSplit>, CountError> {
    let board = puzzle.board();
    let reach = u64::from(puzzle.leaper().s());
    let (lines, mirror) = match graph.order {
        VertexOrder::Ranks => (board.ranks(), Symmetry::MirrorRanks),
        VertexOrder::Files => (board.files(), Symmetry::MirrorFiles),
        VertexOrder::Leaps => return Ok(None),
    };
    let is_even = lines > reach && (lines - reach) % 2 == 0;
    if !is_even || mirror.apply_to_board(board) != *board {
        return Ok(None);
    }
    let near = (lines - reach) / 2;
    let first = graph.squares.iter().take_while(|&&square| graph.line(square) < near).count();
    let middle: Vec<usize> = (first..graph.squares.len())
        .take_while(|&square| graph.line(graph.squares[square]) < near + reach)
        .collect();
    let across: Vec<usize> = graph
        .squares
        .iter()
        .map(|&square| graph.number(board.index(mirror.apply_to_square(board, square)) as u32))
        .collect();
    let image = |square: usize| across.get(square).copied().unwrap_or(VIRTUAL_VERTEX);
    let are_ends_alike = (0..graph.squares.len()).all(|square| graph.end(square) == graph.end(image(square)));
    // A square of the middle that is its own image is on neither side: no half could end there.
    let is_shared = |square: usize| match graph.end(square) {
        EndRule::Never => false,
        EndRule::Maybe => image(square) == square,
        EndRule::Always => true,
    };
    if !are_ends_alike || middle.iter().any(|&square| is_shared(square)) {
        return Ok(None);
    }
    let flipped = graph.mirror();
    let flip_square = |square: usize| flipped.as_ref().map_or(square, |flipped| flipped[square]);
    let Some(mut leaps) = share(&middle, graph, &image, &flip_square) else { return Ok(None) };
    // Tours that end on a middle square do so in the half on whose side it is.
    let ends_near = |square: &usize| *square < image(*square) && graph.end(*square) == EndRule::Maybe;
    leaps.extend(middle.iter().copied().filter(ends_near).map(|square| (square, VIRTUAL_VERTEX)));
    let images = leaps.iter().map(|&leap| image_of(leap, &image));
    let offers: Vec<LeapEnds> = leaps.iter().copied().chain(images).collect();
    let plan = Plan::with_offers(graph, first, &offers, run)?;
    let plan = if is_mirrored { plan.with_mirror(graph, run)? } else { plan };
    let glue = first + leaps.len();
    let frontier = plan.frontier(glue);
    if first == 0 || frontier.len != middle.len() {
        return Ok(None);
    }
    let image: Vec<u8> = (0..frontier.beyond)
        .map(|_| VIRTUAL_VERTEX)
        .chain(middle.iter().copied())
        .map(|square| frontier.slot(image(square)) as u8)
        .collect();
    let slots = image.len();
    let is_folded = plan.steps[first - 1].mirror.is_some();
    let flip = plan.steps[glue - 1].mirror.clone();
    let views = StateView::with_flipped(vec![StateView::near(slots), StateView::far(image)], flip.as_deref());
    // Where the image of a choice in the middle is none, states and images come apart first.
    let is_unfolded = is_folded && flip.is_none();
    let (plan, glue) = if is_unfolded { (plan.with_unfolding(first), glue + 1) } else { (plan, glue) };
    let side = HalfBoard { plan: Arc::new(plan), glue, across, flip, views };
    Ok(Some(BoardSplit { sides: vec![side], slots, is_unfolded }))
}

/// The leaps between middle squares that fall to the near half: whole chains, one of each chain
/// and its image, with a chain its flipped one where that can be. `None` where a leap is its own
/// image.
fn share(
    middle: &[usize],
    graph: &OrderedGraph,
    image: &impl Fn(usize) -> usize,
    flip: &impl Fn(usize) -> usize,
) -> Option<Vec<LeapEnds>> {
    let end = middle.last()? + 1;
    let leaps: Vec<LeapEnds> = middle
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
                |other: &&LeapEnds| [other.0, other.1].iter().any(|end| [chained.0, chained.1].contains(end));
            chain.extend(leaps.iter().filter(touches));
            // Its flipped one comes next, so that states can be counted with their images again.
            chain.push(image_of(chained, flip));
        }
    }
    Some(near)
}
