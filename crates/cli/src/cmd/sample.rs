//! `ktour sample`: tours drawn exactly uniformly.

use knights_tour_count::{CountError, sample};
use knights_tour_render::answer::counted_kind;

use crate::{
    args::{Look, SampleArgs},
    cmd::{
        count::{refusal, refuse_early, tell},
        lines::{self, Lines},
    },
    exit::{Exit, Failure},
    interrupt::Interrupt,
    memory, progress,
};

pub(crate) fn run(args: &SampleArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let puzzle = counted_kind(args.tours.puzzle()?);
    let watch = args.tables.watch(memory::free());
    refuse_early(&puzzle, &watch)?;
    let drawn = interrupt.during(|cancel| {
        let watch = watch.clone().with_cancel(cancel);
        progress::while_telling(look.is_quiet, &|| tell(&puzzle, &watch.progress()), || {
            sample(&puzzle, args.n as usize, args.seed(), &watch)
        })
    });
    let tours = match drawn {
        Ok(Some(tours)) => tours,
        Ok(None) => {
            if !look.is_quiet {
                eprintln!("ktour: {} has no such tours", puzzle.board());
            }
            return Ok(Exit::No);
        }
        Err(CountError::Stopped) => return Ok(Exit::Interrupted),
        Err(error) => return Err(refusal(&puzzle, &error)),
    };
    let tours_out = Lines::new(&args.stream, puzzle.board());
    lines::to(&args.stream, |out| tours.iter().try_for_each(|tour| tours_out.write(tour, out)))?;
    Ok(Exit::Yes)
}
