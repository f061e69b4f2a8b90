//! The key by which push services know this server (VAPID, RFC 8292).

use crate::secret::NoChance;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use sandtable_tongue::say;
use serde_json::json;

/// First and last line of a PEM file with a key.
const HEAD: &str = "-----BEGIN PRIVATE KEY-----";
const FOOT: &str = "-----END PRIVATE KEY-----";
/// Number of letters in a line of such a file.
const WIDE: usize = 64;
/// How long a signature is valid, in seconds; services allow a day.
const COUNTS: i64 = 12 * 3600;

/// A server's key pair.
pub struct PushKeys {
    pair: EcdsaKeyPair,
    public: String,
}

impl PushKeys {
    /// Makes a new pair, as the text of a PEM file.
    ///
    /// # Errors
    /// If the machine gives no random numbers.
    pub fn make() -> Result<String, NoChance> {
        let made =
            EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
        let text = STANDARD.encode(made.map_err(|_| NoChance)?.as_ref());
        let mut lines = vec![HEAD];
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (line, more) = rest.split_at(rest.len().min(WIDE));
            lines.push(line);
            rest = more;
        }
        lines.push(FOOT);
        Ok(lines.join("\n"))
    }

    /// Reads the pair from a PEM file.
    ///
    /// # Errors
    /// If there is none in it.
    pub fn read(text: &str) -> Result<Self, String> {
        let none = || {
            say!("there is no key for push in this file: make one with `sandtable rooms push-keys`")
        };
        let inside = text
            .split_once(HEAD)
            .and_then(|(_, rest)| rest.split_once(FOOT));
        let (inside, _) = inside.ok_or_else(none)?;
        let letters: String = inside.split_whitespace().collect();
        let key = STANDARD.decode(letters).map_err(|_| none())?;
        let pair =
            EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &key, &SystemRandom::new());
        let pair = pair.map_err(|_| none())?;
        let public = URL_SAFE_NO_PAD.encode(pair.public_key().as_ref());
        Ok(Self { pair, public })
    }

    /// Returns the public key, as pages give it to their browsers.
    #[must_use]
    pub fn public(&self) -> &str {
        &self.public
    }

    /// Returns the header that tells a service who sends, valid for some hours from `now`; none if
    /// the machine gives no random numbers.
    pub(crate) fn authorization(&self, service: &str, contact: &str, now: i64) -> Option<String> {
        let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let head = part(json!({"typ": "JWT", "alg": "ES256"}));
        let until = now / 1000 + COUNTS;
        let claims = part(json!({"aud": service, "exp": until, "sub": contact}));
        let said = format!("{head}.{claims}");
        let signature = self.pair.sign(&SystemRandom::new(), said.as_bytes()).ok()?;
        let signature = URL_SAFE_NO_PAD.encode(signature.as_ref());
        Some(format!("vapid t={said}.{signature}, k={}", self.public))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    #[test]
    fn a_pair_comes_back_from_its_file_and_signs_what_services_check() {
        let text = PushKeys::make().expect("chance");
        assert!(text.lines().all(|line| line.len() <= WIDE));
        let keys = PushKeys::read(&format!("a remark\n{text}\n")).expect("a key");
        let said = keys.authorization(
            "https://push.example.org",
            "https://table.example.org",
            5_000,
        );
        let said = said.expect("chance");
        let (token, key) = said
            .strip_prefix("vapid t=")
            .and_then(|s| s.split_once(", k="))
            .expect("two");
        assert_eq!(key, keys.public());
        let (said, signature) = token.rsplit_once('.').expect("three parts");
        let bytes = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64");
        UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(key))
            .verify(said.as_bytes(), &bytes(signature))
            .expect("it signed this");
        let claims = bytes(said.split_once('.').expect("two parts").1);
        let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["exp"], 5 + COUNTS);
        assert_eq!(claims["aud"], "https://push.example.org");
        for odd in [
            "",
            HEAD,
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
        ] {
            assert!(PushKeys::read(odd).is_err(), "{odd}");
        }
    }
}
