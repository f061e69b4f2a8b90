//! Orders as one line of text, both ways: `shoot "1st Line" Red_Hussars`.
//!
//! | order | line |
//! |---|---|
//! | move | `move U pivot 45 advance 3.5 slide 30 2 wheel left 15 to 12.5,8 14,9` |
//! | face, form | `face U 90`, `form U column` |
//! | charge, shoot, fight | `charge U T`, `charge U T reach`, `charge U T heading 22.5`, `shoot U T`, `fight U T` |
//! | leaders and bodies | `rally U T`, `join U T`, `leave U` |
//! | place, lay | `place U 12,6 90 line`, `lay Spinney 9,18 45` |
//! | by what it is for | `move U out-of-charge T`, `out-of-shot`, `in-shot`, `in-charge`, `in-arc`, `in-cover` ([`aim`]) |
//! | the rest | `test U`, `load U`, `pass U`, `draw`, `roll-off`, `decide 1`, `end` |
//!
//! Units go by their names: in double quotes or with `_` for blanks, in any
//! case; as much of a name as no other unit shares is enough; `#3` is the unit
//! at place 3. Lengths are in the unit of the rule set's card, directions degrees
//! clockwise from north (a wheel's are degrees turned), choices count from 0 or go by their readings.

use crate::{degree_text, length_text};
use sandtable_battle::aim::{Aim, Aimed};
use sandtable_battle::phrase::{allowed, folded, meant_or_allowed, nearest};
use sandtable_battle::{Battle, Card, Hand, Leg, Legs, Order, UnitId};
use sandtable_geometry::{Facing, Length, Point, Pose, Ruler};
use sandtable_tongue::{say, say_as};
use serde::Serialize;
use std::fmt;

/// Why a line is no order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trouble {
    /// Where, in characters from 1; one past the end when something is missing.
    pub column: usize,
    /// What was found and what is wanted.
    pub message: String,
    /// What would probably be right.
    pub hint: Option<String>,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!(
            "column {column}: {says}",
            column = self.column,
            says = self.message
        ))?;
        self.hint
            .as_ref()
            .map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for Trouble {}

/// The verbs.
pub const VERBS: [&str; 18] = [
    "place", "lay", "move", "face", "form", "charge", "shoot", "fight", "test", "load", "rally",
    "join", "leave", "pass", "draw", "roll-off", "decide", "end",
];

/// What may follow in a move.
const LEGS: [&str; 5] = ["pivot", "advance", "slide", "wheel", "to"];

/// The order that a line gives.
///
/// # Errors
/// Where and why the line is no order of this battle. Whether the order is
/// legal is for [`sandtable_battle::Judging::judge`] to say.
pub fn parse(text: &str, battle: &Battle, card: &Card) -> Result<Order, Trouble> {
    let mut reader = Reader {
        tokens: split(text)?,
        next: 0,
        end: text.chars().count() + 1,
        battle,
        card,
    };
    let order = reader.order()?;
    match reader.take() {
        None => Ok(order),
        Some(token) => Err(token.trouble(say!(
            "`{word}` is too much: the order ended before it",
            word = token.text
        ))),
    }
}

/// The aim that a line gives in the place of a way: `move U out-of-charge T`. None
/// when it gives none; then it is an order or nothing.
///
/// # Errors
/// Where and why the line is no aim of this battle, once it names one.
pub fn aim(text: &str, battle: &Battle, card: &Card) -> Result<Option<Aimed>, Trouble> {
    let mut reader = Reader {
        tokens: split(text)?,
        next: 0,
        end: text.chars().count() + 1,
        battle,
        card,
    };
    let named = |token: &Token| Aim::named(&token.text.to_lowercase()).filter(|_| !token.quoted);
    let moves = |token: &Token| ["move", "face"].contains(&token.text.to_lowercase().as_str());
    let Some(aim) = reader.tokens.get(2).and_then(named) else {
        return Ok(None);
    };
    if !reader.tokens.first().is_some_and(moves) {
        return Ok(None);
    }
    reader.next = 1;
    let unit = reader.unit("the unit")?;
    reader.next = 3;
    let foe = reader.unit("the enemy")?;
    match reader.take() {
        None => Ok(Some(Aimed { unit, aim, foe })),
        Some(token) => Err(token.trouble(say!(
            "`{word}` is too much: the order ended before it",
            word = token.text
        ))),
    }
}

/// The line that gives an aim: [`aim`] reads it back the same.
#[must_use]
pub fn write_aim(aimed: Aimed, battle: &Battle) -> String {
    let Aimed { unit, aim, foe } = aimed;
    let name = |unit: UnitId| written_name(unit, battle);
    format!("move {} {} {}", name(unit), aim.name(), name(foe))
}

/// The line that gives an order: [`parse`] reads it back the same. A move without a way
/// is no order that could be given, and its line is none that could be read.
#[must_use]
pub fn write(order: &Order, battle: &Battle, card: &Card) -> String {
    let name = |unit: UnitId| written_name(unit, battle);
    let both =
        |verb: &str, unit: UnitId, other: UnitId| format!("{verb} {} {}", name(unit), name(other));
    match *order {
        Order::Place {
            unit,
            at,
            formation,
        } => {
            let spot = point_text(card.ruler, at.point());
            let facing = degree_text(at.facing);
            format!(
                "place {} {spot} {facing} {}",
                name(unit),
                written_formation(formation, card)
            )
        }
        Order::Lay { piece, at } => format!(
            "lay {} {} {}",
            written_piece(piece, battle),
            point_text(card.ruler, at.point()),
            degree_text(at.facing)
        ),
        Order::Move { unit, ref legs } => {
            format!("move {}{}", name(unit), written_legs(card.ruler, legs))
        }
        Order::Face { unit, to } => format!("face {} {}", name(unit), degree_text(to)),
        Order::Form { unit, formation } => {
            format!("form {} {}", name(unit), written_formation(formation, card))
        }
        Order::Charge {
            unit,
            target,
            reach,
            heading,
        } => {
            let heading = heading.map(|to| format!(" heading {}", degree_text(to)));
            format!(
                "{}{}{}",
                both("charge", unit, target),
                if reach { " reach" } else { "" },
                heading.unwrap_or_default()
            )
        }
        Order::Shoot { unit, target } => both("shoot", unit, target),
        Order::Fight { unit, target } => both("fight", unit, target),
        Order::Test { unit } => format!("test {}", name(unit)),
        Order::Load { unit } => format!("load {}", name(unit)),
        Order::Rally { unit, target } => both("rally", unit, target),
        Order::Join { unit, to } => both("join", unit, to),
        Order::Leave { unit } => format!("leave {}", name(unit)),
        Order::Pass { unit } => format!("pass {}", name(unit)),
        Order::Draw => "draw".to_owned(),
        Order::RollOff => "roll-off".to_owned(),
        Order::Decide { choice } => format!("decide {choice}"),
        Order::End => "end".to_owned(),
    }
}

/// A name, quoted where it must be; its place when it is not the only one.
fn written_name(unit: UnitId, battle: &Battle) -> String {
    let names = &battle.setting.names;
    let Some(name) = names.get(unit.index()).filter(|name| !name.is_empty()) else {
        return format!("#{}", unit.0);
    };
    if names
        .iter()
        .filter(|other| folded(other) == folded(name))
        .count()
        > 1
    {
        return format!("#{}", unit.0);
    }
    quoted(name)
}

/// A piece's name, quoted where it must be; its place when it has none of its own.
fn written_piece(piece: u8, battle: &Battle) -> String {
    let pieces = &battle.setting.pieces;
    let same = |name: &str| {
        let own = pieces
            .iter()
            .filter(|p| folded(&p.feature.name) == folded(name));
        own.count()
    };
    match pieces
        .get(usize::from(piece))
        .map(|p| p.feature.name.as_str())
    {
        Some(name) if !name.is_empty() && same(name) == 1 => quoted(name),
        _ => format!("#{piece}"),
    }
}

fn written_formation(formation: u8, card: &Card) -> String {
    let all = &card.formations;
    let name = all
        .get(usize::from(formation))
        .filter(|name| all.iter().filter(|n| folded(n) == folded(name)).count() == 1);
    name.map_or_else(|| format!("#{formation}"), |name| quoted(name))
}

/// The verb of an order.
#[must_use]
pub const fn verb(order: &Order) -> &'static str {
    match order {
        Order::Place { .. } => "place",
        Order::Lay { .. } => "lay",
        Order::Move { .. } => "move",
        Order::Face { .. } => "face",
        Order::Form { .. } => "form",
        Order::Charge { .. } => "charge",
        Order::Shoot { .. } => "shoot",
        Order::Fight { .. } => "fight",
        Order::Test { .. } => "test",
        Order::Load { .. } => "load",
        Order::Rally { .. } => "rally",
        Order::Join { .. } => "join",
        Order::Leave { .. } => "leave",
        Order::Pass { .. } => "pass",
        Order::Draw => "draw",
        Order::RollOff => "roll-off",
        Order::Decide { .. } => "decide",
        Order::End => "end",
    }
}

/// A name as it is, or in quotes when it would fall apart without.
fn quoted(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('#')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '.' | '_' | '#'));
    if plain {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

fn point_text(ruler: Ruler, p: Point) -> String {
    format!("{},{}", length_text(ruler, p.x), length_text(ruler, p.y))
}

fn written_legs(ruler: Ruler, legs: &Legs) -> String {
    let mut marching = false;
    let mut out = String::new();
    for leg in legs {
        let text = match *leg {
            Leg::Pivot { to } => format!(" pivot {}", degree_text(to)),
            Leg::Advance { by } => format!(" advance {}", length_text(ruler, by)),
            Leg::Slide { towards, by } => {
                format!(" slide {} {}", degree_text(towards), length_text(ruler, by))
            }
            Leg::Wheel {
                hand: Hand::Left,
                by,
            } => format!(" wheel left {}", degree_text(Facing(by))),
            Leg::Wheel {
                hand: Hand::Right,
                by,
            } => format!(" wheel right {}", degree_text(Facing(by))),
            Leg::March { to } if marching => format!(" {}", point_text(ruler, to)),
            Leg::March { to } => format!(" to {}", point_text(ruler, to)),
        };
        marching = matches!(leg, Leg::March { .. });
        out.push_str(&text);
    }
    out
}

/// A word of the line.
#[derive(Clone, Debug)]
struct Token {
    text: String,
    quoted: bool,
    column: usize,
}

impl Token {
    fn trouble(&self, message: String) -> Trouble {
        Trouble {
            column: self.column,
            message,
            hint: None,
        }
    }

    fn hint(&self, message: String, hint: String) -> Trouble {
        Trouble {
            column: self.column,
            message,
            hint: Some(hint),
        }
    }
}

/// Most bytes of a line: no order needs more, and what is wrong with it is told with it.
pub const MOST_BYTES: usize = 1_000;

/// The words of a line; blanks part them, quotes hold them together.
fn split(text: &str) -> Result<Vec<Token>, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble {
            column: 1,
            message: say!("an order is at most {most} letters long", most = MOST_BYTES),
            hint: None,
        });
    }
    let mut tokens = Vec::new();
    let mut letters = text.chars().zip(1_usize..).peekable();
    while let Some(&(letter, column)) = letters.peek() {
        if letter.is_whitespace() {
            letters.next();
        } else if letter == '"' {
            letters.next();
            let text = quote(&mut letters).ok_or_else(|| Trouble {
                column,
                message: say!("the quotes are not closed"),
                hint: Some(say!("put \" after the name too")),
            })?;
            tokens.push(Token {
                text,
                quoted: true,
                column,
            });
        } else {
            let mut text = String::new();
            while let Some((letter, _)) = letters.next_if(|(c, _)| !c.is_whitespace()) {
                text.push(letter);
            }
            tokens.push(Token {
                text,
                quoted: false,
                column,
            });
        }
    }
    Ok(tokens)
}

/// The rest of a quoted name; none when the quotes are not closed.
fn quote(letters: &mut impl Iterator<Item = (char, usize)>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()?.0 {
            '"' => return Some(text),
            '\\' => text.push(letters.next()?.0),
            letter => text.push(letter),
        }
    }
}

/// Reads words one by one.
struct Reader<'b> {
    tokens: Vec<Token>,
    next: usize,
    end: usize,
    battle: &'b Battle,
    card: &'b Card,
}

impl Reader<'_> {
    fn take(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.next).cloned();
        self.next += usize::from(token.is_some());
        token
    }

    fn need(&mut self, what: &str) -> Result<Token, Trouble> {
        let column = self.end;
        self.take().ok_or_else(|| Trouble {
            column,
            message: say!("{what} is missing", what = say_as("noun", what)),
            hint: None,
        })
    }

    /// One of a few words.
    fn word(&mut self, what: &str, known: &[&'static str]) -> Result<&'static str, Trouble> {
        let token = self.need(what)?;
        let text = token.text.to_lowercase();
        known
            .iter()
            .find(|word| **word == text)
            .copied()
            .ok_or_else(|| {
                let hint = meant_or_allowed(&text, known);
                token.hint(
                    say!(
                        "`{word}` is no {what}",
                        word = token.text,
                        what = say_as("noun", what)
                    ),
                    hint,
                )
            })
    }

    fn order(&mut self) -> Result<Order, Trouble> {
        Ok(match self.word("verb", &VERBS)? {
            "place" => self.place()?,
            "lay" => Order::Lay {
                piece: self.piece()?,
                at: Pose::at(self.point()?, self.facing("how far it is turned")?),
            },
            "move" => Order::Move {
                unit: self.unit("the unit")?,
                legs: self.legs()?,
            },
            "face" => Order::Face {
                unit: self.unit("the unit")?,
                to: self.facing("the facing")?,
            },
            "form" => Order::Form {
                unit: self.unit("the unit")?,
                formation: self.formation()?,
            },
            "charge" => self.charge()?,
            "shoot" => Order::Shoot {
                unit: self.unit("the unit")?,
                target: self.unit("the target")?,
            },
            "fight" => Order::Fight {
                unit: self.unit("the unit")?,
                target: self.unit("the target")?,
            },
            "test" => Order::Test {
                unit: self.unit("the unit")?,
            },
            "load" => Order::Load {
                unit: self.unit("the unit")?,
            },
            "rally" => Order::Rally {
                unit: self.unit("the leader")?,
                target: self.unit("the unit to rally")?,
            },
            "join" => Order::Join {
                unit: self.unit("the unit")?,
                to: self.unit("the unit to join")?,
            },
            "leave" => Order::Leave {
                unit: self.unit("the unit")?,
            },
            "pass" => Order::Pass {
                unit: self.unit("the unit")?,
            },
            "draw" => Order::Draw,
            "roll-off" => Order::RollOff,
            "decide" => Order::Decide {
                choice: self.choice()?,
            },
            _ => Order::End,
        })
    }

    fn place(&mut self) -> Result<Order, Trouble> {
        let unit = self.unit("the unit")?;
        let at = self.point()?;
        let at = Pose::at(at, self.facing("the facing")?);
        let usual = self.battle.get(unit).map_or(0, |u| u.formation);
        let formation = if self.next < self.tokens.len() {
            self.formation()?
        } else {
            usual
        };
        Ok(Order::Place {
            unit,
            at,
            formation,
        })
    }

    fn legs(&mut self) -> Result<Legs, Trouble> {
        let mut legs = Legs::new();
        if self.next == self.tokens.len() {
            let message = say!("{what} is missing", what = say("the way"));
            return Err(Trouble {
                column: self.end,
                message,
                hint: Some(allowed(LEGS.into_iter())),
            });
        }
        while self.next < self.tokens.len() {
            let at = self.next;
            match self.word("leg of a move", &LEGS)? {
                "to" => {
                    self.leg(at, &mut legs, Self::march)?;
                    while self
                        .tokens
                        .get(self.next)
                        .is_some_and(|token| token.text.contains(','))
                    {
                        self.leg(self.next, &mut legs, Self::march)?;
                    }
                }
                "pivot" => self.leg(at, &mut legs, |r| {
                    Ok(Leg::Pivot {
                        to: r.facing("the facing")?,
                    })
                })?,
                "advance" => self.leg(at, &mut legs, |r| Ok(Leg::Advance { by: r.length()? }))?,
                "slide" => self.leg(at, &mut legs, |r| {
                    Ok(Leg::Slide {
                        towards: r.facing("the direction")?,
                        by: r.length()?,
                    })
                })?,
                _ => self.leg(at, &mut legs, Self::wheel)?,
            }
        }
        Ok(legs)
    }

    /// One more leg, if there is room for it.
    fn leg(
        &mut self,
        at: usize,
        legs: &mut Legs,
        read: impl FnOnce(&mut Self) -> Result<Leg, Trouble>,
    ) -> Result<(), Trouble> {
        let leg = read(self)?;
        let column = self.tokens.get(at).map_or(self.end, |token| token.column);
        let message = say!("a move has at most {most} legs", most = legs.capacity());
        legs.try_push(leg).map_err(|_| Trouble {
            column,
            message,
            hint: None,
        })
    }

    fn march(&mut self) -> Result<Leg, Trouble> {
        Ok(Leg::March { to: self.point()? })
    }

    fn wheel(&mut self) -> Result<Leg, Trouble> {
        let hand = if self.word("hand", &["left", "right"])? == "left" {
            Hand::Left
        } else {
            Hand::Right
        };
        Ok(Leg::Wheel {
            hand,
            by: self.facing("how far to wheel")?.0,
        })
    }

    fn number(&mut self, what: &str) -> Result<(Token, f64), Trouble> {
        let token = self.need(what)?;
        match token.text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((token, value)),
            _ => Err(token.trouble(say!(
                "{what} must be a number, not `{word}`",
                what = say_as("noun", what),
                word = token.text
            ))),
        }
    }

    /// A charge, with dice for more distance and a heading where they are named.
    fn charge(&mut self) -> Result<Order, Trouble> {
        let (unit, target) = (self.unit("the unit")?, self.unit("the target")?);
        let (mut reach, mut heading) = (false, None);
        while self.next < self.tokens.len() {
            let open: &[&str] = match (reach, heading) {
                (false, None) => &["reach", "heading"],
                (true, None) => &["heading"],
                (false, Some(_)) => &["reach"],
                (true, Some(_)) => break,
            };
            match self.word("addition", open)? {
                "reach" => reach = true,
                _ => heading = Some(self.facing("the heading")?),
            }
        }
        Ok(Order::Charge {
            unit,
            target,
            reach,
            heading,
        })
    }

    fn facing(&mut self, what: &str) -> Result<Facing, Trouble> {
        let (token, value) = self.number(what)?;
        let facing = Facing::from_degrees(value).filter(|_| (-360.0..=360.0).contains(&value));
        facing.ok_or_else(|| {
            token.trouble(say!(
                "{what} must be -360 to 360 degrees, not {word}",
                what = say_as("noun", what),
                word = token.text
            ))
        })
    }

    fn length(&mut self) -> Result<Length, Trouble> {
        let (token, value) = self.number("the distance")?;
        let ruler = self.card.ruler;
        let too_far = || {
            token.trouble(say!(
                "{far} {unit} are too far",
                far = token.text,
                unit = say(ruler.name())
            ))
        };
        ruler.length(value).ok_or_else(too_far)
    }

    fn point(&mut self) -> Result<Point, Trouble> {
        let token = self.need("the place")?;
        let ruler = self.card.ruler;
        let part = |text: &str| text.parse::<f64>().ok().and_then(|n| ruler.length(n));
        let both = token
            .text
            .split_once(',')
            .and_then(|(x, y)| Some(Point::new(part(x)?, part(y)?)));
        both.ok_or_else(|| {
            let message = say!(
                "a place must be two numbers of {unit}, not `{word}`",
                unit = say(ruler.name()),
                word = token.text
            );
            token.hint(message, say!("like 12.5,8"))
        })
    }

    fn unit(&mut self, what: &str) -> Result<UnitId, Trouble> {
        let token = self.need(what)?;
        let names: Vec<&str> = self
            .battle
            .setting
            .names
            .iter()
            .map(String::as_str)
            .collect();
        let count = self.battle.units.len();
        pick(&token, &names, count, "unit").map(UnitId)
    }

    fn piece(&mut self) -> Result<u8, Trouble> {
        let token = self.need("the piece of terrain")?;
        let pieces = &self.battle.setting.pieces;
        let names: Vec<&str> = pieces.iter().map(|p| p.feature.name.as_str()).collect();
        pick(&token, &names, names.len(), "piece")
    }

    fn formation(&mut self) -> Result<u8, Trouble> {
        let token = self.need("the formation")?;
        let names: Vec<&str> = self.card.formations.iter().map(String::as_str).collect();
        pick(&token, &names, usize::from(u8::MAX) + 1, "formation")
    }

    fn choice(&mut self) -> Result<u8, Trouble> {
        let token = self.need("the choice")?;
        if let Ok(choice) = token.text.parse() {
            return Ok(choice);
        }
        let owed = self
            .battle
            .cursor
            .waits
            .and_then(|waits| self.card.clause(waits.why));
        let names: Vec<&str> = owed
            .map(|text| text.readings.iter().map(String::as_str).collect())
            .unwrap_or_default();
        pick(&token, &names, usize::from(u8::MAX) + 1, "choice")
    }
}

/// The place of the name a word means: the whole name, or a beginning that only
/// one name has; or `#` and the place itself, below `count`.
fn pick(token: &Token, names: &[&str], count: usize, what: &str) -> Result<u8, Trouble> {
    let found = folded(&token.text);
    let place = |at: usize| {
        u8::try_from(at)
            .map_err(|_| token.trouble(say!("too many {what}s", what = say_as("noun", what))))
    };
    let number = token
        .text
        .strip_prefix('#')
        .filter(|_| !token.quoted)
        .and_then(|n| n.parse::<usize>().ok());
    if let Some(number) = number.filter(|&n| n < count) {
        return place(number);
    }
    let whole: Vec<usize> = (0..names.len())
        .filter(|&i| folded(names[i]) == found)
        .collect();
    let begun = || {
        (0..names.len())
            .filter(|&i| folded(names[i]).starts_with(&found))
            .collect()
    };
    let fits: Vec<usize> = if whole.is_empty() && !found.is_empty() {
        begun()
    } else {
        whole
    };
    match fits.as_slice() {
        [one] => place(*one),
        [] => {
            let known = names.iter().copied();
            let near = nearest(&found, known.clone());
            let hint = near.map_or_else(
                || allowed(known),
                |name| say!("did you mean {name}?", name = quoted(name)),
            );
            Err(token.hint(
                say!(
                    "no {what} is called `{name}`",
                    what = say_as("noun", what),
                    name = token.text
                ),
                hint,
            ))
        }
        several => {
            let all: Vec<String> = several.iter().map(|&i| quoted(names[i])).collect();
            Err(token.hint(
                say!(
                    "`{word}` is the beginning of several {what}s",
                    word = token.text,
                    what = say_as("noun", what)
                ),
                all.join(", "),
            ))
        }
    }
}
