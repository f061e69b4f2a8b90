//! The requests about letters: where a device wants them, and how their readers answer.

use crate::feed::escaped;
use crate::mail::{self, About, Mail, Receiver};
use crate::plan;
use crate::rooms::Rooms;
use crate::secret;
use crate::store::StoreError;
use crate::wire::{MailOf, MailSet, MailView, Trouble};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use sandtable_tongue::{Language, say};

impl Rooms {
    /// Shows where a device wants letters; also sets or removes the address if asked to.
    ///
    /// # Errors
    /// If the key or the address is invalid, or the device asks too often.
    pub(crate) async fn mail(&self, of: MailOf) -> Result<MailView, Trouble> {
        let Some(mail) = self.mailer() else {
            return Ok(MailView::default());
        };
        if !plan::is_key(&of.device) {
            return Err(Trouble::Garbled);
        }
        let device = secret::hash(&of.device);
        match of.set {
            None => {}
            Some(MailSet { address: None, .. }) => self.store.drop_mail(&device).await?,
            Some(MailSet {
                address: Some(address),
                language,
            }) => {
                let to = Receiver {
                    device: device.clone(),
                    address: mail::tidy(&address),
                    language,
                };
                self.ask_by_letter(mail, to).await?;
            }
        }
        let now = self.store.mail_of(&device).await?;
        Ok(MailView {
            possible: true,
            confirmed: now.as_ref().is_some_and(|now| now.confirmed),
            address: now.map(|now| now.address),
        })
    }

    /// Stores an address, and asks there by a letter whether it is right.
    async fn ask_by_letter(&self, mail: &Mail, to: Receiver) -> Result<(), Trouble> {
        let before = self.store.mail_of(&to.device).await?;
        if before.is_some_and(|before| before.confirmed && before.address == to.address) {
            return Ok(());
        }
        if !mail::is_address(&to.address) || to.language.len() > 8 {
            return Err(Trouble::NoAddress);
        }
        let now = self.now();
        // Mail servers take most names in capital letters for the same.
        let print = secret::hash(&to.address.to_lowercase());
        if !self.store.ask_mail(&print, now).await? {
            return Err(Trouble::TooFast);
        }
        self.store
            .set_mail(&to.device, &to.address, &to.language, now)
            .await?;
        mail.write(&self.store, &to, About::Address, None, now)
            .await?;
        // What stays now goes with the next one.
        let _ = self.store.forget_asked(now).await;
        Ok(())
    }

    /// Returns what a letter's link is about: its address, and whether letters go there.
    pub(crate) async fn letter(&self, link: &str) -> Result<Option<Linked>, StoreError> {
        let print = secret::hash(link);
        let Some((device, address)) = self.store.mail_link(&print).await? else {
            return Ok(None);
        };
        let found = self.store.mail_of(&device).await?;
        let found = found.filter(|found| found.address == address);
        Ok(found.map(|found| Linked {
            device,
            address,
            language: found.language,
            confirmed: found.confirmed,
        }))
    }

    /// Notes that the reader of the letters agrees, or wants no more.
    pub(crate) async fn answer_letter(&self, link: &str, yes: bool) -> Result<bool, StoreError> {
        let Some(linked) = self.letter(link).await? else {
            return Ok(false);
        };
        match yes {
            true => {
                self.store
                    .confirm_mail(&linked.device, &linked.address)
                    .await
            }
            false => self.store.drop_mail(&linked.device).await.map(|()| true),
        }
    }
}

/// What a letter's link is about.
pub(crate) struct Linked {
    device: String,
    address: String,
    pub language: String,
    confirmed: bool,
}

/// Returns the page behind a letter's link. It asks for a click, so that a program that checks
/// links does not answer for the reader.
pub(crate) fn asks(linked: &Linked, spoken: Language) -> Response {
    spoken.speak(|| {
        let title = say!("E-mails from Sandtable");
        let says = say!("E-mails to {address}", address = linked.address);
        let button = |what: &str, label: &str| {
            let label = escaped(label);
            format!("<button name=\"what\" value=\"{what}\">{label}</button> ")
        };
        let mut buttons = String::new();
        if !linked.confirmed {
            buttons += &button("yes", &say!("Yes, send them"));
        }
        buttons += &button("no", &say!("No e-mails"));
        let (title, says) = (escaped(&title), escaped(&says));
        page(
            StatusCode::OK,
            &title,
            &format!("<p>{says}</p><form method=\"post\">{buttons}</form>"),
        )
    })
}

/// Returns the page that says what the answer did.
pub(crate) fn answered(yes: bool, spoken: Language) -> Response {
    spoken.speak(|| {
        let says = match yes {
            true => say!("We will write to you when it is your turn."),
            false => say!("We will not write to you any more."),
        };
        let title = escaped(&say!("E-mails from Sandtable"));
        page(
            StatusCode::OK,
            &title,
            &format!("<p>{}</p>", escaped(&says)),
        )
    })
}

/// Returns the page of a link that is about nothing, or no longer about anything.
pub(crate) fn gone() -> Response {
    let says = escaped(&say!("This link is no longer about anything."));
    page(
        StatusCode::NOT_FOUND,
        "Sandtable",
        &format!("<p>{says}</p>"),
    )
}

fn page(status: StatusCode, title: &str, body: &str) -> Response {
    let text = format!(
        "<!doctype html><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><h1>{title}</h1>{body}"
    );
    let head = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
    ];
    (status, head, text).into_response()
}
