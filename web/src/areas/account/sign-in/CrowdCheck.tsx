import { Captcha } from "@/features/captcha/Captcha";
import { m } from "@/i18n";
import { Notice } from "@/ui/layout/Notice";

interface CrowdCheckProps {
  token: string;
  onToken: (token: string) => void;
}

/** Captcha that the server demands of unknown browsers while sign-ins are unusually many. */
export function CrowdCheck({ token, onToken }: CrowdCheckProps) {
  return (
    <div className="mb-6 grid gap-4">
      <Notice>{m.account_crowded()}</Notice>
      <Captcha purpose="sign-in" isWanted token={token} onToken={onToken} />
    </div>
  );
}
