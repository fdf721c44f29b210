import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { StepPage } from "@/shared/page/StepPage";
import { addressWord, useAddressee } from "@/areas/account/addressee";

export function ForgotPasswordSuccessPage() {
  return (
    <StepPage
      title={m.account_check_mail()}
      scene="letter-sent"
      actions={<LinkButton to={paths.signIn()}>{m.account_back_to_sign_in()}</LinkButton>}
    >
      <p>{m.account_forgot_sent({ address: addressWord(useAddressee()) })}</p>
      <p>{m.account_check_spam()}</p>
    </StepPage>
  );
}
