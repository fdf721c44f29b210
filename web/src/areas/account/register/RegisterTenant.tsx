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
  /** Above the fields about the organization itself. */
  organizationTitle: string;
  addressTitle: string;
  agreement: AgreeBoxProps["message"];
  form: UseFormReturn<Values>;
  onSubmit: (values: Values) => Promise<void>;
  /** Shown before the form. */
  before?: ReactNode;
  /** What a shop chooses for its cards. */
  terms?: ReactNode;
  /** What the lists of its kind are sorted under. */
  children: ReactNode;
}

/** How a shop or a cause asks to join. */
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
