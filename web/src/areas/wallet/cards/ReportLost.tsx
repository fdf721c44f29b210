import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import type { Card } from "@/features/card/types";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import { toast } from "@/ui/overlay/toast";
import { walletCardQuery } from "./queries";

/** Replaces the code of a card after a phone or a printed card is lost. */
export function ReportLost({ card }: { card: Card }) {
  const [isAsking, setIsAsking] = useState(false);
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (id: string) => call("post", "/api/v1/Cards/{id}/lost", { path: { id }, body: {} }),
    meta: { invalidates: ["/Cards", "/Cards/{id}"] },
    onSuccess: (changed) => {
      client.setQueryData(walletCardQuery(card.id).queryKey, changed);
      toast.success(m.wallet_lost_done());
    },
  });
  const isUnclaimed = card.isGift && card.claimedAt === null;
  return (
    <div className="mt-8 border-t border-line pt-5 print:hidden">
      <Button size="small" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {m.wallet_lost()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.wallet_lost_title()}
        confirmLabel={m.wallet_lost_confirm()}
        mutation={mutation}
        variables={card.id}
      >
        <p>
          {isUnclaimed
            ? m.wallet_lost_gift({ email: card.recipientEmail ?? "" })
            : m.wallet_lost_text({ balance: formatMoney(card.cardBalance) })}
        </p>
      </ConfirmDialog>
    </div>
  );
}
