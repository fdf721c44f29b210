import * as z from "zod/mini";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";
import { digitsOf, isCardNumber } from "./cardNumber";

/** A payment card as it is typed. It goes to the gateway's script and to nobody else. */
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

export const LONGEST_HOLDER_NAME = 64;
export const YEAR_DIGITS = 4;
export const MONTH_DIGITS = 2;
export const MOST_CODE_DIGITS = 4;

function given(message: string) {
  return z.string().check(z.trim(), z.minLength(1, message));
}

function thisMonth(): { year: number; month: number } {
  const [year = 0, month = 0] = businessToday().split("-").map(Number);
  return { year, month };
}

/** The year as cards print it, in two digits, or in four. */
export function fullYear(text: string): string {
  return text.length === 2 ? `20${text}` : text;
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(fullYear(text)) && Number(fullYear(text)) >= thisMonth().year;
}

function isMonth(text: string): boolean {
  return /^(0?[1-9]|1[0-2])$/.test(text);
}

/** A month of this year that is over; a year that is over is told at the year. */
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
          LONGEST_HOLDER_NAME,
          m.form_too_long({ field: m.checkout_holder(), most: LONGEST_HOLDER_NAME }),
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

/** What a field of digits takes of what is typed or pasted. */
export function onlyDigits(most: number): (text: string) => string {
  return (text) => digitsOf(text).slice(0, most);
}
