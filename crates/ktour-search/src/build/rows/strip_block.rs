//! The repeating blocks of a strip: four files of three or four ranks.

use super::super::offset::Offset;

/// Files of a repeating block.
pub(super) const BLOCK_FILES: i64 = 4;

/// Paths over four files, each from its left *port* to the last square before the same port of the next copy.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StripBlock(Vec<Vec<Offset>>);

impl StripBlock {
    pub(crate) fn ports(&self) -> impl Iterator<Item = Offset> + '_ {
        self.0.iter().map(|strand| strand[0])
    }

    /// The path that enters at a port.
    pub(super) fn strand_from(&self, port: Offset) -> Option<&Vec<Offset>> {
        self.0.iter().find(|strand| strand[0] == port)
    }

    /// Parses strands of names of squares, the file a to d and the rank 1 to 4.
    fn read(text: &str) -> StripBlock {
        let square = |name: &[u8]| Offset::new(i64::from(name[0] - b'a'), i64::from(name[1] - b'1'));
        StripBlock(
            text.split('|')
                .map(|strand| strand.split(' ').map(|name| square(name.as_bytes())).collect())
                .collect(),
        )
    }

    fn reflected(&self, height: i64, left_right: bool, up_down: bool) -> StripBlock {
        let reflect = |&Offset { file, rank }: &Offset| Offset {
            file: if left_right { BLOCK_FILES - 1 - file } else { file },
            rank: if up_down { height - 1 - rank } else { rank },
        };
        let strand = |strand: &Vec<Offset>| {
            let squares = strand.iter().map(reflect);
            if left_right { squares.rev().collect() } else { squares.collect() }
        };
        StripBlock(self.0.iter().map(strand).collect())
    }

    /// All blocks for a height, no two with the same ports.
    pub(super) fn blocks_for_height(height: i64) -> Vec<StripBlock> {
        let texts: &[&str] = if height == 3 {
            &[
                "a1 b3 d2 b1 a3 c2|a2 c1 d3 b2 d1 c3",
                "a3 c2 a1 b3 d2 b1 c3 a2 c1 d3 b2 d1",
                "a2 c3|a3 c2 a1 b3 c1 d3 b2 d1|b1 d2",
            ]
        } else {
            &[
                "a3 b1 c3 d1|a4 b2 c4 d2|a1 b3 c1 d3|a2 b4 c2 d4",
                "a4 b2 d1 c3 b1 a3 c4 d2|a1 b3 c1 d3|a2 b4 c2 d4",
            ]
        };
        let mut blocks: Vec<StripBlock> = Vec::new();
        let ports = |block: &StripBlock| {
            let mut ports: Vec<Offset> = block.ports().collect();
            ports.sort_unstable();
            ports
        };
        for text in texts {
            for (left_right, up_down) in [(false, false), (false, true), (true, false), (true, true)] {
                let block = StripBlock::read(text).reflected(height, left_right, up_down);
                if blocks.iter().all(|other| ports(other) != ports(&block)) {
                    blocks.push(block);
                }
            }
        }
        blocks
    }
}
