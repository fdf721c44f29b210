// Form for an email address to which the server sends an email. It includes a captcha.
import { useEffect } from "react";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { m } from "@/i18n";
import type { Addressed } from "./addressedSchema";
import type { CaptchaPurpose } from "./earnToken";
import { FormCaptcha } from "./FormCaptcha";
import { useCaptchaMutation } from "./useCaptchaMutation";

const rules = async () => (await import("./addressedSchema")).addressedSchema();

interface AddressFormProps {
  purpose: CaptchaPurpose;
  /** Address that the user typed on an earlier page. */
  email?: string | undefined;
  submitLabel: string;
  send: (addressed: Addressed) => Promise<unknown>;
}

export function AddressForm({ purpose, email = "", submitLabel, send }: AddressFormProps) {
  const form = useLateZodForm(rules, { email: "", reCaptchaToken: "" });
  // Mark the form as changed, because the captcha waits for a change.
  const { setValue } = form;
  useEffect(() => {
    if (email !== "") setValue("email", email, { shouldDirty: true });
  }, [email, setValue]);
  const { mutateAsync } = useCaptchaMutation(form, send);
  return (
    <Form
      form={form}
      onSubmit={mutateAsync}
      submitLabel={submitLabel}
      isUnguarded
      isHeldUntilValid
      isWholePage
    >
      <div className="grid gap-5">
        <FormEmailField name="email" label={m.field_email()} autoComplete="email" />
        <FormCaptcha purpose={purpose} />
      </div>
    </Form>
  );
}
