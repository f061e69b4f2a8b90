//! The engine over HTTP: `POST /api/...` with JSON, for anyone who wants an answer without using a
//! library.
//!
//! A call contains all that it needs, and the server remembers nothing. The number of calls at
//! once, the time for each and the size of a request are limited; a call beyond a limit gets an
//! answer that says so. `GET /api/openapi.json` describes everything, generated from the types
//! below.

mod calls;
mod describe;
mod limits;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use calls::Call;
use serde::Serialize;

pub use describe::openapi;
pub use limits::Limits;

/// Maximum size of a request in bytes: a journal of a long battle fits.
const MOST_BYTES: usize = 8 << 20;

/// Why a call was not answered.
#[derive(Debug, Serialize, schemars::JsonSchema)]
pub struct Trouble {
    /// The kind of trouble: `garbled`, `unknown`, `flawed`, `order`, `refused`, `over`, `dice`,
    /// `differs`, `method`, `busy`, `slow`, `long` or `failed`.
    pub error: &'static str,
    /// What is wrong, in words.
    pub says: String,
    /// The clauses that forbid the order, if one is refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
}

impl Trouble {
    fn new(error: &'static str, says: impl Into<String>) -> Self {
        let (says, clauses) = (clipped(says.into()), Vec::new());
        Self {
            error,
            says,
            clauses,
        }
    }

    fn status(&self) -> StatusCode {
        match self.error {
            "garbled" => StatusCode::BAD_REQUEST,
            "method" => StatusCode::METHOD_NOT_ALLOWED,
            "busy" => StatusCode::TOO_MANY_REQUESTS,
            "slow" => StatusCode::SERVICE_UNAVAILABLE,
            "long" => StatusCode::PAYLOAD_TOO_LARGE,
            "failed" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        }
    }
}

impl From<sandtable::Error> for Trouble {
    fn from(error: sandtable::Error) -> Self {
        use sandtable::Error;
        let kind = match &error {
            Error::Unknown(_) => "unknown",
            Error::Flawed(_) | Error::Unseen => "flawed",
            Error::NoOrder { .. } => "order",
            Error::Refused(_) => "refused",
            Error::Over(_) => "over",
            Error::Dice(_) => "dice",
            Error::Full => "full",
            Error::Differs(_) => "differs",
            _ => "failed",
        };
        let clauses = match &error {
            Error::Refused(why) => why.reasons.iter().map(|r| r.clause.clone()).collect(),
            _ => Vec::new(),
        };
        Self {
            clauses,
            ..Self::new(kind, error.to_string())
        }
    }
}

/// Shortens a sentence about what was sent, and replaces every character that would be longer as
/// JSON.
fn clipped(mut says: String) -> String {
    const MOST: usize = 1_900;
    sandtable_files::clip(&mut says, MOST);
    let plain = |c: char| if c.is_control() && c != '\n' { '?' } else { c };
    says.chars().map(plain).collect()
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        json(
            self.status(),
            serde_json::to_string(&self).unwrap_or_default(),
        )
    }
}

fn json(status: StatusCode, text: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (status, headers, text).into_response()
}

/// Answers a call whose address has too many large calls on their way.
#[must_use]
pub fn busy() -> Response {
    let says = "too many large calls are on their way: try again in a moment";
    Trouble::new("busy", says).into_response()
}

/// Returns the routes of the calls.
pub fn router(limits: Limits) -> Router {
    let mut router = Router::new().route(
        "/api/openapi.json",
        get(|| async { json(StatusCode::OK, openapi().to_string()) }),
    );
    for call in calls::ALL {
        let answer = move |State(limits): State<Limits>, body: Result<Bytes, _>| {
            answered(call, limits, body)
        };
        router = router.route(call.path, post(answer));
    }
    let wrong = "this address takes other methods: see the header Allow";
    router
        .method_not_allowed_fallback(async move || Trouble::new("method", wrong))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(limits)
}

async fn answered(
    call: &'static Call,
    limits: Limits,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(why) if why.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            let says = format!("a request may have {MOST_BYTES} bytes");
            return Trouble::new("long", says).into_response();
        }
        Err(why) => return Trouble::new("garbled", why.body_text()).into_response(),
    };
    match limits.hold(move || (call.answer)(&body)).await {
        Ok(Ok(text)) => json(StatusCode::OK, text),
        Ok(Err(trouble)) | Err(trouble) => trouble.into_response(),
    }
}
