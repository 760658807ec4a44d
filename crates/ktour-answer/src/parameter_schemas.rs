//! JSON schemas of all parameters, for the descriptions of the questions.

use ktour_count::Measure;
use ktour_lab::warnsdorff::StartRule;
use ktour_render::{Fill, Format, PathStyle, Show, Theme};
use ktour_tour::{Method, Tie, TourKind, givens::Difficulty, symmetric::WantedSymmetry};
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
            "description": "knight, camel, zebra, giraffe, antelope, or two numbers; the knight where none is given",
        }),
        "kind" => choice(
            "if missing: closed where a closed tour exists, otherwise open; backtrack and warnsdorff take the first tour found",
            TourKind::NAMES.to_vec(),
        ),
        "difficulty" => choice(
            "by the hardest rule that a person needs; medium where neither it nor clues are given",
            Difficulty::NAMES.to_vec(),
        ),
        "clues" => {
            text("how many steps are given, or fewest: removing any one would allow a second solution")
        }
        "symmetric" => flag("a half turn of the board takes given squares to given squares"),
        "date" => text("a day such as 2026-11-15 instead of a seed: the same puzzle for everybody"),
        "phrase" => text("the text that is laid along a tour, one sign a square"),
        "split" => choice("what a sign is; letters where none is given", Split::NAMES.to_vec()),
        "single" => flag("only a tour that is the one way to read the text"),
        "givens" => json!({
            "type": ["string", "object"],
            "description": "a grid of numbers, top rank first, with . for what is to be found and # for a hole; a list such as a1:1,c4:7; an object of steps by square; or the document of a puzzle",
        }),
        "steps" => flag("explain the solution step by step, as a person would find it"),
        "solutions" => flag("count all solutions"),
        "start" => text("the first square: c3, x,y from the top left, or random"),
        "end" => text("the last square; the tour is then open"),
        "after" => squares("squares already visited, in order"),
        "grade" => choice("how much a hint tells", Grade::NAMES.to_vec()),
        "method" => choice("how to search", Method::NAMES.to_vec()),
        "tie" => choice("among squares with equally few onward leaps", Tie::NAMES.to_vec()),
        "order" => text("the order of the leaps: d0, d2, sorted, or eight dx,dy pairs separated by spaces"),
        "tries" => whole("how many walks may begin"),
        "best" => {
            choice("which property of the tour to optimise", wishes.iter().map(String::as_str).collect())
        }
        "seed" => whole("same seed, same answer"),
        "max_time" => text("500ms, 10s, 2m; no more than the server allows"),
        "size" => text(
            "of a table, its largest rectangle, 200 a side at most; of a picture, how wide it is: 300mm, 30cm or 12in, of pixels 300 an inch",
        ),
        "squares" => squares("a tour, square by square"),
        "text" => text("a tour in any format that can be verified; a text/plain body is this word"),
        "step" => text("which step, counted from 1"),
        "square" => text("which square"),
        "events" => whole("how many events are sent in full before the time-lapse begins"),
        "symmetry" => json!({
            "type": ["string", "boolean"],
            "description": format!(
                "which symmetry tours are to have: {}; of a count also true: classes under the board's symmetries are counted as well",
                WantedSymmetry::NAMES.join(", ")
            ),
        }),
        "by" => {
            let (measures, orders) = (Measure::NAMES, SortKey::NAMES);
            let others = orders.into_iter().filter(|order| !measures.contains(order));
            let about = format!(
                "of a count, how many tours have each value: {}; of a list, its order: {}",
                measures.join(", "),
                orders.join(", ")
            );
            choice(&about, measures.into_iter().chain(others).collect())
        }
        "value" => text("only tours with this value of what they are sorted by"),
        "descending" => flag("the largest value first"),
        "magic" => {
            choice("only tours of four ranks whose columns of four squares have equal sums", vec!["columns"])
        }
        "measure" => flag("with the measures of every tour; of a file, of json only"),
        "unique" => flag("one tour of every class"),
        "limit" => whole("how many tours, 100 at most"),
        "skip" => whole("how many tours to pass over"),
        "n" => whole("how many tours, 100 at most"),
        "number" => text("the number of a tour, counted from 1"),
        "format" => choice("what kind of file", Format::NAMES.to_vec()),
        "theme" => choice("the colours", Theme::NAMES.to_vec()),
        "path" => choice("how the path goes from square to square", PathStyle::NAMES.to_vec()),
        "fill" => {
            choice("what is filled: nothing, or what lies inside by the even-odd rule", Fill::NAMES.to_vec())
        }
        "stroke" => flag("nothing but the path, in one stroke: for plotters"),
        "colour" => choice("along the path", PathColour::NAMES.to_vec()),
        "numbers" => choice("the numbers of the steps", Show::NAMES.to_vec()),
        "coordinates" => choice("letters and numbers along the edge", Show::NAMES.to_vec()),
        "boards" => squares("boards such as 6x6,6x7, 1600 squares at most each"),
        "sizes" => text("sides of square boards from 5 to 2000: 5..60, 50..400:50 or 6,8,10"),
        "ties" => squares(&format!("tie rules: {}", Tie::NAMES.join(", "))),
        "starts" => text(&format!("where walks begin: {}", StartRule::NAMES.join(", "))),
        "repeats" => whole("rounds over all sizes, 100 at most"),
        "methods" => squares("methods, by name"),
        "x" => whole("the first column, from the left"),
        "y" => whole("the first row, from the top"),
        "stride" => whole("squares between two samples; each is taken in the middle"),
        "side" => {
            whole("samples along a side, 256 at most; for blocks, the longest side of one to look into")
        }
        "period" => whole("steps after which the numbers begin again"),
        "height" => whole("how many rows"),
        "most" => whole("how many blocks, 4096 at most"),
        "count" => whole("how many squares, 1000 at most"),
        "width" => whole("pixels across, 16 to 4000; in the atlas, how many columns"),
        "worksheet" => flag("pdf: an empty board first, its solution on a second page"),
        "delay" => text("gif: the time of one leap"),
        "hold" => text("gif: how long the finished tour stands"),
        "length" => text("gif: how long all of it may take"),
        "once" => flag("gif: stop at the end"),
        _ => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions;

    #[test]
    fn every_word_is_described() {
        for question in questions() {
            question.words.iter().for_each(|word| assert!(!describe(word).is_null(), "{word}"));
        }
    }
}
