//! Writes the title, the description and the link preview of shops, causes and campaigns into the
//! HTML page that starts the web app. Search engines and the programs that make link previews need
//! these texts in the HTML, because they run no scripts.

use serde_json::{Value, json};

use cards::gifts;
use kernel::{
    brand::Brand,
    ids::{CampaignId, FileKey, Id, TenantId},
    language::Language,
};
use market::{
    campaigns::{self, CampaignRow},
    files::FileKind,
    previews::Plan,
    tenants::storefront::{self, ShownCharity, ShownVendor},
};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Maximum length of a description in characters. Search engines show no more.
const MAX_DESCRIPTION: usize = 160;

/// Returns title and description of a list page, which is about no single shop or cause. `None` for
/// other pages.
fn of_list(brand: Brand, language: Language, path: &str) -> Option<(&'static str, &'static str)> {
    let is_french = language == Language::Fr;
    Some(match (brand.has_causes(), path.trim_matches('/')) {
        (_, "shop-vendors" | "shop-vendors/list") if is_french => (
            "Cartes-cadeaux de commerces d’ici",
            "Des cartes-cadeaux électroniques de commerces d’ici, en dollars canadiens. Elles n’expirent jamais et arrivent par courriel.",
        ),
        (_, "shop-vendors" | "shop-vendors/list") => (
            "Shop local eGift cards",
            "eGift cards from shops nearby, in Canadian dollars. They never expire and arrive by email.",
        ),
        (true, "charities") if is_french => (
            "Causes d’ici",
            "Choisissez une cause locale\u{a0}: elle reçoit une part de chaque carte-cadeau, payée par le commerce.",
        ),
        (true, "charities") => (
            "Local causes",
            "Choose a local cause: it gets a part of each eGift card, paid by the shop.",
        ),
        (_, "faq") if is_french => (
            "Questions fréquentes",
            "Comment les cartes-cadeaux arrivent, s’utilisent et ce qu’elles coûtent.",
        ),
        (_, "faq") => (
            "Frequently asked questions",
            "How eGift cards arrive, how they are used and what they cost.",
        ),
        (_, "balance") if is_french => (
            "Solde de votre carte",
            "Voyez ce qui reste sur une carte-cadeau, sans compte, avec son numéro et la fin de son code.",
        ),
        (_, "balance") => (
            "Card balance",
            "See what is left on a gift card, without an account, by its number and the end of its code.",
        ),
        _ => return None,
    })
}

/// Subject of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Vendor(TenantId),
    /// Page of a vendor's card that supports no cause.
    PlainCard(TenantId),
    Charity(TenantId),
    /// Page of a charity with one of its campaigns selected.
    Campaign(TenantId, CampaignId),
    /// Page of a vendor's card that supports a campaign.
    Card(TenantId, CampaignId),
}

impl Subject {
    /// Returns the subject of the page at a path. `None` if the page has no subject. A malformed id
    /// becomes an id that no row has, so that the page is not found.
    fn of_path(brand: Brand, path: &str) -> Option<Subject> {
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let (tenant, campaign) = (TenantId::from_outside, CampaignId::from_outside);
        match (brand.has_causes(), parts.as_slice()) {
            (_, ["shop-vendors", "detail", vendor]) => Some(Subject::Vendor(tenant(vendor))),
            (_, ["shop-vendors", "rayzr-card", vendor, _]) => {
                Some(Subject::PlainCard(tenant(vendor)))
            }
            (true, ["shop-vendors", "funray-card", vendor, of]) => {
                Some(Subject::Card(tenant(vendor), campaign(of)))
            }
            // The web app's path contains the literal text `campaignId` until the visitor selects a
            // campaign.
            (true, ["charities", charity] | ["charities", charity, "campaignId"]) => {
                Some(Subject::Charity(tenant(charity)))
            }
            (true, ["charities", charity, of]) => {
                Some(Subject::Campaign(tenant(charity), campaign(of)))
            }
            _ => None,
        }
    }
}

/// Database rows of the shop, charity or campaign that a page is about.
enum Found {
    Vendor(ShownVendor),
    PlainCard(ShownVendor),
    Charity(ShownCharity),
    Campaign(CampaignRow),
    Card(Box<(ShownVendor, CampaignRow)>),
}

/// Contents of a page's head before they are rendered as HTML.
struct About {
    title: String,
    description: String,
    path: String,
    /// Picture of the shop, charity or campaign, for search engines. `None` for the brand's icon.
    picture: Option<(FileKind, FileKey)>,
    /// Picture and texts of the link preview.
    preview: Plan,
    /// Structured data about the subject in the vocabulary of schema.org.
    data: Value,
}

/// Returns the head of a page about a shop, charity, campaign, card or list. Returns `None` for
/// other pages. Fails with "not found" if the subject doesn't exist.
pub async fn of_page(
    app: &App,
    brand: Brand,
    language: Language,
    path: &str,
) -> Result<Option<String>> {
    if let Some(token) = token_of_gift(path) {
        let about = about_gift(language, preview_of_gift(app, brand, language, token).await?);
        return Ok(Some(about.html(brand, language, &app.public_url(brand))));
    }
    if let Some((title, description)) = of_list(brand, language, path) {
        let about = About {
            title: title.to_owned(),
            description: description.to_owned(),
            path: format!("/{}", path.trim_matches('/')),
            picture: None,
            preview: Plan::home(brand, language),
            data: json!({ "@context": "https://schema.org", "@type": "WebPage", "name": title }),
        };
        return Ok(Some(about.html(brand, language, &app.public_url(brand))));
    }
    let Some(subject) = Subject::of_path(brand, path) else { return Ok(None) };
    let found = app
        .db
        .read(move |tx| {
            Ok::<_, Error>(match subject {
                Subject::Vendor(id) => Found::Vendor(storefront::find_vendor(tx, id)?),
                Subject::PlainCard(id) => Found::PlainCard(storefront::find_vendor(tx, id)?),
                Subject::Charity(id) => Found::Charity(storefront::find_charity(tx, id)?),
                Subject::Campaign(charity, id) => {
                    let campaign = campaigns::find_shown(tx, id)?;
                    if campaign.charity_id != charity {
                        return Err(Error::NotFound);
                    }
                    Found::Campaign(campaign)
                }
                Subject::Card(vendor, id) => Found::Card(Box::new((
                    storefront::find_vendor(tx, vendor)?,
                    campaigns::find_shown(tx, id)?,
                ))),
            })
        })
        .await?;
    let site = app.public_url(brand);
    let about = match &found {
        Found::Vendor(vendor) => about_vendor(brand, language, vendor),
        Found::PlainCard(vendor) => about_plain_card(brand, language, vendor),
        Found::Charity(charity) => about_charity(brand, language, charity),
        Found::Campaign(campaign) => about_campaign(brand, language, campaign),
        Found::Card(both) => about_card(brand, language, &both.0, &both.1),
    };
    Ok(Some(about.html(brand, language, &site)))
}

/// Returns the token in the path of a gift's page, or `None` for other paths. The link is secret,
/// so its preview shows only the shop, never names or the amount.
fn token_of_gift(path: &str) -> Option<&str> {
    match path.trim_matches('/').split('/').collect::<Vec<_>>().as_slice() {
        ["gift", token] => Some(token),
        _ => None,
    }
}

/// Returns the plan for the preview of a gift link. The preview shows the picture of the shop,
/// whose address doesn't contain the secret token.
async fn preview_of_gift(app: &App, brand: Brand, language: Language, token: &str) -> Result<Plan> {
    let gift = match gifts::find(app, token).await {
        Err(Error::NotFound) => return Ok(Plan::some_gift(brand, language)),
        found => found?,
    };
    match app.db.read(move |tx| storefront::find_vendor(tx, gift.vendor_id)).await {
        Err(Error::NotFound) => Ok(Plan::some_gift(brand, language)),
        vendor => Ok(Plan::gift(brand, language, &vendor?)),
    }
}

/// Returns the tags with the address and the preview picture of a prerendered page. Such a page
/// already has its title and description.
pub fn of_built_page(app: &App, brand: Brand, language: Language, path: &str) -> String {
    let site = app.public_url(brand);
    let tags = preview_tags(&site, &Plan::home(brand, language));
    let address = format!("{site}/{}", path.trim_matches('/'));
    format!("{}\n    {}", tag("og:url", &address), tags.join("\n    "))
}

fn about_gift(language: Language, preview: Plan) -> About {
    let (title, description) = match language {
        Language::En => (
            "A gift for you",
            "Somebody has chosen an eGift card from a local shop for you. Open it!",
        ),
        Language::Fr => (
            "Un cadeau pour vous",
            "Quelqu’un a choisi pour vous la carte-cadeau d’un commerce d’ici. Ouvrez-la!",
        ),
    };
    About {
        title: title.to_owned(),
        description: description.to_owned(),
        path: "/".to_owned(),
        picture: None,
        preview,
        data: json!({ "@context": "https://schema.org", "@type": "WebPage", "name": title }),
    }
}

fn about_vendor(brand: Brand, language: Language, vendor: &ShownVendor) -> About {
    let (name, city) = (&vendor.display_name, &vendor.city);
    let rate = vendor.charity_rate.percent();
    let words = match (brand.has_causes(), language) {
        (true, Language::En) => {
            format!(
                "eGift cards from {name} in {city}. Choose a local cause, and it gets {rate}% of the card."
            )
        }
        (true, Language::Fr) => format!(
            "Cartes-cadeaux électroniques de {name}, {city}. Choisissez une cause locale\u{a0}: elle reçoit {rate}\u{a0}% de la carte."
        ),
        (false, _) => words_without_cause(language, vendor),
    };
    let mut data = organization("Store", name, &vendor.facts.shared.website);
    data["address"] = json!({
        "@type": "PostalAddress", "streetAddress": vendor.address_line1, "addressLocality": city,
        "addressRegion": vendor.province, "postalCode": vendor.postal_code, "addressCountry": "CA",
    });
    About {
        title: name.clone(),
        description: joined(&words, vendor.facts.shared.description.as_deref()),
        path: format!("/shop-vendors/detail/{}", vendor.id),
        picture: vendor.logo_key.map(|key| (FileKind::Vendor, key)),
        preview: Plan::vendor(brand, language, vendor),
        data,
    }
}

fn words_without_cause(language: Language, vendor: &ShownVendor) -> String {
    let (name, city) = (&vendor.display_name, &vendor.city);
    match language {
        Language::En => format!("eGift cards from {name} in {city}, sent in a minute."),
        Language::Fr => {
            format!("Cartes-cadeaux électroniques de {name}, {city}, envoyées en une minute.")
        }
    }
}

/// Returns the head for a card that supports no cause, on the site of either brand.
fn about_plain_card(brand: Brand, language: Language, vendor: &ShownVendor) -> About {
    About {
        description: joined(
            &words_without_cause(language, vendor),
            vendor.facts.shared.description.as_deref(),
        ),
        preview: Plan::plain_card(brand, language, vendor),
        ..about_vendor(brand, language, vendor)
    }
}

fn about_charity(brand: Brand, language: Language, charity: &ShownCharity) -> About {
    let name = &charity.display_name;
    let words = match language {
        Language::En => format!("Give a local eGift card and support {name}."),
        Language::Fr => format!("Offrez une carte-cadeau locale et soutenez {name}."),
    };
    let own = charity.facts.charity.introduction.as_deref().or(charity
        .facts
        .shared
        .description
        .as_deref());
    About {
        title: name.clone(),
        description: joined(own.unwrap_or_default(), Some(&words)),
        path: format!("/charities/{}", charity.id),
        picture: charity.logo_key.map(|key| (FileKind::Charity, key)),
        preview: Plan::charity(brand, language, charity),
        data: organization("NGO", name, &charity.facts.shared.website),
    }
}

fn about_campaign(brand: Brand, language: Language, campaign: &CampaignRow) -> About {
    let (name, charity) = (&campaign.name, &campaign.charity_name);
    let words = match language {
        Language::En => format!("A campaign of {charity}: every local eGift card helps."),
        Language::Fr => {
            format!("Une campagne de {charity} : chaque carte-cadeau locale y contribue.")
        }
    };
    About {
        title: format!("{name} · {charity}"),
        description: joined(campaign.description.as_deref().unwrap_or_default(), Some(&words)),
        path: format!("/charities/{}/{}", campaign.charity_id, campaign.id),
        picture: picture_of(campaign),
        preview: Plan::campaign(brand, language, campaign),
        data: event(campaign),
    }
}

fn about_card(
    brand: Brand,
    language: Language,
    vendor: &ShownVendor,
    campaign: &CampaignRow,
) -> About {
    let (shop, name, charity) = (&vendor.display_name, &campaign.name, &campaign.charity_name);
    let rate = vendor.charity_rate.percent();
    let description = match language {
        Language::En => {
            format!(
                "An eGift card from {shop}: {rate}% of it goes to {name}, a campaign of {charity}."
            )
        }
        Language::Fr => format!(
            "Une carte-cadeau de {shop} : {rate} % vont à {name}, une campagne de {charity}."
        ),
    };
    About {
        title: format!("{shop} · {name}"),
        description: shortened(&description),
        path: format!("/shop-vendors/funray-card/{}/{}", vendor.id, campaign.id),
        picture: vendor.logo_key.map(|key| (FileKind::Vendor, key)).or(picture_of(campaign)),
        preview: Plan::vendor(brand, language, vendor),
        data: organization("Store", shop, &vendor.facts.shared.website),
    }
}

/// Returns the picture of a campaign, or of its charity if the campaign has none.
fn picture_of(campaign: &CampaignRow) -> Option<(FileKind, FileKey)> {
    let charity = campaign.charity_logo_key.map(|key| (FileKind::Charity, key));
    campaign.logo_key.map(|key| (FileKind::Campaign, key)).or(charity)
}

fn organization(kind: &str, name: &str, website: &Option<String>) -> Value {
    let mut data = json!({ "@context": "https://schema.org", "@type": kind, "name": name });
    if let Some(website) = website {
        data["sameAs"] = json!(website);
    }
    data
}

fn event(campaign: &CampaignRow) -> Value {
    json!({
        "@context": "https://schema.org", "@type": "Event", "name": campaign.name,
        "startDate": campaign.start_day, "endDate": campaign.end_day,
        "organizer": { "@type": "NGO", "name": campaign.charity_name },
    })
}

fn joined(first: &str, second: Option<&str>) -> String {
    shortened(&format!("{first} {}", second.unwrap_or_default()))
}

/// Shortens a text to the maximum length of a description, on one line and without cutting words.
fn shortened(text: &str) -> String {
    let mut short = String::new();
    for word in text.split_whitespace() {
        if short.chars().count() + 1 + word.chars().count() > MAX_DESCRIPTION {
            short.push('…');
            break;
        }
        if !short.is_empty() {
            short.push(' ');
        }
        short.push_str(word);
    }
    short
}

impl About {
    fn html(mut self, brand: Brand, language: Language, site: &str) -> String {
        let url = format!("{site}{}", self.path);
        let picture = match self.picture {
            Some((kind, key)) => format!("{site}/files/{}/{key}", kind.word()),
            None => format!("{site}/icon-512.png"),
        };
        self.data["url"] = json!(url);
        self.data["image"] = json!(picture);
        self.data["description"] = json!(self.description);
        let locale = match language {
            Language::En => "en_CA",
            Language::Fr => "fr_CA",
        };
        let title = format!("{} · {}", self.title, brand.name());
        let mut html = format!("<title>{}</title>", escaped(&title));
        let mut line = |line: &str| html += &format!("\n    {line}");
        line(&format!("<meta name=\"description\" content=\"{}\">", escaped(&self.description)));
        line(&format!("<link rel=\"canonical\" href=\"{}\">", escaped(&url)));
        for (name, value) in [
            ("og:type", "website"),
            ("og:site_name", brand.name()),
            ("og:locale", locale),
            ("og:title", &self.title),
            ("og:description", &self.description),
            ("og:url", &url),
        ] {
            line(&tag(name, value));
        }
        for tag in preview_tags(site, &self.preview) {
            line(&tag);
        }
        // The content security policy allows this script element, because it contains only data.
        // Each `<` is escaped so that no value can close the element.
        let data = self.data.to_string().replace('<', "\\u003c");
        html + &format!("\n    <script type=\"application/ld+json\">{data}</script>")
    }
}

/// Returns the HTML tags from which other sites build a link preview.
fn preview_tags(site: &str, preview: &Plan) -> [String; 6] {
    let (address, alt) = (format!("{site}{}", preview.address()), preview.alt());
    [
        tag("og:image", &address),
        tag("og:image:type", "image/png"),
        tag("og:image:width", &art::WIDTH.to_string()),
        tag("og:image:height", &art::HEIGHT.to_string()),
        tag("og:image:alt", &alt),
        "<meta name=\"twitter:card\" content=\"summary_large_image\">".to_owned(),
    ]
}

fn tag(property: &str, value: &str) -> String {
    format!("<meta property=\"{property}\" content=\"{}\">", escaped(value))
}

pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_path_finds_the_subject_of_detail_pages_only() {
        let nothing = TenantId::from_outside("");
        let none = CampaignId::from_outside("");
        for (brand, path, subject) in [
            (Brand::with_causes(), "shop-vendors/detail/x", Some(Subject::Vendor(nothing))),
            (Brand::without_causes(), "/shop-vendors/detail/x/", Some(Subject::Vendor(nothing))),
            (
                Brand::without_causes(),
                "shop-vendors/rayzr-card/x/25",
                Some(Subject::PlainCard(nothing)),
            ),
            (
                Brand::with_causes(),
                "shop-vendors/funray-card/x/y",
                Some(Subject::Card(nothing, none)),
            ),
            (Brand::without_causes(), "shop-vendors/funray-card/x/y", None),
            (Brand::with_causes(), "charities/x", Some(Subject::Charity(nothing))),
            (Brand::with_causes(), "charities/x/y", Some(Subject::Campaign(nothing, none))),
            (Brand::without_causes(), "charities/x", None),
            (Brand::with_causes(), "charities", None),
            (Brand::with_causes(), "charities/x/y/z", None),
            (Brand::with_causes(), "shop-vendors/list", None),
            (Brand::with_causes(), "", None),
        ] {
            assert_eq!(Subject::of_path(brand, path), subject, "{brand:?} {path}");
        }
    }

    #[test]
    fn html_escapes_user_text() {
        let mut preview = Plan::home(Brand::DEFAULT, Language::En);
        preview.heading = "\"><script>".to_owned();
        let about = About {
            title: "</title><script>alert(1)</script>".to_owned(),
            description: "\"><img src=x onerror='alert(1)'>".to_owned(),
            path: "/charities/x".to_owned(),
            picture: None,
            preview,
            data: json!({ "name": "</script><script>alert(1)</script>" }),
        };
        let html = about.html(Brand::DEFAULT, Language::En, "https://funray.example");
        assert_eq!(html.matches("<script").count(), 1, "{html}");
        assert_eq!(html.matches("</script>").count(), 1, "{html}");
        let markup = html.split("<script").next().unwrap_or_default();
        assert!(!html.contains("<img") && !markup.contains("onerror='"), "{html}");
    }

    #[test]
    fn shortened_cuts_between_words() {
        assert_eq!(shortened("  two\n words "), "two words");
        let long = shortened(&"word ".repeat(100));
        assert!(long.chars().count() <= MAX_DESCRIPTION && long.ends_with("word…"), "{long}");
        assert_eq!(shortened(&"x".repeat(500)), "…");
    }
}
