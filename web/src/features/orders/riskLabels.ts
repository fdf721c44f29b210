import type { components } from "@/api/schema.d";
import { m } from "@/i18n";

type Risk = components["schemas"]["OrderReview"]["reasons"][number];

const risks: Record<Risk, () => string> = {
  YOUNG_ACCOUNT_AMOUNT: m.helpdesk_risk_young_account_amount,
  YOUNG_ACCOUNT_CARDS: m.helpdesk_risk_young_account_cards,
  YOUNG_ACCOUNT: m.helpdesk_risk_young_account,
  AMOUNT_LIMIT: m.helpdesk_risk_amount_limit,
  CARDS_LIMIT: m.helpdesk_risk_cards_limit,
  PAYMENT_CARD_LIMIT: m.helpdesk_risk_payment_card_limit,
  RECIPIENT_LIMIT: m.helpdesk_risk_recipient_limit,
  MANY_RECIPIENTS: m.helpdesk_risk_many_recipients,
  DECLINED_CARDS: m.helpdesk_risk_declined_cards,
  CARD_CODE_MISMATCH: m.helpdesk_risk_card_code_mismatch,
  ADDRESS_MISMATCH: m.helpdesk_risk_address_mismatch,
  MANY_ACCOUNTS: m.helpdesk_risk_many_accounts,
  EARLIER_REVERSAL: m.helpdesk_risk_earlier_reversal,
  DISPOSABLE_MAIL: m.helpdesk_risk_disposable_mail,
};

/** Returns the label of a risk, or its raw value if this version doesn't know it. */
export function riskLabel(reason: string): string {
  return risks[reason as Risk]?.() ?? reason;
}
