//! Refusals of second persons, shown beside a decision before it is made.

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

/// Why the reader can't make a decision at present: what its call would answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionRefusal {
    #[schema(value_type = String)]
    error_code: Code,
    error_message: String,
}

/// The reader of a list, with the facts of everyone who began something in it.
pub struct Reader {
    actor: Actor,
    language: Language,
    setting: SecondPerson,
    now: Timestamp,
    facts: Facts,
}

impl Reader {
    /// Reads the facts about the reader and those who drafted, asked for or did what waits. Where nothing waits, reads nothing.
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

    /// The refusal of a decision about what these people began; none where the reader may decide.
    pub fn refusal(&self, right: DecidingRight, first: &[PersonId]) -> Option<DecisionRefusal> {
        let refused = self.facts.refusal(self.setting, &self.actor, right, first, self.now);
        refused.map(|code| self.because(code))
    }

    /// The refusal by another rule.
    pub fn because(&self, code: Code) -> DecisionRefusal {
        let error_message = code.message().said_in(self.language).to_owned();
        DecisionRefusal { error_code: code, error_message }
    }
}
