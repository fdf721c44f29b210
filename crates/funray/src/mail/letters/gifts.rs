//! Letters about a gift: to whom it is for, what became of it, and to who gave it about its way.

use super::{
    Button, Content, Sender,
    phrases::{hello, in_subject, name, named, organization, support},
};
use crate::{brand::Brand, kernel::language::Language, mail::card::Card};

pub struct Given<'a> {
    pub to: &'a str,
    pub giver: &'a str,
    pub vendor: &'a str,
    pub value: &'a str,
    pub message: Option<&'a str>,
    pub charity: Option<&'a str>,
    pub hue: Option<u32>,
    pub card_png: &'a [u8],
}

pub fn given(from: Sender<'_>, lang: Language, gift: &Given<'_>, link: &str) -> Content {
    let (brand, shop) = (from.brand.name(), organization(gift.vendor));
    let giver = name(gift.giver);
    let card = Card::new(&shop, gift.value, gift.hue, gift.card_png);
    let lines = gift.message.into_iter().flat_map(str::lines).map(str::trim);
    let quote = lines.filter(|line| !line.is_empty()).map(str::to_owned).collect();
    let mut paragraphs = vec![hello(lang, gift.to)];
    match lang {
        Language::En => {
            let who = giver.clone().unwrap_or_else(|| "Somebody who likes you".to_owned());
            let by = giver.unwrap_or_else(|| "somebody who likes you".to_owned());
            paragraphs.push(format!(
                "{who} has a present for you: a {} gift card for {shop}.",
                gift.value
            ));
            paragraphs.extend(support(from.brand, lang, gift.charity));
            Content {
                subject: format!("A gift for you from {}", in_subject(&by)),
                preview: "Open it and see what it is.".to_owned(),
                heading: match from.brand {
                    Brand::FunRay => "A little sunshine for you",
                    Brand::RayZr => "Something for you",
                }
                .to_owned(),
                card,
                paragraphs,
                quote,
                button: Button::new("Open your gift", link),
                small_print: Some("It never expires. Whoever has the link can spend the gift, so keep it to yourself. Once you have saved it to your wallet, show the code you see there: the first one stops working.".to_owned()),
                reason: format!("You’re receiving this because somebody bought you a gift at {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let who = giver.clone().unwrap_or_else(|| "Quelqu’un qui vous aime".to_owned());
            let by = giver.unwrap_or_else(|| "quelqu’un qui vous aime".to_owned());
            paragraphs
                .push(format!("{who} vous offre une carte-cadeau de {} pour {shop}.", gift.value));
            paragraphs.extend(support(from.brand, lang, gift.charity));
            Content {
                subject: format!("Un cadeau pour vous, offert par {}", in_subject(&by)),
                preview: "Ouvrez-le pour voir ce que c’est.".to_owned(),
                heading: match from.brand {
                    Brand::FunRay => "Un rayon de soleil pour vous",
                    Brand::RayZr => "Quelque chose pour vous",
                }
                .to_owned(),
                card,
                paragraphs,
                quote,
                button: Button::new("Ouvrir votre cadeau", link),
                small_print: Some("Il n’expire jamais. Quiconque a le lien peut dépenser le cadeau\u{a0}: gardez-le pour vous. Une fois le cadeau dans votre portefeuille, présentez le code que vous y voyez\u{a0}: le premier ne fonctionne plus.".to_owned()),
                reason: format!("Vous recevez ce courriel parce que quelqu’un vous a acheté un cadeau chez {brand}."),
                ..Content::default()
            }
        }
    }
}

/// Says neither what it was worth nor whose doing it is.
pub fn cancelled(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    vendor: &str,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(vendor));
    match lang {
        Language::En => Content {
            subject: format!("About your gift card for {}", in_subject(vendor)),
            preview: "It can no longer be used.".to_owned(),
            heading: "About your gift card".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("The order behind your gift card for {shop} was cancelled, so the card can no longer be used."),
                "You did nothing wrong, and there is nothing you need to do. We are sorry: we know you may have been looking forward to it.".to_owned(),
            ],
            button: Button::new("See the card", link),
            other_way: Button::new("Any questions? Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you were given a card from {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Au sujet de votre carte-cadeau pour {}", in_subject(vendor)),
            preview: "Elle n’est plus valable.".to_owned(),
            heading: "Au sujet de votre carte-cadeau".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("La commande de votre carte-cadeau pour {shop} a été annulée\u{a0}: la carte n’est donc plus valable."),
                "Vous n’y êtes pour rien et vous n’avez rien à faire. Nous sommes désolés\u{a0}: nous savons que vous vous en réjouissiez peut-être.".to_owned(),
            ],
            button: Button::new("Voir la carte", link),
            other_way: Button::new("Des questions? Écrivez-nous", &from.contact_page()),
            reason: format!("Vous recevez ce courriel parce qu’on vous a offert une carte de {brand}."),
            ..Content::default()
        },
    }
}

/// Says neither what it was worth nor whose doing it is.
pub fn frozen(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    vendor: &str,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), organization(vendor));
    match lang {
        Language::En => Content {
            subject: format!("About your gift card for {}", in_subject(vendor)),
            preview: "It can’t be used right now.".to_owned(),
            heading: "About your gift card".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("There is a question about the payment for your gift card for {shop}, so the card is frozen and can’t be used."),
                "You did nothing wrong, and there is nothing you need to do: we are looking into it. We are sorry, we know you may have been looking forward to it.".to_owned(),
            ],
            button: Button::new("See the card", link),
            other_way: Button::new("Any questions? Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you were given a card from {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Au sujet de votre carte-cadeau pour {}", in_subject(vendor)),
            preview: "Elle ne peut pas être utilisée pour le moment.".to_owned(),
            heading: "Au sujet de votre carte-cadeau".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!("Une question se pose au sujet du paiement de votre carte-cadeau pour {shop}\u{a0}: la carte est bloquée et ne peut pas être utilisée."),
                "Vous n’y êtes pour rien et vous n’avez rien à faire\u{a0}: nous nous en occupons. Nous sommes désolés, nous savons que vous vous en réjouissiez peut-être.".to_owned(),
            ],
            button: Button::new("Voir la carte", link),
            other_way: Button::new("Des questions? Écrivez-nous", &from.contact_page()),
            reason: format!("Vous recevez ce courriel parce qu’on vous a offert une carte de {brand}."),
            ..Content::default()
        },
    }
}

pub struct Readdressed<'a> {
    pub to: &'a str,
    pub vendor: &'a str,
    pub old: &'a str,
    pub new: &'a str,
}

pub fn readdressed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    moved: &Readdressed<'_>,
    link: &str,
) -> Content {
    let (brand, shop, recipient) = (from.brand.name(), organization(moved.vendor), name(moved.to));
    let values = [moved.old, moved.new];
    match lang {
        Language::En => {
            let who = recipient.unwrap_or_else(|| "your recipient".to_owned());
            Content {
                subject: format!("Your gift for {} has a new address", in_subject(&who)),
                preview: format!("It was sent to {}.", moved.new),
                heading: "Your gift has a new address".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "Your gift card for {shop} was sent to another e-mail address. The old link and code no longer work."
                    ),
                ],
                facts: named(["Before", "Now"], values),
                button: Button::new("See your gift", link),
                not_you: Some("If nobody asked for this, send the gift to the right address again from your wallet and write to us.".to_owned()),
                reason: format!("You’re receiving this because you gave a card from {brand}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let who = recipient.unwrap_or_else(|| "votre destinataire".to_owned());
            Content {
                subject: format!("Votre cadeau pour {} change d’adresse", in_subject(&who)),
                preview: format!("Il a été envoyé à {}.", moved.new),
                heading: "Votre cadeau a une nouvelle adresse".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "Votre carte-cadeau pour {shop} a été envoyée à une autre adresse courriel. L’ancien lien et l’ancien code ne fonctionnent plus."
                    ),
                ],
                facts: named(["Avant", "Maintenant"], values),
                button: Button::new("Voir votre cadeau", link),
                not_you: Some("Si personne ne l’a demandé, renvoyez le cadeau à la bonne adresse depuis votre portefeuille et écrivez-nous.".to_owned()),
                reason: format!(
                    "Vous recevez ce courriel parce que vous avez offert une carte de {brand}."
                ),
                ..Content::default()
            }
        }
    }
}

/// To whoever had it open already.
pub fn moved(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    giver: &str,
    vendor: &str,
) -> Content {
    let (brand, shop, giver) = (from.brand.name(), organization(vendor), name(giver));
    match lang {
        Language::En => {
            let giver = giver.unwrap_or_else(|| "Whoever gave it".to_owned());
            Content {
                subject: format!("About your gift card for {}", in_subject(vendor)),
                preview: "It was sent to another address.".to_owned(),
                heading: "Your gift card has moved".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "Your gift card for {shop} was sent to another e-mail address. The link and the code that you have seen no longer work."
                    ),
                    format!(
                        "{giver} can tell you more. If the new address is yours, you will find the gift there."
                    ),
                ],
                button: Button::new("Any questions? Write to us", &from.contact_page()),
                reason: format!(
                    "You’re receiving this because you were given a card from {brand}."
                ),
                ..Content::default()
            }
        }
        Language::Fr => {
            let giver = giver.unwrap_or_else(|| "La personne qui vous l’a offerte".to_owned());
            Content {
                subject: format!("Au sujet de votre carte-cadeau pour {}", in_subject(vendor)),
                preview: "Elle a été envoyée à une autre adresse.".to_owned(),
                heading: "Votre carte-cadeau a changé d’adresse".to_owned(),
                paragraphs: vec![
                    hello(lang, first_name),
                    format!(
                        "Votre carte-cadeau pour {shop} a été envoyée à une autre adresse courriel. Le lien et le code que vous avez vus ne fonctionnent plus."
                    ),
                    format!(
                        "{giver} peut vous en dire plus. Si la nouvelle adresse est la vôtre, le cadeau vous y attend."
                    ),
                ],
                button: Button::new("Des questions? Écrivez-nous", &from.contact_page()),
                reason: format!(
                    "Vous recevez ce courriel parce qu’on vous a offert une carte de {brand}."
                ),
                ..Content::default()
            }
        }
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
                reason: format!("You’re receiving this because you gave a card from {brand}."),
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
