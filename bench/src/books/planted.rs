//! Changes a balance in large books behind the program's back, while redemptions continue. Measures
//! how soon the hourly check finds and confirms the breach and stops all movements of money.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use ::db::Tx;
use finance::verify;
use kernel::{
    ids::{CardId, TenantId},
    money::Cents,
};
use ledger::{Account, Books, Entries, PostedBy, Transfer, TransferKind, errors::LEDGER_STOPPED};
use platform::{app::App, error::Error};
use tokio::task::JoinSet;

use super::{GOAL_OF_STOP, Opened, owner::Owner};
use crate::{Failure, figures::Round, program::word};

/// Number of tills. Each till redeems its own card.
const TILLS: usize = 8;
const CENT: Cents = Cents::new(1);

/// Redemptions at one till until the program refused them.
struct Till {
    took: Vec<Duration>,
    refused_at: Instant,
}

/// Changes a card's balance and waits until redemptions are refused. Then repairs the books.
/// Returns true if redemptions were refused soon enough.
pub fn stop(opened: &Opened, owner: &Owner) -> Result<bool, Failure> {
    let found = owner.rows(&format!(
        "SELECT vendor_id, id FROM card WHERE balance > 1000 ORDER BY created_at DESC, id LIMIT {}",
        TILLS + 1
    ))?;
    let mut cards = found.iter().filter_map(|row| Some((row.first()?, row.get(1)?)));
    let (vendor, planted) = cards.next().ok_or("no card")?;
    let cards: Vec<(TenantId, CardId)> = cards
        .map(|(vendor, card)| Some((TenantId::parse(vendor)?, CardId::parse(card)?)))
        .collect::<Option<_>>()
        .ok_or("ids that can't be read")?;
    let now = opened.app().clock.now().as_micros();
    let change = |amount: &str| {
        owner.run(&format!(
            "UPDATE card SET balance = balance {amount}, moved_at = {now}
             WHERE vendor_id = '{vendor}' AND id = '{planted}'"
        ))
    };
    change("+ 1")?;
    let begun = Instant::now();
    let ((tills, checked), _) = opened.time(|app| async move {
        let mut tills = JoinSet::new();
        for (vendor, card) in cards {
            tills.spawn(redeem_until_stopped(app.clone(), vendor, card));
        }
        verify::check(app).await?;
        let checked = begun.elapsed();
        Ok((tills.join_all().await, checked))
    })?;
    let tills: Vec<Till> = tills.into_iter().collect::<Result<_, String>>()?;
    let stopped = tills.iter().map(|till| till.refused_at - begun).min().ok_or("no till")?;
    let took: Vec<Duration> = tills.into_iter().flat_map(|till| till.took).collect();
    let is_soon = stopped <= GOAL_OF_STOP && !took.is_empty();
    let round = Round::new(stopped, took);
    println!(
        "  a planted breach stops money after {:>8.2} s (goal {GOAL_OF_STOP:?}), the check took {:.2} s; \
         {:.0} redemptions/s until then, p99 {:.0} ms: {}",
        stopped.as_secs_f64(),
        checked.as_secs_f64(),
        round.per_second,
        round.most.as_secs_f64() * 1000.0,
        word(is_soon)
    );
    change("- 1")?;
    owner.run("DELETE FROM ledger_stop")?;
    Ok(is_soon)
}

async fn redeem_until_stopped(
    app: Arc<App>,
    vendor: TenantId,
    card: CardId,
) -> Result<Till, String> {
    let mut took = Vec::new();
    loop {
        let (begun, now) = (Instant::now(), app.clock.now());
        // Moves one cent back and forth between card and vendor, so that no card is ever empty.
        let sides = [Account::Card(card), Account::VendorPayable(vendor)];
        let (from, to) = (sides[took.len() % 2], sides[(took.len() + 1) % 2]);
        let redeem = move |tx: &mut Tx<'_>| {
            let entries = Entries::default().moving(CENT, from, to);
            let redemption = Transfer {
                books: Books::Vendor(vendor),
                kind: TransferKind::Redemption,
                entries,
                order: None,
                card: Some(card),
                reason: None,
            };
            ledger::record(tx, now, PostedBy::Program("bench"), &redemption)
        };
        match app.db.write(redeem).await {
            Ok(_) => took.push(begun.elapsed()),
            Err(Error::Refused(LEDGER_STOPPED)) => {
                return Ok(Till { took, refused_at: Instant::now() });
            }
            Err(error) => return Err(format!("{error:?}")),
        }
    }
}
