import { Navigate, useNavigate } from "react-router";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { QuietPage } from "@/areas/account/frame/QuietPage";
import { useMailedCode } from "./mailedCode";
import { NewPasswordForm } from "./NewPasswordForm";

/** Where people start who were invited. Signing in then leads them to the users, or to their own tenant. */
export function SetupPasswordFormPage() {
  const mailed = useMailedCode();
  const navigate = useNavigate();
  if (!mailed) return <Navigate to={paths.admin.setupPasswordFailed()} replace />;

  const { email } = mailed;
  return (
    <QuietPage title={m.account_setup()} lead={m.account_setup_lead({ brand: brand.name, email })}>
      <NewPasswordForm
        {...mailed}
        onDone={() => navigate(paths.admin.signInAfterSetup(email), { replace: true })}
        onDeadLink={() => navigate(paths.admin.setupPasswordFailed(), { replace: true })}
      />
    </QuietPage>
  );
}
