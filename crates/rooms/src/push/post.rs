//! Delivers a sealed notice to a push service. Its address comes from a client, so it may lead
//! anywhere: only TLS is spoken, only to public addresses; no redirect is followed, nothing of an
//! answer is read beyond its first line, and everything must be over soon.

use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long a service may take, from looking up its name to its answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// Maximum length of an address.
const MOST: usize = 1024;
/// The only port used on the public internet.
const PORT: u16 = 443;

/// Which services may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Those that everyone can reach.
    #[default]
    Public,
    /// Also those of a private network and of this machine, on any port: for a club with its own
    /// push service.
    Private,
}

/// The address of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Endpoint {
    host: String,
    port: u16,
    path: String,
}

impl Endpoint {
    /// Reads an address from a text; none if nothing may be sent there.
    pub(crate) fn read(text: &str, reach: Reach) -> Option<Self> {
        let uri: Uri = Some(text).filter(|text| text.len() <= MOST)?.parse().ok()?;
        let authority = uri.authority()?;
        let plain = uri.scheme_str() == Some("https") && !authority.as_str().contains('@');
        let port = authority.port_u16();
        let odd_port = authority.as_str().ends_with(':') || port.is_some_and(|port| port != PORT);
        if !plain || odd_port && reach == Reach::Public {
            return None;
        }
        let host = authority.host();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        ServerName::try_from(bare).ok()?;
        if let Ok(address) = bare.parse::<IpAddr>()
            && reach == Reach::Public
            && !is_public(address)
        {
            return None;
        }
        Some(Self {
            host: bare.to_owned(),
            port: port.unwrap_or(PORT),
            path: uri
                .path_and_query()
                .map_or("/", |path| path.as_str())
                .to_owned(),
        })
    }

    /// Returns the name that the service calls itself: a signature is made out to it.
    pub(crate) fn service(&self) -> String {
        match self.port {
            PORT => format!("https://{}", self.named()),
            port => format!("https://{}:{port}", self.named()),
        }
    }

    fn named(&self) -> String {
        match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        }
    }
}

/// What became of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sent {
    /// The service took it.
    Taken,
    /// The subscription is over.
    Gone,
    /// The service could not take it just now, or was not reached.
    Later,
    /// The service refused it.
    Refused,
}

/// The connection to push services.
pub(crate) struct Post {
    tls: TlsConnector,
    pub reach: Reach,
}

impl Post {
    /// Trusts the certificates that the machine trusts, and those in `also`.
    pub(crate) fn new(also: &[CertificateDer<'static>], reach: Reach) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        let known = rustls_native_certs::load_native_certs();
        roots.add_parsable_certificates(known.certs);
        roots.add_parsable_certificates(also.iter().cloned());
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| error.to_string())?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = TlsConnector::from(Arc::new(config));
        Ok(Self { tls, reach })
    }

    /// Sends a notice.
    pub(crate) async fn send(&self, to: &Endpoint, head: &str, body: &[u8]) -> Sent {
        match tokio::time::timeout(PATIENCE, self.exchange(to, head, body)).await {
            Ok(Some(status)) => match status {
                200..=299 => Sent::Taken,
                404 | 410 => Sent::Gone,
                408 | 429 | 500..=599 => Sent::Later,
                _ => Sent::Refused,
            },
            Ok(None) | Err(_) => Sent::Later,
        }
    }

    /// Returns the status that a service answers; none if it is not reached.
    async fn exchange(&self, to: &Endpoint, head: &str, body: &[u8]) -> Option<u16> {
        let found = tokio::net::lookup_host((to.host.as_str(), to.port))
            .await
            .ok()?;
        // Connects to the very address that was checked: a name is never looked up twice.
        let allowed = |at: &SocketAddr| self.reach == Reach::Private || is_public(at.ip());
        let address = found.into_iter().find(allowed)?;
        let stream = TcpStream::connect(address).await.ok()?;
        let name = ServerName::try_from(to.host.clone()).ok()?;
        let mut stream = self.tls.connect(name, stream).await.ok()?;
        let host = match to.port {
            PORT => to.named(),
            port => format!("{}:{port}", to.named()),
        };
        let first = format!(
            "POST {} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{head}Content-Length: {}\r\n\r\n",
            to.path,
            body.len()
        );
        stream.write_all(first.as_bytes()).await.ok()?;
        stream.write_all(body).await.ok()?;
        stream.flush().await.ok()?;
        let mut line = [0; 12];
        stream.read_exact(&mut line).await.ok()?;
        let line = std::str::from_utf8(&line).ok()?;
        line.strip_prefix("HTTP/1.")?.get(2..)?.parse().ok()
    }
}

/// Returns whether everyone can reach an address: not in a private network, not on this machine,
/// not reserved.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

const fn is_public_v4(v4: Ipv4Addr) -> bool {
    let private = v4.is_private() || v4.is_loopback() || v4.is_link_local();
    let nobodys = v4.is_unspecified() || v4.is_documentation() || v4.is_broadcast();
    let own = match v4.octets() {
        // This network, carrier networks, protocol assignments, benchmarking, reserved.
        [0, ..] | [192, 0, 0, _] | [198, 18 | 19, ..] | [240..=255, ..] => true,
        [100, second, ..] => second >> 6 == 1,
        _ => false,
    };
    !(private || nobodys || own || v4.is_multicast())
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    match v6.segments() {
        // IPv4 addresses inside IPv6 ones count as themselves.
        [0, 0, 0, 0, 0, 0xffff, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => {
            let [.., a, b, c, d] = v6.octets();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Tunnels, and addresses for documentation.
        [0x2001, 0 | 0xdb8, ..] | [0x2002, ..] => false,
        [first, ..] => first >> 13 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_services_of_the_open_net_are_addresses() {
        for good in [
            "https://push.example.org/send/abc?x=1",
            "https://push.example.org:443/",
            "https://9.9.9.9/",
            "https://[2620:fe::fe]/x",
        ] {
            let found = Endpoint::read(good, Reach::Public);
            assert!(found.is_some(), "{good}");
        }
        let long = format!("https://push.example.org/{}", "x".repeat(MOST));
        for bad in [
            "http://push.example.org/",
            "https://push.example.org:8443/",
            "https://ada@push.example.org/",
            "https://127.0.0.1/",
            "https://10.1.2.3/",
            "https://172.16.0.1/",
            "https://192.168.0.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://100.64.0.1/",
            "https://0.0.0.0/",
            "https://255.255.255.255/",
            "https://[::1]/",
            "https://[::]/",
            "https://[fe80::1]/",
            "https://[fd00::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:10.0.0.1]/",
            "https://[64:ff9b::7f00:1]/",
            "https://[2002:7f00:1::]/",
            "file:///etc/passwd",
            "/send/abc",
            "",
            "https://push.example.org/\r\nX: y",
            "https://push .example.org/",
            long.as_str(),
        ] {
            let found = Endpoint::read(bad, Reach::Public);
            assert_eq!(found, None, "{bad}");
        }
        let own = Endpoint::read("https://127.0.0.1:8443/x", Reach::Private).expect("its own");
        assert_eq!(own.service(), "https://127.0.0.1:8443");
        assert_eq!(
            Endpoint::read("http://127.0.0.1:8443/x", Reach::Private),
            None
        );
    }

    #[tokio::test]
    async fn a_name_that_leads_to_this_machine_is_not_spoken_to() {
        // The name is valid, but it leads to an address that is not public.
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
            .await
            .expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let to = Endpoint {
            host: "localhost".to_owned(),
            port,
            path: "/".to_owned(),
        };
        let post = Post::new(&[], Reach::Public).expect("trust");
        assert_eq!(post.send(&to, "", b"").await, Sent::Later);
        let came = tokio::time::timeout(Duration::from_millis(200), listener.accept()).await;
        assert!(came.is_err(), "nobody came");
    }
}
