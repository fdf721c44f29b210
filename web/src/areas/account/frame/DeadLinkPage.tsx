import type { ReactNode } from "react";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { StepPage } from "@/shared/page/StepPage";

/** Page of an emailed link that is invalid or was used, with a link to support. */
export function DeadLinkPage({ children }: { children: ReactNode }) {
  return (
    <StepPage
      title={m.account_dead_link()}
      scene="went-wrong"
      actions={
        <LinkButton to={`${paths.home()}?support=show`} variant="primary" size="large">
          {m.profile_closed_cards_contact()}
        </LinkButton>
      }
    >
      <p>{children}</p>
    </StepPage>
  );
}
