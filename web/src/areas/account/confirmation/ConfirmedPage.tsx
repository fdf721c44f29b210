import { m } from "@/i18n";
import { paths } from "@/paths";
import { useAddressee } from "@/areas/account/addressee";
import { StepPage } from "@/shared/page/StepPage";
import { LinkButton } from "@/ui/form/LinkButton";
import { useRememberLinkedPage } from "./useRememberLinkedPage";

export function ConfirmedPage() {
  return (
    <StepPage
      title={m.account_congratulations()}
      scene="all-done"
      actions={
        <LinkButton
          to={paths.signIn(useAddressee())}
          variant="primary"
          size="large"
          onClick={useRememberLinkedPage()}
        >
          {m.account_continue()}
        </LinkButton>
      }
    >
      <p>{m.account_confirmed_text()}</p>
    </StepPage>
  );
}
