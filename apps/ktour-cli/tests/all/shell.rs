//! Shell integration: manual pages, and completions in the installed shells.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use crate::{docs::ktour, skipping::skipped};

fn output_text(arguments: &[&str]) -> String {
    String::from_utf8(ktour(arguments).stdout).unwrap()
}

/// Returns the commands under a command at all levels, as its help lists them.
fn commands(under: &[&str]) -> Vec<Vec<String>> {
    let help = output_text(&[under, &["--help"]].concat());
    let list = help.split("Commands:\n").nth(1).unwrap_or_default();
    let names = list.lines().take_while(|line| line.starts_with("  "));
    let names =
        names.filter(|line| !line.starts_with("   ")).map(|line| line.split_whitespace().next().unwrap());
    let below = names.flat_map(|name| commands(&[under, &[name]].concat()));
    std::iter::once(under.iter().map(|word| word.to_string()).collect()).chain(below).collect()
}

#[test]
fn every_command_has_a_manual_page_with_its_flags_examples_and_exit_codes() {
    let folder = tempfile::tempdir().unwrap();
    assert!(ktour(&["man", "--dir", folder.path().to_str().unwrap()]).status.success());
    let commands = commands(&[]);
    assert!(commands.len() > 20 && commands.contains(&vec!["lab".into(), "race".into()]), "{commands:?}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), commands.len(), "one page a command");
    for command in &commands {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let name = [&["ktour"], &words[..]].concat().join("-");
        let page = fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        let title = format!("\n.TH {name} 1 \"\" \"ktour {}\" ", env!("CARGO_PKG_VERSION"));
        assert!(page.contains(&title), "{name}: {page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name} has no {section}");
        }
        let (_, examples) = page.split_once(".SH EXAMPLES\n.nf\n").unwrap();
        assert!(examples.starts_with("ktour "), "{name} has no example");
        for flag in output_text(&[&words[..], &["--help"]].concat()).lines().filter_map(|line| {
            let flag = line.trim_start().trim_start_matches("-o, ").strip_prefix("--")?;
            flag.split_whitespace().next()
        }) {
            let flag = format!("\\-\\-{}", flag.replace('-', "\\-"));
            assert!(page.contains(&flag), "{name} does not tell of {flag}");
        }
        // The page of one command has the same text.
        if !words.is_empty() {
            assert_eq!(output_text(&[&["man"], &words[..]].concat()), page);
        }
    }
}

#[cfg(unix)]
#[test]
fn on_a_terminal_man_shows_the_page_or_it_is_plain_text() {
    use crate::play::Screen;

    // Without a path there is no `man`.
    let Some(screen) = Screen::run("PATH=/nowhere", "man at") else { return };
    let shown = screen.shows("ended 0 same");
    assert!(
        shown.contains("  ktour at 1000000000 --step 1000000") && shown.contains("  130  interrupted"),
        "{shown}"
    );
    if !Command::new("man").arg("--version").output().is_ok_and(|man| man.status.success()) {
        return skipped("man is not there");
    }
    let Some(screen) = Screen::run("MANPAGER=cat", "man at") else { return };
    let shown = screen.shows("ended 0 same");
    assert!(shown.contains("EXIT STATUS") && shown.contains("ktour 0.1.0"), "{shown}");
}

#[test]
fn every_script_has_the_methods_and_no_hidden_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output_text(&["completions", shell]);
        assert!(script.contains("warnsdorff-backtrack"), "{shell}");
        assert!(!script.contains("Print the squares of the board"), "{shell}");
    }
}

/// Incomplete command lines, each with one of the completions that a shell offers.
const OFFERED: [(&str, &str); 13] = [
    ("so", "solve"),
    ("solve 3", "31x29 3x4"),
    ("solve 8 --method w", "warnsdorff warnsdorff-backtrack"),
    ("solve 8 --start c", "c1 c2 c3 c4 c5 c6 c7 c8"),
    ("solve 3x4 --closed --start c", "c1 c2 c3 c4"),
    ("solve 8 --leaper z", "zebra"),
    ("solve 8 --order ", "d0 d2 sorted"),
    ("solve 8 --format p", "png pdf"),
    ("lab ra", "race"),
    ("lab race --methods e", "exact"),
    ("help b", "boards beauty building"),
    ("man pl", "play"),
    ("explain par", "parberry parity"),
];

/// Command lines without completions: squares that the board does not have, or no board.
const REFUSED: [&str; 3] = ["solve 5 --start h", "solve 100 --start a", "solve --start a"];

/// Asserts that a shell offers all expected completions in any order, and none for the other lines.
fn agrees(shell: &str, offered: impl Fn(&str) -> Vec<String>) {
    for (typed, wanted) in OFFERED {
        let offered = offered(typed);
        for word in wanted.split(' ') {
            assert!(offered.iter().any(|offer| offer == word), "{shell}, {typed}: no {word} in {offered:?}");
        }
    }
    for typed in REFUSED {
        assert_eq!(offered(typed), Vec::<String>::new(), "{shell}, {typed}");
    }
}

/// Returns a shell that finds the program by its name.
fn shell(name: &str, arguments: &[&str]) -> Option<Command> {
    if Command::new(name).arg("--version").stdout(Stdio::null()).status().is_err() {
        skipped(&format!("{name} is not there"));
        return None;
    }
    let mut shell = Command::new(name);
    shell.args(arguments).env("PATH", path());
    Some(shell)
}

fn path() -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_ktour")).parent().unwrap().to_path_buf();
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(folder).chain(std::env::split_paths(&usual));
    std::env::join_paths(folders).unwrap().into_string().unwrap()
}

/// Returns the output of a shell, as the words that `offer` selects.
fn output_words(mut shell: Command, offer: impl Fn(&str) -> Option<&str>) -> Vec<String> {
    let answer = String::from_utf8(shell.output().unwrap().stdout).unwrap();
    answer.lines().filter_map(offer).map(str::to_owned).collect()
}

#[test]
fn bash_completes_what_is_typed() {
    if shell("bash", &[]).is_none() {
        return;
    }
    let script = output_text(&["completions", "bash"]);
    agrees("bash", |typed| {
        let ask = format!(
            "{script}\nCOMP_WORDS=(ktour {typed}); [[ '{typed}' = *' ' ]] && COMP_WORDS+=('')\n\
             COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _ktour ktour \"${{COMP_WORDS[-1]}}\" \"${{COMP_WORDS[-2]}}\"\n\
             printf '%s\\n' \"${{COMPREPLY[@]}}\""
        );
        let shell = shell("bash", &["--norc", "-c", &ask]).unwrap();
        output_words(shell, |line| Some(line).filter(|line| !line.is_empty()))
    });
}

#[test]
fn fish_completes_what_is_typed() {
    if shell("fish", &[]).is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("ktour.fish");
    fs::write(&script, output_text(&["completions", "fish"])).unwrap();
    agrees("fish", |typed| {
        let ask = format!("source {}; complete -C 'ktour {typed}'", script.display());
        let shell = shell("fish", &["--no-config", "-c", &ask]).unwrap();
        output_words(shell, |line| line.split('\t').next())
    });
}

/// The completion of zsh works only on a terminal.
#[cfg(unix)]
#[test]
fn zsh_completes_what_is_typed() {
    use crate::play::Screen;

    if shell("zsh", &[]).is_none() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("_ktour"), output_text(&["completions", "zsh"])).unwrap();
    let start = "autoload -U compinit; compinit -u -D\nsource $ZDOTDIR/_ktour\nPS1='ready '\nsetopt nobeep\n";
    fs::write(folder.path().join(".zshrc"), start).unwrap();
    let line = format!("PATH={} ZDOTDIR={} zsh -i", path(), folder.path().display());
    let Some(screen) = Screen::of(&line) else { return };
    screen.shows("ready");
    let typed = [OFFERED[1], OFFERED[2], OFFERED[4]];
    for (typed, wanted) in typed {
        screen.keys(&["C-u", "C-l"]);
        screen.keys(&["-l", &format!("ktour {typed}")]);
        // The first tab inserts the common prefix, the second one lists the completions.
        screen.keys(&["Tab", "Tab"]);
        wanted.split(' ').for_each(|word| drop(screen.shows(word)));
    }
    screen.keys(&["C-u", "C-l"]);
    screen.keys(&["-l", "ktour solve 5 --start "]);
    screen.keys(&["Tab", "Tab"]);
    let offered = screen.shows("e5");
    assert!(!offered.contains("h8") && !offered.contains("a6"), "{offered}");
}
