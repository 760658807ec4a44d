//! `ktour lab report`: every experiment on one page, and as Markdown, csv and svg.

use std::path::{Path, PathBuf};

use ktour_answer::lab::machine;
use ktour_lab::{AnyExperiment, Chapter, Completion, Experiment, LabReport, Section, chapters::chapters};

use super::{command::command, record};
use crate::{
    args::ReportArgs,
    console::Console,
    exit::{Exit, Failure},
    output,
};

pub(super) fn run(args: &ReportArgs, console: &Console) -> Result<Exit, Failure> {
    let page = &args.output;
    output::check(page)?;
    if page.extension().is_none_or(|ending| ending != "html") {
        return Err(Failure::Refused(format!(
            "{} does not end in .html: a report is a page of HTML",
            page.display()
        )));
    }
    let maker = ReportWriter { args, console };
    let mut sections = Vec::new();
    for chapter in chapters(args.quick, args.seed) {
        let section = match &chapter.plan {
            AnyExperiment::Backtracking(plan) => maker.section(&chapter, plan)?,
            AnyExperiment::Warnsdorff(plan) => maker.section(&chapter, plan)?,
            AnyExperiment::Growth(plan) => maker.section(&chapter, plan)?,
            AnyExperiment::Race(plan) => maker.section(&chapter, plan)?,
        };
        let Some(section) = section else { return Ok(Exit::Interrupted) };
        sections.push(section);
    }
    let name = page.file_name().map_or("report.html".into(), |name| name.to_string_lossy().into_owned());
    let quick = if args.quick { " --quick" } else { "" };
    let made_by = format!("ktour lab report{quick} --seed {} -o {name}", args.seed);
    let report = LabReport { command: made_by, machine: machine(), sections };
    write(&report, page)?;
    if !console.look.is_quiet {
        let md = page.with_extension("md");
        say!(
            "ktour: wrote {} and {}, and next to them a csv for every experiment and an svg for every plot",
            page.display(),
            md.display()
        );
    }
    Ok(Exit::Yes)
}

/// Writes the page, and Markdown and plots in the same directory.
fn write(report: &LabReport, page: &Path) -> Result<(), Failure> {
    for plot in report.sections.iter().flat_map(|section| &section.findings.plots) {
        output::to_file(&sibling_path(page, &plot.name, "svg"), |out| out.write_all(plot.svg().as_bytes()))?;
    }
    let svg_name = |plot: &str| {
        sibling_path(page, plot, "svg")
            .file_name()
            .map_or(String::new(), |name| name.to_string_lossy().into_owned())
    };
    output::to_file(&page.with_extension("md"), |out| out.write_all(report.markdown(svg_name).as_bytes()))?;
    output::to_file(page, |out| out.write_all(report.html().as_bytes()))
}

/// Returns the path of an accompanying file: `report.html` and `race` become `report-race.csv`.
fn sibling_path(page: &Path, name: &str, ending: &str) -> PathBuf {
    let stem = page.file_stem().map_or("report".into(), |stem| stem.to_string_lossy().into_owned());
    page.with_file_name(format!("{stem}-{name}.{ending}"))
}

struct ReportWriter<'a> {
    args: &'a ReportArgs,
    console: &'a Console,
}

impl ReportWriter<'_> {
    /// Measures one experiment into a csv of its own; `None` if it was stopped.
    fn section<E: Experiment>(&self, chapter: &Chapter, plan: &E) -> Result<Option<Section>, Failure> {
        let csv = sibling_path(&self.args.output, chapter.name, "csv");
        let (rows, ended) = record::measure(plan, Some(&csv), self.args.resume, self.console)?;
        let is_complete = ended == Completion::Complete;
        Ok(is_complete.then(|| chapter.section(command(&plan.identity()), plan.findings(&rows))))
    }
}
