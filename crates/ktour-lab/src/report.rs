//! The report: every experiment as a section of one page without external files.
//!
//! The experiments and their texts are the [`chapters`](crate::chapters); the caller supplies the commands
//! that make a section again.

use crate::{Findings, plot::style, table::escape};

/// One experiment of the report, with its findings.
#[derive(Clone, Debug)]
pub struct Section {
    /// A short name for links and files.
    pub name: String,
    /// The heading.
    pub title: String,
    /// The question, and how it is measured.
    pub intro: String,
    /// The command that makes it again.
    pub command: String,
    /// The findings.
    pub findings: Findings,
}

/// The report with all its experiments.
#[derive(Clone, Debug)]
pub struct LabReport {
    /// The command that makes it again.
    pub command: String,
    /// The machine: threads and system.
    pub machine: String,
    /// The sections in order.
    pub sections: Vec<Section>,
}

const TITLE: &str = "Knight's Tour: the laboratory";

const LEAD: &str = "The experiments of a university report on the knight's tour, made again with more care: counters that come out exactly, success rates with 95 % intervals, growth laws compared instead of assumed. Counts and rates are the same on every machine with the same seed; times are of the machine that made this page.";

const PAGE_STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1c2024;--soft:#667;--line:#dfe1e5;--back:#fff;--tint:#f4f5f7}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e6e8ea;--soft:#a2a8b0;--line:#3a3f46;--back:#16191d;--tint:#20242a}}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:60rem;background:var(--back);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}
h1{font-size:1.7rem;line-height:1.25}h2{margin-top:3rem;font-size:1.3rem;border-top:1px solid var(--line);padding-top:1.2rem}
code{font:.86em ui-monospace,'DejaVu Sans Mono',monospace;background:var(--tint);padding:.1em .35em;border-radius:.25em;overflow-wrap:anywhere}
.found{font-weight:600}.soft,figcaption,.command{color:var(--soft);font-size:.88rem}
figure{margin:1.4rem 0}svg.plot{display:block;width:100%;height:auto}
.scroll{overflow-x:auto;margin:1.2rem 0}table{border-collapse:collapse;font-size:.84rem;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);padding-bottom:.4rem}th,td{padding:.22rem .6rem;text-align:left;border-bottom:1px solid var(--line);white-space:nowrap}
th{vertical-align:bottom;white-space:normal}.number{text-align:right}
details{margin:1rem 0}summary{cursor:pointer;color:var(--soft)}
nav a{margin-right:1rem}a{color:inherit}
@media print{body{max-width:none;font-size:11pt}section{break-before:auto}figure,tr{break-inside:avoid}details{display:block}.scroll{overflow:visible}table{font-size:7.5pt}}
";

/// Maximum number of rows of a table that the page shows unfolded.
const MAX_UNFOLDED_ROWS: usize = 20;

impl LabReport {
    /// Writes the report as one page of HTML with the plots inside.
    pub fn html(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{TITLE}</title>\n<style>\n{PAGE_STYLE}{}</style>\n<h1>{TITLE}</h1>\n<p>{LEAD}</p>\n<p class=\"soft\">Made by <code>{}</code> on {}.</p>\n<nav>",
            style(),
            escape(&self.command),
            escape(&self.machine)
        );
        for section in &self.sections {
            page += &format!("<a href=\"#{}\">{}</a>", section.name, escape(&section.title));
        }
        page += "</nav>\n";
        for section in &self.sections {
            page += &section.html();
        }
        page + "</html>\n"
    }

    /// Writes the report as Markdown that refers to the plots as files; `file_of` gives their names.
    pub fn markdown(&self, file_of: impl Fn(&str) -> String) -> String {
        let mut page = format!("# {TITLE}\n\n{LEAD}\n\nMade by `{}` on {}.\n", self.command, self.machine);
        for section in &self.sections {
            page += &format!("\n## {}\n\n{}\n", section.title, section.intro);
            for sentence in &section.findings.sentences {
                page += &format!("\n**{sentence}**\n");
            }
            for plot in &section.findings.plots {
                page += &format!("\n![{}]({})\n", plot.title, file_of(&plot.name));
                page += &format!("\nMade by `{}`\n", section.command);
            }
            for table in &section.findings.tables {
                page += &format!("\n{}", table.markdown());
            }
        }
        page
    }
}

impl Section {
    fn html(&self) -> String {
        let mut page = format!(
            "<section id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n",
            self.name,
            escape(&self.title),
            escape(&self.intro)
        );
        for sentence in &self.findings.sentences {
            page += &format!("<p class=\"found\">{}</p>\n", escape(&sentence.to_string()));
        }
        for plot in &self.findings.plots {
            let made_by = escape(&self.command);
            page += &format!(
                "<figure>\n{}<figcaption>Made by <code>{made_by}</code></figcaption>\n</figure>\n",
                plot.inline_svg()
            );
        }
        for table in &self.findings.tables {
            if table.rows.len() > MAX_UNFOLDED_ROWS {
                let rows = table.rows.len();
                page += &format!(
                    "<details>\n<summary>{} ({rows} rows)</summary>\n{}</details>\n",
                    escape(&table.caption.to_string()),
                    table.html()
                );
            } else {
                page += &table.html();
            }
        }
        page + &format!(
            "<p class=\"command\">Tables made by <code>{}</code></p>\n</section>\n",
            escape(&self.command)
        )
    }
}
