//! Letters to a buyer about a payment that came to nothing, or was taken back.

use super::{
    Button, Content, Sender,
    phrases::{hello, named, organization},
};
use crate::kernel::language::Language;

pub fn failed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    total: &str,
    number: &str,
    cart: &str,
) -> Content {
    let brand = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("Your payment of {total} did not go through"),
            preview: "You have not been charged. Your cart is as you left it.".to_owned(),
            heading: "Your payment did not go through".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "We told you that we were confirming your payment of {total}. It did not go through, and you pay nothing. If your bank shows it already, it will disappear within a few days."
                ),
                "Your cart is as you left it: you can try again, with this card or another one.".to_owned(),
            ],
            facts: named(["Order"], [Some(number)]),
            button: Button::new("Back to your cart", cart),
            reason: format!("You get this because you wanted to buy cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre paiement de {total} n’a pas abouti"),
            preview: "Rien ne vous est facturé. Votre panier vous attend.".to_owned(),
            heading: "Votre paiement n’a pas abouti".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Nous vous avions dit que votre paiement de {total} était en cours de confirmation. Il n’a pas abouti, et vous ne payez rien. Si votre banque l’affiche déjà, il disparaîtra d’ici quelques jours."
                ),
                "Votre panier est tel que vous l’avez laissé\u{a0}: vous pouvez réessayer, avec cette carte ou une autre.".to_owned(),
            ],
            facts: named(["Commande"], [Some(number)]),
            button: Button::new("Retour au panier", cart),
            reason: format!("Vous recevez ce courriel parce que vous vouliez acheter des cartes chez {brand}."),
            ..Content::default()
        },
    }
}

/// To a buyer: somebody has taken the charge of an order back.
pub fn charge_reversed(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    amount: &str,
    number: &str,
    orders: &str,
) -> Content {
    let brand = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("The payment for your order was taken back: {amount}"),
            preview: "The cards of this order are frozen.".to_owned(),
            heading: "The payment for your order was taken back".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "We were told that {amount} of the payment for your order went back to the card it came from. The gift cards of this order are frozen, and so are those you gave away."
                ),
                "If you didn’t ask for this, or want to keep the cards, please write to us: we will sort it out with you.".to_owned(),
            ],
            facts: named(["Order"], [Some(number)]),
            button: Button::new("See your orders", orders),
            other_way: Button::new("Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Le paiement de votre commande a été repris\u{a0}: {amount}"),
            preview: "Les cartes de cette commande sont bloquées.".to_owned(),
            heading: "Le paiement de votre commande a été repris".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Nous avons appris que {amount} du paiement de votre commande sont retournés sur la carte d’origine. Les cartes-cadeaux de cette commande sont bloquées, y compris celles que vous avez offertes."
                ),
                "Si vous n’avez rien demandé, ou si vous souhaitez garder les cartes, écrivez-nous\u{a0}: nous trouverons une solution ensemble.".to_owned(),
            ],
            facts: named(["Commande"], [Some(number)]),
            button: Button::new("Voir vos commandes", orders),
            other_way: Button::new("Écrivez-nous", &from.contact_page()),
            reason: format!("Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."),
            ..Content::default()
        },
    }
}

/// A payment by the bank, as the letter names it.
pub struct PaidByBank<'a> {
    pub number: &'a str,
    pub amount: &'a str,
    pub reference: &'a str,
    pub closing_shop: Option<&'a str>,
}

/// To a buyer: the bank has paid what the gateway could not refund.
pub fn paid_by_bank(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    paid: &PaidByBank<'_>,
    orders: &str,
) -> Content {
    let (brand, amount) = (from.brand.name(), paid.amount);
    let why = paid.closing_shop.map_or_else(String::new, |shop| match lang {
        Language::En => format!("{} is closing for good. ", organization(shop)),
        Language::Fr => format!("{} ferme définitivement. ", organization(shop)),
    });
    let facts =
        |names: [&str; 3]| named(names, [Some(amount), Some(paid.reference), Some(paid.number)]);
    match lang {
        Language::En => Content {
            subject: format!("We paid {amount} back to you by bank"),
            preview: "The card you paid with could not be refunded.".to_owned(),
            heading: "Your refund was paid by bank".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{why}The card you paid with could not be refunded any more, so we paid you {amount} from our bank account. Your bank may take a few days to show it."
                ),
                "The refunded gift cards of this order can no longer be used. If the money does not arrive, please write to us with the reference below.".to_owned(),
            ],
            facts: facts(["Amount", "Reference", "Order"]),
            button: Button::new("See your orders", orders),
            other_way: Button::new("Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Remboursement de {amount} versé par la banque"),
            preview: "La carte avec laquelle vous avez payé n’a pas pu être remboursée.".to_owned(),
            heading: "Votre remboursement a été versé par la banque".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{why}La carte avec laquelle vous avez payé ne pouvait plus être remboursée\u{a0}: nous vous avons versé la somme de {amount} depuis notre compte bancaire. Votre banque peut mettre quelques jours à l’afficher."
                ),
                "Les cartes-cadeaux remboursées de cette commande ne sont plus valables. Si l’argent n’arrive pas, écrivez-nous en indiquant la référence ci-dessous.".to_owned(),
            ],
            facts: facts(["Montant", "Référence", "Commande"]),
            button: Button::new("Voir vos commandes", orders),
            other_way: Button::new("Écrivez-nous", &from.contact_page()),
            reason: format!("Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."),
            ..Content::default()
        },
    }
}

/// To a buyer: a disputed charge stands again.
pub fn dispute_won(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    amount: &str,
    number: &str,
    orders: &str,
) -> Content {
    let brand = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("The payment for your order stands again: {amount}"),
            preview: "The cards of this order can be used again.".to_owned(),
            heading: "The payment for your order stands again".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Your bank has settled the dispute, and {amount} for your order came back to us. Its gift cards can be used again as before, and so can those you gave away."
                ),
            ],
            facts: named(["Order"], [Some(number)]),
            button: Button::new("See your orders", orders),
            other_way: Button::new("Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Le paiement de votre commande est rétabli\u{a0}: {amount}"),
            preview: "Les cartes de cette commande sont de nouveau valables.".to_owned(),
            heading: "Le paiement de votre commande est rétabli".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Votre banque a tranché la contestation, et les {amount} de votre commande nous sont revenus. Ses cartes-cadeaux sont de nouveau valables, y compris celles que vous avez offertes."
                ),
            ],
            facts: named(["Commande"], [Some(number)]),
            button: Button::new("Voir vos commandes", orders),
            other_way: Button::new("Écrivez-nous", &from.contact_page()),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."
            ),
            ..Content::default()
        },
    }
}

/// To a buyer: the order is charged and being looked at before the cards are made.
pub fn in_review(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    total: &str,
    number: &str,
    orders: &str,
) -> Content {
    let brand = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("We are confirming your payment of {total}"),
            preview: "You don’t need to do anything.".to_owned(),
            heading: "We are confirming your payment".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Thank you for your order. To protect cardholders, a person looks at some payments before we make the gift cards. Yours of {total} is one of them; that usually takes less than a day."
                ),
                "You don’t need to do anything, and please don’t pay again. We’ll write to you as soon as we are done.".to_owned(),
            ],
            facts: named(["Order"], [Some(number)]),
            button: Button::new("See your orders", orders),
            other_way: Button::new("Any questions? Write to us", &from.contact_page()),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Nous confirmons votre paiement de {total}"),
            preview: "Vous n’avez rien à faire.".to_owned(),
            heading: "Nous confirmons votre paiement".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Merci de votre commande. Pour protéger les titulaires de cartes, une personne vérifie certains paiements avant la création des cartes-cadeaux. Le vôtre, de {total}, en fait partie; cela prend en général moins d’une journée."
                ),
                "Vous n’avez rien à faire, et ne payez pas une seconde fois. Nous vous écrirons dès que ce sera fait.".to_owned(),
            ],
            facts: named(["Commande"], [Some(number)]),
            button: Button::new("Voir vos commandes", orders),
            other_way: Button::new("Des questions? Écrivez-nous", &from.contact_page()),
            reason: format!("Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."),
            ..Content::default()
        },
    }
}
