import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { invalidate } from "@/api/reading";
import type { CaseAction } from "@/areas/portal/kit/cases/CaseMenu";
import { m } from "@/i18n";
import { toast } from "@/ui/overlay/toast";
import { CHANGED_WITH_AN_ORDER } from "./queries";

/** Delay before the page reads the gateway's answer. */
const ANSWERED_AFTER_MS = 3_000;

/** Asks the gateway whether the charge is still valid, because it doesn't announce disputes. */
export function useCheckCharge(id: string): CaseAction {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => call("post", "/api/v1/Helpdesk/orders/{id}/checked", { path: { id } }),
    onSuccess: () => {
      toast.success(m.helpdesk_checked());
      setTimeout(() => void invalidate(client, CHANGED_WITH_AN_ORDER), ANSWERED_AFTER_MS);
    },
  });
  return {
    label: m.helpdesk_check(),
    icon: "rotate-cw",
    run: () => check.mutate(),
    isDisabled: check.isPending,
  };
}
