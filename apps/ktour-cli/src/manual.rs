//! Formats pages of the manual for a terminal.
//!
//! The source is Markdown. Headings are bold, examples are indented, the last column of a table is wrapped,
//! and links are reduced to their text.

/// Width of lines in columns.
const LINE_WIDTH: usize = 88;

/// Formats a page.
pub(crate) fn format_page(markdown: &str, is_bold: bool) -> String {
    // `[..]` is a wildcard of the tests for text that varies.
    let markdown = markdown.replace("[..]", "…");
    let mut text = String::new();
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            for example in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                // `? 1` is the exit code in a transcript.
                if !example.starts_with("? ") && !example.is_empty() {
                    text.push_str(&format!("    {example}\n"));
                }
            }
        } else if let Some(heading) = line.strip_prefix('#') {
            let heading = inline_text(heading.trim_start_matches('#').trim());
            text.push_str(&if is_bold {
                format!("\x1b[1m{heading}\x1b[0m\n")
            } else {
                format!("{heading}\n")
            });
        } else if line.starts_with('|') {
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            table(&mut text, &rows);
        } else if line.is_empty() {
            if !text.ends_with("\n\n") {
                text.push('\n');
            }
        } else if !line.starts_with("![") {
            let mut paragraph = inline_text(line);
            let goes_on = |line: &&str| {
                !line.is_empty() && !line.starts_with(['|', '#', '`', '-', '!']) && !is_item(line)
            };
            while let Some(line) = lines.next_if(goes_on) {
                paragraph.push(' ');
                paragraph.push_str(inline_text(line.trim()).as_str());
            }
            fold(&mut text, &paragraph, 0, if is_item(line) { 2 } else { 0 });
        }
    }
    text
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok())
}

/// Splits a row into cells.
fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split('|').map(|cell| inline_text(cell.trim())).collect()
}

/// Formats a table, with the last column wrapped; the line of dashes is skipped.
fn table(text: &mut String, rows: &[Vec<String>]) {
    let is_rule =
        |row: &[String]| row.iter().all(|cell| cell.trim_matches([':', '-']).is_empty() && !cell.is_empty());
    let rows: Vec<&Vec<String>> =
        rows.iter().filter(|row| !is_rule(row) && row.iter().any(|cell| !cell.is_empty())).collect();
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    for row in &rows {
        let Some((last, first)) = row.split_last() else { continue };
        let start = text.len();
        for (column, cell) in first.iter().enumerate() {
            text.push_str(&format!("{cell:<0$}  ", width(column).unwrap_or(0)));
        }
        let indent = text[start..].chars().count();
        fold(text, last, indent, indent.min(LINE_WIDTH / 2));
    }
}

/// Adds a wrapped paragraph; the first line begins at `column`, the others are indented.
fn fold(text: &mut String, paragraph: &str, column: usize, indent: usize) {
    let mut column = column;
    for (number, word) in paragraph.split_whitespace().enumerate() {
        let length = word.chars().count();
        if number > 0 && column + 1 + length > LINE_WIDTH {
            text.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

/// Returns inline text without links and emphasis.
fn inline_text(markdown: &str) -> String {
    let mut words = String::new();
    let mut rest = markdown;
    while let Some((before, link)) = rest.split_once('[') {
        words.push_str(before);
        rest = match link.split_once("](").and_then(|(label, after)| Some((label, after.split_once(')')?.1)))
        {
            Some((label, after)) if !label.contains(['[', ']']) => {
                words.push_str(label);
                after
            }
            _ => {
                words.push('[');
                link
            }
        };
    }
    words.push_str(rest);
    words.replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reads_without_its_marks() {
        let page = "# A *title*\n\n![a picture](x.svg)\n\nSee [the **board**](b.md), `[1]` and\nmore.\n\n| a | b |\n| --- | ---: |\n| `x` | y |\n\n```console\n$ ktour\n? 1\nno [..]\n```\n";
        assert_eq!(
            format_page(page, false),
            "A *title*\n\nSee the board, `[1]` and more.\n\na    b\n`x`  y\n\n    $ ktour\n    no …\n"
        );
    }

    #[test]
    fn long_lines_are_folded_under_their_column() {
        let page = format!("| word | {} |\n", "meaning ".repeat(20).trim());
        let text = format_page(&page, false);
        assert!(text.lines().all(|line| line.chars().count() <= LINE_WIDTH));
        assert!(text.lines().skip(1).all(|line| line.starts_with("      meaning")), "{text}");
    }
}
