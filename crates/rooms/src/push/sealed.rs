//! Encryption that only a browser can undo (RFC 8291): the text of a notice is sealed with a key
//! that this server and the browser agree on, so that the service in between learns nothing.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{HKDF_SHA256, KeyType, Prk, Salt};
use ring::rand::SecureRandom;

/// Size of a public key in bytes, uncompressed.
pub(crate) const KEY: usize = 65;
/// Size in bytes of the secret that a browser gives along with its key.
pub(crate) const AUTH: usize = 16;
/// The size of a record, as its header states; there is one record.
const RECORD: u32 = 4096;
/// The byte that ends the text of the last record.
const END: u8 = 2;

/// What a browser gives so that it alone can read what is sent to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    /// Its public key.
    pub key: [u8; KEY],
    /// Its secret.
    pub auth: [u8; AUTH],
}

/// The length of a derived key, in bytes.
struct Bytes(usize);

impl KeyType for Bytes {
    fn len(&self) -> usize {
        self.0
    }
}

fn derived<const N: usize>(from: &Prk, info: &[&[u8]]) -> Option<[u8; N]> {
    let mut out = [0; N];
    from.expand(info, Bytes(N)).ok()?.fill(&mut out).ok()?;
    Some(out)
}

/// Derives the key and the nonce of the one record.
fn record_keys(secret: &[u8], to: &Keys, own: &[u8], salt: &[u8]) -> Option<([u8; 16], [u8; 12])> {
    let agreed = Salt::new(HKDF_SHA256, &to.auth).extract(secret);
    let info: [&[u8]; 3] = [b"WebPush: info\0", &to.key, own];
    let seed: [u8; 32] = derived(&agreed, &info)?;
    let from = Salt::new(HKDF_SHA256, salt).extract(&seed);
    let key = derived(&from, &[b"Content-Encoding: aes128gcm\0"])?;
    Some((key, derived(&from, &[b"Content-Encoding: nonce\0"])?))
}

/// Seals a text for a browser, padded to a minimum so that its length reveals nothing; none if the
/// browser's key is invalid, or the machine gives no random numbers.
pub(crate) fn sealed(
    text: &[u8],
    least: usize,
    to: &Keys,
    chance: &dyn SecureRandom,
) -> Option<Vec<u8>> {
    let own = EphemeralPrivateKey::generate(&ECDH_P256, chance).ok()?;
    let public = own.compute_public_key().ok()?;
    let mut salt = [0; 16];
    chance.fill(&mut salt).ok()?;
    let theirs = UnparsedPublicKey::new(&ECDH_P256, &to.key);
    let derive = |secret: &[u8]| record_keys(secret, to, public.as_ref(), &salt);
    let (key, nonce) = agree_ephemeral(own, &theirs, derive).ok()??;
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
    let mut record = text.to_vec();
    record.push(END);
    record.resize(record.len().max(least), 0);
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)
        .ok()?;
    let mut all = salt.to_vec();
    all.extend(RECORD.to_be_bytes());
    all.push(u8::try_from(public.as_ref().len()).ok()?);
    all.extend(public.as_ref());
    all.extend(record);
    Some(all)
}

#[cfg(test)]
mod tests {
    #![expect(
        deprecated,
        reason = "nothing else lets a test say which numbers come by chance"
    )]

    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use ring::test::rand::FixedSliceSequenceRandom;
    use std::cell::UnsafeCell;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64")
    }

    /// The worked example of RFC 8291, appendix A, byte by byte.
    #[test]
    fn the_example_of_the_standard_is_sealed_as_it_prints_it() {
        let to = Keys {
            key: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            )
            .try_into()
            .expect("a key"),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg").try_into().expect("a secret"),
        };
        let own = bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let chance = FixedSliceSequenceRandom {
            bytes: &[&own, &salt],
            current: UnsafeCell::new(0),
        };
        let text = b"When I grow up, I want to be a watermelon";
        let all = sealed(text, 0, &to, &chance).expect("sealed");
        assert_eq!(
            URL_SAFE_NO_PAD.encode(all),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc\
             InmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLV\
             WGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_key_that_is_no_point_is_refused_and_lengths_tell_nothing() {
        let chance = ring::rand::SystemRandom::new();
        let none = Keys {
            key: [4; KEY],
            auth: [1; AUTH],
        };
        assert_eq!(sealed(b"text", 0, &none, &chance), None);
        let one = EphemeralPrivateKey::generate(&ECDH_P256, &chance).expect("a key");
        let key = one.compute_public_key().expect("a key");
        let to = Keys {
            key: key.as_ref().try_into().expect("65 bytes"),
            auth: [1; AUTH],
        };
        let long = |text: &[u8]| sealed(text, 200, &to, &chance).expect("sealed").len();
        assert_eq!(long(b"a"), long(b"a somewhat longer text"));
    }
}
