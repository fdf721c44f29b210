// Rules for the day and hour at which a gift is sent.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { businessToday } from "@/lib/dates";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns the last day that can be chosen: a year from now. */
export function lastSendDay(): string {
  const today = businessToday();
  return `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
}

const isWithinAYear = (day: string) => day >= businessToday() && day <= lastSendDay();

/** Returns the rules of a day. */
export function sendDay() {
  return z.string().check(
    z.refine((text) => DAY.test(text), m.purchase_day_missing()),
    z.refine((text) => !DAY.test(text) || isWithinAYear(text), m.purchase_day_wrong()),
  );
}

/** Returns the rules of the three fields. A day of null means right after payment. */
export function sendTimeShape() {
  return { sendOn: z.nullish(sendDay()), sendHour: z.nullish(z.number()), sendZone: z.nullish(z.string()) };
}
