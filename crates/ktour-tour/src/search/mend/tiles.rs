//! A board in bands of ranks, each a small board of its own, shared among threads.
//!
//! The work in a band depends on nothing outside it, nor on the thread that does it, so the result is the
//! same for any number of threads. Leaps that lead out of a band are ignored while it is processed; chosen
//! ones stay chosen. And a band fits in fast memory.

use super::{
    board_factor::{BoardFactor, LEAPS},
    parallel::{RANKS_PER_TILE, run_parallel},
};
use crate::graph::NONE;

/// How bands lie on a board: how many ranks are below the first, how many each has, and how many are between two. All
/// even, so that squares keep their colours.
#[derive(Clone, Copy)]
pub(super) struct TileLayout {
    pub(super) below: usize,
    pub(super) ranks: usize,
    pub(super) between: usize,
}

/// All of a board.
pub(super) const WHOLE_BOARD: TileLayout = TileLayout { below: 0, ranks: RANKS_PER_TILE, between: 0 };
/// Where those meet.
pub(super) const MEETINGS: TileLayout = TileLayout { below: 48, ranks: 32, between: 32 };

/// Does some work in every band, and gives what came of each, in order. Work is given a band, a number for every
/// square, whatever it was, and the number of the band's first square.
pub(super) fn for_each_tile<T: Send>(
    choice: &mut BoardFactor,
    bands: TileLayout,
    work: impl Fn(&mut BoardFactor, &mut [u32], u32) -> T + Sync,
) -> Vec<T> {
    let (files, ends) = (choice.sides().0 as usize, choice.ends);
    let begin = (bands.below * files).min(choice.legal.len());
    let each = (bands.ranks + bands.between) * files;
    let own = choice.legal[begin..].chunks(each).zip(choice.chosen[begin..].chunks_mut(each));
    let mut bands: Vec<Tile<'_, T>> = (begin as u32..)
        .step_by(each)
        .zip(own)
        .map(|(first, (legal, chosen))| {
            let many = (bands.ranks * files).min(legal.len());
            Tile { first, legal: &legal[..many], chosen: &mut chosen[..many], done: None }
        })
        .collect();
    let scratch = || (BoardFactor::empty(files), Vec::new());
    run_parallel(bands.iter_mut(), scratch, |(copy, marks): &mut (BoardFactor, Vec<u32>), band| {
        let ends = ends.map(|end| if end == NONE { NONE } else { end.wrapping_sub(band.first) });
        copy.copy_tile(band.legal, band.chosen, ends);
        marks.resize(band.legal.len(), 0);
        band.done = Some(work(copy, marks, band.first));
        band.chosen.copy_from_slice(&copy.chosen);
    });
    bands.into_iter().filter_map(|band| band.done).collect()
}

/// A band of a board, and what came of it.
struct Tile<'a, T> {
    first: u32,
    legal: &'a [u8],
    chosen: &'a mut [u8],
    done: Option<T>,
}

impl BoardFactor {
    /// No board yet; bands of so many files are copied into it.
    fn empty(files: usize) -> BoardFactor {
        BoardFactor::with_legal_leaps(files as u32, Vec::new())
    }

    /// Becomes a copy of a band, without the leaps that lead out of it.
    fn copy_tile(&mut self, legal: &[u8], chosen: &[u8], ends: [u32; 2]) {
        legal.clone_into(&mut self.legal);
        chosen.clone_into(&mut self.chosen);
        self.ends = ends;
        let (files, ranks) = self.sides();
        for rank in (0..ranks).filter(|&rank| rank < 2 || rank + 2 >= ranks) {
            let stays = |&k: &usize| (0..ranks as i64).contains(&(rank as i64 + LEAPS[k].rank));
            let inside = (0..8).filter(stays).fold(0u8, |byte, k| byte | 1 << k);
            let begin = (rank * files) as usize;
            self.legal[begin..begin + files as usize].iter_mut().for_each(|byte| *byte &= inside);
        }
    }
}
