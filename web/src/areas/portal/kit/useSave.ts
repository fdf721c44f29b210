import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ApiError, isTimedOut } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { isOutcomeUnknown } from "@/api/outcome";
import { toast } from "@/ui/overlay/toast";
import { untilAnswered } from "@/api/repeat";

interface SaveOptions<Values> {
  save: (values: Values) => Promise<unknown>;
  /** Whether the server makes the change once, however often it is sent. */
  isRepeatable?: boolean;
  /**
   * Step after saving. If only this step fails, the form starts from the saved record, so that another
   * press doesn't conflict with it.
   */
  afterwards?: ((values: Values) => Promise<unknown>) | undefined;
  /** Message after saving, if the screen itself doesn't say it. */
  saved: string | ((values: Values) => string | undefined);
  /** Query paths to invalidate after saving. */
  invalidates: readonly ReadPath[];
  /** Whether to invalidate also after a failure, for changes in several steps. */
  invalidatesAlways?: boolean;
  /** Edit of a record that another user may have changed meanwhile. */
  edit?: { learn: () => Promise<boolean>; hasArrived: () => Promise<boolean>; renew: () => void } | undefined;
  /** Returns whether a change without a reply was made, if no record is edited. */
  hasArrived?: (() => Promise<boolean>) | undefined;
  /** Whether the screen itself shows that the outcome is unknown. */
  showsUnsure?: boolean;
  onSaved?: (values: Values) => void;
}

/** Whether another user has saved the same record. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === "CHANGED_MEANWHILE";
}

/**
 * Saves, and detects a save whose reply was lost: then the record equals the form. If the user
 * presses the button again, the server refuses it as a conflict, although the first save has
 * arrived.
 */
async function saveOrFind<Values>(values: Values, options: SaveOptions<Values>): Promise<void> {
  const { save, edit, hasArrived = edit?.hasArrived } = options;
  try {
    await (options.isRepeatable ? untilAnswered(() => save(values)) : save(values));
  } catch (error) {
    if (!hasArrived || !(error instanceof Error)) throw error;
    const isFound =
      edit && isConflict(error)
        ? await edit.learn()
        : isOutcomeUnknown(error) && !isTimedOut(error) && (await hasArrived().catch(() => false));
    if (!isFound) throw error;
  }
}

/**
 * Saves a form or runs a button's action: shows a message, invalidates queries and calls `onSaved`.
 */
export function useSave<Values>(options: SaveOptions<Values>) {
  const { saved, afterwards, invalidates, invalidatesAlways, edit, onSaved } = options;
  const client = useQueryClient();
  const isSaved = useRef(false);
  const mutation = useMutation({
    mutationFn: async (values: Values) => {
      isSaved.current = false;
      await saveOrFind(values, options);
      isSaved.current = true;
      await afterwards?.(values);
    },
    meta: {
      showsItsOwnErrors: (error) =>
        isConflict(error) || (options.showsUnsure === true && isOutcomeUnknown(error)),
    },
    onError: async (error) => {
      if (isSaved.current) {
        await invalidate(client, invalidates);
        edit?.renew();
        return;
      }
      // The other user's version has already been read.
      if (isConflict(error)) return;
      // The change may have been made: show the user the record as it is now.
      if (invalidatesAlways || isOutcomeUnknown(error)) void invalidate(client, invalidates);
    },
    onSuccess: async (_, values) => {
      const message = typeof saved === "string" ? saved : saved(values);
      if (message !== undefined) toast.success(message);
      await invalidate(client, invalidates);
      edit?.renew();
      onSaved?.(values);
    },
  });
  return { submit: mutation.mutateAsync, mutation };
}
