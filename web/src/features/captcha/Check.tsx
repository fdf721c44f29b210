import { useQuery } from "@tanstack/react-query";
import { settingsQuery } from "@/api/queries/settings";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { AltchaCheck } from "./AltchaCheck";
import { CheckState, openStateOf } from "./CheckState";
import type { CaptchaPurpose } from "./earnToken";

const RecaptchaCheck = lazyPiece(async () => (await import("./RecaptchaCheck")).RecaptchaCheck);

export interface CheckProps {
  purpose: CaptchaPurpose;
  /** The form's current token. Clearing it requests another one. */
  token: string;
  onToken: (token: string) => void;
}

/** Renders the captcha that the server has configured: proof of work, or Google reCAPTCHA. */
export function Check(props: CheckProps) {
  const settings = useQuery(settingsQuery());
  const { siteKey, challengeUrl } = settings.data?.captcha ?? {};
  if (siteKey) return <RecaptchaCheck {...props} siteKey={siteKey} />;
  if (challengeUrl) return <AltchaCheck {...props} challengeUrl={challengeUrl} />;
  return <CheckState state={openStateOf(settings)} onRetry={() => void settings.refetch()} />;
}
