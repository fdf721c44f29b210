//! What must be true of the daily totals: they say what the entries of the ledger say. How entries are read is spelled out once more: a
//! check that shared it would not see a mistake in it.

use crate::ledger::Rule;

pub const RULES: &[Rule] = &[
    Rule {
        name: "a day of the reports is the sum of its entries",
        breaking: "SELECT d.vendor_id || ' ' || d.day,
                'of ' || CASE WHEN d.campaign_id = '' THEN 'cards without a campaign' ELSE d.campaign_id END
                || ' it adds ' || d.says || ', its entries ' || COALESCE(m.says, '0 0 0 0 0 0 0 0')
                || ' (transfers, those for a cause, cards, purchased, of that for a cause, on cards, raised, platform);'
                || ' `funray rebuild-reports` makes it anew'
         FROM (SELECT d.vendor_id, d.campaign_id, d.starts_at, d.day,
                      (d.transfers - COALESCE(b.transfers, 0)) || ' ' || (d.supports - COALESCE(b.supports, 0)) || ' ' ||
                      (d.cards - COALESCE(b.cards, 0)) || ' ' || (d.purchased - COALESCE(b.purchased, 0)) || ' ' ||
                      (d.supported - COALESCE(b.supported, 0)) || ' ' || (d.on_card - COALESCE(b.on_card, 0)) || ' ' ||
                      (d.raised - COALESCE(b.raised, 0)) || ' ' || (d.platform - COALESCE(b.platform, 0)) AS says
               FROM {rows} d
               LEFT JOIN daily_total b ON b.vendor_id = d.vendor_id AND b.campaign_id = d.campaign_id AND b.starts_at =
                   (SELECT MAX(l.starts_at) FROM daily_total l
                    WHERE l.vendor_id = d.vendor_id AND l.campaign_id = d.campaign_id AND l.starts_at < d.starts_at)) d
         LEFT JOIN (SELECT f.vendor_id, f.campaign_id, f.starts_at,
                           COUNT(*) || ' ' || SUM(CASE WHEN f.raised <> 0 THEN 1 ELSE 0 END) || ' ' || SUM(f.cards) || ' ' ||
                           SUM(f.purchased) || ' ' || SUM(CASE WHEN f.raised <> 0 THEN f.purchased ELSE 0 END) || ' ' ||
                           SUM(f.on_card) || ' ' || SUM(f.raised) || ' ' || SUM(f.platform) AS says
                    FROM (SELECT d.vendor_id, d.campaign_id, d.starts_at,
                                 SUM(CASE WHEN e.account <> 'gateway_clearing' THEN 0 WHEN t.kind = 'SALE' THEN 1
                                     WHEN t.kind = 'REVERSAL' AND e.amount > 0 THEN -1 ELSE 0 END) AS cards,
                                 -SUM(CASE WHEN e.account IN ('gateway_clearing', 'chargeback_loss') THEN e.amount ELSE 0 END) AS purchased,
                                 SUM(CASE WHEN e.account >= 'card:' AND e.account < 'care' THEN e.amount ELSE 0 END) AS on_card,
                                 SUM(CASE WHEN e.account >= 'charity_payable:' AND e.account < 'charity_payablf' THEN e.amount ELSE 0 END)
                                     AS raised,
                                 SUM(CASE WHEN e.account = 'platform_revenue' THEN e.amount ELSE 0 END) AS platform
                          FROM {rows} d
                          JOIN daily_position p ON p.vendor_id = d.vendor_id
                          JOIN transfer t ON t.vendor_id = d.vendor_id AND t.created_at >= d.starts_at AND t.created_at < d.ends_at
                          JOIN seal s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id AND s.position <= p.position
                          JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id AND COALESCE(k.campaign_id, '') = d.campaign_id
                          JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                          GROUP BY d.vendor_id, d.campaign_id, d.starts_at, t.id) f
                    GROUP BY f.vendor_id, f.campaign_id, f.starts_at) m
             ON m.vendor_id = d.vendor_id AND m.campaign_id = d.campaign_id AND m.starts_at = d.starts_at
         WHERE d.says <> COALESCE(m.says, '0 0 0 0 0 0 0 0') ORDER BY d.vendor_id, d.starts_at, d.campaign_id LIMIT 5",
        table: "daily_total",
        made: "starts_at",
        touched: "rolled_up_at",
    },
    Rule {
        name: "the days of the reports have every transfer",
        breaking: "SELECT p.vendor_id, 'they have ' || p.found || ' transfers of ' || p.transfers || '; `funray rebuild-reports` makes them anew'
         FROM (SELECT p.vendor_id, p.transfers, (SELECT CAST(COALESCE(SUM(d.transfers), 0) AS BIGINT) FROM daily_series q
                   JOIN daily_total d ON d.vendor_id = q.vendor_id AND d.campaign_id = q.campaign_id AND d.starts_at =
                       (SELECT MAX(l.starts_at) FROM daily_total l
                        WHERE l.vendor_id = q.vendor_id AND l.campaign_id = q.campaign_id)
                   WHERE q.vendor_id = p.vendor_id) AS found
               FROM {rows} p) p
         WHERE p.found <> p.transfers ORDER BY p.vendor_id LIMIT 5",
        table: "daily_position",
        made: "rolled_up_at",
        touched: "rolled_up_at",
    },
];
