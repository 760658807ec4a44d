//! Writes text and numbers of any size: batches are read in order, converted to bytes on several threads, and
//! written in order.
//!
//! A single batch is converted on the calling thread. Memory does not grow with the board.

use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, sync_channel},
    thread,
};

use ktour_core::{AnyTour, Control, Square};

use crate::check_ordered;

/// Approximate number of steps or squares in a batch.
const NUMBERS_PER_BATCH: usize = 1 << 17;
/// Number of threads that convert batches to bytes.
const CONVERTER_THREADS: usize = 2;

/// Writes the number grid, top rank first; `to_bytes` converts one rank.
pub(crate) fn ranks(
    tour: &dyn AnyTour,
    out: &mut dyn Write,
    control: &Control,
    to_bytes: impl Fn(&[u64], &mut Vec<u8>) + Sync,
) -> io::Result<()> {
    let (files, ranks) = (tour.board().files() as usize, tour.board().ranks());
    let height = (NUMBERS_PER_BATCH / files).max(1) as u64;
    let mut numbers = tour.numbers()?;
    let batches = (0..ranks.div_ceil(height)).map(|batch| {
        let rows = batch * height..((batch + 1) * height).min(ranks);
        let mut grid = vec![0; files * (rows.end - rows.start) as usize];
        for (row, to) in rows.zip(grid.chunks_exact_mut(files)) {
            numbers.write_rank(tour.board().rank_of(row), to)?;
        }
        Ok(grid)
    });
    let to_bytes = |grid: Vec<u64>, bytes: &mut Vec<u8>| {
        grid.chunks_exact(files).for_each(|row| to_bytes(row, bytes));
    };
    write(batches, to_bytes, ranks.div_ceil(height), out, control)
}

/// Writes the squares in order; `to_bytes` converts one square and its step.
pub(crate) fn squares(
    tour: &dyn AnyTour,
    out: &mut dyn Write,
    control: &Control,
    to_bytes: impl Fn(u128, Square, &mut Vec<u8>) + Sync,
) -> io::Result<()> {
    check_ordered(tour)?;
    let mut squares = tour.squares();
    let count = tour.len().div_ceil(NUMBERS_PER_BATCH as u128) as u64;
    let batches = (0..count).map(|batch| {
        let squares = squares.by_ref().take(NUMBERS_PER_BATCH).collect::<io::Result<Vec<Square>>>()?;
        Ok((u128::from(batch) * NUMBERS_PER_BATCH as u128 + 1, squares))
    });
    let to_bytes = |(first, squares): (u128, Vec<Square>), bytes: &mut Vec<u8>| {
        (first..).zip(squares).for_each(|(step, square)| to_bytes(step, square, bytes));
    };
    write(batches, to_bytes, count, out, control)
}

/// Converts and writes `count` batches.
fn write<T: Send>(
    mut batches: impl Iterator<Item = io::Result<T>> + Send,
    to_bytes: impl Fn(T, &mut Vec<u8>) + Sync,
    count: u64,
    out: &mut dyn Write,
    control: &Control,
) -> io::Result<()> {
    let mut written = 0;
    let mut take = |bytes: &[u8]| {
        out.write_all(bytes)?;
        written += 1;
        control.check_share(written as f64 / count as f64)
    };
    if count <= 1 || cfg!(target_family = "wasm") {
        let mut bytes = Vec::new();
        return batches.try_for_each(|batch| {
            bytes.clear();
            to_bytes(batch?, &mut bytes);
            take(&bytes)
        });
    }
    thread::scope(|scope| {
        let (mut to, mut from) = (Vec::new(), Vec::new());
        for _ in 0..CONVERTER_THREADS {
            let (to_writer, batches): (_, Receiver<io::Result<T>>) = sync_channel(1);
            let (send, receive) = sync_channel::<io::Result<Vec<u8>>>(1);
            let to_bytes = &to_bytes;
            scope.spawn(move || {
                for batch in batches {
                    let written = batch.map(|batch| {
                        let mut bytes = Vec::new();
                        to_bytes(batch, &mut bytes);
                        bytes
                    });
                    // The receiver was dropped: writing has failed.
                    if send.send(written).is_err() {
                        return;
                    }
                }
            });
            to.push(to_writer);
            from.push(receive);
        }
        scope.spawn(move || {
            for (batch, to) in batches.zip(to.iter().cycle()) {
                let is_last = batch.is_err();
                if to.send(batch).is_err() || is_last {
                    return;
                }
            }
        });
        from.iter().cycle().map_while(|from| from.recv().ok()).try_for_each(|bytes| take(&bytes?))
    })
}

/// Appends a number in decimal.
pub(crate) fn push_number(mut number: u64, to: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    to.extend_from_slice(&digits[at..]);
}
