//! The requests about rooms.

use crate::account;
use crate::address;
use crate::bodies::{self, Gate};
use crate::config::Config;
use crate::feed;
use crate::letters;
use crate::limit::{Limit, Speaker};
use crate::log;
use crate::places::Places;
use crate::rooms::Rooms;
use crate::store::StoreError;
use crate::tournament::wire::{MakeTournament, TournamentDeed, TournamentOf};
use crate::wire::{
    AccountDeed, AccountOf, MOST_MESSAGE, MOST_UPLOAD, MailOf, Make, Mine, PushOf, Trouble,
};
use crate::ws::{self, Door};
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::IpAddr;
use std::sync::Arc;

/// Size of the read buffer for a page at a table, in bytes: most messages are an order. The usual
/// 128 KiB would be most of what a battle takes.
const READ: usize = 2 << 10;
/// Size in bytes of a journal that comes in only while few others do. Most battles are smaller.
const LARGE: usize = 512 << 10;

/// What every request needs.
#[derive(Clone)]
struct Desk {
    rooms: Arc<Rooms>,
    config: Arc<Config>,
    makes: Arc<Limit>,
    comes: Arc<Limit>,
    mails: Arc<Limit>,
    tries: Arc<Limit>,
    names: Arc<Limit<String>>,
    looks: Arc<Limit>,
    said: Arc<Limit<Speaker>>,
    places: Arc<Places>,
}

/// Returns the routes of the requests about rooms, and others beside them under the same limits for
/// bodies.
pub fn router(rooms: Arc<Rooms>, config: Config, beside: Beside) -> Router {
    let desk = Desk {
        rooms,
        makes: Arc::new(Limit::new(config.makes)),
        comes: Arc::new(Limit::new(config.comes)),
        mails: Arc::new(Limit::new(config.mails)),
        tries: Arc::new(Limit::new(config.tries)),
        names: Arc::new(Limit::new(config.tries)),
        looks: Arc::new(Limit::new(config.looks)),
        said: Arc::new(Limit::new(config.messages)),
        places: Arc::new(Places::from(LARGE)),
        config: Arc::new(config),
    };
    let memory = Arc::new(bodies::Memory::new());
    let gate = |busy| {
        let gate = Gate {
            memory: Arc::clone(&memory),
            behind_proxy: desk.config.behind_proxy,
            busy,
        };
        from_fn_with_state(gate, bodies::let_in)
    };
    let own = gate(|| Trouble::TooFast.into_response());
    let others = gate(beside.busy);
    let largest = DefaultBodyLimit::max(MOST_UPLOAD + MOST_MESSAGE);
    Router::new()
        .route("/api/rooms", get(lobby).post(make).layer(largest))
        .route("/api/rooms/mine", post(mine))
        .route("/api/rooms/feed/{print}", get(feed))
        .route("/api/rooms/mail", post(mail))
        .route("/api/rooms/push", post(push))
        .route("/api/account", post(account))
        .route("/api/ratings/{rules}", get(rated))
        .route("/api/tournaments", post(make_tournament))
        .route("/api/tournaments/list", post(tournaments))
        .route("/api/tournaments/of/{id}", post(tournament))
        .route("/api/series/{name}", get(series))
        .route("/api/mail/{link}", get(letter).post(answer_letter))
        .route("/api/rooms/{room}/ws", get(join))
        .route("/api/rooms/{room}/journal", get(journal))
        .route("/healthz", get(health))
        .route("/metrics", get(metrics))
        .method_not_allowed_fallback(async || Trouble::WrongMethod)
        .layer(DefaultBodyLimit::max(MOST_MESSAGE))
        .layer(own)
        .with_state(desk)
        .merge(beside.routes.layer(others))
        .layer(from_fn(named))
}

/// Routes that other crates bring along.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The routes.
    pub routes: Router,
    /// Answers if too many large bodies of one address are on their way.
    pub busy: fn() -> Response,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            routes: Router::new(),
            busy: || StatusCode::TOO_MANY_REQUESTS.into_response(),
        }
    }
}

/// Lets a request pass unless its path holds the character 0: nothing has such a name, and
/// PostgreSQL takes no text with it.
async fn named(request: Request, next: Next) -> Response {
    if request.uri().path().contains("%00") {
        return Trouble::NoRoom.into_response();
    }
    next.run(request).await
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::NoRoom | Self::NoSeat | Self::NoTournament | Self::NoEntrant | Self::NoBoard => {
                StatusCode::NOT_FOUND
            }
            Self::TooFast => StatusCode::TOO_MANY_REQUESTS,
            Self::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Self::NotKept => StatusCode::SERVICE_UNAVAILABLE,
            Self::Banned
            | Self::Elsewhere
            | Self::WrongPassword
            | Self::NeedsAccount
            | Self::SignedOut
            | Self::NotOrganiser
            | Self::NotEntered => StatusCode::FORBIDDEN,
            Self::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::OldPage => StatusCode::CONFLICT,
            Self::Unreadable => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::BAD_REQUEST,
        };
        (status, Json(self)).into_response()
    }
}

/// The address a request comes from, as limits count it.
struct From(IpAddr);

impl FromRequestParts<Desk> for From {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> Result<Self, Trouble> {
        let proxied = desk.config.behind_proxy;
        let address = address::of(&parts.extensions, &parts.headers, proxied);
        let store = &desk.rooms.store;
        if store.is_banned(address).await? {
            return Err(Trouble::Banned);
        }
        Ok(Self(address::counted(address)))
    }
}

/// Returns whether a request comes from a page of this server: browsers name the origin.
fn is_own(headers: &HeaderMap, config: &Config) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if let Some(public) = &config.public {
        return origin == public;
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    origin.split_once("://").map(|(_, name)| name) == host
}

/// The address of a request that only a page of this server may send.
struct Own(IpAddr);

impl FromRequestParts<Desk> for Own {
    type Rejection = Trouble;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> Result<Self, Trouble> {
        let From(address) = From::from_request_parts(parts, desk).await?;
        match is_own(&parts.headers, &desk.config) {
            true => Ok(Self(address)),
            false => Err(Trouble::Elsewhere),
        }
    }
}

/// A request in JSON, with its limits.
trait Ask: DeserializeOwned {
    /// The limit that is charged before the request is read.
    fn limit(_: &Desk) -> Option<&Limit> {
        None
    }

    /// Returns whether the request is allowed once it is read, where the limit depends on its
    /// content.
    fn may(&self, _: &Desk, _: IpAddr, _: i64) -> bool {
        true
    }
}

/// A request from a page of this server that was let in, is within the limits and could be read.
struct Asked<T>(T);

impl<T: Ask> FromRequest<Desk> for Asked<T> {
    type Rejection = Trouble;

    async fn from_request(request: Request, desk: &Desk) -> Result<Self, Trouble> {
        let (mut parts, body) = request.into_parts();
        let Own(address) = Own::from_request_parts(&mut parts, desk).await?;
        let now = desk.rooms.now();
        if T::limit(desk).is_some_and(|limit| !limit.take(&address, now)) {
            return Err(Trouble::TooFast);
        }
        let request = Request::from_parts(parts, body);
        let read = Json::<T>::from_request(request, desk).await;
        let Json(asked) = read.map_err(|why| match why.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Trouble::TooLong,
            _ => Trouble::Garbled,
        })?;
        match asked.may(desk, address, now) {
            true => Ok(Self(asked)),
            false => Err(Trouble::TooFast),
        }
    }
}

impl Ask for Make {
    fn limit(desk: &Desk) -> Option<&Limit> {
        Some(&desk.makes)
    }
}

impl Ask for MakeTournament {
    fn limit(desk: &Desk) -> Option<&Limit> {
        Some(&desk.makes)
    }
}

impl Ask for Mine {
    fn limit(desk: &Desk) -> Option<&Limit> {
        Some(&desk.comes)
    }
}

/// Pages look whether they get letters each time they are opened.
impl Ask for MailOf {
    fn may(&self, desk: &Desk, address: IpAddr, now: i64) -> bool {
        let limit = self.set.as_ref().map_or(&desk.looks, |_| &desk.mails);
        limit.take(&address, now)
    }
}

impl Ask for PushOf {
    fn may(&self, desk: &Desk, address: IpAddr, now: i64) -> bool {
        let limit = self.set.as_ref().map_or(&desk.looks, |_| &desk.mails);
        limit.take(&address, now)
    }
}

/// Trying passwords is slow, both for an address and for a name: the owner of the name has other
/// devices that stay signed in.
impl Ask for AccountOf {
    fn may(&self, desk: &Desk, address: IpAddr, now: i64) -> bool {
        match &self.what {
            AccountDeed::Look | AccountDeed::SignOut | AccountDeed::Export => {
                desk.comes.take(&address, now)
            }
            AccountDeed::SignIn { name, .. } | AccountDeed::Make { name, .. } => {
                desk.tries.take(&address, now) && desk.names.take(&account::account_key(name), now)
            }
            AccountDeed::Password { .. } | AccountDeed::Delete { .. } => {
                desk.tries.take(&address, now)
            }
        }
    }
}

/// Pages look every few seconds, perhaps a whole club from one address, so looking has a limit of
/// its own.
impl Ask for TournamentOf {
    fn may(&self, desk: &Desk, address: IpAddr, now: i64) -> bool {
        let limit = match self.what {
            TournamentDeed::Look => &desk.looks,
            _ => &desk.comes,
        };
        limit.take(&address, now)
    }
}

async fn make(State(desk): State<Desk>, Asked(make): Asked<Make>) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.make(make).await?).into_response())
}

async fn lobby(State(desk): State<Desk>, From(_): From) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.lobby().await?).into_response())
}

/// Answers with the rooms of a device: its battles, and where it is its turn.
async fn mine(
    State(desk): State<Desk>,
    Asked(Mine { device }): Asked<Mine>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.mine(&device).await?).into_response())
}

/// Sets or shows where a device gets letters when it is its turn.
async fn mail(State(desk): State<Desk>, Asked(of): Asked<MailOf>) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.mail(of).await?).into_response())
}

/// Sets or shows whether a device gets notices when it is its turn.
async fn push(State(desk): State<Desk>, Asked(of): Asked<PushOf>) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.push(of).await?).into_response())
}

/// Does what a device asks for its account.
async fn account(
    State(desk): State<Desk>,
    Asked(of): Asked<AccountOf>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.account(of).await?).into_response())
}

/// Answers with the rating table of a rule set.
async fn rated(
    State(desk): State<Desk>,
    From(_): From,
    Path(rules): Path<String>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.rated(&rules).await?).into_response())
}

/// Answers with the table of a series of tournaments.
async fn series(
    State(desk): State<Desk>,
    From(_): From,
    Path(name): Path<String>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.league(&name).await?).into_response())
}

async fn make_tournament(
    State(desk): State<Desk>,
    Asked(make): Asked<MakeTournament>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.make_tournament(make).await?).into_response())
}

/// Answers with the public tournaments and those of a device.
async fn tournaments(
    State(desk): State<Desk>,
    Asked(Mine { device }): Asked<Mine>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.tournaments(&device).await?).into_response())
}

/// Does what a device asks in a tournament.
async fn tournament(
    State(desk): State<Desk>,
    Path(id): Path<String>,
    Asked(of): Asked<TournamentOf>,
) -> Result<Response, Trouble> {
    Ok(Json(desk.rooms.in_tournament(&id, of).await?).into_response())
}

/// Shows the page behind the link of a letter.
async fn letter(
    State(desk): State<Desk>,
    From(address): From,
    Path(link): Path<String>,
) -> Result<Response, Trouble> {
    if !desk.mails.take(&address, desk.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    let found = desk.rooms.letter(&link).await?;
    Ok(found.map_or_else(letters::gone, |linked| {
        let spoken = desk.config.language(&linked.language).unwrap_or_default();
        letters::asks(&linked, spoken)
    }))
}

/// Takes the answer of a letter's reader. A mail program that unsubscribes sends a different text;
/// it means no as well.
async fn answer_letter(
    State(desk): State<Desk>,
    From(address): From,
    Path(link): Path<String>,
    body: String,
) -> Result<Response, Trouble> {
    if !desk.mails.take(&address, desk.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    let Some(linked) = desk.rooms.letter(&link).await? else {
        return Ok(letters::gone());
    };
    let spoken = desk.config.language(&linked.language).unwrap_or_default();
    let yes = body == "what=yes";
    Ok(match desk.rooms.answer_letter(&link, yes).await? {
        true => letters::answered(yes, spoken),
        false => letters::gone(),
    })
}

/// The language in which a feed is asked for.
#[derive(Deserialize)]
struct FeedOf {
    #[serde(default)]
    language: Option<String>,
}

/// Returns the address at which people reach this server, as far as it knows: the one the host set,
/// or else the one in the request. Only a trusted proxy is believed about whether TLS was used.
fn base(headers: &HeaderMap, config: &Config) -> String {
    if let Some(public) = &config.public {
        return public.clone();
    }
    let told = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let safe = config.behind_proxy && told("x-forwarded-proto") == Some("https");
    let scheme = if safe { "https" } else { "http" };
    format!("{scheme}://{}", told("host").unwrap_or("localhost"))
}

/// Answers with the rooms of a device as a feed, found by the fingerprint of its key: a feed reader
/// must not hold the key itself, which gives orders.
async fn feed(
    State(desk): State<Desk>,
    From(address): From,
    Path(print): Path<String>,
    headers: HeaderMap,
    of: Result<Query<FeedOf>, QueryRejection>,
) -> Result<Response, Trouble> {
    if !desk.comes.take(&address, desk.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    let Query(FeedOf { language }) = of.map_err(|_| Trouble::Garbled)?;
    let code = language.as_deref().unwrap_or("en");
    let spoken = desk.config.language(code).ok_or(Trouble::Garbled)?;
    let rooms = desk.rooms.of_print(&print).await?;
    let base = base(&headers, &desk.config);
    let text = spoken.speak(|| feed::rss(&rooms, &base, code));
    let head = [
        (header::CONTENT_TYPE, "application/rss+xml; charset=utf-8"),
        (header::CACHE_CONTROL, "private, max-age=60"),
    ];
    Ok((head, text).into_response())
}

async fn join(
    State(desk): State<Desk>,
    Own(address): Own,
    Path(room): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Trouble> {
    if !desk.comes.take(&address, desk.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    let upgrade = upgrade
        .max_message_size(MOST_MESSAGE)
        .max_frame_size(MOST_MESSAGE)
        .read_buffer_size(READ);
    let door = Door {
        rooms: desk.rooms,
        config: desk.config,
        said: desk.said,
        makes: desk.makes,
        places: desk.places,
        address,
    };
    Ok(upgrade.on_upgrade(move |socket| ws::serve(door, room, socket)))
}

/// Answers with the journal of a battle that is over: everyone who knows the room may have it.
async fn journal(
    State(desk): State<Desk>,
    From(address): From,
    Path(room): Path<String>,
) -> Result<Response, Trouble> {
    if !desk.comes.take(&address, desk.rooms.now()) {
        return Err(Trouble::TooFast);
    }
    let open = desk.rooms.find(&room).await?;
    let mut room = open.lock().await;
    desk.rooms.sure(&mut room).await?;
    if room.course.over.is_none() {
        return Err(Trouble::NotOver);
    }
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson; charset=utf-8")];
    Ok((kind, room.umpire.journal().to_jsonl()).into_response())
}

async fn health(State(desk): State<Desk>) -> Response {
    match desk.rooms.store.check().await {
        Ok(()) => "well\n".into_response(),
        Err(why) => {
            // What is wrong may name files: that is for the host.
            log::tell_seldom("not_well", &why);
            let says = match why {
                StoreError::Odd(_) => "the database cannot be used: see the log\n",
                _ => "the database does not answer, or stores nothing: see the log\n",
            };
            (StatusCode::SERVICE_UNAVAILABLE, says).into_response()
        }
    }
}

async fn metrics(State(desk): State<Desk>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, desk.rooms.metrics.text()).into_response()
}
