//! The header of an array file.

/// Header of an array: a Python dictionary with three keys in any order, padded with blanks.
#[derive(Debug, PartialEq)]
pub(super) struct Header {
    pub(super) described: String,
    pub(super) is_by_column: bool,
    pub(super) sides: Vec<u64>,
}

impl Header {
    pub(super) fn read(text: &str) -> Option<Header> {
        let mut rest = HeaderText(text.strip_suffix('\n')?);
        let (mut described, mut is_by_column, mut sides) = (None, None, None);
        rest.expect("{")?;
        while rest.expect("}").is_none() {
            let key = rest.text()?;
            rest.expect(":")?;
            // NumPy writes no key twice.
            match key {
                "descr" if described.is_none() => described = Some(rest.text()?.to_owned()),
                "fortran_order" if is_by_column.is_none() => {
                    is_by_column = Some(rest.expect("True").is_some());
                    if is_by_column == Some(false) {
                        rest.expect("False")?;
                    }
                }
                "shape" if sides.is_none() => sides = Some(rest.sides()?),
                _ => return None,
            }
            if rest.expect(",").is_none() {
                rest.expect("}")?;
                break;
            }
        }
        let is_whole = rest.0.bytes().all(|byte| byte == b' ');
        let header = Header { described: described?, is_by_column: is_by_column?, sides: sides? };
        is_whole.then_some(header)
    }
}

/// Unread rest of a header; blanks between tokens are skipped.
struct HeaderText<'a>(&'a str);

impl<'a> HeaderText<'a> {
    fn expect(&mut self, word: &str) -> Option<()> {
        self.0 = self.0.trim_start_matches(' ').strip_prefix(word)?;
        Some(())
    }

    /// Parses a string in single or double quotes.
    fn text(&mut self) -> Option<&'a str> {
        let quote = if self.expect("'").is_some() { '\'' } else { self.expect("\"").map(|()| '"')? };
        let (text, rest) = self.0.split_once(quote)?;
        self.0 = rest;
        Some(text)
    }

    /// Parses the shape: `(3, 4)`, `(3,)` or `()`.
    fn sides(&mut self) -> Option<Vec<u64>> {
        let mut sides = Vec::new();
        self.expect("(")?;
        while self.expect(")").is_none() {
            self.0 = self.0.trim_start_matches(' ');
            let digits = self.0.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = self.0.split_at(digits);
            sides.push(number.parse().ok()?);
            self.0 = rest;
            if self.expect(",").is_none() {
                self.expect(")")?;
                // A single number in brackets is a number, not a shape.
                return (sides.len() > 1).then_some(sides);
            }
        }
        Some(sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Header> {
        Header::read(&format!("{text}\n"))
    }

    #[test]
    fn keys_come_in_any_order_and_blanks_anywhere_between_words() {
        let header = read("{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }          ").unwrap();
        assert_eq!(
            (header.described.as_str(), header.is_by_column, &header.sides[..]),
            ("<u4", false, &[3, 4][..])
        );
        for same in [
            "{'shape': (3, 4), 'descr': '<u4', 'fortran_order': False}",
            "{ 'shape' : ( 3 ,4, ) ,\"descr\":\"<u4\",'fortran_order':False , }",
        ] {
            assert_eq!(read(same).as_ref(), Some(&header), "{same}");
        }
        assert!(read("{'descr': '<u4', 'fortran_order': True, 'shape': (12,), }").unwrap().is_by_column);
        assert!(read("{'descr': '<u4', 'fortran_order': True, 'shape': (), }").unwrap().sides.is_empty());
    }

    #[test]
    fn what_numpy_does_not_write_is_refused() {
        for wrong in [
            "{'descr'>: '<u4', 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4'x, 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': Falsehood, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4) 5, }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (12), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (+3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, }",
            "{'descr': '<u4', 'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), 'more': 1, }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), } 'x': 1}",
            "{'descr': '<u4' 'fortran_order': False, 'shape': (3, 4), }",
            "{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), ",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert_eq!(Header::read("{'descr': '<u4', 'fortran_order': False, 'shape': (3, 4), }"), None);
    }
}
