// The wish to keep a gift stands in the address, so that signing in on the way doesn't lose it.
import { useEffect, useEffectEvent, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "@/paths";
import type { Gift } from "./queries";

const KEEP = "keep";

/** The page of a gift that saves it by itself for a person who is signed in. */
export function giftToKeep(token: string): string {
  return `${paths.gift(token)}?${KEEP}=1`;
}

/** Whether a gift can be saved to a wallet. */
export function isKeepable({ cardId, isClaimed, isDeactive }: Gift): boolean {
  return cardId === null && !isClaimed && !isDeactive;
}

/** Saves the gift once a person is signed in who wanted to keep it. */
export function useKeepOnReturn(gift: Gift, isSignedIn: boolean, keep: () => void): void {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWanted = query.has(KEEP) && isSignedIn && isKeepable(gift);
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
