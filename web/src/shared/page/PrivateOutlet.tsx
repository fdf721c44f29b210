import { Outlet } from "react-router";
import { useProfile } from "@/session/current";
import { Suspense, useSyncExternalStore } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { currentProofRequest, subscribeToProofRequests } from "@/session/proof";

const ProofDialog = lazyPiece(
  async () => (await import("@/shared/proof/ProofDialog")).ProofDialog,
  ({ onSettle }) => onSettle(false),
);

/**
 * Asks for proof of identity when a call needs one. The dialog is loaded at the first such call.
 */
export function LazyProofDialog() {
  const request = useSyncExternalStore(subscribeToProofRequests, currentProofRequest, () => undefined);
  return <Suspense>{request && <ProofDialog onSettle={request.settle} />}</Suspense>;
}

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
