//! The chapters of the report: the experiments, and the text about each.

use std::time::Duration;

use ktour_core::Board;
use ktour_search::{Method, Tie};

use crate::{Backtracking, Findings, Growth, Race, Section, Warnsdorff, warnsdorff::StartRule};

/// One experiment of the report, before it is measured.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// A short name for links and files.
    pub name: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The question, and how it is measured.
    pub intro: &'static str,
    /// The experiment.
    pub plan: AnyExperiment,
}

impl Chapter {
    /// The chapter with its findings; `command` makes it again.
    pub fn section(&self, command: String, findings: Findings) -> Section {
        let (name, title, intro) = (self.name.to_owned(), self.title.to_owned(), self.intro.to_owned());
        Section { name, title, intro, command, findings }
    }
}

/// Any experiment.
#[derive(Clone, Debug)]
pub enum AnyExperiment {
    /// Trials and moves of plain backtracking.
    Backtracking(Backtracking),
    /// Success rates of greedy walks.
    Warnsdorff(Warnsdorff),
    /// Growth of the time of a method.
    Growth(Growth),
    /// Methods compared over all starts.
    Race(Race),
}

/// The chapters of the report, in order; the quick ones take seconds.
///
/// ```
/// use ktour::lab::{Findings, LabReport, chapters::chapters};
/// let chapter = &chapters(true, 1)[0];
/// let section = chapter.section("ktour lab backtracking".to_owned(), Findings::default());
/// let (command, machine) = ("ktour lab report".to_owned(), "mine".to_owned());
/// let report = LabReport { command, machine, sections: vec![section] };
/// assert!(report.html().starts_with("<!doctype html>"));
/// assert!(report.markdown(|plot| format!("{plot}.svg")).contains("## Backtracking"));
/// ```
pub fn chapters(is_quick: bool, seed: u64) -> Vec<Chapter> {
    let plans = if is_quick { quick_chapters(seed) } else { full_chapters(seed) };
    let about = [
        ("backtracking", "Backtracking", BACKTRACKING),
        ("warnsdorff", "Warnsdorff's rule", WARNSDORFF),
        ("collapse", "Warnsdorff's rule on large boards", COLLAPSE),
        ("divide", "Growth: divide and conquer", DIVIDE),
        ("parberry", "Growth: quadrants", PARBERRY),
        ("greedy", "Growth: the greedy walk", GREEDY),
        ("race", "A race from every square", RACE),
    ];
    let chapter = |((name, title, intro), plan)| Chapter { name, title, intro, plan };
    about.into_iter().zip(plans).map(chapter).collect()
}

fn growth(method: Method, sizes: &[u64], seed: u64) -> Growth {
    Growth { method, sizes: sizes.to_vec(), seed, ..Growth::default() }
}

fn corner_walks(seed: u64) -> Warnsdorff {
    let ties = Tie::NAMED.map(|(_, tie)| tie).to_vec();
    Warnsdorff { ties, seed, starts: StartRule::Corner, ..Warnsdorff::default() }
}

fn full_chapters(seed: u64) -> [AnyExperiment; 7] {
    let sizes = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072];
    let large = [7].into_iter().chain((1..=17).map(|n| n * 25)).collect();
    [
        AnyExperiment::Backtracking(Backtracking::default()),
        AnyExperiment::Warnsdorff(Warnsdorff { seed, tries: 2000, ..Warnsdorff::default() }),
        AnyExperiment::Warnsdorff(Warnsdorff { sizes: large, tries: 400, ..corner_walks(seed) }),
        AnyExperiment::Growth(growth(Method::Divide, &sizes, seed)),
        AnyExperiment::Growth(growth(Method::Parberry, &sizes, seed)),
        AnyExperiment::Growth(growth(Method::Warnsdorff, &sizes[..13], seed)),
        AnyExperiment::Race(Race { seed, ..Race::default() }),
    ]
}

fn quick_chapters(seed: u64) -> [AnyExperiment; 7] {
    let board = |size| Board::new(size, size).expect("a small board");
    let small = |method| {
        AnyExperiment::Growth(Growth { repeats: 2, ..growth(method, &[6, 8, 10, 12, 16, 20, 24], seed) })
    };
    let methods = vec![Method::Backtrack, Method::WarnsdorffBacktrack, Method::Exact];
    [
        AnyExperiment::Backtracking(Backtracking {
            boards: [5, 6].map(board).to_vec(),
            max_time: Duration::from_secs(5),
        }),
        AnyExperiment::Warnsdorff(Warnsdorff {
            sizes: (5..=9).collect(),
            tries: 40,
            seed,
            ..Warnsdorff::default()
        }),
        AnyExperiment::Warnsdorff(Warnsdorff { sizes: vec![50, 100], tries: 10, ..corner_walks(seed) }),
        small(Method::Divide),
        small(Method::Parberry),
        small(Method::Warnsdorff),
        AnyExperiment::Race(Race { board: board(5), methods, seed, ..Race::default() }),
    ]
}

const BACKTRACKING: &str = "Plain backtracking from the top left square, leaps in the university report's order, and the same search with the fewest onward leaps first. The report's program counts the start as a move and ends two trials higher; both conventions are shown. A search that its time limit ends is unknown, not impossible.";
const WARNSDORFF: &str = "One greedy walk, no way back: how often does it visit every square? Every try begins on a square drawn among those from which a tour exists (on odd boards, half of the squares have none). Shaded: Wilson's 95 % interval. Exact: all walks followed at once, as probabilities, up to 8×8.";
const COLLAPSE: &str = "The same on large boards, every walk from a corner. Published for random ties: 81 % on 50×50, 35 % on 100×100, below 5 % past 200 and none past 325 (Squirrel & Cull, 100 walks a board), 75 % on 7×7 (Ganzfried). The sources do not say where walks begin; from a corner all of these come out, from starts all over the board they do not.";
const DIVIDE: &str = "The university report saw its divide and conquer grow exponentially. Processor time is measured in rounds over all sizes, each size once a round, verification included. All laws are fitted by least squares on the logarithm of time, where noise is a share and not seconds, weighted by the spread of the rounds, and compared by AICc and by how well they predict the largest quarter of the boards from the rest. The start-up cost is the search for a core, which depends on the remainder of the side and not on its length; boards that outgrow the processor's caches cost more a square, which can look like a higher law.";
const PARBERRY: &str = "Four quadrants and an exchange of leaps in the middle, level by level: the university report's structured tours, measured as above.";
const GREEDY: &str =
    "Warnsdorff's rule with the farthest-from-the-centre tie rule, up to 100 tries, measured as above.";
const RACE: &str = "Every method from every square of the chessboard, one second each at most. A greedy walk that gets stuck is unknown.";
