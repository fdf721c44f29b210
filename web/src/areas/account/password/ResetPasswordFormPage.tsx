import { Navigate, useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import type { AddresseeState } from "@/areas/account/addressee";
import { useMailedCode } from "./mailedCode";
import { NewPasswordForm } from "./NewPasswordForm";

export function ResetPasswordFormPage() {
  const mailed = useMailedCode();
  const navigate = useNavigate();
  if (!mailed) return <Navigate to={paths.resetPasswordFailed()} replace />;

  const state: AddresseeState = { email: mailed.email };
  return (
    <EntrancePage title={m.account_reset()} lead={m.account_reset_lead({ email: mailed.email })}>
      <NewPasswordForm
        {...mailed}
        onDone={() => navigate(paths.resetPasswordSuccess(), { state, replace: true })}
        onDeadLink={() => navigate(paths.resetPasswordFailed(), { state, replace: true })}
      />
    </EntrancePage>
  );
}
