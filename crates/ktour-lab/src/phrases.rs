//! All texts of the laboratory: one list of codes and English lines with gaps.
//!
//! `name(gap, gap) = "code": "English with {gap} and {gap}";` defines a function that fills the gaps. A gap
//! without a fact does not compile. Codes never change their meaning.

use crate::line::{Figure, Line};

/// A text with gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// Its stable name.
    pub code: &'static str,
    /// The English text, with gaps such as `{board}`.
    pub english: &'static str,
    /// The names of its gaps.
    pub facts: &'static [&'static str],
}

macro_rules! phrases {
    ($($name:ident($($fact:ident),*) = $code:literal: $english:literal;)*) => {
        $(pub(crate) fn $name($($fact: impl Into<Figure>),*) -> Line {
            $(let $fact: Figure = $fact.into();)*
            let english = format!($english);
            Line { code: $code, facts: vec![$((stringify!($fact), $fact)),*], english }
        })*

        /// All texts of the laboratory.
        pub const PHRASES: &[Phrase] = &[
            $(Phrase { code: $code, english: $english, facts: &[$(stringify!($fact)),*] }),*
        ];
    };
}

phrases! {
    // Cells.
    yes() = "yes": "yes";
    no() = "no": "no";
    range(low, high) = "range": "{low} to {high}";

    // Headings that several tables have.
    board() = "board": "board";
    method() = "method": "method";
    time() = "time": "time";
    trials() = "trials": "trials";
    moves() = "moves": "moves";
    backtracks() = "backtracks": "backtracks";
    starts() = "starts": "starts";
    squares_of_the_board() = "squares-of-the-board": "squares of the board";

    // Backtracking.
    rows_exact(same, all) = "rows-exact": "{same} of {all} rows printed in the university report come out exactly, trials and moves.";
    unknown_search(board, method, limit, trials) = "unknown-search": "{board} by {method} is unknown after {limit}: {trials} trials found no tour and proved nothing.";
    the_report() = "the-report": "The university report is one of the five documents behind this project; its experiments are made again here.";
    order_d2() = "order-d2": "Order d2 is the one in which the university report's program tries the leaps: clockwise, from two up and one to the right.";
    searches() = "searches": "Searches from the top left square, order d2, one tour of either kind";
    outcome() = "outcome": "outcome";
    found_one() = "found-one": "found";
    none_from_here() = "none-from-here": "none from here";
    unknown_after(limit) = "unknown-after": "unknown after {limit}";
    as_the_report_counts() = "as-the-report-counts": "As the university report counts: the start is a move, trials end two higher";
    size() = "size": "size";
    printed() = "printed": "printed";
    same() = "same": "same";
    savings() = "savings": "What trying the fewest onward leaps first saves";
    trials_saved() = "trials-saved": "trials saved";
    times_fewer_trials() = "times-fewer-trials": "times fewer trials";
    backtracks_saved() = "backtracks-saved": "backtracks saved";
    times_as_fast() = "times-as-fast": "times as fast";
    leaps_tested() = "leaps-tested": "Leaps tested until a tour is found";
    unknown_at_least(method) = "unknown-at-least": "{method}, unknown: at least";
    printed_in_the_report() = "printed-in-the-report": "the university report";

    // Warnsdorff's rule.
    within_three_tries(share) = "within-three-tries": "The university report found a tour within 3 tries in 98 % of cases for 5 < n < 20; here random ties do in {share}.";
    published_exact(six, eight) = "published-exact": "The published exact 97.2 % (6x6) and 97.9 % (8x8) are the mean over all squares as starts, ties broken with equal chances, open tours counted: here {six} and {eight}.";
    published_measured(fifty, hundred) = "published-measured": "The published measured rates are walks from a corner, 100 of them a board: 81 % and 35 % there, {fifty} on 50x50 and {hundred} on 100x100 here.";
    collapse(rate, board, interval, last_rate, last_board, last_interval) = "collapse": "Random ties collapse: {rate} succeed on {board} ({interval}), {last_rate} on {last_board} ({last_interval}).";
    greedy_walks() = "greedy-walks": "Greedy walks by Warnsdorff's rule that visit every square";
    ties() = "ties": "ties";
    start() = "start": "start";
    tries() = "tries": "tries";
    success() = "success": "success";
    interval() = "interval": "95 %";
    exact() = "exact": "exact";
    tries_until_success() = "tries-until-success": "tries until success";
    most_tries() = "most-tries": "most";
    within_three() = "within-three": "within 3";
    stuck_median() = "stuck-median": "stuck at (median)";
    stuck_earliest() = "stuck-earliest": "(earliest)";
    starts_possible() = "starts-possible": "possible";
    starts_all() = "starts-all": "all";
    starts_corner() = "starts-corner": "corner";
    starts_each() = "starts-each": "each";
    published_rates() = "published-rates": "Published success rates of random ties";
    published() = "published": "published";
    whose() = "whose": "whose";
    of_how_many() = "of-how-many": "of";
    its_interval() = "its-interval": "its 95 %";
    here() = "here": "here";
    our_interval() = "our-interval": "our 95 %";
    agrees() = "agrees": "agrees";
    by_knuth() = "by-knuth": "Knuth, exact";
    by_ganzfried() = "by-ganzfried": "Ganzfried 2004";
    by_squirrel_and_cull() = "by-squirrel-and-cull": "Squirrel & Cull";
    by_squirrel_and_cull_none() = "by-squirrel-and-cull-none": "Squirrel & Cull: none past 325";
    walks(walks) = "walks": "{walks} walks";
    all_walks() = "all-walks": "all walks";
    walks_that_succeed(tries) = "walks-that-succeed": "Greedy walks that visit every square, {tries} tries each, 95 % shaded";
    walks_that_stop() = "walks-that-stop": "Early stops: how much of the board a stuck walk had visited (median)";
    side() = "side": "side of the square board";
    visited_when_stuck() = "visited-when-stuck": "visited when stuck";
    ties_of(tie) = "ties-of": "ties: {tie}";
    published_random() = "published-random": "published, random ties";

    // Growth.
    growth_law(method, verdict, detail, error, caution) = "growth-law": "For {method}, {verdict}{detail}{error}{caution}.";
    law_clear(law, by, next) = "law-clear": "the data support the {law} law (AICc lower by {by} than the {next} law)";
    law_alone(law) = "law-alone": "the data support the {law} law";
    law_rivalled(law, rivals) = "law-rivalled": "AICc cannot tell the {law} law from the {rivals} law";
    exponent(exponent, low, high) = "exponent": ", with the exponent {exponent} (95 %: {low} to {high})";
    time_per_square(time) = "time-per-square": ", {time} a square and so quadratic in the side";
    predicted(error) = "predicted": "; it predicts the largest quarter of the boards with an error of {error}";
    predicted_beside(error, exponential) = "predicted-beside": "; it predicts the largest quarter of the boards with an error of {error}, an exponential law with an error of {exponential}";
    beyond_trust() = "beyond-trust": ", so none of these laws should be trusted beyond the boards measured";
    off_entirely() = "off-entirely": "at least 100 % (it predicts no positive time)";
    off_by_a_factor(factor) = "off-by-a-factor": "a factor of {factor}";
    off_by_a_power(power) = "off-by-a-power": "a factor of 10^{power}";
    too_few_sizes(fewest) = "too-few-sizes": "Fewer than {fewest} sizes were solved: no law is fitted.";
    left_out(unsolved, all) = "left-out": "{unsolved} of {all} measurements found no tour in time and are left out of the fits.";
    aicc_means() = "aicc-means": "AICc is Akaike's criterion for small samples: the law with the lowest is supported most. Misfit is how far a law is from the times it was fitted to; held-out error, how far from the largest quarter of the boards when fitted without them.";
    linear() = "linear": "linear";
    quadratic() = "quadratic": "quadratic";
    power() = "power": "power";
    power_law() = "power-law": "power law";
    exponential() = "exponential": "exponential";
    processor_time(method) = "processor-time": "Processor time of {method} by board, verification included";
    squares() = "squares": "squares";
    rounds() = "rounds": "rounds";
    mean_time() = "mean-time": "mean time";
    fastest() = "fastest": "fastest";
    slowest() = "slowest": "slowest";
    spread() = "spread": "spread";
    time_a_square() = "time-a-square": "time a square";
    laws_fitted() = "laws-fitted": "Laws fitted by least squares on the logarithm of time, weighted by spread";
    law() = "law": "law";
    formula() = "formula": "seconds for N squares";
    aicc() = "aicc": "AICc";
    above_the_best() = "above-the-best": "above the best";
    misfit() = "misfit": "misfit";
    held_out_error() = "held-out-error": "held-out error";
    time_by_squares(method) = "time-by-squares": "Time of {method} against the number of squares";
    time_a_tour() = "time-a-tour": "processor time a tour";
    law_with_aicc(law, aicc) = "law-with-aicc": "{law}, AICc {aicc}";
    every_round(method) = "every-round": "{method}, every round";
    residuals(method) = "residuals": "{method}: how far the measured time is from each law (cut at ±60 %)";
    measured_against_law() = "measured-against-law": "measured against law";

    // The race.
    all_starts_answered(starts, methods) = "all-starts-answered": "Every one of the {starts} starts is answered by {methods}.";
    some_starts_answered(method, answered, starts, limit) = "some-starts-answered": "{method} answers {answered} of {starts} starts within {limit}.";
    said_of_every_start(board) = "said-of-every-start": "What each method says about every start of {board}";
    found() = "found": "found";
    impossible() = "impossible": "impossible";
    unknown() = "unknown": "unknown";
    refused() = "refused": "refused";
    time_over_starts() = "time-over-starts": "Time over the starts, unfinished searches included with what they spent";
    trials_over_starts() = "trials-over-starts": "Trials over the starts, unfinished searches included with what they spent";
    backtracks_over_starts() = "backtracks-over-starts": "Backtracks over the starts, unfinished searches included with what they spent";
    least() = "least": "least";
    lower_quarter() = "lower-quarter": "lower quarter";
    median() = "median": "median";
    upper_quarter() = "upper-quarter": "upper quarter";
    nine_tenths() = "nine-tenths": "nine tenths";
    most() = "most": "most";
    answered_by_time(board) = "answered-by-time": "{board}: share of the starts answered, by time spent";
    answered_by_trials(board) = "answered-by-trials": "{board}: share of the starts answered, by trials spent";
    time_each_start() = "time-each-start": "time, each start";
    trials_each_start() = "trials-each-start": "trials, each start";
    starts_answered() = "starts-answered": "starts answered";
}

/// Every code of every line.
///
/// ```
/// assert!(ktour::lab::codes().contains(&"starts-answered"));
/// ```
pub fn codes() -> Vec<&'static str> {
    PHRASES.iter().map(|phrase| phrase.code).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn no_code_is_used_twice() {
        assert_eq!(codes().into_iter().collect::<HashSet<_>>().len(), PHRASES.len());
    }

    #[test]
    fn every_fact_has_its_gap() {
        for Phrase { code, english, facts } in PHRASES {
            for fact in *facts {
                assert!(english.contains(&format!("{{{fact}}}")), "{code} does not say {fact}");
            }
            assert_eq!(english.matches('{').count(), facts.len(), "{code}");
        }
    }

    #[test]
    fn no_line_knows_a_flag() {
        assert!(PHRASES.iter().all(|phrase| !phrase.english.contains("--")));
    }
}
