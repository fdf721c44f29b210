import { Suspense, useSyncExternalStore } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { currentProofRequest, subscribeToProofRequests } from "@/session/proof";

const ProofDialog = lazyPiece(
  async () => (await import("./ProofDialog")).ProofDialog,
  ({ onSettle }) => onSettle(false),
);

/**
 * Asks for proof of identity when a call needs one. The dialog is loaded at the first such call.
 */
export function LazyProofDialog() {
  const request = useSyncExternalStore(subscribeToProofRequests, currentProofRequest, () => undefined);
  return <Suspense>{request && <ProofDialog onSettle={request.settle} />}</Suspense>;
}
