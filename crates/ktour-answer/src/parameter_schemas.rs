//! JSON schemas of all parameters, for the descriptions of the questions.

use ktour_core::TourKind;
use ktour_count::Measure;
use ktour_lab::warnsdorff::StartRule;
use ktour_puzzle::Difficulty;
use ktour_render::{Fill, Format, PathStyle, Show, Theme};
use ktour_search::{Method, Tie, symmetric::WantedSymmetry};
use serde_json::{Value, json};

use crate::{best::Quality, hint::Grade, puzzles::spelled::Split, render::PathColour, tours::SortKey};

/// Returns the schema of a parameter, which is the same in all questions; null if there is no such
/// parameter.
pub fn describe(word: &str) -> Value {
    let wishes = Quality::names();
    let choice =
        |about: &str, names: Vec<&str>| json!({"type": "string", "enum": names, "description": about});
    let text = |about: &str| json!({"type": ["string", "number"], "description": about});
    let whole = |about: &str| json!({"type": "integer", "minimum": 0, "description": about});
    let flag = |about: &str| json!({"type": "boolean", "description": about});
    let squares =
        |about: &str| json!({"type": ["array", "string"], "items": {"type": "string"}, "description": about});
    match word {
        "board" => json!({
            "type": ["string", "integer", "object"],
            "minimum": 1,
            "minLength": 1,
            "description": "8 for 8x8, 31x29 for files by ranks, {\"files\": 8, \"ranks\": 8, \"holes\": [\"a1\"]}, or a picture of dots and #",
        }),
        "holes" => squares("squares the board lacks"),
        "leaper" => json!({
            "type": ["string", "array"],
            "items": {"type": "integer"},
            "description": "knight, camel, zebra, giraffe, antelope, or two numbers; the default is the knight",
        }),
        "kind" => choice(
            "default: closed if a closed tour exists, otherwise open; backtrack and warnsdorff accept the first tour of either kind",
            TourKind::NAMES.to_vec(),
        ),
        "difficulty" => choice(
            "the hardest rule that a person needs; medium if neither it nor clues are given",
            Difficulty::NAMES.to_vec(),
        ),
        "clues" => text("number of given steps, or fewest: then every given step is necessary"),
        "symmetric" => flag("the given squares are symmetric under a half turn of the board"),
        "date" => text("a day such as 2026-11-15 instead of a seed: the same puzzle for everybody"),
        "phrase" => text("text along the tour, one sign a square"),
        "split" => choice("unit of text on one square; the default is letters", Split::NAMES.to_vec()),
        "single" => flag("only a tour that is the only way to read the text"),
        "givens" => json!({
            "type": ["string", "object"],
            "description": "a grid of numbers, top rank first, with . for an unknown step and # for a hole; a list such as a1:1,c4:7; an object of steps by square; or the document of a puzzle",
        }),
        "steps" => flag("explain the solution step by step, as a person would find it"),
        "solutions" => flag("count all solutions"),
        "start" => text("the first square: c3, x,y from the top left, or random"),
        "end" => text("the last square; the tour is then open"),
        "after" => squares("squares already visited, in order"),
        "grade" => choice("how much the hint reveals", Grade::NAMES.to_vec()),
        "method" => choice("how to search", Method::NAMES.to_vec()),
        "tie" => choice("among squares with equally few onward leaps", Tie::NAMES.to_vec()),
        "order" => text("the order of the leaps: d0, d2, sorted, or eight dx,dy pairs separated by spaces"),
        "tries" => whole("maximum number of walks"),
        "best" => {
            choice("which property of the tour to optimise", wishes.iter().map(String::as_str).collect())
        }
        "seed" => whole("seed of all random choices: equal seeds give equal answers"),
        "max_time" => text("500ms, 10s, 2m; no more than the server allows"),
        "size" => text(
            "for a table: the largest rectangle, 200 a side at most; for a picture: the width on paper, 300mm, 30cm or 12in, at 300 pixels an inch",
        ),
        "squares" => squares("a tour, square by square"),
        "text" => text("a tour in any format that can be verified; a text/plain body is this parameter"),
        "step" => text("number of a step, counted from 1"),
        "square" => text("name of a square"),
        "events" => whole("how many events are sent in full before the time-lapse begins"),
        "symmetry" => json!({
            "type": ["string", "boolean"],
            "description": format!(
                "symmetry that the tours must have: {}; for a count also true: count classes under the board's symmetries as well",
                WantedSymmetry::NAMES.join(", ")
            ),
        }),
        "by" => {
            let (measures, orders) = (Measure::NAMES, SortKey::NAMES);
            let others = orders.into_iter().filter(|order| !measures.contains(order));
            let about = format!(
                "for a count, the measure whose values are counted: {}; for a list, its order: {}",
                measures.join(", "),
                orders.join(", ")
            );
            choice(&about, measures.into_iter().chain(others).collect())
        }
        "value" => text("only tours with this value of the measure that sorts them"),
        "descending" => flag("the largest value first"),
        "magic" => {
            choice("only tours of four ranks whose columns of four squares have equal sums", vec!["columns"])
        }
        "measure" => flag("include the measures of every tour; in files only for json"),
        "unique" => flag("only one tour of every symmetry class"),
        "limit" => whole("number of tours, 100 at most"),
        "skip" => whole("number of tours to skip"),
        "n" => whole("number of tours, 100 at most"),
        "number" => text("the number of a tour, counted from 1"),
        "format" => choice("file format", Format::NAMES.to_vec()),
        "theme" => choice("the colours", Theme::NAMES.to_vec()),
        "path" => choice("how the path goes from square to square", PathStyle::NAMES.to_vec()),
        "fill" => {
            choice("fill nothing, or the areas inside the path by the even-odd rule", Fill::NAMES.to_vec())
        }
        "stroke" => flag("only the path, in one stroke, for plotters"),
        "colour" => {
            choice("colour of the path: a gradient by step, or one colour", PathColour::NAMES.to_vec())
        }
        "numbers" => choice("whether the numbers of the steps are drawn", Show::NAMES.to_vec()),
        "coordinates" => choice("whether letters and numbers are drawn along the edge", Show::NAMES.to_vec()),
        "boards" => squares("boards such as 6x6,6x7, 1600 squares at most each"),
        "sizes" => text("sides of square boards from 5 to 2000: 5..60, 50..400:50 or 6,8,10"),
        "ties" => squares(&format!("tie rules: {}", Tie::NAMES.join(", "))),
        "starts" => text(&format!("squares on which walks begin: {}", StartRule::NAMES.join(", "))),
        "repeats" => whole("rounds over all sizes, 100 at most"),
        "methods" => squares("methods, by name"),
        "x" => whole("the first column, from the left"),
        "y" => whole("the first row, from the top"),
        "stride" => whole("squares between two samples; each is taken in the middle"),
        "side" => whole(
            "number of samples along a side, 256 at most; for blocks, the longest side of one that is not split",
        ),
        "period" => whole("number of steps after which the values repeat"),
        "height" => whole("number of rows"),
        "most" => whole("number of blocks, 4096 at most"),
        "count" => whole("number of squares, 1000 at most"),
        "width" => whole("width in pixels, 16 to 4000; in the atlas, number of columns"),
        "worksheet" => flag("pdf: an empty board first, its solution on a second page"),
        "delay" => text("gif: the time of one leap"),
        "hold" => text("gif: time for which the finished tour is shown"),
        "length" => text("gif: length of the whole animation"),
        "once" => flag("gif: stop at the end"),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions;

    #[test]
    fn every_parameter_has_a_schema() {
        for question in questions() {
            question.words.iter().for_each(|word| assert!(!describe(word).is_null(), "{word}"));
        }
    }
}
