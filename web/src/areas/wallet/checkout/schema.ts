import * as z from "zod/mini";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { digitsOf, isCardNumber } from "./cardNumber";

/** A payment card as typed. Only the gateway's script receives it. */
export interface PaymentCard {
  cardNumber: string;
  cardHolderName: string;
  month: string;
  year: string;
  cardCode: string;
}

export const noPaymentCard: PaymentCard = {
  cardNumber: "",
  cardHolderName: "",
  month: "",
  year: "",
  cardCode: "",
};

export const MAX_HOLDER_NAME_LENGTH = 64;
export const YEAR_DIGITS = 4;
export const MONTH_DIGITS = 2;
export const MAX_CODE_DIGITS = 4;

function given(message: string) {
  return z.string().check(z.trim(), z.minLength(1, message));
}

function thisMonth(): { year: number; month: number } {
  const [year = 0, month = 0] = businessToday().split("-").map(Number);
  return { year, month };
}

/** Returns the year in four digits. Cards print two. */
export function fullYear(text: string): string {
  return text.length === 2 ? `20${text}` : text;
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(fullYear(text)) && Number(fullYear(text)) >= thisMonth().year;
}

function isMonth(text: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(text);
}

/** Whether the month of the current year has passed. A past year is reported at the year field. */
function isOver({ month, year }: PaymentCard): boolean {
  const now = thisMonth();
  return isMonth(month) && Number(fullYear(year)) === now.year && Number(month) < now.month;
}

export function paymentCardSchema(): z.ZodMiniType<PaymentCard, PaymentCard> {
  return z
    .object({
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
      month: given(m.checkout_month_required()).check(z.refine(isMonth, m.checkout_month_wrong())),
      year: given(m.checkout_year_required()).check(z.refine(isYear, m.checkout_year_wrong())),
      cardCode: given(m.checkout_code_required()).check(
        z.refine((text) => /^\d{3,4}$/.test(text), m.checkout_code_wrong()),
      ),
    })
    .check(z.refine((card) => !isOver(card), { path: ["month"], message: m.checkout_month_wrong() }));
}

/** Returns a formatter that keeps the digits of a text, up to a maximum. */
export function onlyDigits(most: number): (text: string) => string {
  return (text) => digitsOf(text).slice(0, most);
}
