import { Outlet } from "react-router";
import { useProfile } from "@/session/current";
import { LazyProofDialog } from "@/shared/proof/LazyProofDialog";

/**
 * Outlet of private pages. It unmounts them as soon as the session ends, before they can make a
 * call without a token.
 */
export function PrivateOutlet() {
  return (
    useProfile() && (
      <>
        <Outlet />
        <LazyProofDialog />
      </>
    )
  );
}
