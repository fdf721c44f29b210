//! Settings of each brand: public address, hosts, sender of emails, and the company that sells
//! under the brand.

use std::collections::BTreeMap;

use axum::http::Uri;
use serde::Deserialize;

use super::{Config, ConfigError, Environment, production::is_example};
use kernel::brand::{Brand, slugs};

/// Host under which a brand is shown, configured as `SLUG=shop.example`.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct BrandHost {
    brand: Brand,
    host: String,
}

/// Settings of every brand, in the order of the brands. The layers have a section for each.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "BTreeMap<String, BrandSettings>")]
pub(super) struct Brands(Vec<BrandSettings>);

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BrandSettings {
    pub public_url: String,
    pub mail_from: String,
    pub contact_email: String,
    pub company: String,
    /// Street, number and suite.
    pub address: String,
    /// City, province and postal code.
    pub city: String,
    pub phone: String,
    /// Contact address for the public.
    pub email: String,
    pub privacy_officer: String,
    pub privacy_email: String,
}

impl Brands {
    fn of(&self, brand: Brand) -> &BrandSettings {
        &self.0[brand.index()]
    }

    pub(super) fn of_mut(&mut self, brand: Brand) -> &mut BrandSettings {
        &mut self.0[brand.index()]
    }

    pub(super) fn refuse_nonsense(&self) -> Result<(), ConfigError> {
        for brand in Brand::all() {
            let url = &self.of(brand).public_url;
            if !(url.is_empty() || url.starts_with("http://") || url.starts_with("https://")) {
                return Err(ConfigError(format!(
                    "brands.{}.public_url is {url:?}; it must start with https:// (or http:// in development)",
                    brand.slug()
                )));
            }
            self.of(brand).refuse_broken_lines(brand)?;
        }
        Ok(())
    }
}

impl TryFrom<BTreeMap<String, BrandSettings>> for Brands {
    type Error = String;

    fn try_from(mut sections: BTreeMap<String, BrandSettings>) -> Result<Brands, String> {
        let settings = Brand::all().map(|brand| {
            sections.remove(brand.slug()).ok_or_else(|| format!("{} is missing", brand.slug()))
        });
        Ok(Brands(settings.collect::<Result<_, _>>()?))
    }
}

impl BrandSettings {
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https://")
    }

    /// Returns the company's name and addresses, which end every email.
    pub fn signature(&self) -> String {
        [&self.company, &self.address, &self.city, &self.email].map(String::as_str).join(", ")
    }

    /// Returns true if the public address is a documentation example.
    pub(super) fn is_at_an_example(&self) -> bool {
        self.public_host().is_some_and(|host| is_example(&host.to_ascii_lowercase()))
    }

    fn public_host(&self) -> Option<String> {
        let address: Uri = self.public_url.parse().ok()?;
        address.host().map(str::to_owned)
    }
}

impl Config {
    /// Returns the settings of a brand. If this program does not serve the brand, returns those of
    /// the first served brand.
    pub fn brand(&self, brand: Brand) -> &BrandSettings {
        self.brands.of(self.served(brand))
    }

    /// Returns the brands that this program serves. In production, a brand without a public address
    /// is not served if another brand has one.
    pub fn brands_served(&self) -> Vec<Brand> {
        let has_address = |brand: &Brand| !self.brands.of(*brand).public_url.is_empty();
        let named: Vec<Brand> = Brand::all().filter(has_address).collect();
        if self.environment == Environment::Development || named.is_empty() {
            return Brand::all().collect();
        }
        named
    }

    /// Returns this brand, or the first served brand if this program does not serve this one.
    pub fn served(&self, brand: Brand) -> Brand {
        let served = self.brands_served();
        if served.contains(&brand) { brand } else { served.first().copied().unwrap_or(brand) }
    }

    /// Returns the brand that is shown under a request's `Host`. The port is ignored.
    pub fn brand_of_host(&self, host: &str) -> Brand {
        let name = without_port(host);
        let listed = self.brand_hosts.iter().find(|entry| entry.host.eq_ignore_ascii_case(name));
        let brand = listed.map(|entry| entry.brand).or_else(|| self.brand_at_home(name));
        self.served(brand.unwrap_or(Brand::DEFAULT))
    }

    /// Returns the brand whose public address has this host, with or without "www.".
    fn brand_at_home(&self, name: &str) -> Option<Brand> {
        let is_home = |brand: &Brand| {
            self.brands.of(*brand).public_host().is_some_and(|home| {
                let with_www =
                    name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("www."));
                let bare = if with_www { &name[4..] } else { name };
                home.eq_ignore_ascii_case(name) || home.eq_ignore_ascii_case(bare)
            })
        };
        Brand::all().find(is_home)
    }

    /// Returns an error if two brands share a host, which would always show the first brand.
    /// Different ports don't help, because ports are ignored.
    pub(super) fn refuse_shared_hosts(&self) -> Result<(), ConfigError> {
        let listed = self.brand_hosts.iter().map(|entry| (entry.brand, entry.host.clone()));
        let homes =
            Brand::all().filter_map(|brand| Some((brand, self.brands.of(brand).public_host()?)));
        let hosts: Vec<(Brand, String)> = listed.chain(homes).collect();
        for (index, (brand, host)) in hosts.iter().enumerate() {
            let is_other =
                |(other, name): &(Brand, String)| other != brand && name.eq_ignore_ascii_case(host);
            if hosts[..index].iter().any(is_other) {
                return Err(ConfigError(format!(
                    "brand_hosts and public_url give {host} to two brands; each brand needs a host of its own"
                )));
            }
        }
        Ok(())
    }

    /// Returns a brand's public address, or else the address that the program listens on.
    pub fn public_url(&self, brand: Brand, listening_on: &str) -> String {
        let configured = self.brand(brand).public_url.trim_end_matches('/');
        if !configured.is_empty() {
            return configured.to_owned();
        }
        let brand = self.served(brand);
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
        let example = Brand::DEFAULT.slug();
        let (slug, host) = text
            .split_once('=')
            .ok_or_else(|| format!("brand_hosts: {text:?} should look like \"{example}=HOST\""))?;
        let brand = Brand::from_slug(slug).ok_or_else(|| {
            format!("brand_hosts: {slug:?} is no brand; the brands are {}", slugs().join(" and "))
        })?;
        // Removes the port, because requests are compared without it. Operators may copy the port
        // from the browser's address bar.
        let host = without_port(host.trim());
        if host.is_empty() || host.contains(['/', '@', '=']) || host.contains(char::is_whitespace) {
            return Err(format!(
                "brand_hosts: {text:?} names no host; it should look like \"{slug}=shop.example\""
            ));
        }
        Ok(BrandHost { brand, host: host.to_owned() })
    }
}

/// Returns the host without its port: `shop.example` for `shop.example:8443`. The last colon of an
/// IPv6 address in brackets does not start a port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Layers, Origin, tests::config};

    fn rayzr() -> Brand {
        Brand::from_slug("rayzr").expect("a brand")
    }

    #[test]
    fn brand_of_host_ignores_port_and_case() {
        let config = config("brand_hosts = [\"rayzr=shop.example\"]").expect("valid");
        assert_eq!(config.brand_of_host("Shop.Example:8443"), rayzr());
        assert_eq!(config.brand_of_host("shop.example"), rayzr());
        assert_eq!(config.brand_of_host("shop.example.evil"), Brand::DEFAULT);
        assert_eq!(config.brand_of_host("[::1]"), Brand::DEFAULT);
    }

    #[test]
    fn brand_host_accepts_a_port_and_refuses_invalid_hosts() {
        for setting in ["rayzr=shop.example:8443", "rayzr=Shop.Example:80"] {
            let config = config(&format!("brand_hosts = [\"{setting}\"]")).expect("valid");
            for host in ["shop.example", "shop.example:8443", "shop.example:9"] {
                assert_eq!(config.brand_of_host(host), rayzr(), "{setting} {host}");
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
        let homes = "brands.funray.public_url = \"https://a.example\"\n\
                     brands.rayzr.public_url = \"https://A.example:8443\"";
        let error = config(homes).expect_err("shared");
        assert!(error.to_string().contains("A.example to two brands"), "{error}");
    }

    #[test]
    fn brand_of_host_knows_the_hosts_of_public_addresses() {
        let homes = "brands.funray.public_url = \"https://funray.ca\"\n\
                     brands.rayzr.public_url = \"https://rayzr.ca:8443\"";
        let config = config(homes).expect("valid");
        for (host, brand) in [
            ("rayzr.ca", rayzr()),
            ("RayZR.ca:8443", rayzr()),
            ("www.rayzr.ca", rayzr()),
            ("WWW.RAYZR.CA", rayzr()),
            ("rayzr.localhost", rayzr()),
            ("funray.ca", Brand::DEFAULT),
            ("shop.rayzr.ca", Brand::DEFAULT),
            ("www", Brand::DEFAULT),
            ("", Brand::DEFAULT),
        ] {
            assert_eq!(config.brand_of_host(host), brand, "{host}");
        }
    }

    #[test]
    fn brand_without_public_address_is_not_served_in_production() {
        let alone = "environment = \"production\"\n\
                     brands.rayzr.public_url = \"https://rayzr.ca\"\n\
                     brands.rayzr.company = \"Cards of Main Street Ltd.\"";
        let mut layers = Layers::defaults();
        layers.add_toml(alone, Origin::File).expect("settings");
        let config = Config::unchecked(&layers).expect("valid");
        assert_eq!(config.brands_served(), [rayzr()]);
        for host in ["rayzr.ca", "funray.ca", "localhost"] {
            assert_eq!(config.brand_of_host(host), rayzr(), "{host}");
        }
        // The brand that is not served has the settings of the served brand.
        assert_eq!(config.public_url(Brand::DEFAULT, "127.0.0.1:9"), "https://rayzr.ca");
        assert_eq!(config.brand(Brand::DEFAULT).company, "Cards of Main Street Ltd.");
        let development = "brands.rayzr.public_url = \"https://rayzr.ca\"";
        assert_eq!(
            crate::config::tests::config(development).expect("valid").brands_served().len(),
            2
        );
    }

    #[test]
    fn public_url_is_configured_or_the_listen_address() {
        let config =
            config("brands.funray.public_url = \"https://funray.example/\"").expect("valid");
        assert_eq!(config.public_url(Brand::DEFAULT, "127.0.0.1:9"), "https://funray.example");
        assert_eq!(config.public_url(rayzr(), "127.0.0.1:9"), "http://rayzr.localhost:9");
    }
}
