//! Letters to the managers of a shop, about what happens at its counter.

use super::{
    Button, Content, Sender,
    phrases::{self, hello, in_subject, named, organization},
};
use crate::kernel::{dates::BusinessDate, language::Language, pace::PaceLimit};

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
                PaceLimit::Single => {
                    "It is more than your shop lets clerks redeem from one card in an hour."
                }
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
                    "C’est plus que ce que votre commerce permet d’encaisser d’une même carte en une heure."
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

/// A redemption at an unusual pace.
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
            let by = by.unwrap_or_else(|| "A clerk".to_owned());
            Content {
                subject: format!("Unusual pace at the counter of {subject}"),
                preview: format!("{by} redeems more than is usual there."),
                heading: "Unusual pace at the counter".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} has redeemed more at {shop} than is usual at its counter. Nobody was stopped: this is to let you know. We write at most once an hour."
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
            let by = by.unwrap_or_else(|| "Une personne au comptoir".to_owned());
            Content {
                subject: format!("Rythme inhabituel au comptoir de {subject}"),
                preview: format!("{by} encaisse plus que d’habitude à ce comptoir."),
                heading: "Un rythme inhabituel au comptoir".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} a encaissé plus que d’habitude au comptoir de {shop}. Personne n’a été arrêté\u{a0}: nous vous en informons simplement, au plus une fois par heure."
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

/// New settings of a shop's counter.
pub struct Settings<'a> {
    pub by: &'a str,
    pub vendor: &'a str,
    /// Redemptions an hour, their sum, and the amount from one card; none when no redemption waits for a manager.
    pub pace: Option<(i64, &'a str, &'a str)>,
    pub redeems_by_name: bool,
    /// From when on; at once where there is none.
    pub from: Option<&'a str>,
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
                    format!("{count} an hour, {amount} an hour, {single} from one card")
                }
                None => "Everything; an unusual pace is reported".to_owned(),
            };
            let by_name = if set.redeems_by_name { "Allowed" } else { "Not allowed" };
            Content {
                subject: format!("The counter of {subject} has new settings"),
                preview: format!("{by} changed the rules of the counter."),
                heading: "New settings for the counter".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} changed the rules of the counter at {shop}. {}",
                        match set.from {
                            Some(from) => format!("From {from} on:"),
                            None => "From now on:".to_owned(),
                        }
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
                reason: format!("You’re receiving this because you look after {shop} at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let by = by.unwrap_or_else(|| brand.to_owned());
            let pace = match set.pace {
                Some((count, amount, single)) => {
                    format!("{count} par heure, {amount} par heure, {single} d’une même carte")
                }
                None => "Tout; un rythme inhabituel donne lieu à un courriel".to_owned(),
            };
            let by_name = if set.redeems_by_name { "Permis" } else { "Pas permis" };
            Content {
                subject: format!("Nouveaux réglages au comptoir de {subject}"),
                preview: format!("{by} a changé les règles du comptoir."),
                heading: "De nouveaux réglages pour le comptoir".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "{by} a changé les règles du comptoir de {shop}. {}\u{a0}:",
                        match set.from {
                            Some(from) => format!("Les nouveaux réglages, à partir du {from}"),
                            None => "Voici les nouveaux réglages".to_owned(),
                        }
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
                    "Vous recevez ce courriel parce que vous suivez {shop} chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}

/// A day that was closed at the counter.
pub struct Closed<'a> {
    pub by: &'a str,
    pub vendor: &'a str,
    pub till: Option<&'a str>,
    /// Whether it is the day of all tills.
    pub is_whole: bool,
    pub day: BusinessDate,
    /// Redeemed, undone, taken, and paid out in cash.
    pub sums: [&'a String; 4],
    /// The cash payouts that were counted in the drawer.
    pub counted: Option<&'a str>,
    /// None where the drawer and the books agree.
    pub difference: Option<&'a str>,
}

pub fn closed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    closed: &Closed<'_>,
    link: &str,
) -> Content {
    let (brand, shop, subject) =
        (from.brand.name(), organization(closed.vendor), in_subject(closed.vendor));
    let (by, day) = (phrases::name(closed.by), closed.day.in_words(lang));
    let till = closed.till.map(in_subject);
    let [redeemed, undone, taken, paid_out] = closed.sums.map(|sum| Some(sum.as_str()));
    let values = |difference| [redeemed, undone, taken, paid_out, closed.counted, difference];
    match lang {
        Language::En => {
            let by = by.unwrap_or_else(|| "A clerk".to_owned());
            let part = match till {
                _ if closed.is_whole => format!("the day at the counter of {shop}"),
                Some(till) => format!("the day at the till “{till}” of {shop}"),
                None => format!("their own day at the counter of {shop}"),
            };
            let agrees = closed.counted.map(|_| "None: the drawer and the books agree");
            Content {
                subject: format!("{subject}, {day}: the day was closed"),
                preview: format!("Taken: {}.", closed.sums[2]),
                heading: "The day was closed".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!("{by} has closed {part}, {day}."),
                ],
                facts: named(
                    [
                        "Redeemed",
                        "Undone",
                        "Taken",
                        "Paid out in cash",
                        "Counted in the drawer",
                        "Difference",
                    ],
                    values(closed.difference.or(agrees)),
                ),
                button: Button::new("Open the day", link),
                not_you: Some(
                    "You can switch these emails off in the settings of the counter.".to_owned(),
                ),
                reason: format!("You’re receiving this because you look after {shop} at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let by = by.unwrap_or_else(|| "Une personne au comptoir".to_owned());
            let part = match till {
                _ if closed.is_whole => format!("la journée au comptoir de {shop}"),
                Some(till) => format!("la journée à la caisse «\u{a0}{till}\u{a0}» de {shop}"),
                None => format!("sa journée au comptoir de {shop}"),
            };
            let agrees = closed.counted.map(|_| "Aucun\u{a0}: le tiroir et les livres concordent");
            Content {
                subject: format!("{subject}, {day}\u{a0}: la journée est fermée"),
                preview: format!("Reçu\u{a0}: {}.", closed.sums[2]),
                heading: "La journée est fermée".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!("{by} a fermé {part}, le {day}."),
                ],
                facts: named(
                    [
                        "Encaissé",
                        "Annulé",
                        "Reçu",
                        "Versé en argent",
                        "Compté dans le tiroir",
                        "Écart",
                    ],
                    values(closed.difference.or(agrees)),
                ),
                button: Button::new("Ouvrir la journée", link),
                not_you: Some(
                    "Vous pouvez désactiver ces courriels dans les réglages du comptoir."
                        .to_owned(),
                ),
                reason: format!(
                    "Vous recevez ce courriel parce que vous suivez {shop} chez {brand}."
                ),
                ..Content::default()
            }
        }
    }
}
