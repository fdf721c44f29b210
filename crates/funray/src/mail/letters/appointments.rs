//! Letters to those who watch over roles: super administrators about administrators, administrators about managers.

use serde::{Deserialize, Serialize};

use super::{
    Button, Content, Sender,
    phrases::{in_subject, named},
    roles::role_name,
};
use crate::{auth::Role, kernel::language::Language};

/// The step of an appointment that a letter tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AppointmentStep {
    /// An administrator was proposed: a super administrator has to decide.
    Proposed,
    /// A super administrator declined. Told to whoever proposed.
    Refused,
    /// The role counts.
    Begun,
}

impl AppointmentStep {
    pub const ALL: [AppointmentStep; 3] =
        [AppointmentStep::Proposed, AppointmentStep::Refused, AppointmentStep::Begun];
}

/// Somebody who is to be or was given a role.
pub struct Appointee<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub role: Role,
    pub organization: Option<&'a str>,
    /// Null where the server itself gave the role.
    pub by: Option<&'a str>,
}

pub fn appointment(
    from: Sender<'_>,
    lang: Language,
    step: AppointmentStep,
    appointee: &Appointee<'_>,
    link: &str,
) -> Content {
    let name = from.brand.name();
    let short = in_subject(appointee.name);
    let place = appointee.organization.unwrap_or(name);
    let by = appointee.by.unwrap_or(match lang {
        Language::En => "a command on the server",
        Language::Fr => "une commande sur le serveur",
    });
    let role = role_name(lang, appointee.role);
    let values = [appointee.name, appointee.email, place, by];
    let is_begun = step == AppointmentStep::Begun;
    match lang {
        Language::En => {
            let (subject, preview, rest) = english(step, &short, role);
            let by_label = if is_begun { "Appointed by" } else { "Proposed by" };
            Content {
                preview: preview.to_owned(),
                subject: subject.clone(),
                heading: subject,
                paragraphs: vec![format!("{preview} {rest}")],
                facts: named(["Name", "Email", "At", by_label], values),
                button: Button::new("Open the users", link),
                reason: format!("You’re receiving this because you watch over roles at {name}."),
                ..Content::default()
            }
        }
        Language::Fr => {
            let (subject, preview, rest) = french(step, &short, role);
            let by_label = if is_begun { "Nomination par" } else { "Proposition de" };
            Content {
                preview: preview.to_owned(),
                subject: subject.clone(),
                heading: subject,
                paragraphs: vec![format!("{preview} {rest}")],
                facts: named(["Nom", "Courriel", "Chez", by_label], values),
                button: Button::new("Voir les utilisateurs", link),
                reason: format!(
                    "Vous recevez ce courriel parce que vous veillez aux rôles chez {name}."
                ),
                ..Content::default()
            }
        }
    }
}

/// Subject, preview and the rest of the paragraph that begins with the preview.
type Phrases = (String, &'static str, &'static str);

fn english(step: AppointmentStep, name: &str, role: &str) -> Phrases {
    match step {
        AppointmentStep::Proposed => (
            format!("{name} was proposed as {role}"),
            "Nothing was sent to this person yet.",
            "Approve or decline the proposal in the list of users.",
        ),
        AppointmentStep::Refused => (
            format!("{name} does not become {role}"),
            "A super administrator declined your proposal.",
            "Nothing was sent to this person.",
        ),
        AppointmentStep::Begun => (
            format!("{name} is now {role}"),
            "The role counts from now on.",
            "It decides nothing that needs a second person for seven days. If you don’t know this person, \
             set the role inactive and ask who appointed them.",
        ),
    }
}

fn french(step: AppointmentStep, name: &str, role: &str) -> Phrases {
    match step {
        AppointmentStep::Proposed => (
            format!("Nomination proposée\u{a0}: {name}, {role}"),
            "Rien n’a encore été envoyé à cette personne.",
            "Approuvez ou refusez la proposition dans la liste des utilisateurs.",
        ),
        AppointmentStep::Refused => (
            format!("Nomination refusée\u{a0}: {name}, {role}"),
            "La superadministration a refusé votre proposition.",
            "Rien n’a été envoyé à cette personne.",
        ),
        AppointmentStep::Begun => (
            format!("Nouveau rôle\u{a0}: {name}, {role}"),
            "Le rôle compte dès maintenant.",
            "Pendant sept jours, il ne décide de rien qui demande une deuxième personne. Si vous ne connaissez pas \
             cette personne, désactivez son rôle et demandez qui l’a nommée.",
        ),
    }
}
