//! A letter about a payment that came to nothing after its buyer had been told to wait.

use super::{
    Button, Content, Sender,
    phrases::{hello, named},
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
