import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatDay } from "@/lib/dates";
import type { Card } from "@/features/card/types";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { toast } from "@/ui/overlay/toast";

/** Button that reminds the recipient of an unopened gift, or the day from which that is possible. */
export function RemindButton({ card: { id, to, mailedAt, remindFrom } }: { card: Card }) {
  const [now] = useState(Date.now);
  const name = to ?? "";
  const remind = useMutation({
    mutationFn: () => call("post", "/api/v1/Cards/{id}/reminded", { path: { id } }),
    onSuccess: () => toast.success(m.wallet_reminded({ to: name })),
    meta: { invalidates: ["/Cards/{id}"] },
  });
  if (!remindFrom || mailedAt === null) return null;
  if (Date.parse(remindFrom) > now) {
    return <p className="text-sm">{m.wallet_remind_from({ to: name, day: formatDay(remindFrom) })}</p>;
  }
  return (
    <Button
      variant="primary"
      size="large"
      className="mt-2 print:hidden"
      isBusy={remind.isPending}
      onClick={() => remind.mutate()}
    >
      <Icon name="bell" size={22} />
      {m.wallet_remind({ to: name, day: formatDay(mailedAt) })}
    </Button>
  );
}
