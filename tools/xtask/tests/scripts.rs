//! The scripts of `tools/` and `contrib/`: their syntax, and the parts that a package depends on.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs lines of shell in the root of the repository, with the functions of the scripts.
fn shell(lines: &str) -> Output {
    let lines = format!(". tools/lib.sh\n{lines}");
    Command::new("sh")
        .args(["-c", &lines])
        .env("SOURCE_DATE_EPOCH", "1700000000")
        .current_dir(ROOT)
        .output()
        .unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ktour-scripts-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_syntax_of_every_script_is_right() {
    let scripts =
        ["tools", "contrib/debian"].map(|folder| fs::read_dir(Path::new(ROOT).join(folder)).unwrap());
    let scripts = scripts.into_iter().flatten().map(|entry| entry.unwrap().path());
    let is_script = |path: &PathBuf| fs::read_to_string(path).is_ok_and(|text| text.starts_with("#!/bin/sh"));
    let scripts: Vec<PathBuf> = scripts.filter(is_script).collect();
    assert!(scripts.len() > 6, "{scripts:?}");
    for script in scripts {
        assert!(Command::new("sh").arg("-n").arg(&script).status().unwrap().success(), "{script:?}");
        assert!(fs::metadata(&script).unwrap().permissions().mode() & 0o111 != 0, "{script:?} is executable");
    }
}

#[test]
fn the_same_files_give_the_same_archive() {
    let packed = [("umask 022", "a b", "tarball $folder $folder/x"), ("umask 077", "b a", "tarball $folder $folder/x")]
        .map(|(umask, files, pack)| {
            let folder = folder(&umask.replace(' ', "-"));
            let output = shell(&format!(
                "folder={}; {umask}; mkdir $folder/usr; for file in {files}; do echo $file > $folder/usr/$file; done
                {pack}; python3 tools/zip.py $folder/usr $folder/zip $SOURCE_DATE_EPOCH",
                folder.display()
            ));
            assert!(output.status.success(), "{output:?}");
            let bytes = ["x", "zip"].map(|file| fs::read(folder.join(file)).unwrap());
            fs::remove_dir_all(folder).unwrap();
            bytes
        });
    assert_eq!(packed[0], packed[1]);
}

#[test]
fn a_file_that_names_a_folder_of_this_machine_is_found() {
    let folder = folder("traces");
    let check = format!("check_traces {}", folder.display());
    fs::create_dir(folder.join("bin")).unwrap();
    fs::write(folder.join("bin/ktour"), b"\x7fELF\0ktour/crates/ktour-core/src/lib.rs\0").unwrap();
    assert!(shell(&check).status.success());
    let root = fs::canonicalize(ROOT).unwrap();
    fs::write(
        folder.join("bin/ktour"),
        format!("\x7fELF\0{}/crates/ktour-core/src/lib.rs\0", root.display()),
    )
    .unwrap();
    assert!(!shell(&check).status.success());
    let flags = shell("flags -Cx=y").stdout;
    let flags = String::from_utf8(flags).unwrap();
    let flags: Vec<&str> = flags.split('\u{1f}').collect();
    assert_eq!(flags[0], "-Cx=y");
    assert_eq!(flags.last(), Some(&&*format!("--remap-path-prefix={}=ktour", root.display())));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_unit_comes_and_goes_with_the_package() {
    let folder = folder("debian");
    for (program, does) in
        [("deb-systemd-helper", "echo \"$@\" >> calls"), ("deb-systemd-invoke", ":"), ("systemctl", ":")]
    {
        fs::write(folder.join(program), format!("#!/bin/sh\n{does}\n")).unwrap();
        fs::set_permissions(folder.join(program), fs::Permissions::from_mode(0o755)).unwrap();
    }
    let root = fs::canonicalize(ROOT).unwrap();
    let calls = |script: &str, word: &str| {
        let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(root.join("contrib/debian").join(script));
        assert!(command.arg(word).env("PATH", path).current_dir(&folder).status().unwrap().success());
        let calls = fs::read_to_string(folder.join("calls")).unwrap_or_default();
        let _ = fs::remove_file(folder.join("calls"));
        calls
    };
    let installed = calls("postinst", "configure");
    assert!(
        installed.starts_with("unmask ktour.service\n--quiet was-enabled ktour.service\n"),
        "{installed}"
    );
    assert_eq!(calls("prerm", "remove"), "");
    assert_eq!(calls("postrm", "remove"), "mask ktour.service\n");
    assert_eq!(calls("postrm", "purge"), "purge ktour.service\nunmask ktour.service\n");
    assert_eq!(calls("prerm", "upgrade"), "");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_container_is_built_with_the_oldest_compiler_and_runs_what_it_builds() {
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
    let (file, manifest) = (read("contrib/Containerfile"), read("Cargo.toml"));
    let oldest =
        manifest.lines().find_map(|line| line.strip_prefix("rust-version = \"")?.strip_suffix('"')).unwrap();
    assert!(file.contains(&format!("/rust:{oldest}-")), "{oldest}");
    assert!(file.contains("cargo build --locked --release --package ktour-cli"));
    assert!(file.contains("COPY --from=build /src/target/release/ktour "));
    // A command in a shell would swallow signals.
    assert!(file.contains("\nENTRYPOINT [") && file.contains("\nCMD ["));
}
