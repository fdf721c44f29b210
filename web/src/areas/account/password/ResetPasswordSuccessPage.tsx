import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { StepPage } from "@/shared/page/StepPage";
import { useAddressee } from "@/areas/account/addressee";

export function ResetPasswordSuccessPage() {
  return (
    <StepPage
      title={m.account_done()}
      scene="all-done"
      actions={
        <LinkButton to={paths.signIn(useAddressee())} variant="primary" size="large">
          {m.account_sign_in()}
        </LinkButton>
      }
    >
      <p>{m.account_done_text()}</p>
    </StepPage>
  );
}
