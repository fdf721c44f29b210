import { useQueryClient } from "@tanstack/react-query";
import { isUnreachable } from "@/api/outcome";
import type { LookUp } from "@/features/counter/lookup/useLookUp";

/**
 * Returns whether the last look-up of a code failed to reach the server. The code is then still unchecked and may be tried
 * again.
 */
export function useIsUnanswered(): (code: string) => boolean {
  const client = useQueryClient();
  return (code) => {
    const lookUps = client.getMutationCache().findAll({
      predicate: ({ state }) => (state.variables as Partial<LookUp> | undefined)?.code === code,
    });
    return isUnreachable(lookUps.at(-1)?.state.error ?? null);
  };
}
