// Counter settings as the form holds them: amounts are text, in dollars.
import * as z from "zod/mini";
import { m } from "@/i18n";
import { typedDollars } from "@/lib/typedDollars";
import { requiredText } from "@/shared/form/rules";
import type { CounterSettings } from "./queries";

const MAX_REDEMPTIONS = 1000;

function dollars(field: string) {
  return requiredText(field).check(z.refine((text) => numberOf(text) >= 1, m.counter_settings_amount()));
}

function numberOf(text: string): number {
  return typedDollars(text) ?? Number.NaN;
}

export function counterSettingsSchema() {
  return z.object({
    isPaceLimited: z.boolean(),
    mostRedemptions: requiredText(m.counter_settings_count()).check(
      z.refine(
        (text) => /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_REDEMPTIONS,
        m.counter_settings_whole({ most: MAX_REDEMPTIONS }),
      ),
    ),
    mostAmount: dollars(m.counter_settings_hour()),
    singleAmount: dollars(m.counter_settings_single()),
    redeemsByName: z.boolean(),
    mailsClosedDays: z.boolean(),
  });
}

export type CounterSettingsValues = z.infer<ReturnType<typeof counterSettingsSchema>>;

/** The form begins with the latest saved settings, in force or scheduled. */
export function counterSettingsOf(settings: Omit<CounterSettings, "version">): CounterSettingsValues {
  const { isPaceLimited, mostRedemptions, mostAmount, singleAmount, redeemsByName } =
    settings.next ?? settings;
  return {
    isPaceLimited,
    mostRedemptions: String(mostRedemptions),
    mostAmount: String(mostAmount),
    singleAmount: String(singleAmount),
    redeemsByName,
    mailsClosedDays: settings.mailsClosedDays,
  };
}

export function counterSettingsPayload(values: CounterSettingsValues) {
  return {
    ...values,
    mostRedemptions: Number(values.mostRedemptions),
    mostAmount: numberOf(values.mostAmount),
    singleAmount: numberOf(values.singleAmount),
  };
}
