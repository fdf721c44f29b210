import { Suspense, useRef, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { FormProvider, type FieldValues, type UseFormReturn } from "react-hook-form";
import { Button } from "@/ui/Button";
import { cx } from "@/ui/cx";
import { lazyPiece } from "@/ui/lazyPiece";
import { applyServerErrors } from "./applyServerErrors";
import { useFocusAfterRefusal } from "./useFocusAfterRefusal";
import { useUnsavedChangesGuard } from "./useUnsavedChangesGuard";

/** Most people never see it: it comes when somebody is about to leave. */
const UnsavedChangesDialog = lazyPiece(
  async () => (await import("./UnsavedChangesDialog")).UnsavedChangesDialog,
  ({ onStay }) => onStay(),
);

export interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Saves. What it throws lands on the fields it names. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** The fields. */
  children: ReactNode;
  /** None, where its button stands elsewhere. */
  submitLabel?: string | undefined;
  /** What a button that stands elsewhere names it by. */
  id?: string | undefined;
  /** Stands before the submit button: a cancel link, a note. */
  aside?: ReactNode;
  /** A search or sign-in form has nothing to lose. */
  isUnguarded?: boolean | undefined;
  /** The button looks out of reach until everything is in order; pressing it says what is missing. */
  isHeldUntilValid?: boolean | undefined;
  /** A page that is nothing but this form: the button is as wide as the fields, and what stands beside it goes below. */
  isWholePage?: boolean | undefined;
  /** What it does can't be undone. */
  isDangerous?: boolean | undefined;
  /** What leaving means here, and what else it discards. */
  leaving?: { text: string; onDiscard: () => void } | undefined;
  className?: string | undefined;
}

/**
 * Leaving a field can bring up its error and push the buttons away from under the finger that has just come down: the tap
 * would be lost. So the field is left with what is pressed, not before it.
 */
function stayInField(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * The shell every form stands in, so that none can forget it: everything is disabled while saving, the server's errors
 * land on their fields, and changes are not lost by a wrong tap.
 */
export function Form<Values extends FieldValues>({
  form,
  onSubmit,
  children,
  submitLabel,
  aside,
  isUnguarded = false,
  isHeldUntilValid = false,
  isWholePage = false,
  isDangerous = false,
  id,
  leaving,
  className,
}: FormProps<Values>) {
  const { isSubmitting, isDirty, isValid } = form.formState;
  const guard = useUnsavedChangesGuard(isDirty && !isUnguarded);
  const element = useRef<HTMLFormElement>(null);
  const tellRefusal = useFocusAfterRefusal(element, isSubmitting);

  const isSaving = useRef(false);
  const save = form.handleSubmit(async (values) => {
    guard.open();
    try {
      await onSubmit(values);
    } catch (error) {
      guard.shut();
      tellRefusal();
      applyServerErrors(form, error);
    }
  });

  // Two presses within one frame come before anything is disabled.
  const saveOnce = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      await save(event);
    } finally {
      isSaving.current = false;
    }
  };

  return (
    <FormProvider {...form}>
      <form
        ref={element}
        id={id}
        noValidate
        onSubmit={(event) => void saveOnce(event)}
        onChange={guard.shut}
        className={className}
      >
        <fieldset disabled={isSubmitting} className="contents">
          {children}
        </fieldset>
        {submitLabel && (
          <div
            role="presentation"
            onMouseDown={stayInField}
            className={cx(
              "mt-8 flex gap-3",
              isWholePage ? "flex-col-reverse" : "flex-wrap items-center justify-end",
            )}
          >
            {aside}
            <Button
              type="submit"
              variant={isDangerous ? "danger" : "primary"}
              size={isWholePage ? "large" : "medium"}
              isBusy={isSubmitting}
              aria-disabled={(isHeldUntilValid && !isValid) || undefined}
            >
              {submitLabel}
            </Button>
          </div>
        )}
      </form>
      {guard.isHeld && (
        <Suspense>
          <UnsavedChangesDialog
            text={leaving?.text}
            onStay={guard.stay}
            onDiscard={() => {
              leaving?.onDiscard();
              guard.discard();
            }}
          />
        </Suspense>
      )}
    </FormProvider>
  );
}
