//! Facts about the companies behind the brands, which an administrator enters on screen if no
//! setting gives them.

use std::sync::Arc;

use serde_json::{Map, Value};

use access::{
    audit::{self, Author, Entry, Subject},
    auth::Actor,
};
use kernel::{
    brand::Brand,
    contact::Phone,
    fields::{Checked, Fields},
    messages::Message,
};
use platform::{
    app::App,
    companies,
    config::{CompanyFact, CompanyFacts, FactOrigin},
    error::{Error, Result},
};

use super::actions::{self, COMPANY};

const SET_ELSEWHERE: Message = Message::new(
    "The settings of the server give this value. Please change it there.",
    "Cette valeur vient des réglages du serveur. Changez-la là.",
);
const EXAMPLE: Message = Message::new(
    "This is an example or can’t be right. Please enter that of your company.",
    "C’est un exemple, ou une valeur impossible. Entrez celle de votre entreprise.",
);

/// Lists the facts about a brand's company.
pub async fn facts(app: &Arc<App>, brand: Brand) -> Result<Vec<CompanyFact>> {
    let entered = app.db.read(companies::all).await?;
    Ok(app.config.company_facts(brand, &entered))
}

/// Changes facts about a brand's company. Refuses facts that a setting gives and values that can't
/// be true.
pub async fn change(
    app: &Arc<App>,
    actor: &Actor,
    brand: Brand,
    form: Vec<(&'static str, String)>,
) -> Result<()> {
    let actor = actor.clone();
    app.write(move |tx, app, now| {
        let entered = companies::all(tx)?;
        let before = app.config.company_facts(brand, &entered);
        let changed = changed(&before, &form)?;
        if changed.is_empty() {
            return Ok(());
        }
        let after = with(entered, brand, &changed);
        refuse_examples(&app.config.company_facts(brand, &after), &changed)?;
        companies::put_all(tx, brand.slug(), &changed)?;
        let old = before.iter().map(|fact| (fact.name, fact.value.clone()));
        let old: Vec<_> = old.filter(|(name, _)| is_named(&changed, name)).collect();
        let entry = Entry::new(actions::COMPANY_CHANGED, Subject::of(COMPANY, brand.slug()))
            .before(json_of(&old))
            .after(json_of(&changed));
        audit::record(tx, now, &Author::of(&actor), entry)
    })
    .await?;
    let entered = app.db.read(companies::all).await?;
    app.companies.keep(entered, app.clock.now());
    Ok(())
}

type Facts = [(&'static str, String)];

fn is_named(facts: &Facts, name: &str) -> bool {
    facts.iter().any(|(other, _)| *other == name)
}

/// Returns the facts of the form that differ from the present facts.
fn changed(before: &[CompanyFact], form: &Facts) -> Result<Vec<(&'static str, String)>> {
    let mut fields = Fields::default();
    let mut changed = Vec::new();
    for fact in before {
        let Some((_, value)) = form.iter().find(|(name, _)| *name == fact.name) else { continue };
        if is_same(fact, value) {
            continue;
        }
        match fact.origin {
            FactOrigin::Setting(_) => fields.add(&field_of(fact.name), SET_ELSEWHERE),
            FactOrigin::Default | FactOrigin::Screen => changed.push((fact.name, value.clone())),
        }
    }
    fields.finish(|| Some(changed)).map_err(Error::Invalid)
}

/// Whether a form leaves a fact as it is. The form has only the digits of a phone number.
fn is_same(fact: &CompanyFact, value: &str) -> bool {
    match fact.name {
        "phone" => Phone::check("", &fact.value).is_ok_and(|phone| phone.to_string() == value),
        _ => fact.value == value,
    }
}

fn with(mut entered: CompanyFacts, brand: Brand, changed: &Facts) -> CompanyFacts {
    for (name, value) in changed {
        entered.insert((brand.slug().to_owned(), (*name).to_owned()), value.clone());
    }
    entered
}

fn refuse_examples(after: &[CompanyFact], changed: &Facts) -> Result<()> {
    let mut fields = Fields::default();
    for fact in after.iter().filter(|fact| fact.is_placeholder && is_named(changed, fact.name)) {
        fields.add(&field_of(fact.name), EXAMPLE);
    }
    fields.finish(|| Some(())).map_err(Error::Invalid)
}

fn json_of(facts: &Facts) -> Value {
    let named = facts.iter().map(|(name, value)| (field_of(name), Value::String(value.clone())));
    Value::Object(named.collect::<Map<_, _>>())
}

/// Returns the name of a fact in JSON.
pub fn field_of(name: &str) -> String {
    match name {
        "privacy_officer" => "privacyOfficer".to_owned(),
        "privacy_email" => "privacyEmail".to_owned(),
        other => other.to_owned(),
    }
}
