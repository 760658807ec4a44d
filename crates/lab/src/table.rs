//! A table, and the three ways to write it: for a terminal, as Markdown, as HTML.

/// Columns with a heading, rows of text. A column whose cells begin with digits is set to the right.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The headings.
    pub columns: Vec<String>,
    /// The rows, each as long as the headings.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table.
    pub fn new(caption: impl Into<String>, columns: &[&str]) -> Table {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Table { caption: caption.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = row.into_iter().collect();
        row.resize(self.columns.len(), String::new());
        self.rows.push(row);
    }

    fn is_numeric(&self, column: usize) -> bool {
        let is_number = |cell: &String| {
            let cell = cell.trim_start_matches(['-', '+', '×', '≥', '>', '<', ' ', '−']);
            cell.is_empty() || cell.starts_with(|first: char| first.is_ascii_digit())
        };
        column > 0 && self.rows.iter().all(|row| is_number(&row[column]))
    }

    /// As lines of equal columns.
    pub fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.chain([self.columns[column].chars().count()]).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let line = |cells: &[String]| {
            let set = |(at, cell): (usize, &String)| {
                let gap = " ".repeat(widths[at] - cell.chars().count());
                if self.is_numeric(at) { format!("{gap}{cell}") } else { format!("{cell}{gap}") }
            };
            cells.iter().enumerate().map(set).collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        let mut text = format!("{}\n{}\n", self.caption, line(&self.columns));
        for row in &self.rows {
            text += &line(row);
            text.push('\n');
        }
        text
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rule: Vec<&str> =
            (0..self.columns.len()).map(|at| if self.is_numeric(at) { "---:" } else { "---" }).collect();
        let mut text = format!("*{}*\n\n{}| {} |\n", self.caption, line(&self.columns), rule.join(" | "));
        for row in &self.rows {
            text += &line(row);
        }
        text
    }

    /// As HTML.
    pub fn html(&self) -> String {
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

/// Text for HTML and SVG.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_table_three_ways() {
        let mut table = Table::new("Trials <by> board", &["board", "trials"]);
        table.push(["6x6".to_owned(), "43 232".to_owned()]);
        table.push(["10x10".to_owned(), "> 9".to_owned()]);
        assert_eq!(table.text(), "Trials <by> board\nboard  trials\n6x6    43 232\n10x10     > 9\n");
        assert!(table.markdown().ends_with("| --- | ---: |\n| 6x6 | 43 232 |\n| 10x10 | > 9 |\n"));
        assert!(table.html().contains("<caption>Trials &lt;by&gt; board</caption>"));
        assert!(table.html().contains("<td class=\"number\">&gt; 9</td>"));
    }
}
