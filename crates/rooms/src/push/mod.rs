//! Notices that a browser shows even when its page is closed (web push): it is your turn, your
//! battle is over, or a tournament has a battle for you. They need a key from the host, and go to
//! browsers whose users asked for them.
//!
//! A notice says what a letter says, and no more: the battle, and in which room. It contains no
//! secret of a seat, and the service in between cannot read it.

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
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::CertificateDer;

/// How many notices are delivered at once, and how many may wait: more are dropped, so that players
/// do not wait for them.
const AT_ONCE: usize = 16;
const WAITING: usize = 1000;
/// How long a service may take before others get its turn, and how many slow services may then go
/// on: addresses come from clients, so a service may be slow on purpose.
const SOON: Duration = Duration::from_secs(1);
const ASIDE: usize = 64;
/// Waiting time between two tries to deliver a notice.
const AGAIN: [Duration; 2] = [Duration::from_secs(20), Duration::from_secs(180)];
/// How long a service keeps a notice for a browser that is away, in seconds: two days.
const KEPT: u32 = 2 * 24 * 3600;
/// Minimum length of a notice, so that the length does not reveal which one it is.
const LEAST: usize = 512;
/// Maximum number of letters of a title in a notice.
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
    aside: Semaphore,
    /// Places for notices that were never tried, and for those that were.
    waiting: Semaphore,
    again: Semaphore,
}

impl Push {
    /// Sends with a key pair; `contact` is where services find the sender: `https://` or `mailto:`.
    /// Services are trusted if the machine trusts them or their certificates are in `also`.
    ///
    /// # Errors
    /// If TLS cannot be set up.
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
            aside: Semaphore::new(ASIDE),
            waiting: Semaphore::new(WAITING),
            again: Semaphore::new(WAITING),
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// Returns the public key that browsers want.
    pub(crate) fn key(&self) -> &str {
        self.inner.keys.public()
    }

    /// Returns whether a subscription is one to which notices can be sent.
    pub(crate) fn takes(&self, row: &PushRow) -> bool {
        Endpoint::read(&row.endpoint, self.inner.post.reach).is_some() && keys_of(row).is_some()
    }

    /// Returns what a browser shows, in its language.
    fn text(&self, row: &PushRow, about: About, (room, title): (&str, &str)) -> String {
        let title: String = title.chars().take(TITLE).collect();
        let spoken = self.inner.languages.get(&row.language).copied();
        let says = spoken.unwrap_or_default().speak(|| about.says(&title));
        json!({"room": room, "says": says}).to_string()
    }

    /// Delivers a notice; a subscription that is over is forgotten.
    async fn bring(self, store: Store, row: PushRow, room: String, text: String, now: i64) {
        let inner = &self.inner;
        let (Ok(mut place), Some(to), Some(keys)) = (
            inner.waiting.try_acquire(),
            Endpoint::read(&row.endpoint, inner.post.reach),
            keys_of(&row),
        ) else {
            log::tell("notice_dropped", &[("why", &"too many wait")]);
            return;
        };
        let mut tries = AGAIN.iter();
        loop {
            let sent = self.once(self.send(&to, &keys, &room, &text, now)).await;
            match (sent, tries.next(), inner.again.try_acquire()) {
                (Sent::Taken, ..) => return,
                (Sent::Gone, ..) => {
                    let _ = store.drop_push(&row.device, Some(&row.endpoint)).await;
                    return;
                }
                (Sent::Later, Some(wait), Ok(again)) => {
                    // Frees the place for a notice that was never tried.
                    drop(std::mem::replace(&mut place, again));
                    tokio::time::sleep(*wait).await;
                }
                // The address belongs to a person, so only what happened is logged.
                (Sent::Later | Sent::Refused, ..) => {
                    log::tell("notice_dropped", &[("why", &"the push service")]);
                    return;
                }
            }
        }
    }

    /// Tries once, when it is this notice's turn. A service that does not answer soon steps aside,
    /// so that it does not hold up notices for others.
    async fn once(&self, sending: impl Future<Output = Sent>) -> Sent {
        let Ok(turn) = self.inner.at_once.acquire().await else {
            return Sent::Refused;
        };
        let mut sending = pin!(sending);
        if let Ok(sent) = timeout(SOON, &mut sending).await {
            return sent;
        }
        let Ok(_place) = self.inner.aside.try_acquire() else {
            return Sent::Later;
        };
        drop(turn);
        sending.await
    }

    async fn send(&self, to: &Endpoint, keys: &Keys, room: &str, text: &str, now: i64) -> Sent {
        let inner = &self.inner;
        let chance = SystemRandom::new();
        let who = inner.keys.authorization(&to.service(), &inner.contact, now);
        let (Some(who), Some(body)) = (who, sealed::sealed(text.as_bytes(), LEAST, keys, &chance))
        else {
            return Sent::Refused;
        };
        // A later notice of the same room replaces one that still waits.
        let head = format!(
            "TTL: {KEPT}\r\nUrgency: high\r\nTopic: {room}\r\nContent-Encoding: aes128gcm\r\n\
             Content-Type: application/octet-stream\r\nAuthorization: {who}\r\n"
        );
        inner.post.send(to, &head, &body).await
    }
}

/// Returns the keys that a browser gave; none if they are invalid.
fn keys_of(row: &PushRow) -> Option<Keys> {
    let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
    Some(Keys {
        key: bytes(&row.key)?.try_into().ok()?,
        auth: bytes(&row.auth)?.try_into().ok()?,
    })
}

/// Sends notices to the player at a seat, on every device that wants them, unless the player got
/// one about this before.
///
/// # Errors
/// If the database does not answer.
pub(crate) async fn tell(
    push: Push,
    store: Store,
    room: String,
    title: String,
    (seat, about): (Seat, About),
    now: i64,
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for device in store.devices_at(&room, seat).await? {
        rows.extend(store.push_of(&device).await?);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Place;
    use tokio::net::TcpListener;

    /// Delivers a notice to a port of this machine.
    fn bring(push: &Push, store: &Store, port: u16) {
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let row = PushRow {
            device: "device".to_owned(),
            endpoint: format!("https://localhost:{port}/"),
            key: push.key().to_owned(),
            auth: text(&[1; 16]),
            language: "en".to_owned(),
        };
        let bringing = push.clone().bring(
            store.clone(),
            row,
            "room".to_owned(),
            "text".to_owned(),
            1_700_000_000_000,
        );
        tokio::spawn(bringing);
    }

    async fn port() -> (TcpListener, u16) {
        let listener = TcpListener::bind("localhost:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        (listener, port)
    }

    /// Far longer than a busy machine needs, and shorter than the wait behind silent services that
    /// each keep their turn for ten seconds.
    const WITHIN: Duration = Duration::from_secs(30);

    /// Returns whether a notice for another player reaches its service in time.
    async fn comes(others: usize, silent: bool) -> bool {
        let folder = std::env::temp_dir().join(format!("push-{}-{others}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let store = Store::open(&Place::Folder(folder.clone())).await;
        let store = store.expect("it opens");
        let keys = PushKeys::read(&PushKeys::make().expect("chance")).expect("a key");
        let contact = "https://table.example.org";
        let push = Push::open(keys, contact, Reach::Private, &[], BTreeMap::new());
        let push = push.expect("TLS");
        // The first port accepts connections and stays silent; the other is closed.
        let (first, shut) = port().await;
        let _open = silent.then_some(first);
        for _ in 0..others {
            bring(&push, &store, shut);
        }
        while push.inner.waiting.available_permits() > WAITING - others
            && push.inner.again.available_permits() > WAITING - others
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let (second, open) = port().await;
        bring(&push, &store, open);
        let came = timeout(WITHIN, second.accept()).await;
        let _ = std::fs::remove_dir_all(&folder);
        came.is_ok()
    }

    #[tokio::test]
    async fn services_that_stall_hold_up_nobody_elses_notices() {
        assert!(comes(4 * AT_ONCE, true).await);
    }

    #[tokio::test]
    async fn notices_that_are_tried_again_take_no_room_from_new_ones() {
        assert!(comes(WAITING, false).await);
    }
}
