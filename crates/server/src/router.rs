//! One handler: a path, a file, and the headers a careful page wants.

use std::borrow::Cow;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, StatusCode, header};
use axum::response::Response;

use crate::page::{File, Page, hash_of};

/// The path of the battle that the program was asked to open.
const OPENED: &str = "opened.battle.toml";

/// The content security policy: nothing from elsewhere; `wasm-unsafe-eval` lets the page start the
/// engine.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

const ALWAYS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// The host names under which the page may be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hosts {
    /// Only those of this machine: somebody else must have pointed any other name at it.
    Loopback,
    /// Any: it is there for everyone.
    Any,
}

/// Returns the routes: every file of the page, and the battle to open if there is one.
pub fn router(page: Page, opened: Option<String>, hosts: Hosts) -> Router {
    Router::new().fallback(move |request: Request<Body>| {
        let answer = answer(&page, opened.as_deref(), hosts, &request);
        async move { answer }
    })
}

fn answer(page: &Page, opened: Option<&str>, hosts: Hosts, request: &Request<Body>) -> Response {
    if hosts == Hosts::Loopback && !is_loopback(request.headers()) {
        // The request used a name that somebody else pointed at this machine.
        return plain(
            StatusCode::MISDIRECTED_REQUEST,
            "This page is served on loopback only.\n",
        );
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD.\n");
        response
            .headers_mut()
            .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let path = match request.uri().path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let file = match opened {
        Some(text) if path == OPENED => Some(File {
            etag: hash_of(text.as_bytes()),
            bytes: text.as_bytes().to_vec().into(),
        }),
        _ => page.get(path),
    };
    // The build puts a brotli copy beside each file that it shrinks.
    let small = page
        .get(&format!("{path}.br"))
        .filter(|_| file.is_some() && takes_brotli(request.headers()));
    match small
        .map(|small| (small, true))
        .or(file.map(|file| (file, false)))
    {
        Some((file, brotli)) => found(path, file, brotli, request),
        None => plain(StatusCode::NOT_FOUND, "There is nothing here.\n"),
    }
}

fn found(path: &str, file: File, brotli: bool, request: &Request<Body>) -> Response {
    let known = request
        .headers()
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == file.etag);
    let length = file.bytes.len();
    let body = if known || request.method() == Method::HEAD {
        Body::empty()
    } else {
        // What is built in need not be copied for each request.
        match file.bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        }
    };
    let mut response = dressed(Response::new(body));
    let headers = response.headers_mut();
    // The hash is our own hexadecimal digits: always a header value.
    if let Ok(etag) = HeaderValue::from_str(&file.etag) {
        headers.insert(header::ETAG, etag);
    }
    // Vite puts a hash of the content into the names of its assets.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if brotli {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
    }
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    }
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response {
    let mut response = dressed(Response::new(Body::from(text)));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

fn dressed(mut response: Response) -> Response {
    for (name, value) in ALWAYS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns whether the browser accepts brotli.
fn takes_brotli(headers: &HeaderMap) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts.next().is_some_and(|c| c.eq_ignore_ascii_case("br"));
            // A weight of zero, in any of its spellings, says no.
            let weight = parts.next().and_then(|part| part.strip_prefix("q="));
            named && weight.is_none_or(|q| q.parse().is_ok_and(|q: f32| q > 0.0))
        })
}

/// Returns whether the request names this machine itself.
fn is_loopback(headers: &HeaderMap) -> bool {
    let Some(host) = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
    else {
        return false;
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "127.0.0.1" | "localhost" | "[::1]")
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "toml" => "application/toml; charset=utf-8",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
