//! PDF: the picture on a page of A4, in vectors, for printers.
//!
//! A worksheet has two pages: the board with only the knight on its start, and the solution. A page is
//! compressed while it is drawn, so it takes no more memory than the file.

use std::io::{self, Write};

use flate2::{Compression, write::ZlibEncoder};
use ktour_core::{AnyTour, Board, Control, TourKind};
use pdf_writer::{
    Content, Filter, Finish, Pdf as Document, Rect, Ref, TextStr,
    types::{LineCapStyle, LineJoinStyle},
};

use super::svg::title;
use crate::{
    DrawError, Picture, Render,
    picture::{
        canvas::{Canvas, Ink, Pen, Strokes},
        colour::Rgb,
        glyphs,
        interruptible::InterruptibleCanvas,
        layout::Layout,
        path::LeapPath,
    },
};

/// Width and height of A4 in points.
pub(crate) const PAGE: (f32, f32) = (595.0, 842.0);
/// Margin on every side in points.
pub(crate) const MARGIN: f32 = 42.0;
/// Space for a line of text above the board, and the height of its letters, in points.
const HEADING: (f32, f32) = (34.0, 14.0);

/// The picture as a pdf.
#[derive(Clone, Debug, Default)]
pub struct Pdf {
    /// Options of the drawing.
    pub picture: Picture,
    /// Whether to write an empty board, with its solution on a second page.
    pub is_worksheet: bool,
}

impl Render for Pdf {
    fn write(&self, tour: &dyn AnyTour, out: &mut dyn io::Write, control: &Control) -> io::Result<()> {
        let layout = Layout::new(&self.picture, tour.board(), 0.0);
        let [_, _, width, height] = layout.frame.map(|units| units as f32);
        let page = self.picture.size.map_or(if width > height { (PAGE.1, PAGE.0) } else { PAGE }, |size| {
            let across = points(size);
            (across, across * height / width)
        });
        let mut pages = Vec::new();
        if self.is_worksheet {
            let exercise = match tour.kind() {
                TourKind::Open => "visit every square once",
                TourKind::Closed => "visit every square once and come back",
            };
            let words = format!("{}'s tour: {exercise}", tour.leaper());
            pages.push(self.page(page, &layout, Some(&words), |sheet| {
                let sheet = &mut InterruptibleCanvas::new(sheet, control, 0);
                self.picture.draw_background(tour.board(), &layout, sheet)?;
                self.picture.knight(LeapPath::from_tour(tour)?.centre(0), &layout, sheet)
            })?);
        }
        let words = self.is_worksheet.then_some("solution");
        let draw = |sheet: &mut PdfCanvas| self.picture.draw(tour, &layout, sheet, control);
        pages.push(self.page(page, &layout, words, draw)?);
        control.check_share(0.9)?;
        out.write_all(&document(page, &pages, &title(tour)))
    }

    fn check_board(&self, board: &Board) -> Result<(), DrawError> {
        self.picture.check_board(board)
    }

    fn memory_needed(&self, board: &Board) -> u128 {
        // The compressed page, the document that contains it, and the squares of the tour.
        (1 << 20) + 250 * board.area() * (1 + u128::from(self.is_worksheet))
    }
}

impl Pdf {
    /// Draws one page: the board in the middle, a heading above it.
    fn page(
        &self,
        (wide, high): (f32, f32),
        layout: &Layout,
        words: Option<&str>,
        draw: impl FnOnce(&mut PdfCanvas) -> io::Result<()>,
    ) -> io::Result<Vec<u8>> {
        let [left, top, width, height] = layout.frame.map(|units| units as f32);
        let heading = if words.is_some() { HEADING.0 } else { 0.0 };
        // A picture of a given size fills its page.
        let margin = if self.picture.size.is_some() { 0.0 } else { MARGIN };
        let scale = ((wide - 2.0 * margin) / width).min((high - 2.0 * margin - heading) / height);
        let (x, y) = ((wide - width * scale) / 2.0, margin.max((high - heading - height * scale) / 2.0));
        let mut sheet = PdfCanvas::new();
        if let Some(words) = words {
            let room = f64::from(width + left) * f64::from(scale);
            let size = f64::from(HEADING.1).min(room / glyphs::width(words));
            // The heading is aligned with the board's left edge.
            let above = (y + height * scale + heading).min(high - margin);
            sheet.content.save_state().transform([1.0, 0.0, 0.0, -1.0, x - left * scale, above]);
            let ink = Ink::Stroke(Rgb(0, 0, 0), size * glyphs::WEIGHT);
            sheet.paint(&[ink], &|pen| glyphs::text(pen, words, 0.0, 0.0, size))?;
            sheet.content.restore_state();
        }
        // Board units, y down.
        sheet.content.save_state().transform([
            scale,
            0.0,
            0.0,
            -scale,
            x - left * scale,
            y + (height + top) * scale,
        ]);
        draw(&mut sheet)?;
        sheet.content.restore_state();
        sheet.finish()
    }
}

/// Converts millimetres to points.
fn points(millimetres: f64) -> f32 {
    (millimetres / 25.4 * 72.0) as f32
}

/// Writes a page of the requested size, or as wide as A4, with the caller's drawing.
pub(crate) fn sheet(
    picture: &Picture,
    layout: &Layout,
    title: &str,
    out: &mut dyn io::Write,
    draw: impl FnOnce(&mut dyn Canvas) -> io::Result<()>,
) -> io::Result<()> {
    let [_, _, width, height] = layout.frame.map(|units| units as f32);
    let pdf = Pdf { picture: picture.clone(), is_worksheet: false };
    let across = picture.size.map_or(PAGE.0, points);
    let page = (across, across * height / width);
    let drawn = pdf.page(page, layout, None, |sheet| draw(sheet))?;
    out.write_all(&document(page, &[drawn], title))
}

pub(crate) fn document((wide, high): (f32, f32), pages: &[Vec<u8>], title: &str) -> Vec<u8> {
    let mut document = Document::new();
    let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
    let place = |page: usize| Ref::new(4 + 2 * page as i32);
    document.catalog(catalog).pages(tree);
    document.document_info(info).title(TextStr(title)).creator(TextStr("ktour"));
    document.pages(tree).kids((0..pages.len()).map(place)).count(pages.len() as i32);
    for (number, packed) in pages.iter().enumerate() {
        let drawn = Ref::new(place(number).get() + 1);
        let mut page = document.page(place(number));
        page.media_box(Rect::new(0.0, 0.0, wide, high)).parent(tree).contents(drawn);
        page.resources();
        page.finish();
        document.stream(drawn, packed).filter(Filter::FlateDecode);
    }
    document.finish()
}

/// Number of drawing bytes that are compressed at once.
const BYTES_PER_COMPRESSED_PART: usize = 1 << 16;

/// A page while it is drawn.
pub(crate) struct PdfCanvas {
    /// Bytes that are not compressed yet.
    pub(crate) content: Content,
    packed: ZlibEncoder<Vec<u8>>,
    /// Error after which drawing stops; a pen has no way to return it.
    failed: Option<io::Error>,
}

impl PdfCanvas {
    pub(crate) fn new() -> Self {
        let packed = ZlibEncoder::new(Vec::new(), Compression::default());
        PdfCanvas { content: Content::new(), packed, failed: None }
    }

    /// Compresses what is drawn so far.
    fn compress(&mut self) {
        let part = std::mem::replace(&mut self.content, Content::new()).finish();
        // A line break separates the operators of two parts.
        let between: &[u8] = if self.packed.total_in() > 0 { b"\n" } else { b"" };
        let packed = self.packed.write_all(between).and_then(|()| self.packed.write_all(&part));
        self.failed = self.failed.take().or(packed.err());
    }

    /// Content to draw on; it is compressed first if it has grown large.
    fn content(&mut self) -> &mut Content {
        if self.content.len() >= BYTES_PER_COMPRESSED_PART {
            self.compress();
        }
        &mut self.content
    }

    pub(crate) fn finish(mut self) -> io::Result<Vec<u8>> {
        self.compress();
        self.failed.map_or(Ok(()), Err)?;
        self.packed.finish()
    }
}

impl Canvas for PdfCanvas {
    fn paint(&mut self, inks: &[Ink], trace: Strokes<'_>) -> io::Result<()> {
        for &ink in inks {
            let (Ink::Fill(colour) | Ink::Areas(colour) | Ink::Stroke(colour, _) | Ink::Dashes(colour, ..)) =
                ink;
            let [red, green, blue] = colour.parts();
            match ink {
                Ink::Fill(_) | Ink::Areas(_) => {
                    self.content.set_fill_rgb(red, green, blue);
                }
                Ink::Stroke(_, width) => {
                    self.content.set_stroke_rgb(red, green, blue).set_line_width(width as f32);
                    self.content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
                    self.content.set_dash_pattern([], 0.0);
                }
                Ink::Dashes(_, width, dash) => {
                    self.content.set_stroke_rgb(red, green, blue).set_line_width(width as f32);
                    self.content.set_line_cap(LineCapStyle::ButtCap).set_dash_pattern([dash as f32], 0.0);
                }
            }
            trace(self);
            match ink {
                Ink::Fill(_) | Ink::Areas(_) => self.content.fill_even_odd(),
                _ => self.content.stroke(),
            };
        }
        self.failed.take().map_or(Ok(()), Err)
    }
}

impl Pen for PdfCanvas {
    fn move_to(&mut self, x: f64, y: f64) {
        self.content().move_to(x as f32, y as f32);
    }

    fn line_to(&mut self, x: f64, y: f64) {
        self.content().line_to(x as f32, y as f32);
    }

    fn curve_to(&mut self, x1: f64, y1: f64, x2: f64, y2: f64, x: f64, y: f64) {
        self.content().cubic_to(x1 as f32, y1 as f32, x2 as f32, y2 as f32, x as f32, y as f32);
    }

    fn close(&mut self) {
        self.content.close_path();
    }

    fn is_stopped(&self) -> bool {
        self.failed.is_some()
    }
}
