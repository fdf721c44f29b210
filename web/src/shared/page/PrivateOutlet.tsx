import { Outlet } from "react-router";
import { useProfile } from "@/session/current";
import { LazyProofDialog } from "@/shared/proof/LazyProofDialog";

/**
 * Where private pages stand. They leave the screen in the same moment as the session, before anything in them could ask the
 * server again in nobody's name.
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
