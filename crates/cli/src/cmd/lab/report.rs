//! `ktour lab report`: every experiment on one page, with Markdown, csv and svg beside it.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use knights_tour::{Board, Method, Tie};
use knights_tour_lab::{
    Backtracking, Ended, Experiment, Growth, Race, Report, Section, Warnsdorff, warnsdorff::Starts,
};

use super::record;
use crate::{
    args::{Look, ReportArgs},
    exit::{Exit, Failure},
    interrupt::Interrupt,
    output,
};

pub(super) fn run(args: &ReportArgs, look: Look, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let page = &args.output;
    output::check(page)?;
    if page.extension().is_none_or(|ending| ending != "html") {
        return Err(Failure::Refused(format!(
            "{} is no page: name a file that ends in .html",
            page.display()
        )));
    }
    let plans = Plans::new(args.quick, args.seed);
    let mut sections = Vec::new();
    let mut add = |section: Option<Section>| match section {
        Some(section) => {
            sections.push(section);
            true
        }
        None => false,
    };
    let maker = Maker { args, look, interrupt };
    let is_complete =
        add(maker.section("backtracking", "Backtracking", BACKTRACKING, &plans.backtracking)?)
            && add(maker.section("warnsdorff", "Warnsdorff's rule", WARNSDORFF, &plans.warnsdorff)?)
            && add(maker.section(
                "collapse",
                "Warnsdorff's rule on large boards",
                COLLAPSE,
                &plans.collapse,
            )?)
            && add(maker.section("divide", "Growth: divide and conquer", DIVIDE, &plans.growth[0])?)
            && add(maker.section("parberry", "Growth: quadrants", PARBERRY, &plans.growth[1])?)
            && add(maker.section("greedy", "Growth: the greedy walk", GREEDY, &plans.growth[2])?)
            && add(maker.section("race", "A race from every square", RACE, &plans.race)?);
    if !is_complete {
        return Ok(Exit::Interrupted);
    }
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = format!("{} {}, {threads} threads", std::env::consts::OS, std::env::consts::ARCH);
    let name = page.file_name().map_or("report.html".into(), |name| name.to_string_lossy().into_owned());
    let quick = if args.quick { " --quick" } else { "" };
    let command = format!("ktour lab report{quick} --seed {} -o {name}", args.seed);
    let report = Report { command, machine, sections };
    for plot in report.sections.iter().flat_map(|section| &section.findings.plots) {
        output::to_file(&beside(page, &plot.name, "svg"), |out| out.write_all(plot.svg().as_bytes()))?;
    }
    let svg_name = |plot: &str| {
        beside(page, plot, "svg")
            .file_name()
            .map_or(String::new(), |name| name.to_string_lossy().into_owned())
    };
    output::to_file(&page.with_extension("md"), |out| out.write_all(report.markdown(svg_name).as_bytes()))?;
    output::to_file(page, |out| out.write_all(report.html().as_bytes()))?;
    if !look.is_quiet {
        let md = page.with_extension("md");
        say!(
            "ktour: wrote {} and {}, a csv for every experiment and an svg for every plot beside them",
            page.display(),
            md.display()
        );
    }
    Ok(Exit::Yes)
}

/// `report.html` and `race` become `report-race.csv`.
fn beside(page: &Path, name: &str, ending: &str) -> PathBuf {
    let stem = page.file_stem().map_or("report".into(), |stem| stem.to_string_lossy().into_owned());
    page.with_file_name(format!("{stem}-{name}.{ending}"))
}

struct Maker<'a> {
    args: &'a ReportArgs,
    look: Look,
    interrupt: &'a Interrupt,
}

impl Maker<'_> {
    /// One experiment, its rows in a csv of its own; `None` when it was stopped.
    fn section<E: Experiment>(
        &self,
        name: &str,
        title: &str,
        intro: &str,
        plan: &E,
    ) -> Result<Option<Section>, Failure> {
        let csv = beside(&self.args.output, name, "csv");
        let (rows, ended) = record::measure(plan, Some(&csv), self.args.resume, self.look, self.interrupt)?;
        Ok((ended == Ended::Complete).then(|| Section {
            name: name.to_owned(),
            title: title.to_owned(),
            intro: intro.to_owned(),
            command: plan.command(),
            findings: plan.findings(&rows),
        }))
    }
}

/// What the report measures.
struct Plans {
    backtracking: Backtracking,
    warnsdorff: Warnsdorff,
    collapse: Warnsdorff,
    growth: [Growth; 3],
    race: Race,
}

impl Plans {
    fn new(is_quick: bool, seed: u64) -> Plans {
        let growth =
            |method, sizes: &[u64]| Growth { method, sizes: sizes.to_vec(), seed, ..Growth::default() };
        let ties = Tie::NAMED.map(|(_, tie)| tie).to_vec();
        let from_a_corner = Warnsdorff { ties, seed, starts: Starts::Corner, ..Warnsdorff::default() };
        if is_quick {
            let small = |method| Growth { repeats: 2, ..growth(method, &[6, 8, 10, 12, 16, 20, 24]) };
            return Plans {
                backtracking: Backtracking {
                    boards: [5, 6].map(|size| Board::new(size, size).expect("a small board")).to_vec(),
                    max_time: Duration::from_secs(5),
                },
                warnsdorff: Warnsdorff { sizes: (5..=9).collect(), tries: 40, seed, ..Warnsdorff::default() },
                collapse: Warnsdorff { sizes: vec![50, 100], tries: 10, ..from_a_corner },
                growth: [small(Method::Divide), small(Method::Parberry), small(Method::Warnsdorff)],
                race: Race {
                    board: Board::new(5, 5).expect("a small board"),
                    methods: vec![Method::Backtrack, Method::WarnsdorffBacktrack, Method::Exact],
                    seed,
                    ..Race::default()
                },
            };
        }
        let sizes = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072];
        Plans {
            backtracking: Backtracking::default(),
            warnsdorff: Warnsdorff { seed, tries: 2000, ..Warnsdorff::default() },
            collapse: Warnsdorff {
                sizes: [7].into_iter().chain((1..=17).map(|n| n * 25)).collect(),
                tries: 400,
                ..from_a_corner
            },
            growth: [
                growth(Method::Divide, &sizes),
                growth(Method::Parberry, &sizes),
                growth(Method::Warnsdorff, &sizes[..13]),
            ],
            race: Race { seed, ..Race::default() },
        }
    }
}

const BACKTRACKING: &str = "Plain backtracking from the top left square, leaps in the report's order, and the same search with the fewest onward leaps first. The report's program counts the start as a move and ends two trials higher; both conventions are shown. A search that its time limit ends is unknown, not impossible.";
const WARNSDORFF: &str = "One greedy walk, no way back: how often does it visit every square? Every try begins on a square drawn among those from which a tour exists (on odd boards, half of the squares have none). Shaded: Wilson's 95 % interval. Exact: all walks followed at once, as probabilities, up to 8×8.";
const COLLAPSE: &str = "The same on large boards, every walk from a corner. Published for random ties: 81 % on 50×50, 35 % on 100×100, below 5 % past 200 and none past 325 (Squirrel & Cull, 100 walks a board), 75 % on 7×7 (Ganzfried). The sources do not say where walks begin; from a corner all of these come out, from starts all over the board they do not.";
const DIVIDE: &str = "The report saw its divide and conquer grow exponentially. Processor time is measured in rounds over all sizes, each size once a round, verification included. All laws are fitted by least squares on the logarithm of time, where noise is a share and not seconds, weighted by the spread of the rounds, and compared by AICc and by how well they predict the largest quarter of the boards from the rest. The start-up cost is the search for a core, which depends on the remainder of the side and not on its length; boards that outgrow the processor's caches cost more a square, which can look like a higher law.";
const PARBERRY: &str = "Four quadrants and an exchange of leaps in the middle, level by level: the report's structured tours, measured as above.";
const GREEDY: &str =
    "Warnsdorff's rule with the farthest-from-the-centre tie rule, up to 100 tries, measured as above.";
const RACE: &str = "Every method from every square of the chessboard, one second each at most. A greedy walk that gets stuck is unknown.";
