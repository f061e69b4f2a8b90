//! TLS for servers that tests run on this machine, with a certificate that only tests trust.

use std::sync::Arc;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The certificate and its key.
const PEM: &[u8] = include_bytes!("../tls/localhost.pem");
/// The path of both, for programs that are told whom to trust.
pub const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tls/localhost.pem");

/// Returns the certificate of `localhost`.
pub fn certificate() -> CertificateDer<'static> {
    CertificateDer::from_pem_slice(PEM).expect("a certificate")
}

/// Returns what accepts TLS connections as `localhost`.
pub fn acceptor() -> TlsAcceptor {
    let key = PrivateKeyDer::from_pem_slice(PEM).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .expect("TLS")
        .with_no_client_auth()
        .with_single_cert(vec![certificate()], key);
    TlsAcceptor::from(Arc::new(config.expect("a certificate with its key")))
}
