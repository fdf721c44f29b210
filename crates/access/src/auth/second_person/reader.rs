//! Reasons why the reader of a list may not decide about its items, which the page shows beside
//! each item.

use std::collections::BTreeSet;

use serde::Serialize;
use utoipa::ToSchema;

use super::{DecidingRight, Facts, facts};
use kernel::{ids::PersonId, language::Language, timestamp::Timestamp};
use platform::{
    app::App,
    config::SecondPerson,
    error::{Code, Result},
};

use crate::auth::Actor;

/// Refusal that a decision by the reader would get at present.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionRefusal {
    #[schema(value_type = String)]
    error_code: Code,
    error_message: String,
}

/// Reader of a list, with the facts about everyone who requested an item in it.
pub struct Reader {
    actor: Actor,
    language: Language,
    setting: SecondPerson,
    now: Timestamp,
    facts: Facts,
}

impl Reader {
    /// Reads the facts about the reader and the requesters. Makes no query if there are no
    /// requesters.
    pub async fn of(
        app: &App,
        actor: &Actor,
        language: Language,
        first: impl IntoIterator<Item = PersonId>,
    ) -> Result<Reader> {
        let first: Vec<PersonId> = first.into_iter().collect::<BTreeSet<_>>().into_iter().collect();
        let person = actor.person;
        let facts = match first.as_slice() {
            [] => Facts::default(),
            _ => app.db.read(move |tx| tx.ask(facts(person, &first))).await?,
        };
        let (setting, now) = (app.config.second_person, app.clock.now());
        Ok(Reader { actor: actor.clone(), language, setting, now, facts })
    }

    pub fn is(&self, person: PersonId) -> bool {
        self.actor.person == person
    }

    /// Returns the refusal of a decision about requests of these people; `None` if the reader may
    /// decide.
    pub fn refusal(&self, right: DecidingRight, first: &[PersonId]) -> Option<DecisionRefusal> {
        let refused = self.facts.refusal(self.setting, &self.actor, right, first, self.now);
        refused.map(|code| self.because(code))
    }

    /// Returns a refusal with this error code, for reasons that the caller of this function has
    /// found itself.
    pub fn because(&self, code: Code) -> DecisionRefusal {
        let error_message = code.message().said_in(self.language).to_owned();
        DecisionRefusal { error_code: code, error_message }
    }
}
