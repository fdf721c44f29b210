//! Letters about cards: the receipt, a card of one's own, a gift, that it was seen, and that a card was used.

use super::{
    Button, Content, Picture, Sender,
    phrases::{hello, in_subject, name, organization},
};
use crate::{brand::Brand, kernel::language::Language};

pub struct Order<'a> {
    pub number: &'a str,
    pub lines: &'a [(String, String)],
    pub total: &'a str,
    pub paid_with: Option<&'a str>,
}

pub fn receipt(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    order: &Order<'_>,
    link: &str,
) -> Content {
    let (brand, total) = (from.brand.name(), order.total);
    let facts = |labels: [&str; 3]| {
        let shops = order.lines.iter().map(|(shop, price)| (organization(shop), price.clone()));
        let paid_with = order.paid_with.map(|with| (labels[1].to_owned(), with.to_owned()));
        shops
            .chain([(labels[0].to_owned(), total.to_owned())])
            .chain(paid_with)
            .chain([(labels[2].to_owned(), order.number.to_owned())])
            .collect()
    };
    match lang {
        Language::En => Content {
            subject: format!("Your receipt for {total}"),
            preview: "Your order went through.".to_owned(),
            heading: "Thank you!".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                "Your order went through. Each card comes in a mail of its own, and gifts go straight to those they are for.".to_owned(),
            ],
            facts: facts(["Total", "Paid with", "Order"]),
            button: Button::new("See your orders", link),
            small_print: Some("All amounts are in Canadian dollars. There is no extra tax or delivery charge.".to_owned()),
            reason: format!("You get this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre reçu de {total}"),
            preview: "Votre commande est passée.".to_owned(),
            heading: "Merci!".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                "Votre commande est passée. Chaque carte arrive dans son propre courriel, et les cadeaux partent directement vers leurs destinataires.".to_owned(),
            ],
            facts: facts(["Total", "Payé avec", "Commande"]),
            button: Button::new("Voir vos commandes", link),
            small_print: Some("Tous les montants sont en dollars canadiens, sans taxe ni frais de livraison.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."),
            ..Content::default()
        },
    }
}

pub fn cancelled(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    order: &Order<'_>,
    link: &str,
) -> Content {
    let (brand, total) = (from.brand.name(), order.total);
    let facts = |labels: [&str; 3]| {
        let back_to = order.paid_with.map(|with| (labels[1].to_owned(), with.to_owned()));
        std::iter::once((labels[0].to_owned(), total.to_owned()))
            .chain(back_to)
            .chain([(labels[2].to_owned(), order.number.to_owned())])
            .collect()
    };
    match lang {
        Language::En => Content {
            subject: format!("Your order was cancelled: {total} comes back to you"),
            preview: "Your money is on its way.".to_owned(),
            heading: "Your order was cancelled".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "We have cancelled your order. {total} goes back to the card that you paid with; your bank may take a few days to show it."
                ),
                "The gift cards of this order can’t be used any more.".to_owned(),
            ],
            facts: facts(["Refund", "To", "Order"]),
            button: Button::new("See your orders", link),
            reason: format!("You get this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre commande est annulée\u{a0}: {total} vous reviennent"),
            preview: "Votre argent est en route.".to_owned(),
            heading: "Votre commande est annulée".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Nous avons annulé votre commande. La somme de {total} retourne sur la carte avec laquelle vous avez payé; votre banque peut mettre quelques jours à l’afficher."
                ),
                "Les cartes-cadeaux de cette commande ne sont plus valables.".to_owned(),
            ],
            facts: facts(["Remboursement", "Sur", "Commande"]),
            button: Button::new("Voir vos commandes", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."
            ),
            ..Content::default()
        },
    }
}

pub struct Bought<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub balance: &'a str,
    pub charity: Option<&'a str>,
}

/// What a card does for a cause, where it supports one.
fn support(lang: Language, charity: Option<&str>) -> Option<String> {
    let charity = organization(charity?);
    Some(match lang {
        Language::En => format!("Part of its price goes to {charity}."),
        Language::Fr => format!("Une part de son prix va à {charity}."),
    })
}

pub fn bought(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    card: &Bought<'_>,
    link: &str,
    qr_png: &[u8],
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(card.vendor));
    let picture = |alt: &str| Some(Picture { alt: alt.to_owned(), png: qr_png.to_vec() });
    let facts = |labels: [&str; 2]| {
        let values = [card.number, card.balance];
        let facts = labels.into_iter().zip(values);
        facts.map(|(label, value)| (label.to_owned(), value.to_owned())).collect()
    };
    let mut paragraphs = vec![hello(lang, first_name)];
    match lang {
        Language::En => {
            paragraphs.push(format!("Here it is: your card for {shop}. Show the code at the counter, on your phone or on paper."));
            paragraphs.extend(support(lang, card.charity));
            Content {
                subject: format!("Your card for {}", in_subject(card.vendor)),
                preview: "Show the code at the counter.".to_owned(),
                heading: "Your card is here".to_owned(),
                paragraphs,
                facts: facts(["Card number", "On it"]),
                picture: picture("The QR code of your card"),
                button: Button::new("Open the card", link),
                small_print: Some("It never expires. Whoever has the code can spend what is on the card, so show it at the counter only.".to_owned()),
                reason: format!("You get this because you bought a card at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            paragraphs.push(format!("La voici\u{a0}: votre carte pour {shop}. Présentez le code à la caisse, sur votre téléphone ou sur papier."));
            paragraphs.extend(support(lang, card.charity));
            Content {
                subject: format!("Votre carte pour {}", in_subject(card.vendor)),
                preview: "Présentez le code à la caisse.".to_owned(),
                heading: "Votre carte est là".to_owned(),
                paragraphs,
                facts: facts(["Numéro de carte", "Solde"]),
                picture: picture("Le code QR de votre carte"),
                button: Button::new("Ouvrir la carte", link),
                small_print: Some("Elle n’expire jamais. Quiconque a le code peut dépenser le solde\u{a0}: ne le montrez qu’à la caisse.".to_owned()),
                reason: format!("Vous recevez ce courriel parce que vous avez acheté une carte chez {brand}."),
                ..Content::default()
            }
        }
    }
}

pub struct Given<'a> {
    pub to: &'a str,
    pub giver: &'a str,
    pub vendor: &'a str,
    pub value: &'a str,
    pub message: Option<&'a str>,
    pub charity: Option<&'a str>,
}

/// The giver's words, line by line.
fn quoted(message: Option<&str>) -> Vec<String> {
    let lines = message.into_iter().flat_map(str::lines).map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| format!("“{line}”")).collect()
}

pub fn gift(from: Sender<'_>, lang: Language, gift: &Given<'_>, link: &str) -> Content {
    let (brand, shop) = (from.brand.name(), organization(gift.vendor));
    let giver = name(gift.giver);
    let mut paragraphs = vec![hello(lang, gift.to)];
    match lang {
        Language::En => {
            let who = giver.unwrap_or_else(|| "Somebody who likes you".to_owned());
            paragraphs.push(format!(
                "{who} has a present for you: a gift card of {} for {shop}.",
                gift.value
            ));
            paragraphs.extend(quoted(gift.message));
            paragraphs.extend(support(lang, gift.charity));
            Content {
                subject: format!("A gift for you from {}", in_subject(&who)),
                preview: "Open it and see what it is.".to_owned(),
                heading: match from.brand {
                    Brand::FunRay => "A little sunshine for you",
                    Brand::RayZr => "Something for you",
                }
                .to_owned(),
                paragraphs,
                button: Button::new("Open your gift", link),
                small_print: Some("It never expires. Whoever has the link can spend the gift, so keep it to yourself.".to_owned()),
                reason: format!("You get this because somebody bought you a gift at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let who = giver.unwrap_or_else(|| "Quelqu’un qui vous aime".to_owned());
            paragraphs
                .push(format!("{who} vous offre une carte-cadeau de {} pour {shop}.", gift.value));
            paragraphs.extend(quoted(gift.message));
            paragraphs.extend(support(lang, gift.charity));
            Content {
                subject: format!("Un cadeau pour vous de la part de {}", in_subject(&who)),
                preview: "Ouvrez-le pour voir ce que c’est.".to_owned(),
                heading: match from.brand {
                    Brand::FunRay => "Un rayon de soleil pour vous",
                    Brand::RayZr => "Quelque chose pour vous",
                }
                .to_owned(),
                paragraphs,
                button: Button::new("Ouvrir votre cadeau", link),
                small_print: Some("Il n’expire jamais. Quiconque a le lien peut dépenser le cadeau\u{a0}: gardez-le pour vous.".to_owned()),
                reason: format!("Vous recevez ce courriel parce que quelqu’un vous a acheté un cadeau chez {brand}."),
                ..Content::default()
            }
        }
    }
}

pub struct Used<'a> {
    pub vendor: &'a str,
    pub number: &'a str,
    pub value: &'a str,
    pub balance: &'a str,
}

pub fn redeemed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    used: &Used<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(used.vendor));
    let facts = |labels: [&str; 3]| {
        let values = [used.value, used.balance, used.number];
        let facts = labels.into_iter().zip(values);
        facts.map(|(label, value)| (label.to_owned(), value.to_owned())).collect()
    };
    match lang {
        Language::En => Content {
            subject: format!("{} used at {}", used.value, in_subject(used.vendor)),
            preview: format!("{} is left on your card.", used.balance),
            heading: "Your card was used".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("{} was taken off your card at {shop}.", used.value),
            ],
            facts: facts(["Taken off", "Left on it", "Card number"]),
            button: Button::new("Open the card", link),
            not_you: Some(format!(
                "If you did not use it, please ask {shop} the same day: they can put it back."
            )),
            reason: format!(
                "You get this because you hold a card of {brand}, and the shop sent you the news."
            ),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("{} utilisés chez {}", used.value, in_subject(used.vendor)),
            preview: format!("Il reste {} sur votre carte.", used.balance),
            heading: "Votre carte a servi".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("{} ont été retirés de votre carte chez {shop}.", used.value),
            ],
            facts: facts(["Retiré", "Solde restant", "Numéro de carte"]),
            button: Button::new("Ouvrir la carte", link),
            not_you: Some(format!(
                "Si ce n’était pas vous, parlez-en le jour même à {shop}\u{a0}: on peut y remettre le montant."
            )),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez une carte de {brand} et que le commerce vous en a avisé."
            ),
            ..Content::default()
        },
    }
}

pub fn opened(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    to: &str,
    vendor: &str,
    link: &str,
) -> Content {
    let (brand, shop, recipient) = (from.brand.name(), organization(vendor), name(to));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => {
            let who = recipient.unwrap_or_else(|| "Your recipient".to_owned());
            Content {
                subject: format!("{} opened your gift", in_subject(&who)),
                preview: "Your present has arrived.".to_owned(),
                heading: "Your gift has arrived".to_owned(),
                paragraphs: vec![
                    hello,
                    format!("{who} has just opened your gift card for {shop}. Well chosen!"),
                ],
                button: Button::new("See your gift", link),
                reason: format!("You get this because you gave a card from {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let who = recipient.unwrap_or_else(|| "Votre destinataire".to_owned());
            Content {
                subject: format!("{} a ouvert votre cadeau", in_subject(&who)),
                preview: "Votre cadeau est arrivé.".to_owned(),
                heading: "Votre cadeau est arrivé".to_owned(),
                paragraphs: vec![
                    hello,
                    format!("{who} vient d’ouvrir votre carte-cadeau pour {shop}. Quel bon choix!"),
                ],
                button: Button::new("Voir votre cadeau", link),
                reason: format!(
                    "Vous recevez ce courriel parce que vous avez offert une carte de {brand}."
                ),
                ..Content::default()
            }
        }
    }
}
