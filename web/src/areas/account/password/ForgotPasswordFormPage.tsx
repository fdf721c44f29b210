import { Link, useNavigate } from "react-router";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { AddressForm } from "@/features/captcha/AddressForm";
import type { AddresseeState } from "@/areas/account/addressee";
import { returnUrls } from "@/api/returnUrls";

export function ForgotPasswordFormPage() {
  const navigate = useNavigate();
  return (
    <EntrancePage title={m.account_forgot()} lead={m.account_forgot_lead()}>
      <AddressForm
        purpose="forgot-password"
        submitLabel={m.account_forgot_submit()}
        send={async (addressed) => {
          const urls = returnUrls(paths.resetPassword(), paths.resetPasswordFailed());
          await call("post", "/api/v1/Accounts/forgot-password", { body: { ...addressed, ...urls } });
          const state: AddresseeState = { email: addressed.email };
          await navigate(paths.forgotPasswordSuccess(), { state });
        }}
      />
      <p className="mt-5">
        <Link to={paths.signIn()} className="inline-flex min-h-11 items-center">
          {m.account_back_to_sign_in()}
        </Link>
      </p>
    </EntrancePage>
  );
}
