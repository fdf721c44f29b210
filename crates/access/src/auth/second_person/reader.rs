//! Shows beside a pending decision why the reader may not take it.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Decider, Decision};
use kernel::{ids::PersonId, language::Language};
use platform::{
    app::App,
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

/// Reader of a list of pending decisions.
pub struct Reader {
    decider: Decider,
    language: Language,
}

impl Reader {
    /// Reads the facts that these decisions need.
    pub async fn of(
        app: &App,
        actor: &Actor,
        language: Language,
        decisions: impl IntoIterator<Item = Decision>,
    ) -> Result<Reader> {
        let decisions = decisions.into_iter().collect();
        Ok(Reader { decider: Decider::read_apart(app, actor, decisions).await?, language })
    }

    pub fn is(&self, person: PersonId) -> bool {
        self.decider.is(person)
    }

    /// Returns the refusal of a decision; `None` if the reader may take it, or if nothing is
    /// pending.
    pub fn refusal(&self, decision: Option<Decision>) -> Option<DecisionRefusal> {
        let code = self.decider.refusal(&decision?)?;
        let error_message = code.message().said_in(self.language).to_owned();
        Some(DecisionRefusal { error_code: code, error_message })
    }
}
