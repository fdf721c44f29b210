import { useEffect } from "react";
import { useUnsavedChangesGuard } from "@/shared/form/useUnsavedChangesGuard";

/** Holds the page while codes are shown: its dialog already asks for what there is to do. */
export function PageHeldForCodes() {
  const { isHeld, stay } = useUnsavedChangesGuard(true);
  useEffect(() => {
    if (isHeld) stay();
  });
  return null;
}
