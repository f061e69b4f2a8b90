//! The quick-reference sheet of a rule set: its tables and clauses in the order of
//! play, in two columns, as its `sheet.toml` names them, under the rules in force.

use crate::leaf::{Booklet, Ink, Leaf, Type};
use crate::letters::{Face, cut, width};
use crate::text::{self, SMALL};
use sandtable_battle::{Card, ClauseText, Number, SheetBlock, SheetTable};
use sandtable_tongue::say;

/// Gap between the columns, in millimetres.
const GUTTER: f32 = 6.0;
/// Distance from line to line, in millimetres.
const LINE: f32 = 3.0;
/// Height of a heading with the room around it, in millimetres.
const HEAD: f32 = 7.5;
const TELL: Type = Type { size: 2.4, ..SMALL };
const NAME: Type = Type {
    face: Face::Bold,
    ..TELL
};
const CITE: Type = Type {
    size: 1.9,
    grey: 0.4,
    ..SMALL
};

/// Draws the sheet.
pub(crate) fn draw(book: &mut Booklet, card: &Card, sheet: &[SheetBlock]) {
    let mut flow = Flow::new(book, card);
    for block in sheet {
        draw_block(&mut flow, card, block);
    }
    let Flow { leaf, .. } = flow;
    book.bind(leaf);
}

fn draw_block(flow: &mut Flow<'_>, card: &Card, block: &SheetBlock) {
    let wanted = |clause: &&ClauseText| {
        block.sections.contains(&clause.section) && !block.leave.contains(&clause.id)
    };
    let clauses: Vec<Words> = block
        .sections
        .iter()
        .flat_map(|section| card.clauses.iter().filter(move |c| c.section == *section))
        .filter(wanted)
        .map(|clause| Words::of(card, clause, flow.wide))
        .collect();
    let first = block.table.first().map_or_else(
        || clauses.first().map_or(0.0, Words::high),
        |table| table_high(card, table),
    );
    flow.room_for(HEAD + first);
    let (x, y) = flow.at();
    let right = x + flow.wide;
    flow.leaf
        .rect([x, y + 1.2, right, y + 6.2], Ink::fill(0.88));
    flow.leaf.text((x + 1.2, y + 5.0), &block.title, text::HEAD);
    flow.y += HEAD;
    for table in &block.table {
        draw_table(flow, card, table);
    }
    for words in &clauses {
        flow.room_for(words.high());
        words.draw(flow);
    }
}

/// The place where the next part of the sheet goes.
struct Flow<'a> {
    book: &'a mut Booklet,
    card: &'a Card,
    leaf: Leaf,
    column: u8,
    /// Width of a column.
    wide: f32,
    y: f32,
    /// Top of the columns.
    top: f32,
}

impl<'a> Flow<'a> {
    fn new(book: &'a mut Booklet, card: &'a Card) -> Self {
        let mut leaf = book.leaf(false);
        let top = title(&mut leaf, card, true);
        let [left, _, right, _] = leaf.room();
        Self {
            book,
            card,
            leaf,
            column: 0,
            wide: (right - left - GUTTER) / 2.0,
            y: top,
            top,
        }
    }

    fn at(&self) -> (f32, f32) {
        let left = self.leaf.room()[0];
        (left + f32::from(self.column) * (self.wide + GUTTER), self.y)
    }

    /// Moves on to the next column, or page, if there is not enough room left.
    fn room_for(&mut self, high: f32) {
        if self.y + high <= self.leaf.room()[3] {
            return;
        }
        if self.column == 0 {
            self.column = 1;
        } else {
            let mut fresh = self.book.leaf(false);
            self.top = title(&mut fresh, self.card, false);
            self.column = 0;
            let full = std::mem::replace(&mut self.leaf, fresh);
            self.book.bind(full);
        }
        self.y = self.top;
    }
}

/// Writes the head of a page; returns where the rest begins.
fn title(leaf: &mut Leaf, card: &Card, first: bool) -> f32 {
    let [left, top, right, _] = leaf.room();
    if !first {
        leaf.text((left, top + 3.5), &card.credit.title, text::HEAD);
        leaf.line((left, top + 5.0), (right, top + 5.0), 0.0, 0.3);
        return top + 5.5;
    }
    leaf.text((left, top + 5.5), &card.credit.title, text::TITLE);
    let house = card.numbers.numbers.iter().any(Number::is_changed);
    let author = &card.credit.author;
    let says = if house {
        say!(
            "Quick reference · rules by {author}, in our words · * marks what house rules change",
            author = author
        )
    } else {
        say!(
            "Quick reference · rules by {author}, in our words",
            author = author
        )
    };
    leaf.text((left, top + 10.0), &says, SMALL);
    leaf.line((left, top + 12.0), (right, top + 12.0), 0.0, 0.5);
    top + 12.5
}

fn table_high(card: &Card, table: &SheetTable) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "a few rows")]
    let rows = table.rows(&card.numbers).rows.len() as f32;
    (rows + 1.0) * (LINE + 0.4) + 2.0
}

fn draw_table(flow: &mut Flow<'_>, card: &Card, table: &SheetTable) {
    let told = table.rows(&card.numbers);
    flow.room_for(table_high(card, table));
    let (x, mut y) = flow.at();
    let columns = told.head.len().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let step = (flow.wide * 0.56 / columns as f32).min(16.0);
    #[expect(clippy::cast_precision_loss, reason = "a few columns")]
    let column = |at: usize| x + flow.wide - step * (columns - at) as f32;
    let leaf = &mut flow.leaf;
    let head = format!("{}{}", table.title, if told.changed { " *" } else { "" });
    y += LINE + 0.4;
    leaf.text((x, y), &head, NAME);
    for (at, name) in told.head.iter().enumerate() {
        leaf.text(
            (column(at), y),
            &cut(name, NAME.face, NAME.size, step),
            NAME,
        );
    }
    leaf.line((x, y + 0.9), (x + flow.wide, y + 0.9), 0.3, 0.2);
    for (name, cells) in &told.rows {
        y += LINE + 0.4;
        let room = column(0) - x - 1.0;
        leaf.text((x, y), &cut(name, TELL.face, TELL.size, room), TELL);
        for (at, cell) in cells.iter().enumerate() {
            leaf.text(
                (column(at), y),
                &cut(cell, TELL.face, TELL.size, step),
                TELL,
            );
        }
    }
    flow.y = y + 2.0;
}

/// A clause, broken into lines: its name, its text, its id.
struct Words {
    lines: Vec<Vec<(String, Type, f32)>>,
}

impl Words {
    fn of(card: &Card, clause: &ClauseText, room: f32) -> Self {
        let name = clause.title.split(' ').map(|word| (word, NAME));
        let says = clause.says.split(' ').map(|word| (word, TELL));
        let cite = format!("{}-{}", card.prefix, clause.id);
        let mut words: Vec<(String, Type)> =
            name.chain(says).map(|(w, of)| (w.to_owned(), of)).collect();
        if let Some((last, _)) = words.iter_mut().rfind(|(_, of)| of.face == Face::Bold) {
            last.push('.');
        }
        words.push((cite, CITE));
        let mut lines: Vec<Vec<(String, Type, f32)>> = vec![Vec::new()];
        let mut x = 0.0;
        for (word, of) in words {
            let wide = width(&word, of.face, of.size);
            if x > 0.0 && x + wide > room {
                lines.push(Vec::new());
                x = 0.0;
            }
            let Some(line) = lines.last_mut() else { break };
            match line.last_mut() {
                // The same type continues, so the letters form one run.
                Some((run, was, _)) if was.face == of.face && was.size == of.size => {
                    run.push(' ');
                    run.push_str(&word);
                }
                _ => line.push((word, of, x)),
            }
            x += wide + width(" ", of.face, of.size);
        }
        Self { lines }
    }

    #[expect(clippy::cast_precision_loss, reason = "a few lines")]
    fn high(&self) -> f32 {
        self.lines.len() as f32 * LINE + 0.9
    }

    fn draw(&self, flow: &mut Flow<'_>) {
        let (x, mut y) = flow.at();
        for line in &self.lines {
            y += LINE;
            for (word, of, along) in line {
                flow.leaf.text((x + along, y), word, *of);
            }
        }
        flow.y = y + 0.9;
    }
}
