//! The contract of the page, read from `contract.ts`: enough of TypeScript to
//! hold a JSON value to an interface. Keys must be exactly those named.

use serde_json::Value;
use std::collections::BTreeMap;

const SOURCE: &str = include_str!("../../../../web/src/engine/contract.ts");

/// A type of TypeScript.
#[derive(Clone, Debug)]
enum Type {
    Named(String),
    Literal(String),
    List(Box<Type>),
    Tuple(Vec<Type>),
    Union(Vec<Type>),
    Object(Vec<Field>),
}

/// A field of an interface: its name, whether it may be left out, its type.
#[derive(Clone, Debug)]
struct Field {
    name: String,
    optional: bool,
    of: Type,
}

/// The interfaces of the contract and what each call answers.
pub struct Contract {
    types: BTreeMap<String, Type>,
    calls: BTreeMap<String, Type>,
}

impl Contract {
    /// The contract as it stands in the page's sources.
    pub fn read() -> Self {
        let mut contract = Self {
            types: BTreeMap::new(),
            calls: BTreeMap::new(),
        };
        contract.add(SOURCE);
        contract
    }

    /// Adds what another file of the page says, and takes its calls.
    pub fn add(&mut self, source: &str) {
        let mut reader = Reader {
            tokens: tokens(source),
            at: 0,
        };
        let contract = self;
        while !reader.done() {
            if reader.peek() == "import" {
                while reader.next() != ";" {}
                continue;
            }
            reader.eat("export");
            match reader.next().as_str() {
                "type" => {
                    let name = reader.next();
                    reader.eat("=");
                    let of = reader.union();
                    reader.eat(";");
                    contract.types.insert(name, of);
                }
                "interface" => {
                    let name = reader.next();
                    if name == "Engine" || name == "LabCalls" {
                        contract.calls = reader.calls();
                    } else if name == "BuildCalls" || name == "DeskCalls" {
                        // Answered by the same engine, beside the others.
                        contract.calls.extend(reader.calls());
                    } else if name == "PaperCalls" {
                        // Not a session's: crates/wasm/src/desk.rs answers and tests it.
                        reader.calls();
                    } else {
                        let of = reader.union();
                        contract.types.insert(name, of);
                    }
                }
                other => panic!("the contract has `{other}`, which this reader does not know"),
            }
        }
    }

    /// The names of its calls.
    pub fn calls(&self) -> impl Iterator<Item = &str> {
        self.calls.keys().map(String::as_str)
    }

    /// The names of its interfaces.
    pub fn interfaces(&self) -> impl Iterator<Item = &str> {
        let objects = self.types.iter();
        objects.filter_map(|(name, of)| matches!(of, Type::Object(_)).then_some(name.as_str()))
    }

    /// Holds a value to what a call answers; calls that are none of the page's
    /// are not held.
    pub fn answers(&self, method: &str, value: &Value) -> Result<(), String> {
        match self.calls.get(method) {
            Some(of) => self.held(of, value, "answer"),
            None => Ok(()),
        }
    }

    /// Holds a value to an interface.
    pub fn holds(&self, name: &str, value: &Value) -> Result<(), String> {
        self.held(&Type::Named(name.to_owned()), value, name)
    }

    fn held(&self, of: &Type, value: &Value, path: &str) -> Result<(), String> {
        let wrong = |wanted: &str| {
            let shown: String = value.to_string().chars().take(120).collect();
            Err(format!("{path} should be {wanted}, not {shown}"))
        };
        match of {
            Type::Named(name) => match (name.as_str(), value) {
                ("unknown", _)
                | ("string", Value::String(_))
                | ("number", Value::Number(_))
                | ("boolean", Value::Bool(_))
                | ("null", Value::Null) => Ok(()),
                ("string" | "number" | "boolean" | "null", _) => wrong(name),
                (name, _) => match self.types.get(name) {
                    Some(of) => self.held(of, value, path),
                    None => Err(format!("{path}: the contract names no `{name}`")),
                },
            },
            Type::Literal(text) if value.as_str() == Some(text) => Ok(()),
            Type::Literal(text) => wrong(text),
            Type::List(of) => match value {
                Value::Array(items) => {
                    let mut all = items.iter().enumerate();
                    all.try_for_each(|(i, v)| self.held(of, v, &format!("{path}[{i}]")))
                }
                _ => wrong("a list"),
            },
            Type::Tuple(types) => match value {
                Value::Array(items) if items.len() == types.len() => {
                    let mut all = types.iter().zip(items).enumerate();
                    all.try_for_each(|(i, (of, v))| self.held(of, v, &format!("{path}[{i}]")))
                }
                _ => wrong("a tuple"),
            },
            Type::Union(types) => {
                let tries: Vec<String> = types
                    .iter()
                    .filter_map(|of| self.held(of, value, path).err())
                    .collect();
                if tries.len() < types.len() {
                    Ok(())
                } else {
                    Err(tries.join("\n  or "))
                }
            }
            Type::Object(fields) => self.object(fields, value, path),
        }
    }

    fn object(&self, fields: &[Field], value: &Value, path: &str) -> Result<(), String> {
        let Value::Object(found) = value else {
            return Err(format!("{path} should be an object"));
        };
        if let Some(extra) = found.keys().find(|k| !fields.iter().any(|f| f.name == **k)) {
            return Err(format!("{path} has `{extra}`, which the contract has not"));
        }
        for field in fields {
            match found.get(&field.name) {
                Some(value) => self.held(&field.of, value, &format!("{path}.{}", field.name))?,
                None if field.optional => {}
                None => return Err(format!("{path} has no `{}`", field.name)),
            }
        }
        Ok(())
    }
}

/// Names, strings (with their first quote) and signs; comments fall out.
fn tokens(source: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut letters = source.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '/' if letters.peek() == Some(&'/') => {
                letters.by_ref().take_while(|c| *c != '\n').count();
            }
            '/' if letters.peek() == Some(&'*') => {
                let mut last = ' ';
                letters
                    .by_ref()
                    .take_while(|c| {
                        let ends = last == '*' && *c == '/';
                        last = *c;
                        !ends
                    })
                    .count();
            }
            '\'' => {
                let text: String = letters.by_ref().take_while(|c| *c != '\'').collect();
                out.push(format!("'{text}"));
            }
            c if c.is_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(c) = letters.next_if(|c| c.is_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                out.push(word);
            }
            c if c.is_whitespace() => {}
            c => out.push(c.to_string()),
        }
    }
    out
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        let token = self.peek().to_owned();
        self.at += 1;
        token
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn eat(&mut self, token: &str) {
        let found = self.next();
        assert_eq!(found, token, "in the contract, token {}", self.at);
    }

    fn union(&mut self) -> Type {
        self.take("|");
        let mut types = vec![self.listed()];
        while self.take("|") {
            types.push(self.listed());
        }
        if types.len() == 1 {
            types.remove(0)
        } else {
            Type::Union(types)
        }
    }

    fn listed(&mut self) -> Type {
        let mut of = self.simple();
        while self.peek() == "[" && self.tokens.get(self.at + 1).is_some_and(|t| t == "]") {
            self.at += 2;
            of = Type::List(Box::new(of));
        }
        of
    }

    fn simple(&mut self) -> Type {
        match self.next().as_str() {
            "[" => {
                let mut types = Vec::new();
                while !self.take("]") {
                    types.push(self.union());
                    self.take(",");
                }
                Type::Tuple(types)
            }
            "(" => {
                let of = self.union();
                self.eat(")");
                of
            }
            "{" => {
                let mut fields = Vec::new();
                while !self.take("}") {
                    let name = self.next();
                    let optional = self.take("?");
                    self.eat(":");
                    let of = self.union();
                    self.take(";");
                    fields.push(Field { name, optional, of });
                }
                Type::Object(fields)
            }
            text if text.starts_with('\'') => Type::Literal(text[1..].to_owned()),
            name => Type::Named(name.to_owned()),
        }
    }

    /// The methods of the engine: `name(arguments): Promise<Type>;`.
    fn calls(&mut self) -> BTreeMap<String, Type> {
        let mut calls = BTreeMap::new();
        self.eat("{");
        while !self.take("}") {
            let name = self.next();
            self.eat("(");
            let mut depth = 1;
            while depth > 0 {
                match self.next().as_str() {
                    "(" => depth += 1,
                    ")" => depth -= 1,
                    "" => panic!("the contract's `{name}` does not end"),
                    _ => {}
                }
            }
            self.eat(":");
            self.eat("Promise");
            self.eat("<");
            let of = self.union();
            self.eat(">");
            self.eat(";");
            calls.insert(name, of);
        }
        calls
    }
}
