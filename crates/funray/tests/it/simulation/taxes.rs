//! Simulates taxes on the commission, in two of three games: the platform is registered for GST and
//! HST, and rates change from a day on.

use finance::taxes;
use kernel::dates::BusinessDate;
use serde_json::json;

use super::{
    dice::Dice,
    world::{Who, World},
};
use crate::taxes::recomputed::{Rate, Rates, Shop, events_of, told_statements};

/// The accountant's notes in a game with taxes.
pub struct Taxes {
    rates: Rates,
    shops: [Shop; 2],
    statements: [Vec<serde_json::Value>; 2],
    /// Dice of their own, so that taxes don't change the other moves of a game.
    dice: Dice,
}

impl World<'_> {
    pub async fn register_for_taxes(&mut self) {
        if self.seed.is_multiple_of(3) {
            return;
        }
        let today = self.today();
        let form = json!({
            "scheme": "GST_HST", "number": "123456789RT0001", "startsOn": today, "reason": "Registered"
        });
        let reply = self.ask(Who::Administrator, "POST", "/Taxes/registrations", Some(&form)).await;
        self.fine("a registration", &reply);
        self.taxes = Some(Taxes {
            rates: Rates::since(today),
            shops: [Shop::new("ON"), Shop::new("BC")],
            statements: [Vec::new(), Vec::new()],
            dice: Dice::new(self.seed.wrapping_mul(31) + 7),
        });
    }

    /// Returns the taxes of both shops, in cents, that will be charged until the end of a day.
    pub async fn expected_taxes(&mut self, last_day: BusinessDate) -> [i64; 2] {
        let mut sums = [0; 2];
        let Some(taxes) = &mut self.taxes else { return sums };
        for (shop, sum) in sums.iter_mut().enumerate() {
            let events = events_of(&self.till.app, self.shops[shop]).await;
            let (made, tax) = taxes.rates.charge(&mut taxes.shops[shop], &events, last_day);
            taxes.statements[shop].extend(made);
            *sum = tax;
        }
        sums
    }

    /// Compares the statements with the expected ones, and notes that these taxes were charged.
    /// Sometimes changes a rate from tomorrow on.
    pub async fn note_taxes(&mut self, charged: [i64; 2]) {
        if self.taxes.is_none() {
            return;
        }
        for (shop, tax) in charged.into_iter().enumerate() {
            self.model.sums.vendors[shop] -= tax;
            self.model.sums.gst_hst += tax;
            let path = format!("/Taxes/statements?tenantId={}&pageSize=1000", self.shops[shop]);
            let told = told_statements(&self.get(Who::Administrator, &path).await);
            let expected = &self.taxes.as_ref().expect("taxes").statements[shop];
            assert_eq!(told, *expected, "{}: shop {shop}", self.at());
        }
        self.change_rate().await;
    }

    async fn change_rate(&mut self) {
        let tomorrow = self.today().tomorrow();
        let Some(taxes) = &mut self.taxes else { return };
        if !taxes.dice.one_in(3) {
            return;
        }
        let (province, tax) = *taxes.dice.pick(&[("ON", "HST"), ("BC", "GST")]);
        let thousandths = i64::try_from(taxes.dice.below(20_000)).expect("small") + 1;
        taxes.rates.all.push(Rate { province, tax, starts_on: tomorrow, thousandths });
        let rate = crate::taxes::recomputed::percent(thousandths);
        let form = json!({
            "province": province, "tax": tax, "rate": rate, "startsOn": tomorrow, "reason": "The budget"
        });
        let reply = self.ask(Who::Administrator, "POST", "/Taxes/rates", Some(&form)).await;
        self.fine("a rate", &reply);
    }

    /// Charges the taxes of the months that are over, as the scheduled task does.
    pub async fn charge_months(&mut self) {
        let last_day = self.today().first_of_month().plus_days(-1);
        let expected = self.expected_taxes(last_day).await;
        taxes::charge_months(self.till.app.app.clone()).await.expect("charged");
        self.note_taxes(expected).await;
    }
}
