import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { isUnreachable } from "@/api/outcome";
import { precachePages, offlineWalletQuery, type OfflineWallet } from "./offlineWallet";

type WalletQuery = Pick<UseQueryResult, "data" | "error" | "failureReason" | "isSuccess" | "dataUpdatedAt">;

interface OfflineState {
  /** The offline copy, shown while cards can't be fetched or haven't arrived yet. */
  wallet: OfflineWallet | undefined;
  /** Time of the offline copy; `undefined` if the shown cards are live. */
  asOf: string | undefined;
}

/** Returns whether a wait has lasted longer than `after` milliseconds. */
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
 * Saves each answer to the offline copy, and returns the copy until an answer arrives. `lateAfter` is how many milliseconds to
 * wait before the page says how old its data is.
 */
export function useOfflineWallet(
  { data, error, failureReason, isSuccess, dataUpdatedAt }: WalletQuery,
  save: (client: QueryClient, readAt: number) => Promise<void>,
  lateAfter: number,
): OfflineState {
  const client = useQueryClient();
  const isAway = isUnreachable(error) || isUnreachable(failureReason);
  const isWaiting = data === undefined && error === null;
  const isLate = useIsLate(isWaiting, lateAfter);
  const { data: stored } = useQuery({ ...offlineWalletQuery(), enabled: isAway || isWaiting });

  const saveNow = useEffectEvent((readAt: number) => save(client, readAt));
  useEffect(() => {
    if (isSuccess) saveNow(dataUpdatedAt).catch(() => undefined);
  }, [isSuccess, dataUpdatedAt]);
  useEffect(() => {
    if (isSuccess) precachePages().catch(() => undefined);
  }, [isSuccess]);

  if (!isAway && !isWaiting) return { wallet: undefined, asOf: undefined };
  if (data !== undefined) return { wallet: undefined, asOf: new Date(dataUpdatedAt).toISOString() };
  return { wallet: stored ?? undefined, asOf: isAway || isLate ? stored?.asOf : undefined };
}
