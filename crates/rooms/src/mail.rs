//! Letters: it is your turn, your battle is over, or a tournament has a battle for you. They go by
//! SMTP, if the host set it up, to addresses whose readers have agreed.
//!
//! A player gets letters only about battles that take their time, only while absent, and about each
//! thing once until the next visit. Each letter has a link that ends the letters.

use crate::log;
use crate::seat::Seat;
use crate::secret;
use crate::store::{Store, StoreError};
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MessageBuilder};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sandtable_tongue::{Language, say};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Number of letters that may wait to be sent; more are dropped, so that players do not wait for
/// them.
const WAITING: usize = 1000;
/// Waiting time between two tries to send a letter.
const AGAIN: [Duration; 3] = [
    Duration::from_secs(2),
    Duration::from_secs(30),
    Duration::from_secs(300),
];
/// How long the mail server may take over a letter.
const PATIENCE: Duration = Duration::from_secs(30);

/// How letters are sent.
#[derive(Clone)]
pub struct Mail {
    post: Arc<Post>,
    from: Mailbox,
    base: String,
    languages: BTreeMap<String, Language>,
}

/// What sends the letters.
struct Post {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    patience: Duration,
    /// Letters go one after the other; one that is to be tried again lets the others go first.
    at_once: Semaphore,
    waiting: Arc<Semaphore>,
}

/// What a letter is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum About {
    /// Whether the address is right.
    Address,
    /// It is the player's turn.
    Turn,
    /// The battle is over.
    Over,
    /// The player was drawn for this round of a tournament, whose name stands in place of the
    /// battle's.
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

    /// Returns what happened, in the current language.
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
    /// If the address of the server or of the sender is invalid.
    pub fn open(
        server: &str,
        from: &str,
        base: &str,
        languages: BTreeMap<String, Language>,
    ) -> Result<Self, String> {
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(server);
        // The text given has a password in it, so the error does not repeat it.
        let transport = transport.map_err(|_| {
            say!("this is not a mail server: write smtps://USER:PASSWORD@HOST or smtp://HOST")
        })?;
        let transport = transport.build();
        let sender: Mailbox = from
            .parse()
            .map_err(|_| say!("`{address}` is not an e-mail address", address = from))?;
        let post = Post {
            transport,
            patience: PATIENCE,
            at_once: Semaphore::new(1),
            waiting: Arc::new(Semaphore::new(WAITING)),
        };
        Ok(Self {
            post: Arc::new(post),
            from: sender,
            base: base.to_owned(),
            languages,
        })
    }

    /// Writes a letter to the address that a device wants, unless it wants none any more.
    ///
    /// # Errors
    /// If the database does not answer, or the machine gives no random numbers.
    pub(crate) async fn write(
        &self,
        store: &Store,
        to: &Receiver,
        about: About,
        battle: Option<(&str, &str)>,
        now: i64,
    ) -> Result<(), StoreError> {
        if let Some(letter) = self.written(store, to, about, battle, now).await? {
            self.send(letter);
        }
        Ok(())
    }

    /// Returns a letter to the address that a device wants, unless it wants none any more.
    async fn written(
        &self,
        store: &Store,
        to: &Receiver,
        about: About,
        battle: Option<(&str, &str)>,
        now: i64,
    ) -> Result<Option<Message>, StoreError> {
        let link = secret::secret().map_err(|why| StoreError::Odd(why.to_string()))?;
        let print = secret::hash(&link);
        let laid = store.lay_mail_link(&print, &to.device, &to.address, now);
        if !laid.await? {
            return Ok(None);
        }
        let spoken = self
            .languages
            .get(&to.language)
            .copied()
            .unwrap_or_default();
        let letter = spoken.speak(|| self.letter(&to.address, about, battle, &link));
        if letter.is_none() {
            log::tell("letter_unwritten", &[]);
        }
        Ok(letter)
    }

    /// Puts a letter in the queue to be sent.
    fn send(&self, letter: Message) {
        let Ok(place) = Arc::clone(&self.post.waiting).try_acquire_owned() else {
            log::tell("letter_dropped", &[("why", &"too many wait")]);
            return;
        };
        let post = Arc::clone(&self.post);
        tokio::spawn(async move {
            post.send(letter).await;
            drop(place);
        });
    }

    /// Builds a letter in the current language.
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
            .to(receiver(to)?)
            .subject(subject)
            .header(Unsubscribe(format!("<{answer}>")))
            .header(OneClick)
            .header(lettre::message::header::ContentType::TEXT_PLAIN);
        letter.body(body).ok()
    }
}

/// The receiver of a letter.
#[derive(Clone, Debug)]
pub(crate) struct Receiver {
    /// The fingerprint of the receiver's device key.
    pub device: String,
    pub address: String,
    pub language: String,
}

/// Sends a letter to the player at a seat, if the player wants it and did not get one about this
/// before.
///
/// # Errors
/// If the database does not answer.
pub(crate) async fn tell(
    mail: Mail,
    store: Store,
    room: String,
    title: String,
    (seat, about): (Seat, About),
    now: i64,
) -> Result<(), StoreError> {
    let Some(to) = receiver_at(&store, &room, seat).await? else {
        return Ok(());
    };
    if !store.tell_once(&room, seat, about.name()).await? {
        return Ok(());
    }
    mail.write(&store, &to, about, Some((&room, &title)), now)
        .await
}

/// Sends a letter as [`tell`] does, and ends only when the mail server has it or it is given up.
/// Until then the player counts as not written to.
///
/// # Errors
/// If the database does not answer.
pub(crate) async fn bring(
    mail: &Mail,
    store: &Store,
    (room, title): (&str, &str),
    (seat, about): (Seat, About),
    now: i64,
) -> Result<(), StoreError> {
    let Some(to) = receiver_at(store, room, seat).await? else {
        return Ok(());
    };
    if store.was_told(room, seat, about.name()).await? {
        return Ok(());
    }
    let written = mail.written(store, &to, about, Some((room, title)), now);
    if let Some(letter) = written.await? {
        let _place = mail.post.waiting.acquire().await;
        mail.post.send(letter).await;
    }
    store.tell_once(room, seat, about.name()).await.map(drop)
}

/// Returns where the player at a seat wants letters: by the device that plays, or else by another of
/// the account.
async fn receiver_at(
    store: &Store,
    room: &str,
    seat: Seat,
) -> Result<Option<Receiver>, StoreError> {
    for device in store.devices_at(room, seat).await? {
        let found = store.mail_of(&device).await?;
        if let Some(found) = found.filter(|found| found.confirmed) {
            return Ok(Some(Receiver {
                device,
                address: found.address,
                language: found.language,
            }));
        }
    }
    Ok(None)
}

/// Returns an address with the domain in small letters: capital ones mean nothing there.
pub(crate) fn tidy(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((name, domain)) => format!("{name}@{}", domain.to_lowercase()),
        None => address.to_owned(),
    }
}

/// Returns the receiver at an address.
fn receiver(address: &str) -> Option<Mailbox> {
    Some(Mailbox::new(None, address.parse().ok()?))
}

/// Returns whether a letter can be written to a text as an address.
pub(crate) fn is_address(text: &str) -> bool {
    // Some addresses cannot be read back from the head of a letter, such as those in quotes.
    text.len() <= 254
        && text.is_ascii()
        && receiver(text).is_some_and(|to| to.to_string().parse() == Ok(to))
}

impl Post {
    /// Sends a letter when those before it are gone, and tries again if that may help.
    async fn send(&self, letter: Message) {
        let mut tries = AGAIN.iter();
        loop {
            let Ok(turn) = self.at_once.acquire().await else {
                return;
            };
            let sending = self.transport.send(letter.clone());
            // A server that falls silent does not hold up other letters.
            let sent = tokio::time::timeout(self.patience, sending).await;
            drop(turn);
            // A server's answer may hold the address, so only its kind is logged.
            let lasting = match sent {
                Ok(Ok(_)) => return,
                Ok(Err(error)) => error.is_permanent(),
                Err(_) => false,
            };
            match tries.next() {
                Some(wait) if !lasting => tokio::time::sleep(*wait).await,
                _ => {
                    let how = if lasting { "refused" } else { "not sent" };
                    log::tell("letter_dropped", &[("why", &how)]);
                    return;
                }
            }
        }
    }
}

/// The `List-Unsubscribe` header.
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

/// The `List-Unsubscribe-Post` header: one click ends the letters.
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

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    use tokio::net::{TcpListener, TcpStream};
    use tokio::sync::mpsc;

    /// Whoever names a battle writes no head of a letter.
    #[tokio::test]
    async fn a_title_adds_no_line_to_the_head_of_a_letter() {
        let languages = BTreeMap::new();
        let base = "https://t.example.org";
        let mail = Mail::open("smtp://127.0.0.1", "table@example.org", base, languages);
        let mail = mail.expect("it opens");
        for title in [
            "a\r\nBcc: eve@example.org\r\n\r\nHi",
            "a\nBcc: eve@example.org",
            "\u{202e}a\rBcc: eve@example.org\u{0}",
            &"\u{1f409}\r\nBcc: ".repeat(400),
        ] {
            let battle = Some(("room", title));
            let letter = mail.letter("ada@example.org", About::Turn, battle, "link");
            let text = letter.expect("a letter").formatted();
            let text = String::from_utf8(text).expect("ASCII");
            let (head, _) = text.split_once("\r\n\r\n").expect("a head");
            assert!(
                head.split(['\r', '\n'])
                    .all(|line| !line.starts_with("Bcc"))
            );
            assert!(
                head.contains("\r\nDate: ") || head.starts_with("Date: "),
                "{head}"
            );
            assert_eq!(head.matches("Subject: ").count(), 1, "{head}");
        }
    }

    /// Nobody is told that a letter comes which cannot be written.
    #[test]
    fn a_letter_can_be_written_to_every_address_that_is_taken() {
        let languages = BTreeMap::new();
        let base = "https://t.example.org";
        let mail = Mail::open("smtp://127.0.0.1", "table@example.org", base, languages);
        let mail = mail.expect("it opens");
        let mut taken = Vec::new();
        for address in [
            "ada@example.org",
            "o'hara+x@example.org",
            "a@localhost",
            "a@xn--e1afmkfd.org",
            "\"a b\"@example.org",
            "\"ab\"@example.org",
            "a@[127.0.0.1]",
            "a..b@example.org",
            "'a'@b.c",
            "a@b",
            "a@-b.org",
            "a{b}@example.org",
            "(a)@example.org",
            "a,b@example.org",
        ] {
            if is_address(address) {
                let letter = mail.letter(address, About::Address, None, "link");
                let letter = letter.unwrap_or_else(|| panic!("no letter to {address}"));
                let to = letter.envelope().to().iter().map(ToString::to_string);
                assert_eq!(to.collect::<Vec<_>>(), [address]);
                taken.push(address);
            }
        }
        assert!(taken.contains(&"ada@example.org") && taken.contains(&"o'hara+x@example.org"));
        assert!(
            !taken
                .iter()
                .any(|one| one.contains('"') || one.contains('['))
        );
    }

    /// Takes letters as mail servers do, and reports each receiver.
    async fn take(stream: TcpStream, taken: mpsc::UnboundedSender<String>) -> std::io::Result<()> {
        let mut stream = BufReader::new(stream);
        stream.write_all(b"220 office\r\n").await?;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line).await? == 0 {
                return Ok(());
            }
            let answer: &[u8] = match line.get(..4) {
                Some("RCPT") => {
                    let _ = taken.send(line);
                    b"250 well\r\n"
                }
                Some("DATA") => {
                    stream.write_all(b"354 go on\r\n").await?;
                    let mut letter = String::new();
                    while !letter.ends_with("\r\n.\r\n") {
                        stream.read_line(&mut letter).await?;
                    }
                    b"250 taken\r\n"
                }
                _ => b"250 well\r\n",
            };
            stream.write_all(answer).await?;
        }
    }

    #[tokio::test]
    async fn a_mail_server_that_falls_silent_holds_up_its_letter_only() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (given, mut taken) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            // The first connection gets a greeting and nothing more.
            let (mut silent, _) = listener.accept().await.expect("a guest");
            silent.write_all(b"220 office\r\n").await.expect("greeted");
            tokio::spawn(async move { silent.read_to_end(&mut Vec::new()).await });
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take(stream, given.clone()));
            }
        });
        let server = format!("smtp://127.0.0.1:{port}");
        let languages = BTreeMap::new();
        let mut mail = Mail::open(
            &server,
            "table@example.org",
            "https://t.example.org",
            languages,
        )
        .expect("it opens");
        let post = Arc::get_mut(&mut mail.post).expect("nothing is sent yet");
        post.patience = Duration::from_millis(500);
        for to in ["first@example.org", "second@example.org"] {
            mail.send(
                mail.letter(to, About::Turn, Some(("room", "A battle")), "link")
                    .expect("a letter"),
            );
        }
        for to in ["second", "first"] {
            let next = tokio::time::timeout(Duration::from_secs(20), taken.recv()).await;
            let next = next.expect("in time").expect("a letter");
            assert!(next.contains(to), "{to}: {next}");
        }
    }
}
