//! Letters to a buyer about an order: the receipt, and that it was taken back or refunded.

use super::{
    Button, Content, ReceiptLine, Sender,
    phrases::{hello, name, named, organization},
};
use crate::{brand::Brand, kernel::language::Language};

pub struct Order<'a> {
    pub number: &'a str,
    pub lines: &'a [ReceiptLine],
    pub total: &'a str,
    pub paid_with: Option<&'a str>,
}

impl Order<'_> {
    /// What was paid, what with if that is known, and for which order, under these names.
    fn sums(&self, names: [&str; 3]) -> Vec<(String, String)> {
        named(names, [Some(self.total), self.paid_with, Some(self.number)])
    }

    /// Each card with its amount, and under this name what they come to.
    fn bill(&self, brand: Brand, lang: Language, sum: &str) -> Vec<(String, String)> {
        let cards = self.lines.iter().map(|line| (bought(brand, lang, line), line.price.clone()));
        cards.chain([(sum.to_owned(), self.total.to_owned())]).collect()
    }
}

pub fn receipt(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    order: &Order<'_>,
    link: &str,
) -> Content {
    let (brand, total) = (from.brand.name(), order.total);
    let bill = |sum: &str| order.bill(from.brand, lang, sum);
    let facts = |names: [&str; 2]| named(names, [order.paid_with, Some(order.number)]);
    match lang {
        Language::En => Content {
            subject: format!("Your receipt for {total}"),
            preview: "Your order went through.".to_owned(),
            heading: "Thank you!".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                "Your order went through. Each card comes in its own e-mail, and gifts go straight to their recipients.".to_owned(),
            ],
            bill: bill("Total"),
            facts: facts(["Paid with", "Order"]),
            button: Button::new("See your orders", link),
            small_print: Some("All amounts are in Canadian dollars. There is no extra tax or delivery charge.".to_owned()),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre reçu de {total}"),
            preview: "Votre commande est confirmée.".to_owned(),
            heading: "Merci!".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                "Votre commande est confirmée. Chaque carte arrive dans son propre courriel, et les cadeaux vont directement à leurs destinataires.".to_owned(),
            ],
            bill: bill("Total"),
            facts: facts(["Payé avec", "Commande"]),
            button: Button::new("Voir vos commandes", link),
            small_print: Some("Tous les montants sont en dollars canadiens, sans taxe ni frais de livraison.".to_owned()),
            reason: format!("Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."),
            ..Content::default()
        },
    }
}

/// "Maple Leaf Books, gift for Zoé, supporting Bon Repas". A brand that knows no charities says nothing of one.
fn bought(brand: Brand, lang: Language, line: &ReceiptLine) -> String {
    let gift = line.gift_for.as_deref().map(|to| match (lang, name(to)) {
        (Language::En, Some(to)) => format!("gift for {to}"),
        (Language::En, None) => "gift".to_owned(),
        (Language::Fr, Some(to)) => format!("cadeau pour {to}"),
        (Language::Fr, None) => "cadeau".to_owned(),
    });
    let charity = line.charity.as_deref().filter(|_| brand == Brand::FunRay).map(organization);
    let cause = charity.map(|charity| match lang {
        Language::En => format!("supporting {charity}"),
        Language::Fr => format!("au profit de {charity}"),
    });
    let words: Vec<String> =
        [Some(organization(&line.vendor)), gift, cause].into_iter().flatten().collect();
    words.join(", ")
}

pub fn cancelled(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    order: &Order<'_>,
    link: &str,
) -> Content {
    let (brand, total) = (from.brand.name(), order.total);
    match lang {
        Language::En => Content {
            subject: format!("Your order was cancelled: {total} refunded"),
            preview: "Your money is on its way.".to_owned(),
            heading: "Your order was cancelled".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "We have cancelled your order. {total} goes back to the card you paid with; your bank may take a few days to show it."
                ),
                "The gift cards of this order can no longer be used.".to_owned(),
            ],
            facts: order.sums(["Refund", "To", "Order"]),
            button: Button::new("See your orders", link),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre commande est annulée\u{a0}: remboursement de {total}"),
            preview: "Votre argent est en route.".to_owned(),
            heading: "Votre commande est annulée".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "Nous avons annulé votre commande. La somme de {total} retourne sur la carte avec laquelle vous avez payé; votre banque peut mettre quelques jours à l’afficher."
                ),
                "Les cartes-cadeaux de cette commande ne sont plus valables.".to_owned(),
            ],
            facts: order.sums(["Remboursement", "Sur", "Commande"]),
            button: Button::new("Voir vos commandes", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."
            ),
            ..Content::default()
        },
    }
}

pub fn refunded(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    order: &Order<'_>,
    closing_shop: Option<&str>,
    link: &str,
) -> Content {
    let (brand, total) = (from.brand.name(), order.total);
    let bill = |sum: &str| order.bill(from.brand, lang, sum);
    let facts = |names: [&str; 2]| named(names, [order.paid_with, Some(order.number)]);
    let why = closing_shop.map_or_else(String::new, |shop| match lang {
        Language::En => format!("{} is closing for good. ", organization(shop)),
        Language::Fr => format!("{} ferme définitivement. ", organization(shop)),
    });
    match lang {
        Language::En => Content {
            subject: format!("{total} of your order is being refunded"),
            preview: "Your money is on its way.".to_owned(),
            heading: "Your refund".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{why}We are refunding what was left on the cards below. {total} goes back to the card you paid with; your bank may take a few days to show it."
                ),
                "These gift cards can no longer be used.".to_owned(),
            ],
            bill: bill("Refund"),
            facts: facts(["To", "Order"]),
            button: Button::new("See your orders", link),
            reason: format!("You’re receiving this because you bought cards at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Remboursement de {total} sur votre commande"),
            preview: "Votre argent est en route.".to_owned(),
            heading: "Votre remboursement".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                format!(
                    "{why}Nous remboursons le solde des cartes ci-dessous. La somme de {total} retourne sur la carte avec laquelle vous avez payé; votre banque peut mettre quelques jours à l’afficher."
                ),
                "Ces cartes-cadeaux ne sont plus valables.".to_owned(),
            ],
            bill: bill("Remboursement"),
            facts: facts(["Sur", "Commande"]),
            button: Button::new("Voir vos commandes", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous avez acheté des cartes chez {brand}."
            ),
            ..Content::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bought_distinguishes_cards_of_the_same_shop() {
        let line = |gift_for: Option<&str>, charity: Option<&str>| ReceiptLine {
            vendor: "Maple Leaf Books".to_owned(),
            price: "25".to_owned(),
            gift_for: gift_for.map(str::to_owned),
            charity: charity.map(str::to_owned),
        };
        let both = line(Some("Zoé"), Some("Bon Repas"));
        for (line, words) in [
            (&line(None, None), "Maple Leaf Books"),
            (&line(None, Some("Bon Repas")), "Maple Leaf Books, supporting Bon Repas"),
            (&line(Some("win at evil.example"), None), "Maple Leaf Books, gift"),
            (&both, "Maple Leaf Books, gift for Zoé, supporting Bon Repas"),
        ] {
            assert_eq!(bought(Brand::FunRay, Language::En, line), words);
        }
        let french = "Maple Leaf Books, cadeau pour Zoé, au profit de Bon Repas";
        assert_eq!(bought(Brand::FunRay, Language::Fr, &both), french);
        assert_eq!(bought(Brand::RayZr, Language::En, &both), "Maple Leaf Books, gift for Zoé");
    }
}
