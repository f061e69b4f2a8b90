//! Reads an order from the words of a line.

use sandtable_battle::phrase::{allowed, folded, meant_or_allowed, nearest};
use sandtable_battle::{Battle, Card, Hand, Leg, Legs, Order, UnitId};
use sandtable_geometry::{Facing, Length, Point, Pose};
use sandtable_tongue::{say, say_as};

use super::words::{Token, quoted, split};
use super::{Trouble, VERBS};

/// The words that may follow in a move.
const LEGS: [&str; 5] = ["pivot", "advance", "slide", "wheel", "to"];

/// Reads words one by one.
pub(super) struct Reader<'b> {
    tokens: Vec<Token>,
    next: usize,
    end: usize,
    battle: &'b Battle,
    card: &'b Card,
}

impl<'b> Reader<'b> {
    pub(super) fn new(text: &str, battle: &'b Battle, card: &'b Card) -> Result<Self, Trouble> {
        Ok(Self {
            tokens: split(text)?,
            next: 0,
            end: text.chars().count() + 1,
            battle,
            card,
        })
    }

    /// Returns the word at a place, read or not.
    pub(super) fn at(&self, place: usize) -> Option<&Token> {
        self.tokens.get(place)
    }

    /// Refuses words that are left over.
    pub(super) fn finish(mut self) -> Result<(), Trouble> {
        self.take().map_or(Ok(()), |token| {
            Err(token.trouble(say!(
                "`{word}` is too much: the order ends before it",
                word = token.text
            )))
        })
    }

    pub(super) fn take(&mut self) -> Option<Token> {
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

    /// Reads one of a few words.
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
                        "there is no {what} `{word}`",
                        what = say_as("noun", what),
                        word = token.text
                    ),
                    hint,
                )
            })
    }

    pub(super) fn order(&mut self) -> Result<Order, Trouble> {
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

    /// Reads one more leg, if there is room for it.
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

    /// Reads a charge, with dice for more distance and a heading if they are named.
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

    pub(super) fn unit(&mut self, what: &str) -> Result<UnitId, Trouble> {
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
        let (now, formerly) = owed.map_or((&[][..], &[][..]), |text| {
            (text.readings.as_slice(), text.formerly.as_slice())
        });
        let before = formerly
            .iter()
            .position(|name| folded(name) == folded(&token.text));
        if let Some(place) = before.and_then(|place| u8::try_from(place).ok()) {
            return Ok(place);
        }
        let names: Vec<&str> = now.iter().map(String::as_str).collect();
        pick(&token, &names, usize::from(u8::MAX) + 1, "choice")
    }
}

/// Returns the index of the name that a word means: the whole name, a beginning that only one name
/// has, or `#` and the index itself, below `count`.
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
