import { useState } from "react";
import { call } from "@/api/client";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { currentProfile } from "@/session/current";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { FormTextArea, FormTextField } from "@/shared/form/fields";
import { FormEmailField } from "@/shared/form/FormEmailField";
import { Form } from "@/shared/form/Form";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { toast } from "@/ui/overlay/toast";
import { contactSchema, noMessage } from "./schema";

/** Returns the initial values, with name and email of the signed-in user. */
function firstValues() {
  const { firstName = "", lastName = "", email = "" } = currentProfile() ?? {};
  return { ...noMessage, firstName, lastName, email };
}

export function useContactForm() {
  const [schema] = useState(contactSchema);
  const [values] = useState(firstValues);
  return useZodForm(schema, values);
}

interface ContactFormProps {
  form: ReturnType<typeof useContactForm>;
  onSent: () => void;
}

const CONTACT_FORM = "contact-form";

/** Submit button. It is outside the form, so that it stays visible. */
export function ContactButton({ form: { formState } }: Pick<ContactFormProps, "form">) {
  return (
    <Button type="submit" form={CONTACT_FORM} variant="primary" isBusy={formState.isSubmitting}>
      {m.contact_send()}
    </Button>
  );
}

export function ContactForm({ form, onSent }: ContactFormProps) {
  const { mutateAsync } = useCaptchaMutation(form, async (message) => {
    await call("post", "/api/v1/ContactUs", { body: { ...message, appName: brand.slug } });
    toast.success(m.contact_sent());
    onSent();
  });

  return (
    <Form form={form} onSubmit={mutateAsync} id={CONTACT_FORM}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormTextField name="firstName" label={m.field_first_name()} autoComplete="given-name" />
        <FormTextField name="lastName" label={m.field_last_name()} autoComplete="family-name" />
        <FormEmailField name="email" label={m.field_email()} autoComplete="email" />
        <FormTextField
          name="phone"
          label={m.contact_phone()}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          isOptional
        />
        <FormTextField
          name="organization"
          label={m.contact_organization()}
          autoComplete="organization"
          isOptional
          className="sm:col-span-2"
        />
        <FormTextArea name="message" label={m.contact_message()} rows={7} className="sm:col-span-2" />
        <div className="sm:col-span-2">
          <FormCaptcha purpose="contact" />
        </div>
      </div>
    </Form>
  );
}
