import { m } from "@/i18n";
import { paths } from "@/paths";
import { StepPage } from "@/shared/page/StepPage";
import { LinkButton } from "@/ui/form/LinkButton";

/** Confirmation that a shop's or cause's request to join was sent and will be reviewed. */
export function RegisterTenantSuccessPage() {
  return (
    <StepPage
      title={m.account_thank_you()}
      scene="letter-sent"
      actions={<LinkButton to={paths.faq()}>{m.account_request_questions()}</LinkButton>}
    >
      <p>{m.account_request_sent()}</p>
      <p>{m.account_request_next()}</p>
    </StepPage>
  );
}
