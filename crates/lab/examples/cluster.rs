//! Draws docs/cluster.svg: states that were counted, and those that wider boards would have.
//!
//! `cargo run -p knights-tour-lab --example cluster > docs/cluster.svg`; the figures and how they
//! go on are explained in docs/cluster.md.

use knights_tour_lab::plot::{Axis, Plot, Series, Style, Unit};

/// Closed tours by halves, files and states, for 8 and for 10 ranks.
const EIGHT: [(f64, f64); 4] = [(5.0, 11_012.0), (6.0, 244_393.0), (7.0, 9_329_886.0), (8.0, 149_613_347.0)];
const TEN: [(f64, f64); 3] = [(5.0, 58_225.0), (6.0, 1_645_936.0), (7.0, 56_658_129.0)];
/// Open tours of squares; those with an even side by halves.
const OPEN: [(f64, f64); 4] =
    [(5.0, 3_954.0), (6.0, 632_467.0), (7.0, 170_506_867.0), (8.0, 3_913_282_264.0)];
/// Where they go on.
const TEN_ON: [(f64, f64); 4] = [(7.0, 56_658_129.0), (8.0, 1.1e9), (9.0, 5.5e10), (10.0, 8e11)];
const OPEN_ON: [(f64, f64); 2] = [(8.0, 3_913_282_264.0), (9.0, 1e12)];
/// States whose largest layer, a sixth of them, fits 512 GB at 130 bytes each.
const MACHINE: f64 = 6.0 * 512e9 / 130.0;

fn main() {
    let across = |states: f64| vec![(5.0, states), (10.0, states)];
    let plot = Plot {
        name: "cluster".to_owned(),
        title: "States of all layers, counted and carried on".to_owned(),
        x: Axis::linear("files", Unit::Count).between(4.8, 10.2),
        y: Axis::log("states", Unit::Count).between(1e3, 1e13),
        series: vec![
            Series::new("1 machine, 512 GB", 3, Style::Line, across(MACHINE)),
            Series::new("64 machines", 4, Style::Line, across(64.0 * MACHINE)),
            Series::new("closed, 8 ranks", 0, Style::Marked, EIGHT.to_vec()),
            Series::new("closed, 10 ranks", 1, Style::Marked, TEN.to_vec()),
            Series::new("closed, 10 ranks, projected", 1, Style::Dashed, TEN_ON.to_vec()),
            Series::new("open, squares", 2, Style::Marked, OPEN.to_vec()),
            Series::new("open, squares, projected", 2, Style::Dashed, OPEN_ON.to_vec()),
        ],
    };
    print!("{}", plot.svg());
}
