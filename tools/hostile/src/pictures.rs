//! Pictures that lie: PNG files with sides, depths and chunks that no board has.

use std::io::Write;

use flate2::{Compression, write::ZlibEncoder};

/// Hostile pictures by name, each small on disk.
pub fn pictures() -> Vec<(String, Vec<u8>)> {
    let sides = [0, 1, 8, 65_535, 65_536, 1 << 20, u32::MAX >> 1, u32::MAX];
    let mut made = Vec::new();
    for width in sides {
        for height in sides {
            for (depth, colour) in [(1, 0), (8, 2), (16, 6)] {
                let chunks = [
                    header(width, height, depth, colour),
                    chunk(b"IDAT", &zlib(&[0; 64])),
                    chunk(b"IEND", &[]),
                ];
                made.push((format!("{width}x{height} of depth {depth}, colour {colour}"), png(&chunks)));
            }
        }
    }
    for (depth, colour, why) in
        [(3, 0, "depth 3"), (8, 7, "colour 7"), (255, 255, "all ones"), (8, 3, "no palette")]
    {
        let chunks = [header(8, 8, depth, colour), chunk(b"IDAT", &zlib(&[0; 72])), chunk(b"IEND", &[])];
        made.push((why.to_owned(), png(&chunks)));
    }
    // Text and profiles that grow a thousandfold when they are read.
    let bomb = zlib(&vec![0; 32 << 20]);
    for kind in [b"zTXt", b"iCCP"] {
        let chunks = [
            header(8, 8, 8, 0),
            chunk(kind, &[b"a\0\0", &bomb[..]].concat()),
            chunk(b"IDAT", &zlib(&[255; 72])),
            chunk(b"IEND", &[]),
        ];
        made.push((format!("{} of 32 MiB", String::from_utf8_lossy(kind)), png(&chunks)));
    }
    made.push((
        "data of 32 MiB for 64 pixels".to_owned(),
        png(&[header(8, 8, 8, 0), chunk(b"IDAT", &bomb), chunk(b"IEND", &[])]),
    ));
    made.push(("no data".to_owned(), png(&[header(8, 8, 8, 0), chunk(b"IEND", &[])])));
    made.push(("no header".to_owned(), png(&[chunk(b"IDAT", &zlib(&[0; 72])), chunk(b"IEND", &[])])));
    made.push((
        "two headers".to_owned(),
        png(&[header(8, 8, 8, 0), header(1 << 20, 1 << 20, 8, 0), chunk(b"IEND", &[])]),
    ));
    made.push(("a chunk longer than the file".to_owned(), [&png(&[])[..], &[0xff; 4], b"IHDR"].concat()));
    made
}

fn png(chunks: &[Vec<u8>]) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

fn header(width: u32, height: u32, depth: u8, colour: u8) -> Vec<u8> {
    let sides = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[&sides[..], &[depth, colour, 0, 0, 0]].concat())
}

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(kind);
    sum.update(data);
    [&(data.len() as u32).to_be_bytes()[..], kind, data, &sum.sum().to_be_bytes()].concat()
}

fn zlib(data: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(data).expect("memory takes what is written");
    encoder.finish().expect("memory takes what is written")
}
