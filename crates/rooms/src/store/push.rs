//! Browsers that show notices, in the database.

use super::pool::on;
use super::{Store, StoreError};
use sqlx::Row;

/// A browser that shows notices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushRow {
    /// The fingerprint of its device's key.
    pub device: String,
    /// Where notices for it go.
    pub endpoint: String,
    /// Its public key, as the browser gave it.
    pub key: String,
    /// Its secret, as the browser gave it.
    pub auth: String,
    /// The language of the notices.
    pub language: String,
}

/// A row of `pushes`.
macro_rules! push_row {
    ($row:expr) => {
        Ok(PushRow {
            device: $row.try_get(0)?,
            endpoint: $row.try_get(1)?,
            key: $row.try_get(2)?,
            auth: $row.try_get(3)?,
            language: $row.try_get(4)?,
        })
    };
}

impl Store {
    /// Returns how to send notices to a device, by the fingerprint of its key.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn push_of(&self, device: &str) -> Result<Option<PushRow>, StoreError> {
        on!(self.pools(), held => {
            let row = sqlx::query(
                "SELECT device, endpoint, key, auth, language FROM pushes WHERE device = $1",
            )
            .bind(device)
            .fetch_optional(&mut *held)
            .await?;
            row.map(|row| push_row!(row)).transpose()
        })
    }

    /// Sends notices to a device from now on, to one address only.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn set_push(&self, row: &PushRow, now: i64) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query(
                "INSERT INTO pushes (device, endpoint, key, auth, language, made)
                 VALUES ($1, $2, $3, $4, $5, $6)
                 ON CONFLICT (device) DO UPDATE
                 SET endpoint = $2, key = $3, auth = $4, language = $5, made = $6",
            )
            .bind(&row.device)
            .bind(&row.endpoint)
            .bind(&row.key)
            .bind(&row.auth)
            .bind(&row.language)
            .bind(now)
            .execute(&mut *held)
            .await?;
            Ok(())
        })
    }

    /// Stops sending notices to a device; if an address is given, only if notices still go there.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn drop_push(&self, device: &str, endpoint: Option<&str>) -> Result<(), StoreError> {
        on!(self.pools(), held => {
            sqlx::query("DELETE FROM pushes WHERE device = $1 AND ($2 = '' OR endpoint = $2)")
                .bind(device)
                .bind(endpoint.unwrap_or(""))
                .execute(&mut *held)
                .await?;
            Ok(())
        })
    }
}
