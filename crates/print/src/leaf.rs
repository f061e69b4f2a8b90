//! A page to draw on, in millimetres from its upper left corner, and the booklet of such pages as a
//! PDF file.

use crate::letters::{Face, cut, encoded, is_lost, width};
use crate::paper::{MARGIN, Paper};
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use sandtable_tongue::say;
use std::collections::BTreeSet;

/// PDF points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// A grey: zero is black, one is white.
pub(crate) type Grey = f32;

/// How a shape is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ink {
    /// Grey of the inside.
    pub fill: Option<Grey>,
    /// Grey and width of the line, in millimetres.
    pub line: Option<(Grey, f32)>,
    /// Lengths of dash and gap in millimetres; zero for a solid line.
    pub dash: f32,
}

impl Ink {
    pub(crate) const fn line(grey: Grey, width: f32) -> Self {
        Self {
            fill: None,
            line: Some((grey, width)),
            dash: 0.0,
        }
    }

    pub(crate) const fn fill(grey: Grey) -> Self {
        Self {
            fill: Some(grey),
            line: None,
            dash: 0.0,
        }
    }

    pub(crate) const fn dashed(mut self, dash: f32) -> Self {
        self.dash = dash;
        self
    }
}

/// The type of a text: its size is the height of its letters, in millimetres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    pub face: Face,
    pub size: f32,
    pub grey: Grey,
}

/// One page.
pub(crate) struct Leaf {
    content: Content,
    size: (f32, f32),
    /// Bounds of what was drawn: left, top, right, bottom.
    drawn: [f32; 4],
    /// Whether drawing is clipped at an edge set with [`Leaf::within`].
    cut: bool,
    /// Letters that were written as `?`.
    lost: BTreeSet<char>,
}

impl Leaf {
    pub(crate) fn new((width, height): (f32, f32)) -> Self {
        let mut content = Content::new();
        content.set_line_join(LineJoinStyle::RoundJoin);
        content.set_line_cap(LineCapStyle::ButtCap);
        Self {
            content,
            size: (width, height),
            drawn: [width, height, 0.0, 0.0],
            cut: false,
            lost: BTreeSet::new(),
        }
    }

    /// Returns left, top, right and bottom of the printable area.
    pub(crate) const fn room(&self) -> [f32; 4] {
        let (width, height) = self.size;
        [MARGIN, MARGIN, width - MARGIN, height - MARGIN]
    }

    /// Tells whether everything drawn lies within the printable area.
    pub(crate) fn fits(&self) -> bool {
        let [left, top, right, bottom] = self.room();
        // Half the width of a line on the edge lies outside.
        let slack = 0.5;
        self.drawn[0] >= left - slack
            && self.drawn[1] >= top - slack
            && self.drawn[2] <= right + slack
            && self.drawn[3] <= bottom + slack
    }

    fn place(&mut self, x: f32, y: f32, around: f32) -> (f32, f32) {
        if !self.cut {
            self.drawn[0] = self.drawn[0].min(x - around);
            self.drawn[1] = self.drawn[1].min(y - around);
            self.drawn[2] = self.drawn[2].max(x + around);
            self.drawn[3] = self.drawn[3].max(y + around);
        }
        (x * POINTS, (self.size.1 - y) * POINTS)
    }

    fn ready(&mut self, ink: Ink) {
        if let Some(grey) = ink.fill {
            self.content.set_fill_gray(grey);
        }
        if let Some((grey, width)) = ink.line {
            self.content.set_stroke_gray(grey);
            self.content.set_line_width(width * POINTS);
            let dash = ink.dash * POINTS;
            if ink.dash > 0.0 {
                self.content.set_dash_pattern([dash, dash], 0.0);
            } else {
                self.content.set_dash_pattern([], 0.0);
            }
        }
    }

    /// Draws the outline of an area, or a line when it is not closed.
    pub(crate) fn shape(&mut self, points: &[(f32, f32)], closed: bool, ink: Ink) {
        self.shapes(&[points.to_vec()], closed, ink);
    }

    /// Draws several shapes at once: where areas overlap there is no line between them.
    pub(crate) fn shapes(&mut self, shapes: &[Vec<(f32, f32)>], closed: bool, ink: Ink) {
        self.ready(ink);
        let around = ink.line.map_or(0.0, |(_, width)| width / 2.0);
        for points in shapes {
            for (i, &(x, y)) in points.iter().enumerate() {
                let (x, y) = self.place(x, y, around);
                if i == 0 {
                    self.content.move_to(x, y);
                } else {
                    self.content.line_to(x, y);
                }
            }
            if closed && !points.is_empty() {
                self.content.close_path();
            }
        }
        match (ink.fill, ink.line) {
            (Some(_), Some(_)) => self.content.fill_nonzero_and_stroke(),
            (Some(_), None) => self.content.fill_nonzero(),
            _ => self.content.stroke(),
        };
    }

    pub(crate) fn line(&mut self, from: (f32, f32), to: (f32, f32), grey: Grey, width: f32) {
        self.shape(&[from, to], false, Ink::line(grey, width));
    }

    pub(crate) fn rect(&mut self, [left, top, right, bottom]: [f32; 4], ink: Ink) {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.shape(&corners, true, ink);
    }

    /// Draws with everything outside a rectangle clipped.
    pub(crate) fn within(&mut self, room: [f32; 4], draw: impl FnOnce(&mut Self)) {
        let [left, top, right, bottom] = room;
        let (x, y) = self.place(left, bottom, 0.0);
        let _ = self.place(right, top, 0.0);
        self.content.save_state();
        self.content
            .rect(x, y, (right - left) * POINTS, (bottom - top) * POINTS);
        self.content.clip_nonzero();
        self.content.end_path();
        let before = std::mem::replace(&mut self.cut, true);
        draw(self);
        self.cut = before;
        self.content.restore_state();
    }

    /// Writes a line of text from its lower left corner, and cuts what does not fit on the page.
    pub(crate) fn text(&mut self, at: (f32, f32), text: &str, of: Type) {
        let text = &cut(text, of.face, of.size, self.room()[2] - at.0);
        self.lost.extend(text.chars().filter(|&it| is_lost(it)));
        let wide = width(text, of.face, of.size);
        let _ = self.place(at.0, at.1 - of.size * 0.75, 0.0);
        let _ = self.place(at.0 + wide, at.1 + of.size * 0.22, 0.0);
        let (x, y) = (at.0 * POINTS, (self.size.1 - at.1) * POINTS);
        let font = match of.face {
            Face::Plain => Name(b"F"),
            Face::Bold => Name(b"B"),
        };
        self.content.set_fill_gray(of.grey);
        self.content.begin_text();
        self.content.set_font(font, of.size * POINTS);
        self.content.next_line(x, y);
        self.content.show(Str(&encoded(text)));
        self.content.end_text();
    }

    /// Writes a line of text centred at a place, moved as needed to lie on the page.
    pub(crate) fn middle(&mut self, (x, y): (f32, f32), text: &str, of: Type) {
        let [left, _, right, _] = self.room();
        let wide = width(text, of.face, of.size);
        let x = (x - wide / 2.0).min(right - wide).max(left);
        self.text((x, y + of.size * 0.35), text, of);
    }
}

/// Pages bound together.
pub(crate) struct Booklet {
    paper: Paper,
    title: String,
    leaves: Vec<Leaf>,
}

impl Booklet {
    pub(crate) fn new(paper: Paper, title: &str) -> Self {
        Self {
            paper,
            title: title.to_owned(),
            leaves: Vec::new(),
        }
    }

    /// Makes a new page, in portrait or in landscape.
    pub(crate) fn leaf(&self, lying: bool) -> Leaf {
        let (width, height) = self.paper.size();
        Leaf::new(if lying {
            (height, width)
        } else {
            (width, height)
        })
    }

    /// Adds a page. Everything that draws must stay within the printable area, whatever a battle's
    /// names are: a test prints every built-in battle, and names of all lengths.
    pub(crate) fn bind(&mut self, leaf: Leaf) {
        debug_assert!(leaf.fits(), "drawn beyond the paper: {:?}", leaf.drawn);
        self.leaves.push(leaf);
    }

    /// Returns the letters that were written as `?`, each once.
    pub(crate) fn lost(&self) -> String {
        let all: BTreeSet<char> = self
            .leaves
            .iter()
            .flat_map(|leaf| &leaf.lost)
            .copied()
            .collect();
        all.into_iter().collect()
    }

    /// Returns the PDF file. The same pages give the same bytes, since it has no date.
    pub(crate) fn finish(self) -> Vec<u8> {
        let mut pdf = Pdf::new();
        let id = |n: usize| Ref::new(i32::try_from(n).unwrap_or(i32::MAX));
        let (catalogue, tree, plain, bold, info) = (id(1), id(2), id(3), id(4), id(5));
        let count = self.leaves.len();
        let page = |at: usize| id(6 + 2 * at);
        pdf.catalog(catalogue)
            .pages(tree)
            .lang(TextStr(say("en")))
            .finish();
        pdf.document_info(info).title(TextStr(&self.title)).finish();
        pdf.pages(tree)
            .kids((0..count).map(page))
            .count(i32::try_from(count).unwrap_or(i32::MAX))
            .finish();
        for (font, name) in [(plain, &b"Helvetica"[..]), (bold, b"Helvetica-Bold")] {
            pdf.type1_font(font)
                .base_font(Name(name))
                .encoding_predefined(Name(b"WinAnsiEncoding"))
                .finish();
        }
        for (at, leaf) in self.leaves.into_iter().enumerate() {
            let (width, height) = leaf.size;
            let content = id(7 + 2 * at);
            let mut one = pdf.page(page(at));
            one.media_box(Rect::new(0.0, 0.0, width * POINTS, height * POINTS));
            one.parent(tree);
            one.contents(content);
            one.resources()
                .fonts()
                .pair(Name(b"F"), plain)
                .pair(Name(b"B"), bold);
            one.finish();
            pdf.stream(content, &leaf.content.finish());
        }
        pdf.finish()
    }
}
