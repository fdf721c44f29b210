import { Link, useNavigate } from "react-router";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import type { AddresseeState } from "@/areas/account/addressee";
import { returnUrls } from "@/api/returnUrls";

const rules = async () => (await import("./schema")).forgotSchema();

export function ForgotPasswordFormPage() {
  const navigate = useNavigate();
  const form = useLateZodForm(rules, { email: "", reCaptchaToken: "" });
  const { mutateAsync } = useCaptchaMutation(form, async (values) => {
    const urls = returnUrls(paths.resetPassword(), paths.resetPasswordFailed());
    await call("post", "/api/v1/Accounts/forgot-password", { body: { ...values, ...urls } });
    const state: AddresseeState = { email: values.email };
    await navigate(paths.forgotPasswordSuccess(), { state });
  });

  return (
    <EntrancePage title={m.account_forgot()} lead={m.account_forgot_lead()}>
      <Form
        form={form}
        onSubmit={mutateAsync}
        submitLabel={m.account_forgot_submit()}
        isUnguarded
        isWholePage
        isHeldUntilValid
      >
        <div className="grid gap-5">
          <FormTextField
            name="email"
            label={m.field_email()}
            type="email"
            inputMode="email"
            autoComplete="email"
          />
          <FormCaptcha purpose="forgot-password" />
        </div>
      </Form>
      <p className="mt-5">
        <Link to={paths.signIn()} className="inline-flex min-h-11 items-center">
          {m.account_back_to_sign_in()}
        </Link>
      </p>
    </EntrancePage>
  );
}
