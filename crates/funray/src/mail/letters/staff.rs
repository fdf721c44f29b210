//! Letters to those who work with the product: invited people, and the contact persons of shops and causes.

use super::{
    Button, Content, Movement, Sender, WayIn,
    phrases::{self, hello, in_subject, named, span},
};
use crate::{auth::Role, brand::Brand, kernel::language::Language, mail::lifetimes};

/// Who invites whom to what.
pub struct Invitation<'a> {
    pub inviter: &'a str,
    pub organization: Option<&'a str>,
    pub role: Role,
    pub link: &'a WayIn,
}

pub fn invite(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    invitation: &Invitation<'_>,
) -> Content {
    let name = from.brand.name();
    let role = as_role(lang, invitation.role);
    let (inviter, organization) =
        (phrases::name(invitation.inviter), invitation.organization.map(phrases::organization));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => {
            let inviter = inviter.unwrap_or_else(|| "A colleague".to_owned());
            Content {
                subject: format!("Your invitation to {name}"),
                preview: format!("{inviter} invites you."),
                heading: "You’re invited".to_owned(),
                paragraphs: vec![
                    hello,
                    match organization {
                        Some(shop) => format!("{inviter} invites you to work for {shop} on {name}{role}."),
                        None => format!("{inviter} invites you to {name}{role}."),
                    },
                ],
                not_you: Some(
                    "Don’t know what this is about? Ignore this message: unless you act, nothing happens.".to_owned(),
                ),
                reason: format!("You’re receiving this because {inviter} gave your address to {name}."),
                ..way_in(lang, invitation.link)
            }
        }
        Language::Fr => {
            let inviter = inviter.unwrap_or_else(|| "Une personne de votre équipe".to_owned());
            Content {
                subject: format!("Votre invitation chez {name}"),
                preview: format!("{inviter} vous invite."),
                heading: "On vous invite".to_owned(),
                paragraphs: vec![
                    hello,
                    match organization {
                        Some(shop) => format!("{inviter} vous invite à travailler pour {shop} sur {name}{role}."),
                        None => format!("{inviter} vous invite chez {name}{role}."),
                    },
                ],
                not_you: Some(
                    "Vous ne savez pas de quoi il s’agit? Ignorez ce courriel\u{a0}: tant que vous ne faites rien, il ne se passe rien.".to_owned(),
                ),
                reason: format!("Vous recevez ce courriel parce que {inviter} a donné votre adresse à {name}."),
                ..way_in(lang, invitation.link)
            }
        }
    }
}

pub fn approval(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    organization: &str,
    link: &WayIn,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(organization));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: format!("Welcome to {name}"),
            preview: "Your registration is approved.".to_owned(),
            heading: "You’re in".to_owned(),
            paragraphs: vec![
                hello,
                match from.brand {
                    Brand::FunRay => format!(
                        "Good news: {organization} now has its place on the street. We are glad to have you at {name}."
                    ),
                    Brand::RayZr => format!("{organization} is live on {name}. Glad to have you."),
                },
            ],
            other_way: Button::new("Write to us", &from.contact_page()),
            not_you: Some(format!("Didn’t register {organization}? Please write to us.")),
            reason: format!(
                "You’re receiving this because you are the contact person of {organization} at {name}."
            ),
            ..way_in(lang, link)
        },
        Language::Fr => Content {
            subject: format!("Bienvenue chez {name}"),
            preview: "Votre inscription est acceptée.".to_owned(),
            heading: "Vous y êtes".to_owned(),
            paragraphs: vec![
                hello,
                match from.brand {
                    Brand::FunRay => format!(
                        "Bonne nouvelle\u{a0}: {organization} a maintenant pignon sur rue chez {name}. Quel plaisir de vous accueillir."
                    ),
                    Brand::RayZr => format!(
                        "{organization} est en ligne chez {name}. Un plaisir de vous compter parmi nous."
                    ),
                },
            ],
            other_way: Button::new("Nous écrire", &from.contact_page()),
            not_you: Some(format!(
                "Vous n’avez pas inscrit {organization}? Écrivez-nous, s’il vous plaît."
            )),
            reason: format!(
                "Vous recevez ce courriel parce que vous êtes la personne-ressource de {organization} chez {name}."
            ),
            ..way_in(lang, link)
        },
    }
}

pub fn registration_received(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    organization: &str,
    home: Option<&str>,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(organization));
    let hello = hello(lang, first_name);
    match lang {
        Language::En => Content {
            subject: format!("Your registration at {name} has arrived"),
            preview: "We’ll look at it and write to you.".to_owned(),
            heading: "Your registration has arrived".to_owned(),
            paragraphs: vec![
                hello,
                format!("Thank you for wanting to join {name} with {organization}. A person will look at the registration and write to this address, whatever the answer is."),
                "There is nothing to do until then. If something was wrong in what you sent, tell us.".to_owned(),
            ],
            button: Button::new("Write to us", &from.contact_page()),
            other_way: home.and_then(|home| Button::new(&format!("Back to {name}"), home)),
            not_you: Some("Didn’t register? There is nothing to do.".to_owned()),
            reason: format!("You’re receiving this because {organization} was registered at {name} with this address."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("Votre inscription chez {name} est arrivée"),
            preview: "Nous allons l’examiner et vous écrire.".to_owned(),
            heading: "Votre inscription est arrivée".to_owned(),
            paragraphs: vec![
                hello,
                format!("Merci de vouloir vous joindre à {name} avec {organization}. Une vraie personne examinera l’inscription et vous répondra à cette adresse, quelle que soit la réponse."),
                "D’ici là, il n’y a rien à faire. Si une erreur s’est glissée dans votre envoi, dites-le-nous.".to_owned(),
            ],
            button: Button::new("Nous écrire", &from.contact_page()),
            other_way: home.and_then(|home| Button::new(&format!("Retour à {name}"), home)),
            not_you: Some("Vous n’avez rien inscrit? Il n’y a rien à faire.".to_owned()),
            reason: format!("Vous recevez ce courriel parce qu’une inscription au nom de {organization} a été faite chez {name} avec cette adresse."),
            ..Content::default()
        },
    }
}

pub fn rejected(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    organization: &str,
    reason: Option<&str>,
) -> Content {
    let (name, organization) = (from.brand.name(), phrases::organization(organization));
    let hello = hello(lang, first_name);
    let label = match lang {
        Language::En => "The reason",
        Language::Fr => "La raison",
    };
    let facts = reason.map(|reason| (label.to_owned(), reason.to_owned())).into_iter().collect();
    match lang {
        Language::En => Content {
            subject: "About your registration".to_owned(),
            preview: "We have looked at your registration.".to_owned(),
            heading: "About your registration".to_owned(),
            paragraphs: vec![
                hello,
                format!("Thank you for wanting to join {name}. We have looked at the registration of {organization}, and we can’t accept it as it is."),
                "If you think we missed something, or if something has changed, please write to us. A person will read it.".to_owned(),
            ],
            button: Button::new("Write to us", &from.contact_page()),
            not_you: Some("Didn’t register? There is nothing to do.".to_owned()),
            facts,
            reason: format!("You’re receiving this because {organization} was registered at {name} with this address."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: "Au sujet de votre inscription".to_owned(),
            preview: "Nous avons examiné votre inscription.".to_owned(),
            heading: "Au sujet de votre inscription".to_owned(),
            paragraphs: vec![
                hello,
                format!("Merci d’avoir voulu vous joindre à {name}. Nous avons examiné l’inscription de {organization}, et nous ne pouvons pas l’accepter telle quelle."),
                "Si quelque chose nous a échappé ou si la situation a changé, écrivez-nous. Une vraie personne vous lira.".to_owned(),
            ],
            button: Button::new("Nous écrire", &from.contact_page()),
            not_you: Some("Vous n’avez rien inscrit? Il n’y a rien à faire.".to_owned()),
            facts,
            reason: format!("Vous recevez ce courriel parce qu’une inscription au nom de {organization} a été faite chez {name} avec cette adresse."),
            ..Content::default()
        },
    }
}

/// What an administrator did to a card of a shop.
pub struct MovedByAdministrator<'a> {
    pub by: &'a str,
    pub vendor: &'a str,
    pub number: &'a str,
    pub movement: Movement,
    pub value: &'a str,
    pub reason: &'a str,
}

pub fn moved_by_administrator(
    from: Sender<'_>,
    lang: Language,
    first_name: &str,
    moved: &MovedByAdministrator<'_>,
    link: &str,
) -> Content {
    let (brand, shop) = (from.brand.name(), phrases::organization(moved.vendor));
    let (value, subject) = (moved.value, in_subject(moved.vendor));
    let by = phrases::name(moved.by).unwrap_or_else(|| brand.to_owned());
    let values = [value, moved.number, moved.reason];
    match lang {
        Language::En => Content {
            subject: format!("{brand} moved {value} on a card of {subject}"),
            preview: format!("{by} did this for {brand}."),
            heading: "A card of your shop".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                match moved.movement {
                    Movement::Redeemed => {
                        format!("{by} of {brand} redeemed {value} from a card of {shop}.")
                    }
                    Movement::CashedOut => {
                        format!(
                            "{by} of {brand} recorded that {value} of a card of {shop} was paid out in cash."
                        )
                    }
                    Movement::Reversed => {
                        format!(
                            "{by} of {brand} reversed a redemption of {value} on a card of {shop}."
                        )
                    }
                },
            ],
            facts: named(["Amount", "Card number", "Reason"], values),
            button: Button::new("Open the card", link),
            not_you: Some("Didn’t expect this? Please write to us.".to_owned()),
            reason: format!("You’re receiving this because you manage {shop} at {brand}."),
            ..Content::default()
        },
        Language::Fr => Content {
            subject: format!("{brand}\u{a0}: {value} sur une carte de {subject}"),
            preview: format!("{by} l’a fait pour {brand}."),
            heading: "Une carte de votre commerce".to_owned(),
            paragraphs: vec![
                hello(lang, first_name),
                match moved.movement {
                    Movement::Redeemed => {
                        format!("{by}, de {brand}, a encaissé {value} sur une carte de {shop}.")
                    }
                    Movement::CashedOut => {
                        format!(
                            "{by}, de {brand}, a inscrit la remise en argent de {value} d’une carte de {shop}."
                        )
                    }
                    Movement::Reversed => {
                        format!(
                            "{by}, de {brand}, a annulé un encaissement de {value} sur une carte de {shop}."
                        )
                    }
                },
            ],
            facts: named(["Montant", "Numéro de carte", "Raison"], values),
            button: Button::new("Ouvrir la carte", link),
            not_you: Some(
                "Vous ne vous y attendiez pas? Écrivez-nous, s’il vous plaît.".to_owned(),
            ),
            reason: format!("Vous recevez ce courriel parce que vous gérez {shop} chez {brand}."),
            ..Content::default()
        },
    }
}

/// The button with which somebody who was let in gets in, and how long it works.
fn way_in(lang: Language, link: &WayIn) -> Content {
    let lasts = span(lang, lifetimes::INVITE);
    let (button, small_print) = match (link, lang) {
        (WayIn::ChoosePassword(url), Language::En) => (
            Button::new("Choose a password", url),
            Some(format!("The link works once, for {lasts}. After that, ask for a new one.")),
        ),
        (WayIn::ChoosePassword(url), Language::Fr) => (
            Button::new("Choisir un mot de passe", url),
            Some(format!(
                "Le lien ne sert qu’une fois et reste valable {lasts}. Passé ce délai, demandez-en un nouveau."
            )),
        ),
        (WayIn::Answer(url), Language::En) => (
            Button::new("Look at the offer", url),
            Some(format!(
                "You accept or decline it there, signed in with the account you have. The link works for {lasts}."
            )),
        ),
        (WayIn::Answer(url), Language::Fr) => (
            Button::new("Voir l’offre", url),
            Some(format!(
                "Vous l’acceptez ou la refusez là-bas, avec votre compte actuel. Le lien reste valable {lasts}."
            )),
        ),
        (WayIn::SignIn(url), Language::En) => {
            (Button::new("Sign in", url), Some("Use the password you already have.".to_owned()))
        }
        (WayIn::SignIn(url), Language::Fr) => (
            Button::new("Se connecter", url),
            Some("Utilisez le mot de passe que vous avez déjà.".to_owned()),
        ),
    };
    Content { button, small_print, ..Content::default() }
}

/// The end of a sentence that says as what somebody is invited.
fn as_role(lang: Language, role: Role) -> &'static str {
    match (role, lang) {
        (Role::SuperAdministrator, Language::En) => ", as a super administrator",
        (Role::SuperAdministrator, Language::Fr) => ", comme membre de la superadministration",
        (Role::Administrator, Language::En) => ", as an administrator",
        (Role::Administrator, Language::Fr) => ", comme membre de l’administration",
        (Role::Manager, Language::En) => ", as a manager",
        (Role::Manager, Language::Fr) => ", comme gestionnaire",
        (Role::Employee, Language::En) => ", as an employee",
        (Role::Employee, Language::Fr) => ", comme membre du personnel",
        (Role::Consumer, _) => "",
    }
}
