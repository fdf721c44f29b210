import { useQueryClient } from "@tanstack/react-query";
import type { ReadPath } from "@/api/reading";
import type { components } from "@/api/schema";
import { useSave } from "@/areas/portal/kit/useSave";
import { vendors } from "@/areas/portal/tenants/vendors/vendors";
import { CARDS } from "@/features/counter/card/cards";
import { shopClosingQuery } from "./queries";

/** Queries that change once a shop's cards are refunded or handed over. */
const CHANGED_WITH_A_CLOSING: readonly ReadPath[] = [
  ...vendors.invalidates,
  "/Helpdesk/shop-closings",
  ...CARDS,
];

type Overview = components["schemas"]["ShopClosingOverview"];

export interface ClosingDialogProps {
  shopId: string;
  onClose: () => void;
}

/** Sends a change of a closing, and shows what the server has answered. */
export function useClosing<Values>(
  { shopId, onClose }: ClosingDialogProps,
  send: (values: Values) => Promise<Overview>,
  saved: string,
) {
  const client = useQueryClient();
  return useSave({
    save: async (values: Values) => {
      const changed = await send(values);
      onClose();
      client.setQueryData(shopClosingQuery(shopId).queryKey, changed);
    },
    isRepeatable: true,
    saved,
    invalidates: CHANGED_WITH_A_CLOSING,
    // Another administrator may have decided meanwhile.
    invalidatesAlways: true,
  });
}
