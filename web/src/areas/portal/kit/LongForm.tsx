import { Suspense, useState } from "react";
import { useFormContext, type FieldValues } from "react-hook-form";
import { m } from "@/i18n";
import { Form, type FormProps } from "@/shared/form/Form";
import { Button } from "@/ui/form/Button";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const UnsavedChangesDialog = lazyPiece(
  async () => (await import("@/shared/form/UnsavedChangesDialog")).UnsavedChangesDialog,
  ({ onStay }) => onStay(),
);

const FORM_CLASS =
  "@container max-w-270 [&>[role=presentation]]:sticky [&>[role=presentation]]:bottom-0 [&>[role=presentation]]:z-1 [&>[role=presentation]]:border-t [&>[role=presentation]]:border-line [&>[role=presentation]]:bg-ground [&>[role=presentation]]:py-3";

interface LongFormProps<Values extends FieldValues> extends FormProps<Values> {
  /** Called when changes are discarded. */
  onDiscarded?: () => void;
}

/**
 * A form longer than the window: its button sticks to the bottom, with a note about unsaved
 * changes.
 */
export function LongForm<Values extends FieldValues>({
  aside,
  onDiscarded,
  className = "",
  ...form
}: LongFormProps<Values>) {
  return (
    <Form
      {...form}
      className={`${FORM_CLASS} ${className}`}
      aside={
        <>
          <UnsavedNote onDiscarded={onDiscarded} />
          {aside}
        </>
      }
    />
  );
}

function UnsavedNote({ onDiscarded }: { onDiscarded: (() => void) | undefined }) {
  const { reset, formState } = useFormContext();
  const [isAsking, setIsAsking] = useState(false);
  if (!formState.isDirty || formState.isSubmitting) return null;
  return (
    <>
      <span className="mr-auto text-ink-soft">{m.kit_not_saved()}</span>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {m.kit_discard()}
      </Button>
      {isAsking && (
        <Suspense>
          <UnsavedChangesDialog
            onStay={() => setIsAsking(false)}
            onDiscard={() => {
              setIsAsking(false);
              reset();
              onDiscarded?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
