//! Claims and sweeps: what a study file asks about what it plays.

use crate::answer::{Answer, Asked};
use crate::model::Arm;
use crate::model::{Check, Claim, Variant};
use crate::read::values::{answer, bound};
use crate::read::{Files, Found, exact};
use sandtable_battle::{Card, Clause};
use sandtable_files::walk::{Notes, Table};
use sandtable_tongue::say;
use std::collections::BTreeMap;

/// Most claims of a study.
const MOST_CLAIMS: usize = 40;

/// Most checks of a claim.
const MOST_CHECKS: usize = 12;

/// Reads the claims about the rules.
pub(crate) fn claims(
    root: &Table<'_>,
    variants: &[Variant],
    found: &[Found],
    arms: &[Arm],
    card: &Card,
    (name, from): (&str, &dyn Files),
    notes: &mut Notes<'_>,
) -> Vec<Claim> {
    let reader = Reader {
        name,
        from,
        variants,
        found,
        arms,
        card,
    };
    let tables = root.tables("claim", say("a claim"), MOST_CLAIMS, notes);
    let read = |table: &Table<'_>, notes: &mut Notes<'_>| {
        let says = table.need("says", notes).and_then(|node| node.text(notes));
        let who = table.get("who").and_then(|node| node.text(notes));
        let inner = table.tables("check", say("a check"), MOST_CHECKS, notes);
        let keys = ["says", "who", "check"].into_iter();
        let checks = if table.get("check").is_some() {
            table.keys(keys, notes);
            let each = inner.iter().map(|one| {
                one.keys(CHECK.into_iter().chain(exact::KEYS), notes);
                reader.check(one, notes)
            });
            each.collect::<Vec<_>>()
        } else {
            table.keys(keys.chain(CHECK).chain(exact::KEYS), notes);
            vec![reader.check(table, notes)]
        };
        Some(Claim {
            says: says?.trim().to_owned(),
            who: who.unwrap_or_default().trim().to_owned(),
            checks: checks.into_iter().collect::<Option<Vec<_>>>()?,
        })
    };
    tables
        .iter()
        .filter_map(|table| read(table, notes))
        .collect()
}

/// The keys of a check.
const CHECK: [&str; 10] = [
    "less", "answer", "clause", "kind", "variant", "than", "scenario", "side", "least", "most",
];

/// Everything that claims may refer to.
struct Reader<'a> {
    name: &'a str,
    from: &'a dyn Files,
    variants: &'a [Variant],
    found: &'a [Found],
    arms: &'a [Arm],
    card: &'a Card,
}

impl Reader<'_> {
    fn check(&self, table: &Table<'_>, notes: &mut Notes<'_>) -> Option<Check> {
        if table.get("situation").is_some() {
            return exact::check(self.from, self.name, self.card, table, notes);
        }
        for key in exact::KEYS
            .into_iter()
            .filter(|key| table.get(key).is_some())
        {
            let says = say!("`{key}` is asked of a `situation`", key = key);
            notes.add(table.get(key).map_or(0..0, |node| node.span()), says);
        }
        let asked = self.asked(table, notes);
        let place = |key: &str, names: Vec<&str>, notes: &mut Notes<'_>| {
            let node = table.get(key)?;
            node.one_of(names.into_iter(), notes)
        };
        let names = || self.variants.iter().map(|v| v.name.as_str()).collect();
        let variant = place("variant", names(), notes);
        let than = place("than", names(), notes);
        let scenarios = self.found.iter().map(|f| f.name.as_str()).collect();
        let scenario = place("scenario", scenarios, notes);
        let side = self.side(table, scenario, notes);
        let (least, most) = (bound(table, "least", notes), bound(table, "most", notes));
        match (least, most) {
            (None, None) => notes.add(table.span(), say!("a claim needs `least`, `most` or both")),
            (Some(least), Some(most)) if least > most => {
                notes.add(table.span(), say!("`least` is more than `most`"));
            }
            _ => {}
        }
        Some(Check {
            exact: None,
            asked: asked?,
            than,
            variant: variant.unwrap_or(0),
            scenario,
            side,
            least,
            most,
        })
    }

    fn asked(&self, table: &Table<'_>, notes: &mut Notes<'_>) -> Option<Asked> {
        let node = table.need("answer", notes)?;
        let found = answer(node, notes)?;
        let clause = |key: &str, notes: &mut Notes<'_>| {
            let node = table.get(key)?;
            let id = node.text(notes)?;
            let bare = id
                .strip_prefix(&format!("{}-", self.card.prefix))
                .unwrap_or(id);
            let all = self.card.clauses.iter();
            let known = all.clone().find(|c| c.id == bare);
            if known.is_none() {
                let says = say!(
                    "{rules} has no clause `{id}`",
                    rules = self.card.id,
                    id = id
                );
                notes.unknown(node.span(), says, bare, all.map(|c| c.id.as_str()));
            }
            let number = known?.n;
            Some((number, self.card.cite(Clause::new(number))))
        };
        let (clause, less) = (clause("clause", notes), clause("less", notes));
        if let Some(node) = table.get("less").filter(|_| found != Answer::Fired) {
            notes.add(node.span(), say!("`less` goes with `fired`"));
        }
        let kind = table.get("kind").and_then(|node| {
            let at = node.one_of(self.card.kinds.iter().map(|k| k.id.as_str()), notes)?;
            Some((u8::try_from(at).ok()?, self.card.kinds[at].title.clone()))
        });
        let name = found.name();
        for (key, there, wanted) in [
            (
                "clause",
                table.get("clause").is_some(),
                found.is_of_a_clause(),
            ),
            ("kind", table.get("kind").is_some(), found.is_of_a_kind()),
        ] {
            match (there, wanted) {
                (false, true) => notes.add(
                    node.span(),
                    say!("`{name}` needs `{key}`", name = name, key = key),
                ),
                (true, false) => notes.add(
                    node.span(),
                    say!("`{name}` is not asked of a {key}", name = name, key = key),
                ),
                _ => {}
            }
        }
        Some(Asked {
            answer: found,
            clause,
            less,
            kind,
        })
    }

    fn side(
        &self,
        table: &Table<'_>,
        scenario: Option<usize>,
        notes: &mut Notes<'_>,
    ) -> Option<String> {
        let node = table.get("side")?;
        let name = node.text(notes)?;
        let sides: BTreeMap<&str, ()> = self
            .arms
            .iter()
            .filter(|arm| scenario.is_none_or(|at| at == arm.scenario))
            .flat_map(|arm| &arm.start.setting.sides)
            .map(|side| (side.name.as_str(), ()))
            .collect();
        if !sides.contains_key(name) {
            let says = say!("no side is called `{name}`", name = name);
            notes.unknown(node.span(), says, name, sides.keys().copied());
        }
        Some(name.to_owned())
    }
}

/// Checks that claims about luck have it measured.
pub(crate) fn needs_luck(
    claims: &[Claim],
    luck: Option<bool>,
    notes: &mut Notes<'_>,
    root: &Table<'_>,
) {
    let mut asked = claims.iter().flat_map(|claim| &claim.checks);
    if luck == Some(false) && asked.any(|check| check.asked.answer.is_of_luck()) {
        let span = root
            .get("claim")
            .map_or_else(|| root.span(), |node| node.span());
        notes.hint(
            span,
            say!("a claim about luck needs the luck of every order measured"),
            say!("write `luck = true` above the first table"),
        );
    }
}
