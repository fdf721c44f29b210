//! Letters to those who run the product: administrators and operators.

use super::{
    Button, Content, Sender,
    phrases::{in_subject, named},
};
use crate::{auth::TenantKind, kernel::language::Language};

pub fn test(from: Sender<'_>, lang: Language) -> Content {
    let name = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("E-mail from {name} works"),
            preview: "You can read this, so e-mail works.".to_owned(),
            heading: "E-mail works".to_owned(),
            paragraphs: vec![
                format!("This is a test from the {name} server."),
                "If it looks right here, it looks right to your customers.".to_owned(),
            ],
            button: Button::new(&format!("Open {name}"), from.site),
            reason: "You’re receiving this because someone who runs the server sent a test to this address."
                .to_owned(),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Les courriels de {name} arrivent"),
            preview: "Vous lisez ceci\u{a0}: le courriel fonctionne.".to_owned(),
            heading: "Le courriel fonctionne".to_owned(),
            paragraphs: vec![
                format!("Ceci est un essai du serveur de {name}."),
                "S’il s’affiche bien ici, il s’affichera bien chez vos clients.".to_owned(),
            ],
            button: Button::new(&format!("Ouvrir {name}"), from.site),
            reason: "Vous recevez ce courriel parce que la personne qui gère le serveur a envoyé un essai à cette adresse."
                .to_owned(),
            ..Content::default()
        },
    }
}

/// An organization that asks to join, as its contact person described it.
pub struct Newcomer<'a> {
    pub organization: &'a str,
    pub kind: TenantKind,
    pub contact: &'a str,
    pub email: &'a str,
}

pub fn new_registration(
    from: Sender<'_>,
    lang: Language,
    newcomer: &Newcomer<'_>,
    link: &str,
) -> Content {
    let (name, short) = (from.brand.name(), in_subject(newcomer.organization));
    let values = [newcomer.organization, newcomer.contact, newcomer.email];
    match lang {
        Language::En => Content {
            subject: format!("New registration: {short}"),
            preview: "It is waiting for your decision.".to_owned(),
            heading: match newcomer.kind {
                TenantKind::Vendor => "A shop would like to join",
                TenantKind::Charity => "A charity would like to join",
            }
            .to_owned(),
            paragraphs: vec![
                "Complete what is missing, then approve or reject it; we’ll write to its contact person either way."
                    .to_owned(),
            ],
            facts: named(["Organization", "Contact", "Email"], values),
            button: Button::new("Open the registration", link),
            reason: format!("You’re receiving this because you are an administrator of {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Nouvelle inscription\u{a0}: {short}"),
            preview: "Elle attend votre décision.".to_owned(),
            heading: match newcomer.kind {
                TenantKind::Vendor => "Un commerce aimerait se joindre à nous",
                TenantKind::Charity => "Un organisme aimerait se joindre à nous",
            }
            .to_owned(),
            paragraphs: vec![
                "Complétez ce qui manque, puis approuvez ou refusez l’inscription; dans les deux cas, nous écrirons à la personne-ressource."
                    .to_owned(),
            ],
            facts: named(["Organisation", "Personne-ressource", "Courriel"], values),
            button: Button::new("Ouvrir l’inscription", link),
            reason: format!("Vous recevez ce courriel parce que vous faites partie de l’administration de {name}."),
            ..Content::default()
        },
    }
}

/// A charge that somebody else took back at the gateway.
pub struct ReversedCharge<'a> {
    pub number: &'a str,
    /// What happened, in the reader's language.
    pub cause: &'a str,
    pub amount: &'a str,
    pub unspent: &'a str,
    pub loss: &'a str,
}

pub fn charge_reversed(
    from: Sender<'_>,
    lang: Language,
    charge: &ReversedCharge<'_>,
    link: &str,
) -> Content {
    let (name, amount) = (from.brand.name(), charge.amount);
    let values = [charge.number, charge.cause, charge.unspent, charge.loss];
    match lang {
        Language::En => Content {
            subject: format!("A charge was taken back: {amount}"),
            preview: "Its cards are frozen. Please look into it.".to_owned(),
            heading: "A charge was taken back at the gateway".to_owned(),
            paragraphs: vec![
                format!(
                    "{amount} of an order’s charge went back to the card it came from, and it wasn’t us who asked for it. The cards of the order are frozen; buyer and recipients have been told."
                ),
                "Please look into it, and write down what came of it.".to_owned(),
            ],
            facts: named(["Order", "What happened", "Still on the cards", "Spent already"], values),
            button: Button::new("Open the order", link),
            reason: format!("You’re receiving this because you are an administrator of {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Un paiement a été repris\u{a0}: {amount}"),
            preview: "Ses cartes sont bloquées. À vérifier.".to_owned(),
            heading: "Un paiement a été repris à la passerelle".to_owned(),
            paragraphs: vec![
                format!(
                    "Sur le paiement d’une commande, {amount} sont retournés sur la carte d’origine, sans que nous l’ayons demandé. Les cartes de la commande sont bloquées; l’acheteur et les destinataires sont avertis."
                ),
                "Vérifiez ce qui s’est passé, puis notez ce qui en a résulté.".to_owned(),
            ],
            facts: named(
                ["Commande", "Ce qui s’est passé", "Encore sur les cartes", "Déjà dépensé"],
                values,
            ),
            button: Button::new("Ouvrir la commande", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {name}."
            ),
            ..Content::default()
        },
    }
}

/// To an administrator: a charged order waits for a decision, for the first time or for too long.
pub fn order_held(
    from: Sender<'_>,
    lang: Language,
    number: &str,
    total: &str,
    is_reminder: bool,
    link: &str,
) -> Content {
    let name = from.brand.name();
    match lang {
        Language::En => Content {
            subject: match is_reminder {
                true => format!("An order still waits for your decision: {total}"),
                false => format!("An order is held for review: {total}"),
            },
            preview: "Release it, or give the money back.".to_owned(),
            heading: "An order waits for a decision".to_owned(),
            paragraphs: vec![match is_reminder {
                true => "It was charged more than a day ago, and its buyer is still waiting.".to_owned(),
                false => "It was charged, but it looks risky: its cards are made only when somebody releases it. The buyer knows that we are confirming the payment.".to_owned(),
            }],
            facts: named(["Order", "Total"], [number, total]),
            button: Button::new("Open the order", link),
            reason: format!("You’re receiving this because you are an administrator of {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: match is_reminder {
                true => format!("Une commande attend encore votre décision\u{a0}: {total}"),
                false => format!("Une commande est retenue pour vérification\u{a0}: {total}"),
            },
            preview: "Libérez-la, ou remboursez-la.".to_owned(),
            heading: "Une commande attend une décision".to_owned(),
            paragraphs: vec![match is_reminder {
                true => "Elle est payée depuis plus d’une journée, et son acheteur attend toujours.".to_owned(),
                false => "Elle est payée, mais semble risquée\u{a0}: ses cartes ne seront créées qu’une fois la commande libérée. L’acheteur sait que nous confirmons le paiement.".to_owned(),
            }],
            facts: named(["Commande", "Total"], [number, total]),
            button: Button::new("Ouvrir la commande", link),
            reason: format!("Vous recevez ce courriel parce que vous faites partie de l’administration de {name}."),
            ..Content::default()
        },
    }
}

/// To a super administrator: an administrator has read the daily limit of rows of lists.
pub fn reading_limit_reached(
    from: Sender<'_>,
    lang: Language,
    reader: &str,
    limit: &str,
    link: &str,
) -> Content {
    let name = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("{reader} has read {limit} rows of personal data today"),
            preview: "Please check that this was needed.".to_owned(),
            heading: "A daily limit was reached".to_owned(),
            paragraphs: vec![
                format!(
                    "{reader} has read the daily limit of rows with personal data. Further lists are refused until midnight in Toronto."
                ),
                "The history shows which lists these were, with their filters.".to_owned(),
            ],
            facts: named(["Daily limit"], [limit]),
            button: Button::new("Open the history", link),
            reason: format!(
                "You’re receiving this because you are a super administrator of {name}."
            ),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("{reader} a lu {limit} lignes de données personnelles aujourd’hui"),
            preview: "Vérifiez que c’était nécessaire.".to_owned(),
            heading: "Une limite quotidienne est atteinte".to_owned(),
            paragraphs: vec![
                format!(
                    "{reader} a atteint la limite quotidienne de lignes contenant des renseignements personnels. Les autres listes sont refusées jusqu’à minuit, heure de Toronto."
                ),
                "L’historique indique de quelles listes il s’agit, avec leurs filtres.".to_owned(),
            ],
            facts: named(["Limite quotidienne"], [limit]),
            button: Button::new("Ouvrir l’historique", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de la superadministration de {name}."
            ),
            ..Content::default()
        },
    }
}

/// To an administrator: the daily comparison with the gateway has found something.
pub fn gateway_differs(from: Sender<'_>, lang: Language, count: &str, link: &str) -> Content {
    let name = from.brand.name();
    match lang {
        Language::En => Content {
            subject: format!("The gateway and our books differ: {count}"),
            preview: "Please look into it.".to_owned(),
            heading: "The gateway says something else".to_owned(),
            paragraphs: vec![
                "Every day we compare what the card gateway has charged and refunded with our payments. They don’t agree on the transactions that are listed at the support desk.".to_owned(),
                "Please look into each of them at the gateway, and write down what came of it.".to_owned(),
            ],
            facts: named(["New differences"], [count]),
            button: Button::new("Open the list", link),
            reason: format!("You’re receiving this because you are an administrator of {name}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Écarts entre la passerelle et nos livres\u{a0}: {count}"),
            preview: "À vérifier.".to_owned(),
            heading: "La passerelle dit autre chose".to_owned(),
            paragraphs: vec![
                "Chaque jour, nous comparons les débits et les remboursements de la passerelle avec nos paiements. Ils ne concordent pas pour les transactions affichées au service à la clientèle.".to_owned(),
                "Vérifiez chacune d’elles auprès de la passerelle, puis notez ce qui en a résulté.".to_owned(),
            ],
            facts: named(["Nouveaux écarts"], [count]),
            button: Button::new("Ouvrir la liste", link),
            reason: format!(
                "Vous recevez ce courriel parce que vous faites partie de l’administration de {name}."
            ),
            ..Content::default()
        },
    }
}

/// Somebody who wrote by the contact form.
pub struct Visitor<'a> {
    pub name: &'a str,
    pub organization: Option<&'a str>,
    pub email: &'a str,
    pub phone: Option<&'a str>,
    pub text: &'a str,
}

pub fn contact_message(from: Sender<'_>, lang: Language, visitor: &Visitor<'_>) -> Content {
    let (name, short) = (from.brand.name(), in_subject(visitor.name));
    let lines = visitor.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let values = [Some(visitor.name), visitor.organization, Some(visitor.email), visitor.phone];
    let content = Content { paragraphs: lines.map(str::to_owned).collect(), ..Content::default() };
    let answer = |label: &str| Button::new(label, &format!("mailto:{}", visitor.email));
    match lang {
        Language::En => Content {
            subject: format!("Message from {short}"),
            preview: "Somebody wrote to you using the contact form.".to_owned(),
            heading: "A visitor wrote to you".to_owned(),
            facts: named(["Name", "Organization", "Email", "Phone"], values),
            button: answer("Reply"),
            small_print: Some("Replying to this e-mail writes to the visitor.".to_owned()),
            reason: format!("You’re receiving this because you answer messages for {name}."),
            ..content
        },
        Language::Fr => Content {
            subject: format!("Message de {short}"),
            preview: "Une personne vous a écrit au moyen du formulaire.".to_owned(),
            heading: "On vous a écrit".to_owned(),
            facts: named(["Nom", "Organisation", "Courriel", "Téléphone"], values),
            button: answer("Répondre"),
            small_print: Some(
                "En répondant à ce courriel, vous écrivez à cette personne.".to_owned(),
            ),
            reason: format!("Vous recevez ce courriel parce que vous répondez au nom de {name}."),
            ..content
        },
    }
}
