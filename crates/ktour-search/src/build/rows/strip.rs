//! Tours of boards of three or four ranks, of any length.
//!
//! No block of a comb fits into them. But a long strip can be shortened: between the squares that matter (the
//! ends, a missing square, the borders) four files at a time are removed until about a dozen remain; the
//! short strip is searched; and a repeating block of four files is inserted as often as needed. A few blocks
//! are enough for every puzzle:
//!
//! ```text
//!   three ranks:  two strands, there and back; one strand, through; three strands, also through
//!   four ranks:   four strands, there and back twice; three strands, there and back and through
//! ```
//!
//! *Guarantee:* for every length, every puzzle with a tour is solved (tested to 60 files). *Cost:*
//! the search, which is bounded because the short strip is; nothing grows with the length. *Reference:* there
//! are only finitely many window states, so tours of strips are eventually periodic (the transfer-matrix
//! method); Stanley, Enumerative Combinatorics I, 4.7.

use std::collections::HashMap;

use super::{
    corridor::{RouteLayout, Zone, ZoneGrid},
    route::Route,
    sweep::{Pick, Sweep},
};
use crate::build::{offset::Offset, patch::Ends};

/// Minimum number of files that remain of a shortened gap, with a few to spare.
const MIN_GAP_FILES: i64 = 12;

/// Builds a path over a strip of three or four ranks.
pub(crate) fn strip(length: i64, height: i64, ends: Ends, hole: Option<Offset>) -> Option<RouteLayout> {
    // In four ranks the outer squares, half of all, have only inner neighbours: a tour has at most one inner
    // leap, and its ends are outer squares.
    let is_inner = |square: &Offset| height == 4 && (1..3).contains(&square.rank);
    if ends.squares().iter().any(is_inner) {
        return None;
    }
    // Shorten the gaps between the squares that matter.
    let marked = ends.squares().into_iter().chain(hole);
    let mut marks: Vec<i64> = marked.map(|square| square.file).collect();
    marks.sort_unstable();
    marks.push(length);
    let (mut begin, mut removed) = (0, 0);
    let (mut gaps, mut counts, mut moved) = (Vec::new(), Vec::new(), HashMap::new());
    for mark in marks {
        let count = ((mark - begin - MIN_GAP_FILES) / BLOCK_FILES).max(0);
        if count > 0 {
            gaps.push(begin - removed..mark - removed - BLOCK_FILES * (count + 1) + 1);
            counts.push(count);
        }
        removed += BLOCK_FILES * count;
        moved.insert(mark, mark - removed);
        begin = mark + 1;
    }
    let short = |square: Offset| Offset { file: moved[&square.file], ..square };
    let ends = ends.mapped(short);
    let blocks = StripBlock::blocks_for_height(height);
    let sweep = Sweep {
        length: length - removed,
        height,
        ends: ends.squares(),
        free_ends: u8::from(matches!(ends, Ends::From(_))),
        hole: hole.map(short),
        gaps,
        blocks: &blocks,
    };
    let picks = sweep.run()?;
    let cuts = picks.iter().filter_map(|pick| match *pick {
        Pick::Cut { file, gap, block } => {
            Some(BlockInsertion { file, count: counts[gap], block: &blocks[block] })
        }
        Pick::Leaps(..) => None,
    });
    Some(insert_blocks(length, height, &picks, &cuts.collect::<Vec<_>>(), ends))
}

/// A number of copies of a block that are inserted before a file of the short strip.
struct BlockInsertion<'a> {
    file: i64,
    count: i64,
    block: &'a StripBlock,
}

fn insert_blocks(
    length: i64,
    height: i64,
    picks: &[Pick],
    cuts: &[BlockInsertion],
    ends: Ends,
) -> RouteLayout {
    let mut neighbours: HashMap<Offset, Vec<Offset>> = HashMap::new();
    for pick in picks {
        if let Pick::Leaps(from, to) = pick {
            for to in to.iter().flatten() {
                neighbours.entry(*from).or_default().push(*to);
                neighbours.entry(*to).or_default().push(*from);
            }
        }
    }
    let before = |file: i64| {
        cuts.iter().filter(move |cut| cut.file < file).map(|cut| BLOCK_FILES * cut.count).sum::<i64>()
    };
    let long = |square: Offset| Offset { file: square.file + before(square.file + 1), ..square };
    let start = ends.squares().first().copied().or(neighbours.keys().min().copied()).unwrap_or_default();
    let (mut route, mut last, mut here) = (Route::default(), None, start);
    loop {
        route.push(long(here));
        let Some(&next) = neighbours[&here].iter().find(|&&next| Some(next) != last) else { break };
        let (left, right) = if here.file < next.file { (here, next) } else { (next, here) };
        let mut crossed: Vec<&BlockInsertion> =
            cuts.iter().filter(|cut| left.file < cut.file && cut.file <= right.file).collect();
        if here == right {
            crossed.reverse();
        }
        for cut in crossed {
            let port = right - Offset::new(cut.file, 0);
            let strand = cut.block.strand_from(port);
            let by = Offset::new(cut.file + before(cut.file), 0);
            let unit = Route::walk(strand.into_iter().flatten().map(|&square| square + by));
            let through = Route::repeat(unit, cut.count as u64, Offset::new(BLOCK_FILES, 0));
            route.append(if here == left { through } else { through.reversed() });
        }
        if next == start {
            break;
        }
        (last, here) = (Some(here), next);
    }
    let mut files = Vec::new();
    let mut begin = 0;
    for cut in cuts {
        let at = cut.file + before(cut.file);
        files.push(Zone::new(begin, at - begin, 1));
        files.push(Zone::new(at, BLOCK_FILES, cut.count as u64));
        begin = at + BLOCK_FILES * cut.count;
    }
    files.push(Zone::new(begin, length - begin, 1));
    files.retain(|zone| !zone.is_empty());
    RouteLayout { route, grids: vec![ZoneGrid { files, ranks: vec![Zone::new(0, height, 1)] }] }
}

/// Files of a repeating block.
pub(super) const BLOCK_FILES: i64 = 4;

/// Paths over four files, each from its left *port* to the last square before the same port of the next copy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StripBlock(Vec<Vec<Offset>>);

impl StripBlock {
    pub(crate) fn ports(&self) -> impl Iterator<Item = Offset> + '_ {
        self.0.iter().map(|strand| strand[0])
    }

    /// The path that enters at a port.
    pub(super) fn strand_from(&self, port: Offset) -> Option<&Vec<Offset>> {
        self.0.iter().find(|strand| strand[0] == port)
    }

    /// Parses strands of names of squares, the file a to d and the rank 1 to 4.
    fn read(text: &str) -> StripBlock {
        let square = |name: &[u8]| Offset::new(i64::from(name[0] - b'a'), i64::from(name[1] - b'1'));
        StripBlock(
            text.split('|')
                .map(|strand| strand.split(' ').map(|name| square(name.as_bytes())).collect())
                .collect(),
        )
    }

    fn reflected(&self, height: i64, left_right: bool, up_down: bool) -> StripBlock {
        let reflect = |&Offset { file, rank }: &Offset| Offset {
            file: if left_right { BLOCK_FILES - 1 - file } else { file },
            rank: if up_down { height - 1 - rank } else { rank },
        };
        let strand = |strand: &Vec<Offset>| {
            let squares = strand.iter().map(reflect);
            if left_right { squares.rev().collect() } else { squares.collect() }
        };
        StripBlock(self.0.iter().map(strand).collect())
    }

    /// All blocks for a height, no two with the same ports.
    pub(super) fn blocks_for_height(height: i64) -> Vec<StripBlock> {
        let texts: &[&str] = if height == 3 {
            &[
                "a1 b3 d2 b1 a3 c2|a2 c1 d3 b2 d1 c3",
                "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1",
                "a2 c3|a3 c2 a1 b3 c1 d3 b2 d1|b1 d2",
            ]
        } else {
            &[
                "a3 b1 c3 d1|a4 b2 c4 d2|a1 b3 c1 d3|a2 b4 c2 d4",
                "a4 b2 d1 c3 b1 a3 c4 d2|a1 b3 c1 d3|a2 b4 c2 d4",
            ]
        };
        let mut blocks: Vec<StripBlock> = Vec::new();
        let ports = |block: &StripBlock| {
            let mut ports: Vec<Offset> = block.ports().collect();
            ports.sort_unstable();
            ports
        };
        for text in texts {
            for (left_right, up_down) in [(false, false), (false, true), (true, false), (true, true)] {
                let block = StripBlock::read(text).reflected(height, left_right, up_down);
                if blocks.iter().all(|other| ports(other) != ports(&block)) {
                    blocks.push(block);
                }
            }
        }
        blocks
    }
}
