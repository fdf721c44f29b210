import { Suspense, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { PASSWORD_SET } from "@/areas/account/sign-in/passwordSet";
import { signInIfEnough } from "@/areas/account/sign-in/signInIfEnough";
import { QuietPage } from "@/shared/page/QuietPage";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { paths } from "@/paths";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { useMailedCode } from "./mailedCode";
import { NewPasswordForm } from "./NewPasswordForm";

const OfferedRole = lazyPiece(
  async () => (await import("@/areas/account/invitation/OfferedRole")).OfferedRole,
);

/**
 * Page where an invited person chooses a password, which also signs them in. The sign-in page then redirects to the user list
 * or to their workplace.
 */
export function SetupPasswordFormPage() {
  const mailed = useMailedCode();
  const navigate = useNavigate();
  const [isDeclined, setIsDeclined] = useState(false);
  // Setting the password accepts the offer. Hide the offer while sending, because a refetch would find it already used.
  const [isSending, setIsSending] = useState(false);
  if (!mailed) return <Navigate to={paths.setupPasswordFailed()} replace />;
  if (isDeclined) {
    return (
      <QuietPage title={m.invitation_declined()} lead={m.invitation_declined_no_account()}>
        {null}
      </QuietPage>
    );
  }

  const { code, email, purpose } = mailed;
  const isOffer = purpose === "Invite" || purpose === "Approval";
  return (
    <QuietPage title={m.account_setup()} lead={m.account_setup_lead({ brand: brand.name, email })}>
      <Suspense>
        {isOffer && !isSending && <OfferedRole code={code} onDeclined={() => setIsDeclined(true)} />}
      </Suspense>
      <NewPasswordForm
        {...mailed}
        onSending={setIsSending}
        onDone={async (password) => {
          await signInIfEnough({ email, password });
          await navigate(adminPaths.signInAfterSetup(email), { replace: true, state: PASSWORD_SET });
        }}
        onDeadLink={() => navigate(paths.setupPasswordFailed(), { replace: true })}
      />
    </QuietPage>
  );
}
