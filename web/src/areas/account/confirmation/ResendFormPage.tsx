import { useNavigate } from "react-router";
import { m } from "@/i18n";
import { isEmail } from "@/lib/emailAddress";
import { paths } from "@/paths";
import { useAddressee } from "@/areas/account/addressee";
import { EntrancePage } from "@/areas/account/frame/EntrancePage";
import { AddressForm } from "@/features/captcha/AddressForm";
import { resendConfirmation } from "./resend";
import { ResendHere } from "./ResendHere";

export function ResendFormPage() {
  const navigate = useNavigate();
  const email = useAddressee();
  const isKnown = email !== undefined && isEmail(email);
  return (
    <EntrancePage title={m.account_resend()} lead={isKnown ? undefined : m.account_resend_lead()}>
      {isKnown ? (
        <ResendHere email={email} />
      ) : (
        <AddressForm
          purpose="resend"
          submitLabel={m.account_resend_submit()}
          send={async (addressed) => {
            await resendConfirmation(addressed);
            await navigate(paths.resendConfirmation(addressed.email), { replace: true });
          }}
        />
      )}
    </EntrancePage>
  );
}
