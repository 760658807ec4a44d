//! Experiments in files: rows one by one, Ctrl-C, resuming, and the page.

use std::{fs, path::Path, process::Output, time::Duration};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

use crate::ktour;

fn stderr_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn lines(file: &Path) -> usize {
    fs::read_to_string(file).map_or(0, |text| text.lines().count())
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_rows_and_resume_continues() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole.csv"), folder.path().join("parts.csv"));
    let plan = ["lab", "warnsdorff", "--sizes", "5..50", "--tries", "500", "--ties", "random"];
    let to = |file: &Path, more: &[&'static str]| {
        ktour(&[&plan[..], &["-o", file.to_str().unwrap()], more].concat())
    };

    let mut child = to(&parts, &[]).spawn().unwrap();
    while lines(&parts) < 5 {
        std::thread::sleep(Duration::from_millis(2));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = lines(&parts);
    assert!((5..48).contains(&kept), "{kept} lines");

    let refused = to(&parts, &[]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr_text(&refused).contains("exists already: continue it with --resume"), "{refused:?}");
    let resumed = to(&parts, &["--resume"]).output().unwrap();
    assert!(resumed.status.success() && resumed.stderr.is_empty(), "{resumed:?}");
    assert!(to(&whole, &["--threads", "1"]).output().unwrap().status.success());
    assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
}

#[test]
fn a_second_experiment_on_the_same_csv_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.csv");
    let plan = ["lab", "warnsdorff", "--sizes", "5..60", "--tries", "1500", "--ties", "random", "-o"];
    let run = |more: &[&str]| ktour(&[&plan[..], &[rows.to_str().unwrap()], more].concat());
    let mut first = run(&[]).spawn().unwrap();
    while lines(&rows) < 2 {
        std::thread::sleep(Duration::from_millis(2));
    }
    for more in [&["--resume"][..], &[]] {
        let second = run(more).output().unwrap();
        assert_eq!(second.status.code(), Some(2), "{second:?}");
        assert!(
            stderr_text(&second).starts_with("ktour: another ktour works here: wait until"),
            "{second:?}"
        );
    }
    first.kill().unwrap();
    first.wait().unwrap();
    // Nothing is lost: the rows are resumed.
    let kept = lines(&rows);
    let mut third = run(&["--resume"]).spawn().unwrap();
    while lines(&rows) <= kept {
        assert!(third.try_wait().unwrap().is_none_or(|status| status.success()), "{kept} lines are lost");
        std::thread::sleep(Duration::from_millis(2));
    }
    third.kill().unwrap();
    third.wait().unwrap();
}

#[test]
fn a_csv_of_another_plan_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.csv");
    let run = |seed: &str, more: &[&str]| {
        let plan = [
            "lab",
            "warnsdorff",
            "--sizes",
            "5",
            "--tries",
            "3",
            "--seed",
            seed,
            "-o",
            rows.to_str().unwrap(),
        ];
        ktour(&[&plan[..], more].concat()).output().unwrap()
    };
    assert!(run("1", &[]).status.success());
    let before = fs::read_to_string(&rows).unwrap();
    let refused = run("2", &["--resume"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        stderr_text(&refused).contains("holds the rows of `ktour lab warnsdorff --sizes 5 --tries 3"),
        "{refused:?}"
    );
    assert_eq!(fs::read_to_string(&rows).unwrap(), before);
    let again = run("1", &["--resume"]);
    assert!(again.status.success());
    assert_eq!(fs::read_to_string(&rows).unwrap(), before);
}

#[test]
fn the_report_is_a_page_with_all_its_files() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("report.html");
    let report = |more: &[&'static str]| {
        ktour(&[&["lab", "report", "--quick", "-o", page.to_str().unwrap()], more].concat()).output().unwrap()
    };
    let made = report(&[]);
    assert!(made.status.success(), "{made:?}");
    let html = fs::read_to_string(&page).unwrap();
    for command in
        ["backtracking", "warnsdorff", "growth --method divide", "growth --method parberry", "race"]
    {
        assert!(html.contains(&format!("<figcaption>Made by <code>ktour lab {command} ")), "{command}");
    }
    assert!(!html.contains("NaN") && !html.contains("<script"));
    let markdown = fs::read_to_string(page.with_extension("md")).unwrap();
    for name in ["backtracking", "warnsdorff", "collapse", "divide", "parberry", "greedy", "race"] {
        assert!(folder.path().join(format!("report-{name}.csv")).exists(), "{name}");
    }
    for part in markdown.split("](").skip(1) {
        let file = part.split(')').next().unwrap();
        assert!(folder.path().join(file).exists(), "{file} is named and missing");
    }
    assert_eq!(report(&[]).status.code(), Some(2), "rows are never overwritten");
    assert!(report(&["--resume"]).status.success());
}
