//! Reverse proxies whose forwarding headers are trusted.

use std::net::IpAddr;

use serde::Deserialize;

/// Value of the setting that states that clients reach the program directly, without a proxy.
const NONE: &str = "none";

/// Addresses and networks (`10.0.0.0/8`) of our proxies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct TrustedProxies {
    networks: Vec<Network>,
    is_none_named: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    /// First address of the network, as the bits of an IPv6 address. IPv4 addresses are mapped to
    /// IPv6.
    start: u128,
    /// Number of leading bits that all addresses of the network share.
    prefix: u32,
}

impl TrustedProxies {
    pub fn contains(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }

    /// Returns true if the setting names proxies or states that there are none.
    pub fn are_named(&self) -> bool {
        self.is_none_named || !self.networks.is_empty()
    }
}

impl TryFrom<Vec<String>> for TrustedProxies {
    type Error = String;

    fn try_from(texts: Vec<String>) -> Result<Self, String> {
        let is_none_named = texts.iter().any(|text| text == NONE);
        if is_none_named && texts.len() > 1 {
            return Err(format!("{NONE:?} says that there is no proxy, so it stands alone"));
        }
        let named = texts.iter().filter(|text| *text != NONE);
        let networks = named.map(|text| Network::parse(text).ok_or_else(|| wrong(text)));
        Ok(TrustedProxies { networks: networks.collect::<Result<_, _>>()?, is_none_named })
    }
}

fn wrong(text: &str) -> String {
    format!("{text:?} should be an address (10.0.0.1), a network (10.0.0.0/8) or {NONE:?}")
}

impl Network {
    fn parse(text: &str) -> Option<Network> {
        let (address, length) = match text.split_once('/') {
            Some((address, length)) => (address, Some(length.parse::<u32>().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.trim().parse().ok()?;
        let longest = if address.is_ipv4() { 32 } else { 128 };
        let length = length.unwrap_or(longest);
        // A prefix of 0 would trust every client as a proxy.
        if length == 0 || length > longest {
            return None;
        }
        Some(Network { start: bits(address), prefix: 128 - longest + length })
    }

    fn contains(self, address: IpAddr) -> bool {
        let ignored = 128 - self.prefix;
        bits(address) >> ignored == self.start >> ignored
    }
}

fn bits(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(texts: &[&str]) -> Result<TrustedProxies, String> {
        TrustedProxies::try_from(texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn contains_matches_ipv4_and_ipv6_networks() {
        let proxies = read(&["10.1.2.3", "192.168.0.0/16", "2001:db8::/32"]).expect("valid");
        for (address, is_ours) in [
            ("10.1.2.3", true),
            ("::ffff:10.1.2.3", true),
            ("10.1.2.4", false),
            ("192.168.200.1", true),
            ("192.169.0.1", false),
            ("2001:db8:ffff::1", true),
            ("2001:db9::1", false),
        ] {
            assert_eq!(
                proxies.contains(address.parse().expect("an address")),
                is_ours,
                "{address}"
            );
        }
    }

    #[test]
    fn are_named_distinguishes_none_from_unset() {
        assert!(!read(&[]).expect("valid").are_named());
        assert!(read(&["none"]).expect("valid").are_named());
        assert!(!read(&["none"]).expect("valid").contains(IpAddr::from([127, 0, 0, 1])));
        assert!(read(&["10.0.0.1"]).expect("valid").are_named());
        for wrong in [
            &["here"][..],
            &["10.0.0.0/33"],
            &["0.0.0.0/0"],
            &["10.0.0.1/x"],
            &["none", "10.0.0.1"],
        ] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
