//! Sample sales of the demo: during three months, consumers bought cards, gave some of them as
//! gifts, and used them in shops.

use std::{mem, sync::Arc, time::Duration};

use db::Tx;

use super::{
    catalogue::{Catalogue, Shop},
    dice::Dice,
    filling::Tenants,
    people::{Named, People},
};
use checkout::{
    carts::{Gift, NewItem},
    orders::{self, Sale, Sold},
};
use desk::cases::{CaseKind, Named as NamedCase};
use kernel::{
    brand::Brand,
    contact::Email,
    ids::{CampaignId, CardId, JobId, OrderId, PersonId, TenantId},
    money::Cents,
    timestamp::Timestamp,
};
use mail::About;
use platform::{
    app::App,
    error::{Error, Result},
    jobs,
};

const ORDERS: u64 = 120;
const DAYS: u64 = 88;
const HOUR: Duration = Duration::from_secs(3600);
const MINUTE: Duration = Duration::from_secs(60);

/// Recipients of the sample gifts: name, email address and message to the recipient.
const RECIPIENTS: [(&str, &str, &str); 8] = [
    ("Nana", "nana@home.test", "For all the Sunday soups."),
    ("Uncle Théo", "theo@home.test", "Treat yourself, you never do."),
    ("Maddie", "maddie@home.test", "Happy birthday! Pick the biggest one."),
    ("Mr. Oyelaran", "teacher@home.test", "Thank you for a wonderful year."),
    ("Jo & Sam", "jo.and.sam@home.test", "To your new place."),
    ("Papa", "papa@home.test", "Bonne fête, papa!"),
    ("Ines", "ines@home.test", "Get well soon."),
    ("The night shift", "nightshift@home.test", "Coffee is on us."),
];

/// Note that the help desk wrote about the one sample gift whose email bounced.
const NOTE: &str =
    "The gift came back. I asked the buyer by phone for a better address, and wait for the answer.";

const PAID_WITH: [&str; 4] = ["Visa 1111", "Mastercard 0015", "American Express 0002", "Visa 0027"];

/// Adds sample sales and redemptions of the last three months to the database.
pub fn add(
    tx: &mut Tx<'_>,
    app: &Arc<App>,
    now: Timestamp,
    demo: &Catalogue,
    tenants: &Tenants,
    people: &People,
) -> Result<()> {
    let mut past =
        Past { app, now, demo, tenants, people, dice: Dice::seeded(20_260_301), has_lost: false };
    for number in 0..ORDERS {
        past.order(tx, number)?;
    }
    jobs::cancel_past(tx, now)
}

struct Past<'a> {
    app: &'a Arc<App>,
    now: Timestamp,
    demo: &'a Catalogue,
    tenants: &'a Tenants,
    people: &'a People,
    dice: Dice,
    /// Whether the email of one sample gift was already marked as bounced.
    has_lost: bool,
}

impl<'a> Past<'a> {
    fn order(&mut self, tx: &mut Tx<'_>, number: u64) -> Result<()> {
        let days_ago = number * DAYS / ORDERS + 1;
        let then = self.moment(days_ago);
        let (buyer, name) = self.buyer(number);
        let (shop, vendor) = self.shop();
        let campaign = self.campaign(days_ago);
        let gift = if self.dice.below(4) == 0 { Some(self.gift(name)?) } else { None };
        let items = vec![NewItem {
            vendor,
            campaign,
            price: Cents::from_dollars(self.dice.pick(&shop.amounts)),
            quantity: if gift.is_none() && self.dice.below(8) == 0 { 2 } else { 1 },
            gift: gift.clone(),
            source: None,
        }];
        let sale = Sale {
            buyer,
            brand: if campaign.is_some() { Brand::with_causes() } else { Brand::without_causes() },
            items,
            paid_with: self.dice.pick(&PAID_WITH).to_owned(),
        };
        let Sold { order, cards } = orders::sell_in_past(tx, self.app, then, sale)?;
        let about_order = About::of(&[&order, &buyer]);
        let address = self.address(tx, buyer)?;
        self.mail(tx, then, "receipt", &address, &about_order)?;
        for card in cards {
            if let Some(Gift { recipient, .. }) = &gift {
                let about_gift = About::of(&[&card, &order]);
                let recipient = recipient.to_string();
                let mail = self.mail(tx, then, "gift", &recipient, &about_gift)?;
                cards::seed::mail(tx, then.plus(MINUTE), card, &recipient)?;
                if !self.open(tx, card, then)? {
                    self.lose_once(tx, then, order, mail)?;
                    continue;
                }
            }
            self.use_up(tx, card, vendor, days_ago)?;
        }
        Ok(())
    }

    /// Adds an email that counts as sent one minute after the event that it reports.
    fn mail(
        &self,
        tx: &mut Tx<'_>,
        then: Timestamp,
        letter: &'static str,
        to: &str,
        about: &About,
    ) -> Result<JobId> {
        mail::seed::sent(tx, then.plus(MINUTE), letter, to, about)
    }

    fn address(&self, tx: &mut Tx<'_>, person: PersonId) -> Result<String> {
        let addressee = people::addressee(tx, person)?.ok_or(Error::NotFound)?;
        Ok(addressee.email)
    }

    /// Marks the email of a gift as bounced and adds a note of the help desk. Only the first call
    /// has an effect; that call is for the newest unopened gift.
    fn lose_once(
        &mut self,
        tx: &mut Tx<'_>,
        then: Timestamp,
        order: OrderId,
        mail: JobId,
    ) -> Result<()> {
        if mem::replace(&mut self.has_lost, true) {
            return Ok(());
        }
        mail::seed::came_back(tx, mail, "5.1.1")?;
        let case = NamedCase { kind: CaseKind::Order, id: order.to_string() };
        let clerk = self.people.administrator;
        desk::cases::seed::add_note(tx, then.plus(HOUR), clerk, &case, NOTE)
    }

    /// Returns a random time within the ten hours that follow the moment `days_ago` days before
    /// now.
    fn moment(&mut self, days_ago: u64) -> Timestamp {
        let hours = u32::try_from(days_ago * 24).unwrap_or_default();
        let minutes = u32::try_from(self.dice.below(600)).unwrap_or_default();
        self.now.minus(HOUR * hours).plus(MINUTE * minutes)
    }

    /// Picks the buyer of an order. Every eighth order belongs to the buyer account of the demo,
    /// the others to random consumers. The account that has no cards is never picked.
    fn buyer(&mut self, number: u64) -> Named {
        if number % 8 == 3 {
            return self.people.buyer.clone();
        }
        let index = self.dice.index(self.people.consumers.len());
        self.people.consumers[index].clone()
    }

    /// Picks the shop of a sale. The first two shops, which have demo accounts, sell the most.
    fn shop(&mut self) -> (&'a Shop, TenantId) {
        let index = match self.dice.below(10) {
            0..4 => 0,
            4..6 => 1,
            _ => self.dice.index(self.demo.shop.len()),
        };
        (&self.demo.shop[index], self.tenants.ids[index])
    }

    /// Picks a campaign that was running `days_ago` days before now. Returns `None` for one card in
    /// three, which supports no campaign.
    fn campaign(&mut self, days_ago: u64) -> Option<CampaignId> {
        if self.dice.below(3) == 0 {
            return None;
        }
        let day = -i64::try_from(days_ago).unwrap_or_default();
        let running: Vec<CampaignId> = self
            .tenants
            .campaigns
            .iter()
            .filter(|campaign| campaign.days.contains(&day))
            .map(|campaign| campaign.id)
            .collect();
        (!running.is_empty()).then(|| self.dice.pick(&running))
    }

    fn gift(&mut self, from: String) -> Result<Gift> {
        let (to, recipient, message) = self.dice.pick(&RECIPIENTS);
        Ok(Gift {
            to: to.to_owned(),
            recipient: Email::parse(recipient)
                .ok_or_else(|| Error::Internal(format!("{recipient} is no address")))?,
            from,
            message: Some(message.to_owned()),
            send: None,
        })
    }

    /// Opens two gifts in three, and adds some of these to a consumer's wallet. Returns whether the
    /// gift was opened.
    fn open(&mut self, tx: &mut Tx<'_>, gift: CardId, bought: Timestamp) -> Result<bool> {
        if self.dice.below(3) == 0 {
            return Ok(false);
        }
        let opened = bought.plus(HOUR);
        cards::seed::open(tx, opened, gift)?;
        if self.dice.below(3) == 0 {
            let (person, name) = self.buyer(0);
            cards::seed::claim(tx, &self.app.secrets, opened, gift, person, &name)?;
        }
        Ok(true)
    }

    /// Redeems a card up to four times in its shop, for plausible amounts.
    fn use_up(
        &mut self,
        tx: &mut Tx<'_>,
        card: CardId,
        vendor: TenantId,
        bought_days_ago: u64,
    ) -> Result<()> {
        let clerk = self.people.clerk_of(vendor);
        let mut days_ago = bought_days_ago;
        for _ in 0..self.dice.below(5) {
            let wait = self.dice.below(12) + 1;
            if wait >= days_ago {
                break;
            }
            days_ago -= wait;
            let cents = 200 + self.dice.below(2800) / 5 * 5;
            let value = Cents::new(i64::try_from(cents).unwrap_or_default());
            let then = self.moment(days_ago);
            cards::seed::redeem(tx, then, clerk, card, value)?;
        }
        Ok(())
    }
}
