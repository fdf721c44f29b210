import { Suspense, useState, type ReactNode } from "react";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const UnsavedChangesDialog = lazyPiece(
  async () => (await import("./UnsavedChangesDialog")).UnsavedChangesDialog,
  ({ onStay }) => onStay(),
);

interface GuardedClose {
  close: () => void;
  /** Question whether to discard the changes; belongs into the dialog. */
  question: ReactNode;
}

/** Closes a dialog with a form, but asks first if its changes would be lost. */
export function useGuardedClose(isDirty: boolean, onClose: () => void): GuardedClose {
  const [isAsking, setIsAsking] = useState(false);
  return {
    close: () => (isDirty ? setIsAsking(true) : onClose()),
    question: isAsking && (
      <Suspense>
        <UnsavedChangesDialog onStay={() => setIsAsking(false)} onDiscard={onClose} />
      </Suspense>
    ),
  };
}
