//! The corpus of boards for searches: rectangles with holes, shapes, letters, other leapers.
//!
//! `cargo xtask corpus` writes `testdata/corpus.txt` and `testdata/corpus-held-out.txt`. Every board of a
//! file comes from one stream of numbers with a fixed seed, so the files are the same on every machine.
//! Searches may be tuned on the first; the second only judges them. A board begins with a line `= name kind`,
//! optionally followed by `start c3`, `end f6` and `leaper 2,3`; its picture follows, `.` a square and `#` a
//! hole, the top line first.

use std::{fmt::Write, fs, io, path::Path};

use ktour_core::random::Splitmix;

use crate::anyboard::{CORPUS, HELD_OUT};

/// The two corpora: their files under `testdata`, what these hold now, and their seeds.
const CORPORA: [(&str, &str, u64); 2] =
    [("corpus.txt", CORPUS, 0x6b6e_6967_6874), ("corpus-held-out.txt", HELD_OUT, 0x746f_7572)];

/// Writes both.
pub(crate) fn write() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata");
    CORPORA.into_iter().try_for_each(|(file, _, seed)| fs::write(folder.join(file), corpus(seed)))
}

/// The text of a corpus.
fn corpus(seed: u64) -> String {
    let mut writer = Writer { chance: Splitmix::new(seed), text: String::new(), count: 0 };
    writer.text.push_str("# Made by `cargo xtask corpus`. A line `= name kind …` begins a board; `.` is a square, `#` a hole.\n");
    writer.rectangles(210);
    writer.shapes();
    writer.letters();
    writer.rooms();
    writer.leapers();
    writer.text
}

/// A picture: lines from the top, `true` for a square.
type Picture = Vec<Vec<bool>>;
/// Whether a shape has the square at x, y.
type ShapeRule<'a> = &'a dyn Fn(f64, f64) -> bool;

struct Writer {
    chance: Splitmix,
    text: String,
    count: usize,
}

impl Writer {
    /// A number below `bound`: what the next one leaves, as when these boards were first made.
    fn below(&mut self, bound: usize) -> usize {
        (self.chance.next() % bound.max(1) as u64) as usize
    }

    /// 5 to 40 a side, up to 15 % holes; three of four with the colours evened out.
    fn rectangles(&mut self, many: usize) {
        for at in 0..many {
            let (files, ranks) = (5 + self.below(36), 5 + self.below(36));
            let mut picture = vec![vec![true; files]; ranks];
            let holes = files * ranks * self.below(16) / 100;
            for _ in 0..holes {
                let (x, y) = (self.below(files), self.below(ranks));
                picture[y][x] = false;
            }
            let terms = at % 4;
            if !self.below(4).is_multiple_of(4) {
                self.even_out(&mut picture);
            }
            self.write("holes", &picture, terms, None);
        }
    }

    /// Shapes given by a rule on coordinates from -1 to 1, in several sizes.
    fn shapes(&mut self) {
        let heart = |x: f64, y: f64| {
            let (x, y) = (x * 1.2, y * 1.2 + 0.1);
            (x * x + y * y - 1.0).powi(3) - x * x * y.powi(3) < 0.0
        };
        let shapes: [(&str, ShapeRule); 8] = [
            ("ring", &|x, y| (0.3..=1.0).contains(&(x * x + y * y))),
            ("disc", &|x, y| x * x + y * y <= 1.0),
            ("heart", &heart),
            ("diamond", &|x, y| x.abs() + y.abs() <= 1.0),
            ("cross", &|x, y| x.abs() < 0.35 || y.abs() < 0.35),
            ("frame", &|x, y| x.abs().max(y.abs()) > 0.55),
            ("corner", &|x, y| x < -0.2 || y < -0.2),
            ("steps", &|x, y| (x * 4.0).floor() <= (y * 4.0).floor()),
        ];
        for (at, size) in [9usize, 13, 16, 22, 28, 36].into_iter().enumerate() {
            for (name, is_inside) in shapes {
                let scale = |i: usize| (i as f64 + 0.5) / size as f64 * 2.0 - 1.0;
                let row = |y: usize| (0..size).map(|x| is_inside(scale(x), -scale(y))).collect();
                let mut picture: Picture = (0..size).map(row).collect();
                if at % 3 != 2 {
                    self.even_out(&mut picture);
                }
                self.write(name, &picture, at, None);
            }
        }
    }

    /// Letters of five by seven dots, three to five squares a dot.
    fn letters(&mut self) {
        let letters: [(&str, [u8; 7]); 8] = [
            ("K", [17, 18, 20, 24, 20, 18, 17]),
            ("N", [17, 25, 21, 19, 17, 17, 17]),
            ("I", [14, 4, 4, 4, 4, 4, 14]),
            ("G", [14, 17, 16, 23, 17, 17, 14]),
            ("H", [17, 17, 17, 31, 17, 17, 17]),
            ("T", [31, 4, 4, 4, 4, 4, 4]),
            ("S", [15, 16, 16, 14, 1, 1, 30]),
            ("U", [17, 17, 17, 17, 17, 17, 14]),
        ];
        for (at, scale) in [3usize, 4, 5].into_iter().enumerate() {
            for (name, rows) in letters {
                let row =
                    |y: usize| (0..5 * scale).map(|x| rows[y / scale] >> (4 - x / scale) & 1 == 1).collect();
                let mut picture: Picture = (0..7 * scale).map(row).collect();
                self.even_out(&mut picture);
                self.write(name, &picture, at, None);
            }
        }
    }

    /// Two regions and a narrow passage, which often cannot be crossed often enough.
    fn rooms(&mut self) {
        for at in 0..24 {
            let (side, passage, wide) = (6 + self.below(7), 1 + self.below(4), 1 + self.below(3));
            let mut picture = vec![vec![true; 2 * side + passage]; side];
            let top = self.below(side - wide);
            for (y, row) in picture.iter_mut().enumerate() {
                if !(top..top + wide).contains(&y) {
                    row[side..side + passage].fill(false);
                }
            }
            self.even_out(&mut picture);
            self.write("rooms", &picture, at, None);
        }
    }

    /// Zebras, giraffes and others, on boards with a few holes.
    fn leapers(&mut self) {
        for at in 0..24 {
            let leaper = [(2, 3), (1, 4), (3, 4), (1, 6)][at % 4];
            let side = 2 * (leaper.0 + leaper.1) + self.below(12);
            let mut picture = vec![vec![true; side]; side];
            for _ in 0..at / 4 {
                let (x, y) = (self.below(side), self.below(side));
                picture[y][x] = false;
            }
            self.even_out(&mut picture);
            self.write("leaper", &picture, at / 4, Some(leaper));
        }
    }

    /// Removes squares of the more frequent colour at random until both are equally frequent.
    fn even_out(&mut self, picture: &mut Picture) {
        loop {
            let mut of: [Vec<(usize, usize)>; 2] = [Vec::new(), Vec::new()];
            for (y, row) in picture.iter().enumerate() {
                for x in (0..row.len()).filter(|&x| row[x]) {
                    of[(x + y) % 2].push((x, y));
                }
            }
            let more = usize::from(of[1].len() > of[0].len());
            if of[more].len() == of[1 - more].len() {
                return;
            }
            let (x, y) = of[more][self.below(of[more].len())];
            picture[y][x] = false;
        }
    }

    /// Writes a board: closed, open, open from a square, or open between two.
    fn write(&mut self, name: &str, picture: &Picture, terms: usize, leaper: Option<(usize, usize)>) {
        self.count += 1;
        let squares: Vec<(usize, usize)> = (0..picture.len())
            .flat_map(|y| (0..picture[y].len()).map(move |x| (x, y)))
            .filter(|&(x, y)| picture[y][x])
            .collect();
        let dark = squares.iter().filter(|(x, y)| (x + y) % 2 == 0).count();
        let light = squares.len() - dark;
        let _ = write!(
            self.text,
            "= {name}-{:03} {}",
            self.count,
            if terms.is_multiple_of(4) { "closed" } else { "open" }
        );
        // Ends of the colours that ends have, most of the time.
        let first = usize::from(dark < light);
        let last = if dark == light { 1 } else { first };
        let mut from = None;
        for (word, colour) in
            [("start", first), ("end", last)].into_iter().take((terms % 4).saturating_sub(1))
        {
            let fits: Vec<&(usize, usize)> =
                squares.iter().filter(|&&(x, y)| (x + y) % 2 == colour && from != Some((x, y))).collect();
            let &&(x, y) = fits.get(self.below(fits.len().max(1))).unwrap_or(&&squares[0]);
            from = Some((x, y));
            let _ = write!(self.text, " {word} {x},{y}");
        }
        if let Some((r, s)) = leaper {
            let _ = write!(self.text, " leaper {r},{s}");
        }
        for row in picture {
            self.text.push('\n');
            self.text.extend(row.iter().map(|&is_square| if is_square { '.' } else { '#' }));
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_corpora_in_the_repository_are_those_that_are_made() {
        for (file, kept, seed) in super::CORPORA {
            assert!(super::corpus(seed) == kept, "{file}: run `cargo xtask corpus`");
            assert!(kept.lines().filter(|line| line.starts_with('=')).count() >= 300, "{file}");
        }
    }
}
