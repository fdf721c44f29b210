import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { m } from "@/i18n";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { Form } from "@/shared/form/Form";
import { AgreeBox, type AgreeBoxProps } from "./AgreeBox";
import { TenantFields } from "./TenantFields";

interface RegisterTenantProps<Values extends FieldValues> {
  kind: "vendor" | "charity";
  title: string;
  lead: string;
  /** Heading of the fields about the organization. */
  organizationTitle: string;
  addressTitle: string;
  agreement: AgreeBoxProps["message"];
  form: UseFormReturn<Values>;
  onSubmit: (values: Values) => Promise<void>;
  /** Shown before the form. */
  before?: ReactNode;
  /** Fields for the terms of a shop's cards. */
  terms?: ReactNode;
  /** The field for the category of the organization. */
  children: ReactNode;
}

/** Form for a shop or a cause that asks to join. */
export function RegisterTenant<Values extends FieldValues & { reCaptchaToken: string }>({
  kind,
  title,
  lead,
  organizationTitle,
  addressTitle,
  agreement,
  form,
  onSubmit,
  before,
  terms,
  children,
}: RegisterTenantProps<Values>) {
  const { mutateAsync } = useCaptchaMutation(form, onSubmit);
  return (
    <EntrancePage title={title} lead={lead}>
      {before}
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_register()}
        isHeldUntilValid
        isWholePage
      >
        <div className="grid gap-10">
          <TenantFields title={organizationTitle} addressTitle={addressTitle}>
            {children}
          </TenantFields>
          {terms}
          <div className="grid gap-3">
            <AgreeBox message={agreement} />
            <FormCaptcha purpose={kind} />
          </div>
        </div>
      </Form>
    </EntrancePage>
  );
}
