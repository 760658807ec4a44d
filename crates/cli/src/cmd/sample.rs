//! `ktour sample`: tours drawn exactly uniformly.

use std::time::Instant;

use knights_tour_count::{CountError, estimate_sample, sample};
use knights_tour_render::answer::counted_kind;

use crate::{
    args::{Look, SampleArgs},
    cmd::{
        count::{ADVICE, refusal, refuse_early, tell},
        lines::{self, Tours},
    },
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, progress,
};

pub(crate) fn run(args: &SampleArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let puzzle = counted_kind(args.tours.puzzle()?);
    let watch = args.tables.watch(memory::free());
    args.tables.check_spill()?;
    let needed = refuse_early(&puzzle, &watch, estimate_sample(&puzzle, &watch), ADVICE)?;
    let began = Instant::now();
    let drawn = interrupt.during(|cancel| {
        let watch = watch.clone().with_cancel(cancel);
        progress::while_telling(look.is_quiet, &|| tell(&puzzle, &watch.progress(), &needed, began), || {
            sample(&puzzle, args.n as usize, args.seed(), &watch)
        })
    });
    let tours = match drawn {
        Ok(Some(tours)) => tours,
        Ok(None) => {
            if !look.is_quiet {
                say!("ktour: {} has no such tours", puzzle.board());
            }
            return Ok(Exit::No);
        }
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(&puzzle, &error, ADVICE)),
    };
    lines::to(&args.stream, |out| {
        let mut written = Tours::new(&args.stream, &puzzle, out)?;
        tours.iter().try_for_each(|tour| written.write(tour, out))?;
        written.finish(out)
    })?;
    Ok(Exit::Yes)
}
