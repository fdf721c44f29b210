import { useQueryClient } from "@tanstack/react-query";
import { ApiError } from "@/api/error";

/** Whether the last look-up of a code has reached nobody: that says nothing about the card, and may be tried again. */
export function useIsUnanswered(): (code: string) => boolean {
  const client = useQueryClient();
  return (code) => {
    const lookUps = client.getMutationCache().findAll({ predicate: ({ state }) => state.variables === code });
    const error = lookUps.at(-1)?.state.error;
    if (!(error instanceof ApiError)) return false;
    return error.errorCode === "NOTFOUND" || [502, 503, 504].includes(error.status);
  };
}
