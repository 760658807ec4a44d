//! Streaming: a built tour written in constant memory, however large the board.
//!
//! Batches of ranks (or of steps, for lists) are made by two threads and written in order by a third.
//! What is written is verified on the way: number grids through the same
//! [`Window`] that verifies files, lists by their leaps and by asking the
//! tour's other half for the step of every square.

use std::{
    io::{self, Write},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use knights_tour::{Control, KNIGHT, build::ImplicitTour, notation, window::Window};

use crate::{Format, csv, grid::grid_width, npy};

/// Bytes of text or numbers in a batch, about.
const BATCH: u64 = 1 << 21;
/// Threads that make batches.
const MAKERS: u64 = 2;

/// Whether a format can be written without holding the tour.
pub fn is_streamable(format: Format) -> bool {
    matches!(format, Format::Grid | Format::Squares | Format::Csv | Format::Npy)
}

/// Writes a built tour.
///
/// # Panics
/// If what is written is not a tour: a defect of the builder, never of the input.
pub fn stream(tour: &ImplicitTour, format: Format, out: &mut dyn Write, control: &Control) -> io::Result<()> {
    match format {
        Format::Grid => grid(tour, out, control, &|numbers, to| text_row(numbers, tour.len(), to)),
        Format::Npy => {
            let bytes = npy::bytes_a_number(tour.len());
            out.write_all(&npy::header(tour.board().files(), tour.board().ranks(), bytes))?;
            grid(tour, out, control, &|numbers, to| npy::numbers(numbers, bytes, to))
        }
        Format::Csv => {
            writeln!(out, "{}", csv::HEADER)?;
            list(tour, out, control, true)
        }
        Format::Squares => list(tour, out, control, false),
        _ => Err(io::Error::new(io::ErrorKind::Unsupported, "this format is not streamed")),
    }
}

/// Makes batches `0..count` on several threads and uses them in order.
fn in_order<T: Send>(
    count: u64,
    make: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T) -> io::Result<()>,
) -> io::Result<()> {
    thread::scope(|scope| {
        let makers: Vec<Receiver<T>> = (0..MAKERS)
            .map(|maker| {
                let (send, receive): (SyncSender<T>, Receiver<T>) = sync_channel(1);
                let make = &make;
                scope.spawn(move || {
                    for batch in (maker..count).step_by(MAKERS as usize) {
                        // Nobody takes it any more: the writer has failed and says why.
                        if send.send(make(batch)).is_err() {
                            return;
                        }
                    }
                });
                receive
            })
            .collect();
        for batch in 0..count {
            match makers[(batch % MAKERS) as usize].recv() {
                Ok(made) => take(made)?,
                Err(_) => panic!("a thread that makes batches has ended"),
            }
        }
        Ok(())
    })
}

/// Number grids, a batch of ranks at a time.
fn grid(
    tour: &ImplicitTour,
    out: &mut dyn Write,
    control: &Control,
    format: &(dyn Fn(&[u64], &mut Vec<u8>) + Sync),
) -> io::Result<()> {
    let (files, ranks) = (tour.board().files() as usize, tour.board().ranks());
    let height = (BATCH / 8 / files as u64).max(1);
    let make = |batch: u64| {
        let rows = batch * height..((batch + 1) * height).min(ranks);
        let mut numbers = vec![0u64; files * (rows.end - rows.start) as usize];
        let mut bytes = Vec::with_capacity(numbers.len() * 8);
        for (row, numbers) in rows.zip(numbers.chunks_exact_mut(files)) {
            tour.write_rank(tour.board().rank_of(row), numbers);
            format(numbers, &mut bytes);
        }
        (numbers, bytes)
    };
    let mut window = Window::new(files, KNIGHT);
    let (mut written, total) = (0u128, tour.len() as f64);
    in_order(ranks.div_ceil(height), make, |(numbers, bytes)| {
        numbers.chunks_exact(files).for_each(|row| window.push(row));
        out.write_all(&bytes)?;
        written += numbers.len() as u128;
        control.proceed(written as f64 / total)
    })?;
    let verdict = window.finish().unwrap_or_else(|fault| panic!("a built grid is not a tour: {fault:?}"));
    assert_eq!(verdict.squares, tour.len(), "a built grid has a number for every square");
    Ok(())
}

/// A line of right-aligned numbers, as the grid format has it.
fn text_row(numbers: &[u64], squares: u128, to: &mut Vec<u8>) {
    let width = grid_width(squares);
    for (file, &number) in numbers.iter().enumerate() {
        let begin = to.len();
        to.resize(begin + width + usize::from(file > 0), b' ');
        let (mut at, mut rest) = (to.len(), number);
        if rest == 0 {
            to[at - 1] = b'#';
        }
        while rest > 0 {
            at -= 1;
            to[at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
    }
    to.push(b'\n');
}

/// Lists of squares, a batch of steps at a time.
fn list(tour: &ImplicitTour, out: &mut dyn Write, control: &Control, is_csv: bool) -> io::Result<()> {
    let board = tour.board();
    let length = BATCH / 16;
    let make = |batch: u64| {
        let first = u128::from(batch) * u128::from(length) + 1;
        let mut last = first.checked_sub(1).and_then(|step| tour.square_at(step));
        let mut bytes = Vec::with_capacity(length as usize * 24);
        for (step, square) in (first..).zip(tour.squares_from(first).take(length as usize)) {
            assert!(last.is_none_or(|last| KNIGHT.is_leap(last, square)), "step {step} is not a leap");
            assert_eq!(tour.step_of(square), Some(step), "{square} is visited twice");
            last = Some(square);
            let line = match is_csv {
                true => writeln!(bytes, "{step},{},{}", square.file, board.row_of(square.rank)),
                false => writeln!(bytes, "{}", notation::name(board, square)),
            };
            line.expect("memory takes whatever is written to it");
        }
        bytes
    };
    let batches = tour.len().div_ceil(u128::from(length)) as u64;
    let (mut written, total) = (0u128, tour.len() as f64);
    in_order(batches, make, |bytes| {
        out.write_all(&bytes)?;
        written = (written + u128::from(length)).min(tour.len());
        control.proceed(written as f64 / total)
    })
}
