import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { isEmail } from "@/lib/emailAddress";
import { paths } from "@/paths";
import { useAddressee } from "@/areas/account/addressee";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { FormCaptcha } from "@/features/captcha/FormCaptcha";
import { useCaptchaMutation } from "@/features/captcha/useCaptchaMutation";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { useLateZodForm } from "@/shared/form/useZodForm";
import { resendConfirmation } from "./resend";
import { ResendHere } from "./ResendHere";

const rules = async () => (await import("./schema")).confirmationResendSchema();

function AddressForm() {
  const navigate = useNavigate();
  const form = useLateZodForm(rules, { email: "", reCaptchaToken: "" });
  const { mutateAsync } = useCaptchaMutation(form, async (resending) => {
    await resendConfirmation(resending);
    await navigate(paths.resendConfirmation(resending.email), { replace: true });
  });
  return (
    <Form
      form={form}
      onSubmit={mutateAsync}
      submitLabel={m.account_resend_submit()}
      isUnguarded
      isHeldUntilValid
      isWholePage
    >
      <div className="grid gap-5">
        <FormTextField
          name="email"
          label={m.field_email()}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
        <FormCaptcha purpose="resend" />
      </div>
    </Form>
  );
}

export function ResendFormPage() {
  const email = useAddressee();
  const isKnown = email !== undefined && isEmail(email);
  return (
    <EntrancePage title={m.account_resend()} lead={isKnown ? undefined : m.account_resend_lead()}>
      {isKnown ? <ResendHere email={email} /> : <AddressForm />}
    </EntrancePage>
  );
}
