import { Suspense, useState } from "react";
import { Navigate, useNavigate } from "react-router";
import { PASSWORD_SET } from "@/areas/account/sign-in/passwordSet";
import { signInIfEnough } from "@/areas/account/sign-in/signInIfEnough";
import { QuietPage } from "@/areas/account/frame/QuietPage";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { lazyPiece } from "@/ui/lazyPiece";
import { useMailedCode } from "./mailedCode";
import { NewPasswordForm } from "./NewPasswordForm";

const OfferedRole = lazyPiece(
  async () => (await import("@/areas/account/invitation/OfferedRole")).OfferedRole,
);

/** Where people start who were invited. The password that they choose signs them in: the sign-in page then leads them to the users, or to their own workplace. */
export function SetupPasswordFormPage() {
  const mailed = useMailedCode();
  const navigate = useNavigate();
  const [isDeclined, setIsDeclined] = useState(false);
  // An offer that this very password accepts is over for whoever asks about it a moment later.
  const [isSending, setIsSending] = useState(false);
  if (!mailed) return <Navigate to={adminPaths.setupPasswordFailed()} replace />;
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
        onDeadLink={() => navigate(adminPaths.setupPasswordFailed(), { replace: true })}
      />
    </QuietPage>
  );
}
