import { m } from "@/i18n";
import { paths } from "@/paths";
import { useAddressee } from "@/areas/account/addressee";
import { StepPage } from "@/shared/page/StepPage";
import { LinkButton } from "@/ui/form/LinkButton";
import { useRememberLinkedPage } from "./useRememberLinkedPage";

export function ConfirmationFailedPage() {
  return (
    <StepPage
      title={m.account_dead_link()}
      scene="went-wrong"
      actions={
        <LinkButton
          to={paths.resendConfirmation(useAddressee())}
          variant="primary"
          size="large"
          onClick={useRememberLinkedPage()}
        >
          {m.account_resend_confirmation_link()}
        </LinkButton>
      }
    >
      <p>{m.account_confirmation_failed_text()}</p>
    </StepPage>
  );
}
