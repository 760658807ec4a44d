//! `ktour site`: the page as static files with the engine inside, for any host.
//!
//! A program that was built without these files explains how to build them.

use std::{fs, io, path::Path};

use ktour_web::site;

use crate::{
    console::Console,
    exit::{Exit, Failure},
};

pub(crate) fn run(folder: &Path, console: &Console) -> Result<Exit, Failure> {
    let files = site().ok_or_else(|| {
        Failure::Refused(
            "this program was built without the site: in the sources, `cargo xtask site -o DIR` makes it"
                .to_owned(),
        )
    })?;
    write(files, folder)?;
    console.note(format!("{} can be served by any host", folder.display()));
    Ok(Exit::Yes)
}

/// Writes every file by its path; a directory that is not empty is left unchanged.
fn write(files: &[(&str, &[u8])], folder: &Path) -> Result<(), Failure> {
    let name = folder.display();
    let failed = |error: io::Error| Failure::writing(format!("the directory {name}"), &error);
    fs::create_dir_all(folder).map_err(failed)?;
    if fs::read_dir(folder).map_err(failed)?.next().is_some() {
        return Err(Failure::Refused(format!("the directory {name} is not empty: name a new one")));
    }
    files.iter().try_for_each(|(path, bytes)| {
        let file = folder.join(path);
        file.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&file, bytes))
            .map_err(failed)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_written_by_paths_and_never_over_anything() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("a/site");
        let files: [(&str, &[u8]); 2] = [("index.html", b"<html>"), ("i18n/solve/en.json", b"{}")];
        write(&files, &folder).unwrap();
        for (path, bytes) in files {
            assert_eq!(fs::read(folder.join(path)).unwrap(), bytes, "{path}");
        }
        let Err(Failure::Refused(sentence)) = write(&files, &folder) else { panic!("it is not empty") };
        assert!(sentence.ends_with("is not empty: name a new one"), "{sentence}");
        let Err(Failure::Refused(sentence)) = write(&files, &folder.join("index.html")) else {
            panic!("it is a file")
        };
        assert!(sentence.contains("cannot be written"), "{sentence}");
    }
}
