//! A page for tests: calls as the page makes them.

use sandtable_session::{Session, Shelf};
use serde_json::Value;

/// A session that is called as a page calls it.
pub struct Page {
    session: Session,
}

impl Page {
    /// Creates a page on which nothing was started.
    pub fn new() -> Self {
        Self {
            session: Session::new(Shelf::shipped()),
        }
    }

    /// Creates a page on which a scenario was started.
    pub fn start(scenario: &str, seed: u64) -> (Self, Value) {
        let mut page = Self::new();
        let view = page.ok(
            "start",
            &serde_json::json!([{ "scenario": scenario }, seed]),
        );
        (page, view)
    }

    /// Returns the answer to a call, whether value or error.
    pub fn call(&mut self, method: &str, args: &str) -> Result<Value, Value> {
        let text = self.session.call(method, args);
        let answer: Value = serde_json::from_str(&text)
            .unwrap_or_else(|e| panic!("{method} {args} answers no JSON: {e}\n{text}"));
        match (answer.get("ok"), answer.get("err")) {
            (Some(ok), None) => Ok(ok.clone()),
            (None, Some(err)) => {
                assert!(err["message"].is_string() && err["refusals"].is_array());
                Err(err.clone())
            }
            _ => panic!("{method} answers neither ok nor err: {text}"),
        }
    }

    /// Returns the answer to a call that must succeed.
    pub fn ok(&mut self, method: &str, args: &Value) -> Value {
        self.call(method, &args.to_string())
            .unwrap_or_else(|e| panic!("{method} {args} failed: {e}"))
    }

    /// Returns the error of a call that must fail.
    pub fn err(&mut self, method: &str, args: &str) -> Value {
        match self.call(method, args) {
            Err(error) => error,
            Ok(value) => panic!("{method} {args} was answered: {value}"),
        }
    }

    /// Plays some orders as a computer player gives them; returns the view after the last one.
    pub fn play(&mut self, orders: usize, level: &str) -> Value {
        let mut view = self.ok("view", &serde_json::json!([]));
        for _ in 0..orders {
            if !view["ended"].is_null() {
                break;
            }
            let order = self.ok("think", &serde_json::json!([level]));
            let number = view["number"].clone();
            let played = self.ok("play", &serde_json::json!([order, number]));
            view = played["view"].clone();
        }
        view
    }
}
