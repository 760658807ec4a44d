//! A board in tiles: tiles of ranks that threads process as small boards.
//!
//! The work in a tile depends on nothing outside it, nor on the thread that does it, so the result is the
//! same for any number of threads. Leaps that lead out of a tile are ignored while it is processed; chosen
//! ones stay chosen. And a tile fits in the processor's cache.

use std::{
    sync::{Mutex, PoisonError},
    thread,
};

use super::board_factor::{BoardFactor, LEAPS};
use ktour_core::graph::NONE;

/// Layout of tiles: ranks below the first, ranks of each, and ranks between two. All are even, so that
/// squares keep their colours.
#[derive(Clone, Copy)]
pub(super) struct TileLayout {
    pub(super) below: usize,
    pub(super) ranks: usize,
    pub(super) between: usize,
}

/// Tiles that cover the whole board.
pub(super) const WHOLE_BOARD: TileLayout = TileLayout { below: 0, ranks: RANKS_PER_TILE, between: 0 };
/// Tiles over the seams between those.
pub(super) const MEETINGS: TileLayout = TileLayout { below: 48, ranks: 32, between: 32 };

/// Runs `work` in every tile and returns the results in order. It is called with a copy of the tile, one
/// scratch number for every square, and the number of the tile's first square.
pub(super) fn for_each_tile<T: Send>(
    choice: &mut BoardFactor,
    tiles: TileLayout,
    work: impl Fn(&mut BoardFactor, &mut [u32], u32) -> T + Sync,
) -> Vec<T> {
    let (files, ends) = (choice.sides().0 as usize, choice.ends);
    let begin = (tiles.below * files).min(choice.legal.len());
    let each = (tiles.ranks + tiles.between) * files;
    let own = choice.legal[begin..].chunks(each).zip(choice.chosen[begin..].chunks_mut(each));
    let mut tiles: Vec<Tile<'_, T>> = (begin as u32..)
        .step_by(each)
        .zip(own)
        .map(|(first, (legal, chosen))| {
            let many = (tiles.ranks * files).min(legal.len());
            Tile { first, legal: &legal[..many], chosen: &mut chosen[..many], done: None }
        })
        .collect();
    let scratch = || (BoardFactor::empty(files), Vec::new());
    run_parallel(tiles.iter_mut(), scratch, |(copy, marks): &mut (BoardFactor, Vec<u32>), tile| {
        let ends = ends.map(|end| if end == NONE { NONE } else { end.wrapping_sub(tile.first) });
        copy.copy_tile(tile.legal, tile.chosen, ends);
        marks.resize(tile.legal.len(), 0);
        tile.done = Some(work(copy, marks, tile.first));
        tile.chosen.copy_from_slice(&copy.chosen);
    });
    tiles.into_iter().filter_map(|tile| tile.done).collect()
}

/// A tile of a board and its result.
struct Tile<'a, T> {
    first: u32,
    legal: &'a [u8],
    chosen: &'a mut [u8],
    done: Option<T>,
}

impl BoardFactor {
    /// Creates an empty board, into which tiles of this width are copied.
    fn empty(files: usize) -> BoardFactor {
        BoardFactor::with_legal_leaps(files as u32, Vec::new())
    }

    /// Copies a tile, without the leaps that lead out of it.
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

/// Ranks of a tile, which a thread processes at a time.
pub(super) const RANKS_PER_TILE: usize = 64;

/// Runs `work` on every item, with as many threads as there are cores, or as the system provides. Each thread
/// has its own scratch memory.
pub(super) fn run_parallel<I: Send, D>(
    items: impl Iterator<Item = I> + Send,
    scratch: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, I) + Sync,
) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take_part = || {
        let mut scratch = scratch();
        while let Some(item) = next() {
            work(&mut scratch, item);
        }
    };
    thread::scope(|scope| {
        let more = |_: &usize| thread::Builder::new().spawn_scoped(scope, take_part).is_ok();
        (1..threads()).take_while(more).for_each(drop);
        take_part();
    });
}

fn threads() -> usize {
    #[cfg(test)]
    if let many @ 1.. = tests::THREADS.get() {
        return many;
    }
    // A browser has one thread and cannot start others.
    if cfg!(target_family = "wasm") { 1 } else { thread::available_parallelism().map_or(1, usize::from) }
}

#[cfg(test)]
pub(super) mod tests {
    use std::cell::Cell;

    thread_local! {
        /// Number of threads that a test requests; 0 for the default.
        pub(crate) static THREADS: Cell<usize> = const { Cell::new(0) };
    }
}
