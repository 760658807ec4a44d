//! Two halves that differ: two tables.
//!
//! The far half is the near half of the board seen from its far side, so both tables are made in the same
//! way, each from its own graph. All leaps between middle squares, and from them to the slot beyond, belong
//! to the smaller half. No symmetry is needed: any board whose squares are in lines can be cut like this,
//! wherever its holes and the ends of its tours are. If reversing its lines gives the same board, the offered
//! leaps are symmetric too, and states stay counted together with their images on both sides.

use std::{ops::Range, sync::Arc};

use ktour_core::Puzzle;

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

/// Offers that are taken or left at once: hardly one of two ends is taken, and layers do not grow.
const OFFERS_PER_STEP: usize = 6;
/// Boards with more lines are walked whole: their layers grow no more, and two halves have as many.
const MAX_SPLIT_LINES: u64 = 16;

/// The halves of a board that is not too long.
pub(super) fn split(
    puzzle: &Puzzle,
    graph: &OrderedGraph,
    is_mirrored: bool,
    run: &Context<'_>,
) -> Result<Option<BoardSplit>, CountError> {
    let (board, reach) = (puzzle.board(), u64::from(puzzle.leaper().s()));
    let lines = match graph.order {
        VertexOrder::Ranks => board.ranks(),
        VertexOrder::Files => board.files(),
        VertexOrder::Leaps => return Ok(None),
    };
    if lines < reach + 2 || lines > MAX_SPLIT_LINES {
        return Ok(None);
    }
    let Some(back) = graph.turned_round(puzzle, run)? else { return Ok(None) };
    let near = (lines - reach) / 2;
    cut(graph, &back, near..near + reach, is_mirrored, run)
}

/// The halves before and behind some lines; `None` where one of them has no square or does not
/// reach to the end of the middle.
fn cut(
    graph: &OrderedGraph,
    back: &OrderedGraph,
    middle: Range<u64>,
    is_mirrored: bool,
    run: &Context<'_>,
) -> Result<Option<BoardSplit>, CountError> {
    let count = |is_there: &dyn Fn(u64) -> bool| {
        graph.squares.iter().filter(|&&square| is_there(graph.line(square))).count()
    };
    let (near, far) = (count(&|line| line < middle.start), count(&|line| line >= middle.end));
    let squares = near..graph.squares.len() - far;
    if near == 0 || far == 0 {
        return Ok(None);
    }
    let leaps = squares.clone().flat_map(|from| {
        let later = graph.later[from].iter().copied().take_while(|&to| to < squares.end);
        later.map(move |to| (from, to))
    });
    let ends = squares
        .clone()
        .filter(|&square| graph.end(square) != EndRule::Never)
        .map(|square| (square, VIRTUAL_VERTEX));
    let offers: Vec<LeapEnds> = leaps.chain(ends).collect();
    let mirrored =
        |plan: Plan, graph: &OrderedGraph| if is_mirrored { plan.with_mirror(graph, run) } else { Ok(plan) };
    let near_plan = mirrored(Plan::with_offers(graph, near, &offers, run)?, graph)?;
    let near_plan = Plan { together: OFFERS_PER_STEP, ..near_plan };
    let far_plan = mirrored(Plan::whole(back, run)?, back)?;
    let (own, other) = (near_plan.frontier(near + offers.len()), far_plan.frontier(far));
    if own.len != squares.len() || other.len != squares.len() {
        return Ok(None);
    }
    let number = |from: &OrderedGraph, square: usize, to: &OrderedGraph| to.number(from.index(square));
    let image: Vec<u8> = (0..own.beyond)
        .map(|_| VIRTUAL_VERTEX)
        .chain(squares.map(|square| number(graph, square, back)))
        .map(|square| other.slot(square) as u8)
        .collect();
    let slots = image.len();
    let side = |plan: Plan, glue: usize, across: Vec<usize>, view: StateView| {
        let flip = plan.steps[glue - 1].mirror.clone();
        let views = StateView::with_flipped(vec![view], flip.as_deref());
        HalfBoard { plan: Arc::new(plan), glue, across, flip, views }
    };
    let across = (0..back.squares.len()).map(|square| number(back, square, graph)).collect();
    let own = (0..graph.squares.len()).collect();
    let sides = vec![
        side(near_plan, near + offers.len(), own, StateView::near(slots)),
        side(far_plan, far, across, StateView::far(image)),
    ];
    if sides[0].flip.is_some() != sides[1].flip.is_some() {
        return Ok(None);
    }
    Ok(Some(BoardSplit { sides, slots, is_unfolded: false }))
}
