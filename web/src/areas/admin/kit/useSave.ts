import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, isTimedOut } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { isUnsure } from "@/api/unsure";
import { toast } from "@/ui/toast";

interface SaveOptions<Values> {
  save: (values: Values) => Promise<unknown>;
  /** The step after saving. It is repeated when only this step failed. */
  afterwards?: ((values: Values) => Promise<unknown>) | undefined;
  /** What is said when it is saved. */
  saved: string | ((values: Values) => string);
  /** What was read before and isn't true any more. */
  invalidates: readonly ReadPath[];
  /** Even when it fails: for what is saved in several steps. */
  invalidatesAlways?: boolean;
  /** The edit that is saved, which somebody else may have changed meanwhile. */
  edit?: { learn: () => Promise<boolean>; hasArrived: () => Promise<boolean>; renew: () => void } | undefined;
  /** Whether a change whose reply was lost was made: asked where no record is edited. */
  hasArrived?: (() => Promise<boolean>) | undefined;
  /** Whether the screen says itself that the outcome is unknown. */
  showsUnsure?: boolean;
  onSaved?: (values: Values) => void;
}

/** Somebody else has saved what is being edited. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === "CHANGED_MEANWHILE";
}

/**
 * Saves, and finds out about a save whose reply was lost: the record then says what the form says. Pressed again, such a save is
 * refused as a change of something that has changed meanwhile, and has arrived all the same.
 */
async function saveOrFind<Values>(values: Values, options: SaveOptions<Values>): Promise<void> {
  const { save, edit, hasArrived = edit?.hasArrived } = options;
  try {
    await save(values);
  } catch (error) {
    if (!hasArrived || !(error instanceof Error)) throw error;
    const isFound =
      edit && isConflict(error)
        ? await edit.learn()
        : isUnsure(error) && !isTimedOut(error) && (await hasArrived().catch(() => false));
    if (!isFound) throw error;
  }
}

/** Saves what stands in a form, or does what a button says: tells so, has read anew what it changes, and goes on. */
export function useSave<Values>(options: SaveOptions<Values>) {
  const { saved, afterwards, invalidates, invalidatesAlways, edit, onSaved } = options;
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (values: Values) => {
      await saveOrFind(values, options);
      await afterwards?.(values);
    },
    meta: {
      showsItsOwnErrors: (error) => isConflict(error) || (options.showsUnsure === true && isUnsure(error)),
    },
    onError: (error) => {
      // What somebody else has saved was read already.
      if (invalidatesAlways && !isConflict(error)) void invalidate(client, invalidates);
    },
    onSuccess: async (_, values) => {
      toast.success(typeof saved === "string" ? saved : saved(values));
      await invalidate(client, invalidates);
      edit?.renew();
      onSaved?.(values);
    },
  });
  return { submit: mutation.mutateAsync, mutation };
}
