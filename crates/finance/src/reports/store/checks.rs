//! Rules that the stored daily totals and breakdowns must agree with the ledger's entries. The SQL
//! sums the entries by itself, so that the rules also catch a mistake in the expressions that
//! reports share.

use ledger::{KeyedBy, Rule};

pub const RULES: &[Rule] = &[
    Rule {
        name: "a day of the reports is the sum of its entries",
        breaking: "SELECT d.vendor_id || ' ' || d.day,
                'of ' || CASE WHEN d.campaign_id = '' THEN 'cards without a campaign' ELSE d.campaign_id END
                || ' it adds ' || d.says || ', its entries ' || COALESCE(m.says, '0 0 0 0 0 0 0 0')
                || ' (transfers, those for a cause, cards, purchased, of that for a cause, on cards, raised, platform);'
                || ' `funray rebuild-reports` makes it anew', d.vendor_id
         FROM (SELECT d.vendor_id, d.campaign_id, d.starts_at, d.day,
                      (d.transfers - COALESCE(b.transfers, 0)) || ' ' || (d.supports - COALESCE(b.supports, 0)) || ' ' ||
                      (d.cards - COALESCE(b.cards, 0)) || ' ' || (d.purchased - COALESCE(b.purchased, 0)) || ' ' ||
                      (d.supported - COALESCE(b.supported, 0)) || ' ' || (d.on_card - COALESCE(b.on_card, 0)) || ' ' ||
                      (d.raised - COALESCE(b.raised, 0)) || ' ' || (d.platform - COALESCE(b.platform, 0)) AS says
               FROM {each} d
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
                          JOIN transfer t ON t.vendor_id = p.vendor_id AND t.created_at >= d.starts_at AND t.created_at < d.ends_at
                          JOIN seal s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id AND s.position <= p.position
                          JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id AND COALESCE(k.campaign_id, '') = d.campaign_id
                          JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                          GROUP BY d.vendor_id, d.campaign_id, d.starts_at, t.id) f
                    GROUP BY f.vendor_id, f.campaign_id, f.starts_at) m
             ON m.vendor_id = d.vendor_id AND m.campaign_id = d.campaign_id AND m.starts_at = d.starts_at
         WHERE d.says <> COALESCE(m.says, '0 0 0 0 0 0 0 0') ORDER BY d.vendor_id, d.starts_at, d.campaign_id LIMIT 5",
        table: "daily_total",
        key: KeyedBy::Column("vendor_id"),
        made: "starts_at",
        touched: "rolled_up_at",
    },
    Rule {
        name: "the days of the reports have every transfer",
        breaking: "SELECT p.vendor_id, 'they have ' || p.found || ' transfers of ' || p.transfers || '; `funray rebuild-reports` makes them anew', p.vendor_id
         FROM (SELECT p.vendor_id, p.transfers, (SELECT CAST(COALESCE(SUM(d.transfers), 0) AS BIGINT) FROM daily_series q
                   JOIN daily_total d ON d.vendor_id = q.vendor_id AND d.campaign_id = q.campaign_id AND d.starts_at =
                       (SELECT MAX(l.starts_at) FROM daily_total l
                        WHERE l.vendor_id = q.vendor_id AND l.campaign_id = q.campaign_id)
                   WHERE q.vendor_id = p.vendor_id) AS found
               FROM {each} p) p
         WHERE p.found <> p.transfers ORDER BY p.vendor_id LIMIT 5",
        table: "daily_position",
        key: KeyedBy::Column("vendor_id"),
        made: "rolled_up_at",
        touched: "rolled_up_at",
    },
    Rule {
        name: "the progress of a campaign is the sum of its supporters",
        breaking: "WITH found AS (
             SELECT s.campaign_id, CAST(SUM(s.raised) AS BIGINT) AS raised,
                    CAST(SUM(CASE WHEN s.raised > 0 THEN 1 ELSE 0 END) AS BIGINT) AS supporters
             FROM (SELECT r.campaign_id, r.person_id, CAST(SUM(r.raised) AS BIGINT) AS raised FROM campaign_supporter r
                   GROUP BY r.campaign_id, r.person_id) s
             GROUP BY s.campaign_id)
         SELECT p.campaign_id, 'it has ' || p.raised || ' from ' || p.supporters || ', its supporters '
                || COALESCE(f.raised, 0) || ' from ' || COALESCE(f.supporters, 0) || '; `funray rebuild-reports` makes it anew',
                p.campaign_id
         FROM {each} p LEFT JOIN found f ON f.campaign_id = p.campaign_id
         WHERE p.raised <> COALESCE(f.raised, 0) OR p.supporters <> COALESCE(f.supporters, 0)
         ORDER BY p.campaign_id LIMIT 5",
        table: "campaign_progress",
        key: KeyedBy::Column("campaign_id"),
        made: "moved_at",
        touched: "moved_at",
    },
    // Between the first and the last shop of a rebuild, some days are missing in the progress.
    Rule {
        name: "a campaign raised what its days raised",
        breaking: "WITH found AS (
             SELECT q.campaign_id, CAST(SUM(d.raised) AS BIGINT) AS raised FROM daily_series q
             JOIN daily_total d ON d.vendor_id = q.vendor_id AND d.campaign_id = q.campaign_id AND d.starts_at =
                 (SELECT MAX(l.starts_at) FROM daily_total l WHERE l.vendor_id = q.vendor_id AND l.campaign_id = q.campaign_id)
             GROUP BY q.campaign_id),
         stale AS (SELECT COUNT(*) AS vendors FROM daily_position o WHERE o.is_stale = TRUE)
         SELECT p.campaign_id, 'it has ' || p.raised || ', its days ' || COALESCE(f.raised, 0)
                || '; `funray rebuild-reports` makes it anew', p.campaign_id
         FROM {each} p CROSS JOIN stale LEFT JOIN found f ON f.campaign_id = p.campaign_id
         WHERE p.raised <> COALESCE(f.raised, 0) AND stale.vendors = 0
         ORDER BY p.campaign_id LIMIT 5",
        table: "campaign_progress",
        key: KeyedBy::Column("campaign_id"),
        made: "moved_at",
        touched: "moved_at",
    },
    Rule {
        name: "a day's breakdown is the sum of its entries",
        breaking: "SELECT d.vendor_id || ' ' || d.kind || ' ' || d.name,
                'on the day that begins at ' || d.starts_at || ' it has ' || d.says || ', its entries ' || COALESCE(m.says, '0 0')
                || ' (how many, how much); `funray rebuild-reports` makes it anew', d.vendor_id
         FROM (SELECT d.vendor_id, d.kind, d.starts_at, d.name, d.has_cause, d.items || ' ' || d.amount AS says FROM {rows} d) d
         LEFT JOIN (SELECT f.vendor_id, f.starts_at, f.kind, f.name, f.has_cause, SUM(f.items) || ' ' || SUM(f.amount) AS says
                    FROM (SELECT t.vendor_id, t.starts_at, b.kind, t.has_cause,
                                 CASE b.kind WHEN 'AMOUNT' THEN CAST(t.face AS TEXT) WHEN 'EMPLOYEE' THEN t.actor
                                     WHEN 'HOUR' THEN CAST((t.created_at - t.starts_at) / 3600000000 AS TEXT) ELSE '' END AS name,
                                 CASE b.kind WHEN 'AMOUNT' THEN t.cards WHEN 'OWED' THEN 1 ELSE t.redemptions END AS items,
                                 CASE b.kind WHEN 'AMOUNT' THEN t.purchased WHEN 'OWED' THEN t.owed ELSE t.redeemed END AS amount
                          FROM (SELECT d.vendor_id, d.starts_at, t.created_at, k.face, COALESCE(r.actor, t.actor) AS actor,
                                       k.campaign_id IS NOT NULL AS has_cause,
                                       CASE WHEN t.reverses IS NULL THEN 1 ELSE -1 END AS redemptions,
                                       SUM(CASE WHEN e.account <> 'gateway_clearing' THEN 0 WHEN t.kind = 'SALE' THEN 1
                                           WHEN t.kind = 'REVERSAL' AND e.amount > 0 THEN -1 ELSE 0 END) AS cards,
                                       -SUM(CASE WHEN e.account IN ('gateway_clearing', 'chargeback_loss') THEN e.amount ELSE 0 END)
                                           AS purchased,
                                       -SUM(CASE WHEN e.account IN ('gateway_clearing', 'chargeback_loss')
                                                OR e.account >= 'card:' AND e.account < 'care' THEN e.amount ELSE 0 END) AS redeemed,
                                       SUM(CASE WHEN e.account = 'vendor_payable:' || d.vendor_id THEN e.amount ELSE 0 END) AS owed
                                FROM (SELECT DISTINCT x.vendor_id, x.starts_at, x.ends_at FROM {rows} x) d
                                JOIN daily_position p ON p.vendor_id = d.vendor_id
                                JOIN transfer t ON t.vendor_id = p.vendor_id AND t.created_at >= d.starts_at AND t.created_at < d.ends_at
                                JOIN seal s ON s.vendor_id = t.vendor_id AND s.transfer_id = t.id AND s.position <= p.breakdown_position
                                LEFT JOIN card k ON k.vendor_id = t.vendor_id AND k.id = t.card_id
                                LEFT JOIN transfer r ON r.vendor_id = t.vendor_id AND r.id = t.reverses
                                JOIN entry e ON e.vendor_id = t.vendor_id AND e.transfer_id = t.id
                                GROUP BY d.vendor_id, d.starts_at, t.id, t.created_at, k.face, k.campaign_id, r.actor, t.actor, t.reverses) t
                          CROSS JOIN (SELECT 'AMOUNT' AS kind UNION ALL SELECT 'EMPLOYEE' UNION ALL SELECT 'HOUR' UNION ALL SELECT 'OWED') b
                          WHERE b.kind = 'OWED' OR b.kind = 'AMOUNT' AND t.face IS NOT NULL AND (t.cards <> 0 OR t.purchased <> 0)
                              OR b.kind IN ('EMPLOYEE', 'HOUR') AND t.redeemed <> 0) f
                    GROUP BY f.vendor_id, f.starts_at, f.kind, f.name, f.has_cause) m
             ON m.vendor_id = d.vendor_id AND m.starts_at = d.starts_at AND m.kind = d.kind AND m.name = d.name
                 AND m.has_cause = d.has_cause
         WHERE d.says <> COALESCE(m.says, '0 0') ORDER BY d.vendor_id, d.starts_at, d.kind, d.name LIMIT 5",
        table: "daily_breakdown",
        key: KeyedBy::Column("vendor_id"),
        made: "starts_at",
        touched: "rolled_up_at",
    },
    Rule {
        name: "the breakdowns of the reports have every transfer",
        breaking: "SELECT p.vendor_id, 'they have ' || p.found || ' transfers and ' || p.moved || ' owed, not '
                || p.breakdown_position || ' and ' || p.owed || '; `funray rebuild-reports` makes them anew', p.vendor_id
         FROM (SELECT p.vendor_id, p.breakdown_position, p.owed,
                      (SELECT CAST(COALESCE(SUM(d.items), 0) AS BIGINT) FROM daily_breakdown d
                       WHERE d.vendor_id = p.vendor_id AND d.kind = 'OWED') AS found,
                      (SELECT CAST(COALESCE(SUM(d.amount), 0) AS BIGINT) FROM daily_breakdown d
                       WHERE d.vendor_id = p.vendor_id AND d.kind = 'OWED') AS moved
               FROM {each} p) p
         WHERE p.found <> p.breakdown_position OR p.moved <> p.owed ORDER BY p.vendor_id LIMIT 5",
        table: "daily_position",
        key: KeyedBy::Column("vendor_id"),
        made: "rolled_up_at",
        touched: "rolled_up_at",
    },
    Rule {
        name: "breakdowns add up to the totals of the reports",
        breaking: "SELECT p.vendor_id, 'they add up to ' || p.broken || ', the totals to ' || p.whole
                || ' (sold, redeemed by whom, redeemed when); `funray rebuild-reports` makes them anew', p.vendor_id
         FROM (SELECT p.vendor_id,
                      (SELECT CAST(COALESCE(SUM(CASE WHEN d.kind = 'AMOUNT' THEN d.amount ELSE 0 END), 0) AS BIGINT) || ' '
                           || CAST(COALESCE(SUM(CASE WHEN d.kind = 'EMPLOYEE' THEN d.amount ELSE 0 END), 0) AS BIGINT) || ' '
                           || CAST(COALESCE(SUM(CASE WHEN d.kind = 'HOUR' THEN d.amount ELSE 0 END), 0) AS BIGINT)
                       FROM daily_breakdown d WHERE d.vendor_id = p.vendor_id) AS broken,
                      (SELECT CAST(COALESCE(SUM(d.purchased), 0) AS BIGINT) || ' '
                           || CAST(COALESCE(SUM(d.purchased - d.on_card), 0) AS BIGINT) || ' '
                           || CAST(COALESCE(SUM(d.purchased - d.on_card), 0) AS BIGINT)
                       FROM daily_series q
                       JOIN daily_total d ON d.vendor_id = q.vendor_id AND d.campaign_id = q.campaign_id AND d.starts_at =
                           (SELECT MAX(l.starts_at) FROM daily_total l
                            WHERE l.vendor_id = q.vendor_id AND l.campaign_id = q.campaign_id)
                       WHERE q.vendor_id = p.vendor_id) AS whole
               FROM {each} p WHERE p.position = p.breakdown_position) p
         WHERE p.broken <> p.whole ORDER BY p.vendor_id LIMIT 5",
        table: "daily_position",
        key: KeyedBy::Column("vendor_id"),
        made: "rolled_up_at",
        touched: "rolled_up_at",
    },
];
