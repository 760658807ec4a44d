//! Writes files into a zip archive without compression, which every system opens.
//!
//! *Reference:* PKWARE, .ZIP File Format Specification 6.3.10, for archives below four gigabytes.

/// Date of all files: the earliest of the format, so that equal files make equal archives.
const DAY: u32 = 0x0021;
/// Flag for names in UTF-8.
const UTF8: u32 = 1 << 11;

/// Returns an archive of a folder with these files.
pub(super) fn zip(folder: &str, files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let (name, offset) = (format!("{folder}/{name}"), archive.len() as u32);
        let size = bytes.len() as u32;
        // Needed version, flags, method and time, date, checksum, packed and unpacked size, lengths of the
        // name and of the extra field.
        let both: Vec<u8> = [
            &u16_bytes([10, UTF8, 0, 0, DAY])[..],
            &u32_bytes([checksum(bytes), size, size]),
            &u16_bytes([name.len() as u32, 0]),
        ]
        .concat();
        archive.extend([b"PK\x03\x04", &both[..], name.as_bytes(), bytes].concat());
        // Comment, disk, internal and external attributes, offset of the file.
        let tail = [&u16_bytes([0, 0, 0])[..], &u32_bytes([0, offset])].concat();
        directory.extend([b"PK\x01\x02", &u16_bytes([10])[..], &both, &tail, name.as_bytes()].concat());
    }
    let (many, at, size) = (files.len() as u32, archive.len() as u32, directory.len() as u32);
    let end =
        [b"PK\x05\x06", &u16_bytes([0, 0, many, many])[..], &u32_bytes([size, at]), &u16_bytes([0])].concat();
    [archive, directory, end].concat()
}

fn u16_bytes<const N: usize>(numbers: [u32; N]) -> Vec<u8> {
    numbers.into_iter().flat_map(|number| (number as u16).to_le_bytes()).collect()
}

fn u32_bytes<const N: usize>(numbers: [u32; N]) -> Vec<u8> {
    numbers.into_iter().flat_map(u32::to_le_bytes).collect()
}

/// CRC-32 of the format.
fn checksum(bytes: &[u8]) -> u32 {
    let mut table = [0u32; 256];
    for (byte, entry) in table.iter_mut().enumerate() {
        *entry = (0..8).fold(byte as u32, |crc, _| (crc >> 1) ^ (0xedb8_8320 * (crc & 1)));
    }
    !bytes.iter().fold(!0, |crc, byte| (crc >> 8) ^ table[((crc ^ u32::from(*byte)) & 255) as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_standard_crc32() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn the_directory_of_an_archive_has_the_offsets_of_its_files() {
        let archive = zip("folder", &[("a", b"one".to_vec()), ("b", b"two".to_vec())]);
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
        let at = u32::from_le_bytes(archive[end + 16..end + 20].try_into().unwrap()) as usize;
        assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
        assert!(archive.starts_with(b"PK\x03\x04") && archive[30..].starts_with(b"folder/aone"));
    }
}
