import * as z from "zod/mini";
import { m } from "@/i18n";
import { isCustomAmount, type CustomAmounts } from "@/lib/cardAmounts";
import { formatPrice } from "@/lib/money";
import { MAX_CARDS, type GiftWords } from "@/features/cart/localCart";
import { sendDay, sendTimeShape } from "@/features/card/sendTimeShape";
import { MAX_NAME_LENGTH, optionalText, requiredEmail, requiredText } from "@/shared/form/rules";
import { MAX_GIFT_MESSAGE_LENGTH, type OtherRecipient, type Purchase } from "./purchase";

/** Returns the specified message, followed by an explanation in plain words. */
const missing = (field: string, words: string) => `${m.form_required({ field })} ${words}`;

/** Returns the rules for the fields of a gift. */
export function giftSchema(): z.ZodMiniType<GiftWords, GiftWords> {
  return z
    .object({
      to: optionalText(m.purchase_to(), MAX_NAME_LENGTH).check(
        z.minLength(1, missing(m.purchase_to(), m.purchase_for_whom())),
      ),
      recipientEmail: requiredEmail(m.purchase_recipient_email()),
      confirmEmail: requiredEmail(m.purchase_confirm_email()),
      from: requiredText(m.purchase_from(), MAX_NAME_LENGTH),
      giftMessage: optionalText(m.purchase_gift_message(), MAX_GIFT_MESSAGE_LENGTH),
      ...sendTimeShape(),
    })
    .check(
      z.refine(({ recipientEmail, confirmEmail }) => isSameEmail(recipientEmail, confirmEmail), {
        path: ["confirmEmail"],
        message: m.purchase_emails_differ(),
      }),
    );
}

/** Returns the rules for a further recipient. */
function otherSchema(): z.ZodMiniType<OtherRecipient, OtherRecipient> {
  return z.object({
    to: requiredText(m.purchase_to(), MAX_NAME_LENGTH),
    recipientEmail: requiredEmail(m.purchase_recipient_email()),
    giftMessage: optionalText(m.purchase_gift_message(), MAX_GIFT_MESSAGE_LENGTH),
    sendOn: z.union([z.literal(""), sendDay()]),
  });
}

function isSameEmail(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isQuantity(count: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= MAX_CARDS;
}

interface Amounts {
  amounts: readonly number[];
  custom?: CustomAmounts | undefined;
}

/** Returns the rule for an amount that the shop sells. */
function cardAmount({ amounts, custom }: Amounts) {
  const required = z.refine<number>((amount) => amount > 0, missing(m.purchase_amount(), m.purchase_pick()));
  if (!custom) return z.number().check(required);
  const limits = { from: formatPrice(custom.from), to: formatPrice(custom.to) };
  const isSold = (amount: number) =>
    amount <= 0 || amounts.includes(amount) || isCustomAmount(amount, custom);
  return z.number().check(required, z.refine(isSold, m.purchase_other_amount_wrong(limits)));
}

export function purchaseSchema(offer: Amounts): z.ZodMiniType<Purchase, Purchase> {
  return z
    .object({
      amount: cardAmount(offer),
      quantity: z.number().check(z.refine(isQuantity)),
      isGift: z.boolean(),
      to: z.string(),
      recipientEmail: z.string(),
      confirmEmail: z.string(),
      from: z.string(),
      giftMessage: z.string(),
      sendOn: z.nullish(z.string()),
      sendHour: z.nullish(z.number()),
      sendZone: z.nullish(z.string()),
      others: z.array(
        z.object({
          to: z.string(),
          recipientEmail: z.string(),
          giftMessage: z.string(),
          sendOn: z.string(),
        }),
      ),
    })
    .check(({ value, issues }) => {
      if (!value.isGift) return;
      const others = z.object({ others: z.array(otherSchema()) });
      const faults = [giftSchema(), others].flatMap((schema) => schema.safeParse(value).error?.issues ?? []);
      for (const { path, message } of faults) {
        issues.push({ code: "custom", input: value, path, message, continue: true });
      }
    });
}
