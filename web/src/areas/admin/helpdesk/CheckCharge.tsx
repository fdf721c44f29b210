import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { invalidateOrders } from "./queries";

/** How long the gateway may take until the page shows what it said. */
const ANSWERED_AFTER_MS = 3_000;

/** Has the gateway asked whether the charge still stands: it tells nobody of disputes by itself. */
export function CheckCharge({ id }: { id: string }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => call("post", "/api/v1/Helpdesk/orders/{id}/checked", { path: { id } }),
    onSuccess: () => {
      toast.success(m.helpdesk_checked());
      setTimeout(() => void invalidateOrders(client), ANSWERED_AFTER_MS);
    },
  });
  return (
    <Button isBusy={check.isPending} onClick={() => check.mutate()}>
      {m.helpdesk_check()}
    </Button>
  );
}
