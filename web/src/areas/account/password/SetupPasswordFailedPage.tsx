import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { LinkButton } from "@/ui/form/LinkButton";
import { QuietPage } from "@/shared/page/QuietPage";

export function SetupPasswordFailedPage() {
  return (
    <QuietPage title={m.account_dead_link()} lead={m.account_setup_dead_text()}>
      <LinkButton to={adminPaths.signIn()} variant="primary" size="large">
        {m.account_sign_in()}
      </LinkButton>
    </QuietPage>
  );
}
