import { useEffect } from "react";
import { useUnsavedChangesGuard } from "@/shared/form/useUnsavedChangesGuard";

/**
 * Blocks navigation while recovery codes are shown. It opens no dialog of its own, because the codes' dialog already asks to
 * save them.
 */
export function PageHeldForCodes() {
  const { isHeld, stay } = useUnsavedChangesGuard(true);
  useEffect(() => {
    if (isHeld) stay();
  });
  return null;
}
