// Captcha of a form. Its code loads when the user starts to fill in the form.
import { Suspense } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { CheckProps } from "./Check";
import { CheckState } from "./CheckState";

const Check = lazyPiece(async () => (await import("./Check")).Check);

interface CaptchaProps extends CheckProps {
  /** Whether the user has started to fill in the form. Until then the browser does no work. */
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
