import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "@/api/error";
import { toast } from "@/ui/toast";
import { invalidateKeys } from "./calls";

/** What a form began with: another record, or another state of the same one, is another form. */
export interface Edition {
  key: string;
  queryKey: QueryKey;
  renew: () => void;
}

export function useEdition(queryKey: QueryKey): Edition {
  const [count, setCount] = useState(0);
  return { key: JSON.stringify([queryKey, count]), queryKey, renew: () => setCount((before) => before + 1) };
}

interface SaveOptions<Values> {
  save: (values: Values) => Promise<unknown>;
  /** What is said when it is saved. */
  saved: string;
  /** What was read before and isn't true any more. */
  invalidates: readonly QueryKey[];
  /** Even when it fails: for what is saved in several steps. */
  invalidatesAlways?: boolean;
  /** What is read anew when somebody else has saved it meanwhile. */
  edits?: Edition | undefined;
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
  edits,
  onSaved,
}: SaveOptions<Values>) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: save,
    meta: { showsItsOwnErrors: isConflict },
    onError: (error) => {
      // What somebody else has saved is only read when this one's author wants it.
      if (invalidatesAlways && !isConflict(error)) void invalidateKeys(client, invalidates);
    },
    onSuccess: async (_, values) => {
      toast.success(saved);
      await invalidateKeys(client, invalidates);
      onSaved?.(values);
    },
  });
  return {
    submit: mutation.mutateAsync,
    mutation,
    /** Present while what somebody else has saved stands against it: loads that. */
    reload:
      edits && isConflict(mutation.error)
        ? () => void client.refetchQueries({ queryKey: edits.queryKey }).then(edits.renew)
        : undefined,
  };
}
