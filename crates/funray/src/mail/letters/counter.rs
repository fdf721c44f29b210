//! Letters to the managers of a shop, about what happens at its counter.

use super::{
    Button, Content, Sender,
    phrases::{self, hello, in_subject, named, organization},
};
use crate::kernel::{language::Language, pace::PaceLimit};

/// What a clerk asks a manager for.
pub struct Waits<'a> {
    pub clerk: &'a str,
    pub vendor: &'a str,
    pub number: &'a str,
    pub value: &'a str,
    pub is_cash: bool,
    pub is_by_name: bool,
    pub cause: PaceLimit,
}

pub fn waits(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    asked: &Waits<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(asked.vendor));
    let (value, subject) = (asked.value, in_subject(asked.vendor));
    let clerk = phrases::name(asked.clerk);
    match lang {
        Language::En => {
            let clerk = clerk.unwrap_or_else(|| "A clerk".to_owned());
            let what = if asked.is_cash { "pay out" } else { "redeem" };
            let why = match asked.cause {
                PaceLimit::Single => "It is more than your shop lets clerks redeem at once.",
                PaceLimit::Count => "It is one more than your shop lets a clerk redeem in an hour.",
                PaceLimit::Amount => {
                    "With it, the hour comes to more than your shop allows a clerk."
                }
            };
            let mut paragraphs = vec![
                hello(lang, first_name),
                format!("{clerk} wants to {what} {value} at the counter of {shop}. {why}"),
            ];
            if asked.is_by_name {
                paragraphs.push("The card wasn’t shown: it was found by name.".to_owned());
            }
            paragraphs.push("Nothing is taken off the card until you approve it.".to_owned());
            Content {
                subject: format!("{value} at {subject} waits for you"),
                preview: format!("{clerk} is at the counter, and so is the customer."),
                heading: "Please look at this".to_owned(),
                paragraphs,
                facts: named(
                    ["Amount", "Card number", "Clerk"],
                    [value, asked.number, clerk.as_str()],
                ),
                button: Button::new("Look at it", link),
                small_print: Some("After 15 minutes the request expires.".to_owned()),
                reason: format!("You’re receiving this because you decide about it at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let clerk = clerk.unwrap_or_else(|| "Une personne au comptoir".to_owned());
            let what = if asked.is_cash { "rembourser" } else { "encaisser" };
            let why = match asked.cause {
                PaceLimit::Single => {
                    "C’est plus que ce que votre commerce permet d’encaisser d’un coup."
                }
                PaceLimit::Count => {
                    "C’est un encaissement de plus que ce que votre commerce permet en une heure."
                }
                PaceLimit::Amount => {
                    "Le total de l’heure dépasserait ce que permet votre commerce."
                }
            };
            let mut paragraphs = vec![
                hello(lang, first_name),
                format!("{clerk} veut {what} {value} au comptoir de {shop}. {why}"),
            ];
            if asked.is_by_name {
                paragraphs.push(
                    "La carte n’a pas été présentée\u{a0}: elle a été trouvée par le nom."
                        .to_owned(),
                );
            }
            paragraphs.push("Rien n’est retiré de la carte avant votre accord.".to_owned());
            Content {
                subject: format!("{value} chez {subject}\u{a0}: on attend votre accord"),
                preview: format!("{clerk} attend au comptoir avec la clientèle."),
                heading: "À examiner sans tarder".to_owned(),
                paragraphs,
                facts: named(
                    ["Montant", "Numéro de carte", "Au comptoir"],
                    [value, asked.number, clerk.as_str()],
                ),
                button: Button::new("Examiner", link),
                small_print: Some("La demande expire au bout de 15 minutes.".to_owned()),
                reason: format!(
                    "Vous recevez ce courriel parce que la décision vous revient chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}

/// What a manager did at the counter, beyond what clerks may do.
pub struct Beyond<'a> {
    pub by: &'a str,
    pub vendor: &'a str,
    pub value: &'a str,
    pub count: i64,
    pub amount: &'a str,
}

pub fn beyond(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    done: &Beyond<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(done.vendor));
    let subject = in_subject(done.vendor);
    let Beyond { value, count, amount, .. } = *done;
    let (by, count) = (phrases::name(done.by), count.to_string());
    match lang {
        Language::En => {
            let by = by.unwrap_or_else(|| "A manager".to_owned());
            Content {
                subject: format!("Unusual pace at the counter of {subject}"),
                preview: format!("{by} has gone beyond the pace of the counter."),
                heading: "Unusual pace at the counter".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by}, a manager of {shop}, has redeemed more than clerks may without being asked. Managers don’t wait for each other, so it was done."
                    ),
                ],
                facts: named(
                    ["The last one", "In this hour", "Together"],
                    [value, count.as_str(), amount],
                ),
                button: Button::new("Open the history", link),
                not_you: Some("Is this as it should be? Then there is nothing to do.".to_owned()),
                reason: format!("You’re receiving this because you look after {shop} at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let by = by.unwrap_or_else(|| "Une personne gestionnaire".to_owned());
            Content {
                subject: format!("Rythme inhabituel au comptoir de {subject}"),
                preview: format!("{by} a dépassé le rythme du comptoir."),
                heading: "Un rythme inhabituel au comptoir".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by}, gestionnaire de {shop}, a encaissé plus que ce que le personnel peut faire sans accord. Les gestionnaires n’attendent pas d’accord\u{a0}: c’est donc fait."
                    ),
                ],
                facts: named(
                    ["Le dernier montant", "Dans l’heure", "Au total"],
                    [value, count.as_str(), amount],
                ),
                button: Button::new("Ouvrir l’historique", link),
                not_you: Some("Tout est normal? Alors il n’y a rien à faire.".to_owned()),
                reason: format!(
                    "Vous recevez ce courriel parce que vous suivez {shop} chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}

/// What somebody has set for a shop's counter.
pub struct Settings<'a> {
    pub by: &'a str,
    pub vendor: &'a str,
    /// How many redemptions an hour, what they may come to, and a single one; none when nothing waits any more.
    pub pace: Option<(i64, &'a str, &'a str)>,
    pub redeems_by_name: bool,
}

pub fn settings(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    set: &Settings<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(set.vendor));
    let (by, subject) = (phrases::name(set.by), in_subject(set.vendor));
    match lang {
        Language::En => {
            let by = by.unwrap_or_else(|| brand.to_owned());
            let pace = match set.pace {
                Some((count, amount, single)) => {
                    format!("{count} an hour, {amount} an hour, {single} at once")
                }
                None => "No limit".to_owned(),
            };
            let by_name = if set.redeems_by_name { "Allowed" } else { "Not allowed" };
            Content {
                subject: format!("The counter of {subject} has new settings"),
                preview: format!("{by} changed what clerks may do by themselves."),
                heading: "New settings for your counter".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} changed what clerks of {shop} may do before a manager looks. From now on it is this:"
                    ),
                ],
                facts: named(
                    ["Without a manager", "Cards found by name"],
                    [pace.as_str(), by_name],
                ),
                button: Button::new("Open the settings", link),
                not_you: Some(
                    "Didn’t expect this? Please ask your colleague, or write to us.".to_owned(),
                ),
                reason: format!("You’re receiving this because you manage {shop} at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let by = by.unwrap_or_else(|| brand.to_owned());
            let pace = match set.pace {
                Some((count, amount, single)) => {
                    format!("{count} par heure, {amount} par heure, {single} d’un coup")
                }
                None => "Aucune limite".to_owned(),
            };
            let by_name = if set.redeems_by_name { "Permis" } else { "Pas permis" };
            Content {
                subject: format!("Nouveaux réglages au comptoir de {subject}"),
                preview: format!("{by} a changé ce que le personnel peut faire sans accord."),
                heading: "De nouveaux réglages pour votre comptoir".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} a changé ce que le personnel de {shop} peut faire sans l’accord d’un gestionnaire. Voici les nouveaux réglages\u{a0}:"
                    ),
                ],
                facts: named(
                    ["Sans accord", "Cartes trouvées par le nom"],
                    [pace.as_str(), by_name],
                ),
                button: Button::new("Ouvrir les réglages", link),
                not_you: Some(
                    "Vous ne vous y attendiez pas? Parlez-en à votre collègue, ou écrivez-nous."
                        .to_owned(),
                ),
                reason: format!(
                    "Vous recevez ce courriel parce que vous gérez {shop} chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}
