//! What a resolution that waits for a choice still has to do, in files: every part of it by its
//! name, taken from the [`Shape`] that the card declares.

use super::fact::Fact;
use super::flaws::Notes;
use super::node::Node;
use super::setting::{side, unit_named};
use sandtable_battle::{Battle, Case, Pack, Part, Pending, Setting, Shape, Side, UnitId};
use sandtable_geometry::{Facing, Point, Ruler};
use sandtable_tongue::say;

/// Reads a value of a shape from a file.
pub(crate) struct Reader<'r, 't> {
    pub(crate) setting: &'r Setting,
    pub(crate) notes: &'r mut Notes<'t>,
    /// The numbers that the value is packed as, so far.
    pub(crate) numbers: Vec<i32>,
}

impl Reader<'_, '_> {
    /// Reads one value; none if it is invalid, which is noted.
    pub(crate) fn read(&mut self, node: Node<'_>, shape: &Shape) -> Option<()> {
        match shape {
            Shape::Number(least, most) => {
                let bounds = i64::from(*least)..=i64::from(*most);
                self.numbers
                    .push(i32::try_from(node.whole(bounds, self.notes)?).ok()?);
            }
            Shape::Flag => pack(&mut self.numbers, &node.flag(self.notes)?),
            Shape::Unit => {
                let node = node.under("unit");
                pack(
                    &mut self.numbers,
                    &unit_named(node, self.setting, self.notes)?,
                );
            }
            Shape::Side => {
                let node = node.under("side");
                pack(&mut self.numbers, &side(node, self.setting, self.notes)?);
            }
            Shape::Length => {
                let far = -super::FARTHEST..=super::FARTHEST;
                self.numbers.push(node.length(far, self.notes)?);
            }
            Shape::Angle => pack(&mut self.numbers, &node.facing(self.notes)?),
            Shape::Point => pack(&mut self.numbers, &node.point(self.notes)?),
            Shape::Pose => pack(&mut self.numbers, &node.pose(self.notes)?),
            Shape::Choice(names) => {
                let place = node.one_of(names.iter().copied(), self.notes)?;
                self.put(i32::try_from(place).ok()?);
            }
            Shape::Maybe(of) => self.list(node, of, 1)?,
            Shape::List(of, most) => self.list(node, of, *most)?,
            Shape::Parts(parts) => self.parts(node, parts)?,
            Shape::OneOf(cases) => self.case(node, cases)?,
        }
        Some(())
    }

    fn put(&mut self, number: i32) {
        self.numbers.push(number);
    }

    fn list(&mut self, node: Node<'_>, of: &Shape, most: usize) -> Option<()> {
        let items = node.items(self.notes)?;
        if items.len() > most {
            let says = say!(
                "`{key}` holds at most {most} entries, not {n}",
                key = node.key,
                most = most,
                n = items.len()
            );
            self.notes.add(node.span(), says);
            return None;
        }
        self.put(i32::try_from(items.len()).ok()?);
        items.into_iter().try_for_each(|item| self.read(item, of))
    }

    fn parts(&mut self, node: Node<'_>, parts: &[Part]) -> Option<()> {
        let table = node.table("what is pending", self.notes)?;
        table.keys(parts.iter().map(|part| part.name), self.notes);
        for part in parts {
            if let Shape::Maybe(of) = &part.shape {
                // An absent value is left out.
                let found = table.get(part.name);
                self.put(i32::from(found.is_some()));
                if let Some(found) = found {
                    self.read(found, of)?;
                }
            } else {
                let found = table.need(part.name, self.notes)?;
                self.read(found, &part.shape)?;
            }
        }
        Some(())
    }

    /// Reads a case: without parts it is just a name, with parts a table of one entry.
    fn case(&mut self, node: Node<'_>, cases: &[Case]) -> Option<()> {
        let names = || cases.iter().map(|case| case.name.as_str());
        let (named, inside) = if node.is_text() {
            (node, None)
        } else {
            let table = node.table("what is pending", self.notes)?;
            table.keys(names(), self.notes);
            let mut entries = table.entries();
            let (Some((_, entry)), None) = (entries.next(), entries.next()) else {
                let known = names().collect::<Vec<_>>().join(", ");
                let says = say!(
                    "`{key}` must be one of these: {known}",
                    key = node.key,
                    known = known
                );
                self.notes.add(node.span(), says);
                return None;
            };
            (entry, Some(entry))
        };
        let place = match inside {
            Some(entry) => names().position(|name| name == entry.key)?,
            None => named.one_of(names(), self.notes)?,
        };
        self.put(i32::try_from(place).ok()?);
        match (inside, &cases[place].shape) {
            (Some(entry), shape) => self.read(entry, shape),
            (None, Shape::Parts(parts)) if parts.is_empty() => Some(()),
            (None, Shape::Parts(parts)) => {
                let known: Vec<&str> = parts.iter().map(|part| part.name).collect();
                let says = say!(
                    "`{name}` needs its parts: {known}",
                    name = cases[place].name,
                    known = known.join(", ")
                );
                self.notes.add(node.span(), says);
                None
            }
            (None, _) => {
                let says = say!("`{name}` needs a value", name = cases[place].name);
                self.notes.add(node.span(), says);
                None
            }
        }
    }
}

/// Adds the numbers of a value.
fn pack(numbers: &mut Vec<i32>, value: &impl Pack) {
    value.pack(&mut |number| numbers.push(number));
}

/// Converts a packed value to facts.
pub(crate) struct Teller<'b> {
    pub(crate) battle: &'b Battle,
    pub(crate) ruler: Ruler,
}

/// Numbers that are still to be converted.
type Left<'n> = std::slice::Iter<'n, i32>;

impl Teller<'_> {
    /// Returns all that is pending; none if nothing is, or the numbers are no such value.
    pub(crate) fn whole(&self, pending: &Pending) -> Option<Fact> {
        let mut left = pending.numbers(self.battle)?.iter();
        let fact = self.fact(&pending.shape, &mut left)?;
        left.next().is_none().then_some(fact)
    }

    /// Returns the fact that the next numbers stand for; none if they are no such value.
    pub(super) fn fact(&self, shape: &Shape, left: &mut Left<'_>) -> Option<Fact> {
        Some(match shape {
            Shape::Parts(parts) => self.table(parts, left)?,
            Shape::OneOf(cases) => {
                let place = usize::try_from(*left.next()?).ok()?;
                let case = cases.get(place)?;
                let inside = self.fact(&case.shape, left)?;
                if inside == Fact::Table(Vec::new()) {
                    Fact::name(&case.name)
                } else {
                    Fact::Table(vec![(case.name.clone(), inside)])
                }
            }
            Shape::Maybe(of) | Shape::List(of, _) => {
                let count = usize::try_from(*left.next()?).ok()?;
                let each = (0..count).map(|_| self.fact(of, left));
                Fact::List(each.collect::<Option<_>>()?)
            }
            Shape::Point => Fact::point(self.ruler, point(left)?),
            Shape::Pose => {
                let Fact::List(mut all) = Fact::point(self.ruler, point(left)?) else {
                    return None;
                };
                all.push(Fact::angle(facing(*left.next()?)?));
                Fact::List(all)
            }
            Shape::Number(..)
            | Shape::Flag
            | Shape::Unit
            | Shape::Side
            | Shape::Length
            | Shape::Angle
            | Shape::Choice(_) => self.single(shape, *left.next()?)?,
        })
    }

    fn table(&self, parts: &[Part], left: &mut Left<'_>) -> Option<Fact> {
        let mut all = Vec::with_capacity(parts.len());
        for part in parts {
            let shape = match &part.shape {
                Shape::Maybe(of) => match left.next()? {
                    0 => continue,
                    _ => of,
                },
                shape => shape,
            };
            all.push((part.name.to_owned(), self.fact(shape, left)?));
        }
        Some(Fact::Table(all))
    }

    /// Returns a value that is one number.
    fn single(&self, shape: &Shape, number: i32) -> Option<Fact> {
        let setting = &self.battle.setting;
        let place = usize::try_from(number);
        Some(match shape {
            Shape::Flag => Fact::Flag(number != 0),
            Shape::Unit => {
                let id = UnitId(u8::try_from(number).ok()?);
                self.battle.get(id)?;
                Fact::name(setting.name(id))
            }
            Shape::Side => {
                let side: Side = *Side::BOTH.get(place.ok()?)?;
                Fact::name(&setting.sides[side.index()].name)
            }
            Shape::Length => Fact::length(self.ruler, number),
            Shape::Angle => Fact::angle(facing(number)?),
            Shape::Choice(names) => Fact::name(names.get(place.ok()?)?),
            _ => Fact::Whole(i64::from(number)),
        })
    }
}

fn point(left: &mut Left<'_>) -> Option<Point> {
    Some(Point::new(*left.next()?, *left.next()?))
}

fn facing(number: i32) -> Option<Facing> {
    u16::try_from(number).ok().map(Facing)
}
