//! Counters that show whether money moves: payments, redemptions, notices from the gateway.

use prometheus_client::{
    metrics::{counter::Counter, family::Family},
    registry::Registry,
};

use super::{
    labels::{Delivery, Order},
    register,
};
use kernel::brand::Brand;

/// Results of payments that `orders_total` counts.
pub const ORDER_OUTCOMES: [&str; 6] = ["paid", "declined", "failed", "held", "unknown", "voided"];

/// Results of notices from the gateway that `webhook_deliveries_total` counts.
pub const WEBHOOK_OUTCOMES: [&str; 3] = ["handled", "refused", "failed"];

pub struct Money {
    orders: Family<Order, Counter>,
    /// Redemptions and cash payouts at counters. A repeated call counts once.
    pub redemptions: Counter,
    webhooks: Family<Delivery, Counter>,
}

impl Money {
    /// Registers the counters with each of their labels, so that rates start from zero.
    pub(super) fn register(registry: &mut Registry) -> Money {
        let orders: Family<Order, Counter> =
            register(registry, "orders", "Payments of orders, by brand and result");
        for brand in Brand::all() {
            for outcome in ORDER_OUTCOMES {
                drop(orders.get_or_create(&Order { brand: brand.slug(), outcome }));
            }
        }
        let redemptions = register(registry, "redemptions", "Debits of cards at counters");
        let webhooks: Family<Delivery, Counter> =
            register(registry, "webhook_deliveries", "Notices from the card gateway");
        for outcome in WEBHOOK_OUTCOMES {
            drop(webhooks.get_or_create(&Delivery { outcome }));
        }
        Money { orders, redemptions, webhooks }
    }

    /// Counts the result of a payment, one of [`ORDER_OUTCOMES`].
    pub fn order_decided(&self, brand: Brand, outcome: &'static str) {
        self.orders.get_or_create(&Order { brand: brand.slug(), outcome }).inc();
    }

    /// Counts a notice from the gateway, by one of [`WEBHOOK_OUTCOMES`].
    pub fn webhook_received(&self, outcome: &'static str) {
        self.webhooks.get_or_create(&Delivery { outcome }).inc();
    }
}
