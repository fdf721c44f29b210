//! Letters about decisions of the platform's own people: what is held back of payouts, refunds that wait, raised buying limits.

use serde::{Deserialize, Serialize};

use super::{
    Button, Content, Sender,
    phrases::{hello, named},
};
use crate::kernel::{dates::BusinessDate, language::Language};

/// Terms by which payouts are held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HoldBack {
    pub card_days: i64,
    pub card_percent: i64,
    pub young_days: i64,
    pub young_percent: i64,
}

impl HoldBack {
    fn in_words(self, lang: Language) -> String {
        let HoldBack { card_days, card_percent, young_days, young_percent } = self;
        let has_cards = card_days > 0 && card_percent > 0;
        let has_young = young_days > 0 && young_percent > 0;
        let (cards, young, nothing) = match lang {
            Language::En => (
                format!("{card_percent}% for cards of {card_days} days"),
                format!("{young_percent}% for payees of {young_days} days"),
                "nothing",
            ),
            Language::Fr => (
                format!("{card_percent}\u{a0}% pour les cartes de {card_days} jours"),
                format!("{young_percent}\u{a0}% pour les bénéficiaires de {young_days} jours"),
                "rien",
            ),
        };
        let parts = [has_cards.then_some(cards), has_young.then_some(young)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { nothing.to_owned() } else { parts.join("; ") }
    }
}

/// New terms of the hold-back.
pub struct HoldBackNews<'a> {
    pub by: &'a str,
    pub before: HoldBack,
    pub after: HoldBack,
    pub starts_on: BusinessDate,
    pub reason: &'a str,
}

pub fn hold_back(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    news: &HoldBackNews<'_>,
    link: &str,
) -> Content {
    let brand = from.brand.name();
    let by = news.by;
    let [before, after] = [news.before, news.after].map(|terms| terms.in_words(lang));
    let day = news.starts_on.in_words(lang);
    let facts = [before.as_str(), after.as_str(), day.as_str(), news.reason];
    match lang {
        Language::En => Content {
            subject: "The hold-back of payouts changes".to_owned(),
            preview: format!("From {day}: {after}."),
            heading: "The hold-back of payouts changes".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("{by} has set which part of payouts is held back for cards sold lately."),
            ],
            facts: named(["Until now", "From then on", "First day", "Reason"], facts),
            button: Button::new("See the hold-back", link),
            reason: format!("You’re receiving this because you are an administrator of {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "La retenue sur les versements change".to_owned(),
            preview: format!("À partir du {day}\u{a0}: {after}."),
            heading: "La retenue sur les versements change".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{by} a fixé la part des versements qui est retenue pour les cartes vendues récemment."
                ),
            ],
            facts: named(["Jusqu’ici", "Désormais", "Premier jour", "Motif"], facts),
            button: Button::new("Voir la retenue", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {brand}."
            ),
            ..Content::default()
        },
    }
}

/// A refund that needs a second person.
pub struct RefundWaits<'a> {
    pub by: &'a str,
    /// The order's number.
    pub number: &'a str,
    pub amount: &'a str,
    pub reason: &'a str,
}

pub fn refund_waits(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    refund: &RefundWaits<'_>,
    link: &str,
) -> Content {
    let brand = from.brand.name();
    let RefundWaits { by, number, amount, reason } = *refund;
    let facts = [number, amount, reason];
    match lang {
        Language::En => Content {
            subject: format!("A refund of {amount} waits for a second person"),
            preview: "Nothing goes back before another administrator has approved it.".to_owned(),
            heading: "A refund waits for a second person".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{by} has asked for a refund of {amount}. Another administrator approves or declines it. Until then nothing goes back, and its cards stay usable."
                ),
            ],
            facts: named(["Order", "Amount", "Reason"], facts),
            button: Button::new("Decide about it", link),
            reason: format!("You’re receiving this because you are an administrator of {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Un remboursement de {amount} attend une deuxième personne"),
            preview:
                "Rien n’est remboursé avant l’accord d’une autre personne de l’administration."
                    .to_owned(),
            heading: "Un remboursement attend une deuxième personne".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{by} a demandé un remboursement de {amount}. Une autre personne de l’administration l’approuve ou le refuse. D’ici là, rien n’est remboursé et ses cartes restent utilisables."
                ),
            ],
            facts: named(["Commande", "Montant", "Motif"], facts),
            button: Button::new("Trancher", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {brand}."
            ),
            ..Content::default()
        },
    }
}

/// A buyer's own limit: raised until the end of a day, or ended.
pub fn buying_limit(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    raised: Option<(&str, BusinessDate)>,
    link: &str,
) -> Content {
    let brand = from.brand.name();
    let reason = match lang {
        Language::En => format!("You’re receiving this because you have an account at {brand}."),
        Language::Fr => {
            format!("Vous recevez ce courriel parce que vous avez un compte chez {brand}.")
        }
    };
    let (subject, text, button, other) = match (lang, raised) {
        (Language::En, Some((amount, day))) => (
            format!("You can now buy cards for {amount} a day"),
            format!(
                "Until {}, you can buy gift cards for up to {amount} a day.",
                day.in_words(lang)
            ),
            "Choose cards",
            "You didn’t ask for this? Please write to us at once.",
        ),
        (Language::En, None) => (
            "Your raised buying limit has ended".to_owned(),
            "Your usual buying limit counts again. To order more at once, please write to us."
                .to_owned(),
            "Choose cards",
            "",
        ),
        (Language::Fr, Some((amount, day))) => (
            format!("Vous pouvez acheter des cartes pour {amount} par jour"),
            format!(
                "Jusqu’au {}, vous pouvez acheter des cartes pour {amount} par jour.",
                day.in_words(lang)
            ),
            "Choisir des cartes",
            "Vous n’avez rien demandé? Écrivez-nous tout de suite.",
        ),
        (Language::Fr, None) => (
            "Votre limite d’achat relevée a pris fin".to_owned(),
            "Votre limite d’achat habituelle s’applique de nouveau. Pour plus, écrivez-nous."
                .to_owned(),
            "Choisir des cartes",
            "",
        ),
    };
    Content {
        subject: subject.clone(),
        preview: text.clone(),
        heading: subject,
        paragraphs: vec![hello(lang, first_name), text],
        button: Button::new(button, link),
        not_you: (!other.is_empty()).then(|| other.to_owned()),
        other_way: (!other.is_empty()).then(|| from.contact_page()).and_then(|page| {
            let label = match lang {
                Language::En => "Write to us",
                Language::Fr => "Nous écrire",
            };
            Button::new(label, &page)
        }),
        reason,
        ..Content::default()
    }
}
