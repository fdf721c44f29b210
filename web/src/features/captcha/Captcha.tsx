// Is there a person behind this form? The code that finds out comes when somebody begins to fill in the form.
import { Suspense } from "react";
import { lazyPiece } from "@/ui/lazyPiece";
import type { CheckProps } from "./Check";
import { CheckState } from "./CheckState";

const Check = lazyPiece(async () => (await import("./Check")).Check);

interface CaptchaProps extends CheckProps {
  /** Whether somebody has begun to fill in the form: before that, nothing is asked of their machine. */
  isWanted: boolean;
}

export function Captcha({ isWanted, ...props }: CaptchaProps) {
  if (!isWanted) return <CheckState state="waiting" />;
  return (
    <Suspense fallback={<CheckState state="checking" />}>
      <Check {...props} />
    </Suspense>
  );
}
