//! `ktour count --cluster`: one process of a count on several machines.
//!
//! Process 0 shows the progress bar and prints the answer; the others print their status on standard error.

#[cfg(feature = "cluster")]
pub(crate) use here::run;

#[cfg(not(feature = "cluster"))]
pub(crate) fn run(
    _: &crate::args::CountArgs,
    _: &ktour_core::Puzzle,
    _: &ktour_count::Resources,
    _: &crate::console::Console,
) -> Result<crate::exit::Exit, crate::exit::Failure> {
    Err(crate::exit::Failure::Refused(
        "this build has no cluster: count without --cluster and --workers, or build it with --features cluster"
            .to_owned(),
    ))
}

#[cfg(feature = "cluster")]
mod here {
    use std::{
        sync::mpsc::{RecvTimeoutError, channel},
        thread,
        time::{Duration, Instant},
    };

    use ktour_answer::{
        Refused,
        count::{check_limits, refusal},
    };
    use ktour_cluster::{ClusterError, Tally};
    use ktour_core::{Control, Puzzle, amounts::bytes};
    use ktour_count::{CountError, Counter, Estimate, Report, Resources, Task};

    use crate::{
        args::CountArgs,
        cmd::count::progress_text::{answer, progress_line, warn_if_unsaved},
        console::Console,
        exit::{Exit, Failure},
        memory, progress, refusal_text,
    };

    /// Advice if memory is too small.
    const ADVICE: &str = "raise --memory, name more processes in the hosts file, or take a narrower board";
    /// Interval between two memory checks, and number of checks between two status lines.
    const MEMORY_CHECK_INTERVAL: Duration = Duration::from_millis(500);
    const CHECKS_PER_STATUS_LINE: u32 = 20;

    pub(crate) fn run(
        args: &CountArgs,
        puzzle: &Puzzle,
        resources: &Resources,
        console: &Console,
    ) -> Result<Exit, Failure> {
        let cluster = args.cluster.cluster()?;
        let (process, processes) = (args.cluster.process(), cluster.processes());
        let counter = Counter::new(puzzle).map_err(|error| with_advice(&Refused::new(error)))?;
        let all = counter.estimate(Task::Cluster, resources, &Control::unlimited());
        let share = all.map(|all| per_process(all, processes));
        check_limits(puzzle, resources, share).map_err(|refused| with_advice(&refused))?;
        let (began, report) = (Instant::now(), counter.report());
        let tally = console.run_cancellable(|cancel| {
            let control = Control::unlimited().with_cancel(cancel);
            let is_quiet = console.look.is_quiet || processes == 1;
            run_with_status(is_quiet, process, report, || {
                let status = || progress_line(puzzle, report, began);
                progress::run_with_text(console.look.is_quiet || process > 0, &status, || {
                    cluster.count(&counter, resources, &control)
                })
            })
        });
        warn_if_unsaved(report, console);
        let tally = match tally {
            Ok(tally) => tally,
            Err(error) => return ended(puzzle, &error),
        };
        let elapsed = began.elapsed();
        if process > 0 {
            return Ok(Exit::Yes);
        }
        if !console.look.is_quiet {
            print_summary(report.progress().resumed, processes, &tally);
        }
        answer(args, puzzle, &tally.counted, elapsed)
    }

    /// Prints the layer from which the count was resumed, and the traffic between the processes.
    fn print_summary(resumed: u64, processes: usize, tally: &Tally) {
        if resumed > 0 {
            say!("ktour: resumed after layer {resumed}");
        }
        if processes > 1 {
            say!(
                "ktour: {processes} processes sent {}, {:.1} bytes a state",
                bytes(tally.sent_bytes.into()),
                tally.sent_bytes as f64 / tally.counted.states.max(1) as f64
            );
        }
    }

    /// Returns the estimate per process: a share of the tables, and a whole plan.
    fn per_process(all: Estimate, processes: usize) -> Estimate {
        let bytes = (all.bytes - all.plan_bytes) / processes as u128 + all.plan_bytes;
        Estimate { bytes, seconds: all.seconds / processes as f64, ..all }
    }

    /// Converts a refusal, with advice for clusters.
    fn with_advice(refused: &Refused) -> Failure {
        let sentence = refusal_text::refusal_text(refused);
        Failure::Refused(sentence.replace(refusal_text::MEMORY_ADVICE, ADVICE))
    }

    /// Returns the text of an error, with the flags that would help.
    fn error_text(error: &ClusterError) -> String {
        let sentence = error.to_string();
        match error {
            ClusterError::NoAnswer { .. } => sentence.replace("its own number", "its --process"),
            ClusterError::Lost { .. } => sentence.replace("with a checkpoint", "with --checkpoint"),
            _ => sentence.replace(" shared key", " --cluster-key"),
        }
    }

    /// Bad input is refused; if a process is lost, the answer is unknown.
    fn ended(puzzle: &Puzzle, error: &ClusterError) -> Result<Exit, Failure> {
        let exit = match error {
            ClusterError::Count(CountError::Stopped) => return Ok(Exit::Interrupted),
            ClusterError::Count(error) => {
                return Err(with_advice(&refusal(puzzle, error.clone(), Duration::ZERO)));
            }
            ClusterError::Interrupted { .. } => Exit::Interrupted,
            ClusterError::Lost { .. } | ClusterError::Ended { .. } => Exit::Unknown,
            error => return Err(Failure::Refused(error_text(error))),
        };
        say!("ktour: {}", error_text(error));
        Ok(exit)
    }

    /// Prints the status of one process.
    fn print_status(process: usize, report: &Report, seconds: f64, most: u128) {
        let states = report.progress().done;
        say!(
            "ktour: process {process}: {states} states followed in {seconds:.1} s, {:.1} M states/s, {} at most",
            states as f64 / seconds.max(0.001) / 1e6,
            bytes(most)
        );
    }

    /// Runs work while this process prints its status at intervals, and at the end.
    fn run_with_status<T, E>(
        is_quiet: bool,
        process: usize,
        report: &Report,
        work: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        if is_quiet {
            return work();
        }
        let began = Instant::now();
        let say = |most: u128| print_status(process, report, began.elapsed().as_secs_f64(), most);
        thread::scope(|scope| {
            let (done, ended) = channel::<()>();
            let looking = scope.spawn(move || {
                let (mut most, mut looks) = (memory::used(), 0);
                while ended.recv_timeout(MEMORY_CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    most = most.max(memory::used());
                    looks += 1;
                    if looks % CHECKS_PER_STATUS_LINE == 0 && process > 0 {
                        say(most);
                    }
                }
                most.max(memory::used())
            });
            let result = work();
            drop(done);
            let most = looking.join().unwrap_or(0);
            if result.is_ok() {
                say(most);
            }
            result
        })
    }
}
