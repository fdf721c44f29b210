import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { isEnforced } from "@/session/leaving";
import { isWithinPage } from "@/shared/page/withinPage";

/** Open or shut at once, without waiting for a render: saving may lead to another page in the same moment. */
function createGate() {
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    open: () => void (isOpen = true),
    shut: () => void (isOpen = false),
  };
}

/** Holds back every way of leaving while there are changes: a link inside the app, or the tab itself. */
export function useUnsavedChangesGuard(hasChanges: boolean) {
  const [gate] = useState(createGate);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasChanges &&
      !gate.isOpen() &&
      !isEnforced(nextLocation.state) &&
      !isWithinPage(nextLocation.state) &&
      currentLocation.pathname !== nextLocation.pathname,
  );

  // What was saved is the new start, on pages that stay: whatever is changed from there is held back again.
  useEffect(() => {
    if (!hasChanges) gate.shut();
  }, [hasChanges, gate]);

  useEffect(() => {
    // The browser asks in its own words; all it takes is a prevented event.
    const holdTab = (event: BeforeUnloadEvent) => {
      if (hasChanges && !gate.isOpen()) event.preventDefault();
    };
    addEventListener("beforeunload", holdTab);
    return () => removeEventListener("beforeunload", holdTab);
  }, [hasChanges, gate]);

  return {
    /** Lets everybody leave: what was changed is being saved. */
    open: gate.open,
    shut: gate.shut,
    isHeld: blocker.state === "blocked",
    stay: () => blocker.reset?.(),
    discard: () => blocker.proceed?.(),
  };
}
