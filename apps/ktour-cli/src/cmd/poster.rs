//! `ktour poster`: one tour of every symmetry class on one sheet, the most symmetric first.

use std::{ops::ControlFlow, time::Duration};

use ktour_answer::{
    count::{refusal, symmetric_bytes, with_default_kind},
    parameters::checked_symmetry,
};
use ktour_core::{Puzzle, Symmetry, Tour, TourKind, measure::Measures};
use ktour_count::{CountError, Counter, Resources, Shard, is_first_of_its_class};
use ktour_render::{Format, Poster};
use ktour_search::symmetric::{WantedSymmetry, for_each_symmetric};

use crate::{
    args::PosterArgs,
    console::Console,
    drawing::{self, Pictures},
    exit::{Exit, Failure},
    memory, output,
};

/// Maximum number of classes on a sheet.
const MAX_CLASSES_PER_SHEET: usize = 5000;

pub(crate) fn run(args: &PosterArgs, console: &Console) -> Result<Exit, Failure> {
    let puzzle = with_default_kind(args.tours()?.puzzle(u128::MAX)?);
    if puzzle.start().is_some() || puzzle.end().is_some() {
        return Err(Failure::Refused(
            "classes are of tours without given ends: leave out --start and --end".to_owned(),
        ));
    }
    let format = Format::from_path(&args.output).map_err(Failure::refused)?;
    Poster::check(format).map_err(Failure::refused)?;
    let pictures = Pictures::from_flags(&args.drawing)?;
    output::check(&args.output)?;
    let symmetry = checked_symmetry(args.symmetry, puzzle.board())?;
    if symmetry.is_some() {
        symmetric_bytes(&puzzle, MAX_CLASSES_PER_SHEET, memory::free())?;
    }
    let Some(mut tours) = classes(&puzzle, symmetry, console)? else {
        return Ok(Exit::Interrupted);
    };
    let (board, kind) = (puzzle.board(), puzzle.kind().unwrap_or(TourKind::Open));
    if tours.is_empty() {
        console.note(format!("{board} has no such tours"));
        return Ok(Exit::No);
    }
    if tours.len() > MAX_CLASSES_PER_SHEET {
        let sentence = format!(
            "{board} has more than {MAX_CLASSES_PER_SHEET} classes of {kind} tours, too many for a sheet: take a smaller board"
        );
        return Err(Failure::Refused(sentence));
    }
    tours.sort_by_cached_key(|tour| {
        let measures = Measures::new(tour);
        (std::cmp::Reverse(measures.symmetry.symmetries().count()), measures.turns)
    });
    let title = format!("{} classes of {kind} tours of the {board} board", tours.len());
    let poster = Poster { picture: pictures.0.picture.clone(), tours: &tours, title };
    let is_written =
        drawing::write_drawn(&args.output, console, |out, control| poster.write(format, out, control))?;
    Ok(if is_written { Exit::Yes } else { Exit::Interrupted })
}

/// Returns the first tour of every class, or refuses too many; `None` if it was stopped.
fn classes(
    puzzle: &Puzzle,
    symmetry: Option<WantedSymmetry>,
    console: &Console,
) -> Result<Option<Vec<Tour>>, Failure> {
    let symmetries: Vec<Symmetry> = puzzle.board().symmetries();
    let mut tours = Vec::new();
    let mut each = |tour: Tour| {
        if is_first_of_its_class(&tour, &symmetries) {
            tours.push(tour);
        }
        if tours.len() > MAX_CLASSES_PER_SHEET { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let what = format!("the classes of {}", puzzle.board());
    let is_whole = console.search(&what, None, |control| match symmetry {
        Some(sought) => for_each_symmetric(puzzle, sought, control, &mut each).map_err(Failure::refused),
        None => {
            let listed = Counter::new(puzzle).and_then(|counter| {
                counter.each_tour(Shard::default(), &Resources::default(), control, &mut each)
            });
            match listed {
                Ok(()) => Ok(true),
                Err(CountError::Stopped) => Ok(false),
                Err(error) => Err(refusal(puzzle, error, Duration::ZERO).into()),
            }
        }
    })?;
    Ok(is_whole.then_some(tours))
}
