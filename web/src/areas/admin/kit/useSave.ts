import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";
import { invalidate, type ReadPath } from "@/api/reading";
import { toast } from "@/ui/toast";

interface SaveOptions<Values> {
  save: (values: Values) => Promise<unknown>;
  /** What is said when it is saved. */
  saved: string | ((values: Values) => string);
  /** What was read before and isn't true any more. */
  invalidates: readonly ReadPath[];
  /** Even when it fails: for what is saved in several steps. */
  invalidatesAlways?: boolean;
  /** The edit that is saved, which somebody else may have changed meanwhile. */
  edit?: { learn: () => Promise<void>; renew: () => void } | undefined;
  onSaved?: (values: Values) => void;
}

/** Somebody else has saved what is being edited. */
function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.errorCode === "CHANGED_MEANWHILE";
}

/** Saves what stands in a form, or does what a button says: tells so, has read anew what it changes, and goes on. */
export function useSave<Values>({
  save,
  saved,
  invalidates,
  invalidatesAlways,
  edit,
  onSaved,
}: SaveOptions<Values>) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: async (values: Values) => {
      try {
        return await save(values);
      } catch (error) {
        if (isConflict(error)) await edit?.learn();
        throw error;
      }
    },
    meta: { showsItsOwnErrors: isConflict },
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
