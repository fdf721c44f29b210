import { Captcha } from "@/features/captcha/Captcha";
import { m } from "@/i18n";
import { Notice } from "@/ui/Notice";

interface CrowdCheckProps {
  token: string;
  onToken: (token: string) => void;
}

/** While very many people sign in, the server asks browsers that it doesn't know for a captcha. */
export function CrowdCheck({ token, onToken }: CrowdCheckProps) {
  return (
    <div className="mb-6 grid gap-4">
      <Notice>{m.account_crowded()}</Notice>
      <Captcha purpose="sign-in" isWanted token={token} onToken={onToken} />
    </div>
  );
}
