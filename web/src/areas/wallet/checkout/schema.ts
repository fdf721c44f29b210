import * as z from "zod/mini";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { digitsOf, isCardNumber } from "./cardNumber";
import { expiryOf } from "./expiry";

/** A payment card as typed. Only the gateway's script receives it. */
export interface PaymentCard {
  cardNumber: string;
  cardHolderName: string;
  /** "MM/YY" or "MM/YYYY". */
  expiry: string;
  cardCode: string;
}

export const noPaymentCard: PaymentCard = {
  cardNumber: "",
  cardHolderName: "",
  expiry: "",
  cardCode: "",
};

export const MAX_HOLDER_NAME_LENGTH = 64;
export const MAX_CODE_DIGITS = 4;

function given(message: string) {
  return z.string().check(z.trim(), z.minLength(1, message));
}

function thisMonth(): { year: number; month: number } {
  const [year = 0, month = 0] = businessToday().split("-").map(Number);
  return { year, month };
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= thisMonth().year;
}

function isMonth(text: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(text);
}

/** Whether the card expired in an earlier month of the current year. A past year has a message of its own. */
function isOver(text: string): boolean {
  const { month, year } = expiryOf(text);
  const now = thisMonth();
  return isMonth(month) && Number(year) === now.year && Number(month) < now.month;
}

/** One field with the messages of month and year: the first one that applies is shown. */
function expiry() {
  return given(m.checkout_month_required()).check(
    z.refine((text) => isMonth(expiryOf(text).month), m.checkout_month_wrong()),
    z.refine((text) => expiryOf(text).year !== "", m.checkout_year_required()),
    z.refine((text) => isYear(expiryOf(text).year), m.checkout_year_wrong()),
    z.refine((text) => !isOver(text), m.checkout_month_wrong()),
  );
}

export function paymentCardSchema(): z.ZodMiniType<PaymentCard, PaymentCard> {
  return z.object({
    cardNumber: given(m.checkout_number_required()).check(
      z.refine((text) => text === "" || isCardNumber(text), m.checkout_number_wrong()),
    ),
    cardHolderName: given(m.checkout_holder_required()).check(
      z.maxLength(
        MAX_HOLDER_NAME_LENGTH,
        m.form_too_long({ field: m.checkout_holder(), most: MAX_HOLDER_NAME_LENGTH }),
      ),
      z.refine((text) => !isCardNumber(text), m.checkout_holder_is_number()),
    ),
    expiry: expiry(),
    cardCode: given(m.checkout_code_required()).check(
      z.refine((text) => /^\d{3,4}$/.test(text), m.checkout_code_wrong()),
    ),
  });
}

/** Returns a formatter that keeps the digits of a text, up to a maximum. */
export function onlyDigits(most: number): (text: string) => string {
  return (text) => digitsOf(text).slice(0, most);
}
