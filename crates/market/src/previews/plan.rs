//! Content of a preview picture before it is drawn. Only public data of the page is used. The
//! preview of a gift shows only the gift's shop, so no code, person or amount can appear.

use serde::Serialize;
use sha2::{Digest, Sha256};

use art::{EDITION, hue_of_name};
use kernel::{brand::Brand, ids::FileKey, language::Language, money::Cents, random::hex};

use crate::{
    campaigns::CampaignRow,
    files::FileKind,
    tenants::storefront::{ShownCharity, ShownVendor},
};

/// Stored picture: its kind and key.
pub type Picture = (FileKind, FileKey);

fn where_it_is(language: Language, vendor: &ShownVendor) -> String {
    let city = &vendor.city;
    match language {
        Language::En => format!("eGift cards from a local shop in {city}."),
        Language::Fr => format!("Les cartes-cadeaux d’un commerce d’ici\u{a0}: {city}."),
    }
}

/// Content of the tile on the drawn card: a shop's logo or the brand's.
pub enum Tile {
    Shop(Option<Picture>),
    Brand,
}

pub struct Plan {
    pub brand: Brand,
    pub language: Language,
    /// Path of the preview, without brand, language and version.
    path: String,
    pub heading: String,
    pub words: String,
    pub shop: String,
    pub tile: Tile,
    pub hue: u32,
    pub amount: Option<String>,
    pub ribbon: Option<String>,
    pub cause_logo: Option<Picture>,
    /// Sum raised and goal of a campaign, for the bar below the words.
    pub progress: Option<(Cents, Cents)>,
}

impl Plan {
    /// Returns the preview of a brand's front page, which shows a card without a shop.
    pub fn home(brand: Brand, language: Language) -> Plan {
        let heading = brand.word(language, "preview.heading");
        let words = brand.word(language, "preview.words");
        let (amount, ribbon) = match language {
            Language::En => ("$50", "Up to $5 to a local cause"),
            Language::Fr => ("50\u{a0}$", "Jusqu’à 5\u{a0}$ à une cause locale"),
        };
        let ribbon = brand.has_causes().then_some(ribbon);
        Plan {
            amount: Some(amount.to_owned()),
            ribbon: ribbon.map(str::to_owned),
            ..Plan::of_no_shop(brand, language, "home", (heading, words))
        }
    }

    pub fn vendor(brand: Brand, language: Language, vendor: &ShownVendor) -> Plan {
        let rate = vendor.charity_rate.percent();
        let ribbon = brand.has_causes().then(|| match language {
            Language::En => format!("{rate}% to a cause you choose"),
            Language::Fr => format!("{rate}\u{a0}% à la cause choisie"),
        });
        Plan {
            words: where_it_is(language, vendor),
            ribbon,
            ..Plan::of_shop(brand, language, "vendor", vendor)
        }
    }

    /// Returns the preview of a card without a charity.
    pub fn plain_card(brand: Brand, language: Language, vendor: &ShownVendor) -> Plan {
        Plan {
            words: where_it_is(language, vendor),
            ..Plan::of_shop(brand, language, "card", vendor)
        }
    }

    pub fn charity(brand: Brand, language: Language, charity: &ShownCharity) -> Plan {
        let name = &charity.display_name;
        let words = match language {
            Language::En => "Give a local eGift card and support this cause.",
            Language::Fr => "Offrez une carte-cadeau locale et soutenez cette cause.",
        };
        let path = format!("charity/{}", charity.id);
        Plan {
            hue: charity.logo_hue.unwrap_or_else(|| hue_of_name(name)),
            ribbon: Some(for_cause(language, name)),
            cause_logo: charity.logo_key.map(|key| (FileKind::Charity, key)),
            ..Plan::of_no_shop(brand, language, &path, (name, words))
        }
    }

    pub fn campaign(brand: Brand, language: Language, campaign: &CampaignRow) -> Plan {
        let (name, charity) = (&campaign.name, &campaign.charity_name);
        let raised = campaign.raised.format(language);
        let words = match (campaign.goal.map(|goal| goal.format_short(language)), language) {
            (Some(goal), Language::En) => format!("{charity}: {raised} of {goal} raised."),
            (Some(goal), Language::Fr) => {
                format!("{charity}\u{a0}: {raised} sur {goal} d’amassé.")
            }
            (None, Language::En) if campaign.raised.is_positive() => {
                format!("{charity}: {raised} raised. Every local eGift card helps.")
            }
            (None, Language::Fr) if campaign.raised.is_positive() => {
                format!(
                    "{charity}\u{a0}: {raised} d’amassé. Chaque carte-cadeau locale y contribue."
                )
            }
            (None, Language::En) => {
                format!("A campaign of {charity}: every local eGift card helps.")
            }
            (None, Language::Fr) => {
                format!("Une campagne de {charity}\u{a0}: chaque carte-cadeau locale y contribue.")
            }
        };
        let own = campaign.logo_key.map(|key| (FileKind::Campaign, key));
        let charitys = campaign.charity_logo_key.map(|key| (FileKind::Charity, key));
        let path = format!("campaign/{}", campaign.id);
        Plan {
            hue: campaign.logo_hue.unwrap_or_else(|| hue_of_name(charity)),
            ribbon: Some(for_cause(language, name)),
            cause_logo: own.or(charitys),
            progress: campaign.goal.map(|goal| (campaign.raised, goal)),
            ..Plan::of_no_shop(brand, language, &path, (name, &words))
        }
    }

    /// Returns the preview of a gift's link. The preview shows that the link belongs to a gift, and
    /// the shop of the gift. Anyone with the link may know both. The amount appears only when the
    /// gift is opened.
    pub fn gift(brand: Brand, language: Language, vendor: &ShownVendor) -> Plan {
        let shop = &vendor.display_name;
        let (heading, words) = match language {
            Language::En => ("A gift for you", format!("An eGift card for {shop}. Open it!")),
            Language::Fr => {
                ("Un cadeau pour vous", format!("Une carte-cadeau pour {shop}. Ouvrez-la!"))
            }
        };
        Plan {
            heading: heading.to_owned(),
            words,
            ..Plan::of_shop(brand, language, "gift", vendor)
        }
    }

    /// Returns the preview of a gift that doesn't exist or whose shop no longer sells cards.
    pub fn some_gift(brand: Brand, language: Language) -> Plan {
        let said = match language {
            Language::En => {
                ("A gift for you", "Somebody has chosen an eGift card from a local shop for you.")
            }
            Language::Fr => (
                "Un cadeau pour vous",
                "Quelqu’un a choisi pour vous la carte-cadeau d’un commerce d’ici.",
            ),
        };
        Plan::of_no_shop(brand, language, "gift", said)
    }

    fn of_shop(brand: Brand, language: Language, kind: &str, vendor: &ShownVendor) -> Plan {
        let name = &vendor.display_name;
        Plan {
            brand,
            language,
            path: format!("{kind}/{}", vendor.id),
            heading: name.clone(),
            words: String::new(),
            shop: name.clone(),
            tile: Tile::Shop(vendor.logo_key.map(|key| (FileKind::Vendor, key))),
            hue: vendor.logo_hue.unwrap_or_else(|| hue_of_name(name)),
            amount: None,
            ribbon: None,
            cause_logo: None,
            progress: None,
        }
    }

    fn of_no_shop(brand: Brand, language: Language, path: &str, said: (&str, &str)) -> Plan {
        let shop = match language {
            Language::En => "A shop near you",
            Language::Fr => "Un commerce d’ici",
        };
        Plan {
            brand,
            language,
            path: path.to_owned(),
            heading: said.0.to_owned(),
            words: said.1.to_owned(),
            shop: shop.to_owned(),
            tile: Tile::Brand,
            hue: brand.facts().hue,
            amount: None,
            ribbon: None,
            cause_logo: None,
            progress: None,
        }
    }

    pub fn logo(&self) -> Option<Picture> {
        match self.tile {
            Tile::Shop(logo) => logo,
            Tile::Brand => None,
        }
    }

    /// Returns a version that changes whenever anything visible in the picture changes.
    pub fn version(&self) -> String {
        let key = |picture: Option<Picture>| picture.map(|(_, key)| key.to_string());
        let said = Said {
            edition: EDITION,
            brand: self.brand,
            language: self.language,
            path: &self.path,
            words: [&self.heading, &self.words, &self.shop],
            logos: [key(self.logo()), key(self.cause_logo)],
            hue: self.hue,
            on_card: [self.amount.as_deref(), self.ribbon.as_deref()],
            progress: self.progress,
        };
        let bytes = serde_json::to_vec(&said).unwrap_or_else(|_| unreachable!("plain values"));
        hex(&Sha256::digest(bytes)[..12])
    }

    /// Returns the path of the picture on the brand's site.
    pub fn address(&self) -> String {
        let (brand, language) = (self.brand.slug(), self.language.code());
        format!("/previews/{brand}/{language}/{}/{}.png", self.path, self.version())
    }

    /// Returns the text alternative of the picture.
    pub fn alt(&self) -> String {
        format!("{} · {}", self.heading, self.words)
    }
}

fn for_cause(language: Language, name: &str) -> String {
    match language {
        Language::En => format!("For {name}"),
        Language::Fr => format!("Pour {name}"),
    }
}

/// Everything visible in a picture, from which the version is computed.
#[derive(Serialize)]
struct Said<'a> {
    edition: u32,
    brand: Brand,
    language: Language,
    path: &'a str,
    words: [&'a str; 3],
    logos: [Option<String>; 2],
    hue: u32,
    on_card: [Option<&'a str>; 2],
    /// Left out without a bar, so that other pictures keep their versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<(Cents, Cents)>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::ids::Id;

    #[test]
    fn version_changes_with_everything_visible() {
        let plan = || Plan::home(Brand::DEFAULT, Language::En);
        let file = || Some((FileKind::Vendor, FileKey::from_outside("x")));
        let others = [
            Plan::home(Brand::DEFAULT, Language::Fr),
            Plan::home(Brand::without_causes(), Language::En),
            Plan { heading: "Other".to_owned(), ..plan() },
            Plan { words: "Other".to_owned(), ..plan() },
            Plan { shop: "Other".to_owned(), ..plan() },
            Plan { hue: 1, ..plan() },
            Plan { amount: None, ..plan() },
            Plan { ribbon: None, ..plan() },
            Plan { tile: Tile::Shop(file()), ..plan() },
            Plan { cause_logo: file(), ..plan() },
            Plan { progress: Some((Cents::new(100), Cents::new(200))), ..plan() },
        ];
        let mut versions: Vec<String> = others.iter().chain([&plan()]).map(Plan::version).collect();
        versions.sort();
        versions.dedup();
        assert_eq!(versions.len(), others.len() + 1);
        assert_eq!(plan().version(), plan().version());
    }
}
