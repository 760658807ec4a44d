//! One verified tour, a reason why there is none, or unknown.

use ktour_core::{Checked, Control, Outcome, Puzzle, Reason};
use ktour_search::{
    Answer, Method, Refusal, Stats, Strategy,
    atlas::Atlas,
    best::suits_magic,
    memory_needed, solve,
    symmetric::{WantedSymmetry, solve_symmetric},
    theory::{Verdict, exists},
};

use crate::{
    Ask, Cost, Declined, Job, Limits, Refused, Reply, ReplyShape,
    best::{self, BestDocument, BestProgress, Quality, RoundLimits},
    document::{MEASURING_BYTES_PER_SQUARE, MeasuresDocument, OutcomeDocument},
    parameters::{SearchParameters, check_size, checked_symmetry, parameters},
};

/// Largest board whose tour is stored if it could be constructed implicitly instead, in squares.
const MIN_SQUARES_FOR_IMPLICIT: u128 = 1 << 22;
/// Largest rectangle that is searched without consulting theory first, in squares.
const MAX_SQUARES_WITHOUT_THEORY: u128 = 1 << 16;
/// Bytes per square in a document.
const DOCUMENT_BYTES_PER_SQUARE: u128 = 40;

parameters! {
    /// Parameters of [`Solve`].
    pub struct SolveParameters: search: SearchParameters {
        /// Property of the tour to optimise.
        #[cli()]
        best: Option<Quality>,
        /// Find a tour that this turn or reflection of the board leaves unchanged.
        #[cli(value_name("S"))]
        symmetry: Option<WantedSymmetry>,
        /// Measure the tour.
        #[cli()]
        measure: bool,
    }
}

/// Question for one tour.
#[derive(Clone, Debug)]
pub struct Solve {
    /// Board, with first and last square if given.
    pub puzzle: Puzzle,
    /// Method and options of the search.
    pub strategy: Strategy,
    /// Quality that the tour must have in addition.
    pub wish: Option<Quality>,
    /// Maximum number of rounds in a search for the best tour, if given.
    pub rounds: Option<u64>,
    /// Symmetry that the tour must have, if any.
    pub symmetry: Option<WantedSymmetry>,
}

impl Solve {
    /// Checks the parameters, and refuses a board of more than `most` squares that theory does not decide.
    pub fn new(parameters: &SolveParameters, most: u128) -> Result<Solve, Refused> {
        let SolveParameters { search, best: wish, symmetry, .. } = parameters.clone();
        let puzzle = search.puzzle(u128::MAX)?;
        if no_tour(&puzzle).is_none() {
            check_size(puzzle.board(), most)?;
        }
        let strategy = search.strategy()?;
        if wish == Some(Quality::Magic) && !suits_magic(&puzzle) {
            return Err(Declined::NotMagic { board: puzzle.board().to_string() }.into());
        }
        checked_symmetry(symmetry, puzzle.board())?;
        if symmetry.is_some() && (strategy.method != Method::Auto || wish.is_some()) {
            return Err(Refused::new(Refusal::NotWhole));
        }
        Ok(Solve { puzzle, strategy, wish, rounds: search.options.tries, symmetry })
    }

    /// Checks the parameters of a plain search.
    pub fn plain(search: &SearchParameters, most: u128) -> Result<Solve, Refused> {
        Solve::new(&SolveParameters { search: search.clone(), ..SolveParameters::default() }, most)
    }

    /// Estimates the peak memory of the search in bytes, and refuses more than `most`. Theory needs none.
    pub fn memory(&self, most: u128) -> Result<u128, Refused> {
        if no_tour(&self.puzzle).is_some() {
            return Ok(0);
        }
        let method = if self.symmetry.is_some() { Method::Exact } else { self.strategy.method };
        let needed = memory_needed(&self.puzzle, method);
        if needed <= most {
            return Ok(needed);
        }
        let board = self.puzzle.board().to_string();
        Err(Declined::Memory { board, needed: needed >> 20, most: most >> 20 }.into())
    }

    /// Returns an implicit tour if the board is large and the method constructs its tours.
    pub fn implicit_tour(&self) -> Result<Option<Checked<Atlas>>, Refused> {
        let area = self.puzzle.board().area();
        let builds =
            matches!(self.strategy.method, Method::Auto | Method::Divide | Method::Parberry | Method::Tidy);
        let is_plain = self.wish.is_none() && self.symmetry.is_none();
        if !is_plain || area <= MIN_SQUARES_FOR_IMPLICIT || u64::try_from(area).is_err() || !builds {
            return Ok(None);
        }
        let built = Atlas::new(&self.puzzle, self.strategy.method).map_err(Refused::new)?;
        Ok(built.map(|tour| match tour {
            // The direction is that of stored tours on smaller boards.
            Atlas::Quadrants(tour) => Checked(Atlas::Quadrants(tour.in_listed_direction())),
            tour => Checked(tour),
        }))
    }

    /// Answers the question.
    pub fn answer(&self, control: &Control) -> Result<Answer, Refused> {
        if let Some(reason) = no_tour(&self.puzzle) {
            let stats = Stats::new(self.strategy.method);
            return Ok(Answer { outcome: Outcome::Impossible(reason), stats });
        }
        match self.symmetry {
            Some(sought) => solve_symmetric(&self.puzzle, sought, self.strategy.seed, control),
            None => solve(&self.puzzle, &self.strategy, control),
        }
        .map_err(Refused::new)
    }

    /// Answers the question, including the requested quality, with the value of the tour.
    pub fn best(
        &self,
        threads: usize,
        control: &Control,
        so_far: &BestProgress,
    ) -> Result<(Answer, Option<BestDocument>), Refused> {
        let (seed, rounds) = (self.strategy.seed, self.rounds.unwrap_or(u64::MAX));
        match self.wish {
            None => Ok((self.answer(control)?, None)),
            Some(Quality::Best(aim)) => {
                let effort = RoundLimits { seed, rounds, threads };
                Ok(best::best(&self.puzzle, aim, effort, self.answer(control)?, control, so_far))
            }
            Some(Quality::Magic) => {
                let nothing = Outcome::Unknown(control.spent(0));
                let answer = Answer { outcome: nothing, stats: Stats::new(self.strategy.method) };
                Ok((best::magic(&self.puzzle, seed, answer, control), None))
            }
        }
    }
}

/// Returns the reason why a large rectangle has no tour. Theory knows it at once, however much a search
/// would need.
fn no_tour(puzzle: &Puzzle) -> Option<Reason> {
    let board = puzzle.board();
    if board.area() <= MAX_SQUARES_WITHOUT_THEORY || !board.is_rectangle() {
        return None;
    }
    match exists(puzzle) {
        Verdict::No(reason) => Some(reason),
        _ => None,
    }
}

impl Ask for SolveParameters {
    const NAME: &'static str = "solve";
    const ABOUT: &'static str =
        "One verified tour of a board of up to 250000 squares, a reason why there is none, or unknown.";
    const EXAMPLE: &'static str = "board=6&start=a1&method=warnsdorff";
    const SHAPE: ReplyShape = ReplyShape::json::<OutcomeDocument<'_>>();

    fn prepare(&self, limits: &Limits) -> Result<Job, Refused> {
        let question = Solve::new(self, limits.named)?;
        let is_measured = self.measure;
        let bytes = DOCUMENT_BYTES_PER_SQUARE + if is_measured { MEASURING_BYTES_PER_SQUARE } else { 0 };
        let memory = match question.memory(limits.memory)? {
            0 => 0,
            search => search + bytes * question.puzzle.board().area(),
        };
        let cost = if question.wish.is_none() { Cost::search(memory) } else { Cost::long(memory) };
        let threads = limits.threads;
        Ok(Job::single(cost, self.search.max_time, move |control| {
            let (answer, best) = question.best(threads, control, &BestProgress::default())?;
            let mut document = OutcomeDocument { best, ..OutcomeDocument::new(&question.puzzle, &answer) };
            if let (true, Outcome::Found(tour)) = (is_measured, &answer.outcome) {
                document.measures = Some(MeasuresDocument::new(tour));
            }
            Ok(Reply::json_cut_off(&document, is_cut_off(&answer.outcome, control)))
        }))
    }
}

/// Whether the search was stopped by its time limit.
pub(crate) fn is_cut_off<T>(outcome: &Outcome<T>, control: &Control) -> bool {
    matches!(outcome, Outcome::Unknown(_)) && control.is_stopped()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Reply, Work, question};

    #[test]
    fn theory_is_asked_before_memory_whatever_the_method() {
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        for (board, kind, code) in [
            ("2x1000000000", "open", "few-neighbours"),
            ("3x999999999", "closed", "parity"),
            ("4x1000000000", "closed", "schwenk"),
            ("1000000001x999999999", "closed", "parity"),
        ] {
            for (name, _) in Method::NAMED {
                let words = [("board", board), ("kind", kind), ("method", name)];
                let words =
                    words.map(|(word, text)| (word.to_owned(), text.to_owned())).into_iter().collect();
                let asked = question("solve").unwrap().prepare(&words, &limits).unwrap();
                assert_eq!(asked.cost.memory, 0, "{board} {name}");
                let Work::Whole(work) = asked.work else { panic!("a tour comes whole") };
                let Reply::Json { text, .. } = work(&Control::unlimited()).unwrap() else {
                    panic!("a document")
                };
                assert!(text.contains("\"impossible\"") && text.contains(code), "{board} {name}: {text}");
            }
        }
        // A board that may have a tour is refused if it is too large.
        let words = [("board", "4x1000000000")].map(|(word, text)| (word.to_owned(), text.to_owned()));
        let asked = question("solve").unwrap().prepare(&words.into_iter().collect(), &limits);
        assert_eq!(asked.err().map(|refused| refused.code()), Some("too-many-squares"));
    }
}
