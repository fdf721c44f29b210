//! Bank accounts of the platform. There is always a main one, which the chart of accounts names. An
//! administrator can add others, and choose which one takes the gateway's deposits and which one new
//! bank files of payouts leave.

use std::sync::Arc;

use db::Tx;
use serde_json::json;

use super::{
    actions::{self, BOOK_ACCOUNT},
    chart::{AccountName, AccountNumber, ChartAccount},
    store::{
        bank_accounts::{self as store, AddedAccount},
        chart as chart_store,
        figures::AccountFigures,
    },
};
use access::{
    audit::{self, Action, Author, Entry, SUBJECT_NAME, Subject},
    auth::Actor,
};
use kernel::{
    fields::Fields, ids::BankAccountId, language::Language, messages::Message, timestamp::Timestamp,
};
use ledger::{Account, AccountKind};
use platform::{
    app::App,
    error::{Error, Result},
};

/// Bank account of the platform.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BankAccount {
    pub id: BankAccountId,
    /// Number and name in the chart of accounts.
    pub number: String,
    pub name: String,
    /// Whether the gateway's deposits arrive there.
    pub takes_deposits: bool,
    /// Whether new bank files leave it.
    pub pays_payouts: bool,
}

/// Wanted facts of an account.
pub struct Wanted {
    pub number: AccountNumber,
    pub name: AccountName,
    pub takes_deposits: bool,
    pub pays_payouts: bool,
}

/// Lists all accounts, the main one first.
pub async fn list(app: &App, language: Language) -> Result<Vec<BankAccount>> {
    app.db.read(move |tx| all(tx, language)).await
}

/// Like [`list`], in a transaction.
pub fn all(tx: &mut Tx<'_>, language: Language) -> Result<Vec<BankAccount>> {
    let added = store::list(tx)?;
    let chart = chart_store::list(tx, language)?;
    let main = chart.into_iter().find(|one| (one.account, one.bank) == (AccountKind::Bank, None));
    let ChartAccount { number, name, .. } = main.ok_or(Error::NotFound)?;
    let main = BankAccount {
        id: BankAccountId::MAIN,
        number,
        name,
        takes_deposits: !added.iter().any(|one| one.takes_deposits),
        pays_payouts: !added.iter().any(|one| one.pays_payouts),
    };
    let others = added.into_iter().map(|one| BankAccount {
        id: one.id,
        number: one.number,
        name: one.name,
        takes_deposits: one.takes_deposits,
        pays_payouts: one.pays_payouts,
    });
    Ok([main].into_iter().chain(others).collect())
}

/// Returns whether there are accounts beside the main one.
pub fn are_several(tx: &mut Tx<'_>) -> Result<bool> {
    Ok(!store::list(tx)?.is_empty())
}

/// Returns the account that new bank files leave.
pub fn of_payouts(tx: &mut Tx<'_>) -> Result<BankAccountId> {
    let paying = store::list(tx)?.into_iter().find(|one| one.pays_payouts);
    Ok(paying.map_or(BankAccountId::MAIN, |one| one.id))
}

/// Returns whether the gateway's deposits arrive at an account.
pub fn takes_deposits(tx: &mut Tx<'_>, id: BankAccountId) -> Result<bool> {
    let taking = store::list(tx)?.into_iter().find(|one| one.takes_deposits);
    Ok(taking.map_or(BankAccountId::MAIN, |one| one.id) == id)
}

/// Returns the account of a new statement. Without a choice, that is the only one; with several, one
/// must be chosen.
pub fn choose(tx: &mut Tx<'_>, chosen: Option<BankAccountId>) -> Result<BankAccountId> {
    let added = store::list(tx)?;
    let is_known = |id: BankAccountId| {
        id == BankAccountId::MAIN || added.iter().any(|account| account.id == id)
    };
    match chosen {
        None if added.is_empty() => Ok(BankAccountId::MAIN),
        Some(id) if is_known(id) => Ok(id),
        _ => {
            let message = Message::new(
                "Please choose the bank account of the statement.",
                "Choisissez le compte bancaire du relevé.",
            );
            Err(Fields::one("accountId", message).into())
        }
    }
}

/// Adds an account. Returns all of them. Adding an account with the same facts again changes nothing.
pub async fn add(
    app: &Arc<App>,
    by: &Actor,
    wanted: Wanted,
    language: Language,
) -> Result<Vec<BankAccount>> {
    let (by, wanted) = (by.clone(), Facts::of(wanted));
    app.write(move |tx, _, now| {
        let before = all(tx, language)?;
        if before.iter().any(|one| wanted.are_of(one)) {
            return Ok(before);
        }
        let id = BankAccountId::new(now);
        write(tx, (&by, now), id, &wanted, actions::BOOK_BANK_ACCOUNT_ADDED, None)?;
        all(tx, language)
    })
    .await
}

/// Changes an account. Returns all of them. The account that has the deposits or the payouts keeps them
/// until another one gets them.
pub async fn change(
    app: &Arc<App>,
    by: &Actor,
    id: BankAccountId,
    wanted: Wanted,
    language: Language,
) -> Result<Vec<BankAccount>> {
    let (by, wanted) = (by.clone(), Facts::of(wanted));
    app.write(move |tx, _, now| {
        let accounts = all(tx, language)?;
        let before = accounts.iter().find(|one| one.id == id).ok_or(Error::NotFound)?;
        if wanted.are_of(before) {
            return Ok(accounts);
        }
        let mut fields = Fields::default();
        let kept = Message::new(
            "Please give this to another account instead.",
            "Attribuez plutôt ceci à un autre compte.",
        );
        if before.takes_deposits && !wanted.takes_deposits {
            fields.add("takesDeposits", kept.clone());
        }
        if before.pays_payouts && !wanted.pays_payouts {
            fields.add("paysPayouts", kept);
        }
        fields.finish(|| Some(()))?;
        let before = Some(before.clone());
        write(tx, (&by, now), id, &wanted, actions::BOOK_BANK_ACCOUNT_CHANGED, before)?;
        all(tx, language)
    })
    .await
}

/// Checked facts of an account. A transaction may run twice, so they are plain texts.
struct Facts {
    number: String,
    name: String,
    takes_deposits: bool,
    pays_payouts: bool,
}

impl Facts {
    fn of(wanted: Wanted) -> Facts {
        let Wanted { number, name, takes_deposits, pays_payouts } = wanted;
        Facts { number: number.into(), name: name.into(), takes_deposits, pays_payouts }
    }

    fn are_of(&self, account: &BankAccount) -> bool {
        (&self.number, &self.name) == (&account.number, &account.name)
            && (self.takes_deposits, self.pays_payouts)
                == (account.takes_deposits, account.pays_payouts)
    }
}

fn write(
    tx: &mut Tx<'_>,
    (by, now): (&Actor, Timestamp),
    id: BankAccountId,
    wanted: &Facts,
    action: Action,
    before: Option<BankAccount>,
) -> Result<()> {
    let Facts { number, name, takes_deposits, pays_payouts } = wanted;
    let chart = chart_store::list(tx, Language::En)?;
    let is_main = id == BankAccountId::MAIN;
    let own = |one: &ChartAccount| {
        if is_main {
            (one.account, one.bank) == (AccountKind::Bank, None)
        } else {
            one.bank == Some(id)
        }
    };
    refuse_taken(chart.iter().filter(|one| !own(one)), number, name)?;
    store::take_uses(tx, id, (*takes_deposits, *pays_payouts))?;
    if is_main {
        chart_store::set(tx, AccountKind::Bank, number, name, by.person, now)?;
    } else {
        let account = AddedAccount {
            id,
            number: number.clone(),
            name: name.clone(),
            takes_deposits: *takes_deposits,
            pays_payouts: *pays_payouts,
        };
        store::set(tx, &account, by.person, now)?;
    }
    let told = |number: &str, name: &str, takes_deposits: bool, pays_payouts: bool| {
        json!({
            (SUBJECT_NAME): name, "number": number, "takesDeposits": takes_deposits, "paysPayouts": pays_payouts
        })
    };
    let mut entry = Entry::new(action, Subject::of(BOOK_ACCOUNT, id));
    if let Some(before) = before {
        entry = entry.before(told(
            &before.number,
            &before.name,
            before.takes_deposits,
            before.pays_payouts,
        ));
    }
    let entry = entry.after(told(number, name, *takes_deposits, *pays_payouts));
    audit::record(tx, now, &Author::of(by), entry)
}

/// Refuses a number or a name that one of these accounts has.
pub fn refuse_taken<'a>(
    others: impl Iterator<Item = &'a ChartAccount> + Clone,
    number: &str,
    name: &str,
) -> Result<()> {
    let taken = Message::new("Another account has this already.", "Un autre compte l’a déjà.");
    let mut fields = Fields::default();
    if others.clone().any(|one| one.number == number) {
        fields.add("number", taken.clone());
    }
    if others.clone().any(|one| one.name == name) {
        fields.add("name", taken);
    }
    Ok(fields.finish(|| Some(()))?)
}

/// Divides the figures of all bank accounts among them, the main one first. Returns nothing if there is
/// only one.
pub fn divide(
    tx: &mut Tx<'_>,
    accounts: Vec<BankAccount>,
    (from, until): (Timestamp, Timestamp),
    total: AccountFigures,
) -> Result<Vec<(BankAccount, AccountFigures)>> {
    let [main, added @ ..] = &accounts[..] else { return Ok(Vec::new()) };
    if added.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<BankAccountId> = added.iter().map(|one| one.id).collect();
    let found = store::figures(tx, &ids, from, until)?;
    let (mut rest, mut divided) = (total, Vec::with_capacity(accounts.len()));
    for account in added {
        let mut own = AccountFigures::none(AccountKind::Bank);
        if let Some(figures) = found.get(&Account::Bank(account.id)) {
            own.opening = figures.opening;
            own.debit = figures.debit;
            own.credit = figures.credit;
            own.closing = own.opening.checked_sub(own.debit)?.checked_add(own.credit)?;
        }
        rest = rest.less(&own)?;
        divided.push((account.clone(), own));
    }
    divided.insert(0, (main.clone(), rest));
    Ok(divided)
}
