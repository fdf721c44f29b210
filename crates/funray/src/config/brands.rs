//! Settings of each brand: where it is at home, in whose name it writes, and which hosts show it.

use serde::Deserialize;

use super::{Config, ConfigError};
use crate::brand::Brand;

/// `rayzr=shop.example`: this host shows that brand.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct BrandHost {
    brand: Brand,
    host: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Brands {
    funray: BrandSettings,
    rayzr: BrandSettings,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrandSettings {
    pub public_url: String,
    pub mail_from: String,
    pub contact_email: String,
}

impl Brands {
    fn of(&self, brand: Brand) -> &BrandSettings {
        match brand {
            Brand::FunRay => &self.funray,
            Brand::RayZr => &self.rayzr,
        }
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        for brand in Brand::ALL {
            let url = &self.of(brand).public_url;
            if !(url.is_empty() || url.starts_with("http://") || url.starts_with("https://")) {
                return Err(ConfigError(format!(
                    "brands.{}.public_url is {url:?}; it must start with https:// (or http:// in development)",
                    brand.slug()
                )));
            }
        }
        Ok(())
    }
}

/// Two brands at one host would show the first one only: the port tells no brand from another.
pub(super) fn refuse_shared_hosts(hosts: &[BrandHost]) -> Result<(), ConfigError> {
    for (index, one) in hosts.iter().enumerate() {
        let is_same = |other: &&BrandHost| other.host.eq_ignore_ascii_case(&one.host);
        if hosts[..index].iter().find(is_same).is_some_and(|other| other.brand != one.brand) {
            return Err(ConfigError(format!(
                "brand_hosts gives {} to two brands; each brand needs a host of its own",
                one.host
            )));
        }
    }
    Ok(())
}

impl BrandSettings {
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}

impl Config {
    pub fn brand(&self, brand: Brand) -> &BrandSettings {
        self.brands.of(brand)
    }

    /// The brand that a request's `Host` shows. The port doesn't matter.
    pub fn brand_of_host(&self, host: &str) -> Brand {
        let name = without_port(host);
        self.brand_hosts
            .iter()
            .find(|entry| entry.host.eq_ignore_ascii_case(name))
            .map_or(Brand::FunRay, |entry| entry.brand)
    }

    /// Where people reach a brand: what is configured, else the address the program listens on.
    pub fn public_url(&self, brand: Brand, listening_on: &str) -> String {
        let configured = self.brand(brand).public_url.trim_end_matches('/');
        if !configured.is_empty() {
            return configured.to_owned();
        }
        let port = listening_on.rsplit_once(':').map_or("", |(_, port)| port);
        let host = self
            .brand_hosts
            .iter()
            .find(|entry| entry.brand == brand)
            .map_or("localhost", |entry| &entry.host);
        format!("http://{host}:{port}")
    }
}

impl TryFrom<String> for BrandHost {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (slug, host) = text
            .split_once('=')
            .ok_or_else(|| format!("brand_hosts: {text:?} should look like \"rayzr=HOST\""))?;
        let brand = Brand::from_slug(slug).ok_or_else(|| {
            format!("brand_hosts: {slug:?} is no brand; the brands are funray and rayzr")
        })?;
        // Operators copy the host with its port from the browser's address; a request's is compared without.
        let host = without_port(host.trim());
        if host.is_empty() || host.contains(['/', '@', '=']) || host.contains(char::is_whitespace) {
            return Err(format!(
                "brand_hosts: {text:?} names no host; it should look like \"{slug}=shop.example\""
            ));
        }
        Ok(BrandHost { brand, host: host.to_owned() })
    }
}

/// Of `shop.example:8443` the name. What stands behind the last colon of an IPv6 address in brackets is no port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::tests::config;

    #[test]
    fn brand_of_host_ignores_port_and_case() {
        let config = config("brand_hosts = [\"rayzr=shop.example\"]").expect("valid");
        assert_eq!(config.brand_of_host("Shop.Example:8443"), Brand::RayZr);
        assert_eq!(config.brand_of_host("shop.example"), Brand::RayZr);
        assert_eq!(config.brand_of_host("shop.example.evil"), Brand::FunRay);
        assert_eq!(config.brand_of_host("[::1]"), Brand::FunRay);
    }

    #[test]
    fn a_brand_host_is_accepted_with_its_port_and_refused_when_it_is_no_host() {
        for setting in ["rayzr=shop.example:8443", "rayzr=Shop.Example:80"] {
            let config = config(&format!("brand_hosts = [\"{setting}\"]")).expect("valid");
            for host in ["shop.example", "shop.example:8443", "shop.example:9"] {
                assert_eq!(config.brand_of_host(host), Brand::RayZr, "{setting} {host}");
            }
        }
        for wrong in ["rayzr=", "rayzr=:80", "rayzr=https://shop.example", "rayzr=a b"] {
            let error = config(&format!("brand_hosts = [\"{wrong}\"]")).expect_err("no host");
            assert!(error.to_string().contains("names no host"), "{wrong}: {error}");
        }
    }

    #[test]
    fn brand_hosts_refuses_one_host_for_two_brands() {
        let two = "brand_hosts = [\"rayzr=shop.example:81\", \"funray=Shop.example:82\"]";
        let error = config(two).expect_err("shared");
        assert!(error.to_string().contains("Shop.example to two brands"), "{error}");
        config("brand_hosts = [\"rayzr=a.example\", \"rayzr=a.example:8\"]").expect("one brand");
    }

    #[test]
    fn public_url_is_configured_or_the_listen_address() {
        let config =
            config("brands.funray.public_url = \"https://funray.example/\"").expect("valid");
        assert_eq!(config.public_url(Brand::FunRay, "127.0.0.1:9"), "https://funray.example");
        assert_eq!(config.public_url(Brand::RayZr, "127.0.0.1:9"), "http://rayzr.localhost:9");
    }
}
