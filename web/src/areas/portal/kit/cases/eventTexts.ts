// Texts of timeline entries about money, gifts and emails.
import { lastFour } from "@/features/card/cardText";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import type { CaseEvent, CaseMail, CaseMovement } from "./queries";

/** Returns the name of the person who moved money; no id means the system. */
function moverOf({ actorId, actorName }: CaseMovement): string {
  if (actorName !== null) return actorName;
  return actorId === null ? m.log_program() : m.log_closed_account();
}

type MovementText = (texts: { who: string; amount: string }) => string;

const movements: Record<CaseMovement["kind"], MovementText> = {
  SALE: m.cases_sale,
  REDEMPTION: m.cases_redemption,
  REVERSAL: m.cases_reversal,
  CASH_OUT: m.cases_cash_out,
  CHARGE_REVERSAL: m.cases_charge_reversal,
  PARTIAL_REFUND: m.cases_partial_refund,
  REFUND: m.cases_refund,
  // Payouts and taxes, which no card has.
  PAYOUT: m.cases_partial_refund,
  COMMISSION_TAX: m.cases_partial_refund,
  SETTLEMENT: m.cases_partial_refund,
  BANK_LINE: m.cases_partial_refund,
};

export function movementSentence(moved: CaseMovement): string {
  return movements[moved.kind]({ who: moverOf(moved), amount: formatMoney(Math.abs(moved.amount)) });
}

/** Returns the card's balance, the till and the reason. */
export function movementFacts({ balance, till, reason }: CaseMovement): string[] {
  return [
    m.cases_balance({ balance: formatMoney(balance) }),
    till === null ? "" : m.tills_at({ till }),
    reason === null ? "" : m.log_reason({ reason }),
  ].filter(Boolean);
}

/** Returns the facts of a movement below its audit entry, which already names actor and reason. */
export function movedFacts(moved: CaseMovement): string[] {
  return [formatMoney(moved.amount), ...movementFacts({ ...moved, reason: null })];
}

const gifts: Record<NonNullable<CaseEvent["gift"]>["kind"], () => string> = {
  OPENED: m.cases_gift_opened,
  CLAIMED: m.cases_gift_claimed,
};

export function giftSentence({ kind }: NonNullable<CaseEvent["gift"]>): string {
  return gifts[kind]();
}

/** Names of the emails that people ask about; others are called "email". */
const letters: Record<string, () => string> = {
  card: m.cases_letter_card,
  gift: m.cases_letter_gift,
  giftCancelled: m.cases_letter_gift_cancelled,
  giftFrozen: m.cases_letter_gift_frozen,
  giftMoved: m.cases_letter_gift_moved,
  giftOpened: m.cases_letter_gift_opened,
  giftReaddressed: m.cases_letter_gift_readdressed,
  giftThanks: m.cases_letter_gift_thanks,
  giftSent: m.cases_letter_gift_sent,
  giftReminder: m.cases_letter_gift_reminder,
  cardMoved: m.cases_letter_card_moved,
  receipt: m.cases_letter_receipt,
  paymentFailed: m.cases_letter_payment_failed,
  paymentInReview: m.cases_letter_payment_in_review,
  orderCancelled: m.cases_letter_order_cancelled,
  orderRefunded: m.cases_letter_order_refunded,
  paidByBank: m.cases_letter_paid_by_bank,
  chargeReversed: m.cases_letter_charge_reversed,
  disputeWon: m.cases_letter_dispute_won,
  confirmAddress: m.cases_letter_confirm_address,
  alreadyRegistered: m.cases_letter_already_registered,
  resetPassword: m.cases_letter_reset_password,
  betterPassword: m.cases_letter_better_password,
  passwordChanged: m.cases_letter_password_changed,
  accountNotice: m.cases_letter_account_notice,
  secondFactor: m.cases_letter_second_factor,
  pin: m.cases_letter_pin,
  invite: m.cases_letter_invite,
  roleChanged: m.cases_letter_role_changed,
  registrationReceived: m.cases_letter_registration_received,
  approval: m.cases_letter_approval,
  rejected: m.cases_letter_rejected,
  registrationAsked: m.cases_letter_registration_asked,
  organizationChanged: m.cases_letter_organization_changed,
  emailCode: m.cases_letter_email_code,
  accountClosed: m.cases_letter_account_closed,
  closingDeclined: m.cases_letter_closing_declined,
  renamed: m.cases_letter_renamed,
  cardReplaced: m.cases_letter_card_replaced,
  cardsHandedOver: m.cases_letter_cards_handed_over,
  takeoverOffered: m.cases_letter_takeover_offered,
  cardStatus: m.cases_letter_card_status,
  cardMovedByAdministrator: m.cases_letter_card_moved_by_administrator,
  redemptionWaits: m.cases_letter_redemption_waits,
  orderHeld: m.cases_letter_order_held,
  refundWaits: m.cases_letter_refund_waits,
  buyingLimit: m.cases_letter_buying_limit,
  holdBackSet: m.cases_letter_hold_back_set,
  payoutsPaused: m.cases_letter_payouts_paused,
  payoutsResumed: m.cases_letter_payouts_resumed,
  payout: m.cases_letter_payout,
};

export function letterName(letter: string): string {
  return (letters[letter] ?? m.helpdesk_job_mail)();
}

type MailText = (texts: { letter: string; to: string; why: string }) => string;

const mailStates: Record<CaseMail["state"], MailText> = {
  SENT: m.cases_mail_sent,
  RETRYING: m.cases_mail_retrying,
  FAILED: m.cases_mail_failed,
  BOUNCED: m.cases_mail_bounced,
};

/** Meanings of mail server status codes, by the classes of RFC 3463. */
const bounces: readonly [RegExp, () => string][] = [
  [/^[45]\.1\./, m.cases_bounce_unknown],
  [/^[45]\.2\.2$/, m.cases_bounce_full],
  [/^[45]\.2\./, m.cases_bounce_mailbox],
  [/^[45]\.[34]\./, m.cases_bounce_network],
  [/^[45]\.7\./, m.cases_bounce_refused],
];

/** Returns why an email bounced; for unknown codes, the code itself. */
export function bounceText(status: string): string {
  const words = bounces.find(([codes]) => codes.test(status))?.[1];
  return words?.() ?? m.cases_bounce_other({ code: status });
}

/** Returns the delivery status of an email, or of several sent together. */
export function mailSentence(
  { letter, to, state, bounceStatus }: CaseMail,
  others: readonly string[] = [],
): string {
  const why = bounceText(bounceStatus ?? "");
  const names = new Set([letter, ...others].map(letterName));
  return mailStates[state]({ letter: [...names].join(", "), to, why });
}

/** Returns the last four digits of the card, if there may be several cards. */
export function cardOf({ moved, gift }: Pick<CaseEvent, "moved" | "gift">): string | undefined {
  const number = (moved ?? gift)?.cardNumber;
  return number === undefined ? undefined : lastFour(number);
}

/** A timeline entry with the movements that its action caused. */
export interface ShownEvent {
  event: CaseEvent;
  movedByIt: readonly CaseMovement[];
  /** Other emails that were sent together with this one. */
  letters: readonly string[];
}

/** Whether the same person moved it at the same moment. */
const isOf = (act: CaseEvent, { at, moved }: CaseEvent) =>
  moved !== null && at === act.at && moved.actorId === act.audited?.actorId;

const TOGETHER_MS = 60_000;

/** Emails sent when an order is paid. */
const ORDER_LETTERS = new Set(["receipt", "card", "gift"]);

/** Whether two emails of an order went to one address within a minute, with the same outcome. */
function areTogether(one: CaseEvent | undefined, other: CaseEvent): boolean {
  if (!one?.mailed || !other.mailed) return false;
  if (![one.mailed, other.mailed].every(({ letter }) => ORDER_LETTERS.has(letter))) return false;
  const { to, state, bounceStatus } = other.mailed;
  return (
    one.mailed.to === to &&
    one.mailed.state === state &&
    one.mailed.bounceStatus === bounceStatus &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= TOGETHER_MS
  );
}

/** Groups movements with the action that caused them, and emails that were sent together. */
export function withoutRepetitions(events: readonly CaseEvent[]): ShownEvent[] {
  const acts = events.filter(({ audited }) => audited !== null);
  const shown: (ShownEvent & { letters: string[] })[] = [];
  for (const event of events.filter((each) => !acts.some((act) => isOf(act, each)))) {
    const last = shown.at(-1);
    if (last && event.mailed && areTogether(last.event, event)) {
      last.letters.push(event.mailed.letter);
    } else {
      const movedByIt = events.flatMap((other) => (isOf(event, other) && other.moved ? [other.moved] : []));
      shown.push({ event, movedByIt, letters: [] });
    }
  }
  return shown;
}
