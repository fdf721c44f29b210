import { m } from "@/i18n";

/** Names of exported lists, by their value in the API. */
export const listNames: Partial<Record<string, () => string>> = {
  USERS: m.log_list_users,
  INVITATIONS: m.log_list_invitations,
  APPROVALS: m.log_list_approvals,
  HISTORY: m.log_list_history,
  JOURNAL: m.log_list_journal,
  CARDS: m.log_list_cards,
  DEAD_LETTERS: m.log_list_dead_letters,
  GIFTS: m.log_list_gifts,
  PAYMENTS: m.log_list_payments,
  REFUNDS: m.log_list_refunds,
  BUYING_LIMITS: m.log_list_buying_limits,
  REFUND_REQUESTS: m.log_list_refund_requests,
  REFUSED_REFUNDS: m.log_list_refused_refunds,
  SHOP_CLOSINGS: m.log_list_shop_closings,
  REVERSALS: m.log_list_reversals,
  REVIEWS: m.log_list_reviews,
  SEARCH: m.log_list_search,
  CHARITY_HOME: m.log_list_charity_home,
  CHARITY_REPORT: m.log_list_charity_report,
  VENDOR_REPORT: m.log_list_vendor_report,
  VENDOR_EVENTS: m.log_list_vendor_events,
  VENDOR_HOME: m.log_list_vendor_home,
  LEFT_BY_CLOSING: m.log_list_left_by_closing,
};
