import { useLocation } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { isAccountClosed, isSignedOutElsewhere } from "@/session/forcedNavigation";
import { LinkButton } from "@/ui/form/LinkButton";
import { StepPage } from "@/shared/page/StepPage";

/** Page after signing out or closing the account. */
export function SignedOutPage() {
  const { state } = useLocation();
  return isAccountClosed(state) ? <AccountClosed /> : <SignedOut isElsewhere={isSignedOutElsewhere(state)} />;
}

function AccountClosed() {
  return (
    <StepPage
      title={m.account_closed()}
      scene="see-you"
      actions={
        <LinkButton to={paths.home()} variant="primary" size="large">
          {m.account_to_shop()}
        </LinkButton>
      }
    >
      <p>{m.account_closed_text()}</p>
      <p>{m.account_closed_cards()}</p>
    </StepPage>
  );
}

function SignedOut({ isElsewhere }: { isElsewhere: boolean }) {
  return (
    <StepPage
      title={m.account_signed_out()}
      scene="see-you"
      actions={
        <>
          <LinkButton to={paths.signIn()} variant="primary" size="large">
            {m.account_sign_in()}
          </LinkButton>
          <LinkButton to={paths.home()} variant="quiet" size="large" className="px-4 max-sm:-mx-4">
            {m.account_go_on_shopping()}
          </LinkButton>
        </>
      }
    >
      {isElsewhere && <p>{m.account_signed_out_elsewhere()}</p>}
      <p>{m.account_signed_out_text()}</p>
    </StepPage>
  );
}
