import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/LinkButton";
import { StepPage } from "@/areas/account/frame/StepPage";

export function SignedOutPage() {
  return (
    <StepPage
      title={m.account_signed_out()}
      scene="see-you"
      actions={
        <>
          <LinkButton to={paths.signIn()} variant="primary" size="large">
            {m.account_sign_in()}
          </LinkButton>
          <LinkButton to={paths.home()} variant="quiet" size="large">
            {m.account_go_on_shopping()}
          </LinkButton>
        </>
      }
    >
      <p>{m.account_signed_out_text()}</p>
    </StepPage>
  );
}
