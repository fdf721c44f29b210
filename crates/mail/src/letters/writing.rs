//! Writes a letter by filling the placeholders in its texts with the letter's fields.
//!
//! `{vendor}` is the value of the field `vendor`. If there is no value, the letter's text with this
//! name is used. `{cards.count}` is a field inside a field. `{vendor.short}` is shortened for a
//! subject, and `{vendor.typed}` is the value as typed. `{day.date}` is a date in words, and
//! `{at.clock}` a time in Toronto. Paragraphs, details, buttons and small print are omitted if a
//! placeholder is null. Text that contains `{?flag}` is omitted if the flag is false; text with
//! `{!flag}` is omitted if it is true.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::{
    Button, Content, Sender, Texts,
    phrases::{in_subject, name, organization, span},
};
use kernel::{
    brand::Brand,
    dates::{BusinessDate, toronto_clock},
    language::Language,
    timestamp::Timestamp,
};

use crate::lifetimes;

/// Names of fields that contain the name of a shop, charity or campaign. The names are shortened to
/// fit in a sentence.
const ORGANIZATIONS: [&str; 7] =
    ["vendor", "organization", "shop", "successor", "charity", "closingShop", "campaign"];

/// Letter that is being written.
pub struct Writing<'a> {
    texts: &'static Texts,
    values: Map<String, Value>,
    from: Sender<'a>,
    lang: Language,
    /// Content that the letter's code has added. Texts from the text file are appended.
    pub content: Content,
}

impl<'a> Writing<'a> {
    pub(super) fn new(
        texts: &'static Texts,
        people: &[&str],
        fields: Value,
        from: Sender<'a>,
        lang: Language,
    ) -> Writing<'a> {
        let Value::Object(mut values) = fields else { unreachable!("a letter is an object") };
        for field in people {
            if let Some(value) = values.get_mut(*field) {
                *value = json!(value.as_str().and_then(name));
            }
        }
        if !from.brand.has_causes() && values.contains_key("charity") {
            values.insert("charity".to_owned(), Value::Null);
        }
        let lasts = |lifetime: Duration| span(lang, lifetime);
        let lifetime = json!({
            "confirm": lasts(lifetimes::CONFIRM),
            "reset": lasts(lifetimes::RESET),
            "emailCode": lasts(lifetimes::EMAIL_CODE),
            "endSessions": lasts(lifetimes::END_SESSIONS),
            "invite": lasts(lifetimes::INVITE),
            "registration": lasts(lifetimes::REGISTRATION),
            "closedCards": lasts(lifetimes::CLOSED_CARDS),
        });
        values.insert("lifetime".to_owned(), lifetime);
        values.insert("brand".to_owned(), json!(from.brand.name()));
        values.insert("site".to_owned(), json!(from.site));
        values.insert("contactPage".to_owned(), json!(from.contact_page()));
        Writing { texts, values, from, lang, content: Content::default() }
    }

    pub fn brand(&self) -> Brand {
        self.from.brand
    }

    pub(super) fn word(&self) -> &str {
        self.values["letter"].as_str().unwrap_or_default()
    }

    /// Sets the value of a placeholder that is not a field of the letter.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.values.insert(name.to_owned(), value.into());
    }

    /// Returns a text of the letter with its placeholders filled. The brand's words may replace it.
    /// Returns `None` if the text is
    /// missing or empty, or if a placeholder has no value.
    pub fn text(&self, key: &str) -> Option<String> {
        let own = self.from.brand.word(self.lang, &format!("mail.{}.{key}", self.word()));
        let template = if own.is_empty() { self.find(key)?.as_str()? } else { own };
        self.render(template).filter(|text| !text.is_empty())
    }

    /// Like [`Writing::text`], with values for additional placeholders.
    pub fn text_with<const COUNT: usize>(
        &self,
        key: &str,
        placeholders: [(&str, Value); COUNT],
    ) -> Option<String> {
        let mut values = self.values.clone();
        values.extend(placeholders.map(|(name, value)| (name.to_owned(), value)));
        let Writing { texts, from, lang, .. } = *self;
        Writing { texts, values, from, lang, content: Content::default() }.text(key)
    }

    pub(super) fn content(mut self) -> Content {
        let content = std::mem::take(&mut self.content);
        let lines = |text: String| -> Vec<String> {
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
            lines.map(str::to_owned).collect()
        };
        let paragraphs = self.list("paragraphs").iter();
        let paragraphs = paragraphs.filter_map(|text| self.render(text.as_str()?)).flat_map(lines);
        let facts = self.list("facts").iter().filter_map(|pair| self.pair(pair.as_array()?));
        let content = Content {
            subject: self.required("subject"),
            preview: self.required("preview"),
            heading: self.required("heading"),
            quote: self.text("quote").map(lines).unwrap_or_default(),
            paragraphs: content.paragraphs.into_iter().chain(paragraphs).collect(),
            facts: content.facts.into_iter().chain(facts).collect(),
            button: self.button("button"),
            other_way: self.button("otherWay"),
            small_print: self.text("smallPrint"),
            not_you: self.text("notYou"),
            reason: self.required("footer"),
            ..content
        };
        content.with_single_periods()
    }

    fn find(&self, key: &str) -> Option<&'static toml::Value> {
        self.texts.find(self.lang, self.word(), &self.values, key)
    }

    fn required(&self, key: &str) -> String {
        let text = self.text(key);
        debug_assert!(text.is_some(), "the letter {} lacks its {key}", self.word());
        text.unwrap_or_default()
    }

    fn list(&self, key: &str) -> &'static [toml::Value] {
        self.find(key).and_then(toml::Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// Fills the placeholders in a pair of label and value, or of label and URL. Returns `None` if
    /// a placeholder has no value.
    fn pair(&self, pair: &[toml::Value]) -> Option<(String, String)> {
        let [label, value] = pair else { return None };
        Some((self.render(label.as_str()?)?, self.render(value.as_str()?)?))
    }

    fn button(&self, key: &str) -> Option<Button> {
        let (label, url) = self.pair(self.list(key))?;
        Some(Button { label, url })
    }

    /// Fills the placeholders of a text. Returns `None` if a placeholder has no value or a
    /// condition is not met.
    fn render(&self, template: &str) -> Option<String> {
        let (mut text, mut rest) = (String::new(), template);
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (name, after) = after.split_once('}')?;
            match name.strip_prefix(['?', '!']) {
                Some(flag) if self.is_set(flag) == name.starts_with('?') => {}
                Some(_) => return None,
                None => text.push_str(&self.fill(name)?),
            }
            rest = after;
        }
        Some(text + rest)
    }

    fn is_set(&self, flag: &str) -> bool {
        debug_assert!(self.values.contains_key(flag), "{flag} is no field of {}", self.word());
        !matches!(self.values.get(flag), None | Some(Value::Null | Value::Bool(false)))
    }

    fn fill(&self, placeholder: &str) -> Option<String> {
        let field = placeholder.split('.').next()?;
        let value = self.values.get(field);
        if let Some(value) = value.filter(|value| !value.is_null() && *value != "") {
            return self.value(field, value, placeholder);
        }
        let is_known = value.is_some() || self.find(placeholder).is_some();
        debug_assert!(is_known, "the letter {} has nothing for {{{placeholder}}}", self.word());
        let is_empty = value.is_some_and(|value| !value.is_null());
        self.text(placeholder).or_else(|| is_empty.then(String::new))
    }

    fn value(&self, field: &str, value: &Value, placeholder: &str) -> Option<String> {
        let (mut key, mut value) = (field, value);
        for part in placeholder.split('.').skip(1) {
            match part {
                "short" => return Some(in_subject(value.as_str()?)),
                "typed" => return value.as_str().map(str::to_owned),
                "date" => return Some(BusinessDate::parse(value.as_str()?)?.in_words(self.lang)),
                "clock" => return Timestamp::parse(value.as_str()?).map(toronto_clock),
                _ => {}
            }
            value = match part.parse::<usize>() {
                Ok(index) => value.get(index)?,
                Err(_) => value.get(part)?,
            };
            key = part;
        }
        match value {
            Value::Null => None,
            Value::String(text) if ORGANIZATIONS.contains(&key) => Some(organization(text)),
            Value::String(text) => Some(text.clone()),
            value => Some(value.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TEXTS: Texts = Texts::new(ENGLISH, ENGLISH);

    const ENGLISH: &str = r#"
        [sale]
        subject = "{vendor.short}"
        preview = "{hello}"
        heading = "{by}"
        paragraphs = ["{note}", "{?isOn}On. {price.amount}", "{!isOn}Off.", "{by}: {pair.1}"]
        quote = "{message}"
        facts = [["Note", "{note}"], ["Day", "{day.date}"], ["At", "{at.clock}"]]
        button = ["Look", "{link}"]
        otherWay = ["Back", "{home}"]
        footer = "{state}{brand}"

        [sale.by.none]
        by = "A clerk"

        [sale.isOn.true]
        state = "On at "

        [sale.isOn.true.kind.SHOP]
        state = "Shop at "

        [sale.step.added]
        smallPrint = "Added: {step.added}"
    "#;

    fn sale(change: impl FnOnce(&mut Value)) -> Content {
        let mut fields = json!({
            "letter": "sale", "vendor": "Maple\r\nBcc: x", "firstName": "Ann", "by": "Louis",
            "charity": "Bon Repas", "note": null, "isOn": true, "kind": "CAUSE", "price": { "amount": 5 },
            "pair": ["a", "b"], "message": "Bravo!\n\n Bis! ", "day": "2026-11-28",
            "at": "1970-01-01T00:00:00Z", "link": "https://a", "home": null, "step": { "added": "key" },
        });
        change(&mut fields);
        let from = Sender { brand: Brand::DEFAULT, site: "https://shop.example" };
        Writing::new(&TEXTS, &["firstName", "by"], fields, from, Language::En).content()
    }

    #[test]
    fn content_fills_placeholders_and_leaves_out_texts_with_empty_ones() {
        let content = sale(|_| {});
        assert_eq!(content.subject, "Maple Bcc: x");
        assert_eq!(content.preview, "Hello Ann,");
        assert_eq!(content.paragraphs, ["On. 5", "Louis: b"]);
        assert_eq!(content.quote, ["Bravo!", "Bis!"]);
        let facts = [("Day", "November 28, 2026"), ("At", "1969-12-31 19:00")];
        let facts = facts.map(|(label, value)| (label.to_owned(), value.to_owned()));
        assert_eq!(content.facts, facts);
        assert_eq!(content.button.expect("a button").url, "https://a");
        assert!(content.other_way.is_none());
        assert_eq!(content.small_print.as_deref(), Some("Added: key"));
    }

    #[test]
    fn content_takes_the_texts_of_the_variant() {
        assert_eq!(sale(|_| {}).reason, "On at FunRay");
        assert_eq!(sale(|fields| fields["kind"] = json!("SHOP")).reason, "Shop at FunRay");
        assert_eq!(sale(|fields| fields["by"] = Value::Null).heading, "A clerk");
        assert_eq!(sale(|fields| fields["step"] = json!("removed")).small_print, None);
    }

    #[test]
    fn names_that_look_like_addresses_are_left_out() {
        let content = sale(|fields| {
            fields["firstName"] = json!("win at evil.example");
            fields["by"] = json!("evil.example");
        });
        assert_eq!([content.preview, content.heading], ["Hello,", "A clerk"]);
    }
}
