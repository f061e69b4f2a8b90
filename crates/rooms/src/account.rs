//! Accounts: a name and a password with which players find their battles on any device. Accounts
//! are optional.
//!
//! A seat, or an entry to a tournament, belongs to the account with which it was taken, or else to
//! the device. Each device that is signed in to the account may take it over; none that is signed
//! out opens it. So no secret but the password travels, and signing out means forgetting a device.

use crate::deed::Deed;
use crate::plan;
use crate::rooms::Rooms;
use crate::seat::Seat;
use crate::secret;
use crate::store::AccountRow;
use crate::wire::{Account, AccountDeed, AccountExport, AccountOf, AccountView, Device, Trouble};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization;

/// Minimum number of letters in a password.
const LEAST: usize = 8;
/// Maximum number of bytes in a password.
const MOST: usize = 256;
/// Limits how many passwords are checked at the same time: each check takes 19 MiB.
static AT_ONCE: Semaphore = Semaphore::const_new(2);
/// A hash that no password matches, so that checking an unknown name takes as long as checking a
/// known one.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FuZHRhYmxlLW5vYm9keQ$\
    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Does work with a password where it disturbs nobody.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Trouble> {
    let _place = AT_ONCE.acquire().await.map_err(|_| Trouble::NotKept)?;
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|_| Trouble::NotKept)
}

/// Returns the hash under which a password is stored. Devices write letters with accents in two
/// ways, so the hash is of the composed form.
async fn hashed(password: String) -> Result<String, Trouble> {
    let work = move || {
        let composed: String = password.nfc().collect();
        let hash = Argon2::default().hash_password(composed.as_bytes());
        hash.map(|hash| hash.to_string())
    };
    apart(work).await?.map_err(|_| Trouble::NotKept)
}

/// Returns whether a password matches a hash, comparing in constant time.
async fn is_right(password: String, hash: String) -> Result<bool, Trouble> {
    let work = move || {
        let composed: String = password.nfc().collect();
        // Passwords used to be stored as typed.
        let forms = [Some(&composed), (composed != password).then_some(&password)];
        PasswordHash::new(&hash).is_ok_and(|known| {
            forms.into_iter().flatten().any(|form| {
                let tried = Argon2::default().verify_password(form.as_bytes(), &known);
                tried.is_ok()
            })
        })
    };
    apart(work).await
}

fn is_password(text: &str) -> bool {
    text.chars().count() >= LEAST && text.len() <= MOST
}

/// Returns a name in the form in which names are compared.
pub(crate) fn key_of(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the form of a name under which the store finds an account.
#[must_use]
pub fn account_key(name: &str) -> String {
    key_of(&plan::name(name))
}

impl Rooms {
    /// Does what a device asks for its account.
    ///
    /// # Errors
    /// If it was not done: the trouble says why.
    pub(crate) async fn account(&self, of: AccountOf) -> Result<Account, Trouble> {
        if !plan::is_key(&of.device) {
            return Err(Trouble::Garbled);
        }
        let device = secret::hash(&of.device);
        match of.what {
            AccountDeed::Look => {}
            AccountDeed::Make { name, password } => {
                self.make_account(&device, &name, password).await?
            }
            AccountDeed::SignIn { name, password } => {
                self.sign_in(&device, &name, password).await?
            }
            AccountDeed::SignOut => self.sign_out(&device).await?,
            AccountDeed::Export => return self.export(&device).await.map(Account::Export),
            AccountDeed::Password { old, new } => self.new_password(&device, old, new).await?,
            AccountDeed::Delete { password } => {
                let row = self.own(&device, password).await?;
                let gone = self.store.drop_account(&row, &device, self.now()).await?;
                self.leave(gone.ok_or(Trouble::WrongPassword)?).await;
            }
        }
        let row = self.store.account_of(&device).await?;
        let devices = match &row {
            Some(row) => self.store.devices(&row.id).await?.len(),
            None => 0,
        };
        let ratings = match &row {
            Some(row) => self.ratings(&row.id).await?,
            None => Vec::new(),
        };
        Ok(Account::View(AccountView {
            ratings,
            name: row.map(|row| row.name),
            devices: u32::try_from(devices).unwrap_or(u32::MAX),
        }))
    }

    async fn make_account(
        &self,
        device: &str,
        name: &str,
        password: String,
    ) -> Result<(), Trouble> {
        let plain = plan::name(name);
        if plain.is_empty() || !is_password(&password) {
            return Err(Trouble::WeakPassword);
        }
        let row = AccountRow {
            id: secret::secret()?,
            password: hashed(password.clone()).await?,
            made: self.now(),
            name: plain,
        };
        if self.store.make_account(&row, &key_of(&row.name)).await? {
            return self.let_in(device, &row).await;
        }
        // A player whose first try was stored without an answer tries again, with the same password.
        match self.sign_in(device, name, password).await {
            Err(Trouble::WrongPassword) => Err(Trouble::NameTaken),
            done => done,
        }
    }

    /// Signs a device in, unless the account has been deleted or its password changed meanwhile. It
    /// leaves another account by that.
    async fn let_in(&self, device: &str, row: &AccountRow) -> Result<(), Trouble> {
        let before = self.store.account_of(device).await?;
        if !self.store.sign_in(device, row, self.now()).await? {
            return Err(Trouble::WrongPassword);
        }
        if let Some(before) = before.filter(|before| before.id != row.id) {
            let seats = self.store.seats_of(&before.id, device, self.now()).await?;
            self.leave(seats).await;
        }
        Ok(())
    }

    async fn sign_out(&self, device: &str) -> Result<(), Trouble> {
        let Some(row) = self.store.account_of(device).await? else {
            return Ok(());
        };
        self.store.sign_out(device).await?;
        let seats = self.store.seats_of(&row.id, device, self.now()).await?;
        self.leave(seats).await;
        Ok(())
    }

    /// Ends what is connected at seats that open no more to the device there.
    async fn leave(&self, seats: Vec<(String, Seat)>) {
        for (room, seat) in seats {
            // A room that cannot be read now has nobody connected.
            let Ok(open) = self.find(&room).await else {
                continue;
            };
            let mut room = open.lock().await;
            let _ = self.sure(&mut room).await;
            // Nothing is noted in a battle that is over unless somebody is still there.
            if room.course.over.is_none() || room.here[seat.chair()] > 0 {
                let _ = self.keep_after_all(&mut room, Deed::Moved { seat }).await;
            }
        }
    }

    /// Returns the account with a name, also one stored before names were composed.
    async fn named(&self, name: &str) -> Result<Option<AccountRow>, Trouble> {
        let (key, old) = (account_key(name), key_of(&plan::name_as_typed(name)));
        let found = self.store.account(&key).await?;
        if found.is_some() || old == key {
            return Ok(found);
        }
        Ok(self.store.account(&old).await?)
    }

    async fn sign_in(&self, device: &str, name: &str, password: String) -> Result<(), Trouble> {
        let found = self.named(name).await?;
        let hash = found
            .as_ref()
            .map_or(NOBODY, |row| &row.password)
            .to_owned();
        let right = password.len() <= MOST && is_right(password, hash).await?;
        let row = found.filter(|_| right).ok_or(Trouble::WrongPassword)?;
        self.let_in(device, &row).await
    }

    /// Returns the account of a device if the password given is right. A device that was signed out
    /// meanwhile, by another one, gets an error of its own.
    async fn own(&self, device: &str, password: String) -> Result<AccountRow, Trouble> {
        let row = self.store.account_of(device).await?;
        let row = row.ok_or(Trouble::NeedsAccount)?;
        match password.len() <= MOST && is_right(password, row.password.clone()).await? {
            true => Ok(row),
            false => Err(Trouble::WrongPassword),
        }
    }

    async fn new_password(&self, device: &str, old: String, new: String) -> Result<(), Trouble> {
        if !is_password(&new) {
            return Err(Trouble::WeakPassword);
        }
        let row = self.own(device, old).await?;
        let hash = hashed(new).await?;
        // Another device may have changed it, or signed this one out, since it was checked.
        let set = self.store.set_password(&row, &hash, device, self.now());
        let gone = set.await?;
        self.leave(gone.ok_or(Trouble::WrongPassword)?).await;
        Ok(())
    }

    /// Returns everything that is stored about an account.
    async fn export(&self, device: &str) -> Result<AccountExport, Trouble> {
        let row = self.store.account_of(device).await?;
        let row = row.ok_or(Trouble::NeedsAccount)?;
        let devices = self.store.devices(&row.id).await?;
        let (mut addresses, mut notices) = (Vec::new(), Vec::new());
        for (device, _) in &devices {
            addresses.extend(self.store.mail_of(device).await?.map(|row| row.address));
            notices.extend(self.store.push_of(device).await?.map(|row| row.endpoint));
        }
        Ok(AccountExport {
            name: row.name,
            made: row.made,
            devices: devices
                .into_iter()
                .map(|(print, since)| Device { print, since })
                .collect(),
            addresses,
            notices,
            rooms: self.of_print(device).await?,
            ratings: self.ratings(&row.id).await?,
            battles: self.rated_battles(&row.id).await?,
            tournaments: self
                .store
                .tournaments_of(device, i64::MAX)
                .await?
                .into_iter()
                .map(|row| row.name)
                .collect(),
        })
    }
}
