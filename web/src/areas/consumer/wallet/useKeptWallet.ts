import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { isUnreachable } from "@/api/unsure";
import { keepPages, keptWalletQuery, type KeptWallet } from "./keptWallet";

type Asked = Pick<UseQueryResult, "data" | "error" | "failureReason" | "isSuccess" | "dataUpdatedAt">;

interface Kept {
  /** Shown in the place of cards that can't be fetched, or aren't there yet. */
  wallet: KeptWallet | undefined;
  /** The moment from which the shown cards are, where that isn't now. */
  asOf: string | undefined;
}

/** Whether something has been waited for so long. */
function useIsLate(isWaiting: boolean, after: number): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsLate(true), after);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isWaiting, after]);
  return isWaiting && isLate;
}

/**
 * Keeps what was read for later, each time that it was read, and gives what was kept until it is read. `lateAfter`: how many
 * milliseconds the answer may take before the page says from when it is what it shows.
 */
export function useKeptWallet(
  { data, error, failureReason, isSuccess, dataUpdatedAt }: Asked,
  keep: (client: QueryClient, readAt: number) => Promise<void>,
  lateAfter: number,
): Kept {
  const client = useQueryClient();
  const isAway = isUnreachable(error) || isUnreachable(failureReason);
  const isWaiting = data === undefined && error === null;
  const isLate = useIsLate(isWaiting, lateAfter);
  const { data: kept } = useQuery({ ...keptWalletQuery(), enabled: isAway || isWaiting });

  const keepThis = useEffectEvent((readAt: number) => keep(client, readAt));
  useEffect(() => {
    if (isSuccess) keepThis(dataUpdatedAt).catch(() => undefined);
  }, [isSuccess, dataUpdatedAt]);
  useEffect(() => {
    if (isSuccess) keepPages().catch(() => undefined);
  }, [isSuccess]);

  if (!isAway && !isWaiting) return { wallet: undefined, asOf: undefined };
  if (data !== undefined) return { wallet: undefined, asOf: new Date(dataUpdatedAt).toISOString() };
  return { wallet: kept ?? undefined, asOf: isAway || isLate ? kept?.asOf : undefined };
}
