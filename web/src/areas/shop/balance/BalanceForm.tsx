import { useState } from "react";
import { call } from "@/api/client";
import { ApiError } from "@/api/error";
import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { focusHeading } from "@/shared/page/focus";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { balanceSchema, numberDigits, noCard } from "./schema";

/** Shows at the last field that number and code fit no card. */
function markMiss(error: unknown): never {
  if (error instanceof ApiError && error.errorCode === "NO_SUCH_CARD") {
    error.fields["codeEnd"] = error.errorMessage;
  }
  throw error;
}

interface BalanceFormProps {
  onFound: (card: components["schemas"]["CardBalance"]) => void;
}

/** Asks for a card's number and the end of its code. */
export function BalanceForm({ onFound }: BalanceFormProps) {
  const [schema] = useState(balanceSchema);
  const form = useZodForm(schema, noCard);
  const { mutateAsync } = useCaptchaMutation(form, async ({ cardNumber, codeEnd, reCaptchaToken }) => {
    const asked = { path: { token: numberDigits({ cardNumber }) }, body: { codeEnd, reCaptchaToken } };
    const found = call("post", "/api/v1/Cards/numbers/{token}/balance", asked);
    onFound(await found.catch(markMiss));
    focusHeading();
  });
  return (
    <Form form={form} onSubmit={mutateAsync} submitLabel={m.balance_show()} isWholePage isUnguarded>
      <div className="grid gap-5">
        <FormTextField
          name="cardNumber"
          label={m.balance_number()}
          hint={m.balance_number_hint()}
          inputMode="numeric"
          // Not `cc-number`: browsers must offer no payment card here.
          autoComplete="off"
          maxLength={25}
        />
        <FormTextField
          name="codeEnd"
          label={m.balance_end()}
          hint={m.balance_end_hint()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={10}
        />
        <FormCaptcha purpose="balance" />
      </div>
    </Form>
  );
}
