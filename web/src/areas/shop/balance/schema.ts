import * as z from "zod/mini";
import { m } from "@/i18n";
import { captchaToken, requiredText } from "@/shared/form/rules";

const separators = /[\s-]/g;

const withoutSeparators = (text: string) => text.replaceAll(separators, "");

export function balanceSchema() {
  return z.object({
    cardNumber: requiredText(m.balance_number()).check(
      z.refine((text) => /^\d{16}$/.test(withoutSeparators(text)), m.balance_number_wrong()),
    ),
    codeEnd: requiredText(m.balance_end()).check(
      z.refine((text) => /^[0-9a-z]{4}$/i.test(withoutSeparators(text)), m.balance_end_wrong()),
    ),
    reCaptchaToken: captchaToken(),
  });
}

export type BalanceValues = z.infer<ReturnType<typeof balanceSchema>>;

export const noCard: BalanceValues = { cardNumber: "", codeEnd: "", reCaptchaToken: "" };

/** Returns the card number as the server reads it in a header: digits only. */
export const numberDigits = ({ cardNumber }: Pick<BalanceValues, "cardNumber">) =>
  withoutSeparators(cardNumber);
