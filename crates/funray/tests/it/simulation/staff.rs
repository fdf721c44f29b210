//! Simulates renaming and replacing staff. Their past actions keep the name that they had at the
//! time.

use std::collections::BTreeMap;

use serde_json::json;

use super::{
    counter::at_desk,
    model::{Desk, Shop},
    world::{Who, World},
};
use crate::support::PASSWORD;

const NAMES: [&str; 6] = ["Maya", "Noor", "Olive", "Petra", "Rosa", "Tess"];

impl World<'_> {
    /// Returns the first name of the manager or clerk of a shop.
    pub fn name_at(&self, shop: Shop, desk: Desk) -> String {
        let who = at_desk(shop, desk);
        let given = || self.people[&who].email.split('@').next().expect("a name").to_owned();
        self.names.get(&who).cloned().unwrap_or_else(given)
    }

    /// Renames a clerk or a manager as an administrator.
    pub async fn rename_staff(&mut self) {
        let shop = self.dice.below(2);
        let desk = if self.dice.one_in(2) { Desk::Clerk } else { Desk::Manager };
        let (who, name) = (at_desk(shop, desk), *self.dice.pick(&NAMES));
        let role = if desk == Desk::Clerk { "EMPLOYEE" } else { "MANAGER" };
        let form = json!({
            "firstName": name, "lastName": "Test", "roleId": role,
            "tenantId": self.shops[shop].to_string(),
        });
        let path = format!("/Accounts/{}", self.people[&who].id);
        let reply = self.ask(Who::Administrator, "PUT", &path, Some(&form)).await;
        assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
        self.names.insert(who, name.to_owned());
    }

    /// Replaces a clerk: the clerk requests the closing of the account, an administrator closes it,
    /// and another clerk starts.
    pub async fn replace_clerk(&mut self) {
        let shop = self.dice.below(2);
        let who = Who::Clerk(shop);
        let form = json!({ "password": PASSWORD, "acceptCardsByCode": true });
        let reply = self.ask(who, "DELETE", "/Accounts/me", Some(&form)).await;
        let leaving = self.people[&who].id;
        assert_eq!(reply.status, 202, "{}: {}", self.at(), reply.text());
        let path = format!("/Accounts/{leaving}/closed");
        let reply = self.ask(Who::Administrator, "POST", &path, None).await;
        assert_eq!(reply.status, 204, "{}: {}", self.at(), reply.text());
        self.model.change_clerk(shop);
        let name = format!("clerk{shop}x{}", self.model.former_clerks[shop]);
        let next = self.till.app.employee_of(self.shops[shop], &name).await;
        self.people.insert(who, next);
        self.names.remove(&who);
        self.visitors.remove(&who);
    }

    /// Checks that the latest redemptions of a shop show the name that their author had at the
    /// time.
    pub async fn compare_counter_days(&mut self) {
        for shop in 0..2 {
            let path = format!("/Vendors/{}/counter-day", self.shops[shop]);
            let day = self.get(Who::Manager(shop), &path).await;
            let cards = self.model.cards.iter().filter(|card| card.shop == shop);
            let names: BTreeMap<&str, &str> = cards
                .flat_map(|card| &card.redemptions)
                .map(|one| (one.id.as_str(), one.name.as_str()))
                .collect();
            for movement in day["newest"].as_array().expect("movements") {
                let id = movement["id"].as_str().expect("an id");
                let Some(name) = names.get(id) else { continue };
                assert_eq!(movement["clerk"], format!("{name} Test"), "{}: {day}", self.at());
            }
        }
    }
}
