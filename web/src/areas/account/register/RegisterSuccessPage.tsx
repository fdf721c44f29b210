import { Link } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { addressWord, useAddressee } from "@/areas/account/addressee";
import { StepPage } from "@/shared/page/StepPage";

export function RegisterSuccessPage() {
  const email = useAddressee();
  return (
    <StepPage title={m.account_check_mail()} scene="letter-sent">
      <p>{m.account_register_success_text({ address: addressWord(email) })}</p>
      <p>{m.account_check_spam()}</p>
      <p>
        {m.account_not_arrived()}{" "}
        <Link
          to={paths.resendConfirmation(email)}
          className="inline-flex min-h-11 items-center font-semibold"
        >
          {m.account_send_again()}
        </Link>
      </p>
    </StepPage>
  );
}
