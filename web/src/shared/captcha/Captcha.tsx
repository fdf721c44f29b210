// Is there a person behind this form? The server says who checks it: its own work for the visitor's machine, or Google.
// The code of either comes when somebody begins to fill in a form.
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { settingsQuery } from "@/api/queries/settings";
import type { CaptchaPurpose } from "./earnToken";
import { CheckState, openStateOf } from "./CheckState";

const AltchaCheck = lazy(async () => ({ default: (await import("./AltchaCheck")).AltchaCheck }));
const RecaptchaCheck = lazy(async () => ({ default: (await import("./RecaptchaCheck")).RecaptchaCheck }));

interface CaptchaProps {
  purpose: CaptchaPurpose;
  /** Whether somebody has begun to fill in the form: before that, nothing is asked of their machine. */
  isWanted: boolean;
  /** The token that the form holds. Whoever has used it up takes it away, and gets another one. */
  token: string;
  onToken: (token: string) => void;
}

function Check({ isWanted, ...props }: CaptchaProps) {
  const settings = useQuery({ ...settingsQuery(), enabled: isWanted });
  const { siteKey, challengeUrl } = settings.data?.captcha ?? {};
  if (isWanted && siteKey) return <RecaptchaCheck {...props} siteKey={siteKey} />;
  if (isWanted && challengeUrl) return <AltchaCheck {...props} challengeUrl={challengeUrl} />;
  return (
    <CheckState
      state={isWanted ? openStateOf(settings) : "waiting"}
      onRetry={() => void settings.refetch()}
    />
  );
}

export function Captcha(props: CaptchaProps) {
  return (
    <Suspense fallback={<CheckState state="checking" />}>
      <Check {...props} />
    </Suspense>
  );
}
