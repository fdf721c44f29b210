import { useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect } from "react";
import { isUnreachable } from "@/api/unsure";
import { keepPages, keepWallet, keptWalletQuery, type KeptWallet } from "./keptWallet";

type Asked = Pick<UseQueryResult, "data" | "error" | "failureReason" | "isSuccess" | "dataUpdatedAt">;

interface Kept {
  /** What to show instead of what can't be fetched. */
  wallet: KeptWallet | undefined;
  /** When what is shown was true, where that isn't now. */
  asOf: string | undefined;
}

/** Keeps the wallet while it can be read, and gives what was kept when it can't be. */
export function useKeptWallet({ data, error, failureReason, isSuccess, dataUpdatedAt }: Asked): Kept {
  const client = useQueryClient();
  const isAway = isUnreachable(error) || isUnreachable(failureReason);
  const { data: kept } = useQuery({ ...keptWalletQuery(), enabled: isAway });

  useEffect(() => {
    if (isSuccess) keepWallet(client, dataUpdatedAt).catch(() => undefined);
  }, [isSuccess, dataUpdatedAt, client]);
  useEffect(() => {
    if (isSuccess) keepPages().catch(() => undefined);
  }, [isSuccess]);

  if (!isAway) return { wallet: undefined, asOf: undefined };
  if (data !== undefined) return { wallet: undefined, asOf: new Date(dataUpdatedAt).toISOString() };
  return { wallet: kept ?? undefined, asOf: kept?.asOf };
}
