import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/api/client";
import { errorText } from "@/api/error";
import { invalidate } from "@/api/reading";
import { m } from "@/i18n";
import { formatMoney } from "@/lib/money";
import { inCents, inDollars } from "@/features/counter/redemption/amount";
import { playFeedback } from "@/features/counter/feedback";
import { RedeemForm } from "@/features/counter/redemption/RedeemForm";
import { Chip } from "@/ui/list/Chip";
import { Money } from "@/ui/Money";
import { Notice } from "@/ui/layout/Notice";
import { MessageInSlot } from "./MessageInSlot";

interface TestCardInSlotProps {
  code: string;
  /** In dollars. */
  balance: number;
}

/** A test card in the card slot. It is redeemed like a real card, but no money moves. */
export function TestCardInSlot({ code, balance }: TestCardInSlotProps) {
  const client = useQueryClient();
  const redeem = useMutation({
    mutationFn: (taken: number) =>
      call("put", "/api/v1/TestCards/{code}/redeemed", { path: { code }, body: { value: inDollars(taken) } }),
    meta: { showsItsOwnErrors: true },
    onSuccess: () => {
      playFeedback("done");
      void invalidate(client, ["/Vendors/{id}/test-card"]);
    },
    onError: () => playFeedback("refused"),
  });
  if (redeem.data) {
    const amount = formatMoney(inDollars(redeem.variables));
    return (
      <MessageInSlot
        tone="success"
        title={m.test_card_redeemed({ amount })}
        text={m.test_card_redeemed_text({ balance: formatMoney(redeem.data.balance) })}
      />
    );
  }
  return (
    <section aria-label={m.test_card()} className="rounded-panel border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chip tone="warning">{m.test_card()}</Chip>
        <span className="text-3xl font-bold">
          <Money amount={balance} />
        </span>
      </div>
      <p className="my-3 text-ink-soft">{m.test_card_no_money()}</p>
      {redeem.error && (
        <Notice tone="danger" className="mb-3">
          {errorText(redeem.error)}
        </Notice>
      )}
      {balance > 0 ? (
        <RedeemForm
          isUnseen={false}
          balance={inCents(balance)}
          needsReason={false}
          isSending={redeem.isPending}
          onRedeem={({ taken }) => redeem.mutate(taken)}
        />
      ) : (
        <Notice>{m.test_card_used_up()}</Notice>
      )}
    </section>
  );
}
