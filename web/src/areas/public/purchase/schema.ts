import * as z from "zod/mini";
import { m } from "@/i18n";
import { MOST_CARDS, type GiftWords } from "@/features/cart/localCart";
import { LONGEST_NAME, optionalText, requiredEmail, requiredText } from "@/shared/form/rules";
import { LONGEST_GIFT_MESSAGE, type Purchase } from "./purchase";

/** The specified sentence, and the same in everyday words. */
const missing = (field: string, words: string) => `${m.form_required({ field })} ${words}`;

/** What is asked for when a card is a gift. */
export function giftSchema(): z.ZodMiniType<GiftWords, GiftWords> {
  return z
    .object({
      to: optionalText(m.purchase_to(), LONGEST_NAME).check(
        z.minLength(1, missing(m.purchase_to(), m.purchase_for_whom())),
      ),
      recipientEmail: requiredEmail(m.purchase_recipient_email()),
      confirmEmail: requiredEmail(m.purchase_confirm_email()),
      from: requiredText(m.purchase_from(), LONGEST_NAME),
      giftMessage: optionalText(m.purchase_gift_message(), LONGEST_GIFT_MESSAGE),
    })
    .check(
      z.refine(({ recipientEmail, confirmEmail }) => isSameEmail(recipientEmail, confirmEmail), {
        path: ["confirmEmail"],
        message: m.purchase_emails_differ(),
      }),
    );
}

function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isQuantity(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= MOST_CARDS;
}

export function purchaseSchema(): z.ZodMiniType<Purchase, Purchase> {
  return z
    .object({
      amount: z
        .number()
        .check(z.refine((amount) => amount > 0, missing(m.purchase_amount(), m.purchase_pick()))),
      quantity: z.number().check(z.refine(isQuantity)),
      isGift: z.boolean(),
      to: z.string(),
      recipientEmail: z.string(),
      confirmEmail: z.string(),
      from: z.string(),
      giftMessage: z.string(),
    })
    .check(({ value, issues }) => {
      const faults = value.isGift ? giftSchema().safeParse(value).error?.issues : undefined;
      for (const { path, message } of faults ?? []) {
        issues.push({ code: "custom", input: value, path, message, continue: true });
      }
    });
}
