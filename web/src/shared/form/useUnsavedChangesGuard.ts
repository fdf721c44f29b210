import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { isForcedNavigation } from "@/session/forcedNavigation";
import { isWithinPage } from "@/shared/page/withinPage";

/** A flag that changes without a render: saving may navigate to another page at once. */
function createGate() {
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    open: () => void (isOpen = true),
    shut: () => void (isOpen = false),
  };
}

/**
 * Blocks navigation while there are unsaved changes: by a link inside the app, or by closing the
 * tab.
 */
export function useUnsavedChangesGuard(hasChanges: boolean) {
  const [gate] = useState(createGate);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      !gate.isOpen() &&
      !isForcedNavigation(nextLocation.state) &&
      !isWithinPage(nextLocation.state) &&
      currentLocation.pathname !== nextLocation.pathname,
  );

  // On pages that stay open after saving, changes from then on are protected again.
  useEffect(() => {
    if (!hasChanges) gate.shut();
  }, [hasChanges, gate]);

  useEffect(() => {
    // The browser shows its own warning when the event is prevented.
    const holdTab = (event: BeforeUnloadEvent) => {
      if (hasChanges && !gate.isOpen()) event.preventDefault();
    };
    addEventListener("beforeunload", holdTab);
    return () => removeEventListener("beforeunload", holdTab);
  }, [hasChanges, gate]);

  return {
    /** Lets navigation pass, because the changes are being saved. */
    open: gate.open,
    shut: gate.shut,
    isHeld: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    discard: () => blocker.proceed?.(),
  };
}
