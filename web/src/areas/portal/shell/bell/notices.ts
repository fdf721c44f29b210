// Notices of the bell: their texts, and the pages that they link to.
import { adminPaths } from "@/adminPaths";
import { reading, type ReadPath } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { m } from "@/i18n";
import { formatCalendarDay } from "@/lib/dates";
import { formatMoney, formatPercent } from "@/lib/money";
import { withQuery } from "@/paths";
import type { Profile } from "@/session/profile";

export type BellNotice = components["schemas"]["Notice"];

/** Query paths to invalidate after a notice is new or was read. */
export const NOTICES: readonly ReadPath[] = ["/Notices"];

const PLATFORM = "platform";

export function noticeSettingsQuery(feed: string) {
  return reading("/api/v1/Notices/settings/{id}", { path: { id: feed } });
}

/** Returns the feed whose settings the user can change: their workplace's, or the platform's. */
export function feedOf({ tenantIds }: Profile): string {
  return tenantIds[0] ?? PLATFORM;
}

export function noticeSentence({
  kind,
  tenantName,
  cardNumber,
  value,
  isFrozen,
  cards,
  day,
  payoutStep,
  formerCharityRate,
  charityRate,
  campaignName,
  isFull,
}: BellNotice): string {
  const number = cardNumber ?? "";
  switch (kind) {
    case "DAILY_SALES":
      return m.bell_sales({
        count: cards ?? 0,
        amount: formatMoney(value ?? 0),
        day: day === null ? "" : formatCalendarDay(day),
      });
    case "LARGE_REDEMPTION":
      return m.bell_large({ amount: formatMoney(value ?? 0), number });
    case "FREEZE":
      if (cards !== null) {
        return isFrozen ? m.bell_frozen_cards({ count: cards }) : m.bell_unfrozen_cards({ count: cards });
      }
      return isFrozen ? m.bell_frozen({ number }) : m.bell_unfrozen({ number });
    case "PAYOUT": {
      const amount = formatMoney(value ?? 0);
      if (payoutStep === "PAID") return m.bell_payout_paid({ amount });
      return payoutStep === "FAILED" ? m.bell_payout_failed({ amount }) : m.bell_payout_approved({ amount });
    }
    case "PAYOUTS_PAUSED":
      return m.bell_payouts_paused({ name: tenantName ?? "" });
    case "PAYOUTS_RESUMED":
      return m.bell_payouts_resumed({ name: tenantName ?? "" });
    case "BURST":
      return m.bell_burst({ count: cards ?? 0, amount: formatMoney(value ?? 0) });
    case "COUNTER_LOOSENED":
      return m.bell_counter_loosened();
    case "REFUND_WAITS":
      return m.bell_refund_waits({ amount: formatMoney(value ?? 0) });
    case "LIMIT_WAITS":
      return m.bell_limit_waits({ amount: formatMoney(value ?? 0) });
    case "RATE_CHANGED":
      return m.bell_rate({
        name: tenantName ?? "",
        before: formatPercent(formerCharityRate ?? 0),
        after: formatPercent(charityRate ?? 0),
      });
    case "CLOSING_WAITS":
      return m.bell_closing_waits({ name: tenantName ?? "", amount: formatMoney(value ?? 0) });
    case "CAMPAIGN_MILESTONE": {
      const words = { name: campaignName ?? "", amount: formatMoney(value ?? 0) };
      return isFull ? m.bell_campaign_goal(words) : m.bell_campaign_half(words);
    }
    case "REGISTRATION_ANSWERED":
      return m.bell_registration_answered({ name: tenantName ?? "" });
    default:
      return m.bell_bank({ name: tenantName ?? "" });
  }
}

/** Returns the page on which administrators decide about a vendor or charity. */
function tenantLink({ tenantId, tenantKind }: BellNotice) {
  if (tenantId === null) return undefined;
  return tenantKind === "CHARITY" ? adminPaths.charity(tenantId) : adminPaths.vendor(tenantId);
}

/**
 * Returns the page that a notice links to; `undefined` if it belongs to another workplace of the
 * user.
 */
export function noticeLink(notice: BellNotice, profile: Profile) {
  const { kind, feed, tenantId, tenantKind, cardId, day, payoutId, orderId, campaignId } = notice;
  if (feed !== PLATFORM && feed !== profile.tenantIds[0]) return undefined;
  if (payoutId !== null) return adminPaths.payout(payoutId);
  if (campaignId !== null) return adminPaths.charityArea().campaign(campaignId);
  if (kind === "REFUND_WAITS")
    return orderId === null ? adminPaths.openCases("refunds") : adminPaths.order(orderId);
  if (kind === "CLOSING_WAITS" || kind === "REGISTRATION_ANSWERED") return tenantLink(notice);
  if (kind === "LIMIT_WAITS") return adminPaths.openCases("limits");
  if (kind === "PAYOUTS_RESUMED" && feed === PLATFORM) return tenantLink(notice);
  if (kind === "PAYOUTS_PAUSED" || kind === "PAYOUTS_RESUMED") {
    return (tenantKind === "CHARITY" ? adminPaths.charityArea() : adminPaths.vendorArea()).payouts();
  }
  const own = feed === PLATFORM ? (tenantId ?? undefined) : undefined;
  const area = adminPaths.vendorArea(own);
  if (kind === "BURST") return adminPaths.openCases("bursts");
  if (kind === "COUNTER_LOOSENED") return area.counter();
  if (kind === "RATE_CHANGED") return area.information();
  if (day !== null) return withQuery(area.reporting(), { startDate: day, endDate: day, cardType: "0" });
  if (kind !== "BANK_CHANGED") return cardId === null ? area.cards() : area.card(cardId);
  return tenantKind === "VENDOR" ? area.information() : adminPaths.charityArea(own).information();
}
