import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { StepPage } from "@/shared/page/StepPage";
import { useAddressee } from "@/areas/account/addressee";

export function ResetPasswordFailedPage() {
  return (
    <StepPage
      title={m.account_dead_link()}
      scene="went-wrong"
      actions={
        <>
          <LinkButton to={paths.forgotPassword()} variant="primary" size="large">
            {m.account_new_reset_link()}
          </LinkButton>
          <Link
            to={paths.resendConfirmation(useAddressee())}
            className="inline-flex min-h-11 items-center px-2 font-semibold text-brand"
          >
            {m.account_resend_confirmation_link()}
          </Link>
        </>
      }
    >
      <p>{m.account_dead_link_text()}</p>
    </StepPage>
  );
}
