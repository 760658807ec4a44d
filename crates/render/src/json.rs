//! The JSON document of a found tour, as the command line and the web speak it.

use std::io;

use knights_tour::{Board, Stats, Tour, notation};
use serde_json::{Value, json};

use crate::Render;

/// The tour as a JSON document, with the counters of its search where there was one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Json {
    /// The counters.
    pub stats: Option<Stats>,
}

/// `{"files": 6, "ranks": 6, "holes": []}`.
pub fn board_json(board: &Board) -> Value {
    let holes: Vec<String> = board.holes().iter().map(|&hole| notation::name(board, hole)).collect();
    json!({"files": whole(board.files().into()), "ranks": whole(board.ranks().into()), "holes": holes})
}

/// A number, as a string where a double could not hold it.
pub fn whole(number: u128) -> Value {
    match u64::try_from(number) {
        Ok(small) if small <= 1 << 53 => small.into(),
        _ => number.to_string().into(),
    }
}

/// The counters of a search; `report` holds trials and moves as the report's program counted.
pub fn stats_json(stats: &Stats) -> Value {
    let (trials, moves) = stats.as_the_report_counts();
    let mut value = json!({
        "method": stats.method.name(),
        "trials": whole(stats.trials.into()),
        "moves": whole(stats.moves.into()),
        "backtracks": whole(stats.backtracks.into()),
        "tries": whole(stats.tries.into()),
        "seconds": stats.elapsed.as_secs_f64(),
    });
    if stats.method.is_backtracking() {
        value["report"] = json!({"trials": whole(trials.into()), "moves": whole(moves.into())});
    }
    value
}

impl Render for Json {
    fn write(&self, tour: &Tour, out: &mut dyn io::Write) -> io::Result<()> {
        let board = tour.board();
        let leaper = tour.leaper();
        writeln!(out, "{{ \"board\": {}, \"leaper\": [{}, {}],", board_json(board), leaper.r(), leaper.s())?;
        write!(out, "  \"outcome\": \"found\", \"kind\": \"{}\",\n  \"squares\": [", tour.kind())?;
        for (at, square) in tour.squares().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(out, "{comma}\"{}\"", notation::name(board, square))?;
        }
        match &self.stats {
            Some(stats) => writeln!(out, "],\n  \"stats\": {} }}", stats_json(stats)),
            None => writeln!(out, "] }}"),
        }
    }
}
