//! Addresses that requests come from.

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Returns the address that a request comes from; behind a proxy, the one that the proxy names.
pub(crate) fn of(request: &Extensions, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let near = request.get::<ConnectInfo<SocketAddr>>();
    let near = near.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    let far = if behind_proxy { named(headers) } else { None };
    // A server that listens to both kinds of address sees the old kind inside the new one.
    far.unwrap_or_else(|| near.to_canonical())
}

/// Returns the address that the proxy in front of the server names: the last one in the last line.
/// A client can write those before it.
fn named(headers: &HeaderMap) -> Option<IpAddr> {
    let mut lines = headers.get_all("x-forwarded-for").iter();
    let all = lines.next_back()?.to_str().ok()?;
    read(all.rsplit(',').next()?.trim())
}

/// Reads an address. Some proxies add the port, and brackets around an IPv6 address.
fn read(text: &str) -> Option<IpAddr> {
    let inner = text.strip_prefix('[').and_then(|s| s.strip_suffix(']'));
    let alone = inner.unwrap_or(text).parse().ok();
    let found = alone.or_else(|| text.parse().ok().map(|with: SocketAddr| with.ip()));
    found.map(|found| found.to_canonical())
}

/// Returns what limits count as one address. A provider gives each customer a whole IPv6 network,
/// /64 at least, and its owner can use a new address of it for each request.
pub(crate) fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(one) => {
            let [a, b, c, d, ..] = one.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// Returns the name under which a ban of an address is stored: the address itself, or the network
/// that `counted` takes for one.
pub(crate) fn banned_as(address: IpAddr) -> String {
    match counted(address.to_canonical()) {
        network @ IpAddr::V6(_) => format!("{network}/64"),
        alone @ IpAddr::V4(_) => alone.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn of(lines: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        named(&headers).map(|address| address.to_string())
    }

    #[test]
    fn the_last_address_of_the_last_line_counts() {
        for (lines, far) in [
            (&["9.9.9.9"][..], Some("9.9.9.9")),
            (&["1.1.1.1, 9.9.9.9"], Some("9.9.9.9")),
            (&["1.1.1.1", "9.9.9.9"], Some("9.9.9.9")),
            (&["1.1.1.1", "2.2.2.2,9.9.9.9:55"], Some("9.9.9.9")),
            (&["9.9.9.9:1234"], Some("9.9.9.9")),
            (&["::1"], Some("::1")),
            (&["[::1]"], Some("::1")),
            (&["[::1]:1234"], Some("::1")),
            (&["[::ffff:9.9.9.9]:1"], Some("9.9.9.9")),
            (&["9.9.9.9", "unknown"], None),
            (&["9.9.9.9", ""], None),
            (&[], None),
        ] {
            assert_eq!(of(lines).as_deref(), far, "{lines:?}");
        }
    }

    #[test]
    fn one_network_of_the_new_kind_counts_once() {
        let counted = |text: &str| counted(text.parse().expect("an address"));
        assert_eq!(counted("2001:db8:1:2::1"), counted("2001:db8:1:2:ffff::9"));
        assert_ne!(counted("2001:db8:1:2::1"), counted("2001:db8:1:3::1"));
        assert_ne!(counted("10.0.0.1"), counted("10.0.0.2"));
    }
}
