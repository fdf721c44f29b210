// Keeps the wish to save a gift in the address, so that it survives signing in.
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "@/paths";
import type { Gift } from "./queries";

const KEEP = "keep";

/** Returns the path of a gift page that saves the gift automatically once the recipient is signed in. */
export function giftToSave(token: string): string {
  return `${paths.gift(token)}?${KEEP}=1`;
}

/** Returns whether a gift can be saved to a wallet. */
export function isSavable({ cardId, isClaimed, isDeactive }: Gift): boolean {
  return cardId === null && !isClaimed && !isDeactive;
}

/** Saves the gift once a recipient who asked for it has signed in. */
export function useSaveOnReturn(gift: Gift, isSignedIn: boolean, keep: () => void): void {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWanted = query.has(KEEP) && isSignedIn && isSavable(gift);
  const hasBegun = useRef(false);
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    keep();
    void navigate(pathname, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
}
