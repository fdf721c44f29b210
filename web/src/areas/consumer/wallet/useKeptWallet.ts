import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { isUnreachable } from "@/api/unsure";
import { keepPages, keptWalletQuery, type KeptWallet } from "./keptWallet";

type Asked = Pick<UseQueryResult, "data" | "error" | "failureReason" | "isSuccess" | "dataUpdatedAt">;

interface Kept {
  /** What to show instead of what can't be fetched. */
  wallet: KeptWallet | undefined;
  /** When what is shown was true, where that isn't now. */
  asOf: string | undefined;
}

/** Keeps what was read for later, each time that it was read, and gives what was kept when it can't be read. */
export function useKeptWallet(
  { data, error, failureReason, isSuccess, dataUpdatedAt }: Asked,
  keep: (client: QueryClient, readAt: number) => Promise<void>,
): Kept {
  const client = useQueryClient();
  const isAway = isUnreachable(error) || isUnreachable(failureReason);
  const { data: kept } = useQuery({ ...keptWalletQuery(), enabled: isAway });

  const keepThis = useEffectEvent((readAt: number) => keep(client, readAt));
  useEffect(() => {
    if (isSuccess) keepThis(dataUpdatedAt).catch(() => undefined);
  }, [isSuccess, dataUpdatedAt]);
  useEffect(() => {
    if (isSuccess) keepPages().catch(() => undefined);
  }, [isSuccess]);

  if (!isAway) return { wallet: undefined, asOf: undefined };
  if (data !== undefined) return { wallet: undefined, asOf: new Date(dataUpdatedAt).toISOString() };
  return { wallet: kept ?? undefined, asOf: kept?.asOf };
}
