//! Tables, written as text for a terminal, as Markdown or as HTML.

use crate::{Figure, Line};

/// Columns with a heading, and rows of figures. A column whose cells begin with digits is aligned to the
/// right.
///
/// ```
/// use ktour::lab::{Backtracking, Experiment, Table};
/// let unmeasured = Backtracking::default().findings(&[]).tables.remove(0);
/// let mut table = Table::new(unmeasured.caption, unmeasured.columns);
/// table.push(["6x6".into(), "backtrack".into()]); // the other columns stay empty
/// assert!(table.text().contains("6x6    backtrack"));
/// assert!(table.markdown().contains("| 6x6 | backtrack |"));
/// assert!(table.html().contains("<td>6x6</td><td>backtrack</td>"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The caption.
    pub caption: Line,
    /// The headings.
    pub columns: Vec<Line>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<Figure>>,
}

impl Table {
    /// An empty table.
    pub fn new(caption: Line, columns: impl Into<Vec<Line>>) -> Table {
        Table { caption, columns: columns.into(), rows: Vec::new() }
    }

    /// Adds a row; missing cells are empty.
    pub fn push(&mut self, row: impl IntoIterator<Item = Figure>) {
        let mut row: Vec<Figure> = row.into_iter().collect();
        row.resize(self.columns.len(), Figure::Nothing);
        self.rows.push(row);
    }

    /// The table in English.
    fn in_english(&self) -> TextTable {
        TextTable {
            caption: self.caption.to_string(),
            columns: self.columns.iter().map(Line::to_string).collect(),
            rows: self.rows.iter().map(|row| row.iter().map(Figure::to_string).collect()).collect(),
        }
    }

    /// Writes the table as text in aligned columns.
    pub fn text(&self) -> String {
        self.in_english().text()
    }

    /// Writes the table as Markdown.
    pub fn markdown(&self) -> String {
        self.in_english().markdown()
    }

    /// Writes the table as HTML.
    pub fn html(&self) -> String {
        self.in_english().html()
    }
}

/// A table whose cells are text.
struct TextTable {
    caption: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    fn is_numeric(&self, column: usize) -> bool {
        let is_number = |cell: &String| {
            let cell = cell.trim_start_matches(['-', '+', '×', '≥', '>', '<', ' ', '−']);
            cell.is_empty() || cell.starts_with(|first: char| first.is_ascii_digit())
        };
        column > 0 && self.rows.iter().all(|row| is_number(&row[column]))
    }

    fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let align = |(at, cell): (usize, &String)| {
                let gap = " ".repeat(widths[at] - cell.chars().count());
                if self.is_numeric(at) { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
            };
            cells.iter().enumerate().map(align).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut text = format!("{}\n{}\n", self.caption, line(&self.columns));
        for row in &self.rows {
            text += &line(row);
            text.push('\n');
        }
        text
    }

    fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule: Vec<&str> =
            (0..self.columns.len()).map(|at| if self.is_numeric(at) { "---:" } else { "---" }).collect();
        let mut text = format!("*{}*\n\n{}| {} |\n", self.caption, line(&self.columns), rule.join(" | "));
        for row in &self.rows {
            text += &line(row);
        }
        text
    }

    fn html(&self) -> String {
        let cells = |cells: &[String], tag: &str| -> String {
            let cell = |(at, cell): (usize, &String)| {
                let class = if self.is_numeric(at) { " class=\"number\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escape(cell))
            };
            cells.iter().enumerate().map(cell).collect()
        };
        let mut text = format!(
            "<div class=\"scroll\"><table>\n<caption>{}</caption>\n<thead><tr>{}</tr></thead>\n<tbody>\n",
            escape(&self.caption),
            cells(&self.columns, "th")
        );
        for row in &self.rows {
            text += &format!("<tr>{}</tr>\n", cells(row, "td"));
        }
        text + "</tbody></table></div>\n"
    }
}

/// Escapes text for HTML and SVG.
///
/// ```
/// assert_eq!(ktour::lab::table::escape("3 < 4"), "3 &lt; 4");
/// ```
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrases;

    #[test]
    fn a_table_is_written_as_text_markdown_and_html() {
        let mut table = Table::new(phrases::processor_time("<any>"), [phrases::board(), phrases::trials()]);
        table.push(["6x6".into(), Figure::Count(432)]);
        table.push(["10x10".into(), Figure::Count(9).over_if(true)]);
        let caption = "Processor time of <any> by board, verification included";
        assert_eq!(table.text(), format!("{caption}\nboard  trials\n6x6       432\n10x10     > 9\n"));
        assert!(table.markdown().ends_with("| --- | ---: |\n| 6x6 | 432 |\n| 10x10 | > 9 |\n"));
        assert!(table.html().contains("<caption>Processor time of &lt;any&gt; by board"));
        assert!(table.html().contains("<td class=\"number\">&gt; 9</td>"));
    }
}
