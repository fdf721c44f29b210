//! Rules that compare the author and time of each decision in other tables with the sealed audit
//! log. If someone changes the author or time directly in the database, the check of the books
//! finds it.

use super::identities::ALWAYS;
use ledger::{KeyedBy, Rule};

pub const RULES: &[Rule] = &[
    Rule {
        name: "a bank account was changed when and by whom the log says",
        breaking: "SELECT t.id, 'its last change is not that of the log', t.id FROM {rows} t
     WHERE (t.bank_changed_at IS NOT NULL OR t.bank_changed_by IS NOT NULL OR EXISTS (
             SELECT 1 FROM audit_entry b WHERE b.subject_id = t.id
               AND (b.action = 'BANK_ACCOUNT_CHANGED' OR b.action = 'TENANT_CREATED' AND t.sealed_bank IS NOT NULL)))
       AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = t.id AND a.created_at = t.bank_changed_at
               AND a.action IN ('BANK_ACCOUNT_CHANGED', 'TENANT_CREATED')
               AND (a.actor = t.bank_changed_by
                    OR t.bank_changed_by IS NULL AND (a.actor = 'stranger' OR a.actor LIKE 'program:%'))
               AND NOT EXISTS (SELECT 1 FROM audit_entry l
                     WHERE l.subject_id = t.id AND l.created_at > a.created_at AND l.action = 'BANK_ACCOUNT_CHANGED'))
     ORDER BY t.id LIMIT 5",
        table: "tenant",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: ALWAYS,
    },
    Rule {
        name: "a payout was drafted, approved and ended by whom the log says",
        breaking: "SELECT p.id, 'who drafted, approved or ended it, or when, is not what the log says', p.vendor_id FROM {rows} p
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = p.id AND a.created_at = p.drafted_at AND a.action = 'PAYOUT_DRAFTED'
               AND (a.actor = p.drafted_by OR p.drafted_by IS NULL AND a.actor LIKE 'program:%'))
        OR (p.approved_at IS NOT NULL OR p.approved_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = p.id AND a.created_at = p.approved_at AND a.action = 'PAYOUT_APPROVED'
               AND a.actor = p.approved_by)
        OR (p.ended_at IS NOT NULL OR p.ended_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = p.id AND a.created_at = p.ended_at AND a.actor = p.ended_by
               AND a.action IN ('PAYOUT_PAID', 'PAYOUT_FAILED', 'PAYOUT_DISCARDED'))
        OR (p.failure_asked_at IS NOT NULL OR p.failure_asked_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = p.id AND a.created_at = p.failure_asked_at AND a.action = 'PAYOUT_FAILURE_ASKED'
               AND a.actor = p.failure_asked_by)
     ORDER BY p.id LIMIT 5",
        table: "payout",
        key: KeyedBy::Vendor,
        made: "drafted_at",
        touched: "COALESCE(failure_asked_at, ended_at, approved_at, drafted_at)",
    },
    Rule {
        name: "payouts were paused and resumed by whom the log says",
        breaking: "SELECT z.id, 'who paused or resumed them, or when, is not what the log says', z.id FROM {rows} z
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = z.tenant_id AND a.created_at = z.paused_at AND a.action = 'PAYOUTS_PAUSED'
               AND a.actor = z.paused_by)
        OR (z.lifted_at IS NOT NULL OR z.lifted_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = z.tenant_id AND a.created_at = z.lifted_at AND a.action = 'PAYOUTS_RESUMED'
               AND a.actor = z.lifted_by)
     ORDER BY z.id LIMIT 5",
        table: "payout_pause",
        key: KeyedBy::Column("id"),
        made: "paused_at",
        touched: "COALESCE(lifted_at, paused_at)",
    },
    Rule {
        name: "a refund was asked for by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT r.id, 'who asked for it, or when, is not what the log says', r.person_id FROM decided r
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.created_at
               AND (a.action IN ('ORDER_REFUNDED', 'ORDER_CANCELLED', 'ORDER_VOIDED') AND a.actor = r.requested_by
                 OR a.action = 'REFUND_REFUSED' AND r.requested_by = r.person_id))
     ORDER BY r.id LIMIT 5",
        table: "refund",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a payment by the bank was asked for and confirmed by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT r.id, 'who recorded the payment by the bank or confirmed it, or when, is not what the log says', r.person_id FROM decided r
     WHERE (r.bank_asked_at IS NOT NULL OR r.bank_asked_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.bank_asked_at AND a.action = 'BANK_PAYMENT_ASKED'
               AND a.actor = r.bank_asked_by)
        OR (r.bank_paid_at IS NOT NULL OR r.bank_paid_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.bank_paid_at AND a.action = 'BANK_PAYMENT_MADE'
               AND a.actor = r.bank_paid_by)
     ORDER BY r.id LIMIT 5",
        table: "refund",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "COALESCE(bank_paid_at, bank_asked_at, created_at)",
    },
    Rule {
        name: "a refund of two persons was asked for and decided about by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT r.id, 'who asked for it or decided about it, or when, is not what the log says', r.person_id FROM decided r
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.requested_at AND a.action = 'ORDER_REFUND_ASKED'
               AND a.actor = r.requested_by)
        OR (r.decided_at IS NOT NULL OR r.decided_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.decided_at AND a.actor = r.decided_by
               AND a.action = CASE WHEN r.is_approved = TRUE THEN 'ORDER_REFUND_APPROVED' ELSE 'ORDER_REFUND_DECLINED' END)
     ORDER BY r.id LIMIT 5",
        table: "refund_request",
        key: KeyedBy::Person,
        made: "requested_at",
        touched: "COALESCE(decided_at, requested_at)",
    },
    Rule {
        name: "a shop's closing was asked for and decided about by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT s.id, 'who asked for it, accepted its cards or decided about it, or when, is not what the log says', s.vendor_id FROM decided s
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = s.vendor_id AND a.created_at = s.requested_at AND a.action = 'SHOP_CLOSING_ASKED'
               AND a.actor = s.requested_by)
        OR (s.accepted_at IS NOT NULL OR s.accepted_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = s.vendor_id AND a.created_at = s.accepted_at AND a.action = 'SHOP_TAKEOVER_ACCEPTED'
               AND a.actor = s.accepted_by)
        OR s.is_approved = TRUE AND s.successor_id IS NOT NULL AND s.accepted_at IS NULL
        OR (s.decided_at IS NOT NULL OR s.decided_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = s.vendor_id AND a.created_at = s.decided_at AND a.actor = s.decided_by
               AND a.action = CASE WHEN s.is_approved = TRUE THEN 'SHOP_CLOSING_APPROVED' ELSE 'SHOP_CLOSING_DECLINED' END)
     ORDER BY s.id LIMIT 5",
        table: "shop_closing",
        key: KeyedBy::Vendor,
        made: "requested_at",
        touched: "COALESCE(decided_at, accepted_at, requested_at)",
    },
    Rule {
        name: "a buying limit was raised and ended by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT l.id, 'who asked for it, decided about it or ended it, or when, is not what the log says', l.person_id FROM decided l
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = l.person_id AND a.created_at = l.requested_at AND a.action = 'BUYING_LIMIT_REQUESTED'
               AND a.actor = l.requested_by)
        OR (l.decided_at IS NOT NULL OR l.decided_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = l.person_id AND a.created_at = l.decided_at AND a.actor = l.decided_by
               AND a.action = CASE WHEN l.is_agreed = TRUE THEN 'BUYING_LIMIT_RAISED' ELSE 'BUYING_LIMIT_DECLINED' END)
        OR (l.ended_at IS NOT NULL OR l.ended_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = l.person_id AND a.created_at = l.ended_at AND a.actor = l.ended_by
               AND a.action IN ('BUYING_LIMIT_ENDED', 'BUYING_LIMIT_RAISED'))
     ORDER BY l.id LIMIT 5",
        table: "raised_limit",
        key: KeyedBy::Person,
        made: "requested_at",
        touched: "COALESCE(ended_at, decided_at, requested_at)",
    },
    Rule {
        name: "a held order was decided about by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT r.id, 'who decided about it, how or when, is not what the log says', r.person_id FROM decided r
     WHERE r.decided_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.order_id AND a.created_at = r.decided_at AND a.actor = r.decided_by
               AND a.action = CASE WHEN r.is_released = TRUE THEN 'ORDER_RELEASED' ELSE 'ORDER_VOIDED' END)
     ORDER BY r.id LIMIT 5",
        table: "order_review",
        key: KeyedBy::Person,
        made: "created_at",
        touched: "COALESCE(decided_at, created_at)",
    },
    Rule {
        name: "a redemption was asked for and decided about by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT r.id, 'who asked for it or decided about it, or when, is not what the log says', r.vendor_id FROM decided r
     WHERE NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.card_id AND a.created_at = r.created_at AND a.action = 'REDEMPTION_HELD'
               AND a.actor = r.clerk_id)
        OR r.decided_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = r.card_id AND a.created_at = r.decided_at AND a.actor = r.decided_by
               AND a.action = CASE WHEN r.state = 'APPROVED' THEN 'REDEMPTION_APPROVED' ELSE 'REDEMPTION_DECLINED' END)
     ORDER BY r.id LIMIT 5",
        table: "redemption_request",
        key: KeyedBy::Vendor,
        made: "created_at",
        touched: "created_at",
    },
    Rule {
        name: "a burst was closed by whom the log says",
        breaking: "WITH decided AS MATERIALIZED (SELECT * FROM {rows})
     SELECT b.id, 'who closed it, or when, is not what the log says', b.vendor_id FROM decided b
     WHERE (b.closed_at IS NOT NULL OR b.closed_by IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM audit_entry a
             WHERE a.subject_id = b.id AND a.created_at = b.closed_at AND a.action = 'BURST_CLOSED' AND a.actor = b.closed_by)
     ORDER BY b.id LIMIT 5",
        table: "burst",
        key: KeyedBy::Vendor,
        made: "found_at",
        touched: ALWAYS,
    },
    Rule {
        name: "a decision of the log stands where it was made",
        breaking: "WITH log AS MATERIALIZED (
         SELECT a.id, a.subject_kind, a.subject_id, a.tenant_id, a.action, a.actor, a.created_at FROM {rows} a
         WHERE a.action IN ('PAYOUT_APPROVED', 'ORDER_REFUNDED', 'ORDER_REFUND_APPROVED', 'ORDER_REFUND_DECLINED', 'ORDER_RELEASED',
             'ORDER_VOIDED', 'REDEMPTION_APPROVED', 'REDEMPTION_DECLINED', 'BANK_PAYMENT_MADE', 'BURST_FOUND', 'BURST_CLOSED', 'PAYOUTS_PAUSED')
           AND a.subject_kind IN ('PAYOUT', 'CARD', 'ORDER', 'BURST', 'TENANT')),
     redemptions AS MATERIALIZED (
         SELECT q.card_id, q.decided_at, q.decided_by FROM redemption_request q
         WHERE q.card_id IN (SELECT l.subject_id FROM log l WHERE l.subject_kind = 'CARD')),
     refunds AS MATERIALIZED (
         SELECT f.order_id, f.created_at, f.requested_by, f.bank_paid_at, f.bank_paid_by FROM refund f
         WHERE f.order_id IN (SELECT l.subject_id FROM log l WHERE l.subject_kind = 'ORDER')),
     asked AS MATERIALIZED (
         SELECT q.order_id, q.decided_at, q.decided_by FROM refund_request q
         WHERE q.order_id IN (SELECT l.subject_id FROM log l WHERE l.subject_kind = 'ORDER')),
     held AS MATERIALIZED (
         SELECT v.order_id, v.decided_at, v.decided_by FROM order_review v
         WHERE v.order_id IN (SELECT l.subject_id FROM log l WHERE l.subject_kind = 'ORDER')),
     bursts AS MATERIALIZED (
         SELECT b.vendor_id, b.id, b.closed_at, b.closed_by FROM burst b
         WHERE b.id IN (SELECT l.subject_id FROM log l WHERE l.subject_kind = 'BURST'))
     SELECT l.id, 'the row of ' || l.subject_id || ' does not name this decision', l.id FROM log l
     LEFT JOIN payout p ON l.subject_kind = 'PAYOUT' AND p.id = l.subject_id AND p.approved_at = l.created_at AND p.approved_by = l.actor
     LEFT JOIN redemptions q ON l.subject_kind = 'CARD' AND q.card_id = l.subject_id AND q.decided_at = l.created_at AND q.decided_by = l.actor
     LEFT JOIN refunds f ON l.subject_kind = 'ORDER' AND f.order_id = l.subject_id
         AND (f.created_at = l.created_at AND f.requested_by = l.actor AND l.action <> 'BANK_PAYMENT_MADE'
           OR f.bank_paid_at = l.created_at AND f.bank_paid_by = l.actor)
     LEFT JOIN asked g ON l.subject_kind = 'ORDER' AND g.order_id = l.subject_id AND g.decided_at = l.created_at AND g.decided_by = l.actor
     LEFT JOIN held v ON l.subject_kind = 'ORDER' AND v.order_id = l.subject_id AND v.decided_at = l.created_at AND v.decided_by = l.actor
     LEFT JOIN bursts b ON l.subject_kind = 'BURST' AND b.vendor_id = l.tenant_id AND b.id = l.subject_id
         AND (l.action = 'BURST_FOUND' OR b.closed_at = l.created_at AND b.closed_by = l.actor)
     LEFT JOIN payout_pause z ON l.subject_kind = 'TENANT' AND z.tenant_id = l.subject_id AND z.paused_at = l.created_at AND z.paused_by = l.actor
     WHERE p.id IS NULL AND q.card_id IS NULL AND f.order_id IS NULL AND g.order_id IS NULL AND v.order_id IS NULL AND b.id IS NULL
       AND z.id IS NULL
     ORDER BY l.id LIMIT 5",
        table: "audit_entry",
        key: KeyedBy::Column("id"),
        made: "created_at",
        touched: "created_at",
    },
];
