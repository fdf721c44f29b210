import { Suspense, useRef, type FormEvent, type MouseEvent, type ReactNode } from "react";
import { FormProvider, type FieldValues, type UseFormReturn } from "react-hook-form";
import { Button } from "@/ui/form/Button";
import { cx } from "@/ui/cx";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import { applyServerErrors } from "./applyServerErrors";
import { useFocusAfterRefusal } from "./useFocusAfterRefusal";
import { useUnsavedChangesGuard } from "./useUnsavedChangesGuard";

/** Loaded on demand: most users never see it. */
const UnsavedChangesDialog = lazyPiece(
  async () => (await import("./UnsavedChangesDialog")).UnsavedChangesDialog,
  ({ onStay }) => onStay(),
);

export interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>;
  /** Saves the values. Errors that it throws are shown at the fields that they name. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** The fields. */
  children: ReactNode;
  /** Label of the submit button; absent if the button is outside the form. */
  submitLabel?: string | undefined;
  /** Id for the `form` attribute of a submit button outside the form. */
  id?: string | undefined;
  /** Content before the submit button: a cancel link, a note. */
  aside?: ReactNode;
  /** Disables the warning about unsaved changes: a search or sign-in form has nothing to lose. */
  isUnguarded?: boolean | undefined;
  /** Dims the button until all fields are valid; pressing it earlier shows what is missing. */
  isHeldUntilValid?: boolean | undefined;
  /**
   * Layout of a page that contains only this form: the button is as wide as the fields, with
   * `aside` below it.
   */
  isWholePage?: boolean | undefined;
  /** Marks an action that can't be undone. */
  isDangerous?: boolean | undefined;
  /** Text of the warning about unsaved changes, and an extra effect of discarding them. */
  leaving?: { text: string; onDiscard: () => void } | undefined;
  className?: string | undefined;
}

/**
 * Prevents `mousedown` from moving the focus. Leaving a field may show its error, which would move
 * the buttons away from the pointer and lose the click.
 */
function stayInField(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * Wrapper of every form. It disables all fields while saving, shows the server's errors at their
 * fields, and protects unsaved changes.
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

  // Two presses within one frame arrive before the button is disabled.
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
