//! Closing an account. Personal data is erased; financial records stay without personal data, and
//! cards keep their balance. Accounts of staff are closed by a colleague (`closing_requests.rs`).
//! Cards stay valid and can be used by their number and code. Their holder can print them before
//! closing, and is emailed a link to them. The email contains a link instead of the codes, because
//! mailboxes keep emails for years. The link works for a month, but only for one day after it was
//! first opened.

use std::sync::Arc;

use db::Tx;

use super::{
    closing_requests,
    me::{CurrentPassword, prove_current},
    pins,
    register::post,
    second_factor, store,
    store::{closing::OpenedLink, people::PersonRow},
    views,
};
use access::{
    audit::{self, Author, Entry, Subject},
    auth::{Actor, Client, Role, sessions},
};
use cards::{CardRow, RemainingCards};
use checkout::carts;
use finance::reports::subscriptions;
use kernel::{
    crockford,
    fields::Fields,
    ids::PersonId,
    messages::Message,
    paging::{Page, PageRequest},
    random::random_bytes,
    timestamp::Timestamp,
};
use mail::lifetimes;
use market::bell;
use people::identity;
use platform::{
    app::App,
    error::{Error, Result},
    secrets::{Hashes, Secrets},
};

use crate::{
    actions,
    errors::LAST_SUPER_ADMINISTRATOR,
    letters::{ClosedCards, Letter},
    secret_uses::CLOSED_CARDS_LINK,
};

/// Preview of closing an account: remaining cards, required proof, and an open request to close the
/// account.
pub struct Closing {
    pub left: RemainingCards,
    /// Whether the password is required. Accounts without a password need a fresh proof instead.
    pub has_password: bool,
    /// Whether a colleague has to close the account.
    pub needs_colleague: bool,
    pub asked_at: Option<Timestamp>,
}

pub async fn left(app: &App, actor: &Actor) -> Result<Closing> {
    let person = actor.person;
    app.db
        .read(move |tx| {
            let left = cards::left_of(tx, person)?;
            let (row, needs_colleague, asked_at) = tx.ask((
                store::people::row_of(person),
                identity::is_staff(person),
                closing_requests::asked_at(person),
            ))?;
            let has_password = row.is_some_and(|row| row.password_hash.is_some());
            Ok(Closing { left, has_password, needs_colleague, asked_at })
        })
        .await
}

/// Lists the cards with a balance in the person's wallet.
pub async fn cards(app: &App, actor: &Actor, page: PageRequest) -> Result<Page<CardRow>> {
    let person = actor.person;
    app.db.read(move |tx| cards::list_spendable(tx, person, page)).await
}

/// Form in which a person closes their own account.
pub struct Wish {
    pub password: CurrentPassword,
    /// Whether the person accepts that their cards can only be used by number and code after
    /// closing.
    pub accepts_codes: bool,
}

/// Result of a request to close an account.
pub enum Outcome {
    Closed,
    /// The request waits for a colleague's decision since this time.
    Asked(Timestamp),
}

/// Closes the caller's account, or files a request if a colleague has to close it.
pub async fn close(app: &Arc<App>, actor: &Actor, wish: Wish) -> Result<Outcome> {
    prove_current(app, actor, ("password", "Password"), &wish.password).await?;
    let proven_by = match wish.password {
        CurrentPassword::Given(_) => "PASSWORD",
        CurrentPassword::None { .. } => "FRESH_PROOF",
    };
    let actor = actor.clone();
    let accepts_codes = wish.accepts_codes;
    app.write(move |tx, app, now| {
        let person = actor.person;
        refuse_last(tx, person)?;
        let (row, is_staff) =
            tx.ask((store::people::locked(tx.engine(), person), identity::is_staff(person)))?;
        let row = row.ok_or(Error::Unauthorized)?;
        if !is_staff {
            prepare(tx, person)?;
        }
        let left = cards::left_of(tx, person)?;
        if left.cards > 0 && !accepts_codes {
            let sentence = Message::new(
                "Please confirm that you know how to use your cards from now on.",
                "Veuillez confirmer que vous savez comment utiliser vos cartes désormais.",
            );
            return Err(Error::Invalid(Fields::one("acceptCardsByCode", sentence)));
        }
        if is_staff {
            let asked_at = closing_requests::file(tx, app, now, &actor, proven_by)?;
            return Ok(Outcome::Asked(asked_at));
        }
        let entry = Entry::new(actions::ACCOUNT_CLOSED, Subject::person(person));
        erase(tx, app, now, &row, left, &Author::of(&actor), entry)?;
        Ok(Outcome::Closed)
    })
    .await
}

/// Empties the person's cart. Refuses while a payment is under way.
pub(super) fn prepare(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    carts::forget(tx, person)
}

/// Sends the last email and erases the person's data. Records `entry` in the audit log.
pub(super) fn erase(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &PersonRow,
    left: RemainingCards,
    author: &Author,
    entry: Entry,
) -> Result<()> {
    let person = row.id;
    mail_farewell(tx, app, now, row, left)?;
    sessions::end_all(tx, person, None, now)?;
    store::devices::forget(tx, person)?;
    second_factor::forget(tx, person)?;
    pins::forget(tx, person)?;
    views::forget(tx, person)?;
    subscriptions::forget(tx, person)?;
    bell::forget(tx, person)?;
    store::invitations::withdraw_of(tx, person, None, now)?;
    store::invitations::withdraw_to(tx, &row.email, now)?;
    audit::record(tx, now, author, entry)?;
    mail::close_bounces_to(tx, now, person, row.email.as_ref())?;
    store::people::close(tx, person, now)?;
    cards::forget(tx, person)
}

pub(super) fn refuse_last(tx: &mut Tx<'_>, person: PersonId) -> Result<()> {
    let supers = store::roles::lock_super_administrators(tx)?;
    let is_last = supers == [person];
    let roles = store::roles::list_of(tx, person)?;
    if is_last && roles.iter().any(|grant| grant.role == Role::SuperAdministrator) {
        return Err(Error::Refused(LAST_SUPER_ADMINISTRATOR));
    }
    Ok(())
}

/// Sends the last email, with a link to the remaining cards if there are any.
fn mail_farewell(
    tx: &mut Tx<'_>,
    app: &App,
    now: Timestamp,
    row: &PersonRow,
    left: RemainingCards,
) -> Result<()> {
    let cards = if left.cards > 0 {
        let code = crockford::encode(&random_bytes::<20>());
        let expires_at = now.plus(lifetimes::CLOSED_CARDS);
        store::closing::insert_link(tx, hashes(&app.secrets, &code).current(), row.id, expires_at)?;
        Some(ClosedCards {
            count: left.cards,
            balance: left.balance.format(row.language),
            // Puts the code in the fragment of the URL. Browsers don't send fragments to servers,
            // so only the call that opens the link gets the code.
            link: format!("{}/closed-cards#code={code}", app.public_url(row.brand)),
        })
    } else {
        None
    };
    let letter = Letter::AccountClosed { first_name: row.first_name.clone(), cards };
    post(tx, now, row, row.brand, letter)
}

fn hashes(secrets: &Secrets, code: &str) -> Hashes {
    secrets.hashes(CLOSED_CARDS_LINK, &[code.trim().as_bytes()])
}

/// Cards of a closed account, and the expiry of the link.
pub struct ClosedAccountCards {
    pub cards: Page<CardRow>,
    pub expires_at: Timestamp,
}

/// Opens the link that was emailed when an account was closed. The first opening is recorded and
/// shortens the validity of the link to one day.
pub async fn open_cards(
    app: &Arc<App>,
    code: &str,
    client: Client,
    page: PageRequest,
) -> Result<ClosedAccountCards> {
    let hashes = hashes(&app.secrets, code);
    app.write(move |tx, _, now| {
        let soon = now.plus(lifetimes::OPENED_CLOSED_CARDS);
        let link = store::closing::open_link(tx, &hashes, now, soon)?;
        let OpenedLink { person, expires_at, is_first_time } = link.ok_or(Error::DeadLink)?;
        if is_first_time {
            let entry = Entry::new(actions::CLOSED_CARDS_OPENED, Subject::person(person));
            let entry = entry.reason(Some("by the link in the last mail"));
            audit::record(tx, now, &Author::proven(person, &client), entry)?;
        }
        Ok(ClosedAccountCards { cards: cards::list_spendable(tx, person, page)?, expires_at })
    })
    .await
}
