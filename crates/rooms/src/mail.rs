//! Letters: that it is somebody's turn, that his battle is over, or that a tournament has a battle
//! for him. They go by SMTP, where the
//! host set it up, to addresses whose readers have agreed.
//!
//! A player is written to only in battles that take their time, only while he is not there, and
//! about each thing once until he has been there again. Each letter has a link that ends it.

use crate::log;
use crate::seat::Seat;
use crate::secret;
use crate::store::{Store, StoreError};
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sandtable_tongue::{Language, say};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::mpsc;

/// Letters that wait to be sent; more are dropped rather than held against players.
const WAITING: usize = 1000;
/// Between two tries to send a letter.
const AGAIN: [Duration; 3] = [
    Duration::from_secs(2),
    Duration::from_secs(30),
    Duration::from_secs(300),
];
/// How long the other server may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// Letters that ask whether an address is right, an hour and address.
pub(crate) const MOST_ASKED: i64 = 3;

/// How letters are sent.
#[derive(Clone)]
pub struct Mail {
    jobs: mpsc::Sender<Message>,
    from: Mailbox,
    base: String,
    languages: BTreeMap<String, Language>,
}

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Whether the address is right.
    Address,
    /// It is his turn.
    Turn,
    /// The battle is over.
    Over,
    /// He was drawn for this round of a tournament, whose name stands in place of the battle's.
    Round(u32),
}

impl About {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Address => "address",
            Self::Turn => "turn",
            Self::Over => "over",
            Self::Round(_) => "round",
        }
    }

    /// What happened, in the language that is spoken.
    pub(crate) fn says(self, title: &str) -> String {
        match self {
            Self::Address => say!("Sandtable: may we write to you?"),
            Self::Turn => say!("Your turn: {title}", title = title),
            Self::Over => say!("The battle is over: {title}", title = title),
            Self::Round(round) => say!(
                "{tournament}, round {round}: your battle is ready",
                tournament = title,
                round = round
            ),
        }
    }
}

impl Mail {
    /// Sends through a server: `smtps://USER:PASSWORD@HOST`, `smtp://HOST?tls=required`, or
    /// `smtp://localhost` for one on the same machine.
    ///
    /// # Errors
    /// When the address of the server or of the sender is none.
    pub fn open(
        server: &str,
        from: &str,
        base: &str,
        languages: BTreeMap<String, Language>,
    ) -> Result<Self, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server);
        // What was given has a password in it: it is not said again.
        let transport = transport.map_err(|_| {
            say!("this is not a mail server: write smtps://USER:PASSWORD@HOST or smtp://HOST")
        })?;
        let transport = transport.timeout(Some(PATIENCE)).build();
        let sender: Mailbox = from
            .parse()
            .map_err(|_| say!("`{address}` is not an e-mail address", address = from))?;
        let (jobs, waiting) = mpsc::channel(WAITING);
        tokio::spawn(send(transport, waiting));
        Ok(Self {
            jobs,
            from: sender,
            base: base.to_owned(),
            languages,
        })
    }

    /// Writes to where a device wants it.
    ///
    /// # Errors
    /// When the database does not answer, or the machine gives no random numbers.
    pub(crate) async fn write(
        &self,
        store: &Store,
        to: &Receiver,
        about: About,
        battle: Option<(&str, &str)>,
        now: i64,
    ) -> Result<(), StoreError> {
        let link = secret::secret().map_err(|why| StoreError::Odd(why.to_string()))?;
        let print = secret::hash(&link);
        store
            .lay_mail_link(&print, &to.device, &to.address, now)
            .await?;
        let spoken = self
            .languages
            .get(&to.language)
            .copied()
            .unwrap_or_default();
        let letter = spoken.speak(|| self.letter(&to.address, about, battle, &link));
        match letter {
            Some(letter) => {
                if self.jobs.try_send(letter).is_err() {
                    log::tell("letter_dropped", &[("why", &"too many wait")]);
                }
            }
            None => log::tell("letter_unwritten", &[]),
        }
        Ok(())
    }

    /// A letter, in the language that is spoken.
    fn letter(
        &self,
        to: &str,
        about: About,
        battle: Option<(&str, &str)>,
        link: &str,
    ) -> Option<Message> {
        let (room, title) = battle.unwrap_or_default();
        let base = &self.base;
        let answer = format!("{base}/api/mail/{link}");
        let subject = about.says(title);
        let body = match about {
            About::Address => {
                say!(
                    "Somebody wants an e-mail at this address when it is their turn in a battle at \
                 {base}. If that is you, open this link and agree. If not, do nothing.",
                    base = base
                ) + "\n\n"
                    + &answer
                    + "\n"
            }
            About::Turn | About::Over | About::Round(_) => {
                let ends = say!("You asked for these e-mails. To stop them, open this link:");
                format!("{subject}\n{base}/#room={room}\n\n{ends}\n{answer}\n")
            }
        };
        let letter: MessageBuilder = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to.parse().ok()?))
            .subject(subject)
            .header(Unsubscribe(format!("<{answer}>")))
            .header(OneClick)
            .header(lettre::message::header::ContentType::TEXT_PLAIN);
        letter.body(body).ok()
    }
}

/// Who is written to.
#[derive(Clone, Debug)]
pub(crate) struct Receiver {
    /// The print of his device's key.
    pub device: String,
    pub address: String,
    pub language: String,
}

/// Tells the player at a seat by a letter, where he wants it and was not told before.
///
/// # Errors
/// When the database does not answer.
pub(crate) async fn tell(
    mail: Mail,
    store: Store,
    room: String,
    title: String,
    (seat, about): (Seat, About),
    now: i64,
) -> Result<(), StoreError> {
    let Some(device) = store.device_at(&room, seat).await? else {
        return Ok(());
    };
    let Some(found) = store
        .mail_of(&device)
        .await?
        .filter(|found| found.confirmed)
    else {
        return Ok(());
    };
    if !store.tell_once(&room, seat, about.name()).await? {
        return Ok(());
    }
    let to = Receiver {
        device,
        address: found.address,
        language: found.language,
    };
    mail.write(&store, &to, about, Some((&room, &title)), now)
        .await
}

/// Whether letters can go to a text as an address.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 254 && text.is_ascii() && text.parse::<lettre::Address>().is_ok()
}

/// Sends letters, one after the other.
async fn send(transport: AsyncSmtpTransport<Tokio1Executor>, mut waiting: mpsc::Receiver<Message>) {
    while let Some(letter) = waiting.recv().await {
        let mut tries = AGAIN.iter();
        loop {
            let sent = transport.send(letter.clone()).await;
            let Err(error) = sent else { break };
            // The answer of a server may hold the address: only its kind is told.
            let lasting = error.is_permanent();
            match tries.next() {
                Some(wait) if !lasting => tokio::time::sleep(*wait).await,
                _ => {
                    let how = if lasting { "refused" } else { "not sent" };
                    log::tell("letter_dropped", &[("why", &how)]);
                    break;
                }
            }
        }
    }
}

/// `List-Unsubscribe`.
#[derive(Clone)]
struct Unsubscribe(String);

impl Header for Unsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), self.0.clone())
    }
}

/// `List-Unsubscribe-Post`: one click ends it.
#[derive(Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}
