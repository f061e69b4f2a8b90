//! The request about notices: whether a device's browser shows them.

use crate::plan;
use crate::rooms::Rooms;
use crate::secret;
use crate::store::PushRow;
use crate::wire::{PushOf, PushView, Trouble};

/// Maximum length of a key that a browser gives with its address.
const MOST_KEY: usize = 200;

impl Rooms {
    /// Shows whether a device gets notices; also sets or ends them if asked to.
    ///
    /// # Errors
    /// If the key is invalid, or nothing can be sent to what the browser gave.
    pub(crate) async fn push(&self, of: PushOf) -> Result<PushView, Trouble> {
        let Some(push) = self.pusher() else {
            return Ok(PushView::default());
        };
        if !plan::is_key(&of.device) {
            return Err(Trouble::Garbled);
        }
        let device = secret::hash(&of.device);
        if let Some(set) = of.set {
            match set.to {
                None => self.store.drop_push(&device, None).await?,
                Some(to) => {
                    let row = PushRow {
                        device: device.clone(),
                        endpoint: to.endpoint,
                        key: to.p256dh,
                        auth: to.auth,
                        language: set.language,
                    };
                    let short = row.key.len().max(row.auth.len()) <= MOST_KEY;
                    if !short || row.language.len() > 8 || !push.takes(&row) {
                        return Err(Trouble::NoPush);
                    }
                    self.store.set_push(&row, self.now()).await?;
                }
            }
        }
        let now = self.store.push_of(&device).await?;
        Ok(PushView {
            key: Some(push.key().to_owned()),
            endpoint: now.map(|row| row.endpoint),
        })
    }
}
