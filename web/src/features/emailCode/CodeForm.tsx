import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, type ReactNode } from "react";
import { ApiError } from "@/api/error";
import { m } from "@/i18n";
import type { Profile } from "@/session/current";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import * as z from "zod/mini";
import { requiredText } from "@/shared/form/rules";

/** Six digits, with any spaces that were copied from the email. */
const MAX_CODE_LENGTH = 40;

function mailedCodeSchema() {
  return z.object({ code: requiredText(m.cart_email_code(), MAX_CODE_LENGTH) });
}

interface CodeFormProps {
  /** Sentence with the address the code was sent to. */
  said: string;
  /** Label of the button that signs in. */
  submitLabel: string;
  onCode: (code: string) => Promise<Profile>;
  onSignedIn: (profile: Profile) => void;
  /** Called if the account needs more than a code to sign in. */
  onMoreAsked: () => void;
  /** Alternatives to the code. */
  children: ReactNode;
}

/** Field for an emailed code, which signs the user in. */
export function CodeForm({ said, submitLabel, onCode, onSignedIn, onMoreAsked, children }: CodeFormProps) {
  const form = useZodForm(mailedCodeSchema(), { code: "" });
  const field = useRef<HTMLDivElement>(null);
  // Users who return from their email type at once.
  useEffect(() => field.current?.querySelector("input")?.focus(), []);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      try {
        onSignedIn(await onCode(code));
      } catch (error) {
        if (!(error instanceof ApiError && error.secondFactor)) throw error;
        onMoreAsked();
      }
    },
    meta: { showsItsOwnErrors: ({ fields }: ApiError) => Object.keys(fields).length > 0 },
  });
  return (
    <Form
      form={form}
      onSubmit={mutateAsync}
      submitLabel={submitLabel}
      isUnguarded
      isWholePage
      aside={children}
    >
      <p role="status" className="mb-4 wrap-anywhere">
        {said}
      </p>
      <div ref={field}>
        <FormTextField
          name="code"
          label={m.cart_email_code()}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      </div>
    </Form>
  );
}
