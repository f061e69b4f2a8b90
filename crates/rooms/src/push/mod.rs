//! Notices that a browser shows also when its page is closed (web push): that it is somebody's
//! turn, that his battle is over, or that a tournament has a battle for him. Where the host gave it a key, and to browsers whose user
//! asked for it.
//!
//! A notice says what a letter says, and no more: the battle, and in which room. No secret of a
//! seat is in it, and the service in between cannot read it.

mod keys;
mod post;
mod sealed;

pub use keys::PushKeys;
pub use post::Reach;

use crate::log;
use crate::mail::About;
use crate::seat::Seat;
use crate::store::{PushRow, Store, StoreError};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use post::{Endpoint, Post, Sent};
use ring::rand::SystemRandom;
use sandtable_tongue::Language;
use sealed::Keys;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio_rustls::rustls::pki_types::CertificateDer;

/// Notices that are brought at once, and those that may wait: more are dropped rather than held
/// against players.
const AT_ONCE: usize = 16;
const WAITING: usize = 1000;
/// Between two tries to bring one.
const AGAIN: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(180)];
/// How long a service keeps a notice for a browser that is away, in seconds: two days.
const KEPT: u32 = 2 * 24 * 3600;
/// Notices are made at least so long, so that their length does not tell which it is.
const LEAST: usize = 512;
/// Most letters of a title that are told.
const TITLE: usize = 120;

/// How notices are sent.
#[derive(Clone)]
pub struct Push {
    inner: Arc<Inner>,
}

struct Inner {
    keys: PushKeys,
    post: Post,
    contact: String,
    languages: BTreeMap<String, Language>,
    at_once: Semaphore,
    waiting: Semaphore,
}

impl Push {
    /// Sends with a key pair; `contact` is where services find who sends: `https://` or
    /// `mailto:`. Services are trusted as the machine trusts them, and those besides whose
    /// certificates are given.
    ///
    /// # Errors
    /// When TLS cannot be spoken.
    pub fn open(
        keys: PushKeys,
        contact: &str,
        reach: Reach,
        also: &[CertificateDer<'static>],
        languages: BTreeMap<String, Language>,
    ) -> Result<Self, String> {
        let inner = Inner {
            keys,
            post: Post::new(also, reach)?,
            contact: contact.to_owned(),
            languages,
            at_once: Semaphore::new(AT_ONCE),
            waiting: Semaphore::new(WAITING),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// The public key that browsers want.
    pub(crate) fn key(&self) -> &str {
        self.inner.keys.public()
    }

    /// Whether notices could be sent by a subscription.
    pub(crate) fn takes(&self, row: &PushRow) -> bool {
        Endpoint::read(&row.endpoint, self.inner.post.reach).is_some() && keys_of(row).is_some()
    }

    /// What a browser is told, in its language.
    fn text(&self, row: &PushRow, about: About, (room, title): (&str, &str)) -> String {
        let title: String = title.chars().take(TITLE).collect();
        let spoken = self.inner.languages.get(&row.language).copied();
        let says = spoken.unwrap_or_default().speak(|| about.says(&title));
        json!({"room": room, "says": says}).to_string()
    }

    /// Brings a notice; a subscription that is over is forgotten.
    async fn bring(self, store: Store, row: PushRow, room: String, text: String, now: i64) {
        let inner = &self.inner;
        let (Ok(_place), Some(to), Some(keys)) = (
            inner.waiting.try_acquire(),
            Endpoint::read(&row.endpoint, inner.post.reach),
            keys_of(&row),
        ) else {
            log::tell("notice_dropped", &[("why", &"too many wait")]);
            return;
        };
        let mut tries = AGAIN.iter();
        loop {
            let sent = match inner.at_once.acquire().await {
                Ok(_one) => self.send(&to, &keys, &room, &text, now).await,
                Err(_) => return,
            };
            match (sent, tries.next()) {
                (Sent::Taken, _) => return,
                (Sent::Gone, _) => {
                    let _ = store.drop_push(&row.device, Some(&row.endpoint)).await;
                    return;
                }
                (Sent::Later, Some(wait)) => tokio::time::sleep(*wait).await,
                // The address belongs to somebody: only what happened is told.
                (Sent::Later | Sent::Refused, _) => {
                    log::tell("notice_dropped", &[("why", &"the push service")]);
                    return;
                }
            }
        }
    }

    async fn send(&self, to: &Endpoint, keys: &Keys, room: &str, text: &str, now: i64) -> Sent {
        let inner = &self.inner;
        let chance = SystemRandom::new();
        let who = inner.keys.authorization(&to.service(), &inner.contact, now);
        let (Some(who), Some(body)) = (who, sealed::sealed(text.as_bytes(), LEAST, keys, &chance))
        else {
            return Sent::Refused;
        };
        // A later notice of the same room takes the place of one that still waits.
        let head = format!(
            "TTL: {KEPT}\r\nUrgency: high\r\nTopic: {room}\r\nContent-Encoding: aes128gcm\r\n\
             Content-Type: application/octet-stream\r\nAuthorization: {who}\r\n"
        );
        inner.post.send(to, &head, &body).await
    }
}

/// What a browser gave to be written to; none when it is none.
fn keys_of(row: &PushRow) -> Option<Keys> {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    Some(Keys {
        key: bytes(&row.key)?.try_into().ok()?,
        auth: bytes(&row.auth)?.try_into().ok()?,
    })
}

/// Tells the player at a seat by notices, on every device of his that wants them, where he was
/// not told before.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn tell(
    push: Push,
    store: Store,
    room: String,
    title: String,
    (seat, about): (Seat, About),
    now: i64,
) -> Result<(), StoreError> {
    let Some(device) = store.device_at(&room, seat).await? else {
        return Ok(());
    };
    let rows = store.pushes_of(&device).await?;
    let what = format!("push {}", about.name());
    if rows.is_empty() || !store.tell_once(&room, seat, &what).await? {
        return Ok(());
    }
    for row in rows {
        let text = push.text(&row, about, (&room, &title));
        let (push, store, room) = (push.clone(), store.clone(), room.clone());
        tokio::spawn(push.bring(store, row, room, text, now));
    }
    Ok(())
}
