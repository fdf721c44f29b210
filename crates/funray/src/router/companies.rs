//! Inserts facts about the companies behind the brands (such as name and address) into HTML pages.
//! Prerendered pages have a placeholder in braces for each fact. The head of every page contains
//! the facts of all brands as JSON for the web app.

use serde_json::Value;

use super::heads::escaped;
use kernel::brand::Brand;
use platform::config::BrandSettings;

/// Replaces the placeholders of a page with the facts of the brand's company. Adds the facts of
/// all brands to the page's head.
pub fn fill(html: &str, company_of: impl Fn(Brand) -> BrandSettings, brand: Brand) -> String {
    let filled = facts(&company_of(brand))
        .iter()
        .fold(html.to_owned(), |html, (room, fact)| html.replace(room, &escaped(fact)));
    filled.replacen("</head>", &format!("  {}\n  </head>", block(company_of)), 1)
}

fn facts(company: &BrandSettings) -> [(&'static str, String); 8] {
    let own = |text: &String| text.trim().to_owned();
    [
        ("{{company}}", own(&company.company)),
        ("{{address}}", own(&company.address)),
        ("{{city}}", own(&company.city)),
        ("{{phone}}", own(&company.phone)),
        ("{{phoneLink}}", phone_link(&company.phone)),
        ("{{email}}", own(&company.email)),
        ("{{privacyOfficer}}", own(&company.privacy_officer)),
        ("{{privacyEmail}}", own(&company.privacy_email)),
    ]
}

/// Returns a script element with the facts of all brands as JSON. The content security policy
/// allows the element, since browsers don't execute JSON. Each `<` is escaped so that no value can
/// close the element.
fn block(company_of: impl Fn(Brand) -> BrandSettings) -> String {
    let of = |brand: Brand| {
        let facts = facts(&company_of(brand)).into_iter();
        let named = facts
            .map(|(room, fact)| (room.trim_matches(['{', '}']).to_owned(), Value::String(fact)));
        Value::Object(named.collect())
    };
    let facts = Brand::all().map(|brand| (brand.slug().to_owned(), of(brand)));
    let facts = Value::Object(facts.collect());
    let facts = facts.to_string().replace('<', "\\u003c");
    format!("<script type=\"application/json\" id=\"companies\">{facts}</script>")
}

/// Returns a `tel:` link for a phone number. A number of ten digits gets the country code of North
/// America.
fn phone_link(shown: &str) -> String {
    let digits: String = shown.chars().filter(char::is_ascii_digit).collect();
    match (shown.trim().starts_with('+'), digits.len()) {
        (false, 10) => format!("tel:+1{digits}"),
        (false, 11) if digits.starts_with('1') => format!("tel:+{digits}"),
        (true, _) => format!("tel:+{digits}"),
        (false, _) => format!("tel:{digits}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::config::{Config, Layers, Origin};

    fn config(toml: &str) -> Config {
        let mut layers = Layers::defaults();
        layers.add_toml(toml, Origin::File).expect("settings");
        Config::from_layers(&layers).expect("valid")
    }

    const PAGE: &str = "<html><head><title>x</title></head><body><p>{{company}}</p>\
                        <a href=\"{{phoneLink}}\">{{phone}}</a></body></html>";

    #[test]
    fn fill_writes_the_brands_company_into_rooms_and_head() {
        let config = config(
            "brands.rayzr.company = \"Ann & <b>Söhne</b>\"\nbrands.rayzr.phone = \"613 549-7000\"",
        );
        let page = fill(
            PAGE,
            |brand| config.brand(brand).clone(),
            Brand::from_slug("rayzr").expect("a brand"),
        );
        assert!(page.contains("<p>Ann &amp; &lt;b&gt;Söhne&lt;/b&gt;</p>"), "{page}");
        assert!(page.contains("<a href=\"tel:+16135497000\">613 549-7000</a>"), "{page}");
        assert!(!page.contains("{{"), "{page}");
        assert_eq!(page.matches("<b>").count(), 0, "{page}");
        let (_, rest) = page.split_once("id=\"companies\">").expect("the block");
        let (block, _) = rest.split_once("</script>").expect("its end");
        let facts: Value = serde_json::from_str(block).expect("JSON");
        assert_eq!(facts["rayzr"]["company"], "Ann & <b>Söhne</b>");
        assert_eq!(facts["funray"]["company"], "FunRay Community Cards Inc.");
    }

    #[test]
    fn phone_link_is_international() {
        for (shown, link) in [
            ("416-555-0142", "tel:+14165550142"),
            ("1 416 555 0142", "tel:+14165550142"),
            ("+33 1 23 45 67 89", "tel:+33123456789"),
        ] {
            assert_eq!(phone_link(shown), link);
        }
    }
}
