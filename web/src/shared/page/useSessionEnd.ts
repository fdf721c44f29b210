import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation, useMatches, useNavigate } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { currentProfile, onPersonChange, onSessionEnd, type SessionEnd } from "@/session/current";
import { ACCOUNT_CLOSED, FORCED_NAVIGATION, SIGNED_OUT_ELSEWHERE } from "@/session/forcedNavigation";
import { signedOutReason } from "@/session/signedOutReason";
import { toast } from "@/ui/overlay/toast";

/** Properties of a route's `handle`: whether only signed-in users see it. */
export interface PrivacyHandle {
  isPrivate?: boolean;
}

/**
 * Leaves private pages when the session ends. If the user didn't end it, a toast or the sign-in
 * page gives the reason. Returns whether another person has signed in meanwhile: then `reload` starts
 * the app again for them, and no page of the previous person may be shown.
 */
export function useSessionEnd(reload: () => void): boolean {
  const [isReplaced, setIsReplaced] = useState(false);
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isPrivate = useMatches().some(({ handle }) => (handle as PrivacyHandle | undefined)?.isPrivate);

  const leave = useEffectEvent(async (end: SessionEnd, wasAtTill: boolean) => {
    if (end === "refused" && (!isPrivate || wasAtTill))
      toast.info(signedOutReason() ?? m.common_session_ended());
    if (wasAtTill) void navigate(paths.till(), { state: FORCED_NAVIGATION, replace: true });
    else if (end === "signed-out") void navigate(paths.signedOut(), { state: FORCED_NAVIGATION });
    else if (end === "account-closed")
      void navigate(paths.signedOut(), { state: ACCOUNT_CLOSED, replace: true });
    else if (isPrivate) {
      const here = pathname + search;
      if (end === "refused") {
        const { signInPath } = await import("@/session/postSignInRoute");
        void navigate(signInPath(here), { state: FORCED_NAVIGATION, replace: true });
      } else void navigate(paths.signedOut(), { state: SIGNED_OUT_ELSEWHERE, replace: true });
    }
  });
  useEffect(() => onSessionEnd((end, wasAtTill) => void leave(end, wasAtTill)), []);

  const startOver = useEffectEvent(() => {
    if (!isPrivate || !currentProfile()) return;
    // At once, because the page would be rendered with the new person and without its data.
    flushSync(() => setIsReplaced(true));
    reload();
  });
  useEffect(() => onPersonChange(startOver), []);

  // A session that ended during navigation was announced before this page listened.
  const leaveIfOver = useEffectEvent(() => {
    if (!currentProfile()) void leave("refused", false);
  });
  useEffect(() => {
    if (isPrivate) leaveIfOver();
  }, [isPrivate]);
  return isReplaced;
}
